// SPDX-License-Identifier: Apache-2.0
#include "core/figures/pgfplots/pgfplots_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/figures/pgfplots/pgfplots_marks.h"

namespace kvw::figures {
namespace {

constexpr double kFar = 25;          // axis lengths beyond an axis within which points stay where they are
constexpr double kTellApart = 0.01;  // least range, as a share of the numbers, that TeX tells apart
constexpr double kLarge = 1e6, kSmall = 1e-5;
constexpr double kNoMore = 1e-12;  // the same for doubles: smaller ranges are widened
constexpr double kHalvesOfTwo = 2;
constexpr int kMostDigits = 15;  // of a double

/// An axis or a colour scale; a value is drawn as (value - base) / unit.
struct Scale {
    double low = 0, high = 1;
    double base = 0, unit = 1;
    std::string ticks = {};
    [[nodiscard]] bool plain() const { return base == 0 && unit == 1; }
    [[nodiscard]] double place(double value) const { return (value - base) / unit; }
};

double powerBelow(double size) {
    return std::pow(10, std::floor(std::log10(size)));
}

/// Returns a step of {1, 2, 5} times a power of ten, so that at most `most` of them fit into the range.
double tickStep(double range, std::size_t most) {
    double step = powerBelow(range / static_cast<double>(most));
    for (int turn = 0; range / step > static_cast<double>(most); ++turn) {
        step *= turn % 3 == 1 ? 2.5 : 2;
    }
    return step;
}

std::string tickText(double value, double step, double top) {
    constexpr double kMany = 1e7, kFew = 1e-4;
    const auto digits = [](double size) {
        return std::clamp(static_cast<int>(std::ceil(size - 1e-9)), 0, kMostDigits);
    };
    if (value == 0 || (top < kMany && top >= kFew)) {
        return fmt::format("${:.{}f}$", value, value == 0 ? 0 : digits(-std::log10(step)));
    }
    const std::string text = fmt::format("{:.{}e}", value, digits(std::log10(top / step)));
    const auto e = text.find('e');
    return fmt::format("${}\\times10^{{{}}}$", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

/// Returns ticks that are labelled with the true numbers.
std::string ticksOf(const Scale& scale, const char* axis, double step) {
    const double top = std::max(std::abs(scale.low), std::abs(scale.high));
    std::string at, labels;
    for (double count = std::ceil(scale.low / step - 1e-6); count <= std::floor(scale.high / step + 1e-6); ++count) {
        const double tick = count * step;
        at += fmt::format("{}{:.6g}", at.empty() ? "" : ",", scale.place(tick));
        labels += fmt::format("{}{{{}}}", labels.empty() ? "" : ",", tickText(tick, step, top));
    }
    return fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{2}}}", axis, at, labels);
}

/// Returns the scale of an axis. `whole`: the numbers are whole, so ticks are at least 1 apart.
Scale scaleOf(double low, double high, const char* axis, std::size_t most, bool whole) {
    constexpr double kTeXTells = 0.0099;  // TeX writes two decimals
    Scale scale{low, high};
    const double range = high - low, top = std::max(std::abs(low), std::abs(high));
    double step = tickStep(range, most);
    step = whole && step < 1 ? 1 : step;
    const bool close = range<kTellApart * top, beyond = top> kLarge || top < kSmall;
    if (!close && !beyond) {
        scale.ticks = step < kTeXTells && top >= kTellApart * 10 ? ticksOf(scale, axis, step) : std::string();
        return scale;
    }
    scale.base = close ? std::floor(low / step) * step : 0;
    scale.unit = range > kLarge / 100 || range < kSmall * 100 ? powerBelow(range) : 1;
    scale.ticks = ticksOf(scale, axis, step);
    return scale;
}

/// Limits a value so that a difference of two stays finite; tiny values become 0, infinities NaN.
double sane(double value) {
    constexpr double kLargest = 1e290, kLeast = 1e-290;
    return std::isinf(value)          ? NAN
           : std::abs(value) < kLeast ? 0
           : std::isfinite(value)     ? std::clamp(value, -kLargest, kLargest)
                                      : value;
}

void makeSane(FigurePanel& panel) {
    for (FigureSeries& series : panel.series) {
        for (std::vector<double>* values : {&series.x, &series.y, &series.deviation}) {
            std::transform(values->begin(), values->end(), values->begin(), sane);
        }
    }
    for (FigureAxis* axis : {&panel.x, &panel.y}) {
        for (std::optional<double>* end : {&axis->minimum, &axis->maximum}) {
            const double value = end->has_value() ? sane(**end) : NAN;
            *end = std::isnan(value) || (axis->logarithmic && value <= 0) ? std::nullopt : std::optional(value);
        }
        if (axis->minimum && axis->maximum && !(*axis->minimum < *axis->maximum)) {
            axis->minimum = axis->maximum = std::nullopt;
        }
    }
    for (FigureMap& map : panel.maps) {
        for (auto [low, high] : {std::pair{&map.xBegin, &map.xEnd}, std::pair{&map.yBegin, &map.yEnd},
                                 std::pair{&map.minimum, &map.maximum}}) {
            *low = std::isnan(sane(*low)) ? 0 : sane(*low);
            *high =
                std::isnan(sane(*high)) || !(sane(*high) > *low) ? *low + std::max(1.0, std::abs(*low)) : sane(*high);
        }
    }
}

/// Maps values to the drawn axis: far values are moved near it; NaN where a logarithmic axis has none.
class Placed {
 public:
    Placed(const Scale& scale, bool logarithmic)
        : m_scale(scale),
          m_logarithmic(logarithmic),
          m_low(logarithmic ? scale.low / std::pow(scale.high / scale.low, kFar)
                            : scale.low - kFar * (scale.high - scale.low)),
          m_high(logarithmic ? scale.high * std::pow(scale.high / scale.low, kFar)
                             : scale.high + kFar * (scale.high - scale.low)) {
        m_low = logarithmic ? std::max(m_low, 1e-290) : m_low;
        m_high = logarithmic ? std::min(m_high, 1e290) : m_high;
    }
    [[nodiscard]] double operator()(double value) const {
        return std::isnan(value) || (m_logarithmic && value <= 0) ? NAN
                                                                  : m_scale.place(std::clamp(value, m_low, m_high));
    }
    /// Returns half of an error bar, in units of the drawn axis.
    [[nodiscard]] double deviation(double value) const {
        return std::isnan(value) ? NAN : std::min(value, m_high - m_low) / m_scale.unit;
    }

