// SPDX-License-Identifier: GPL-3.0-or-later
/// A real model on this machine: where it lies, and `packaging/model`, which fetches it in a process of its own.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <filesystem>
#include <optional>

namespace kvw::wb {

/// Nothing is fetched before `start`. Thread: GUI thread.
class ModelFetch : public QObject {
    Q_OBJECT
 public:
    /// The model that is offered, as `packaging/model` has it (which a test compares): small, and under a licence that
    /// nobody has to accept first.
    static constexpr const char *kModel = "smollm2-135m", *kTitle = "SmolLM2 135M", *kLicence = "Apache-2.0";
    static constexpr int kMegabytes = 93;  ///< that are fetched

    explicit ModelFetch(QObject* parent = nullptr);
    ~ModelFetch() override;  ///< ends what is under way
    /// The one that is made with the workspace, as a child of it.
    [[nodiscard]] static ModelFetch& of(const QObject& workspace);
    /// Another script than the one that ships.
    void setScript(const QString& script) { m_script = script; }

    void start();
    /// Its whole process group is told to end, and what it has of the model goes.
    void cancel();

    [[nodiscard]] bool running() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] int done() const noexcept { return m_done; }    ///< megabytes that are there
    [[nodiscard]] int total() const noexcept { return m_total; }  ///< 0: not known yet
    /// The reason that the last fetch failed, in the script's words; empty: it did not.
    [[nodiscard]] const QString& failure() const noexcept { return m_failure; }
    /// Where the model lies, whoever put it there; none: it is not on this machine.
    [[nodiscard]] static std::optional<std::filesystem::path> model();

 Q_SIGNALS:
    void changed();
    void fetched();                        ///< `model` has it now
    void failed(const QString& sentence);  ///< `failure`

 private:
    void read();
    void finish(int code, QProcess::ExitStatus status);
    void end(const QString& failure);
    void signal(int number);

    QString m_script, m_failure;
    QProcess m_process;
    QTimer m_patience;
    int m_done = 0, m_total = 0;
    bool m_cancelled = false;
};

}  // namespace kvw::wb
