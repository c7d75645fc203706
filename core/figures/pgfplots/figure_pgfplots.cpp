// SPDX-License-Identifier: Apache-2.0
#include "core/figures/pgfplots/figure_pgfplots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/text_format.h"
#include "core/figures/figure_colours.h"
#include "core/figures/figure_io.h"
#include "core/figures/figure_lines.h"
#include "core/figures/latex_text.h"
#include "core/figures/pgfplots/pgfplots_legend.h"
#include "core/figures/pgfplots/pgfplots_map.h"
#include "core/figures/pgfplots/pgfplots_marks.h"
#include "core/figures/pgfplots/pgfplots_place.h"
#include "core/figures/step_panel.h"

namespace kvw::figures {
namespace {

/// Points of a line that pdflatex takes with its default memory.
constexpr std::size_t kTexPoints = 1200;
constexpr double kLinePoints = 0.7;
constexpr double kHeight = 34;    // of a panel within its axes, in millimetres
constexpr double kFewTicks = 34;  // millimetres; a narrower panel has few ticks

std::string axisLabel(const FigureAxis& axis) {
    return latexText(axisTitle(axis));
}

std::string dashText(const FigureSeries& series) {
    std::string text;
    bool on = true;
    for (const double length : dashOf(series)) {
        text += fmt::format("{}{} {:.3g}pt", text.empty() ? "" : " ", on ? "on" : "off", length * kLinePoints);
        on = !on;
    }
    return text.empty() ? "solid" : "dash pattern=" + text;
}

/// Returns the options of a plot. `width`: of bars; `layers`: number of layers in the figure.
std::string styleOf(const FigureSeries& series, double width, int layers) {
    std::string style = "color=" + latexRgb(seriesColour(series, layers));
    switch (series.style) {
        case FigureStyle::Bars:
            return style + fmt::format(", fill, draw=none, ybar, bar width={:.3g}, bar shift=0pt, area legend", width);
        case FigureStyle::Points:
            return style +
                   (series.role == FigureRole::Allocated ? ", only marks, mark=-" : ", only marks, mark=diamond*");
        case FigureStyle::Steps:
            style += ", const plot";
            break;
        case FigureStyle::Line:
            break;
    }
    return fmt::format("{}, no marks, line width={}pt, {}", style, kLinePoints, dashText(series));
}

void addCurve(std::string& out, const FigurePanel& panel, int layers, bool& thinned) {
    for (const FigureSeries& series : panel.series) {
        const std::vector<LinePoint> shown = linePoints(series, kTexPoints, thinned);
        const BarPlace place = barPlace(panel, series);
        out += fmt::format("\\addplot[forget plot, {}{}] coordinates {{\n", styleOf(series, place.width, layers),
                           series.deviation.empty() ? "" : ", error bars/.cd, y dir=both, y explicit");
        for (std::size_t i = 0; i < shown.size(); ++i) {
            out += fmt::format("({},{})", texNumber(shown[i].x + place.shift), texNumber(shown[i].y));
            if (std::isfinite(shown[i].deviation)) {
                out += fmt::format(" +- (0,{})", texNumber(shown[i].deviation));
            }
            out += i % 8 == 7 || i + 1 == shown.size() ? "\n" : " ";
        }
        out += "};\n";
    }
}

bool panelHas(const FigurePanel& panel, FigureCell cell) {
    return std::ranges::any_of(panel.maps, [cell](const FigureMap& map) { return hasCells(map, cell); });
}

/// Returns the entries of all panels, each once: lines and bars, then the cells without a value.
std::vector<LegendEntry> legendEntries(const FigureSpec& figure) {
    std::vector<LegendEntry> entries;
    const auto add = [&](const std::string& name, const std::string& style) {
        const bool known =
            std::any_of(entries.begin(), entries.end(), [&](const LegendEntry& each) { return each.name == name; });
        if (!name.empty() && !known && figure.legend != FigureLegend::None) {
            entries.push_back({name, style});
        }
    };
    const int layers = layersOf(figure);
    for (const FigurePanel& panel : figure.panels) {
        for (const FigureSeries& series : panel.series) {
            add(legendName(panel, series), styleOf(series, 1, layers));
        }
    }
    for (const FigureCell cell : {FigureCell::Evicted, FigureCell::Missing}) {
        if (std::ranges::any_of(figure.panels, [cell](const FigurePanel& panel) { return panelHas(panel, cell); })) {
            add(cellName(cell), "area legend, draw=none, fill=" + latexRgb(*cellColour(cell)));
        }
    }
    return entries;
}

std::string ticks(const char* axis, const FigureAxis& wanted) {
    std::string at, names;
    for (std::size_t i = 0; i < wanted.names.size(); ++i) {
        at += fmt::format("{}{}", i == 0 ? "" : ",", i);
        names += fmt::format("{}{{{}}}", i == 0 ? "" : ",", latexText(wanted.names[i]));
    }
    return wanted.names.empty() ? std::string()
                                : fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{2}}}", axis, at, names);
}

