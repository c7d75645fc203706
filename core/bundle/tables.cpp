// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/bundle/figure_io.h"
#include "core/bundle/figure_parts.h"
#include "core/bundle/text_format.h"
#include "core/metrics/prune_events.h"

namespace kvw::tables {
namespace {

using nlohmann::ordered_json;

bool isTime(const std::string& name) {
    return name.ends_with("_ms") || name.ends_with("_per_s");
}

std::string cellOf(const ordered_json& value) {
    std::string text;
    if (value.is_number_float()) {
        bundle::appendNumber(text, value.get<double>());
    } else if (value.is_number_integer()) {
        bundle::appendInteger(text, value.get<std::int64_t>());
    } else if (value.is_string()) {
        text = bundle::validUtf8(value.get<std::string>());
    } else if (!value.is_null()) {
        text = value.dump();
    }
    return text;
}

std::string number(double value) {
    std::string text;
    bundle::appendNumber(text, value);
    return text;
}

/// What a number of the summary is called on a page, and its unit; "1": a plain number.
struct Quantity {
    const char *name, *title, *unit;
};
constexpr Quantity kQuantities[] = {{"tokens", "recorded", "tokens"},
                                    {"scored_tokens", "scored", "tokens"},
                                    {"mean_nll", "mean NLL", "nats"},
                                    {"perplexity", "perplexity", "1"},
                                    {"delta_nll", "ΔNLL", "nats"},
                                    {"mean_kl", "mean KL", "nats"},
                                    {"evictions", "evicted", "tokens"},
                                    {"prune_events", "prune events", "steps"},
                                    {"held", "held", "tokens"},
                                    {"compression", "compression", "1"},
                                    {"peak_bytes_live", "peak live", "bytes"},
                                    {"peak_bytes_allocated", "peak allocated", "bytes"},
                                    {"peak_kv_bytes_prefill", "peak in prefill", "bytes"},
                                    {"bytes_read_per_step", "read per step", "bytes"},
                                    {"answers_nll", "NLL of answers", "nats"}};

Quantity quantity(const std::string& name) {
    for (const Quantity& known : kQuantities) {
        if (name == known.name) {
            return known;
        }
    }
    return {name.c_str(), name.c_str(), ""};
}

std::string titled(const std::string& name) {
    const Quantity known = quantity(name);
    const std::string_view unit = known.unit;
    return unit.empty() || unit == "1" ? std::string(known.title) : fmt::format("{} ({})", known.title, known.unit);
}

/// "streaming 1.0.0 (sinks=4, recent=256)"
std::string policyText(const Recording& recording, std::int32_t lane) {
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    const std::string settings = figures::settingsText(recording, lane);
    return info.policyId + (info.policyVersion.empty() ? "" : ' ' + info.policyVersion) +
           (settings.empty() ? "" : " (" + settings + ')');
}

std::string caption(const Recording& recording, const std::string& what, const std::string& bundleHash) {
    const RunDescription& run = recording.description();
    std::string text = fmt::format("{}, model {}, text {}, {} prompt tokens, positions {}, seed {}", what,
                                   run.model.name, run.textTitle, run.promptTokens, run.positions, run.seed);
    // As many digits as in the captions of figures.
    return bundle::validUtf8(bundleHash.empty() ? text : text + ", bundle " + bundleHash.substr(0, 12));
}

/// Four digits for a page; integers and words as they are; undefined: `none`.
std::string pageCell(const std::string& cell, const char* none) {
    if (cell.empty()) {
        return none;
    }
    const auto value = bundle::parseNumber<double>(cell);
    return value && cell.find_first_of(".e") != std::string::npos ? fmt::format("{:.4g}", *value) : cell;
}

/// Numbers, with or without a deviation behind them.
bool isNumeric(const Table& table, std::size_t column) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
        const std::string& cell = row[column];
        return bundle::parseNumber<double>(std::string_view(cell).substr(0, cell.find(" ±"))).has_value();
    });
}

/// A line break or a bar would end the cell of a Markdown table.
std::string markdownText(std::string text) {
    for (auto at = text.find_first_of("|\n\r"); at != std::string::npos; at = text.find_first_of("|\n\r", at + 2)) {
        text.replace(at, 1, text[at] == '|' ? "\\|" : "  ");
    }
    return text;
}

}  // namespace

Table summary(const Recording& recording, std::int32_t lane, const std::string& bundleHash) {
    Table table;
    table.header = table.titles = {"quantity", "value", "unit"};
    table.caption = caption(recording, "Summary of " + policyText(recording, lane), bundleHash);
    const ordered_json values = summarize(recording, lane);
    for (const auto& [name, value] : values.items()) {
        if (!isTime(name) && !value.is_structured()) {
            table.rows.push_back({name, cellOf(value), quantity(name).unit});
        }
    }
    return table;
}

