// SPDX-License-Identifier: Apache-2.0
#include "core/eval/prompt.h"

#include "core/model/text/document.h"

namespace kvw::eval {

Result<std::vector<std::int32_t>> PromptMaker::encoded(const std::string& text, const Sample& sample) const {
    const auto idsOf = [](Encoding encoding) { return std::move(encoding.ids); };
    return sample.twoBegins ? m_tokenizer.encode(text, sample.specialTokens).map(idsOf)
                            : readText(m_tokenizer, text, sample.specialTokens).map([&](TextTokens read) {
                                  return idsOf(std::move(read.encoding));
                              });
}

Result<PromptTokens> PromptMaker::splitPrompt(const Sample& sample) {
    std::string context = sample.context, question = sample.question;
    if (rendersChat(sample)) {
        if (!m_rendered || m_context != sample.context) {
            KVW_TRY_ASSIGN(m_rendered, m_chat.and_then([&](const ChatTemplate& known) {
                return known.splitPrompt(sample.context, {});
            }));
            m_context = sample.context;
        }
        context = m_rendered->prompt;
        question += m_rendered->question;
    } else if (!question.empty() && !question.ends_with('\n') && sample.kind != AnswerKind::Choice) {
        // The letter of a choice follows the question itself.
        question += '\n';
    }
    question += sample.answerPrefix;
    KVW_TRY_ASSIGN(auto ids, encoded(context, sample));
    PromptTokens prompt{std::move(ids), 0};
    prompt.compressed = std::ssize(prompt.ids);
    if (!question.empty()) {
        KVW_TRY_ASSIGN(const auto behind, m_tokenizer.encode(question, false));
        prompt.ids.insert(prompt.ids.end(), behind.ids.begin(), behind.ids.end());
    }
    return prompt;
}

Result<PromptTokens> PromptMaker::prompt(const Sample& sample) {
    const bool ids = !sample.ids.empty();
    if (!ids && m_where == CompressAt::Context && sample.kind != AnswerKind::Likelihood) {
        return splitPrompt(sample);
    }
    PromptTokens prompt{sample.ids, std::ssize(sample.ids)};
    if (!ids) {
        std::string text = sample.context + sample.question;
        if (rendersChat(sample)) {
            KVW_TRY_ASSIGN(text, m_chat.and_then([&](const ChatTemplate& known) { return known.prompt(text); }));
        }
        KVW_TRY_ASSIGN(prompt.ids, encoded(text + sample.answerPrefix, sample));
        prompt.compressed = std::ssize(prompt.ids);
    }
    return prompt;
}

}  // namespace kvw::eval
