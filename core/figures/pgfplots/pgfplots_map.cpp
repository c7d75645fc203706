// SPDX-License-Identifier: Apache-2.0
#include "core/figures/pgfplots/pgfplots_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/parse_number.h"
#include "core/figures/pgfplots/pgfplots_place.h"
#include "core/figures/print/printed_cells.h"

namespace kvw::figures {
namespace {

constexpr std::int32_t kMostCells = 48;  // per side
constexpr std::string_view kMean = ", mean of ", kMax = ", max of ", kTimes = " × ";

/// State of a cell that pools several: their largest value (or mean), else evicted if one is, else missing if one is.
class Pooled {
 public:
    void add(FigureCell kind, float value) {
        if (kind == FigureCell::Value && std::isfinite(value)) {
            m_kind = kind;
            m_most = std::fmax(m_most, value);
            m_sum += static_cast<double>(value);
            ++m_count;
        } else if (m_kind != FigureCell::Value && kind != FigureCell::Value &&
                   (kind == FigureCell::Evicted || m_kind == FigureCell::Future)) {
            m_kind = kind;
        }
    }
    [[nodiscard]] FigureCell kind() const noexcept { return m_kind; }
    /// Returns NaN if none has a value.
    [[nodiscard]] float value(bool mean) const {
        return mean && m_count > 0 ? static_cast<float>(m_sum / m_count) : m_most;
    }

