// SPDX-License-Identifier: GPL-3.0-or-later
/// Determines what a dock needs before it can show an exported figure's data that no bundle holds.
#pragma once

#include <QMessageBox>
#include <QString>
#include <functional>

#include "app/workbench/export/figure_evidence.h"

namespace kvw::wb {

class MainWindow;
class Workspace;

struct FigureNeed {
    QString sentence;  ///< empty: the dock can show the figure
    QString action;    ///< text of a button that helps; empty: nothing can be done here
    std::function<void()> act;
};

/// Returns what this dock still needs once the figure's run is open and its view is set. `name`: name of the figure's
/// file.
[[nodiscard]] FigureNeed needOfFigure(const QString& dock, const QString& name, const FigureEvidence& evidence,
                                      Workspace& workspace, MainWindow& window);
/// Shows the sentence and offers the action in a box: not modal, a child of the window, deletes itself.
QMessageBox* tellNeed(const FigureNeed& need, MainWindow& window);

}  // namespace kvw::wb
