// SPDX-License-Identifier: GPL-3.0-or-later
/// Bundles that were opened or saved last, in any folder.
#pragma once

#include <QObject>
#include <QStringList>

#include "app/workbench/session/files/bundle_files.h"

class QSettings;

namespace kvw::wb {

/// Thread: GUI thread.
class RecentBundles : public QObject {
    Q_OBJECT
 public:
    static constexpr int kMost = 10;
    explicit RecentBundles(BundleFiles& bundles, QObject* parent = nullptr);
    /// Reads the list of earlier sessions from `settings` and stores it there from now on. Null: this session only.
    void rememberIn(QSettings* settings);

    [[nodiscard]] const QStringList& paths() const noexcept { return m_paths; }  ///< newest first
    /// Returns "run.zip · /home/me/runs".
    [[nodiscard]] static QString label(const QString& path);
    /// Opens a bundle; one that no longer exists is removed from the list, and `missing` is emitted.
    void open(const QString& path);

 Q_SIGNALS:
    void changed();
    void missing(const QString& sentence);

 private:
    void add(const QString& path);
    void store();

    BundleFiles& m_bundles;
    QSettings* m_settings = nullptr;
    QStringList m_paths;
};

}  // namespace kvw::wb
