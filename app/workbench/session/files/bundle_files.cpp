// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/bundle_files.h"

#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "core/base/process/thread_priority.h"
#include "core/library/entry.h"
#include "core/library/side_by_side.h"
#include "core/publish/write_bundle.h"

namespace kvw::wb {

BundleFiles::BundleFiles(QObject* parent) : QObject(parent), m_stop(std::make_shared<std::atomic<bool>>(false)) {}

BundleFiles::~BundleFiles() {
    *m_stop = true;
}

template <class Work, class Report>
void BundleFiles::run(Work work, Report report, std::function<void()> failure) {
    Q_EMIT pendingChanged(++m_pending);
    m_jobs.start(std::move(work), [this, report = std::move(report), failure = std::move(failure)](auto result) {
        Q_EMIT pendingChanged(--m_pending);
        if (result) {
            report(std::move(result));
            return;
        }
        if (result.error().code != Code::Cancelled) {
            Q_EMIT failed(result.error().asPhrase());
        }
        if (failure) {
            failure();
        }
    });
}

void BundleFiles::open(const QString& path) {
    run(
        [file = path.toStdString()]() -> Result<std::shared_ptr<OpeningBundle>> {
            auto opening = openTables(file);
            return opening
                       ? Result<std::shared_ptr<OpeningBundle>>(std::make_shared<OpeningBundle>(std::move(*opening)))
                       : tl::unexpected(opening.error());
        },
        [this, path](const Result<std::shared_ptr<OpeningBundle>>& opening) {
            const OpenedBundle& bundle = (*opening)->bundle;
            Q_EMIT known(bundle.recording, QString::fromStdString(bundle.hash), laneSteps(*bundle.recording));
            Q_EMIT opened(bundle.recording, path);
            check(*opening, path);
        });
}

void BundleFiles::check(std::shared_ptr<OpeningBundle> opening, const QString& path) {
    ++m_checks;
    Q_EMIT checkAdvanced(path, 0);
    opening->bundle.recording.reset();  // once nobody shows it any more, the check ends
    m_checkJobs.start(
        [this, opening = std::move(opening), path, stop = m_stop] {
            lowerThreadPriority();
            const std::int64_t total = std::max<std::int64_t>(1, opening->rest->bytes());
            std::int64_t done = 0;
            int told = 0;
            const PendingChecks::Findings found = opening->rest->finish([&](std::int64_t bytes) {
                done += bytes;
                if (const auto percent = static_cast<int>(std::min<std::int64_t>(100, 100 * done / total));
                    percent > told) {
                    told = percent;
                    m_checkJobs.tell([this, path, percent] { Q_EMIT checkAdvanced(path, percent); });
                }
                return !stop->load(std::memory_order_relaxed);
            });
            return phraseText(!found.rows.empty()       ? found.rows.front().asPhrase()
                              : !found.warnings.empty() ? found.warnings.front()
                                                        : Phrase());
        },
        [this, path](const QString& sentence) {
            --m_checks;
            Q_EMIT checked(path, sentence);
        });
}

void BundleFiles::stopChecks() {
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
}

void BundleFiles::compare(const QStringList& paths) {
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths) {
        files.emplace_back(path.toStdString());
    }
    run(
        [files]() -> Result<std::shared_ptr<Recording>> {
            std::vector<std::shared_ptr<const Recording>> runs;
            for (const std::filesystem::path& file : files) {
                KVW_TRY_ASSIGN(auto opened, readBundle(file));
                runs.push_back(std::move(opened));
            }
            return sideBySide(runs);
        },
        [this, count = files.size()](const Result<std::shared_ptr<Recording>>& joined) {
            Q_EMIT opened(*joined, tr("%1 runs side by side").arg(count));
            Q_EMIT compared();
        });
}

void BundleFiles::save(std::shared_ptr<Recording> recording, const QString& path, bool overwrite,
                       std::function<void(bool)> then, Rows rows) {
    struct Written {
        QString hash;
        std::vector<std::int64_t> lanes;
    };
    run(
        [recording, file = path.toStdString(), overwrite, rows,
         watch = m_saves.begin(recording, path)]() -> Result<Written> {
            BundleOptions options;
            options.overwrite = overwrite;
            options.attention = rows == Rows::With;
            std::shared_ptr<Recording> whole = recording;
            if (recording->state() == RunState::Running) {
                // A copy, so that it is known which steps the bundle holds.
                whole = recording->fork();
                whole->setState(RunState::Stopped, "written while the run went on");
            }
            return writeBundle(*whole, file, options, watch).map([&] {
                return Written{QString::fromStdString(readEntry(file).hash), laneSteps(*whole)};
            });
        },
        [this, path, recording, then](const Result<Written>& written) {
            m_saves.end(true);
            Q_EMIT known(recording, written->hash, written->lanes);
            Q_EMIT saved(path);
            if (then) {
                then(true);
            }
        },
        [this, then] {
            m_saves.end(false);
            if (then) {
                then(false);
            }
        });
}

std::int64_t BundleFiles::stepsOf(const Recording& recording) {
    const std::vector<std::int64_t> lanes = laneSteps(recording);
    return lanes.empty() ? 0 : *std::max_element(lanes.begin(), lanes.end());
}

std::vector<std::int64_t> BundleFiles::laneSteps(const Recording& recording) {
    std::vector<std::int64_t> steps;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        steps.push_back(recording.stepsOf(lane));
    }
    return steps;
}

}  // namespace kvw::wb
