// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/unfinished_runs.h"

#include "core/library/run_folder.h"

namespace kvw::wb {

UnfinishedRuns::UnfinishedRuns(BundleFiles& bundles, std::filesystem::path folder, QObject* parent)
    : QObject(parent), m_bundles(bundles), m_folder(std::move(folder)) {}

void UnfinishedRuns::search() {
    m_jobs.start([folder = m_folder] { return unfinishedRuns(folder); },
                 [this](std::vector<UnfinishedRun> runs) {
                     if (!runs.empty() || !m_runs.empty()) {
                         m_runs = std::move(runs);
                         Q_EMIT changed();
                     }
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
    m_jobs.start([work = std::move(work), newest] { return work(newest); },
                 [this](const Result<Done>& done) {
                     if (done) {
                         (*done)();
                     } else {
                         Q_EMIT failed(done.error().asPhrase());
                     }
                     search();
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