Table comparison(const Recording& recording, const std::string& bundleHash) {
    constexpr const char* kNumbers[] = {"mean_nll",    "delta_nll",       "mean_kl",
                                        "perplexity",  "evictions",       "held",
                                        "compression", "peak_bytes_live", "peak_kv_bytes_prefill",
                                        "answers_nll"};
    Table table;
    table.header = table.titles = {"lane", "policy", "parameters"};
    for (const char* name : kNumbers) {
        table.header.emplace_back(name);
        table.titles.push_back(titled(name));
    }
    table.caption = caption(recording, "Policies side by side", bundleHash);
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
        const ordered_json values = summarize(recording, lane);
        std::vector<std::string> row{std::to_string(lane), bundle::validUtf8(info.policyId),
                                     bundle::validUtf8(figures::settingsText(recording, lane))};
        for (const char* name : kNumbers) {
            row.push_back(values.contains(name) ? cellOf(values[name]) : std::string());
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table pruneEvents(const Recording& recording, std::int32_t lane, const std::string& bundleHash) {
    const Trace& trace = recording.trace(lane);
    std::vector<double> values;
    bool difference = trace.steps() > 1;
    for (std::int64_t i = 1; i < trace.steps(); ++i) {
        difference = difference && std::isfinite(trace.step(i).nll - trace.step(i).nllFull);
    }
    for (std::int64_t i = 1; i < trace.steps(); ++i) {
        values.push_back(trace.step(i).nll - (difference ? trace.step(i).nllFull : 0));
    }
    std::vector<std::int64_t> events;
    for (const std::int32_t step : trace.pruneSteps()) {
        events.push_back(step);
    }
    Table table;
    table.header = {"first_step", "last_step",          "events",          "size_nats", "size_scales",
                    "peak_token", "excess_nats_tokens", "duration_tokens", "open",      "mean_nats"};
    table.titles = {"first step",
                    "last step",
                    "events",
                    "size (nats)",
                    "size (scales)",
                    "peak (token)",
                    "excess (nats × tokens)",
                    "duration (tokens)",
                    "open",
                    "mean (nats)"};
    table.caption =
        caption(recording,
                "Prune events of " + policyText(recording, lane) + ", measured on " +
                    (difference ? "the difference to the full cache" : "NLL, not the difference to the full cache"),
                bundleHash);
    for (const metrics::PruneGroup& group : metrics::analysePruneEvents({values, 1}, events)) {
        std::vector<std::string> row{std::to_string(group.first), std::to_string(group.last),
                                     std::to_string(group.events)};
        if (group.spike) {
            const metrics::Spike& spike = *group.spike;
            row.insert(row.end(), {number(spike.size), number(spike.sizeInScales), std::to_string(spike.peakToken),
                                   number(spike.excess), std::to_string(spike.duration), spike.open ? "1" : "0"});
        } else {
            row.resize(row.size() + 6);
        }
        row.push_back(group.windowMean ? number(*group.windowMean) : std::string());
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string toCsv(const Table& table) {
    std::string out;
    const auto append = [&](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            out += i == 0 ? "" : ",";
            bundle::appendCell(out, cells[i]);
        }
        out += '\n';
    };
    append(table.header);
    for (const auto& row : table.rows) {
        append(row);
    }
    return out;
}

std::string toLatex(const Table& table, const std::string& label) {
    std::string columns;
    for (std::size_t i = 0; i < table.header.size(); ++i) {
        columns += isNumeric(table, i) ? 'r' : 'l';
    }
    std::string out = "\\begin{table}\n\\centering\n\\caption{" + figures::latexText(table.caption) + ".}\n\\label{" +
                      label + "}\n\\begin{tabular}{" + columns + "}\n\\toprule\n";
    for (std::size_t i = 0; i < table.titles.size(); ++i) {
        out += (i == 0 ? "" : " & ") + figures::latexText(table.titles[i]);
    }
    out += " \\\\\n\\midrule\n";
    for (std::size_t line = 0; line < table.rows.size(); ++line) {
        for (std::size_t i = 0; i < table.rows[line].size(); ++i) {
            const std::string cell = figures::latexText(pageCell(table.rows[line][i], "--"));
            out += (i == 0 ? "" : " & ") + (table.marked.contains({line, i}) ? "\\textbf{" + cell + '}' : cell);
        }
        out += " \\\\\n";
    }
    return out + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

std::string toMarkdown(const Table& table) {
    std::string out, rule;
    for (std::size_t i = 0; i < table.titles.size(); ++i) {
        out += "| " + markdownText(table.titles[i]) + ' ';
        rule += isNumeric(table, i) ? "|--:" : "|---";
    }
    out += "|\n" + rule + "|\n";
    for (std::size_t line = 0; line < table.rows.size(); ++line) {
        for (std::size_t i = 0; i < table.rows[line].size(); ++i) {
            const std::string cell = markdownText(pageCell(table.rows[line][i], "–"));
            out += "| " + (table.marked.contains({line, i}) ? "**" + cell + "**" : cell) + ' ';
        }
        out += "|\n";
    }
    return table.caption.empty() ? out : out + '\n' + table.caption + ".\n";
}

}  // namespace kvw::tables
