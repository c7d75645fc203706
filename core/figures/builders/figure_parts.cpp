// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "core/base/json/json_access.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/figures/step_panel.h"
#include "core/trace/capture_changes.h"
#include "core/trace/lane_name.h"
#include "core/trace/lane_parameter.h"
#include "core/trace/parameter_changes.h"

namespace kvw::figures {

namespace {
/// Places along a step axis that a printed figure can distinguish.
constexpr std::int64_t kStepsApart = 128;
}  // namespace

Bins::Bins(const Range& range, std::int32_t most)
    : first(range.first),
      length(std::max<std::int64_t>(0, range.last - range.first + 1)),
      size(std::max<std::int64_t>(1, (length + most - 1) / most)),
      count(static_cast<std::int32_t>((length + size - 1) / size)) {}

std::int64_t Bins::end(std::int32_t bin) const noexcept {
    return first + std::min(length, (bin + 1) * size);
}

std::string pooledText(const char* how, const Bins& bins, const char* what) {
    return bins.size > 1 ? fmt::format(", {} of {} {}", how, bins.size, what) : std::string();
}

std::string sinkSentence(const std::optional<double>& share) {
    return share ? fmt::format(" The learned sink takes {:.3g} of a row on average.", *share) : std::string();
}

Phrase headPart(std::int32_t queryHead) {
    return queryHead < 0 ? Phrase("mean over heads") : numbered("query head %1", queryHead);
}

std::string laneLabel(const Recording& recording, std::int32_t lane) {
    return laneName(recording.description(), lane);
}

SeriesLook laneLook(const RunDescription& run, std::int32_t lane) {
    const auto isFull = [&run](std::int32_t each) {
        const auto at = static_cast<std::size_t>(each);
        return at < run.lanes.size() && run.lanes[at].policyId == "full";
    };
    if (isFull(lane)) {
        return {FigureRole::FullLane, 0};
    }
    SeriesLook look{FigureRole::Lane, 1};
    for (std::int32_t before = 0; before < lane; ++before) {
        look.index += isFull(before) ? 0 : 1;
    }
    return look;
}

std::vector<std::int32_t> lanesOf(const Recording& recording) {
    std::vector<std::int32_t> lanes;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        if (recording.hasTrace(lane)) {
            lanes.push_back(lane);
        }
    }
    return lanes;
}

/// Returns whether the text of the policy has "name=".
static bool isAskedFor(const LaneInfo& lane, const std::string& name) {
    const std::string part = name.substr(name.rfind('.') + 1) + '=';
    const std::size_t at = lane.policyText.find(part);
    return at != std::string::npos && at > 0 &&
           std::string_view(":,/").find(lane.policyText[at - 1]) != std::string::npos;
}

/// Returns whether a parameter says how many tokens or bits are kept: a caption names it for readers without the
/// program.
static bool saysHowMuch(std::string_view name) {
    constexpr std::string_view kNames[] = {"capacity", "removed", "sinks",  "recent", "bridge", "heavy",
                                           "top-k",    "window",  "budget", "bits",   "group",  "cascades"};
    return std::ranges::find(kNames, name.substr(name.rfind('.') + 1)) != std::end(kNames);
}

/// Returns whether the parameter "sizes", a list, replaces this one.
static bool isReplaced(const LaneInfo& lane, std::string_view name) {
    return member(lane.parameters, "sizes").is_array() && (name == "window" || name == "cascades");
}

/// `all`: every parameter; else the ones that a caption names: those asked for, and those that say how much is kept.
static std::string parametersOf(const LaneInfo& lane, bool all) {
    std::string text;
    if (!lane.parameters.is_object()) {
        return text;
    }
    for (const auto& [name, value] : lane.parameters.items()) {
        if (!all && !isAskedFor(lane, name) && (!saysHowMuch(name) || isReplaced(lane, name))) {
            continue;
        }
        text += (text.empty() ? "" : ", ") + name + '=' + kvw::parameterText(value);
    }
    return text;
}

std::string parameterText(const LaneInfo& lane) {
    return parametersOf(lane, true);
}