/// Returns ticks at all whole numbers of a short axis: TeX would write halves between, and there is no half layer.
std::string fewTicks(const char* axis, double low, double high) {
    constexpr double kFew = 12;
    std::string at;
    for (double tick = std::ceil(low) + 0.0; low <= high && high - low <= kFew && tick <= high; ++tick) {
        at += fmt::format("{}{:.0f}", at.empty() ? "" : ",", tick);
    }
    return at.empty() ? std::string() : fmt::format(", {}tick={{{}}}", axis, at);
}

/// Returns these ticks for lines and bars whose x are whole numbers, and for maps, whose cells are numbered.
std::string wholeTicks(const TexPanel& tex) {
    const FigurePanel& panel = tex.panel;
    const bool ownX = panel.x.names.empty() && tex.x.empty(), ownY = panel.y.names.empty() && tex.y.empty();
    if (!panel.maps.empty()) {
        const FigureMap& map = panel.maps.front();
        return (ownX ? fewTicks("x", map.xBegin, map.xEnd) : std::string()) +
               (ownY ? fewTicks("y", map.yBegin, map.yEnd) : std::string());
    }
    double low = INFINITY, high = -INFINITY;
    bool whole = ownX && !panel.x.logarithmic;
    for (const FigureSeries& series : panel.series) {
        // The line across the bars begins and ends at halves.
        const bool across = series.style == FigureStyle::Line && series.role == FigureRole::Full;
        for (const double x : across ? std::vector<double>() : series.x) {
            low = std::min(low, x);
            high = std::max(high, x);
            whole = whole && x == std::round(x);
        }
    }
    return whole ? fewTicks("x", low, high) : std::string();
}

std::string texRgb(const FigureColour& colour) {
    return fmt::format(" rgb255=({},{},{})", colour[0], colour[1], colour[2]);
}

std::string categoryColours(const std::vector<std::string>& categories) {
    std::string list;
    for (std::size_t i = 0; i < categories.size(); ++i) {
        list += texRgb(categoryColour(categories[i], static_cast<int>(i)));
    }
    return list;
}

std::string sequentialColours() {
    std::string list;
    for (const FigureColour& colour : sequentialStops()) {
        list += texRgb(colour);
    }
    return list;
}

/// Returns whether all panels show maps of one scale: one colour bar then serves all.
bool oneScale(const FigureSpec& figure) {
    const auto mapOf = [](const FigurePanel& panel) { return panel.maps.empty() ? nullptr : &panel.maps.front(); };
    const FigureMap* first = figure.panels.size() < 2 ? nullptr : mapOf(figure.panels.front());
    return first != nullptr && std::all_of(figure.panels.begin(), figure.panels.end(), [&](const FigurePanel& panel) {
               const FigureMap* map = mapOf(panel);
               return map != nullptr && map->label == first->label && map->unit == first->unit &&
                      map->scale == first->scale && map->minimum == first->minimum && map->maximum == first->maximum &&
                      map->categories == first->categories;
           });
}

