// SPDX-License-Identifier: Apache-2.0
/// The chat template of an instruct model: how a message reads as a prompt. Templates are Jinja programs; Jinja2
/// renders them (chat_render.h), as it does for transformers.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/chat_render.h"

namespace kvw {

/// Immutable. Thread: const access from any thread.
class ChatTemplate {
 public:
    /// Of a model folder: chat_template.jinja and additional_chat_templates/NAME.jinja, else chat_template of
    /// tokenizer_config.json (a text, or a list of named ones), else chat_template.json. Of a GGUF file: the same files
    /// beside it, else tokenizer.chat_template and tokenizer.chat_template.NAME in it. `name`: which of several; empty:
    /// "default". Reads files only. Errors: NotFound where there is none, or none of the name.
    [[nodiscard]] static Result<ChatTemplate> load(const std::filesystem::path& model, const std::string& name = {});
    /// Of the text of a template, with the special tokens that it may name. `where` names it in errors.
    [[nodiscard]] static ChatTemplate of(std::string text, std::map<std::string, std::string> tokens,
                                         std::string where);

    /// Of all that the model has, sorted; one alone is called "default".
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return m_names; }
    /// One message of the user and the start of the answer, as transformers' apply_chat_template renders them with
    /// add_generation_prompt. What the template does not write (a begin token) is not part of it. Takes some 0.2 s.
    /// Errors: NotFound without Python or Jinja2; BadUsage for what the template refuses, with its words, and for a
    /// system text that it has no place for; BadInput for a template that cannot be rendered within the limits and for
    /// a text that is not UTF-8.
    [[nodiscard]] Result<std::string> prompt(const std::string& user, const std::optional<std::string>& system = {},
                                             const ChatLimits& limits = {}) const;

 private:
    std::string m_where, m_text;
    std::map<std::string, std::string> m_tokens;
    std::vector<std::string> m_names;
};

}  // namespace kvw
