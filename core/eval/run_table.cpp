// SPDX-License-Identifier: Apache-2.0
#include "core/eval/run_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/base/comma_list.h"
#include "core/base/json/json_access.h"
#include "core/base/text_format.h"
#include "core/bundle/archive.h"
#include "core/bundle/check_files.h"
#include "core/bundle/manifest_json.h"
#include "core/eval/sweep_table.h"
#include "core/figures/tables.h"
#include "core/policy/host/bibtex.h"
#include "core/session/spec/run_spec.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

enum Column {
    OfModel,
    OfDtype,
    OfText,
    OfPrompt,
    OfTokens,
    OfMode,
    OfSampling,
    OfPositions,
    OfRankKeys,
    OfPrefill,
    OfKvDtype,
    OfDevice,
    OfPolicy,
    OfSeed,
    ColumnCount
};
constexpr std::array<const char*, ColumnCount> kNames{"model",    "dtype",    "text",      "prompt",    "tokens",
                                                      "mode",     "sampling", "positions", "rank-keys", "prefill",
                                                      "kv-dtype", "device",   "policy",    kSeedAxis};

struct Lane {
    std::array<std::string, ColumnCount> values;
    std::string modelHash, textHash, policyVersion;
    std::vector<Reference> works;
    SweepRow row;
};

/// Returns the number of tokens after the prompt. Generated text may end earlier, at another token with every seed;
/// for it this is the number that was asked for.
std::string tokensOf(const ordered_json& manifest) {
    const auto specs = bundle::specsOf(manifest, {}).value_or(std::vector<RunSpec>());
    if (textOf(manifest, "mode") != "generate" || specs.size() > 1) {
        const std::int64_t read = wholeOf(member(manifest, "rows"), "steps");
        return std::to_string(read - wholeOf(member(manifest, "text"), "prompt_tokens"));
    }
    const bool asked = !specs.empty() && specs.front().steps >= 0;
    return std::to_string(asked ? specs.front().steps : kGenerateSteps);
}

/// Returns the sampling settings; empty if nothing is sampled.
std::string samplingOf(const ordered_json& manifest) {
    const ordered_json& sampling = member(manifest, "sampling");
    if (textOf(manifest, "mode") != "generate") {
        return {};
    }
    if (!sampling.is_object() || !(numberOf(sampling, "temperature") > 0)) {
        return "greedy";
    }
    std::string text = fmt::format("temperature {:g}", numberOf(sampling, "temperature"));
    if (const std::int64_t most = wholeOf(sampling, "top_k"); most > 0) {
        text += fmt::format(" top-k {}", most);
    }
    if (const double share = numberOf(sampling, "top_p"); share < 1) {
        text += fmt::format(" top-p {:g}", share);
    }
    return text;
}

/// Splits "random:capacity=64,seed=3" into the text without the seed and the seed, which only tells repeats apart.
std::pair<std::string, std::string> withoutSeed(std::string policy) {
    std::string seed;
    for (std::size_t at = policy.find("seed="); at != std::string::npos; at = policy.find("seed=", at + 1)) {
        if (at == 0 || (policy[at - 1] != ',' && policy[at - 1] != ':')) {
            continue;
        }
        const std::size_t end = std::min(policy.size(), policy.find_first_of(",/@", at));
        seed = policy.substr(at + 5, end - at - 5);
        // One separator is erased too: the comma after the seed, else the character before it.
        const bool more = end < policy.size() && policy[end] == ',';
        policy.erase(more ? at : at - 1, end - at + 1);
        break;
    }
    return {policy, seed};
}

/// Returns the changes during the run as a policy text has them, "/recent=64@545", without those that the lane's own
/// text contains.
std::string liveChangesIn(const ordered_json& policy) {
    const std::string text = textOf(policy, "text");
    std::string changes;
    for (const ordered_json& json : member(policy, "changes")) {
        const std::string change =
            fmt::format("/{}={}@{}", textOf(json, "parameter"), textOf(json, "value"), wholeOf(json, "step"));
        changes += bundle::hasChange(text, change) ? std::string() : change;
    }
    return changes;
}

