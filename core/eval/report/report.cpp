// SPDX-License-Identifier: Apache-2.0
#include "core/eval/report/report.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/comma_list.h"
#include "core/base/files/folder_entries.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/bundle/bundle.h"
#include "core/eval/eval_file.h"
#include "core/eval/eval_plan.h"
#include "core/eval/eval_table.h"
#include "core/eval/presets.h"
#include "core/eval/sweep_file.h"
#include "core/eval/timing_table.h"
#include "core/figures/figure_io.h"
#include "core/figures/figure_presets.h"
#include "core/figures/figures.h"
#include "core/figures/tables.h"
#include "core/session/spec/run_changes.h"
#include "core/session/spec/run_spec_json.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMostReportBytes = std::size_t{64} << 20;
constexpr std::size_t kMostListed = 400;  // bytes of a fact

/// Splits "| a | b \| c |" at the lines between cells.
std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size()) {
            cell += line[i];
            cell += line[++i];
        } else if (line[i] == '|') {
            cells.emplace_back(trimmed(cell));
            cell.clear();
        } else {
            cell += line[i];
        }
    }
    return cells;
}

/// Returns the plain text of a piece of Markdown as `tables::toMarkdown` writes it.
std::string plainText(const std::string& text) {
    static constexpr std::pair<std::string_view, char> kEscapes[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&#92;", '\\'}};
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto* const named = std::ranges::find_if(
            kEscapes, [&](const auto& name) { return std::string_view(text).substr(i).starts_with(name.first); });
        if (named != std::end(kEscapes)) {
            plain += named->second;
            i += named->first.size() - 1;
        } else if (text[i] == '\\' && i + 1 < text.size()) {
            plain += text[++i];
        } else {
            plain += text[i];
        }
    }
    return plain;
}

/// Adds the members of a JSON object as facts, those of its objects as "run.mode".
void addFacts(ReportFacts& facts, const ordered_json& json, const std::string& prefix = {}) {
    if (!json.is_object()) {
        return;
    }
    for (const auto& [name, value] : json.items()) {
        const std::string whole = prefix.empty() ? name : prefix + '.' + name;
        std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        if (value.is_object()) {
            addFacts(facts, value, whole);
            continue;
        }
        if (value.is_null() || text.empty() || name == "format") {
            continue;
        }
        const bool plainList = value.is_array() && std::none_of(value.begin(), value.end(),
                                                                [](const auto& each) { return each.is_structured(); });
        if (plainList) {
            text = joined(value, ", ", [](const ordered_json& each) {
                return each.is_string() ? each.get<std::string>() : each.dump();
            });
        }
        text = bundle::withoutFolders(text);
        facts.emplace_back(whole, shortText(text, kMostListed));
    }
}

void addTable(ReportPart& part, const tables::Table& table) {
    ReportTable made = reportTableOf(tables::toMarkdown(table));
    if (!made.rows.empty()) {
        part.tables.push_back(std::move(made));
    }
}

Result<ReportPart> bundlePart(const fs::path& path, const std::vector<std::string>& ids) {
    KVW_TRY_ASSIGN(const auto opened, openBundle(path));
    const Recording& recording = *opened.recording;
    const RunDescription& run = recording.description();
    ReportPart part;
    part.title = path.filename().string();
    part.notes = englishOf(opened.warnings);
    part.settings = {{"model", run.model.name}, {"text", run.textTitle}};
    for (const RunSpec& spec : run.specs) {
        ordered_json json = toJson(spec);
        json.erase("model");
        json.erase("text");
        addFacts(part.settings, json);
    }
    part.settings.emplace_back("bundle", opened.hash);
    addFacts(part.environment, run.environment);
    part.commands.push_back(run.commandLine);
    if (recording.lanes() > 1) {
        addTable(part, tables::comparison(recording));
    }
    for (const std::int32_t lane : recording.tracedLanes()) {
        if (lane == 0 && recording.lanes() > 1) {
            continue;
        }
        addTable(part, tables::summary(recording, lane));
        std::vector<FigureSpec> drawn;
        if (ids.empty()) {
            drawn = figures::standard(recording, lane);
        }
        for (const std::string& id : ids) {
            KVW_TRY_ASSIGN(auto figure, figures::byId(recording, lane, id));
            drawn.push_back(std::move(figure));
        }
        std::move(drawn.begin(), drawn.end(), std::back_inserter(part.figures));
    }
    if (ids.empty()) {
        for (FigureSpec& figure : figures::shared(recording)) {
            part.figures.push_back(std::move(figure));
        }
    }
    return part;
}

Result<ordered_json> jsonIn(const fs::path& file) {
    KVW_TRY_ASSIGN(const auto json, readJsonFile(file, kMostReportBytes));
    return ordered_json::parse(json.dump());
}

/// Adds `table.md` and the figures that a command has written into its folder.
Result<void> addWritten(ReportPart& part, const fs::path& folder) {
    std::error_code error;
    if (fs::exists(folder / "table.md", error)) {
        KVW_TRY_ASSIGN(const auto text, readFile(folder / "table.md", kMostReportBytes));
        if (ReportTable table = reportTableOf(text); !table.rows.empty()) {
            part.tables.push_back(std::move(table));
        }
    }
    for (const fs::path& file : anyFolderEntries(folder, ".json")) {
        const auto json = jsonIn(file);
        const bool figure = json && json->is_object() && json->contains("panels");
        if (!figure) {
            continue;
        }
        if (auto read = figures::fromJson(*json, file.string())) {
            part.figures.push_back(std::move(*read));
        } else {
            part.notes.push_back(read.error().sentence());
        }
    }
    return {};
}

