// SPDX-License-Identifier: GPL-3.0-or-later
/// Commands for the selected tokens of the window, which act in a fork of the shown run.
#pragma once

class QMenu;

namespace kvw::wb {

class Workspace;

/// Adds the commands to `menu`. The shown run must be one that can be forked (Forks::current).
void addTokenCommands(QMenu& menu, Workspace& workspace);

}  // namespace kvw::wb
