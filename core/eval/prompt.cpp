// SPDX-License-Identifier: Apache-2.0
#include "core/eval/prompt.h"

#include <utility>

#include "core/model/text/document.h"

namespace kvw::eval {
namespace {

/// Returns a text that the context does not have, so that a rendered template has it once.
std::string markerFor(const std::string& context) {
    std::string marker = "\n####";
    while (context.find(marker) != std::string::npos) {
        marker += '#';
    }
    return marker;
}

std::int64_t sizeOfIds(const std::vector<std::int32_t>& ids) {
    return static_cast<std::int64_t>(ids.size());
}

}  // namespace

Result<PromptTexts> splitAtMarker(const std::string& rendered, const std::string& marker, const Sample& sample,
                                  const std::string& where) {
    const std::size_t at = rendered.find(marker);
    if (at == std::string::npos || rendered.find(marker, at + 1) != std::string::npos) {
        return fail(Code::BadInput, where, "the chat template does not write a message once and as it is", {},
                    "a template that does, or --compress-at prompt");
    }
    return PromptTexts{rendered.substr(0, at),
                       sample.question + rendered.substr(at + marker.size()) + sample.answerPrefix};
}

Result<std::string> PromptMaker::rendered(const std::string& message) {
    if (!m_chat) {
        return tl::unexpected(m_chat.error());
    }
    if (m_rendered.empty() || m_message != message) {
        KVW_TRY_ASSIGN(m_rendered, m_chat->prompt(message));
        m_message = message;
    }
    return m_rendered;
}

Result<std::vector<std::int32_t>> PromptMaker::encoded(const std::string& text, const Sample& sample) const {
    const auto idsOf = [](Encoding encoding) { return std::move(encoding.ids); };
    return sample.twoBegins ? m_tokenizer.encode(text, sample.specialTokens).map(idsOf)
                            : readText(m_tokenizer, text, sample.specialTokens).map([&](TextTokens read) {
                                  return idsOf(std::move(read.encoding));
                              });
}

Result<PromptTokens> PromptMaker::splitPrompt(const Sample& sample) {
    PromptTexts texts{sample.context, sample.question};
    if (rendersChat(sample)) {
        const std::string marker = markerFor(sample.context);
        KVW_TRY_ASSIGN(const auto whole, rendered(sample.context + marker));
        KVW_TRY_ASSIGN(texts, splitAtMarker(whole, marker, sample, "chat template"));
    } else {
        texts.question += (sample.question.empty() ? "" : "\n") + sample.answerPrefix;
    }
    KVW_TRY_ASSIGN(auto ids, encoded(texts.context, sample));
    PromptTokens prompt{std::move(ids), 0};
    prompt.compressed = sizeOfIds(prompt.ids);
    if (!texts.question.empty()) {
        KVW_TRY_ASSIGN(const auto behind, m_tokenizer.encode(texts.question, false));
        prompt.ids.insert(prompt.ids.end(), behind.ids.begin(), behind.ids.end());
    }
    return prompt;
}

Result<PromptTokens> PromptMaker::prompt(const Sample& sample) {
    const bool ids = !sample.ids.empty();
    if (!ids && m_where == CompressAt::Context && sample.kind != AnswerKind::Likelihood) {
        return splitPrompt(sample);
    }
    PromptTokens prompt{sample.ids, sizeOfIds(sample.ids)};
    if (!ids) {
        std::string text = sample.context + sample.question;
        if (rendersChat(sample)) {
            KVW_TRY_ASSIGN(text, rendered(text));
        }
        KVW_TRY_ASSIGN(prompt.ids, encoded(text + sample.answerPrefix, sample));
        prompt.compressed = sizeOfIds(prompt.ids);
    }
    return prompt;
}

}  // namespace kvw::eval
