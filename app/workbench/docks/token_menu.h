// SPDX-License-Identifier: GPL-3.0-or-later
/// What can be done with the selected tokens of the window, in a fork of the shown run.
#pragma once

class QMenu;

namespace kvw::wb {

class Workspace;

/// The run that is shown must be one that can be forked (Forks::current).
void addTokenCommands(QMenu& menu, Workspace& workspace);

}  // namespace kvw::wb
