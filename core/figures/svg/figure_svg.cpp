// SPDX-License-Identifier: Apache-2.0
#include "core/figures/svg/figure_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/figures/figure_colours.h"
#include "core/figures/figure_lines.h"
#include "core/figures/log_ticks.h"
#include "core/figures/print/printed_cells.h"
#include "core/figures/step_panel.h"
#include "core/figures/svg/map_image.h"

namespace kvw::figures {
namespace {

// Pixels.
constexpr double kLeft = 62, kRight = 16, kTop = 26, kBottom = 46, kPanelHeight = 210, kBar = 84, kLegendLine = 18;
constexpr double kSvgLine = 1.4, kSvgLetter = 6.2;
constexpr std::size_t kSvgPoints = 2000, kMostTicks = 6;

std::string rgb(const FigureColour& colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
}

std::string textAt(double x, double y, const std::string& text, const char* more = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, xmlEscaped(text));
}

/// An axis as it is drawn: the ends of its numbers, and where they are on the page.
struct AxisScale {
    double low = 0, high = 1, from = 0, to = 1;  ///< from: pixel of `low`
    bool logarithmic = false;

    [[nodiscard]] double at(double value) const {
        const auto own = [this](double number) { return logarithmic ? std::log10(std::max(number, 1e-300)) : number; };
        const double share = (own(value) - own(low)) / (own(high) - own(low));
        return from + std::clamp(share, -1.0, 2.0) * (to - from);
    }
    [[nodiscard]] bool shows(double value) const {
        return std::isfinite(value) && value >= low - 1e-9 * (high - low) && value <= high + 1e-9 * (high - low);
    }
};

struct DrawnEnds {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double value, bool logarithmic) {
        if (std::isfinite(value) && (!logarithmic || value > 0)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
};

/// Returns the axis over the data of a panel, or over the part that the axis asks for.
AxisScale axisScale(const FigurePanel& panel, bool horizontal) {
    const FigureAxis& axis = horizontal ? panel.x : panel.y;
    DrawnEnds ends;
    bool whole = !panel.maps.empty();
    for (const FigureMap& map : panel.maps) {
        ends.add(horizontal ? map.xBegin : map.yBegin, false);
        ends.add(horizontal ? map.xEnd : map.yEnd, false);
    }
    for (const FigureSeries& series : panel.series) {
        const bool bars = series.style == FigureStyle::Bars;
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const double spread = horizontal ? (bars ? 0.6 : 0)
                                  : i < series.deviation.size() && std::isfinite(series.deviation[i])
                                      ? series.deviation[i]
                                      : 0;
            const double value = horizontal ? series.x[i] : series.y[i];
            ends.add(value - spread, axis.logarithmic);
            ends.add(value + spread, axis.logarithmic);
            ends.add(bars && !horizontal ? 0 : value, axis.logarithmic);
        }
    }
    AxisScale scale;
    scale.logarithmic = axis.logarithmic;
    if (ends.low > ends.high) {
        ends = {axis.logarithmic ? 1.0 : 0.0, axis.logarithmic ? 10.0 : 1.0};
    }
    if (ends.low == ends.high) {
        const double half = ends.low == 0 ? 1 : std::abs(ends.low) / 10;
        ends = {axis.logarithmic ? ends.low / 2 : ends.low - half, axis.logarithmic ? ends.high * 2 : ends.high + half};
    }
    const double margin = whole || horizontal || axis.logarithmic ? 0 : (ends.high - ends.low) * 0.05;
    scale.low = axis.minimum.value_or(ends.low == 0 ? 0 : ends.low - margin);
    scale.high = axis.maximum.value_or(ends.high + margin);
    if (!(scale.high > scale.low) || !std::isfinite(scale.high - scale.low)) {
        const double middle = std::isfinite(scale.low) && std::abs(scale.low) < 1e15 ? scale.low : 0;
        scale.low = scale.logarithmic ? std::max(middle, 1e-9) : middle;
        scale.high = scale.low + 1;
    }
    // The ends that an axis asks for may have no logarithm.
    if (scale.logarithmic && !(scale.low > 0)) {
        scale.high = scale.high > 1e-300 ? scale.high : 1;
        scale.low = ends.low > 0 && ends.low < scale.high ? ends.low : scale.high / 10;
    }
    return scale;
}

std::vector<double> linearTicks(double low, double high) {
    const double rough = (high - low) / static_cast<double>(kMostTicks);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10;
    std::vector<double> ticks;
    const double step = digit * power;
    const double first = std::ceil(low / step - 1e-9);
    // Counted: between close numbers a step may be too small to get anywhere.
    for (std::size_t i = 0; i <= 2 * kMostTicks; ++i) {
        const double tick = (first + static_cast<double>(i)) * step;
        if (!(tick <= high + step * 1e-9)) {
            break;
        }
        ticks.push_back(tick);
    }
    return ticks;
}

/// Returns the ticks of an axis with their labels.
std::vector<std::pair<double, std::string>> labelledTicks(const FigureAxis& axis, const AxisScale& scale) {
    std::vector<std::pair<double, std::string>> ticks;
    if (!axis.names.empty()) {
        const auto fitting = static_cast<std::size_t>(std::max(1.0, std::abs(scale.to - scale.from) / 46));
        const std::size_t every = (axis.names.size() + fitting - 1) / fitting;
        for (std::size_t i = 0; i < axis.names.size(); i += std::max<std::size_t>(1, every)) {
            ticks.emplace_back(static_cast<double>(i), axis.names[i]);
        }
        return ticks;
    }
    std::vector<double> numbers =
        scale.logarithmic ? plainLogTicks(scale.low, scale.high, kMostTicks) : linearTicks(scale.low, scale.high);
    if (scale.logarithmic && numbers.empty()) {
        for (double power = std::ceil(std::log10(scale.low)); power <= std::log10(scale.high); ++power) {
            numbers.push_back(std::pow(10, power));
        }
    }
    for (const double number : numbers) {
        ticks.emplace_back(number, fmt::format("{:.6g}", std::abs(number) < 1e-12 ? 0.0 : number));
    }
    return ticks;
}

/// One panel on the page.
class PanelDrawing {
 public:
    PanelDrawing(const FigurePanel& panel, const FigurePrint& print, int layers, double left, double top, double width)
        : m_panel(panel),
          m_print(print),
          m_layers(layers),
          m_left(left),
          m_top(top),
          m_x(axisScale(panel, true)),
          m_y(axisScale(panel, false)) {
        const bool bar = std::any_of(panel.maps.begin(), panel.maps.end(),
                                     [](const FigureMap& map) { return map.scale != FigureScale::Categories; });
        m_width = std::max(40.0, width - kLeft - kRight - (bar ? kBar : 0));
        m_left += kLeft;
        m_top += kTop;
        m_x.from = panel.x.reversed ? m_left + m_width : m_left;
        m_x.to = panel.x.reversed ? m_left : m_left + m_width;
        m_y.from = panel.y.reversed ? m_top : m_top + kPanelHeight;
        m_y.to = panel.y.reversed ? m_top + kPanelHeight : m_top;
    }

