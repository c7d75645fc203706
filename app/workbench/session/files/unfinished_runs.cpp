// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/unfinished_runs.h"

#include "core/library/run_folder.h"

namespace kvw::wb {

UnfinishedRuns::UnfinishedRuns(BundleFiles& bundles, std::filesystem::path folder, QObject* parent)
    : QObject(parent), m_bundles(bundles), m_folder(std::move(folder)) {
    m_pool.setMaxThreadCount(1);
}

UnfinishedRuns::~UnfinishedRuns() {
    m_pool.waitForDone();
}

void UnfinishedRuns::search() {
    m_pool.start([this] {
        QMetaObject::invokeMethod(
            this,
            [this, runs = unfinishedRuns(m_folder)]() mutable {
                if (!runs.empty() || !m_runs.empty()) {
                    m_runs = std::move(runs);
                    Q_EMIT changed();
                }
            },
            Qt::QueuedConnection);
    });
}

QString UnfinishedRuns::sentence() const {
    if (m_runs.empty()) {
        return {};
    }
    const UnfinishedRun& run = m_runs.front();
    QString text = (run.program == "window"
                        ? tr("The window ended with a run that was not saved: %1 steps of %2 on %3 were recorded.")
                        : tr("kvw ended with a run that was not saved: %1 steps of %2 on %3 were recorded."))
                       .arg(run.steps)
                       .arg(QString::fromStdString(run.entry.policy), QString::fromStdString(run.entry.text));
    if (m_runs.size() > 1) {
        text += QLatin1Char(' ') + tr("Older ones: %1.").arg(m_runs.size() - 1);
    }
    return text;
}

void UnfinishedRuns::run(std::function<Result<Done>(const std::filesystem::path&)> work) {
    if (m_runs.empty()) {
        return;
    }
    const std::filesystem::path newest = m_runs.front().entry.path;
    m_runs.erase(m_runs.begin());  // not offered a second time while it is moved
    Q_EMIT changed();
    m_pool.start([this, work = std::move(work), newest] {
        Result<Done> done = work(newest);
        QMetaObject::invokeMethod(
            this,
            [this, done = std::move(done)] {
                if (done) {
                    (*done)();
                } else {
                    Q_EMIT failed(done.error().asPhrase());
                }
                search();
            },
            Qt::QueuedConnection);
    });
}

void UnfinishedRuns::open() {
    run([this](const std::filesystem::path& newest) {
        return keepUnfinished(newest, runFolder()).map([this](const std::filesystem::path& bundle) -> Done {
            return [this, bundle] {
                Q_EMIT kept();
                m_bundles.open(QString::fromStdString(bundle.string()));
            };
        });
    });
}

void UnfinishedRuns::forget() {
    run([](const std::filesystem::path& newest) {
        return forgetUnfinished(newest).map([]() -> Done { return [] {}; });
    });
}

}  // namespace kvw::wb
