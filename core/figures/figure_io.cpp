// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include "core/base/json/json_value.h"
#include "core/base/json/schema.h"
#include "core/base/table.h"
#include "core/base/text_format.h"
#include "core/figures/latex_text.h"
#include "core/figures/print/figure_print.h"
#include "core/trace/recording.h"

namespace kvw::figures {
namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, 4> kStyles{"line", "steps", "points", "bars"};
constexpr std::array<const char*, 9> kRoles{"lane", "full-lane", "difference", "live",     "allocated",
                                            "full", "layer",     "budget",     "threshold"};
constexpr std::array<const char*, 3> kScales{"linear", "logarithmic", "categories"};
constexpr std::array<const char*, 5> kLegends{"below", "above", "right", "inside", "none"};
constexpr std::string_view kCells = "vmef";

template <class Enum, std::size_t N>
std::string nameOf(const std::array<const char*, N>& names, Enum value) {
    return names[static_cast<std::size_t>(value)];
}

template <class Enum, std::size_t N>
Enum valueOf(const std::array<const char*, N>& names, const std::string& name) {
    std::size_t i = 0;
    while (i + 1 < N && name != names[i]) {
        ++i;
    }
    return static_cast<Enum>(i);
}

ordered_json numbers(const std::vector<double>& values) {
    return jsonList(values, [](double value) { return orNull(value); });
}

std::vector<double> numbersOf(const ordered_json& list) {
    std::vector<double> values;
    for (const auto& value : list) {
        values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
    }
    return values;
}

ordered_json axisJson(const FigureAxis& axis) {
    ordered_json json{{"label", axis.label.english()},   {"unit", axis.unit.english()},
                      {"logarithmic", axis.logarithmic}, {"minimum", orNull(axis.minimum)},
                      {"maximum", orNull(axis.maximum)}, {"reversed", axis.reversed}};
    if (!axis.names.empty()) {
        json["names"] = axis.names;
    }
    return json;
}

FigureAxis axisOf(const ordered_json& json) {
    const auto bound = [](const ordered_json& value) {
        return value.is_null() ? std::nullopt : std::optional(value.get<double>());
    };
    return {json["label"].get<std::string>(),
            json["unit"].get<std::string>(),
            json["logarithmic"].get<bool>(),
            bound(json["minimum"]),
            bound(json["maximum"]),
            json.value("reversed", false),
            json.value("names", std::vector<std::string>())};
}

ordered_json mapJson(const FigureMap& map) {
    ordered_json values = ordered_json::array();
    std::string cells;
    for (std::size_t i = 0; i < map.values.size(); ++i) {
        values.push_back(orNull(bundle::shortestDouble(map.values[i])));
        cells += kCells[static_cast<std::size_t>(map.cells[i])];
    }
    return {{"label", map.label},
            {"unit", map.unit},
            {"rows", map.rows},
            {"columns", map.columns},
            {"x", {map.xBegin, map.xEnd}},
            {"y", {map.yBegin, map.yEnd}},
            {"minimum", map.minimum},
            {"maximum", map.maximum},
            {"scale", nameOf(kScales, map.scale)},
            {"categories", map.categories},
            {"values", values},
            {"cells", cells}};
}

Result<FigureMap> mapOf(const ordered_json& json, const std::string& where) {
    FigureMap map;
    const auto rows = json["rows"].get<std::int64_t>();
    const auto columns = json["columns"].get<std::int64_t>();
    const auto& cells = json["cells"].get_ref<const std::string&>();
    const std::size_t count = json["values"].size();
    constexpr std::int64_t kMostSide = 1 << 20;
    if (rows > kMostSide || columns > kMostSide || static_cast<std::size_t>(rows * columns) != count ||
        cells.size() != count || cells.find_first_not_of(kCells) != std::string::npos) {
        return fail(Code::BadInput, where, "a map's values and cells do not fit its size",
                    phrase("%1 values, %2 cells", count, cells.size()),
                    phrase("%1 x %2, of v, m, e, f", rows, columns));
    }
    map.label = json["label"];
    map.unit = json["unit"];
    map.rows = static_cast<std::int32_t>(rows);
    map.columns = static_cast<std::int32_t>(columns);
    map.xBegin = json["x"][0].get<double>();
    map.xEnd = json["x"][1].get<double>();
    map.yBegin = json["y"][0].get<double>();
    map.yEnd = json["y"][1].get<double>();
    map.minimum = json["minimum"].get<double>();
    map.maximum = json["maximum"].get<double>();
    map.scale = valueOf<FigureScale>(kScales, json["scale"]);
    map.categories = json["categories"].get<std::vector<std::string>>();
    for (std::size_t i = 0; i < count; ++i) {
        const auto& value = json["values"][i];
        map.values.push_back(value.is_null() ? std::numeric_limits<float>::quiet_NaN() : value.get<float>());
        map.cells.push_back(static_cast<FigureCell>(kCells.find(cells[i])));
    }
    return map;
}

ordered_json panelJson(const FigurePanel& panel) {
    ordered_json series = ordered_json::array();
    for (const FigureSeries& one : panel.series) {
        series.push_back({{"label", one.label},
                          {"style", nameOf(kStyles, one.style)},
                          {"role", nameOf(kRoles, one.role)},
                          {"index", one.index},
                          {"x", numbers(one.x)},
                          {"y", numbers(one.y)}});
        if (!one.deviation.empty()) {
            series.back()["deviation"] = numbers(one.deviation);
        }
    }
    ordered_json marks = ordered_json::array();
    for (const FigureMark& mark : panel.marks) {
        marks.push_back({{"at", mark.at}, {"vertical", mark.vertical}, {"kind", mark.kind}, {"label", mark.label}});
        if (mark.to) {
            marks.back()["to"] = *mark.to;
        }
    }
    return {{"title", panel.title},
            {"x", axisJson(panel.x)},
            {"y", axisJson(panel.y)},
            {"series", series},
            {"maps", jsonList(panel.maps, mapJson)},
            {"marks", marks}};
}

Result<FigurePanel> panelOf(const ordered_json& json, const std::string& where) {
    FigurePanel panel;
    panel.title = json["title"];
    panel.x = axisOf(json["x"]);
    panel.y = axisOf(json["y"]);
    for (const auto& one : json["series"]) {
        FigureSeries series{one["label"],
                            numbersOf(one["x"]),
                            numbersOf(one["y"]),
                            valueOf<FigureStyle>(kStyles, one["style"]),
                            valueOf<FigureRole>(kRoles, one["role"]),
                            static_cast<std::int32_t>(one["index"].get<std::int64_t>()),
                            one.contains("deviation") ? numbersOf(one["deviation"]) : std::vector<double>{}};
        if (series.x.size() != series.y.size() ||
            (!series.deviation.empty() && series.deviation.size() != series.y.size())) {
            return fail(Code::BadInput, where, "a series has unequal numbers of x, y and deviations",
                        std::to_string(series.y.size()), std::to_string(series.x.size()));
        }
        panel.series.push_back(std::move(series));
    }
    for (const auto& one : json["maps"]) {
        KVW_TRY_ASSIGN(auto map, mapOf(one, where));
        panel.maps.push_back(std::move(map));
    }
    for (const auto& mark : json["marks"]) {
        panel.marks.push_back({mark["at"].get<double>(), mark["vertical"].get<bool>(), mark["kind"], mark["label"],
                               mark.contains("to") ? std::optional(mark["to"].get<double>()) : std::nullopt});
    }
    return panel;
}

void appendRow(std::string& out, std::size_t panel, std::string_view kind, std::string_view label, double x, double y,
               double value) {
    tables::appendCells(out, panel, kind, label, x, y, value);
    out += '\n';
}

void appendMap(std::string& out, std::size_t panel, const FigureMap& map) {
    constexpr std::array<std::string_view, 4> kKinds{"map", "map-missing", "map-evicted", "map-future"};
    const double width = (map.xEnd - map.xBegin) / map.columns;
    const double height = (map.yEnd - map.yBegin) / map.rows;
    for (std::int32_t row = 0; row < map.rows; ++row) {
        for (std::int32_t column = 0; column < map.columns; ++column) {
            const std::size_t cell = map.at(row, column);
            // Future cells are half of a causal map and say nothing.
            if (map.cells[cell] != FigureCell::Future) {
                appendRow(out, panel, kKinds[static_cast<std::size_t>(map.cells[cell])], map.label,
                          map.xBegin + (column + 0.5) * width, map.yBegin + (row + 0.5) * height,
                          bundle::shortestDouble(map.values[cell]));
            }
        }
    }
}

/// Returns whether an entry has its default value, which a line omits; the metadata have it all the same.
bool isUsual(const std::string& name, const std::string& value) {
    return (name == "seed" && value == "0") || (name == "positions" && value == RunDescription().positions);
}

bool isInShortCaption(const std::string& name) {
    constexpr std::array kShort{"model", "policy", "parameters", "seed", "bundle"};
    return std::find(kShort.begin(), kShort.end(), name) != kShort.end();
}

/// Returns the provenance in one line. `shown`: of an entry that is not empty, by its name and value.
template <class Shown>
std::string lineOf(const FigureSpec& figure, Shown shown) {
    std::string line;
    for (const auto& [name, value] : figure.provenance) {
        if (!value.empty() && shown(name, value)) {
            line += (line.empty() ? "" : ", ") + name + ' ' +
                    (name == "bundle"       ? value.substr(0, 12)
                     : name == "parameters" ? '(' + value + ')'
                                            : bundle::withoutFolders(value));
        }
    }
    return line;
}

}  // namespace

