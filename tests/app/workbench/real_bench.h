// SPDX-License-Identifier: GPL-3.0-or-later
/// The main window on the real engine and the built policies, for tests that see what a user sees.
#pragma once

#include <QtTest>

#include "app/workbench/shell/main_window.h"

namespace kvw::tests {

using namespace kvw::wb;

struct RealBench {
    explicit RealBench(const PluginPaths& plugins = paths())
        : workspace(plugins, openEngine), window(workspace, nullptr) {
        window.show();
    }
    /// Before the first one is made.
    static void useBuiltEngine() { qputenv("KVW_ENGINE", KVW_BINARY_DIR "/lib/kvworkbench/libkvw_engine.so"); }
    static PluginPaths paths() {
        PluginPaths found;
        found.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        found.stateFolder = KVW_BINARY_DIR "/tests/state";
        return found;
    }
    /// A picture of `shown` as NAME.png into the folder that the environment names, if it does.
    static void save(const char* variable, QWidget& shown, const QString& name) {
        const QString folder = qEnvironmentVariable(variable);
        if (!folder.isEmpty()) {
            QTest::qWait(600);  // what is drawn in another thread comes a moment later
            QVERIFY(shown.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png")));
        }
    }

    Workspace workspace;
    MainWindow window;
};

}  // namespace kvw::tests