/// Returns the options of a panel. `width`: within its axes, in millimetres; `bar`: with its colour bar; `said`: the
/// panel before it in the row already has the title of the y axis; `title`: empty: none.
std::string axisOptions(const TexPanel& tex, const FigureSpec& figure, double width, bool bar, bool said,
                        const std::string& title) {
    const FigurePanel& panel = tex.panel;
    std::string options = fmt::format("xlabel={{{}}}", axisLabel(panel.x));
    options += said ? "" : fmt::format(", ylabel={{{}}}", axisLabel(panel.y));
    if (!title.empty()) {
        options += fmt::format(", title={{{}}}, title style={{{}text width={:.0f}mm, align={}}}", latexText(title),
                               figure.columns > 1 ? "" : "at={(0,1)}, anchor=south west, inner xsep=0pt, ", width + 12,
                               figure.columns > 1 ? "center" : "left");
    }
    for (const auto& [axis, wanted] : {std::pair{"x", &panel.x}, std::pair{"y", &panel.y}}) {
        options += wanted->minimum ? fmt::format(", {}min={}", axis, texNumber(*wanted->minimum)) : "";
        options += wanted->maximum ? fmt::format(", {}max={}", axis, texNumber(*wanted->maximum)) : "";
        options += wanted->logarithmic ? fmt::format(", {}mode=log", axis) : "";
        options += wanted->reversed ? fmt::format(", {} dir=reverse", axis) : "";
        options += ticks(axis, *wanted);
        options += logTicks(panel, wanted == &panel.x, width < kFewTicks ? 3 : 5);
    }
    options += tex.x + tex.y + wholeTicks(tex);
    const bool bars = std::any_of(panel.series.begin(), panel.series.end(),
                                  [](const FigureSeries& series) { return series.style == FigureStyle::Bars; });
    const bool below = std::any_of(panel.series.begin(), panel.series.end(), [](const FigureSeries& series) {
        return std::any_of(series.y.begin(), series.y.end(), [](double y) { return y < 0; });
    });
    if (bars && !below && !panel.y.minimum && !panel.y.logarithmic) {
        options += ", ymin=0";
    }
    if (!panel.maps.empty()) {
        const FigureMap& map = panel.maps.front();
        const bool logarithmic = map.scale == FigureScale::Logarithmic;
        const auto scaled = [&](double value) {
            return texNumber(logarithmic ? std::log10(std::max(value, 1e-30)) : value);
        };
        const bool categories = map.scale == FigureScale::Categories;
        const double half = categories ? 0.5 : 0;  // one colour per category
        options += categories ? fmt::format(", colormap={{states}}{{{}}}, colormap access=piecewise const",
                                            categoryColours(map.categories))
                              : fmt::format(", colormap={{kvw}}{{{}}}", sequentialColours());
        options += fmt::format(
            ", point meta min={}, point meta max={}, enlargelimits=false, xmin={}, xmax={}, ymin={}, ymax={}",
            scaled(map.minimum - half), scaled(map.maximum + half),
            texNumber(figure.print.x ? panel.x.minimum.value_or(map.xBegin) : map.xBegin),
            texNumber(figure.print.x ? panel.x.maximum.value_or(map.xEnd) : map.xEnd),
            texNumber(figure.print.y ? panel.y.minimum.value_or(map.yBegin) : map.yBegin),
            texNumber(figure.print.y ? panel.y.maximum.value_or(map.yEnd) : map.yEnd));
        if (bar) {
            options += fmt::format(
                ", colorbar, colorbar style={{ylabel={{{}{}}}, ylabel style={{text width={:.0f}mm, align=center}}{}}}",
                logarithmic ? "$\\log_{10}$ " : "",
                latexText(map.unit.empty() ? map.label : fmt::format("{} ({})", map.label, map.unit)), kHeight + 6,
                ticks("y", {"", "", false, {}, {}, false, map.categories}) + tex.colours);
        }
    }
    return options;
}

/// Returns the type of the letters; the document's own unless another one was asked for.
const char* typeOf(const FigurePrint& print) {
    return print.font == FigureFont::Sans ? "\\sffamily" : print.font == FigureFont::Serif ? "\\rmfamily" : "";
}

/// Returns the height of each panel: the usual one, or its share of the height that the figure shall have.
double panelHeight(const FigureSpec& figure, const PanelGrid& grid, double usual, double below, double legend) {
    constexpr double kLowest = 10;
    const auto rows = static_cast<double>(std::max<std::size_t>(1, grid.rows));
    return figure.print.height > 0 ? std::max(kLowest, (figure.print.height - legend) / rows - below) : usual;
}

/// Thins the maps that have too many cells. Returns true if there was one.
bool thinMaps(FigureSpec& figure) {
    bool thinned = false;
    for (FigurePanel& panel : figure.panels) {
        for (FigureMap& map : panel.maps) {
            const std::size_t cells = map.cells.size();
            map = thinnedMap(map, panel.x.label.english(), panel.y.label.english());
            thinned = thinned || map.cells.size() < cells;
        }
    }
    return thinned;
}

}  // namespace

