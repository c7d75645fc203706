// SPDX-License-Identifier: Apache-2.0
/// Parts that the figure builders share: labels, provenance, marks, pooling of long axes.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/figures/figure.h"
#include "core/figures/figure_request.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Division of an axis, or of a range of it, into at most `most` bins of `size`.
struct Bins {
    Bins(std::int64_t all, std::int32_t most) : Bins(Range{0, all - 1}, most) {}
    Bins(const Range& range, std::int32_t most);
    std::int64_t first = 0, length = 0, size = 1;
    std::int32_t count = 0;
    [[nodiscard]] bool holds(std::int64_t at) const noexcept { return at >= first && at < first + length; }
    /// Returns the bin of a place within the range.
    [[nodiscard]] std::int32_t of(std::int64_t at) const noexcept {
        return static_cast<std::int32_t>((at - first) / size);
    }
    /// Returns one past the last index of a bin.
    [[nodiscard]] std::int64_t end(std::int32_t bin) const noexcept;
};

/// Returns "streaming 1.0.0".
[[nodiscard]] std::string versionedName(const LaneInfo& lane);
[[nodiscard]] std::string laneLabel(const Recording& recording, std::int32_t lane);
/// Returns the look of a lane. Its index is its place among the lanes that are not full, from 1, or 0 for a full one.
[[nodiscard]] SeriesLook laneLook(const RunDescription& run, std::int32_t lane);
/// Returns the lanes that have a trace.
[[nodiscard]] std::vector<std::int32_t> lanesOf(const Recording& recording);
/// Returns the effective parameters that the lane started with: "sinks=4, recent=256".
[[nodiscard]] std::string parameterText(const LaneInfo& lane);
/// Returns the parameters, where the lane departs from its policy's native settings, and what was changed and done by
/// hand while it ran: "sinks=4, recent=256, not native: original positions (native: cache-rank positions), recent = 64
/// from step 545". `all`: all parameters; else the ones asked for, and the ones that say how much is kept.
[[nodiscard]] std::string settingsText(const Recording& recording, std::int32_t lane, bool all = true);
/// Returns a figure with id, title, caption and provenance of a lane.
[[nodiscard]] FigureSpec startFigure(const Recording& recording, std::int32_t lane, std::string id, FigureTitle title,
                                     std::string caption);
/// Replaces policy and parameters in the provenance by those of all these lanes.
void describeLanes(FigureSpec& figure, const Recording& recording, const std::vector<std::int32_t>& lanes);
/// Returns the sentence for a caption of several lanes that each generated text and were scored on their own; else
/// empty.
[[nodiscard]] std::string generatedNote(const Recording& recording);
/// Returns the part of a title that names a query head; -1: "mean over heads".
[[nodiscard]] Phrase headPart(std::int32_t queryHead);
/// Returns " The learned sink takes 0.371 of a row on average."; empty: the rows have none.
[[nodiscard]] std::string sinkSentence(const std::optional<double>& share);
[[nodiscard]] FigurePanel startPanel(std::string title, FigureAxis x, FigureAxis y);
[[nodiscard]] FigureAxis stepAxis();
[[nodiscard]] FigureAxis tokenAxis();
[[nodiscard]] FigureAxis layerAxis();
[[nodiscard]] FigureAxis layersDoneAxis();
/// Returns the layer axis of maps: the first layer on top, as in the window.
[[nodiscard]] FigureAxis layersDown();
/// Adds the mark of the end of the prompt, if that is among the first `steps` steps.
void addPromptMark(FigurePanel& panel, const RunDescription& run, std::int64_t steps);
/// Adds marks for the end of the prompt, prune events, changed parameters ("recent = 64"), and changes of policy or
/// capture and edits by hand. Prune events that lie close together become one band.
void addMarks(FigurePanel& panel, const Recording& recording, std::int32_t lane);
/// Adds the series unless every y is missing.
void addSeries(FigurePanel& panel, FigureSeries series);
/// Removes empty panels, unless all are empty.
void dropEmptyPanels(FigureSpec& figure);
/// Returns a map over these bins, every cell Missing.
[[nodiscard]] FigureMap startMap(const Bins& columns, const Bins& rows);
/// Means of the values that fall into each cell of a map; cells without a value stay as they are.
class CellMeans {
 public:
    explicit CellMeans(const FigureMap& map) : m_cells(map.values.size()) {}
    void add(std::size_t cell, double value);
    void into(FigureMap& map) const;

 private:
    struct Cell {
        double sum = 0;
        std::int64_t count = 0;
    };
    std::vector<Cell> m_cells;
};
/// Returns ", max of 4 tokens" for a label where each cell pools several; empty where each stands for one.
[[nodiscard]] std::string pooledText(const char* how, const Bins& bins, const char* what);
/// Lowest and highest of all values of a map, before pooling and outside the shown part too: the scale of the window.
class ScaleEnds {
 public:
    /// Ignores NaN and infinities.
    void add(double value) noexcept;
    /// Sets minimum and maximum; 0 to 1 where there are no values.
    void into(FigureMap& map) const noexcept;

 private:
    double m_low = std::numeric_limits<double>::infinity(), m_high = -m_low;
};
/// Sets minimum and maximum from the values; 0 to 1 where there are none.
void fitScale(FigureMap& map);

}  // namespace kvw::figures
