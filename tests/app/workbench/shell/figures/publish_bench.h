// SPDX-License-Identifier: GPL-3.0-or-later
/// The main window over bundles of a library of its own, whose figures are exported and dropped on it again.
#pragma once

#include <QMessageBox>
#include <filesystem>

#include "app/workbench/export/file_job.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/shell/figures/figure_opener.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/dropped.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/app/workbench/shell/window_bench.h"

namespace kvw::tests {

namespace fs = std::filesystem;

/// A window that shows a bundle out of a library of its own.
struct PublishBench {
    PublishBench() {
        qputenv("KVW_RUNS", home.filePath(QStringLiteral("runs")).toUtf8());
        qputenv("XDG_CACHE_HOME", home.filePath(QStringLiteral("cache")).toUtf8());
        bench = std::make_unique<Bench>();
    }
    ~PublishBench() { bench.reset(); }

    void write(const char* name, const PlotRun& run) const {
        const auto written = writeBundle(*plotRecording(run), path(name));
        QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
    }
    fs::path path(const char* name) const { return fs::path(home.path().toStdString()) / "runs" / name; }
    QString file(const QString& name) const { return home.filePath(name); }
    void open(const char* name) {
        bench->window->openPath(QString::fromStdString(path(name).string()));
        QTRY_VERIFY(source() == QString::fromStdString(path(name).string()));
    }
    QString source() { return bench->workspace->client().source(); }
    Selection& selection() { return bench->workspace->selection(); }
    Dock& dock(const char* id) {
        Dock* found = bench->window->dock(QString::fromLatin1(id));
        bench->window->focusDock(*found);
        return *found;
    }
    /// Queued refreshes and jobs off the GUI thread are done, and what follows from them.
    static void settle(const Dock& dock) {
        for (int round = 0; round < 3; ++round) {
            QCoreApplication::processEvents();
            for (const LatestJob* job : dock.findChildren<LatestJob*>()) {
                QTRY_VERIFY(job->idle());
            }
        }
    }
    void exportTo(Dock& dock, const QString& name) {
        bench->window->exportDockTo(dock, file(name));
        written(name);
    }
    /// Into the folder of runs.
    void keep(const std::shared_ptr<Recording>& run) const {
        bool done = false;
        bench->workspace->kept().keep(run, [&done] { done = true; });
        QTRY_VERIFY(done);
        QVERIFY(bench->workspace->kept().holds(run));
    }
    /// Exports a run of 120 steps as figure.svg.
    void exportSeismograph() {
        write("run", {.steps = 120});
        open("run");
        exportTo(dock("nll"), QStringLiteral("figure.svg"));
    }
    /// With what lies beside it.
    void written(const QString& name) {
        QTRY_VERIFY2(QFile::exists(file(name)) && bench->window->findChildren<FileJob*>().isEmpty(), qPrintable(name));
    }
    void drop(const QString& name) {
        QVERIFY(dropOn(*bench->window, {QUrl::fromLocalFile(file(name))}));
        QTRY_VERIFY(!bench->window->findChild<FigureOpener*>()->reading());
    }
    QMessageBox* question() { return bench->window->findChild<QMessageBox*>(QStringLiteral("askForBundle")); }

    QTemporaryDir home;
    std::unique_ptr<Bench> bench;
};

}  // namespace kvw::tests
