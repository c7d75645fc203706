// SPDX-License-Identifier: GPL-3.0-or-later
/// Forks of the run in a window.
#pragma once

#include "app/workbench/session/runs/forks.h"
#include "tests/app/workbench/shell/window_bench.h"

namespace kvw::tests {

inline Forks& forksOf(Bench& bench) {
    return bench.workspace->forks();
}

}  // namespace kvw::tests
