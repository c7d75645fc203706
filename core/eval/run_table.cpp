// SPDX-License-Identifier: Apache-2.0
#include "core/eval/run_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/bundle/archive.h"
#include "core/bundle/check_files.h"
#include "core/bundle/text_format.h"
#include "core/eval/sweep_table.h"
#include "core/library/json_member.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using json::child;
using json::number;
using json::word;
using nlohmann::ordered_json;

enum Column { Model, Text, Prompt, Mode, Positions, Prefill, KvDtype, Policy, Seed, ColumnCount };
constexpr std::array<const char*, ColumnCount> kNames{"model",   "text",     "prompt", "mode",   "positions",
                                                      "prefill", "kv-dtype", "policy", kSeedAxis};

struct Lane {
    std::array<std::string, ColumnCount> values;
    std::string modelHash, textHash;
    SweepRow row;
};

/// "random:capacity=64,seed=3" as its text without the seed, which tells repeats apart, and the seed.
std::pair<std::string, std::string> withoutSeed(std::string policy) {
    std::string seed;
    for (std::size_t at = policy.find("seed="); at != std::string::npos; at = policy.find("seed=", at + 1)) {
        if (at == 0 || (policy[at - 1] != ',' && policy[at - 1] != ':')) {
            continue;
        }
        const std::size_t end = std::min(policy.size(), policy.find_first_of(",/@", at));
        seed = policy.substr(at + 5, end - at - 5);
        // A separator goes too: the comma behind it, else the one before it.
        const bool more = end < policy.size() && policy[end] == ',';
        policy.erase(more ? at : at - 1, end - at + 1);
        break;
    }
    return {policy, seed};
}

Lane laneOf(const ordered_json& manifest) {
    const ordered_json &model = child(manifest, "model"), &text = child(manifest, "text");
    const auto [policy, seed] = withoutSeed(word(child(manifest, "policy"), "text"));
    Lane lane;
    lane.values = {word(model, "name"),
                   word(text, "title"),
                   std::to_string(json::whole(text, "prompt_tokens")),
                   word(manifest, "mode"),
                   word(manifest, "positions"),
                   word(manifest, "prefill"),
                   word(manifest, "kv_dtype"),
                   policy,
                   std::to_string(json::whole(manifest, "seed")) + (seed.empty() ? "" : "/" + seed)};
    lane.modelHash = word(model, "hash");
    lane.textHash = word(text, "hash");
    const ordered_json& summary = child(manifest, "summary");
    lane.row.policy = policy;
    lane.row.meanNll = number(summary, "mean_nll");
    const bool full = word(child(manifest, "policy"), "id") == "full";
    lane.row.deltaNll = full ? 0 : number(summary, "delta_nll");
    lane.row.meanKl = full ? 0 : number(summary, "mean_kl");
    lane.row.answersNll = number(summary, "answers_nll");
    lane.row.tpotMs = number(summary, "tpot_ms");
    const double compression = number(summary, "compression");
    lane.row.heldShare = compression > 0 ? 1 / compression : kMissing;
    return lane;
}

/// The end of a file: a folder's is read there, in a .zip all before it is unpacked.
Result<std::string> endOf(const bundle::Archive& archive, const std::string& name, std::size_t most) {
    const auto size = archive.size(name);
    const auto placed = archive.placed(name);
    if (!size || !placed) {
        return tl::unexpected(size ? placed.error() : size.error());
    }
    std::string end;
    if (*placed) {
        end.resize(std::min(most, static_cast<std::size_t>(*size)));
        return (*placed)->read(*size - static_cast<std::int64_t>(end.size()), end.data(), end.size())
                   ? Result<std::string>(std::move(end))
                   : fail(Code::Io, archive.label(name), "reading failed");
    }
    auto stream = archive.stream(name);
    if (!stream) {
        return tl::unexpected(stream.error());
    }
    auto read = bundle::forEachBlock(**stream, [&](std::string_view block) {
        end += block;
        end.erase(0, end.size() - std::min(end.size(), most));
    });
    return read ? Result<std::string>(std::move(end)) : tl::unexpected(read.error());
}

/// Of keys and values after the last step, the fourth column of the table of steps from its end; undefined: no step.
Result<double> bytesAtTheEnd(const bundle::Archive& archive, const std::string& name) {
    constexpr std::size_t kLongest = 4096;  // behind a token's text, which may be longer, there are numbers only
    const auto end = endOf(archive, name, kLongest);
    if (!end) {
        return tl::unexpected(end.error());
    }
    std::string_view row = *end;
    row.remove_suffix(row.ends_with('\n') ? 1 : 0);
    for (int behind = 0; behind < 3; ++behind) {
        row = row.substr(0, std::min(row.rfind(','), row.size()));
    }
    return bundle::parseNumber<double>(row.substr(row.rfind(',') + 1)).value_or(kMissing);
}

Result<void> readLanes(const fs::path& bundle, std::vector<Lane>& lanes) {
    const auto archive = bundle::Archive::open(bundle);
    if (!archive) {
        return tl::unexpected(archive.error());
    }
    const auto manifest = bundle::readManifest(**archive, {});
    if (!manifest) {
        return tl::unexpected(manifest.error());
    }
    if (word(*manifest, "state") != "finished") {
        return fail(Code::BadInput, bundle.string(), "only a run that came to its end has a place in a table",
                    word(*manifest, "state"), "finished");
    }
    std::vector<std::string> folders;
    if (word(*manifest, "kind") != "compare") {
        folders.emplace_back();
    }
    for (const ordered_json& lane : child(*manifest, "lanes")) {
        folders.push_back(word(lane, "path") + '/');
    }
    for (const std::string& folder : folders) {
        const auto inner = bundle::readManifest(**archive, folder);
        if (!inner) {
            return tl::unexpected(inner.error());
        }
        lanes.push_back(laneOf(*inner));
        const auto bytes = bytesAtTheEnd(**archive, folder + "steps.csv");
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        lanes.back().row.bytesLive = *bytes;
    }
    return {};
}

