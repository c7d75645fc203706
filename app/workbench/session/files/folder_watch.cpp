// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/folder_watch.h"

#include <QStringList>
#include <system_error>

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr int kSettleMs = 300;

QString text(const fs::path& path) {
    return QString::fromStdString(path.string());
}

}  // namespace

FolderWatch::FolderWatch(std::vector<fs::path> folders, QObject* parent)
    : QObject(parent), m_folders(std::move(folders)) {
    m_settled.setSingleShot(true);
    m_settled.setInterval(kSettleMs);
    const auto restart = [this] { m_settled.start(); };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, restart);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, restart);
    connect(&m_settled, &QTimer::timeout, this, [this] {
        watch();
        Q_EMIT changed();
    });
    watch();
}

void FolderWatch::watch() {
    QStringList wanted;
    for (const fs::path& folder : m_folders) {
        std::error_code error;
        if (!fs::is_directory(folder, error)) {
            fs::path parent = folder;
            while (parent.has_relative_path() && !fs::is_directory(parent, error)) {
                parent = parent.parent_path();
            }
            wanted += text(parent);
            continue;
        }
        wanted += text(folder);
        // A read error ends the list; without `ended` it would throw.
        std::error_code ended;
        for (fs::directory_iterator plugin(folder, ended), end; !ended && plugin != end; plugin.increment(ended)) {
            if (plugin->is_directory(error)) {
                wanted += text(plugin->path());
                if (const fs::path manifest = plugin->path() / "manifest.json"; fs::is_regular_file(manifest, error)) {
                    wanted += text(manifest);
                }
            }
        }
    }
    // A file that was replaced is no longer watched, so all paths are added again; known ones are ignored.
    m_watcher.addPaths(wanted);
}

}  // namespace kvw::wb
