// SPDX-License-Identifier: GPL-3.0-or-later
/// Renders the prompt with the chosen model's chat template and counts the tokens of the text with its tokenizer. Both
/// take a while and are computed on a thread.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimer>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/workbench/session/job_thread.h"
#include "core/model/text/chat_template.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::wb {

/// Thread: GUI thread.
class TextReading : public QObject {
    Q_OBJECT
 public:
    /// A text file or a prompt, read by the model of a folder.
    struct Question {
        std::filesystem::path model, file;
        QDateTime changed;  ///< when the file was changed
        qint64 bytes = 0;
        std::optional<std::string> prompt, question;
        bool specialTokens = true;
        std::optional<ChatTemplate> chat;  ///< renders the prompt as a message; none: the prompt is plain
        std::string chatName;              ///< name of the template
        std::optional<std::string> system;

        /// Takes templates of one model and name for equal; call `forget` when their files have changed.
        [[nodiscard]] bool operator==(const Question& other) const;
    };
    struct Answer {
        Result<std::string> prompt;  ///< as rendered by the template, or unchanged without one
        Result<std::int64_t> tokens;  ///< of the prompt, without the question
        std::string question = {};    ///< behind the prompt, as rendered by the template; empty without one
    };

    explicit TextReading(QObject* parent = nullptr);
    ~TextReading() override;
    /// Starts to answer a question, unless it is the last one again. A prompt that is being typed waits for the next
    /// key.
    void ask(Question question);
    void forget();
    /// Returns the answer to the last question; null: there is none yet.
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
    [[nodiscard]] static Answer answerTo(const Question& question, Loaded& loaded, const ContinueCallback& wanted);

    std::optional<Question> m_question;
    std::optional<Answer> m_answer;
    QTimer m_typing;
    bool m_running = false;
    std::atomic<std::int64_t> m_number = 0;  ///< number of the last question; reading for an older one ends
    Loaded m_loaded;
    JobThread m_jobs{*this};
};

}  // namespace kvw::wb
