// SPDX-License-Identifier: GPL-3.0-or-later
/// What F1 does: the help window with the keys of this window and the installed pages, its links leading into it.
#pragma once

namespace kvw::wb {

class Actions;
class Dock;
class MainWindow;
class Workspace;

/// Opens it, or brings the open one to the front.
void showHelp(const Actions& actions, Workspace& workspace, MainWindow& window);
/// The same, on the page of a dock; null: on the first.
void explainDock(const Actions& actions, Workspace& workspace, MainWindow& window, const Dock* dock);

}  // namespace kvw::wb
