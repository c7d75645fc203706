// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/dock_view.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "app/workbench/plot/plot.h"
#include "core/figures/figure_request.h"

namespace kvw::wb {

namespace {

constexpr int kMostTokens = 10'000;

/// Returns a number of the view, which comes from a file, limited to [least, most] and truncated.
std::int64_t within(const QJsonValue& value, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    if (!value.isDouble()) {
        return otherwise;
    }
    const double near = std::clamp(value.toDouble(), static_cast<double>(least), static_cast<double>(most));
    return static_cast<std::int64_t>(near);
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
    QJsonObject view, controls, columns;
    for (const ViewOption* option : dock.findChildren<ViewOption*>()) {
        if (const QJsonValue value = option->value(); !value.isUndefined()) {
            controls[option->name()] = value;
        }
    }
    for (const Plot* plot : viewControls<Plot>(dock)) {
        if (plot->panels() > 0) {
            columns[plot->objectName()] =
                plot->showsAllX() ? QJsonArray() : pair(plot->x(0)->range().lower, plot->x(0)->range().upper);
        }
    }
    for (const auto& [part, values] : {std::pair{"controls", controls}, {"columns", columns}}) {
        if (!values.isEmpty()) {
            view[QLatin1String(part)] = values;
        }
    }
    return view;
}

void showSettings(Dock& dock, const QJsonObject& view) {
    dock.refreshIfPending();  // the refresh creates some of the controls
    Q_EMIT dock.viewAboutToBeSet();
    const QJsonObject controls = view.value(QLatin1String("controls")).toObject();
    const std::string figure = view.value(QLatin1String("figure")).toString().toStdString();
    const auto id = figures::FigureRequest::parse(figure);
    for (ViewOption* option : dock.findChildren<ViewOption*>()) {
        option->setValue(figure.empty() ? controls.value(option->name()) : option->valueIn(id));
    }
    // The dock must show the selection first, which may set its columns.
    QTimer::singleShot(0, &dock, [&dock, columns = view.value(QLatin1String("columns")).toObject()] {
        for (Plot* plot : viewControls<Plot>(dock)) {
            const QJsonArray range = columns.value(plot->objectName()).toArray();
            // A plot that was never shown knows no tokens yet.
            if (!columns.value(plot->objectName()).isArray() || plot->panels() == 0 || dock.refreshes() == 0) {
                continue;
            }
            if (range.isEmpty()) {
                plot->showColumns(std::nullopt);
            } else if (range.size() == 2 && range[0].toDouble() < range[1].toDouble()) {
                plot->showColumns(QCPRange(range[0].toDouble(), range[1].toDouble()));
            }
            plot->redraw();
        }
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