ordered_json toJson(const FigureSpec& figure) {
    ordered_json provenance = ordered_json::object();
    for (const auto& [name, value] : figure.provenance) {
        provenance[name] = bundle::withoutFolders(value);
    }
    ordered_json json{{"format", "kvw-figure-1"},
                      {"id", figure.id},
                      {"title", bundle::withoutFolders(figure.title.text())},
                      {"caption", bundle::withoutFolders(figure.caption)},
                      {"provenance", provenance},
                      {"panels", jsonList(figure.panels, panelJson)}};
    if (figure.columns > 1) {
        json["columns"] = figure.columns;
    }
    if (figure.layers > 0) {
        json["layers"] = figure.layers;
    }
    if (figure.legend != FigureLegend::Below) {
        json["legend"] = nameOf(kLegends, figure.legend);
    }
    return json;
}

Result<FigureSpec> fromJson(const ordered_json& json, const std::string& where) {
    KVW_TRY(schema::check("figure", json, where));
    FigureSpec figure;
    figure.id = json["id"];
    figure.title = json["title"].get<std::string>();
    figure.caption = json["caption"];
    figure.columns = json.value("columns", 1);
    figure.layers = json.value("layers", 0);
    figure.legend = valueOf<FigureLegend>(kLegends, json.value("legend", "below"));
    for (const auto& [name, value] : json["provenance"].items()) {
        figure.provenance.emplace_back(name, value.get<std::string>());
    }
    for (const auto& one : json["panels"]) {
        KVW_TRY_ASSIGN(auto panel, panelOf(one, where));
        figure.panels.push_back(std::move(panel));
    }
    if (const auto asked = printedId(figure.id)) {
        figure.print = asked->print;  // the panels are already made as it says
    }
    return figure;
}

