// SPDX-License-Identifier: GPL-3.0-or-later
/// The main window on a fake engine, for tests that drive it.
#pragma once

#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "app/workbench/shell/main_window.h"
#include "tests/app/workbench/manifest_catalog.h"

namespace kvw::tests {

using namespace kvw::wb;

/// Shows every dock but those for stories, authors and evaluations, those of the task in front. No undo takes it back.
void showDocks(MainWindow& window);

/// A window on a fake engine, with its docks shown; the window goes first.
struct Bench {
    explicit Bench(const FakeShape& shape = {});
    ~Bench();

    void press(const char* name);
    SessionState state();
    bool activate();
    /// To whatever has the focus, as a keyboard would send it.
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    void startPaused();
    void runToEnd();

    QTemporaryDir folder;
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<MainWindow> window;
};

}  // namespace kvw::tests
