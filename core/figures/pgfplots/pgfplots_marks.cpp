// SPDX-License-Identifier: Apache-2.0
#include "core/figures/pgfplots/pgfplots_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/figures/figure_colours.h"
#include "core/figures/figure_lines.h"
#include "core/figures/latex_text.h"
#include "core/figures/log_ticks.h"
#include "core/figures/pgfplots/pgfplots_map.h"

namespace kvw::figures {
namespace {

constexpr double kTinyLetter = 1.1, kMarkRow = 2.6,
                 kAboveMarks = 0.6;  // millimetres: letter of the smallest type, row, space above the rows
constexpr std::size_t kMostRows = 4;
constexpr double kWorthWords = 0.15;    // share of the axis above which a band has a label
constexpr double kHalfOfNothing = 0.5;  // half an axis whose numbers are all the same
constexpr double kEnlargedBy = 0.1;     // share that pgfplots adds at an end it chooses itself

struct DataEnds {
    double low = INFINITY, high = -INFINITY;
    bool logarithmic = false;
    void add(double value) {
        if (std::isfinite(value) && (!logarithmic || value > 0)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    [[nodiscard]] double range() const { return high - low; }
};

DataEnds dataEnds(const FigurePanel& panel, bool isX) {
    const FigureAxis& axis = isX ? panel.x : panel.y;
    DataEnds ends;
    ends.logarithmic = axis.logarithmic;
    for (const FigureSeries& series : panel.series) {
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const double value = isX ? series.x[i] : series.y[i];
            const double half = !isX && i < series.deviation.size() ? std::max(0.0, series.deviation[i]) : 0;
            if (!ends.logarithmic || value > 0) {
                ends.add(value - half);
                ends.add(value);
                ends.add(value + half);
            }
        }
    }
    ends.low = axis.minimum.value_or(ends.low);
    ends.high = axis.maximum.value_or(ends.high);
    return ends;
}

std::string plainNumber(double value) {
    return fmt::format("{:.6g}", value);
}

const char* markLine(const FigureMark& mark) {
    return mark.kind == "prune"    ? "line width=0.3pt"
           : mark.kind == "prompt" ? "line width=0.5pt, dashed"
                                   : "line width=0.5pt, dotted";
}

/// Draws a mark. `x`, `y`: ends of the axes. TeX computes a place on both axes, so it must lie on both.
void drawMark(std::string& out, const FigureMark& mark, const AxisEnds& x, const AxisEnds& y) {
    const auto end = [&](double at, double across) {
        return mark.vertical ? fmt::format("({{axis cs:{},{}}}|-{{rel axis cs:0,{:.4g}}})", plainNumber(at),
                                           plainNumber(y.low), across)
                             : fmt::format("({{rel axis cs:{:.4g},0}}|-{{axis cs:{},{}}})", across, plainNumber(x.low),
                                           plainNumber(at));
    };
    const std::string colour = latexRgb(markColour(mark));
    if (mark.to) {  // a strip along the edge, as in every format
        const double first = mark.vertical ? 1 - kBandShare : 0;
        out += fmt::format("\\fill[color={}] {} rectangle {};\n", colour, end(mark.at, first),
                           end(*mark.to, first + kBandShare));
    } else {
        out +=
            fmt::format("\\draw[color={}, {}] {} -- {};\n", colour, markLine(mark), end(mark.at, 0), end(mark.at, 1));
    }
}

/// Labels of marks, in rows from the top; within a row none touches the next.
class MarkRows {
 public:
    MarkRows(const FigurePanel& panel, double width, double height)
        : m_xs(dataEnds(panel, true)), m_ys(axisEnds(panel, false, 0)), m_width(width), m_height(height) {
        const double range = m_xs.range() > 0 ? m_xs.range() : 1;
        m_xs.low -= panel.x.minimum ? 0 : kEnlargedBy * range;
        m_xs.high += panel.x.maximum ? 0 : kEnlargedBy * range;
    }

    [[nodiscard]] bool isWorthIt(const FigureMark& band) const {
        return *band.to - band.at > kWorthWords * m_xs.range();
    }

    void say(std::string& out, const FigureMark& mark, double at, bool toTheLeft) {
        const double place = (at - m_xs.low) / m_xs.range() * m_width;
        const double wide = static_cast<double>(lettersOf(mark.label)) * kTinyLetter + 1;
        const bool left = toTheLeft ? place > wide : place + wide > m_width && place > m_width / 2;
        const double begin = left ? place - wide : place;
        for (std::size_t row = 0; row < kMostRows; ++row) {
            if (isFree(row, begin, begin + wide)) {
                m_taken[row].push_back({begin, begin + wide});
                m_used = std::max(m_used, row + 1);
                out += fmt::format(
                    "\\node[anchor=north {}, font=\\tiny, inner sep=0.5pt, fill=white, fill opacity=0.8, text "
                    "opacity=1] at ({{axis cs:{},{}}}|-{{rel axis cs:0,{:.4g}}}) {{{}}};\n",
                    left ? "east" : "west", plainNumber(at), plainNumber(m_ys.low),
                    1 - (kAboveMarks + static_cast<double>(row) * kMarkRow) / m_height, latexText(mark.label));
                return;
            }
        }
    }

