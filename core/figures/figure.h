// SPDX-License-Identifier: Apache-2.0
/// A figure as data: what is drawn, not how. The workbench paints it, `kvw export` writes it, both from the same
/// struct. NaN in a series or a map is "no value" and is never drawn as 0. Plain values, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/phrase.h"
#include "core/figures/figure_title.h"

namespace kvw {

struct FigureAxis {
    Phrase label = {}, unit = {};  ///< unit may be empty; shown as "label (unit)"
    bool logarithmic = false;
    std::optional<double> minimum = {}, maximum = {};  ///< none: fit the data
    bool reversed = false;                             ///< grows downwards or to the left
    std::vector<std::string> names = {};               ///< labels at 0, 1, ...; empty: numbers
};

enum class FigureStyle { Line, Steps, Points, Bars };
/// Meaning of a series, which decides its colour (figure_colours.h).
enum class FigureRole { Lane, FullLane, Difference, Live, Allocated, Full, Layer, Budget, Threshold };

/// Decides the colour and the dashes of a series.
struct SeriesLook {
    FigureRole role = FigureRole::Lane;
    std::int32_t index = 0;  ///< which layer or lane
    bool operator==(const SeriesLook&) const = default;
};

struct FigureSeries {
    std::string label;
    std::vector<double> x, y;  ///< same length
    FigureStyle style = FigureStyle::Line;
    FigureRole role = FigureRole::Lane;
    std::int32_t index = 0;              ///< which layer or lane, for the colour
    std::vector<double> deviation = {};  ///< deviation of each y, drawn as an error bar; empty: none
    [[nodiscard]] SeriesLook look() const noexcept { return {role, index}; }
};

/// State of a cell: it has a value, or the reason why not.
enum class FigureCell : std::uint8_t { Value, Missing, Evicted, Future };
enum class FigureScale { Linear, Logarithmic, Categories };

/// A matrix of cells of equal size over [xBegin, xEnd) x [yBegin, yEnd); row 0 at yBegin. Larger data is pooled to fit.
struct FigureMap {
    std::string label, unit;
    std::int32_t rows = 0, columns = 0;
    std::vector<float> values;      ///< [rows, columns]; NaN unless the cell is Value
    std::vector<FigureCell> cells;  ///< [rows, columns]
    double xBegin = 0, xEnd = 1, yBegin = 0, yEnd = 1;
    double minimum = 0, maximum = 1;  ///< of the colour scale
    FigureScale scale = FigureScale::Linear;
    std::vector<std::string> categories;  ///< FigureScale::Categories: value k is categories[k]

    /// Returns the index of a cell in `values` and `cells`.
    [[nodiscard]] std::size_t at(std::int32_t row, std::int32_t column) const noexcept {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
    }
    void set(std::size_t cell, float value) noexcept {
        cells[cell] = FigureCell::Value;
        values[cell] = value;
    }
    /// Sets the value unless the cell has a higher one.
    void raise(std::size_t cell, float value) noexcept {
        if (cells[cell] != FigureCell::Value || value > values[cell]) {
            set(cell, value);
        }
    }
};

/// A line across a panel, or a band of it: prune events, the end of the prompt, a changed parameter.
struct FigureMark {
    double at = 0;
    bool vertical = true;
    std::string kind;  ///< "prune", "prompt", "parameter"
    std::string label;
    std::optional<double> to;  ///< end of a band from `at`; none: a line
};

struct FigurePanel {
    std::string title;
    FigureAxis x, y;
    std::vector<FigureSeries> series;
    std::vector<FigureMap> maps;
    std::vector<FigureMark> marks;
    [[nodiscard]] bool empty() const noexcept { return series.empty() && maps.empty(); }
};

/// Place of the legend, if there is one.
enum class FigureLegend : std::uint8_t { Below, Above, Right, Inside, None };

/// Type of the letters. Usual: the program's own in pictures, the document's in pgfplots.
enum class FigureFont : std::uint8_t { Usual, Sans, Serif, Latex };
/// Cell of a map that is framed.
enum class FigureBest : std::uint8_t { None, Least, Most };

/// How a figure is printed, beside what it shows. These settings are words of its id (print/figure_print.h).
struct FigurePrint {
    using Ends = std::pair<double, double>;
    FigureFont font = FigureFont::Usual;
    double width = 0, height = 0;  ///< millimetres; 0: that of the page, and what the figure needs
    std::optional<Ends> x, y;      ///< ends of the axes; none: those of the figure
    bool values = false;           ///< numbers stand in the cells of small maps
    FigureBest best = FigureBest::None;
    bool robust = false;        ///< colours reach from the 1st to the 99th percentile
    bool symbols = false;       ///< parameters have their symbols: γ for gamma
    bool shortCaption = false;  ///< title, model, policy, parameters, seed and bundle only
    [[nodiscard]] bool operator==(const FigurePrint&) const = default;
};

struct FigureSpec {
    std::string id;  ///< file name without ending: "nll", "keepset-layer-0"
    FigureTitle title;
    std::vector<FigurePanel> panels;  ///< in reading order, `columns` per row
    std::int32_t columns = 1;         ///< more than one: each panel is headed by its title
    std::int32_t layers = 0;          ///< layers that colours tell apart, if not all of them have a series
    FigureLegend legend = FigureLegend::Below;
    FigurePrint print = {};
    std::string caption;  ///< one sentence of plain text, without provenance
    std::vector<std::pair<std::string, std::string>>
        provenance;  ///< model, policy, parameters, text, seed, bundle, ... for captions, metadata
};

}  // namespace kvw