/// Returns "pin=300-304 at step 500"; with many edits by hand the first ones and the number of the others.
static std::string handsText(const Trace& trace) {
    constexpr int kMostShown = 8;
    constexpr std::size_t kLongest = 80;  // of a list of tokens
    std::string text;
    int count = 0;
    for (const TraceEvent& event : eventsOf(trace)) {
        if (event.kind == "hand" && event.step < trace.steps() && count++ < kMostShown) {
            text += fmt::format("{}{}{} at step {}", text.empty() ? "" : ", ", beginningOf(event.text, kLongest),
                                event.text.size() > kLongest ? "…" : "", event.step);
        }
    }
    return count > kMostShown ? text + fmt::format(" and {} more by hand", count - kMostShown) : text;
}

std::string versionedName(const LaneInfo& lane) {
    return lane.policyId + (lane.policyVersion.empty() ? "" : ' ' + lane.policyVersion);
}

std::string settingsText(const Recording& recording, std::int32_t lane, bool all) {
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    std::string text = parametersOf(info, all);
    const auto add = [&text](const std::string& more) { text += (text.empty() || more.empty() ? "" : ", ") + more; };
    add(textOf(info.given, "departs"));  // from the policy's native settings
    if (recording.hasTrace(lane)) {
        add(bundle::changesText(bundle::parameterChanges(recording.trace(lane))));
        add(handsText(recording.trace(lane)));
    }
    return text;
}

/// Returns "streaming 1.0.0 [seed 3]"; the brackets name settings that differ from those of the other lanes.
static std::string policyOf(const LaneInfo& info) {
    return versionedName(info) + (info.distinguishingText.empty() ? "" : " [" + info.distinguishingText + ']');
}

FigureSpec startFigure(const Recording& recording, std::int32_t lane, std::string id, FigureTitle title,
                       std::string caption) {
    const RunDescription& run = recording.description();
    const LaneInfo& info = run.lanes[static_cast<std::size_t>(lane)];
    const LaneSettings settings = settingsOf(run, lane);
    FigureSpec figure;
    figure.id = std::move(id);
    figure.title = std::move(title);
    figure.caption = std::move(caption);
    figure.provenance = {
        {"model", run.model.name},         {"text", run.textTitle},
        {"policy", policyOf(info)},        {"parameters", settingsText(recording, lane, false)},
        {"positions", settings.positions}, {"seed", std::to_string(settings.seed)},
    };
    for (auto& [name, value] : figure.provenance) {
        value = bundle::validUtf8(value);
    }
    return figure;
}

void describeLanes(FigureSpec& figure, const Recording& recording, const std::vector<std::int32_t>& lanes) {
    std::string policies, parameters;
    for (const std::int32_t lane : lanes) {
        const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
        policies += (policies.empty() ? "" : "; ") + policyOf(info);
        if (const std::string settings = settingsText(recording, lane, false); !settings.empty()) {
            parameters += (parameters.empty() ? "" : "; ") + info.policyId + ": " + settings;
        }
    }
    for (auto& [name, value] : figure.provenance) {
        value = name == "policy"       ? bundle::validUtf8(policies)
                : name == "parameters" ? bundle::validUtf8(parameters)
                                       : value;
    }
}

std::string generatedNote(const Recording& recording) {
    return recording.description().mode == "generate"
               ? " Behind the prompt each policy is scored on the text that it generated itself."
               : "";
}

FigurePanel startPanel(std::string title, FigureAxis x, FigureAxis y) {
    FigurePanel panel;
    panel.title = std::move(title);
    panel.x = std::move(x);
    panel.y = std::move(y);
    return panel;
}

FigureAxis stepAxis() {
    return {"step", "tokens"};
}

FigureAxis tokenAxis() {
    return {"token", "index"};
}

FigureAxis layerAxis() {
    return {"layer"};
}

FigureAxis layersDoneAxis() {
    return {"layers done"};
}

FigureAxis layersDown() {
    FigureAxis axis = layerAxis();
    axis.reversed = true;
    return axis;
}