/// Adds the environment of the first bundle in a folder of runs.
void addEnvironment(ReportPart& part, const fs::path& runs) {
    for (const fs::path& bundle : anyFolderEntries(runs)) {
        if (const auto manifest = jsonIn(bundle / "manifest.json")) {
            addFacts(part.environment, member(*manifest, "environment"));
            return;
        }
    }
}

Result<ReportPart> sweepPart(const fs::path& folder) {
    KVW_TRY_ASSIGN(const auto sweep, readSweep(folder));
    ReportPart part;
    part.title = folder.filename().string();
    ordered_json json = toJson(sweep);
    json.erase("axes");
    if (json.contains("plan")) {
        json["plan"].erase("points");
    }
    addFacts(part.settings, json);
    for (const SweepAxis& axis : sweep.axes) {
        addFacts(part.settings, {{"axis " + axis.name, axis.values}});
    }
    addEnvironment(part, folder / "runs");
    part.commands.push_back(sweepCommandAnywhere(sweep, folder));
    KVW_TRY(addWritten(part, folder));
    if (part.tables.empty()) {
        part.notes.push_back(
            "The sweep is not complete: it runs still, or was killed, and its tables come at its end.");
    }
    return part;
}

Result<ReportPart> evaluationPart(const fs::path& folder) {
    KVW_TRY_ASSIGN(const auto json, jsonIn(folder / "results.json"));
    ReportPart part;
    part.title = folder.filename().string();
    addFacts(part.settings, member(json, "plan"));
    for (const char* name : {"against", "samples", "malformed"}) {
        if (json.contains(name)) {
            addFacts(part.settings, {{name, json[name]}});
        }
    }
    addFacts(part.environment, member(json, "environment"));
    if (const std::string command = textOf(json, "command"); !command.empty()) {
        part.commands.push_back(bundle::withoutFolders(command));
    }
    KVW_TRY(addWritten(part, folder));
    return part;
}

/// Returns the part of an evaluation that has results and no tables: it runs still, or was killed.
Result<ReportPart> unfinishedPart(const fs::path& folder) {
    KVW_TRY_ASSIGN(const auto plan, eval::readEvalPlan(folder));
    KVW_TRY_ASSIGN(const auto task, eval::taskOf(plan.task));
    KVW_TRY_ASSIGN(const auto records, eval::readResults(folder));
    eval::TableOptions options;
    options.policies = plan.run.policies;
    options.against = plan.against.empty() ? fullCacheIn(plan.run.policies) : plan.against;
    options.published = eval::publishedFor(plan);
    KVW_TRY_ASSIGN(const auto rows, eval::evalRows(records, task->info(), options));
    ReportPart part;
    part.title = folder.filename().string();
    part.notes.push_back("The evaluation is not complete: the table has the samples that were done.");
    addFacts(part.settings, eval::toJson(plan));
    part.commands.push_back(bundle::withoutFolders(eval::evalCommand(plan, folder)));
    const std::string caption = plan.task + ", not complete";
    const auto machines =
        eval::timedMachines(records, options.against, options.published);  // at most one: `evalRows` refuses several
    addTable(part, machines.empty() ? eval::evalPage(rows, task->info(), caption)
                                    : eval::timingPage(machines.front(), caption, options.against));
    return part;
}

}  // namespace

ReportTable reportTableOf(const std::string& markdown) {
    ReportTable table;
    for (const std::string& whole : splitAt(markdown, '\n')) {
        const std::string line(trimmed(whole));
        if (line.empty()) {
            continue;
        }
        if (!line.starts_with('|')) {
            table.caption += (table.caption.empty() ? "" : " ") + plainText(line);
            continue;
        }
        const std::vector<std::string> cells = cellsOf(line);
        if (table.columns.empty()) {
            std::transform(cells.begin(), cells.end(), std::back_inserter(table.columns), plainText);
        } else if (table.right.empty()) {
            for (const std::string& cell : cells) {
                table.right.push_back(cell.ends_with(':'));
            }
            table.right.resize(table.columns.size());
        } else {
            std::vector<ReportTable::Cell> row;
            for (const std::string& cell : cells) {
                const bool marked = cell.size() > 4 && cell.starts_with("**") && cell.ends_with("**");
                row.push_back({plainText(marked ? cell.substr(2, cell.size() - 4) : cell), marked});
            }
            row.resize(table.columns.size());
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

Result<ReportPart> reportPart(const fs::path& path, const std::vector<std::string>& figures) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    const fs::path folder = whole.has_filename() ? whole : whole.parent_path();
    const auto part = [&]() -> Result<ReportPart> {
        if (fs::exists(folder / "sweep.json", error)) {
            return sweepPart(folder);
        }
        if (fs::exists(folder / "results.json", error)) {
            return evaluationPart(folder);
        }
        if (fs::exists(folder / "eval.json", error) && fs::exists(folder / "results.jsonl", error)) {
            return unfinishedPart(folder);
        }
        if (isBundle(folder)) {
            return bundlePart(folder, figures);
        }
        return fail(Code::NotFound, path.string(), "there is nothing to report on", {},
                    "a bundle, or the folder of a sweep or an evaluation");
    };
    return part().map([](ReportPart made) {
        std::erase_if(made.figures, [](const FigureSpec& figure) { return figures::nothingToDraw(figure); });
        return made;
    });
}

}  // namespace kvw
