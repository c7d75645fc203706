// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/bundle_saves.h"

#include <algorithm>

#include "app/workbench/session/files/bundle_files.h"

namespace kvw::wb {

WriteWatch BundleSaves::begin(const std::shared_ptr<const Recording>& recording, const QString& path) {
    constexpr std::int64_t kTold = 200;  // most messages per save; the eye sees no finer steps
    auto stop = std::make_shared<std::atomic<bool>>(false);
    m_jobs.push_back({recording, path, BundleFiles::laneSteps(*recording), stop});
    return [this, path, stop, told = std::int64_t{-1}](std::int64_t done, std::int64_t total) mutable {
        if (const std::int64_t part = kTold * done / std::max<std::int64_t>(1, total); part != told) {
            told = part;
            QMetaObject::invokeMethod(
                this,
                [this, path, done, total] {
                    if (saving()) {
                        Q_EMIT advanced(path, done, total);
                    }
                },
                Qt::QueuedConnection);
        }
        return !stop->load(std::memory_order_relaxed);
    };
}

void BundleSaves::end(bool written) {
    const Job job = std::move(m_jobs.front());
    m_jobs.erase(m_jobs.begin());
    if (written) {
        std::erase_if(m_written, [&job](const Written& each) {
            const auto earlier = each.recording.lock();
            return earlier == nullptr || earlier == job.recording;
        });
        m_written.push_back({job.recording, job.path});
    }
    if (!written && *job.stop) {
        Q_EMIT stopped(job.path);
    }
    Q_EMIT ended();
}

bool BundleSaves::saving(const Recording& recording) const {
    return std::ranges::any_of(m_jobs, [&](const Job& job) { return job.recording.get() == &recording; });
}

bool BundleSaves::savingAll(const Recording& recording) const {
    const std::vector<std::int64_t> lanes = BundleFiles::laneSteps(recording);
    return std::ranges::any_of(m_jobs,
                               [&](const Job& job) { return job.recording.get() == &recording && job.lanes == lanes; });
}

QString BundleSaves::pathOf(const Recording& recording) const {
    const auto found =
        std::ranges::find_if(m_written, [&](const Written& each) { return each.recording.lock().get() == &recording; });
    return found == m_written.end() ? QString() : found->path;
}

std::function<void()> BundleSaves::giveUpLast() const {
    return m_jobs.empty() ? std::function<void()>([] {}) : [stop = m_jobs.back().stop] { *stop = true; };
}

void BundleSaves::stop() {
    for (const Job& job : m_jobs) {
        *job.stop = true;
    }
}

}  // namespace kvw::wb