    [[nodiscard]] std::string text(const std::string& clip) const {
        std::string out = fmt::format(
            "<clipPath id=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n",
            clip, m_left, m_top, m_width, kPanelHeight);
        out += axes();
        out += fmt::format("<g clip-path=\"url(#{})\">\n", clip);
        for (const FigureMap& map : m_panel.maps) {
            out += mapCells(map) + printed(map);
        }
        for (const FigureMark& mark : m_panel.marks) {
            out += markShape(mark);
        }
        for (const FigureSeries& series : m_panel.series) {
            out += curve(series);
        }
        out += "</g>\n";
        for (const FigureMap& map : m_panel.maps) {
            out += colourBar(map, clip);
        }
        return out;
    }

 private:
    [[nodiscard]] std::string axes() const {
        std::string out;
        const double bottom = m_top + kPanelHeight;
        for (const auto& [value, label] : labelledTicks(m_panel.x, m_x)) {
            if (m_x.shows(value)) {
                const double x = m_x.at(value);
                out += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\"/>\n", x, m_top, bottom + 4,
                                   rgb(kGrid));
                out += textAt(x, bottom + 16, label, " text-anchor=\"middle\"");
            }
        }
        for (const auto& [value, label] : labelledTicks(m_panel.y, m_y)) {
            if (m_y.shows(value)) {
                const double y = m_y.at(value);
                out += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\"/>\n", m_left - 4, y,
                                   m_left + m_width, rgb(kGrid));
                out += textAt(m_left - 7, y + 4, label, " text-anchor=\"end\"");
            }
        }
        out += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\"/>\n",
            m_left, m_top, m_width, kPanelHeight, rgb(kInk));
        out += textAt(m_left + m_width / 2, bottom + 34, axisTitle(m_panel.x), " text-anchor=\"middle\"");
        const double middle = m_top + kPanelHeight / 2, title = m_left - kLeft + 12;
        out += textAt(
            title, middle, axisTitle(m_panel.y),
            fmt::format(" text-anchor=\"middle\" transform=\"rotate(-90 {:.1f} {:.1f})\"", title, middle).c_str());
        if (!m_panel.title.empty()) {
            out += textAt(m_left, m_top - 8, m_panel.title, " font-weight=\"bold\"");
        }
        return out;
    }

    [[nodiscard]] std::string mapCells(const FigureMap& map) const {
        const double left = m_x.at(map.xBegin), right = m_x.at(map.xEnd), low = m_y.at(map.yBegin),
                     high = m_y.at(map.yEnd);
        const std::string image = mapImage(map, right > left, high < low);
        return image.empty() ? std::string()
                             : fmt::format(
                                   "<image x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                                   "preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
                                   "href=\"{}\"/>\n",
                                   std::min(left, right), std::min(low, high), std::abs(right - left),
                                   std::abs(high - low), image);
    }

    /// Returns the numbers in the cells and the frames of the best.
    [[nodiscard]] std::string printed(const FigureMap& map) const {
        constexpr double kLineOfText = 13, kFrame = 2;
        const double wide = std::abs(m_x.at(map.xEnd) - m_x.at(map.xBegin)) / std::max(1, map.columns);
        const double high = std::abs(m_y.at(map.yEnd) - m_y.at(map.yBegin)) / std::max(1, map.rows);
        const auto letters = high < kLineOfText ? std::size_t{0} : static_cast<std::size_t>(wide / kSvgLetter);
        std::string out;
        for (const PrintedCell& cell : printedCells(map, m_print, letters)) {
            const CellCorners at = cornersOf(map, cell);
            const std::string ink = rgb(cell.ink);
            if (cell.best) {
                out += fmt::format(
                    "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
                    "stroke=\"{}\" stroke-width=\"{}\"/>\n",
                    std::min(m_x.at(at.left), m_x.at(at.right)) + kFrame / 2,
                    std::min(m_y.at(at.low), m_y.at(at.high)) + kFrame / 2, std::max(0.0, wide - kFrame),
                    std::max(0.0, high - kFrame), ink, kFrame);
            }
            if (!cell.text.empty()) {
                out += textAt(
                    m_x.at(at.middleX()), m_y.at(at.middleY()) + 4, cell.text,
                    fmt::format(" text-anchor=\"middle\" fill=\"{}\"{}", ink, cell.best ? " font-weight=\"bold\"" : "")
                        .c_str());
            }
        }
        return out;
    }

    [[nodiscard]] std::string markShape(const FigureMark& mark) const {
        const std::string colour = rgb(markColour(mark));
        const AxisScale& scale = mark.vertical ? m_x : m_y;
        const double at = scale.at(mark.at), end = scale.at(mark.to.value_or(mark.at));
        std::string out;
        if (mark.to) {
            const double strip = kBandShare * (mark.vertical ? kPanelHeight : m_width);
            out = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                              mark.vertical ? std::min(at, end) : m_left, mark.vertical ? m_top : std::min(at, end),
                              mark.vertical ? std::abs(end - at) : strip, mark.vertical ? strip : std::abs(end - at),
                              colour);
        } else {
            out = mark.vertical
                      ? fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\" stroke-dasharray=\"3 3\"/>\n", at,
                                    m_top, m_top + kPanelHeight, colour)
                      : fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\" stroke-dasharray=\"3 3\"/>\n",
                                    m_left, at, m_left + m_width, colour);
        }
        if (!mark.label.empty()) {
            // Labels of a line and of a band that begins there stand below each other; near the right end they stand
            // left.
            const bool left = mark.vertical && at > m_left + 0.75 * m_width;
            out += textAt(mark.vertical ? (left ? at - 3 : at + 3) : m_left + 3,
                          mark.vertical ? m_top + (mark.to ? 24 : 12) : at - 3, mark.label,
                          fmt::format(" font-size=\"9\" fill=\"{}\"{}", rgb(markLabelColour(mark)),
                                      left ? " text-anchor=\"end\"" : "")
                              .c_str());
        }
        return out;
    }

    [[nodiscard]] std::string curve(const FigureSeries& series) const {
        bool thinned = false;
        const std::vector<LinePoint> points = linePoints(series, kSvgPoints, thinned);
        const std::string colour = rgb(seriesColour(series, m_layers));
        const BarPlace place = barPlace(m_panel, series);
        std::string out, path;
        bool pen = false;
        for (const LinePoint& point : points) {
            if (!std::isfinite(point.y) || !std::isfinite(point.x) || (m_y.logarithmic && point.y <= 0)) {
                pen = false;
                continue;
            }
            const double x = m_x.at(point.x + place.shift), y = m_y.at(point.y);
            if (std::isfinite(point.deviation)) {
                out += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"{3}\"/>\n", x,
                                   m_y.at(point.y - point.deviation), m_y.at(point.y + point.deviation), colour);
            }
            switch (series.style) {
                case FigureStyle::Bars: {
                    const double left = m_x.at(point.x + place.shift - place.width / 2),
                                 right = m_x.at(point.x + place.shift + place.width / 2);
                    const double zero = m_y.at(m_y.logarithmic ? m_y.low : std::clamp(0.0, m_y.low, m_y.high));
                    out += fmt::format(
                        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                        std::min(left, right), std::min(y, zero), std::abs(right - left), std::abs(y - zero), colour);
                    break;
                }
                case FigureStyle::Points:
                    out += series.role == FigureRole::Allocated
                               ? fmt::format("<path d=\"M{:.1f} {:.1f}h8\" stroke=\"{}\" stroke-width=\"2\"/>\n", x - 4,
                                             y, colour)
                               : fmt::format("<path d=\"M{:.1f} {:.1f}l4 -4l4 4l-4 4z\" fill=\"{}\"/>\n", x - 4, y,
                                             colour);
                    break;
                case FigureStyle::Steps:
                    path += pen ? fmt::format("H{:.1f}V{:.1f}", x, y) : fmt::format("M{:.1f} {:.1f}", x, y);
                    break;
                case FigureStyle::Line:
                    path += fmt::format("{}{:.1f} {:.1f}", pen ? 'L' : 'M', x, y);
                    // A point between gaps is seen as a dot.
                    path += pen ? "" : "h0";
                    break;
            }
            pen = true;
        }
        if (!path.empty()) {
            out += fmt::format(
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
                "stroke-linecap=\"round\"{}/>\n",
                path, colour, kSvgLine, dashes(series));
        }
        return out;
    }

    [[nodiscard]] static std::string dashes(const FigureSeries& series) {
        std::string list;
        for (const double length : dashOf(series)) {
            list += fmt::format("{}{:.3g}", list.empty() ? "" : " ", length * kSvgLine);
        }
        return list.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", list);
    }

    [[nodiscard]] std::string colourBar(const FigureMap& map, const std::string& name) const {
        if (map.scale == FigureScale::Categories) {
            return {};
        }
        const double x = m_left + m_width + 14;
        std::string out = fmt::format("<linearGradient id=\"{}-bar\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">", name);
        const auto stops = sequentialStops();
        for (std::size_t i = 0; i < stops.size(); ++i) {
            out += fmt::format("<stop offset=\"{:.4g}\" stop-color=\"{}\"/>",
                               static_cast<double>(i) / static_cast<double>(stops.size() - 1), rgb(stops[i]));
        }
        out += fmt::format(
            "</linearGradient>\n<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"{:.1f}\" "
            "fill=\"url(#{}-bar)\" stroke=\"{}\"/>\n",
            x, m_top, kPanelHeight, name, rgb(kInk));
        out += textAt(x + 14, m_top + 10, fmt::format("{:.4g}", map.maximum));
        out += textAt(x + 14, m_top + kPanelHeight, fmt::format("{:.4g}", map.minimum));
        const std::string label = (map.scale == FigureScale::Logarithmic ? "log " : "") +
                                  (map.unit.empty() ? map.label : fmt::format("{} ({})", map.label, map.unit));
        const double middle = m_top + kPanelHeight / 2;
        return out +
               textAt(x + 26, middle, label,
                      fmt::format(" text-anchor=\"middle\" transform=\"rotate(-90 {:.1f} {:.1f})\"", x + 26, middle)
                          .c_str());
    }

    const FigurePanel& m_panel;
    const FigurePrint& m_print;
    int m_layers;
    double m_left, m_top, m_width = 0;
    AxisScale m_x, m_y;
};

