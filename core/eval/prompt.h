// SPDX-License-Identifier: Apache-2.0
/// Token ids of a sample, and where its context ends in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

/// Makes prompts with a tokenizer, which must outlive it, and, for samples that want one, a chat template. A model
/// without a template gets the texts as they are. Thread: one at a time.
class PromptMaker {
 public:
    PromptMaker(const Tokenizer& tokenizer, Result<ChatTemplate> chat, CompressAt where)
        : m_tokenizer(tokenizer), m_chat(std::move(chat)), m_where(where) {}

    /// Returns the tokens of a sample. With CompressAt::Context, context and question are encoded by themselves, as
    /// kvpress does; otherwise the prompt is one text. The answer prefix stands behind what a template writes. A begin
    /// token that a template writes is not written again, unless the sample wants two. Errors: those of the tokenizer
    /// and the template.
    [[nodiscard]] Result<PromptTokens> prompt(const Sample& sample);
    /// Returns true if the prompt of a sample lacks the template that it asks for.
    [[nodiscard]] bool lacksTemplate(const Sample& sample) const {
        return sample.chat && !m_chat && m_chat.error().code == Code::NotFound;
    }

 private:
    [[nodiscard]] bool rendersChat(const Sample& sample) const { return sample.chat && !lacksTemplate(sample); }
    [[nodiscard]] Result<std::vector<std::int32_t>> encoded(const std::string& text, const Sample& sample) const;
    [[nodiscard]] Result<PromptTokens> splitPrompt(const Sample& sample);

    const Tokenizer& m_tokenizer;
    Result<ChatTemplate> m_chat;
    CompressAt m_where;
    /// The context that was rendered last, and what the template makes of it: several questions may ask about it.
    std::string m_context;
    std::optional<SplitPrompt> m_rendered;
};

}  // namespace kvw::eval
