// SPDX-License-Identifier: GPL-3.0-or-later
/// Figures of what no bundle holds: what has to be there before their dock shows it again.
#pragma once

#include <QMessageBox>
#include <QString>
#include <functional>

#include "app/workbench/export/figure_evidence.h"

namespace kvw::wb {

class MainWindow;
class Workspace;

struct FigureNeed {
    QString sentence;  ///< empty: the dock shows it
    QString action;    ///< what can be done about it; empty: nothing here
    std::function<void()> act;
};

/// Of a figure of this dock, behind the run and the view that it names. `name`: of its file.
[[nodiscard]] FigureNeed needOfFigure(const QString& dock, const QString& name, const FigureEvidence& evidence,
                                      Workspace& workspace, MainWindow& window);
/// Says it, and offers the action. Not modal; a child of the window, deletes itself.
QMessageBox* tellNeed(const FigureNeed& need, MainWindow& window);

}  // namespace kvw::wb
