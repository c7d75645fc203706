// SPDX-License-Identifier: Apache-2.0
/// The chat template of an instruct model: how a message reads as a prompt. The templates are Jinja programs; those of
/// seven common forms are recognised by the expressions they consist of, others are refused.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Immutable. Thread: const access from any thread.
class ChatTemplate {
 public:
    enum class Form { Llama2, Mistral, Llama3, ChatMl, Gemma, Zephyr, Phi3 };

    /// Of a model folder: chat_template.jinja, else chat_template of tokenizer_config.json (a text, or a list of named
    /// ones, of which "default" counts). Of a GGUF file: the same files beside it, else tokenizer.chat_template in it.
    /// Errors: NotFound where there is none; BadInput for an unknown form.
    [[nodiscard]] static Result<ChatTemplate> load(const std::filesystem::path& model);
    /// Of the text of a template, with the model's special tokens. `where` names it in errors.
    [[nodiscard]] static Result<ChatTemplate> parse(const std::string& text, std::string bos, std::string eos,
                                                    const std::string& where);

    [[nodiscard]] Form form() const noexcept { return m_form; }
    [[nodiscard]] bool takesSystem() const noexcept { return m_hasSystem; }  ///< has a place for a system text
    /// One message of the user and the start of the answer, as the template renders them with add_generation_prompt. A
    /// date is the one a template names itself, never today's. Errors: BadUsage for a system text where the template
    /// has no place for one.
    [[nodiscard]] Result<std::string> prompt(const std::string& user,
                                             const std::optional<std::string>& system = std::nullopt) const;

 private:
    friend class TemplateReader;

    Form m_form = Form::ChatMl;
    std::string m_where, m_bos, m_eos;  ///< m_bos is empty where the template does not write it
    std::string m_before, m_after;      ///< around the user's text
    std::string m_systemBefore, m_systemAfter;
    std::string m_defaultSystem;  ///< the whole system part where no system text is given
    std::string m_answer;         ///< what begins the answer
    bool m_hasSystem = false, m_trims = false;
};

/// The name that the form goes by, e.g. "ChatML".
[[nodiscard]] const char* toText(ChatTemplate::Form form) noexcept;

}  // namespace kvw