/// Returns " [seed 3]" for a lane of runs that were saved side by side without the lane's own settings. With own
/// settings, other columns already tell the lane apart, and the lane equals that of its original run.
std::string lostSettings(const ordered_json& policy) {
    LaneInfo lane;
    lane.distinguishingText = textOf(policy, "apart");
    const auto own = policy.find("own_settings");
    if (own != policy.end() && *own == ordered_json(true)) {
        lane.own = LaneSettings();
    }
    return settingsLost(lane) ? " [" + lane.distinguishingText + ']' : std::string();
}

Lane laneOf(const ordered_json& manifest) {
    const ordered_json &model = member(manifest, "model"), &text = member(manifest, "text");
    auto [policy, seed] = withoutSeed(textOf(member(manifest, "policy"), "text"));
    policy += liveChangesIn(member(manifest, "policy"));
    policy += lostSettings(member(manifest, "policy"));
    Lane lane;
    lane.values = {textOf(model, "name"),
                   textOf(model, "dtype"),
                   textOf(text, "title"),
                   std::to_string(wholeOf(text, "prompt_tokens")),
                   tokensOf(manifest),
                   textOf(manifest, "mode"),
                   samplingOf(manifest),
                   textOf(manifest, "positions"),
                   textOf(manifest, "rank_keys"),
                   prefillText(textOf(manifest, "prefill"), manifest.value("dtype", std::string("f32"))),
                   textOf(manifest, "kv_dtype"),
                   textOf(manifest, "device"),
                   policy,
                   std::to_string(wholeOf(manifest, "seed")) + (seed.empty() ? "" : "/" + seed)};
    lane.modelHash = textOf(model, "hash");
    lane.textHash = textOf(text, "hash");
    lane.policyVersion = textOf(member(manifest, "policy"), "version");
    lane.works = referencesIn(member(member(manifest, "policy"), "references"));
    const ordered_json& summary = member(manifest, "summary");
    lane.row.policy = policy;
    lane.row.generated = textOf(manifest, "mode") == "generate";
    takeLosses(lane.row, summary, textOf(member(manifest, "policy"), "id") == "full");
    const double compression = numberOf(summary, "compression");
    lane.row.heldShare = compression > 0 ? 1 / compression : kMissing;
    return lane;
}

/// Returns the last bytes of a file, at most `most`. In a folder only these are read; in a .zip all bytes before them
/// are unpacked too.
Result<std::string> endOf(const bundle::Archive& archive, const std::string& name, std::size_t most) {
    KVW_TRY_ASSIGN(const auto size, archive.size(name));
    KVW_TRY_ASSIGN(const auto file, archive.openRandomAccess(name));
    std::string end;
    if (file) {
        end.resize(std::min(most, static_cast<std::size_t>(size)));
        return file->read(size - std::ssize(end), end.data(), end.size())
                   ? Result<std::string>(std::move(end))
                   : fail(Code::Io, archive.label(name), "reading failed");
    }
    KVW_TRY_ASSIGN(auto stream, archive.stream(name));
    KVW_TRY(bundle::forEachBlock(*stream, [&](std::string_view block) {
        end += block;
        end.erase(0, end.size() - std::min(end.size(), most));
    }));
    return end;
}

/// Returns the bytes of keys and values after the last step, which are in the fourth column from the end of the step
/// table; undefined if there is no step.
Result<double> bytesAtTheEnd(const bundle::Archive& archive, const std::string& name) {
    constexpr std::size_t kLongest = 4096;  // enough: only numbers follow the token's text, which may be longer
    KVW_TRY_ASSIGN(const auto end, endOf(archive, name, kLongest));
    std::string_view row = end;
    row.remove_suffix(row.ends_with('\n') ? 1 : 0);
    for (int behind = 0; behind < 3; ++behind) {
        row = row.substr(0, std::min(row.rfind(','), row.size()));
    }
    return bundle::parseNumber<double>(row.substr(row.rfind(',') + 1)).value_or(kMissing);
}

