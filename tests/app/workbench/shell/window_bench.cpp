// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workbench/shell/window_bench.h"

#include "app/workbench/session/view_history.h"

namespace kvw::tests {

void showDocks(MainWindow& window) {
    window.findChild<ViewHistory*>()->leaveOut([&] {
        const QStringList front = window.findChild<DockLayout*>()->shown();
        for (const DockLayout::Placed& placed : window.docks()) {
            placed.dock->setVisible(!namesIn("story contract evaluation").contains(placed.dock->objectName()));
        }
        for (const QString& id : front) {
            window.dock(id)->raise();
        }
    });
}

Bench::Bench(const FakeShape& shape) {
    workspace = std::make_unique<Workspace>(manifestsOnly(folder), fakeEngine(shape));
    // Copies for a crash are of tests that set another pace: recordings of the fake engine are not all bundles.
    workspace->guard().setPace(CopyPace(std::chrono::hours(1)));
    window = std::make_unique<MainWindow>(*workspace, nullptr);
    window->show();
    showDocks(*window);
}

Bench::~Bench() {
    window.reset();
}

void Bench::press(const char* name) {
    window->actions().named(QString::fromLatin1(name))->trigger();
}

SessionState Bench::state() {
    return workspace->client().status().state;
}

bool Bench::activate() {
    window->activateWindow();
    return QTest::qWaitForWindowActive(window.get());
}

void Bench::key(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    QTest::keyClick(window->windowHandle(), key, modifiers);
}

void Bench::startPaused() {
    QVERIFY(workspace->startDraft(true).has_value());
    QTRY_COMPARE(state(), SessionState::Paused);
    QTRY_COMPARE(workspace->client().steps(), 40);
}

void Bench::runToEnd() {
    QVERIFY(workspace->startDraft().has_value());
    QTRY_COMPARE(state(), SessionState::Finished);
    QTRY_COMPARE(workspace->client().steps(), 200);
}

}  // namespace kvw::tests