namespace {

/// Adds prune events; those too close to be told apart in print become one band.
void addPrunes(FigurePanel& panel, const Trace& trace) {
    const std::vector<std::int32_t> prunes = trace.pruneSteps();
    const std::int64_t gap = std::max<std::int64_t>(1, trace.steps() / kStepsApart);
    for (std::size_t first = 0; first < prunes.size();) {
        std::size_t last = first;
        while (last + 1 < prunes.size() && prunes[last + 1] - prunes[last] <= gap) {
            ++last;
        }
        FigureMark mark{static_cast<double>(prunes[first]), true, "prune", "prune", std::nullopt};
        if (last > first) {
            mark.to = static_cast<double>(prunes[last]);
            mark.label = fmt::format("{} prunes", last - first + 1);
        }
        panel.marks.push_back(std::move(mark));
        first = last + 1;
    }
}

}  // namespace

void addPromptMark(FigurePanel& panel, const RunDescription& run, std::int64_t steps) {
    if (const auto edge = promptEdge(run, steps)) {
        panel.marks.push_back({*edge, true, "prompt", "end of the prompt", std::nullopt});
    }
}

void addMarks(FigurePanel& panel, const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    addPromptMark(panel, recording.description(), trace.steps());
    addPrunes(panel, trace);
    for (const bundle::ParameterChange& change : bundle::parameterChanges(trace)) {
        FigureMark* last = panel.marks.empty() ? nullptr : &panel.marks.back();
        if (last != nullptr && last->kind == "parameter" && last->at == static_cast<double>(change.step)) {
            last->label += ", " + change.text();
        } else {
            panel.marks.push_back({static_cast<double>(change.step), true, "parameter", change.text(), std::nullopt});
        }
    }
    for (const TraceEvent& event : eventsOf(trace)) {
        if ((event.kind == "policy" || event.kind == "hand" || event.kind == kCaptureEvent) &&
            event.step < trace.steps()) {
            panel.marks.push_back({static_cast<double>(event.step), true, "parameter", event.text, std::nullopt});
        }
    }
}

void addSeries(FigurePanel& panel, FigureSeries series) {
    if (std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); })) {
        panel.series.push_back(std::move(series));
    }
}

void dropEmptyPanels(FigureSpec& figure) {
    const auto none = [](const FigurePanel& panel) { return panel.empty(); };
    if (!std::all_of(figure.panels.begin(), figure.panels.end(), none)) {
        std::erase_if(figure.panels, none);
    }
}

FigureMap startMap(const Bins& columns, const Bins& rows) {
    FigureMap map;
    map.columns = columns.count;
    map.rows = rows.count;
    const auto cells = static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.columns);
    map.values.assign(cells, std::numeric_limits<float>::quiet_NaN());
    map.cells.assign(cells, FigureCell::Missing);
    map.xBegin = static_cast<double>(columns.first) - 0.5;
    map.xEnd = map.xBegin + static_cast<double>(columns.count * columns.size);
    map.yBegin = static_cast<double>(rows.first) - 0.5;
    map.yEnd = map.yBegin + static_cast<double>(rows.count * rows.size);
    return map;
}

void CellMeans::add(std::size_t cell, double value) {
    m_cells[cell].sum += value;
    ++m_cells[cell].count;
}

void CellMeans::into(FigureMap& map) const {
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (m_cells[i].count > 0) {
            map.set(i, static_cast<float>(m_cells[i].sum / static_cast<double>(m_cells[i].count)));
        }
    }
}

void ScaleEnds::add(double value) noexcept {
    m_low = std::isfinite(value) ? std::min(m_low, value) : m_low;
    m_high = std::isfinite(value) ? std::max(m_high, value) : m_high;
}

void ScaleEnds::into(FigureMap& map) const noexcept {
    map.minimum = m_low <= m_high ? m_low : 0;
    map.maximum = m_low < m_high ? m_high : map.minimum + 1;
}

void fitScale(FigureMap& map) {
    ScaleEnds ends;
    for (const float value : map.values) {
        ends.add(bundle::shortestDouble(value));
    }
    ends.into(map);
}

}  // namespace kvw::figures