std::string toPgfplots(const FigureSpec& whole, double pageWidth, const std::string& letter) {
    // Millimetres: beside a panel for axis and colour bar, for the axis alone, for a colour bar of all; narrowest
    // panel.
    constexpr double kBesidePanel = 46, kAxis = 18, kBar = 28, kNarrowest = 20;
    constexpr double kBelowPanel = 14, kBelowTitled = 22, kLegendHeight = 5;
    const double millimetres = whole.print.width > 0 ? whole.print.width : pageWidth;
    FigureSpec figure = whole;
    const bool thinnedMaps = thinMaps(figure);
    const std::vector<LegendEntry> entries = legendEntries(figure);
    const double words = legendWidth(entries);
    const bool shared = figure.columns > 1 && oneScale(figure);
    const double all = millimetres - (figure.legend == FigureLegend::Right ? words : 0);
    const double room = shared ? all - kBar : all, beside = shared ? kAxis : kBesidePanel;
    PanelGrid grid;
    grid.columns = static_cast<std::size_t>(
        std::clamp(static_cast<int>(room / (beside + kNarrowest - 2)), 1, std::max(1, figure.columns)));
    grid.rows = (figure.panels.size() + grid.columns - 1) / grid.columns;
    grid.width =
        std::max(kNarrowest, room / static_cast<double>(grid.columns) - (grid.columns > 1 || shared ? beside : 38));
    grid.height = panelHeight(figure, grid, figure.columns > 1 ? kHeight + 6 : kHeight,
                              figure.columns > 1 ? kBelowTitled : kBelowPanel, entries.empty() ? 0 : kLegendHeight);
    grid.apart = beside - 2;
    grid.heading = letter.empty() ? std::string() : letter + ' ' + figure.title.text();
    if (figure.legend == FigureLegend::Inside && !figure.panels.empty()) {
        const MarksText marks = marksText(figure.panels.front(), grid.width, grid.height);
        grid.spot = spotInside(figure.panels.front(), entries, grid, marks.share);
        grid.words = marks.share;
    }
    const bool moved = figure.legend == FigureLegend::Inside && !grid.spot;
    grid.legend = moved ? FigureLegend::Below : figure.legend;
    std::string body;
    bool thinned = thinnedMaps;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const TexPanel tex = scaleForTex(figure.panels[i], marksText(figure.panels[i], grid.width, grid.height).share,
                                         grid.width < kFewTicks ? 3 : 5);
        const FigurePanel& panel = tex.panel;
        // A shared colour bar stands at the end of a row.
        const bool last = i % grid.columns + 1 == grid.columns || (grid.rows == 1 && i + 1 == figure.panels.size());
        const bool bar = !shared || last;
        const bool said = shared && i % grid.columns > 0 && panel.y.label == figure.panels[i - 1].y.label;
        grid.barBeside = grid.barBeside || (i < grid.columns && last && bar && !panel.maps.empty());
        const MarksText marks = marksText(panel, grid.width, grid.height);
        const std::string above = i > 0 || letter.empty() ? panel.title : letter + ' ' + panel.title;
        const std::string title = figure.columns > 1 ? above : i == 0 ? grid.heading : std::string();
        body += "\\nextgroupplot[" + axisOptions(tex, figure, grid.width, bar, said, title) + marks.room + "]\n";
        for (std::size_t map = 0; map < panel.maps.size(); ++map) {
            body += mapText(panel.maps[map]) +
                    printedText(panel.maps[map], figure.panels[i].maps[map], figure.print, grid.width, grid.height);
        }
        addCurve(body, panel, layersOf(figure), thinned);
        body += marks.drawn;
        if (i == legendPanel(figure, grid)) {
            body += legendOf(entries);
        }
    }
    const int entriesAcross = entries.empty() ? 1 : std::clamp(static_cast<int>(millimetres / words), 1, 3);
    const std::string comment =
        latexComment(fmt::format("{}: {}", bundle::withoutFolders(figure.title.text()), provenanceLine(figure)));
    return fmt::format(
        "% {}\n% \\usepackage{{pgfplots}} \\usepgfplotslibrary{{groupplots}} \\pgfplotsset{{compat=1.17}}\n{}"
        "\\begin{{tikzpicture}}\n\\begin{{groupplot}}[group style={{group size={} by {}, horizontal sep={}mm, vertical "
        "sep={}mm}}, scale only axis, width={:.0f}mm, height={:.0f}mm, every axis/.append "
        "style={{font={}\\footnotesize}}, unbounded coords=jump, "
        "scaled ticks=false, try min ticks={}, {}]\n{}\\end{{groupplot}}\n\\end{{tikzpicture}}\n",
        comment,
        std::string(moved ? "% The legend has no room inside and stands below.\n" : "") +
            (thinned ? "% Thinned for TeX: of long lines the extremes of bins, of large maps the cells that the colour "
                       "bar names; all data is in the .csv.\n"
                     : ""),
        grid.columns, grid.rows, grid.apart, figure.columns > 1 ? kBelowTitled : kBelowPanel, grid.width, grid.height,
        typeOf(figure.print), grid.width < kFewTicks ? 2 : 4, legendStyle(figure, grid, entriesAcross), body);
}

}  // namespace kvw::figures
