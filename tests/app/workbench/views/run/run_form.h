// SPDX-License-Identifier: GPL-3.0-or-later
/// The form of the next run in a window.
#pragma once

#include <QTest>

#include "app/workbench/views/common/widgets/fold.h"
#include "tests/app/workbench/shell/window_bench.h"

namespace kvw::tests {

inline RunDraft& draft(Bench& bench) {
    return bench.workspace->draft();
}

inline PolicyForm& form(Bench& bench) {
    return draft(bench).form();
}

inline Dock& dock(Bench& bench) {
    return *bench.window->dock("run");
}

/// The settings that fold under one line.
inline Fold& settings(Bench& bench) {
    return *dock(bench).findChild<Fold*>("runSettings");
}

inline void load(Bench& bench, const char* policy) {
    const auto done = form(bench).load(bench.workspace->plugins().catalog(), policy);
    QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
    QCoreApplication::processEvents();
}

}  // namespace kvw::tests
