// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/kept_runs.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <algorithm>

#include "core/library/run_folder.h"

namespace kvw::wb {

namespace {

struct Place {
    QString path;
    std::shared_ptr<QLockFile> lock;  ///< held while the run is written, so that other windows take other names
};

/// Returns "2026-11-22 14.13 streaming", followed by a number if that is taken.
Place freePlace(const Recording& recording) {
    constexpr qsizetype kLongest = 80;  // the name of a lane that was changed often exceeds the limit of file names
    const QString folder = QString::fromStdString(runFolder().string());
    const std::string policy = recording.lanes() == 0 ? std::string() : recording.description().lanes.back().policyId;
    const QString base = QStringLiteral("%1/%2 %3")
                             .arg(folder, QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd hh.mm")),
                                  QString::fromStdString(policy).left(kLongest));
    QDir().mkpath(folder);
    for (int number = 1;; ++number) {
        const QString path = number == 1 ? base : QStringLiteral("%1 %2").arg(base).arg(number);
        auto lock = std::make_shared<QLockFile>(path + QStringLiteral(".lock"));
        // Other lock errors, such as a read-only folder, are reported when the run cannot be written.
        const bool ours = lock->tryLock(0) || lock->error() != QLockFile::LockFailedError;
        if (ours && !QFileInfo::exists(path)) {
            return {path, lock};
        }
    }
}

}  // namespace

KeptRuns::KeptRuns(BundleFiles& bundles, QObject* parent) : QObject(parent), m_bundles(bundles) {
    connect(&bundles, &BundleFiles::known, this,
            [this](const std::shared_ptr<Recording>& recording, const QString& hash,
                   const std::vector<std::int64_t>& lanes) {
                std::erase_if(m_kept, [&](const Kept& each) {
                    const auto known = each.recording.lock();
                    return known == nullptr || known == recording;
                });
                m_kept.push_back({recording, hash.toStdString(), lanes});
            });
}

std::string KeptRuns::hashOf(const std::shared_ptr<const Recording>& recording) const {
    return holds(recording) ? find(recording)->hash : std::string();
}

std::vector<std::int64_t> KeptRuns::stepsNow(const Recording& recording) {
    return recording.state() == RunState::Running ? BundleFiles::laneSteps(recording) : std::vector<std::int64_t>();
}

std::shared_ptr<const Recording> KeptRuns::held(const std::shared_ptr<const Recording>& recording,
                                                const std::vector<std::int64_t>& steps) {
    return steps.empty() ? recording : recording->fork(steps);
}

const KeptRuns::Kept* KeptRuns::find(const std::shared_ptr<const Recording>& recording) const {
    const auto found = std::ranges::find_if(
        m_kept, [&](const Kept& each) { return recording != nullptr && each.recording.lock() == recording; });
    return found == m_kept.end() ? nullptr : &*found;
}

bool KeptRuns::holds(const std::shared_ptr<const Recording>& recording) const {
    const Kept* known = find(recording);
    return known != nullptr && known->lanes == BundleFiles::laneSteps(*recording);
}

void KeptRuns::keep(const std::shared_ptr<Recording>& recording, Then then) {
    if (recording == nullptr || holds(recording)) {
        then();
        return;
    }
    const Place place = freePlace(*recording);
    m_bundles.save(recording, place.path, false, [this, place, then = std::move(then)](bool written) {
        place.lock->unlock();
        if (written) {
            Q_EMIT kept(place.path);
        }
        then();
    });
}

}  // namespace kvw::wb
