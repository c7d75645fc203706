// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/kept_runs.h"

#include <QDateTime>
#include <QFileInfo>
#include <algorithm>

#include "core/library/run_folder.h"

namespace kvw::wb {

namespace {

/// "2026-11-22 14.13 streaming", with a number behind it where that is taken.
QString freeName(const Recording& recording) {
    const QString folder = QString::fromStdString(runFolder().string());
    const std::string policy = recording.lanes() == 0 ? std::string() : recording.description().lanes.back().policyId;
    const QString base = QStringLiteral("%1/%2 %3")
                             .arg(folder, QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd hh.mm")),
                                  QString::fromStdString(policy));
    QString path = base;
    for (int number = 2; QFileInfo::exists(path); ++number) {
        path = QStringLiteral("%1 %2").arg(base).arg(number);
    }
    return path;
}

}  // namespace

KeptRuns::KeptRuns(BundleFiles& bundles, QObject* parent) : QObject(parent), m_bundles(bundles) {
    connect(&bundles, &BundleFiles::known, this,
            [this](const std::shared_ptr<Recording>& recording, qint64 steps, const QString& hash) {
                std::erase_if(m_kept, [&](const Kept& each) {
                    const auto known = each.recording.lock();
                    return known == nullptr || known == recording;
                });
                m_kept.push_back({recording, steps, hash.toStdString()});
            });
}

std::string KeptRuns::hashOf(const std::shared_ptr<const Recording>& recording) const {
    const Kept* known = find(recording);
    return known == nullptr ? std::string() : known->hash;
}

const KeptRuns::Kept* KeptRuns::find(const std::shared_ptr<const Recording>& recording) const {
    const auto found = std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept& each) {
        return recording != nullptr && each.recording.lock() == recording;
    });
    return found == m_kept.end() ? nullptr : &*found;
}

void KeptRuns::keep(const std::shared_ptr<Recording>& recording, Then then) {
    const Kept* known = find(recording);
    if (recording == nullptr || (known != nullptr && known->steps == BundleFiles::stepsOf(*recording))) {
        then();
        return;
    }
    const QString path = freeName(*recording);
    m_bundles.save(recording, path, false, [this, path, then = std::move(then)](bool written) {
        if (written) {
            Q_EMIT kept(path);
        }
        then();
    });
}

}  // namespace kvw::wb
