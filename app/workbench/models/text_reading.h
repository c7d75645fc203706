// SPDX-License-Identifier: GPL-3.0-or-later
/// What the chosen model makes of the chosen text: the prompt as its chat template writes it, and the tokens of its own
/// tokenizer. Both take a while and are computed on a thread.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/model/chat_template.h"
#include "core/model/tokenizer.h"

namespace kvw::wb {

/// Thread: GUI thread.
class TextReading : public QObject {
    Q_OBJECT
 public:
    /// A text file or a prompt, read by the model of a folder.
    struct Question {
        std::filesystem::path model, file;
        QDateTime changed;  ///< of the file
        qint64 bytes = 0;
        std::optional<std::string> prompt;
        bool specialTokens = true;
        std::optional<ChatTemplate> chat;  ///< the prompt is a message
        std::string chatName;              ///< of the template
        std::optional<std::string> system;

        /// Templates of one model and name are taken for equal: `forget` says that files have changed.
        [[nodiscard]] bool operator==(const Question& other) const;
    };
    struct Answer {
        Result<std::string> prompt;  ///< as the template writes it; as it is without one
        Result<std::int64_t> tokens;
    };

    explicit TextReading(QObject* parent = nullptr);
    ~TextReading() override;
    /// Nothing where it is what was asked last. A prompt that is being typed waits for the next key.
    void ask(Question question);
    void forget();
    /// To the last question; null: there is none yet.
    [[nodiscard]] const Answer* answer() const { return m_answer ? &*m_answer : nullptr; }

 Q_SIGNALS:
    void answered();

 private:
    /// The tokenizer that was loaded last, for the thread of the pool only.
    struct Loaded {
        std::filesystem::path model;
        std::shared_ptr<const Tokenizer> tokenizer;
    };
    void read();
    [[nodiscard]] static Answer answerTo(const Question& question, Loaded& loaded, const GoOn& wanted);

    std::optional<Question> m_question;
    std::optional<Answer> m_answer;
    QTimer m_typing;
    bool m_running = false;
    std::atomic<std::int64_t> m_number = 0;  ///< of the question: who reads for another one ends
    Loaded m_loaded;
    QThreadPool m_pool;  ///< last: its threads end first
};

}  // namespace kvw::wb
