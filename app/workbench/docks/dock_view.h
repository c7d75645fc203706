// SPDX-License-Identifier: GPL-3.0-or-later
/// What a dock shows as one line of JSON: figures carry it, so that dropping one on the window shows the same again.
/// Of the dock's own, controls (boxes, buttons, actions of menus, sliders, lines), tables (order and ticked rows) and
/// plots (what of x is in sight) take part whose objectName begins with "view" or that have the property "view". A box
/// or button that now and then shows something else than was chosen has its choice in the property "chosen".
/// Of a table with the property "orderOnly" the ticks are none of its view.
/// A slider or plot that turns such controls has their names in the property "turns".
#pragma once

#include <QJsonObject>
#include <QString>
#include <string>

#include "app/workbench/docks/dock.h"

class QAbstractItemModel;
class QTableView;

namespace kvw::wb {

inline constexpr const char *kTurns = "turns", *kOrderOnly = "orderOnly";

/// Of one type, those that take part.
template <class Widget>
[[nodiscard]] QList<Widget*> viewControls(const Dock& dock) {
    QList<Widget*> all = dock.findChildren<Widget*>();
    all.removeIf([](const Widget* widget) {
        return !widget->objectName().startsWith(QLatin1String("view")) && !widget->property("view").toBool();
    });
    return all;
}

/// Behind what sorts and filters: there a row has the same number however the table is ordered.
[[nodiscard]] QAbstractItemModel* sourceOf(const QTableView& table);

[[nodiscard]] QString dockView(const Dock& dock);
/// Of a figure that carries none: what its id says ("attention-layer-3-head-0-linear-tokens-0-63"), and of what it does
/// not say the usual.
[[nodiscard]] QString viewOfFigure(const std::string& id, int lane);
/// The id of the dock in a view; empty: it is none.
[[nodiscard]] QString dockOfView(const QString& view);
/// Sets the selection and the dock's controls; what the view does not name stays. Values out of range are limited by
/// what shows them. `dock` may be null.
void showView(Dock* dock, Workspace& workspace, const QString& view);
/// Of what the view selects, the first that the shown recording does not have: "layer 40"; empty: it has all of it.
[[nodiscard]] QString missingOf(const Workspace& workspace, const QString& view);

/// The same in its parts: what is selected, and what one dock adds to it ("controls" and "columns"; may be empty).
[[nodiscard]] QJsonObject selectionView(const Sight& sight, const Selection& selection);
void showSelection(Workspace& workspace, Selection& selection, const QJsonObject& view);
[[nodiscard]] QJsonObject settingsView(const Dock& dock);
void showSettings(Dock& dock, const QJsonObject& view);
/// Everything is in sight again: of the selection that the dock looks at, and of its plots that can be zoomed.
void resetZoom(Dock& dock);

}  // namespace kvw::wb