/// An entry of the legend.
struct SvgEntry {
    std::string name, colour, dashes;
    bool filled = false;
};

std::vector<SvgEntry> legendOf(const FigureSpec& figure) {
    std::vector<SvgEntry> entries;
    const auto add = [&](SvgEntry entry) {
        const bool known =
            std::any_of(entries.begin(), entries.end(), [&](const SvgEntry& each) { return each.name == entry.name; });
        if (!entry.name.empty() && !known && figure.legend != FigureLegend::None) {
            entries.push_back(std::move(entry));
        }
    };
    const int layers = layersOf(figure);
    for (const FigurePanel& panel : figure.panels) {
        for (const FigureSeries& series : panel.series) {
            std::string dashes;
            for (const double length : dashOf(series)) {
                dashes += fmt::format("{}{:.3g}", dashes.empty() ? "" : " ", length * kSvgLine);
            }
            add({legendName(panel, series), rgb(seriesColour(series, layers)), dashes,
                 series.style == FigureStyle::Bars || series.style == FigureStyle::Points});
        }
        for (const FigureMap& map : panel.maps) {
            for (std::size_t i = 0; map.scale == FigureScale::Categories && i < map.categories.size(); ++i) {
                add({map.categories[i], rgb(categoryColour(map.categories[i], static_cast<int>(i))), {}, true});
            }
            for (const FigureCell cell : {FigureCell::Evicted, FigureCell::Missing}) {
                if (hasCells(map, cell)) {
                    add({cellName(cell), rgb(*cellColour(cell)), {}, true});
                }
            }
        }
    }
    return entries;
}

