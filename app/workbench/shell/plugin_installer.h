// SPDX-License-Identifier: GPL-3.0-or-later
/// Offers to install a plugin that was dropped on the window, and reports the result.
#pragma once

#include <QObject>
#include <QPointer>
#include <QProgressDialog>
#include <atomic>
#include <filesystem>
#include <memory>

#include "app/workbench/session/job_thread.h"
#include "app/workbench/session/workspace.h"
#include "core/policy/host/install.h"

namespace kvw::wb {

/// Child of the window. Thread: GUI thread.
class PluginInstaller : public QObject {
    Q_OBJECT
 public:
    PluginInstaller(Workspace& workspace, QWidget& window);
    /// Cancels running installations; a plugin is installed whole or not at all.
    ~PluginInstaller() override;
    /// Asks whether to install a plugin. `folder`: its folder (pluginFolderOf).
    void offer(const std::filesystem::path& folder);
    [[nodiscard]] bool busy() const noexcept { return m_pending > 0; }
    /// Cancels all installations in progress.
    void giveUp();

 Q_SIGNALS:
    void installed();  ///< a plugin was installed; the page of plugins should be shown
    void ended();      ///< emitted last for each installation

 private:
    void install(const std::filesystem::path& folder);
    void end(const Result<Installed>& done);
    void tell(const Result<Installed>& done);

    Workspace& m_workspace;
    QWidget& m_window;
    std::shared_ptr<std::atomic<bool>> m_stop;
    QPointer<QProgressDialog> m_progress;
    int m_pending = 0;
    JobThread m_jobs{*this};
};

}  // namespace kvw::wb
