// SPDX-License-Identifier: GPL-3.0-or-later
/// Bundles that were opened or saved last, wherever they lie.
#pragma once

#include <QObject>
#include <QStringList>

#include "app/workbench/models/bundle_files.h"

class QSettings;

namespace kvw::wb {

/// Thread: GUI thread.
class RecentBundles : public QObject {
    Q_OBJECT
 public:
    static constexpr int kMost = 10;
    explicit RecentBundles(BundleFiles& bundles, QObject* parent = nullptr);
    /// The one that is made with the workspace, as a child of it.
    [[nodiscard]] static RecentBundles& of(const QObject& workspace);
    /// Takes the list of earlier sessions from there, and keeps it there. Null: this session only.
    void rememberIn(QSettings* settings);

    [[nodiscard]] const QStringList& paths() const noexcept { return m_paths; }  ///< the newest first
    /// "run.zip · /home/me/runs"
    [[nodiscard]] static QString label(const QString& path);
    /// One that is gone is said, and leaves the list.
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