 private:
    FigureCell m_kind = FigureCell::Future;
    float m_most = NAN;
    double m_sum = 0;
    int m_count = 0;
};

/// Returns the number at the start of the text; 1: there is none.
std::int64_t countAt(std::string_view text) {
    const auto count = parsedNumber<std::int64_t>(text.substr(0, text.find_first_not_of("0123456789")));
    return count ? *count : 1;
}

/// Returns the label of cells that each pool `columns` x `rows` cells: "attention, max of 7 × 7" becomes "attention,
/// max of 35 × 35" for 5 x 5. If the label names no pooling, the size of the cells on the axes counts.
std::string pooledLabel(const FigureMap& map, std::int32_t columns, std::int32_t rows, const std::string& along,
                        const std::string& across) {
    const std::string_view label = map.label, how = label.find(kMean) != std::string::npos ? kMean : kMax;
    const auto at = label.find(how);
    const bool pooled = at != std::string::npos;
    const std::string front = fmt::format("{}{}", label.substr(0, at), how);
    const std::string_view said = pooled ? label.substr(at + how.size()) : std::string_view();
    const auto times = said.find(kTimes);
    const bool both = times != std::string_view::npos;
    const std::int64_t wide = columns * (both     ? countAt(said.substr(times + kTimes.size()))
                                         : pooled ? countAt(said)
                                                  : std::llround((map.xEnd - map.xBegin) / map.columns));
    const std::int64_t high = rows * (both     ? countAt(said)
                                      : pooled ? 1
                                               : std::llround((map.yEnd - map.yBegin) / map.rows));
    if (both || (wide > 1 && high > 1)) {
        return fmt::format("{}{}{}{}", front, high, kTimes, wide);
    }
    if (wide <= 1) {
        return fmt::format("{}{} {}s", front, high, across);
    }
    const auto what = said.find(' ');
    return fmt::format("{}{} {}", front, wide,
                       what == std::string_view::npos ? along + "s" : std::string(said.substr(what + 1)));
}

/// Fills the cells without a value. Neighbours in a row with the same reason become one rectangle.
std::string fills(const FigureMap& map) {
    std::string out;
    const double width = (map.xEnd - map.xBegin) / map.columns, height = (map.yEnd - map.yBegin) / map.rows;
    for (std::int32_t row = 0; row < map.rows; ++row) {
        const FigureCell* line = map.cells.data() + static_cast<std::ptrdiff_t>(row) * map.columns;
        for (std::int32_t first = 0, end = 0; first < map.columns; first = end) {
            for (end = first; end < map.columns && line[end] == line[first]; ++end) {
            }
            if (const auto colour = cellColour(line[first]); colour && hasCells(map, line[first])) {
                out += fmt::format("\\fill[color={}] (axis cs:{},{}) rectangle (axis cs:{},{});\n", latexRgb(*colour),
                                   texNumber(map.xBegin + first * width), texNumber(map.yBegin + row * height),
                                   texNumber(map.xBegin + end * width), texNumber(map.yBegin + (row + 1) * height));
            }
        }
    }
    return out;
}

}  // namespace

std::string latexRgb(const FigureColour& colour) {
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", colour[0], colour[1], colour[2]);
}

FigureMap thinnedMap(const FigureMap& map, const std::string& along, const std::string& across) {
    const auto each = [](std::int32_t cells) { return std::max(1, (cells + kMostCells - 1) / kMostCells); };
    const std::int32_t wide = each(map.columns), high = each(map.rows);
    if (wide == 1 && high == 1) {
        return map;
    }
    FigureMap thinned = map;
    thinned.columns = (map.columns + wide - 1) / wide;
    thinned.rows = (map.rows + high - 1) / high;
    thinned.xEnd = map.xBegin + (map.xEnd - map.xBegin) / map.columns * wide * thinned.columns;
    thinned.yEnd = map.yBegin + (map.yEnd - map.yBegin) / map.rows * high * thinned.rows;
    const bool mean = map.label.find(kMean) != std::string::npos;
    if (map.scale != FigureScale::Categories) {
        thinned.label = pooledLabel(map, wide, high, along, across);
    }
    thinned.values.clear();
    thinned.cells.clear();
    for (std::int32_t row = 0; row < map.rows; row += high) {
        for (std::int32_t column = 0; column < map.columns; column += wide) {
            Pooled cell;
            for (std::int32_t r = row; r < std::min(map.rows, row + high); ++r) {
                for (std::int32_t c = column; c < std::min(map.columns, column + wide); ++c) {
                    cell.add(map.cells[map.at(r, c)], map.values[map.at(r, c)]);
                }
            }
            thinned.cells.push_back(cell.kind());
            thinned.values.push_back(cell.value(mean));
        }
    }
    return thinned;
}

std::string mapText(const FigureMap& map) {
    if (map.columns <= 0 || map.rows <= 0) {
        return {};
    }
    const double width = (map.xEnd - map.xBegin) / map.columns, height = (map.yEnd - map.yBegin) / map.rows;
    std::string values;
    for (std::int32_t row = 0; row < map.rows; ++row) {
        for (std::int32_t column = 0; column < map.columns; ++column) {
            const std::size_t at = map.at(row, column);
            const auto value = static_cast<double>(map.values[at]);
            if (map.cells[at] == FigureCell::Value && std::isfinite(value)) {
                const bool logarithmic = map.scale == FigureScale::Logarithmic;
                values += fmt::format("{} {} {}\n", texNumber(map.xBegin + (column + 0.5) * width),
                                      texNumber(map.yBegin + (row + 0.5) * height),
                                      texNumber(logarithmic ? std::log10(std::max(value, map.minimum)) : value));
            }
        }
    }
    return fills(map) +
           fmt::format(
               "\\addplot[forget plot, scatter, only marks, scatter src=explicit, mark=none, "
               "scatter/@pre marker code/.append code={{}}, scatter/@post marker code/.append "
               "code={{\\path[draw=none, fill=mapped color] (axis direction cs:-{0},-{1}) rectangle (axis direction "
               "cs:{0},{1});}}] "
               "table[x=x, y=y, meta=v] {{\nx y v\n{2}}};\n",
               texNumber(width / 2), texNumber(height / 2), values);
}

std::string printedText(const FigureMap& map, const FigureMap& numbers, const FigurePrint& print, double width,
                        double height) {
    constexpr double kSmallLetter = 1.3, kSmallLine = 3;  // millimetres
    const auto letters = height / std::max(1, map.rows) < kSmallLine
                             ? std::size_t{0}
                             : static_cast<std::size_t>(width / std::max(1, map.columns) / kSmallLetter);
    std::string out;
    for (const PrintedCell& cell : printedCells(numbers, print, letters)) {
        const CellCorners at = cornersOf(map, cell);
        if (cell.best) {
            out += fmt::format("\\draw[line width=1pt, color={}] (axis cs:{},{}) rectangle (axis cs:{},{});\n",
                               latexRgb(cell.ink), texNumber(at.left), texNumber(at.low), texNumber(at.right),
                               texNumber(at.high));
        }
        if (!cell.text.empty()) {
            out += fmt::format("\\node[font=\\scriptsize{}, inner sep=0pt, text={}] at (axis cs:{},{}) {{{}}};\n",
                               cell.best ? "\\bfseries" : "", latexRgb(cell.ink), texNumber(at.middleX()),
                               texNumber(at.middleY()), cell.text);
        }
    }
    return out;
}

}  // namespace kvw::figures
