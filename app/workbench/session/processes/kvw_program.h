// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the `kvw` program for work in a process of its own, and ends such processes.
#pragma once

#include <QProcess>
#include <QString>

namespace kvw::wb {

/// Returns the path of `kvw`: beside this program, else in ../bin (for tests), else "kvw" in the PATH.
[[nodiscard]] QString kvwProgram();
/// Makes the process get SIGTERM when the window ends, even by a crash. Call before it starts.
void endWithThisProgram(QProcess& process);
/// Terminates the process and waits; kills it if it does not end in time. For destructors. Does nothing if it does not
/// run.
void endNow(QProcess& process);

}  // namespace kvw::wb
