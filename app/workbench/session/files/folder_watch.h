// SPDX-License-Identifier: GPL-3.0-or-later
/// Tells when plugins or models come, go or change in their folders while the window is open.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <vector>

namespace kvw::wb {

/// Thread: GUI thread.
class FolderWatch : public QObject {
    Q_OBJECT
 public:
    explicit FolderWatch(std::vector<std::filesystem::path> folders, QObject* parent = nullptr);

 Q_SIGNALS:
    /// Emitted once no further change has come for a while, because an installation writes several files.
    void changed();

 private:
    /// Watches the folders, their plugin folders and manifests; for a folder that does not exist yet, the nearest
    /// parent that does.
    void watch();

    std::vector<std::filesystem::path> m_folders;
    QFileSystemWatcher m_watcher;
    QTimer m_settled;
};

}  // namespace kvw::wb
