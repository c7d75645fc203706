// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/recent_bundles.h"

#include <QFileInfo>
#include <QSettings>

namespace kvw::wb {

namespace {

QString key() {
    return QStringLiteral("recentBundles");
}

}  // namespace

RecentBundles::RecentBundles(BundleFiles& bundles, QObject* parent) : QObject(parent), m_bundles(bundles) {
    connect(&bundles, &BundleFiles::opened, this,
            [this](const std::shared_ptr<Recording>&, const QString& path) { add(path); });
    connect(&bundles, &BundleFiles::saved, this, &RecentBundles::add);
}

void RecentBundles::rememberIn(QSettings* settings) {
    m_settings = settings;
    if (m_settings != nullptr) {
        m_paths = m_settings->value(key()).toStringList().mid(0, kMost);
        Q_EMIT changed();
    }
}

QString RecentBundles::label(const QString& path) {
    const QFileInfo info(path);
    return info.fileName() + QStringLiteral(" · ") + info.path();
}

void RecentBundles::open(const QString& path) {
    if (QFileInfo::exists(path)) {
        m_bundles.open(path);
        return;
    }
    m_paths.removeAll(path);
    store();
    Q_EMIT missing(tr("%1 is no longer there.").arg(path));
}

void RecentBundles::add(const QString& path) {
    const QFileInfo info(path);
    if (!info.exists()) {
        return;  // runs side by side have a name, but no file
    }
    const QString place = info.absoluteFilePath();
    m_paths.removeAll(place);
    m_paths.prepend(place);
    m_paths = m_paths.mid(0, kMost);
    store();
}

void RecentBundles::store() {
    if (m_settings != nullptr) {
        m_settings->setValue(key(), m_paths);
    }
    Q_EMIT changed();
}

}  // namespace kvw::wb
