// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/bundle_files.h"

#include <algorithm>

#include "core/bundle/bundle.h"
#include "core/library/entry.h"
#include "core/library/side_by_side.h"

namespace kvw::wb {

BundleFiles::BundleFiles(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

BundleFiles::~BundleFiles() {
    m_pool.waitForDone();
}

template <class Work, class Report>
void BundleFiles::run(Work work, Report report, std::function<void()> failure) {
    Q_EMIT pendingChanged(++m_pending);
    m_pool.start([this, work = std::move(work), report = std::move(report), failure = std::move(failure)] {
        auto result = work();
        QMetaObject::invokeMethod(
            this,
            [this, report, failure, result = std::move(result)]() mutable {
                Q_EMIT pendingChanged(--m_pending);
                if (result) {
                    report(std::move(result));
                } else {
                    Q_EMIT failed(QString::fromStdString(result.error().sentence()));
                    if (failure) {
                        failure();
                    }
                }
            },
            Qt::QueuedConnection);
    });
}

void BundleFiles::open(const QString& path) {
    run([file = path.toStdString()] { return openBundle(file); },
        [this, path](Result<OpenedBundle> bundle) {
            QStringList warnings;
            for (const std::string& warning : bundle->warnings) {
                warnings += QString::fromStdString(warning);
            }
            Q_EMIT known(bundle->recording, stepsOf(*bundle->recording), QString::fromStdString(bundle->hash));
            Q_EMIT opened(bundle->recording, path, warnings);
        });
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
                auto opened = readBundle(file);
                if (!opened) {
                    return tl::unexpected(opened.error());
                }
                runs.push_back(std::move(*opened));
            }
            return sideBySide(runs);
        },
        [this, count = files.size()](const Result<std::shared_ptr<Recording>>& joined) {
            Q_EMIT opened(*joined, tr("%1 runs side by side").arg(count), {});
        });
}

void BundleFiles::save(std::shared_ptr<Recording> recording, const QString& path, bool overwrite,
                       std::function<void(bool)> then) {
    const std::int64_t steps = stepsOf(*recording);
    run(
        [recording, file = path.toStdString(), overwrite]() -> Result<QString> {
            BundleOptions options;
            options.overwrite = overwrite;
            return writeBundle(*recording, file, options).map([&] {
                return QString::fromStdString(readEntry(file).hash);
            });
        },
        [this, path, recording, steps, then](const Result<QString>& hash) {
            Q_EMIT known(recording, steps, *hash);
            Q_EMIT saved(path);
            if (then) {
                then(true);
            }
        },
        [then] {
            if (then) {
                then(false);
            }
        });
}

std::int64_t BundleFiles::stepsOf(const Recording& recording) {
    std::int64_t steps = 0;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        steps = std::max(steps, recording.hasTrace(lane) ? recording.trace(lane).steps() : 0);
    }
    return steps;
}

}  // namespace kvw::wb
