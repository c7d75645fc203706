// SPDX-License-Identifier: GPL-3.0-or-later
/// Saves and restores the view of a dock as one line of JSON. Figures carry it, so that dropping one on the window
/// shows the same again. A view covers the dock's options (view_option.h) and the visible range of x of plots whose
/// objectName begins with "view" or that have the property "view". A slider or plot that changes options lists their
/// names in the property "turns".
#pragma once

#include <QJsonObject>
#include <QString>
#include <string>

#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/view_option.h"

namespace kvw::wb {

inline constexpr const char* kTurns = "turns";

/// Returns the widgets of one type that take part.
template <class Widget>
[[nodiscard]] QList<Widget*> viewControls(const Dock& dock) {
    QList<Widget*> all = dock.findChildren<Widget*>();
    all.removeIf([](const Widget* widget) {
        return !widget->objectName().startsWith(QLatin1String("view")) && !widget->property("view").toBool();
    });
    return all;
}

[[nodiscard]] QString dockView(const Dock& dock);
/// Returns the view of a figure that carries none, from its id ("attention-layer-3-head-0-linear-tokens-0-63"). It has
/// the id as "figure", in which the dock's options find their values (ViewOption::valueIn).
[[nodiscard]] QString viewOfFigure(const std::string& id, int lane);
/// Returns the id of the dock in a view; empty: there is none.
[[nodiscard]] QString dockOfView(const QString& view);
/// Restores the selection and the dock's controls. Lane, layer, head, step and controls that the view does not name
/// stay; ranges, tokens and cursors are cleared. Values out of range are limited or ignored. `dock` may be null.
void showView(Dock* dock, Workspace& workspace, const QString& view);
/// Returns the first thing that the view selects and the shown recording lacks: "layer 40"; empty: it has everything.
[[nodiscard]] QString missingOf(const Workspace& workspace, const QString& view);

/// The two parts of a view: the selection, and what one dock adds ("controls" and "columns"; may be empty).
[[nodiscard]] QJsonObject selectionView(const ShownSelection& shownSelection, const Selection& selection);
void showSelection(Workspace& workspace, Selection& selection, const QJsonObject& view);
[[nodiscard]] QJsonObject settingsView(const Dock& dock);
void showSettings(Dock& dock, const QJsonObject& view);
/// Resets the ranges of the selection that the dock follows, and the range of its zoomable plots.
void resetZoom(Dock& dock);

}  // namespace kvw::wb