/// Draws the legend in lines of `width`, from `top` on, and adds their height to it.
std::string legendText(const std::vector<SvgEntry>& entries, double width, double& top) {
    std::string out;
    double x = kLeft;
    for (const SvgEntry& entry : entries) {
        const double size = 40 + kSvgLetter * static_cast<double>(entry.name.size());
        if (x > kLeft && x + size > width) {
            x = kLeft;
            top += kLegendLine;
        }
        out += entry.filled
                   ? fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"9\" fill=\"{}\"/>\n", x + 5,
                                 top + 3, entry.colour)
                   : fmt::format("<path d=\"M{:.1f} {:.1f}h22\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", x, top + 8,
                                 entry.colour, kSvgLine,
                                 entry.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", entry.dashes));
        out += textAt(x + 27, top + 12, entry.name);
        x += size;
    }
    top += entries.empty() ? 0 : kLegendLine;
    return out;
}

const char* fontOf(const FigurePrint& print) {
    return print.font == FigureFont::Serif   ? "serif"
           : print.font == FigureFont::Latex ? "Latin Modern Roman, CMU Serif, serif"
                                             : "sans-serif";
}

}  // namespace

std::string xmlEscaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
        }
    }
    return out;
}

std::string toSvg(const FigureSpec& figure, double pixels) {
    const std::size_t columns = static_cast<std::size_t>(std::max(1, figure.columns));
    const double width = pixels / static_cast<double>(columns), height = kTop + kPanelHeight + kBottom;
    std::string body;
    double top = 0;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const auto column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
        // Ids are those of the whole page, which may have several figures.
        body += PanelDrawing(figure.panels[i], figure.print, layersOf(figure), column * width, row * height, width)
                    .text(fmt::format("{}-{}", xmlEscaped(figure.id), i + 1));
        top = (row + 1) * height;
    }
    body += legendText(legendOf(figure), pixels, top);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" font-family=\"{5}\" font-size=\"11\" fill=\"{2}\" role=\"img\">\n"
        "<title>{3}</title>\n{4}</svg>\n",
        pixels, top + 4, rgb(kInk), xmlEscaped(figure.title.text()), body, fontOf(figure.print));
}

}  // namespace kvw::figures
