// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/base/comma_list.h"
#include "core/base/version.h"
#include "core/eval/report/report.h"
#include "core/figures/figure_io.h"
#include "core/figures/svg/figure_svg.h"

namespace kvw {
namespace {

using figures::xmlEscaped;

constexpr const char* kStyle =
    "body{font:15px/1.45 sans-serif;color:#202020;max-width:60em;margin:2em auto;padding:0 1em}"
    "h1{font-size:1.6em}h2{font-size:1.25em;border-bottom:1px solid #ddd;margin-top:2em}h3{font-size:1em}"
    "table{border-collapse:collapse;margin:1em 0;font-size:.92em}th{border-bottom:2px solid #202020;text-align:left}"
    "td,th{padding:.2em .7em;vertical-align:top}tr:nth-child(even) td{background:#f6f6f6}.n{text-align:right}"
    "caption,figcaption{caption-side:bottom;text-align:left;font-size:.88em;color:#444;padding:.4em 0}"
    "figure{margin:1.2em 0;overflow-x:auto}svg{max-width:100%;height:auto}"
    "pre{background:#f4f4f4;padding:.7em;white-space:pre-wrap;overflow-wrap:anywhere}";

std::string factsHtml(const std::string& title, const ReportFacts& facts) {
    if (facts.empty()) {
        return {};
    }
    std::string out = "<h3>" + title + "</h3>\n<table>\n";
    for (const auto& [name, value] : facts) {
        out += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", xmlEscaped(name), xmlEscaped(value));
    }
    return out + "</table>\n";
}

std::string tableHtml(const ReportTable& table) {
    std::string out = "<table>\n";
    out += table.caption.empty() ? "" : "<caption>" + xmlEscaped(table.caption) + "</caption>\n";
    const auto cell = [&](const char* tag, std::size_t column, const std::string& text) {
        return fmt::format("<{0}{1}>{2}</{0}>", tag, table.right[column] ? " class=\"n\"" : "", text);
    };
    out += "<tr>";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        out += cell("th", column, xmlEscaped(table.columns[column]));
    }
    out += "</tr>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string text = xmlEscaped(row[column].text);
            out += cell("td", column, row[column].marked ? "<b>" + text + "</b>" : text);
        }
        out += "</tr>\n";
    }
    return out + "</table>\n";
}

std::string figureHtml(FigureSpec figure, std::size_t part, std::size_t place) {
    const std::string provenance = figures::provenanceLine(figure);
    figure.id = fmt::format("f{}-{}", part, place);  // unique on the page
    return fmt::format("<figure>\n{}<figcaption><b>{}</b> {} {}</figcaption>\n</figure>\n", figures::toSvg(figure),
                       xmlEscaped(figure.title.text()), xmlEscaped(figure.caption), xmlEscaped(provenance));
}

}  // namespace

std::string reportHtml(const Report& report) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        xmlEscaped(report.title), kStyle);
    std::string paragraph;
    for (const std::string& line : splitAt(report.question + "\n\n", '\n')) {
        if (!trimmed(line).empty()) {
            paragraph += (paragraph.empty() ? "" : " ") + xmlEscaped(std::string(trimmed(line)));
        } else if (!paragraph.empty()) {
            out += "<p>" + paragraph + "</p>\n";
            paragraph.clear();
        }
    }
    for (std::size_t i = 0; i < report.parts.size(); ++i) {
        const ReportPart& part = report.parts[i];
        out += "<h2>" + xmlEscaped(part.title) + "</h2>\n";
        for (const std::string& note : part.notes) {
            out += "<p><b>Note:</b> " + xmlEscaped(note) + "</p>\n";
        }
        out += factsHtml("Settings", part.settings);
        for (const ReportTable& table : part.tables) {
            out += tableHtml(table);
        }
        for (std::size_t place = 0; place < part.figures.size(); ++place) {
            out += figureHtml(part.figures[place], i + 1, place + 1);
        }
        out += factsHtml("Environment", part.environment);
        if (!part.commands.empty()) {
            out += "<h3>Commands</h3>\n<pre>" + xmlEscaped(joined(part.commands, "\n")) + "</pre>\n";
        }
    }
    return out + fmt::format("<p><small>KV Workbench {}</small></p>\n</body>\n</html>\n", version());
}

}  // namespace kvw
