// SPDX-License-Identifier: GPL-3.0-or-later
/// Selection from a prompt with the question inside, for a run that read its question behind the prompt. The engine
/// reads both as one prompt, on the inference thread and as soon as no run is going on. A run that starts meanwhile has
/// precedence: the selection is given up.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "app/workbench/session/engine_client.h"
#include "core/policy/host/catalog.h"
#include "core/session/what_if.h"

namespace kvw::wb {

/// Thread: GUI thread.
class QuestionInside : public QObject {
    Q_OBJECT
 public:
    explicit QuestionInside(EngineClient& client, QObject* parent = nullptr) : QObject(parent), m_client(client) {
        m_timer.setInterval(50);
        connect(&m_timer, &QTimer::timeout, this, &QuestionInside::poll);
        connect(&client, &EngineClient::startRequested, this, &QuestionInside::giveUp);
    }
    ~QuestionInside() override { giveUp(); }

    /// Selection with the question inside the prompt.
    struct Answer {
        std::shared_ptr<const Recording> recording;
        int lane = 0;
        std::string policy;
        Result<PromptSelection> selection;
    };

    /// Asks for the selection of a policy, read as lane `lane` read its prompt; does nothing while another is asked
    /// for.
    void ask(std::shared_ptr<const Recording> recording, int lane, const std::string& policy, const Catalog& catalog) {
        if (working()) {
            return;
        }
        RunSpec spec = questionInside(recording->description(), lane);
        spec.model = m_client.loadedModel();
        m_work = std::make_shared<Work>();
        m_answer.reset();
        m_asked = Answer{std::move(recording), lane, policy, PromptSelection()};
        // The session drops the job if it cannot open the engine, and a job that throws reports nothing.
        const std::shared_ptr<void> dropped(nullptr, [work = m_work](void*) {
            work->end(fail(Code::Internal, "what if", "the prompt could not be read"));
        });
        m_client.post([work = m_work, spec = std::move(spec), policy, catalog, dropped](Engine& engine) {
            work->end(selected(engine, spec, policy, catalog, work->stop.get_token()));
        });
        m_timer.start();
        Q_EMIT changed();
    }

    void giveUp() {
        if (working()) {
            m_work->stop.request_stop();
        }
    }

    [[nodiscard]] bool working() const noexcept { return m_work != nullptr; }
    /// Returns the answer about this policy in this lane; null: none was asked for, or it is not there yet.
    [[nodiscard]] const Answer* answer(const Recording* recording, int lane, const std::string& policy) const {
        return m_answer && m_answer->recording.get() == recording && m_answer->lane == lane &&
                       m_answer->policy == policy
                   ? &*m_answer
                   : nullptr;
    }

 Q_SIGNALS:
    void changed();  ///< the work began or ended

 private:
    /// State shared with the job on the inference thread, which may outlive this object.
    struct Work {
        std::stop_source stop;
        std::mutex mutex;
        std::optional<Result<PromptSelection>> selection;  ///< none: under way

        void end(Result<PromptSelection> result) {
            const std::lock_guard lock(mutex);
            if (!selection) {
                selection = std::move(result);
            }
        }
    };

    [[nodiscard]] static Result<PromptSelection> selected(Engine& engine, const RunSpec& spec,
                                                          const std::string& policy, const Catalog& catalog,
                                                          const std::stop_token& stop) {
        if (stop.stop_requested()) {
            return fail(Code::Cancelled, "what if", "it was cancelled");
        }
        KVW_TRY_ASSIGN(const auto run, engine.start(spec, catalog, {}));
        const std::stop_callback cancel(stop, [&run] { run->cancel(); });
        KVW_TRY(run->prefill({}));
        KVW_TRY_ASSIGN(const auto prompt, run->observedPrompt());
        return prompt->select(policy);
    }

    void poll() {
        std::optional<Result<PromptSelection>> selection;
        {
            const std::lock_guard lock(m_work->mutex);
            selection = m_work->selection;
        }
        if (!selection) {
            return;
        }
        m_timer.stop();
        m_work.reset();
        m_answer = std::move(m_asked);
        m_answer->selection = std::move(*selection);
        Q_EMIT changed();
    }

    EngineClient& m_client;
    std::shared_ptr<Work> m_work;  ///< null: nothing is asked for
    std::optional<Answer> m_asked, m_answer;
    QTimer m_timer;
};

}  // namespace kvw::wb
