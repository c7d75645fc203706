// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/text_reading.h"

#include <exception>
#include <utility>

#include "core/model/model_files.h"
#include "core/model/text/document.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr int kNextKeyMs = 150;
constexpr qint64 kMostBytes = qint64{16} << 20;  // takes some ten seconds

Result<SplitPrompt> askedText(const TextReading::Question& question) {
    const auto whole = [](std::string text) { return SplitPrompt{std::move(text), {}}; };
    if (question.chat && question.question) {
        return question.chat->splitPrompt(*question.prompt, *question.question, question.system);
    }
    if (question.chat) {
        return question.chat->prompt(*question.prompt, question.system).map(whole);
    }
    if (question.prompt) {
        return whole(*question.prompt);
    }
    if (question.bytes > kMostBytes) {
        return fail(Code::BadUsage, question.file.string(), "a text of this length is not counted before the run");
    }
    return Document::load(question.file).map([&](const Document& document) { return whole(document.text); });
}

}  // namespace

bool TextReading::Question::operator==(const Question& other) const {
    return model == other.model && file == other.file && changed == other.changed && bytes == other.bytes &&
           prompt == other.prompt && question == other.question && specialTokens == other.specialTokens &&
           chat.has_value() == other.chat.has_value() && chatName == other.chatName && system == other.system;
}

TextReading::TextReading(QObject* parent) : QObject(parent) {
    m_typing.setSingleShot(true);
    m_typing.setInterval(kNextKeyMs);
    connect(&m_typing, &QTimer::timeout, this, &TextReading::read);
}

TextReading::~TextReading() {
    ++m_number;
}

void TextReading::ask(Question question) {
    if (m_question && *m_question == question) {
        return;
    }
    const bool typed = m_question && m_question->prompt && question.prompt && m_question->model == question.model;
    m_question = std::move(question);
    m_answer.reset();
    ++m_number;
    m_typing.start(typed ? kNextKeyMs : 0);
}

void TextReading::forget() {
    ++m_number;
    m_question.reset();
    m_answer.reset();
}

void TextReading::read() {
    if (m_running || !m_question) {
        return;
    }
    m_running = true;
    m_jobs.start(
        [this, asked = *m_question, number = m_number.load()] {
            Answer answer{std::string(), 0};
            try {
                answer = answerTo(asked, m_loaded, [this, number] { return m_number == number; });
            } catch (const std::exception& thrown) {  // mostly std::bad_alloc
                answer.tokens = fail(Code::OutOfMemory, "text", thrown.what());
            }
            return answer;
        },
        [this, number = m_number.load()](const Answer& answer) {
            m_running = false;
            if (m_number == number) {
                m_answer = answer;
                Q_EMIT answered();
            } else if (!m_typing.isActive()) {
                read();
            }
        });
}

TextReading::Answer TextReading::answerTo(const Question& question, Loaded& loaded, const ContinueCallback& wanted) {
    const Result<SplitPrompt> asked = askedText(question);
    if (!asked) {
        return {tl::unexpected(asked.error()), tl::unexpected(asked.error())};
    }
    const std::string& text = asked->prompt;
    if (loaded.tokenizer == nullptr || loaded.model != question.model) {
        loaded = {};
        auto tokenizer = ModelFiles::tokenizerOf(question.model, wanted);
        if (!tokenizer) {
            return {text, tl::unexpected(tokenizer.error()), asked->question};
        }
        loaded = {question.model, std::make_shared<const Tokenizer>(std::move(*tokenizer))};
    }
    auto tokens = readText(*loaded.tokenizer, text, question.specialTokens && !question.chat, wanted)
                      .map([](const TextTokens& read) { return static_cast<std::int64_t>(read.encoding.ids.size()); });
    return {text, std::move(tokens), asked->question};
}

}  // namespace kvw::wb
