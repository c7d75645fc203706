// SPDX-License-Identifier: GPL-3.0-or-later
/// A plugin that was dropped on the window: offered, installed if the user agrees, and what became of it told.
#pragma once

#include <QObject>
#include <QPointer>
#include <QProgressDialog>
#include <QThreadPool>
#include <atomic>
#include <filesystem>
#include <memory>

#include "app/workbench/models/workspace.h"
#include "core/policy/host/install.h"

namespace kvw::wb {

/// Thread: GUI thread. A child of the window.
class PluginInstaller : public QObject {
    Q_OBJECT
 public:
    PluginInstaller(Workspace& workspace, QWidget& window);
    /// Gives up what is under way: a plugin is installed whole or not at all.
    ~PluginInstaller() override;
    /// `folder`: of a plugin (pluginFolderOf).
    void offer(const std::filesystem::path& folder);
    [[nodiscard]] bool busy() const noexcept { return m_pending > 0; }
    /// All that are under way.
    void giveUp();

 Q_SIGNALS:
    void installed();  ///< the page of plugins has what to look at
    void ended();      ///< last, of each

 private:
    void install(const std::filesystem::path& folder);
    void advance(int part);  ///< of a thousand
    void end(const Result<Installed>& done);
    void tell(const Result<Installed>& done);

    Workspace& m_workspace;
    QWidget& m_window;
    QThreadPool m_pool;  ///< one after the other
    std::shared_ptr<std::atomic<bool>> m_stop;
    QPointer<QProgressDialog> m_progress;
    int m_pending = 0;
};

}  // namespace kvw::wb
