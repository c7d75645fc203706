// SPDX-License-Identifier: GPL-3.0-or-later
/// The `kvw` that the window starts for what runs in a process of its own.
#pragma once

#include <QProcess>
#include <QString>

namespace kvw::wb {

/// Beside this program; where that is a test, in the folder of the programs.
[[nodiscard]] QString kvwProgram();
/// The process ends with the window, however that ends.
void endWithThisProgram(QProcess& process);
/// Asked to end, then made to; for destructors. Nothing where it does not run.
void endNow(QProcess& process);

}  // namespace kvw::wb
