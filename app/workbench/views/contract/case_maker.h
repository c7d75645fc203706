// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes a call of a recorded run as a conformance case. The engine recomputes the lane up to that call, on the
/// inference thread and as soon as no run is going on. A run that starts meanwhile has precedence: the case is given
/// up.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/files/save_file.h"
#include "core/policy/host/catalog.h"
#include "core/session/case_request.h"

namespace kvw::wb {

/// Thread: GUI thread.
class CaseMaker : public QObject {
    Q_OBJECT
 public:
    explicit CaseMaker(EngineClient& client, QObject* parent = nullptr) : QObject(parent), m_client(client) {
        m_timer.setInterval(50);
        connect(&m_timer, &QTimer::timeout, this, &CaseMaker::poll);
        connect(&client, &EngineClient::startRequested, this, &CaseMaker::giveUp);
    }

    ~CaseMaker() override { giveUp(); }

    /// Starts to make a case; does nothing while another is being made.
    void make(CaseRequest request, const Catalog& catalog, const QString& file) {
        if (working()) {
            return;
        }
        m_work = std::make_shared<Work>();
        m_work->file = file;
        m_total = request.step + 1;
        m_told = 0;
        // The session drops the job if it cannot open the engine, and a job that throws reports nothing; this guard
        // ends the work in both cases.
        const std::shared_ptr<void> dropped(nullptr, [work = m_work](void*) {
            work->end(work->begun ? phrase("The case could not be made.") : phrase("The engine could not be opened."));
        });
        m_client.post([work = m_work, request = std::move(request), catalog, dropped](Engine& engine) {
            work->begun = true;
            const auto progress = [&work](const Progress& at) {
                if (std::string_view(at.unit) != "MB") {  // MB is the unit of loading the model
                    work->done = at.done;
                }
            };
            const auto text = work->stop.stop_requested()
                                  ? Result<std::string>(fail(Code::Cancelled, "case", "it was cancelled"))
                                  : engine.caseOf(request, catalog, progress, work->stop.get_token());
            if (text && work->stop.stop_requested()) {
                work->end({}, true);
            } else if (text) {
                work->end(write(work->file, *text));
            } else {
                work->end(text.error().asPhrase(), text.error().code == Code::Cancelled);
            }
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
    /// Returns the number of tokens recomputed so far; 0 while the case waits for a run or the model loads.
    [[nodiscard]] qint64 done() const { return working() ? m_work->done.load() : 0; }
    [[nodiscard]] qint64 total() const noexcept { return m_total; }

 Q_SIGNALS:
    void changed();  ///< the work began, advanced or ended
    void made(const QString& file);
    void refused(const Phrase& sentence);  ///< empty: the case was given up

 private:
    /// State shared with the job on the inference thread, which may outlive the CaseMaker.
    struct Work {
        QString file;
        std::stop_source stop;
        std::atomic<bool> begun{false};  ///< the engine is open and runs the job
        std::atomic<qint64> done{0};
        std::mutex mutex;
        std::optional<Phrase> refusal;  ///< none: under way; empty: written or given up
        bool givenUp = false;

        void end(Phrase sentence, bool stopped = false) {
            const std::lock_guard lock(mutex);
            if (!refusal) {
                refusal = std::move(sentence);
                givenUp = stopped;
            }
        }
    };

    /// Writes the whole file or none of it. Returns an error sentence, empty on success.
    [[nodiscard]] static Phrase write(const QString& file, const std::string& text) {
        const QString reason = saveFile(file, QByteArray::fromStdString(text));
        return reason.isEmpty() ? Phrase()
                                : phrase("%1 could not be written: %2.", file.toStdString(), reason.toStdString());
    }

    void poll() {
        std::unique_lock lock(m_work->mutex);
        if (!m_work->refusal) {
            // A job that has not begun to recompute has nothing to finish.
            const bool waits = m_work->stop.stop_requested() && m_work->done == 0;
            lock.unlock();
            if (waits) {
                m_work->end({}, true);
            } else if (std::exchange(m_told, done()) != done()) {
                Q_EMIT changed();
            }
            return;
        }
        const Phrase refusal = m_work->givenUp ? Phrase() : *m_work->refusal;
        const bool good = !m_work->givenUp && refusal.empty();
        const QString file = m_work->file;
        lock.unlock();
        m_timer.stop();
        m_work.reset();
        good ? Q_EMIT made(file) : Q_EMIT refused(refusal);
        Q_EMIT changed();
    }

    EngineClient& m_client;
    std::shared_ptr<Work> m_work;  ///< null: no case is being made
    qint64 m_total = 0, m_told = 0;
    QTimer m_timer;
};

}  // namespace kvw::wb
