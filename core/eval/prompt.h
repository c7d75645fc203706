// SPDX-License-Identifier: Apache-2.0
/// Token ids of a sample, and where its context ends in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/eval/eval_plan.h"
#include "core/eval/tasks/sample.h"
#include "core/model/text/chat_template.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::eval {

struct PromptTokens {
    std::vector<std::int32_t> ids;
    /// Tokens that policies compress: of the context with CompressAt::Context, else all.
    std::int64_t compressed = 0;
};

/// Texts around what a sample says.
struct PromptTexts {
    std::string context;   ///< with what a chat template writes before it
    std::string question;  ///< question, what the template writes behind it (else a newline), and the answer prefix
};
/// Splits a template that was rendered around `context` and a marker at the marker, and joins the question and the
/// answer prefix with what stands behind it. Errors: BadInput, the template has lost the marker or writes it twice.
[[nodiscard]] Result<PromptTexts> splitAtMarker(const std::string& rendered, const std::string& marker,
                                                const Sample& sample, const std::string& where);

/// Makes prompts with a tokenizer, which must outlive it, and, for samples that want one, a chat template. A model
/// without a template gets the texts as they are. Thread: one at a time.
class PromptMaker {
 public:
    PromptMaker(const Tokenizer& tokenizer, Result<ChatTemplate> chat, CompressAt where)
        : m_tokenizer(tokenizer), m_chat(std::move(chat)), m_where(where) {}

    /// Returns the tokens of a sample. With CompressAt::Context, context and question are encoded by themselves, as
    /// kvpress does; otherwise the prompt is one text. A begin token that a template writes is not written again, unless the
    /// sample wants two.
    /// Errors: those of the tokenizer and the template.
    [[nodiscard]] Result<PromptTokens> prompt(const Sample& sample);
    /// Returns true if the prompt of a sample lacks the template that it asks for.
    [[nodiscard]] bool lacksTemplate(const Sample& sample) const {
        return sample.chat && !m_chat && m_chat.error().code == Code::NotFound;
    }

 private:
    [[nodiscard]] bool rendersChat(const Sample& sample) const { return sample.chat && !lacksTemplate(sample); }
    /// Renders a message; the last one is kept, because several questions may ask about one context.
    [[nodiscard]] Result<std::string> rendered(const std::string& message);
    [[nodiscard]] Result<std::vector<std::int32_t>> encoded(const std::string& text, const Sample& sample) const;
    [[nodiscard]] Result<PromptTokens> splitPrompt(const Sample& sample);

    const Tokenizer& m_tokenizer;
    Result<ChatTemplate> m_chat;
    CompressAt m_where;
    std::string m_message, m_rendered;
};

}  // namespace kvw::eval
