// SPDX-License-Identifier: GPL-3.0-or-later
/// Implements F1: opens the help window with this window's keys and the installed pages, and follows its links.
#pragma once

class QString;

namespace kvw::wb {

class Actions;
class Dock;
class MainWindow;
class Workspace;

/// Opens the help window, or raises the open one.
void showHelp(const Actions& actions, Workspace& workspace, MainWindow& window);
/// Does the same on the page of a dock; null: on the first page.
void explainDock(const Actions& actions, Workspace& workspace, MainWindow& window, const Dock* dock);
/// Does the same on the entry of a term in the glossary.
void explainTerm(const Actions& actions, Workspace& workspace, MainWindow& window, const QString& term);

}  // namespace kvw::wb