std::string toCsv(const FigureSpec& figure) {
    std::string out = "panel,kind,label,x,y,value\n";
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const FigurePanel& panel = figure.panels[i];
        for (const FigureSeries& series : panel.series) {
            for (std::size_t k = 0; k < series.x.size(); ++k) {
                appendRow(out, i, "series", series.label, series.x[k], kNone, series.y[k]);
            }
            for (std::size_t k = 0; k < series.deviation.size(); ++k) {
                appendRow(out, i, "deviation", series.label, series.x[k], kNone, series.deviation[k]);
            }
        }
        for (const FigureMap& map : panel.maps) {
            appendMap(out, i, map);
        }
        for (const FigureMark& mark : panel.marks) {
            for (const double at : {mark.at, mark.to.value_or(kNone)}) {
                if (std::isfinite(at)) {
                    appendRow(out, i, mark.kind, mark.label, mark.vertical ? at : kNone, mark.vertical ? kNone : at,
                              kNone);
                }
            }
        }
    }
    return out;
}

std::string provenanceLine(const FigureSpec& figure) {
    // A view is for programs.
    return lineOf(figure, [](const std::string& name, const std::string& value) {
        return name != "view" && !isUsual(name, value);
    });
}

std::string toLatexCaption(const FigureSpec& figure) {
    const auto entryOf = [&figure](const char* name) {
        const auto found = std::find_if(figure.provenance.begin(), figure.provenance.end(),
                                        [name](const auto& entry) { return entry.first == name; });
        return found == figure.provenance.end() ? std::string() : found->second;
    };
    const bool brief = figure.print.shortCaption;
    std::string line = latexText(lineOf(figure, [brief](const std::string& name, const std::string& value) {
        return brief ? isInShortCaption(name) : name != "view" && name != "command" && !isUsual(name, value);
    }));
    if (const std::string command = entryOf("command"); !command.empty() && !brief) {
        line += (line.empty() ? "" : ", ") + std::string("command ") + latexCode(bundle::withoutFolders(command));
    }
    if (!line.empty()) {  // a sentence of its own
        line = ' ' + std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(line[0])))) +
               line.substr(1) + '.';
    }
    // The label of lane 0 is the figure's id; other lanes add their number.
    const std::string lane = entryOf("lane");
    return fmt::format("\\caption[{}]{{{}{}}}\n\\label{{fig:{}{}}}\n",
                       latexText(bundle::withoutFolders(figure.title.text())),
                       latexText(bundle::withoutFolders(figure.caption)), line, withPrint(figure.id, {}),
                       lane.empty() || lane == "0" ? std::string() : "-lane-" + lane);
}

}  // namespace kvw::figures