    /// Returns the share of the height that the rows take.
    [[nodiscard]] double share() const {
        return m_used == 0 ? 0 : (2 * kAboveMarks + static_cast<double>(m_used) * kMarkRow) / m_height;
    }

 private:
    struct Taken {
        double begin, end;
    };
    [[nodiscard]] bool isFree(std::size_t row, double begin, double end) const {
        return std::none_of(m_taken[row].begin(), m_taken[row].end(),
                            [&](const Taken& other) { return begin < other.end && other.begin < end; });
    }

    DataEnds m_xs;
    AxisEnds m_ys;
    double m_width, m_height;
    std::vector<std::vector<Taken>> m_taken = std::vector<std::vector<Taken>>(kMostRows);
    std::size_t m_used = 0;
};

}  // namespace

MarksText marksText(const FigurePanel& panel, double width, double height) {
    MarksText text;
    std::string words;
    const DataEnds xs = dataEnds(panel, true), ys = dataEnds(panel, false);
    MarkRows rows(panel, width, height);
    bool prompt = false;
    for (const FigureMark& mark : panel.marks) {
        drawMark(text.drawn, mark, axisEnds(panel, true, 0), axisEnds(panel, false, 0));
        if (!panel.maps.empty() || !mark.vertical || !(xs.range() > 0)) {
            continue;
        }
        const bool right = mark.at > xs.low + xs.range() / 2;
        if (mark.to && rows.isWorthIt(mark)) {
            rows.say(words, mark, std::min(*mark.to, xs.high), true);
        } else if (mark.kind == "parameter" || (mark.kind == "prompt" && !prompt)) {
            prompt = prompt || mark.kind == "prompt";
            rows.say(words, mark, mark.at, right);
        }
    }
    text.drawn += words;
    text.share = rows.share();
    if (rows.share() > 0 && ys.range() > 0 && !panel.y.maximum && !panel.y.logarithmic) {
        const double low = panel.y.minimum.value_or(ys.low - kEnlargedBy * ys.range());
        text.room = fmt::format(", ymax={}", plainNumber((ys.high - rows.share() * low) / (1 - rows.share())));
    }
    return text;
}

std::string logTicks(const FigurePanel& panel, bool isX, std::size_t most) {
    if (!(isX ? panel.x : panel.y).logarithmic) {
        return {};
    }
    const DataEnds ends = dataEnds(panel, isX);
    std::string at;
    for (const double tick : plainLogTicks(ends.low, ends.high, most)) {
        at += at.empty() ? "" : ",";
        at += plainNumber(tick);
    }
    const char* axis = isX ? "x" : "y";
    return at.empty() ? std::string() : fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{1}}}", axis, at);
}

AxisEnds axisEnds(const FigurePanel& panel, bool isX, double words) {
    if (!panel.maps.empty()) {
        const FigureMap& map = panel.maps.front();
        return isX ? AxisEnds{map.xBegin, map.xEnd} : AxisEnds{map.yBegin, map.yEnd};
    }
    const FigureAxis& axis = isX ? panel.x : panel.y;
    const DataEnds data = dataEnds(panel, isX);
    AxisEnds ends{data.low, data.high, axis.logarithmic && data.low > 0};
    if (!(data.range() > 0)) {
        const double low = axis.minimum ? *axis.minimum : axis.maximum ? *axis.maximum : data.low;
        const double half = std::max(kHalfOfNothing, std::abs(low) * kEnlargedBy);
        return !std::isfinite(low)           ? AxisEnds{}
               : axis.logarithmic && low > 0 ? AxisEnds{low / 2, low * 2, true}
               : axis.minimum || axis.maximum
                   ? AxisEnds{axis.minimum ? low : low - 2 * half, axis.minimum ? low + 2 * half : low}
                   : AxisEnds{low - half, low + half};
    }
    if (ends.logarithmic) {
        const double more = std::pow(data.high / data.low, kEnlargedBy);
        ends.low /= axis.minimum ? 1 : more;
        ends.high *= axis.maximum ? 1 : more;
        return ends;
    }
    const bool bars = std::any_of(panel.series.begin(), panel.series.end(),
                                  [](const FigureSeries& series) { return series.style == FigureStyle::Bars; });
    ends.low = !isX && bars && !axis.minimum ? std::min(0.0, data.low)
                                             : data.low - (axis.minimum ? 0 : kEnlargedBy * data.range());
    ends.high = axis.maximum        ? data.high
                : !isX && words > 0 ? (data.high - words * ends.low) / (1 - words)
                                    : data.high + kEnlargedBy * data.range();
    return ends;
}

}  // namespace kvw::figures
