// SPDX-License-Identifier: GPL-3.0-or-later
/// Where `kvw` is, for what runs in a process of its own.
#pragma once

#include <QString>

namespace kvw::wb {

/// Beside this program; where that is a test, in the folder of the programs; else what the system finds.
[[nodiscard]] QString kvwProgram();

}  // namespace kvw::wb