 private:
    const Scale& m_scale;
    bool m_logarithmic;
    double m_low, m_high;
};

void placeMarks(FigurePanel& panel, const Scale& x, const Scale& y) {
    std::vector<FigureMark> marks;
    for (FigureMark mark : panel.marks) {
        const Scale& scale = mark.vertical ? x : y;
        const double first = mark.at, last = mark.to.value_or(first);
        if (!(last >= scale.low && first <= scale.high)) {
            continue;
        }
        mark.at = scale.place(std::max(first, scale.low));
        mark.to = mark.to ? std::optional(scale.place(std::min(last, scale.high))) : std::nullopt;
        marks.push_back(std::move(mark));
    }
    panel.marks = std::move(marks);
}

bool allWhole(const FigurePanel& panel, bool isX) {
    return isX && std::all_of(panel.series.begin(), panel.series.end(), [](const FigureSeries& series) {
               return std::ranges::all_of(series.x, [](double x) { return !std::isfinite(x) || x == std::round(x); });
           });
}

/// Returns the scale of an axis. A logarithmic axis of nearly equal numbers becomes a linear one: it looks the same,
/// and TeX cannot tell their logarithms apart.
Scale axisScale(FigurePanel& panel, bool isX, double words, std::size_t most) {
    constexpr double kNarrow = 1.1;
    FigureAxis& axis = isX ? panel.x : panel.y;
    AxisEnds ends = axisEnds(panel, isX, words);
    axis.logarithmic = axis.logarithmic && ends.logarithmic && ends.high / ends.low >= kNarrow;
    if (axis.logarithmic || !axis.names.empty()) {
        return {ends.low, ends.high};
    }
    const double top = std::max(std::abs(ends.low), std::abs(ends.high));
    if (ends.high - ends.low < kNoMore * top) {
        ends.low -= top / kHalvesOfTwo;
        ends.high += top / kHalvesOfTwo;
    }
    return scaleOf(ends.low, ends.high, isX ? "x" : "y", most, !panel.maps.empty() || allWhole(panel, isX));
}

/// Returns whether all numbers of an axis are equal: TeX would then choose ends of its own.
bool isFlat(const FigurePanel& panel, bool isX) {
    double low = INFINITY, high = -INFINITY;
    for (const FigureSeries& series : panel.series) {
        for (const double value : isX ? series.x : series.y) {
            low = std::isfinite(value) ? std::min(low, value) : low;
            high = std::isfinite(value) ? std::max(high, value) : high;
        }
    }
    return !(high - low > kNoMore * std::max(std::abs(low), std::abs(high)));
}

void placeMaps(FigurePanel& panel, const Scale& x, const Scale& y) {
    if (panel.maps.empty()) {
        return;
    }
    for (auto [axis, scale] : {std::pair{&panel.x, &x}, std::pair{&panel.y, &y}}) {
        for (std::optional<double>* end : {&axis->minimum, &axis->maximum}) {
            *end = *end ? std::optional(scale->place(**end)) : std::nullopt;
        }
    }
    for (FigureMap& map : panel.maps) {
        map.xBegin = x.place(map.xBegin);
        map.xEnd = x.place(map.xEnd);
        map.yBegin = y.place(map.yBegin);
        map.yEnd = y.place(map.yEnd);
    }
}

std::string placeColours(FigureMap& map) {
    constexpr std::size_t kMost = 5;
    if (map.scale != FigureScale::Linear) {
        return {};
    }
    const Scale scale = scaleOf(map.minimum, map.maximum, "y", kMost, false);
    for (std::size_t i = 0; i < map.values.size(); ++i) {
        const double value = std::clamp(static_cast<double>(map.values[i]), map.minimum, map.maximum);
        map.values[i] = static_cast<float>(scale.place(value));
    }
    map.minimum = scale.place(map.minimum);
    map.maximum = scale.place(map.maximum);
    return scale.ticks;
}

}  // namespace

TexPanel scaleForTex(const FigurePanel& whole, double words, std::size_t most) {
    TexPanel tex{whole, {}, {}, {}};
    FigurePanel& panel = tex.panel;
    makeSane(panel);
    const Scale x = axisScale(panel, true, 0, most), y = axisScale(panel, false, words, most);
    const Placed acrossX(x, panel.x.logarithmic), acrossY(y, panel.y.logarithmic);
    for (FigureSeries& series : panel.series) {
        std::transform(series.x.begin(), series.x.end(), series.x.begin(), acrossX);
        std::transform(series.y.begin(), series.y.end(), series.y.begin(), acrossY);
        std::transform(series.deviation.begin(), series.deviation.end(), series.deviation.begin(),
                       [&](double half) { return acrossY.deviation(half); });
    }
    const bool flat = isFlat(panel, true) || isFlat(panel, false);
    placeMarks(panel, x, y);
    placeMaps(panel, x, y);
    for (FigureMap& map : panel.maps) {
        tex.colours = placeColours(map);
    }
    const bool own = panel.maps.empty() && !panel.series.empty();  // the ends of a map are given anyway
    const bool given = panel.x.minimum || panel.x.maximum || panel.y.minimum || panel.y.maximum;
    // If one end is given, TeX derives the others from the visible points alone.
    if (own && (given || flat || !x.plain() || !y.plain())) {
        panel.x.minimum = x.place(x.low);
        panel.x.maximum = x.place(x.high);
        panel.y.minimum = y.place(y.low);
        panel.y.maximum = y.place(y.high);
    }
    tex.x = x.ticks;
    tex.y = y.ticks;
    return tex;
}

std::string texNumber(double value) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : "nan";
}

}  // namespace kvw::figures
