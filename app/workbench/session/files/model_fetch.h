// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds a real model on this machine, or fetches it with `packaging/model` in a process of its own.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <filesystem>
#include <optional>

#include "core/base/phrase.h"

namespace kvw::wb {

/// Nothing is fetched before `start`. Thread: GUI thread.
class ModelFetch : public QObject {
    Q_OBJECT
 public:
    /// The model that is offered, as in `packaging/model` (a test compares them): small, and with a licence that nobody
    /// has to accept first.
    static constexpr const char *kModel = "smollm2-135m", *kTitle = "SmolLM2 135M", *kLicence = "Apache-2.0";
    static constexpr int kMegabytes = 93;  ///< size of the download

    explicit ModelFetch(QObject* parent = nullptr);
    ~ModelFetch() override;  ///< ends a fetch under way
    /// Sets another script than the shipped one.
    void setScript(const QString& script) { m_script = script; }

    void start();
    /// Ends the whole process group of the script, which removes the part of the model that it has.
    void cancel();

    [[nodiscard]] bool running() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] int done() const noexcept { return m_done; }    ///< megabytes fetched so far
    [[nodiscard]] int total() const noexcept { return m_total; }  ///< 0: not known yet
    /// Returns why the last fetch failed, in the script's words; empty: it did not.
    [[nodiscard]] const Phrase& failure() const noexcept { return m_failure; }
    /// Returns the path of the model, whoever put it there; none: it is not on this machine.
    [[nodiscard]] static std::optional<std::filesystem::path> model();

 Q_SIGNALS:
    void changed();
    void fetched();                       ///< `model` returns it now
    void failed(const Phrase& sentence);  ///< `sentence`: as `failure`

 private:
    void read();
    void finish(int code, QProcess::ExitStatus status);
    void end(Phrase failure);
    void signal(int number);

    QString m_script;
    Phrase m_failure;
    QProcess m_process;
    QTimer m_patience;
    int m_done = 0, m_total = 0;
    bool m_cancelled = false;
};

}  // namespace kvw::wb
