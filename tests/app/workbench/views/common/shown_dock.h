// SPDX-License-Identifier: GPL-3.0-or-later
/// One dock in a window of its own, over a made-up run.
#pragma once

#include <QDir>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QTest>
#include <algorithm>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/views/common/dock.h"
#include "tests/app/workbench/plot/plot_run.h"

namespace kvw::wb {

struct Shown {
    std::unique_ptr<Workspace> workspace;
    QMainWindow window;
    Dock* dock;

    explicit Shown(
        const DockEntry& entry, PluginPaths plugins = {},
        EngineClient::EngineFactory makeEngine =
            [] { return Result<std::unique_ptr<Engine>>(fail(Code::NotFound, "engine", "none here")); })
        : workspace(std::make_unique<Workspace>(std::move(plugins), std::move(makeEngine))),
          dock(entry.make(*workspace, &window)) {
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        window.resize(620, 460);
        window.show();
    }
    ~Shown() { delete dock; }

    void view(std::shared_ptr<Recording> recording) {
        workspace->client().view(std::move(recording), QStringLiteral("test"));
        settle();
    }
    /// Queued refreshes and jobs off the GUI thread are done.
    void settle() {
        QCoreApplication::processEvents();
        for (const LatestJob* job : dock->findChildren<LatestJob*>()) {
            QTRY_VERIFY(job->idle());
        }
        QCoreApplication::processEvents();
        for (Plot* plot : dock->findChildren<Plot*>()) {
            plot->replot();
        }
        QCoreApplication::processEvents();
    }
    /// Returns a plot, those that can be seen first.
    [[nodiscard]] Plot* plot(int index = 0) const {
        QList<Plot*> plots = dock->findChildren<Plot*>();
        std::stable_partition(plots.begin(), plots.end(), [](const Plot* plot) { return plot->isVisible(); });
        return plots.at(index);
    }
    /// The button that can be seen; null: none.
    [[nodiscard]] QPushButton* button() const {
        QPushButton* found = nullptr;
        for (auto* each : dock->findChildren<QPushButton*>()) {
            found = each->isVisible() ? each : found;
        }
        return found;
    }
    [[nodiscard]] QString text(const char* name) const {
        return dock->findChild<QLabel*>(QString::fromLatin1(name))->text();
    }
    void save(const QString& name) {
        QDir().mkpath(QStringLiteral(KVW_BINARY_DIR "/gallery"));
        QVERIFY(dock->grab().save(QStringLiteral(KVW_BINARY_DIR "/gallery/%1.png").arg(name)));
    }
};

}  // namespace kvw::wb
