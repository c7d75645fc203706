// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/bundle_files.h"

#include "core/bundle/bundle.h"
#include "core/library/side_by_side.h"

namespace kvw::wb {

BundleFiles::BundleFiles(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

BundleFiles::~BundleFiles() {
    m_pool.waitForDone();
}

template <class Work, class Report>
void BundleFiles::run(Work work, Report report) {
    Q_EMIT pendingChanged(++m_pending);
    m_pool.start([this, work = std::move(work), report = std::move(report)] {
        auto result = work();
        QMetaObject::invokeMethod(
            this,
            [this, report, result = std::move(result)]() mutable {
                Q_EMIT pendingChanged(--m_pending);
                if (result) {
                    report(std::move(result));
                } else {
                    Q_EMIT failed(QString::fromStdString(result.error().sentence()));
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

void BundleFiles::save(std::shared_ptr<Recording> recording, const QString& path, bool overwrite) {
    run(
        [recording = std::move(recording), file = path.toStdString(), overwrite] {
            BundleOptions options;
            options.overwrite = overwrite;
            return writeBundle(*recording, file, options);
        },
        [this, path](const Result<void>&) { Q_EMIT saved(path); });
}

}  // namespace kvw::wb