void check(const bundle::Archive& archive, const std::string& prefix, const ordered_json& manifest,
           std::vector<Phrase>& warnings) {
    const auto checked = bundle::checkFolder(archive, prefix, manifest, {}, bundle::CheckDepth::Tables);
    for (Phrase& sentence : bundle::integrityWarnings(archive, checked, manifest, prefix)) {
        warnings.push_back(std::move(sentence));
    }
}

Result<void> readLanes(const fs::path& bundle, std::vector<Lane>& lanes, std::vector<Phrase>& warnings) {
    KVW_TRY_ASSIGN(const auto archive, bundle::Archive::open(bundle));
    KVW_TRY_ASSIGN(const auto manifest, bundle::readManifest(*archive, {}));
    if (textOf(manifest, "state") != "finished") {
        return fail(Code::BadInput, bundle.string(), "only a finished run can be in a table", textOf(manifest, "state"),
                    "finished");
    }
    std::vector<std::string> folders;
    if (textOf(manifest, "kind") != "compare") {
        folders.emplace_back();
    } else {
        check(*archive, {}, manifest, warnings);
    }
    for (const ordered_json& lane : member(manifest, "lanes")) {
        folders.push_back(textOf(lane, "path") + '/');
    }
    for (const std::string& folder : folders) {
        KVW_TRY_ASSIGN(const auto inner, bundle::readManifest(*archive, folder));
        check(*archive, folder, inner, warnings);
        lanes.push_back(laneOf(inner));
        KVW_TRY_ASSIGN(const auto bytes, bytesAtTheEnd(*archive, folder + "steps.csv"));
        lanes.back().row.bytesLive = bytes;
    }
    return {};
}

constexpr std::size_t kHashDigits = 6;

/// Appends the first digits of `hash` (for policies, the version) to names that different models, texts or policies
/// share.
void tellApart(std::vector<Lane>& lanes, Column column, std::string Lane::*hash, std::size_t digits = kHashDigits) {
    std::map<std::string, std::set<std::string>> hashes;
    for (const Lane& lane : lanes) {
        hashes[lane.values[column]].insert(lane.*hash);
    }
    for (Lane& lane : lanes) {
        if (hashes[lane.values[column]].size() > 1) {
            lane.values[column] += " (" + (lane.*hash).substr(0, digits) + ")";
        }
    }
}

std::string captionOf(const RunRows& runs, const std::vector<Lane>& lanes) {
    const auto shown = [&](Column column) { return std::ranges::find(runs.names, kNames[column]) != runs.names.end(); };
    std::string caption = "Runs";
    caption += shown(OfModel) ? "" : " of " + lanes.front().values[OfModel];
    caption += shown(OfText) ? "" : " on " + lanes.front().values[OfText];
    caption += shown(OfPrompt) ? "" : ", prompt of " + lanes.front().values[OfPrompt] + " tokens";
    return caption;
}

struct Read {
    RunRows runs;
    std::string caption, works;
};

/// Returns true if the lanes differ in a column. Empty values do not count for sampling and rank keys: they mean a
/// teacher-forced text and original positions, which other columns show.
bool tellsApart(const std::vector<Lane>& lanes, Column column) {
    std::set<std::string> values;
    for (const Lane& lane : lanes) {
        if (!lane.values[column].empty() || (column != OfSampling && column != OfRankKeys)) {
            values.insert(lane.values[column]);
        }
    }
    return values.size() > 1;
}

/// Returns what the numbers of a lane depend on besides its policy. The device is left out: it only changes rounding.
std::string settingOf(const Lane& lane) {
    std::string setting = lane.modelHash + '\n' + lane.textHash;
    for (int column = OfModel; column < OfDevice; ++column) {
        setting += '\n' + lane.values[static_cast<std::size_t>(column)];
    }
    return setting;
}

/// Returns the settings and results that identify a lane. The hash of its bundle does not: it also covers the command,
/// which names the other lanes, and a summary of the differences to them.
std::vector<std::string> identityOf(const Lane& lane) {
    std::vector<std::string> identity(lane.values.begin(), lane.values.end());
    identity.insert(identity.end(), {lane.modelHash, lane.textHash});
    for (const double found : {lane.row.meanNll, lane.row.answersNll, lane.row.heldShare, lane.row.bytesLive}) {
        identity.push_back(fmt::format("{}", found));
    }
    return identity;
}

