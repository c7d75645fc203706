// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/dock_view.h"

#include <QAbstractButton>
#include <QAbstractProxyModel>
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPointer>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTimer>
#include <algorithm>

#include "app/workbench/plot/plot.h"

namespace kvw::wb {

namespace {

constexpr const char* kChosen = "chosen";
constexpr QLatin1String kSort("sort"), kDescending("descending"), kTicked("ticked");
constexpr int kMostTokens = 10'000;

template <class Widget, class Visit>
void each(const Dock& dock, Visit visit) {
    for (Widget* widget : viewControls<Widget>(dock)) {
        visit(*widget);
    }
}

/// Returns the user's choice, even while the box has to show something else.
int chosenIn(const QComboBox& box) {
    const QVariant chosen = box.property(kChosen);
    return chosen.isValid() ? chosen.toInt() : box.currentIndex();
}

/// Returns a number of the view, which comes from a file, limited to [least, most] and truncated.
std::int64_t within(const QJsonValue& value, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    if (!value.isDouble()) {
        return otherwise;
    }
    const double near = std::clamp(value.toDouble(), static_cast<double>(least), static_cast<double>(most));
    return static_cast<std::int64_t>(near);
}

bool canTick(const QAbstractItemModel& rows) {
    return rows.rowCount() > 0 && rows.flags(rows.index(0, 0)).testFlag(Qt::ItemIsUserCheckable);
}

bool isTicked(const QAbstractItemModel& rows, int row) {
    return rows.index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked;
}

/// Returns the column by which a table is sorted (-1: none), and the numbers of its ticked rows in the source model.
QJsonObject orderOf(const QTableView& table) {
    const QHeaderView& header = *table.horizontalHeader();
    QJsonObject order{{kSort, header.sortIndicatorSection()}};
    if (header.sortIndicatorSection() >= 0 && header.sortIndicatorOrder() == Qt::DescendingOrder) {
        order[kDescending] = true;
    }
    const QAbstractItemModel& rows = *sourceOf(table);
    if (!canTick(rows) || table.property(kOrderOnly).toBool()) {
        return order;
    }
    QJsonArray ticked;
    for (int row = 0; row < rows.rowCount(); ++row) {
        if (isTicked(rows, row)) {
            ticked.append(row);
        }
    }
    order[kTicked] = ticked;
    return order;
}

void setOrder(QTableView& table, const QJsonObject& order) {
    const QHeaderView& header = *table.horizontalHeader();
    const auto column = static_cast<int>(within(order.value(kSort), -1, -1, header.count() - 1));
    const Qt::SortOrder way = order.value(kDescending).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (column != header.sortIndicatorSection() || (column >= 0 && way != header.sortIndicatorOrder())) {
        table.sortByColumn(column, way);
    }
    QAbstractItemModel& rows = *sourceOf(table);
    const QJsonArray ticked = order.value(kTicked).toArray();
    const bool ticks = order.contains(kTicked) && canTick(rows) && !table.property(kOrderOnly).toBool();
    for (int row = 0; ticks && row < rows.rowCount(); ++row) {
        if (const bool wanted = ticked.contains(row); wanted != isTicked(rows, row)) {
            rows.setData(rows.index(row, 0), wanted ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
        }
    }
}

QJsonObject controlsOf(const Dock& dock) {
    QJsonObject controls;
    each<QComboBox>(dock, [&](const QComboBox& box) {
        if (box.count() > 0) {
            controls[box.objectName()] = chosenIn(box);
        }
    });
    each<QAbstractButton>(dock, [&](const QAbstractButton& button) {
        if (const QVariant chosen = button.property(kChosen); chosen.isValid()) {
            controls[button.objectName()] = QJsonValue::fromVariant(chosen);
        } else if (button.isCheckable()) {
            controls[button.objectName()] = button.isChecked();
        }
    });
    each<QAction>(dock, [&](const QAction& action) { controls[action.objectName()] = action.isChecked(); });
    const auto number = [&](const auto& box) { controls[box.objectName()] = box.value(); };
    each<QSpinBox>(dock, number);
    each<QDoubleSpinBox>(dock, number);
    each<QSlider>(dock, number);
    each<QLineEdit>(dock, [&](const QLineEdit& line) { controls[line.objectName()] = line.text(); });
    each<QTableView>(dock, [&](const QTableView& table) { controls[table.objectName()] = orderOf(table); });
    return controls;
}

void setControls(const Dock& dock, const QJsonObject& controls) {
    each<QComboBox>(dock, [&](QComboBox& box) {
        const int index = controls.value(box.objectName()).toInt(-1);
        if (index >= 0 && index < box.count() && index != chosenIn(box)) {
            box.setCurrentIndex(index);
            Q_EMIT box.activated(index);  // as if the user chose it
        }
    });
    const auto tick = [&](auto& button) {
        if (const QJsonValue value = controls.value(button.objectName()); value.isBool() && button.isCheckable()) {
            button.setChecked(value.toBool());
        }
    };
    each<QAbstractButton>(dock, tick);
    each<QAbstractButton>(dock, [&](QAbstractButton& button) {
        const QJsonValue value = controls.value(button.objectName());
        if ((value.isString() || value.isBool()) && button.property(kChosen).isValid()) {
            button.setProperty(kChosen, value.toVariant());
        }
    });
    each<QAction>(dock, tick);
    const auto whole = [&](auto& box) {
        if (const QJsonValue value = controls.value(box.objectName()); value.isDouble()) {
            box.setValue(value.toInt());
        }
    };
    each<QSpinBox>(dock, whole);
    each<QSlider>(dock, whole);
    each<QDoubleSpinBox>(dock, [&](QDoubleSpinBox& box) {
        if (const QJsonValue value = controls.value(box.objectName()); value.isDouble()) {
            box.setValue(value.toDouble());
        }
    });
    each<QLineEdit>(dock, [&](QLineEdit& line) {
        if (const QJsonValue value = controls.value(line.objectName()); value.isString()) {
            line.setText(value.toString());
        }
    });
    each<QTableView>(dock, [&](QTableView& table) {
        if (const QJsonValue value = controls.value(table.objectName()); value.isObject()) {
            setOrder(table, value.toObject());
        }
    });
}

QJsonArray pair(double first, double second) {
    return {first, second};
}

QJsonArray pairOf(const StepRange& range) {
    return pair(static_cast<double>(range.first), static_cast<double>(range.last));
}

/// Returns everything if the view has no valid range.
StepRange rangeIn(const QJsonValue& value, std::int64_t last) {
    const QJsonArray ends = value.toArray();
    const StepRange range{within(ends.at(0), 0, 0, last), within(ends.at(1), -1, 0, last)};
    return ends.size() == 2 && range.first < range.last ? range : StepRange{};
}

QJsonObject objectOf(const QString& view) {
    return QJsonDocument::fromJson(view.toUtf8()).object();
}

}  // namespace

void showSelection(Workspace& workspace, Selection& selection, const QJsonObject& view) {
    const auto recording = workspace.recording();
    if (recording == nullptr || recording->lanes() == 0) {
        return;
    }
    const auto number = [&view](const char* name, int otherwise, int least, int most) {
        return static_cast<int>(within(view.value(QLatin1String(name)), otherwise, least, most));
    };
    selection.setLane(number("lane", selection.lane(), 0, recording->lanes() - 1));
    const ShownSelection shownSelection(workspace.client(), selection);
    const Trace* trace = shownSelection.trace();
    if (trace == nullptr || trace->steps() == 0) {
        return;
    }
    const std::int64_t last = trace->steps() - 1;
    selection.setLayer(number("layer", shownSelection.layer(), 0, trace->shape().layers - 1));
    selection.setHead(number("head", selection.head(), -1, trace->shape().queryHeads - 1));
    if (const std::int64_t step = within(view.value(QLatin1String("step")), -1, -1, last); step >= 0) {
        selection.setStep(step);
    }
    selection.setRange(rangeIn(view.value(QLatin1String("steps")), last));
    selection.setTokenRange(rangeIn(view.value(QLatin1String("tokenRange")), last));
    std::vector<std::int32_t> tokens;
    const QJsonArray marked = view.value(QLatin1String("tokens")).toArray();
    for (const auto token : marked) {
        if (static_cast<int>(tokens.size()) < kMostTokens && token.toInt(-1) >= 0 && token.toInt() <= last) {
            tokens.push_back(token.toInt());
        }
    }
    selection.setTokens(std::move(tokens));
    const auto cursor = [&](const char* name) {
        const std::int64_t at = within(view.value(QLatin1String(name)), -1, -1, last);
        return at < 0 ? std::nullopt : std::optional(at);
    };
    selection.setCursorA(cursor("A"));
    selection.setCursorB(cursor("B"));
}

QString missingOf(const Workspace& workspace, const QString& view) {
    const auto recording = workspace.recording();
    const QJsonObject selected = objectOf(view);
    if (recording == nullptr || recording->lanes() == 0) {
        return {};
    }
    const auto beyond = [&selected](const char* name, std::int64_t least, std::int64_t most) {
        const QJsonValue value = selected.value(QLatin1String(name));
        const bool there = value.isUndefined() || (value.isDouble() && value.toDouble() >= static_cast<double>(least) &&
                                                   value.toDouble() <= static_cast<double>(most));
        return there ? QString() : QStringLiteral("%1 %2").arg(QLatin1String(name), value.toVariant().toString());
    };
    if (QString lane = beyond("lane", 0, recording->lanes() - 1); !lane.isEmpty()) {
        return lane;
    }
    const auto lane = selected.value(QLatin1String("lane")).toInt();
    if (!recording->hasTrace(lane)) {
        return {};
    }
    const Trace& trace = recording->trace(lane);
    const std::int64_t last = trace.steps() - 1;
    const struct {
        const char* name;
        std::int64_t least, most;
    } kSelected[] = {{"layer", 0, trace.shape().layers - 1},
                     {"head", -1, trace.shape().queryHeads - 1},
                     {"step", -1, last},
                     {"A", 0, last},
                     {"B", 0, last}};
    for (const auto& each : kSelected) {
        if (QString missing = beyond(each.name, each.least, each.most); !missing.isEmpty()) {
            return missing;
        }
    }
    return {};
}

QJsonObject selectionView(const ShownSelection& shownSelection, const Selection& selection) {
    QJsonObject view{{QLatin1String("lane"), selection.lane()},
                     {QLatin1String("layer"), shownSelection.layer()},
                     {QLatin1String("head"), selection.head()},
                     {QLatin1String("step"), static_cast<double>(shownSelection.step())}};
    if (const StepRange range = selection.range(); !range.all()) {
        view[QLatin1String("steps")] = pairOf(range);
    }
    if (const TokenRange range = selection.tokenRange(); !range.all()) {
        view[QLatin1String("tokenRange")] = pairOf(range);
    }
    QJsonArray tokens;
    for (std::size_t i = 0; i < selection.tokens().size() && i < std::size_t{kMostTokens}; ++i) {
        tokens.append(selection.tokens()[i]);
    }
    if (!tokens.isEmpty()) {
        view[QLatin1String("tokens")] = tokens;
    }
    if (selection.cursorA()) {
        view[QLatin1String("A")] = static_cast<double>(*selection.cursorA());
    }
    if (selection.cursorB()) {
        view[QLatin1String("B")] = static_cast<double>(*selection.cursorB());
    }
    return view;
}

QJsonObject settingsView(const Dock& dock) {
    QJsonObject view;
    if (const QJsonObject controls = controlsOf(dock); !controls.isEmpty()) {
        view[QLatin1String("controls")] = controls;
    }
    QJsonObject columns;
    each<Plot>(dock, [&](const Plot& plot) {
        if (plot.panels() > 0) {
            columns[plot.objectName()] =
                plot.showsAllX() ? QJsonArray() : pair(plot.x(0)->range().lower, plot.x(0)->range().upper);
        }
    });
    if (!columns.isEmpty()) {
        view[QLatin1String("columns")] = columns;
    }
    return view;
}

QAbstractItemModel* sourceOf(const QTableView& table) {
    QAbstractItemModel* model = table.model();
    while (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model)) {
        model = proxy->sourceModel();
    }
    return model;
}

void showSettings(Dock& dock, const QJsonObject& view) {
    dock.refreshIfPending();  // the refresh creates some of the controls
    Q_EMIT dock.viewAboutToBeSet();
    setControls(dock, view.value(QLatin1String("controls")).toObject());
    // The dock must show the selection first, which may set its columns.
    QTimer::singleShot(0, &dock, [&dock, columns = view.value(QLatin1String("columns")).toObject()] {
        each<Plot>(dock, [&](Plot& plot) {
            const QJsonArray range = columns.value(plot.objectName()).toArray();
            // A plot that was never shown knows no tokens yet.
            if (!columns.value(plot.objectName()).isArray() || plot.panels() == 0 || dock.refreshes() == 0) {
                return;
            }
            if (range.isEmpty()) {
                plot.showColumns(std::nullopt);
            } else if (range.size() == 2 && range[0].toDouble() < range[1].toDouble()) {
                plot.showColumns(QCPRange(range[0].toDouble(), range[1].toDouble()));
            }
            plot.redraw();
        });
        if (!columns.isEmpty()) {
            // Linked axes follow the selection, whatever was saved; maps must be painted for their new range.
            dock.markDirty(DirtyFlag::Range | DirtyFlag::Theme);
        }
        Q_EMIT dock.viewSet();
    });
}

void resetZoom(Dock& dock) {
    Q_EMIT dock.viewAboutToBeSet();
    dock.selection().setRange({});
    dock.selection().setTokenRange({});
    for (Plot* plot : dock.findChildren<Plot*>()) {
        if (plot->interactions().testFlag(QCP::iRangeZoom)) {
            plot->showX(std::nullopt);
            plot->showColumns(std::nullopt);
            plot->redraw();
        }
    }
    Q_EMIT dock.viewSet();
}

QString dockView(const Dock& dock) {
    QJsonObject view = selectionView(dock.shownSelection(), dock.selection());
    view[QLatin1String("dock")] = dock.objectName();
    const QJsonObject settings = settingsView(dock);
    for (auto part = settings.begin(); part != settings.end(); ++part) {
        view[part.key()] = part.value();
    }
    return QString::fromUtf8(QJsonDocument(view).toJson(QJsonDocument::Compact));
}

QString dockOfView(const QString& view) {
    return objectOf(view).value(QLatin1String("dock")).toString();
}

void showView(Dock* dock, Workspace& workspace, const QString& view) {
    const QJsonObject object = objectOf(view);
    showSelection(workspace, workspace.selection(), object);
    if (dock != nullptr) {
        dock->setUnlinked(false);  // then it shows the window's selection
        showSettings(*dock, object);
    }
}

}  // namespace kvw::wb
