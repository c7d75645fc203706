// SPDX-License-Identifier: Apache-2.0
/// Chat template of an instruct model, which turns a message into a prompt. Templates are Jinja programs; Jinja2
/// renders them in a separate process (resources/chat/render.py), as it does for transformers: a template is an
/// untrusted program from the model's makers.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Limits of the process; `memory` and `output` (bytes) come on top of what the texts themselves need.
struct ChatLimits {
    std::chrono::seconds time{10};
    std::size_t memory = std::size_t{512} << 20, output = std::size_t{64} << 20;
};

/// A message in a template, in two parts: the second begins with its question and ends with the start of the answer.
struct SplitPrompt {
    std::string prompt, question;
};

/// Immutable. Thread: const access from any thread.
class ChatTemplate {
 public:
    /// Loads the template of a model folder: chat_template.jinja and additional_chat_templates/NAME.jinja, else
    /// chat_template of tokenizer_config.json (a text, or a list of named ones), else chat_template.json. For a GGUF
    /// file: the same files beside it, else tokenizer.chat_template and tokenizer.chat_template.NAME in it. `name`
    /// selects one of several; empty: "default". Starts no process. Errors: NotFound if there is none of that name.
    [[nodiscard]] static Result<ChatTemplate> load(const std::filesystem::path& model, const std::string& name = {});
    /// Makes a template from its text and the special tokens that it may use. `where` names it in errors.
    [[nodiscard]] static ChatTemplate of(std::string text, std::map<std::string, std::string> tokens,
                                         std::string where);

    /// Returns the names of all templates of the model, sorted; one without a name is called "default".
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return m_names; }
    /// Renders one user message and the start of the answer, as transformers' apply_chat_template does with
    /// add_generation_prompt. Adds nothing that the template does not write (such as a begin token). Takes about 0.2 s.
    /// Errors: NotFound without Python or Jinja2; BadUsage if the template raises an error, with its message, or has no
    /// place for a system text; BadInput for a template that cannot be rendered within the limits and for a text that
    /// is not UTF-8.
    [[nodiscard]] Result<std::string> prompt(const std::string& user, const std::optional<std::string>& system = {},
                                             const ChatLimits& limits = {}) const;
    /// Renders `user` and then `question` as one message. Errors: those of `prompt`; BadUsage if the template writes the
    /// message in another way than as one piece.
    [[nodiscard]] Result<SplitPrompt> splitPrompt(const std::string& user, const std::string& question,
                                                  const std::optional<std::string>& system = {},
                                                  const ChatLimits& limits = {}) const;

 private:
    std::string m_where, m_text;
    std::map<std::string, std::string> m_tokens;
    std::vector<std::string> m_names;
};

}  // namespace kvw