/// Copies ΔNLL and KL from the same run beside a full cache into a row of a run that had none.
void fillIn(SweepRow& row, const SweepRow& same) {
    for (double SweepRow::*loss : {&SweepRow::deltaNll, &SweepRow::meanKl}) {
        if (!std::isfinite(row.*loss)) {
            row.*loss = same.*loss;
        }
    }
}

Result<Read> read(const std::vector<fs::path>& bundles, std::vector<Phrase>* warnings) {
    std::vector<Lane> lanes;
    std::vector<Phrase> ignored;
    for (const fs::path& bundle : bundles) {
        KVW_TRY(readLanes(bundle, lanes, warnings != nullptr ? *warnings : ignored));
    }
    if (lanes.empty()) {
        return fail(Code::NotFound, "table", "there is no run to show", {}, "a bundle or more");
    }
    tellApart(lanes, OfModel, &Lane::modelHash);
    tellApart(lanes, OfText, &Lane::textHash);
    tellApart(lanes, OfPolicy, &Lane::policyVersion, std::string::npos);
    Read found;
    std::vector<Column> columns;
    for (int i = 0; i < ColumnCount; ++i) {
        const auto column = static_cast<Column>(i);
        const bool differs = tellsApart(lanes, column);
        if (differs || column == OfPolicy) {
            columns.push_back(column);
            found.runs.names.emplace_back(kNames[column]);
        }
    }
    std::map<std::vector<std::string>, std::size_t> known;  // identity to index of its row
    for (Lane& lane : lanes) {
        const auto [at, isNew] = known.emplace(identityOf(lane), found.runs.rows.size());
        if (!isNew) {
            fillIn(found.runs.rows[at->second], lane.row);
            continue;
        }
        SweepRow row = lane.row;
        row.setting = settingOf(lane);
        for (const Column column : columns) {
            row.values.push_back(lane.values[column]);
        }
        found.runs.rows.push_back(std::move(row));
    }
    markFronts(found.runs.names, found.runs.rows);
    found.caption = captionOf(found.runs, lanes);
    std::vector<Reference> works;
    for (const Lane& lane : lanes) {
        works.insert(works.end(), lane.works.begin(), lane.works.end());
    }
    found.works = bibtexOf(works);
    return found;
}

Result<void> checkColumns(const std::vector<std::string>& columns) {
    std::vector<std::string> known;
    for (const RunTableColumn& column : runTableColumns()) {
        known.push_back(column.name);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (std::ranges::find(known, columns[i]) == known.end()) {
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

Result<RunRows> runRows(const std::vector<fs::path>& bundles, std::vector<Phrase>* warnings) {
    return read(bundles, warnings).map([](Read&& found) { return std::move(found.runs); });
}

std::vector<RunTableColumn> runTableColumns() {
    std::vector<RunTableColumn> columns;
    for (int i = 0; i < ColumnCount; ++i) {
        if (i != OfSeed) {
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
                                 const std::vector<std::string>& columns, std::vector<Phrase>* warnings) {
    if (!tables::isFormat(format)) {
        return fail(Code::BadUsage, "table", "this is not a format of a table", format, "csv, tex or md");
    }
    KVW_TRY(checkColumns(columns));
    return read(bundles, warnings).and_then([&](const Read& found) -> Result<std::string> {
        tables::Table table = format == "csv" ? sweepMeans(found.runs.names, found.runs.rows)
                                              : sweepTable(found.runs.names, found.runs.rows, found.caption, columns);
        table.works = found.works;
        if (format == "csv" && !columns.empty()) {
            table = tables::withColumns(table, columns);
        }
        if (table.columns.empty()) {
            return fail(Code::BadUsage, "columns", "the table of these runs has none of these columns",
                        joined(columns));
        }
        return tables::inFormat(table, format, "tab:runs");
    });
}

}  // namespace kvw
