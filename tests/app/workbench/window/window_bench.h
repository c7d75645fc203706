// SPDX-License-Identifier: GPL-3.0-or-later
/// The main window on a fake engine, for tests that drive it.
#pragma once

#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "app/workbench/window/main_window.h"
#include "tests/app/workbench/manifest_catalog.h"

namespace kvw::tests {

using namespace kvw::wb;

/// A window on a fake engine; the window goes first.
struct Bench {
    explicit Bench(FakeShape shape = {}) {
        workspace = std::make_unique<Workspace>(manifestsOnly(folder), fakeEngine(shape));
        // Copies for a crash are of tests that set another pace: recordings of the fake engine are not all bundles.
        workspace->guard().setPace(CopyPace(std::chrono::hours(1)));
        window = std::make_unique<MainWindow>(*workspace, nullptr);
        window->show();
    }
    ~Bench() { window.reset(); }

    void press(const char* name) { window->actions().named(QString::fromLatin1(name))->trigger(); }
    SessionState state() { return workspace->client().status().state; }
    bool activate() {
        window->activateWindow();
        return QTest::qWaitForWindowActive(window.get());
    }
    /// To whatever has the focus, as a keyboard would send it.
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window->windowHandle(), key, modifiers);
    }
    void startPaused() {
        QVERIFY(workspace->startDraft(true).has_value());
        QTRY_COMPARE(state(), SessionState::Paused);
        QTRY_COMPARE(workspace->client().steps(), 40);
    }
    void runToEnd() {
        QVERIFY(workspace->startDraft().has_value());
        QTRY_COMPARE(state(), SessionState::Finished);
        QTRY_COMPARE(workspace->client().steps(), 200);
    }

    QTemporaryDir folder;
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<MainWindow> window;
};

}  // namespace kvw::tests