/// Two models, or two texts, of one name: the name has the beginning of the hash behind it.
void tellApart(std::vector<Lane>& lanes, Column column, std::string Lane::*hash) {
    constexpr std::size_t kDigits = 6;
    std::map<std::string, std::set<std::string>> hashes;
    for (const Lane& lane : lanes) {
        hashes[lane.values[column]].insert(lane.*hash);
    }
    for (Lane& lane : lanes) {
        if (hashes[lane.values[column]].size() > 1) {
            lane.values[column] += " (" + (lane.*hash).substr(0, kDigits) + ")";
        }
    }
}

std::string captionOf(const RunRows& runs, const std::vector<Lane>& lanes) {
    const auto shown = [&](Column column) {
        return std::find(runs.names.begin(), runs.names.end(), kNames[column]) != runs.names.end();
    };
    std::string caption = "Runs";
    caption += shown(Model) ? "" : " of " + lanes.front().values[Model];
    caption += shown(Text) ? "" : " on " + lanes.front().values[Text];
    caption += shown(Prompt) ? "" : ", prompt of " + lanes.front().values[Prompt] + " tokens";
    return caption;
}

struct Read {
    RunRows runs;
    std::string caption;
};

Result<Read> read(const std::vector<fs::path>& bundles) {
    std::vector<Lane> lanes;
    for (const fs::path& bundle : bundles) {
        if (auto done = readLanes(bundle, lanes); !done) {
            return tl::unexpected(done.error());
        }
    }
    if (lanes.empty()) {
        return fail(Code::NotFound, "table", "there is no run to show", {}, "a bundle or more");
    }
    tellApart(lanes, Model, &Lane::modelHash);
    tellApart(lanes, Text, &Lane::textHash);
    Read found;
    std::vector<Column> columns;
    for (int i = 0; i < ColumnCount; ++i) {
        const auto column = static_cast<Column>(i);
        const bool differs = std::any_of(lanes.begin(), lanes.end(), [&](const Lane& lane) {
            return lane.values[column] != lanes.front().values[column];
        });
        if (differs || column == Policy) {
            columns.push_back(column);
            found.runs.names.emplace_back(kNames[column]);
        }
    }
    std::set<std::vector<std::string>> known;
    for (Lane& lane : lanes) {
        SweepRow row = lane.row;
        for (const Column column : columns) {
            row.values.push_back(lane.values[column]);
        }
        if (known.insert(row.values).second) {
            found.runs.rows.push_back(std::move(row));
        }
    }
    markFronts(found.runs.names, found.runs.rows);
    found.caption = captionOf(found.runs, lanes);
    return found;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

Result<void> checkColumns(const std::vector<std::string>& columns) {
    std::vector<std::string> known;
    for (const RunTableColumn& column : runTableColumns()) {
        known.push_back(column.name);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (std::find(known.begin(), known.end(), columns[i]) == known.end()) {
            return fail(Code::BadUsage, "columns", "a table of runs has no such column", columns[i], joined(known));
        }
        if (std::find(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(i), columns[i]) !=
            columns.begin() + static_cast<std::ptrdiff_t>(i)) {
            return fail(Code::BadUsage, "columns", "a column is named twice", columns[i], "each once");
        }
    }
    return {};
}

}  // namespace

Result<RunRows> runRows(const std::vector<fs::path>& bundles) {
    return read(bundles).map([](Read&& found) { return std::move(found.runs); });
}

std::vector<RunTableColumn> runTableColumns() {
    std::vector<RunTableColumn> columns;
    for (int i = 0; i < ColumnCount; ++i) {
        if (i != Seed) {
            columns.push_back({kNames[static_cast<std::size_t>(i)], kNames[static_cast<std::size_t>(i)]});
        }
    }
    columns.push_back({"runs", "runs"});
    for (const SweepNumber number : sweepTableNumbers()) {
        columns.push_back({describe(number).name, describe(number).title});
    }
    columns.push_back({"front", "front of bytes against ΔNLL"});
    return columns;
}

Result<std::string> runTableText(const std::vector<fs::path>& bundles, const std::string& format,
                                 const std::vector<std::string>& columns) {
    if (format != "csv" && format != "tex" && format != "md") {
        return fail(Code::BadUsage, "table", "this is no format of a table", format, "csv, tex or md");
    }
    if (const auto known = checkColumns(columns); !known) {
        return tl::unexpected(known.error());
    }
    return read(bundles).and_then([&](const Read& found) -> Result<std::string> {
        tables::Table table = format == "csv" ? sweepMeans(found.runs.names, found.runs.rows)
                                              : sweepTable(found.runs.names, found.runs.rows, found.caption, columns);
        if (format == "csv" && !columns.empty()) {
            table = tables::withColumns(table, columns);
        }
        if (table.header.empty()) {
            return fail(Code::BadUsage, "columns", "the table of these runs has none of them", joined(columns));
        }
        return format == "csv"   ? tables::toCsv(table)
               : format == "tex" ? tables::toLatex(table, "tab:runs")
                                 : tables::toMarkdown(table);
    });
}

}  // namespace kvw
