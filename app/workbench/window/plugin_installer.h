// SPDX-License-Identifier: GPL-3.0-or-later
/// A plugin that was dropped on the window: offered, installed if the user agrees, and what became of it told.
#pragma once

#include <QObject>
#include <filesystem>

#include "app/workbench/models/workspace.h"
#include "core/policy/host/install.h"

namespace kvw::wb {

/// Thread: GUI thread. A child of the window.
class PluginInstaller : public QObject {
    Q_OBJECT
 public:
    PluginInstaller(Workspace& workspace, QWidget& window);
    /// `folder`: of a plugin (pluginFolderOf).
    void offer(const std::filesystem::path& folder);

 Q_SIGNALS:
    void installed();  ///< the page of plugins has what to look at

 private:
    void install(const std::filesystem::path& folder);
    void tell(const Result<Installed>& done);

    Workspace& m_workspace;
    QWidget& m_window;
};

}  // namespace kvw::wb
