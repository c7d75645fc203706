// SPDX-License-Identifier: Apache-2.0
#include "core/library/entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_text.h"
#include "core/base/json/json_value.h"
#include "core/base/json/phrase_json.h"
#include "core/base/short_text.h"
#include "core/bundle/archive.h"
#include "core/bundle/check_files.h"
#include "core/figures/builders/figure_parts.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kNotesFormat = "kvw-notes-1";
constexpr std::size_t kMostNotes = std::size_t{1} << 20;
/// Limit on the texts of all lanes of a comparison, which are stored in each of its rows.
constexpr std::size_t kMostWords = std::size_t{64} << 10;

void takeSummary(LibraryEntry& entry, const ordered_json& summary) {
    entry.meanNll = numberOf(summary, "mean_nll");
    entry.deltaNll = numberOf(summary, "delta_nll");
    entry.meanKl = numberOf(summary, "mean_kl");
    entry.answersNll = numberOf(summary, "answers_nll");
    entry.peakBytes = numberOf(summary, "peak_bytes_live");
    entry.tpotMs = numberOf(summary, "tpot_ms");
    entry.ttftMs = numberOf(summary, "ttft_ms");
    const double compression = numberOf(summary, "compression");
    entry.heldShare = compression > 0 ? 1 / compression : kMissing;
}

std::string effectiveText(const ordered_json& policy) {
    LaneInfo lane;
    lane.policyId = textOf(policy, "id");
    lane.policyVersion = textOf(policy, "version");
    lane.parameters = member(policy, "parameters");
    const std::string settings = figures::parameterText(lane);
    return figures::versionedName(lane) + (settings.empty() ? "" : ": " + settings);
}

void takeRun(LibraryEntry& entry, const ordered_json& manifest) {
    entry.lanes = 1;
    entry.effective = {effectiveText(member(manifest, "policy"))};
    entry.policy = textOf(member(manifest, "policy"), "text");
    entry.mode = textOf(manifest, "mode");
    entry.seed = wholeOf(manifest, "seed");
    entry.machine = machineText(member(manifest, "environment"), textOf(manifest, "device"));
    const ordered_json& problems = member(manifest, "problems");
    entry.problems = problems.is_array() ? std::ssize(problems) : 0;
    takeSummary(entry, member(manifest, "summary"));
}

bool isPolicyLane(const ordered_json& lane, const ordered_json& lanes) {
    return textOf(lane, "policy") != "full" || lanes.size() == 1;
}

/// Returns the lanes that are compared with the full cache, the one with the lowest mean NLL first; a full cache that
/// is alone counts too.
std::vector<const ordered_json*> policyLanes(const ordered_json& lanes) {
    std::vector<const ordered_json*> found;
    for (const ordered_json& lane : lanes) {
        if (isPolicyLane(lane, lanes)) {
            found.push_back(&lane);
        }
    }
    const auto nllOf = [](const ordered_json* lane) {
        const double nll = numberOf(member(*lane, "summary"), "mean_nll");
        return std::isfinite(nll) ? nll : std::numeric_limits<double>::max();
    };
    std::ranges::stable_sort(found, [&](const auto* one, const auto* other) { return nllOf(one) < nllOf(other); });
    return found;
}

/// Returns the effective settings of the lanes that are compared with the full cache, in their order.
std::vector<std::string> effectiveTexts(const ordered_json& lanes, const bundle::Archive& archive) {
    std::vector<std::string> texts;
    std::size_t taken = 0;
    for (const ordered_json& lane : lanes) {
        if (!isPolicyLane(lane, lanes) || taken >= kMostWords) {
            continue;
        }
        const auto inner = bundle::readManifest(archive, textOf(lane, "path") + '/');
        texts.emplace_back(inner ? beginningOf(effectiveText(member(*inner, "policy")), kMostWords) : "");
        taken += texts.back().size();
    }
    return texts;
}

/// Fills in a comparison with the numbers of the lane `shown`. Mode, seed and times are in the lanes' own manifests.
void takeComparison(LibraryEntry& entry, const ordered_json& manifest, const bundle::Archive& archive,
                    const ordered_json* shown) {
    const ordered_json& lanes = member(manifest, "lanes");
    const std::size_t policies = policyLanes(lanes).size();
    for (const ordered_json& lane : lanes) {
        ++entry.lanes;
        entry.laneHashes.push_back(textOf(lane, "hash"));
        if (isPolicyLane(lane, lanes)) {
            entry.policy += entry.policy.empty() ? "" : ", ";
            entry.policy += beginningOf(textOf(lane, "text"), kMostWords - std::min(kMostWords, entry.policy.size()));
            entry.policy += &lane == shown && policies > 1 ? "*" : "";
        }
    }
    std::string of = lanes.empty() ? std::string() : textOf(lanes.front(), "path");
    if (shown != nullptr) {
        takeSummary(entry, member(*shown, "summary"));
        of = textOf(*shown, "path");
    }
    if (const auto inner = bundle::readManifest(archive, of + '/'); inner) {
        entry.mode = textOf(*inner, "mode");
        entry.seed = wholeOf(*inner, "seed");
        entry.problems = static_cast<std::int64_t>(member(*inner, "problems").size());
        entry.tpotMs = shown != nullptr ? numberOf(member(*inner, "summary"), "tpot_ms") : kMissing;
        entry.ttftMs = shown != nullptr ? numberOf(member(*inner, "summary"), "ttft_ms") : kMissing;
        entry.machine = machineText(member(*inner, "environment"), textOf(*inner, "device"));
    } else {
        entry.problem = inner.error().asPhrase();
    }
}

fs::path beside(const fs::path& bundle, const char* ending) {
    const fs::path plain = bundle.has_filename() ? bundle : bundle.parent_path();
    return plain.string() + ending;
}

void take(std::string& into, const ordered_json& json, const char* name) {
    into = textOf(json, name);
}
void take(std::int64_t& into, const ordered_json& json, const char* name) {
    into = wholeOf(json, name);
}
void take(double& into, const ordered_json& json, const char* name) {
    into = numberOf(json, name);
}
void take(std::vector<std::string>& into, const ordered_json& json, const char* name) {
    for (const ordered_json& each : member(json, name)) {
        if (each.is_string()) {
            into.push_back(each.get<std::string>());
        }
    }
}

/// Member of an entry, by its name in JSON.
struct EntryMember {
    const char* name;
    std::variant<std::string LibraryEntry::*, std::int64_t LibraryEntry::*, double LibraryEntry::*,
                 std::vector<std::string> LibraryEntry::*>
        value;
};
/// All in the order of JSON, but those that another type or null stands for there.
constexpr EntryMember kMembers[] = {{"kind", &LibraryEntry::kind},
                                    {"state", &LibraryEntry::state},
                                    {"policy", &LibraryEntry::policy},
                                    {"model", &LibraryEntry::model},
                                    {"model_hash", &LibraryEntry::modelHash},
                                    {"text", &LibraryEntry::text},
                                    {"text_hash", &LibraryEntry::textHash},
                                    {"mode", &LibraryEntry::mode},
                                    {"command_line", &LibraryEntry::command},
                                    {"started_at", &LibraryEntry::startedAt},
                                    {"hash", &LibraryEntry::hash},
                                    {"lane_hashes", &LibraryEntry::laneHashes},
                                    {"effective", &LibraryEntry::effective},
                                    {"lanes", &LibraryEntry::lanes},
                                    {"tokens", &LibraryEntry::tokens},
                                    {"prompt_tokens", &LibraryEntry::promptTokens},
                                    {"seed", &LibraryEntry::seed},
                                    {"problems", &LibraryEntry::problems},
                                    {"mean_nll", &LibraryEntry::meanNll},
                                    {"delta_nll", &LibraryEntry::deltaNll},
                                    {"mean_kl", &LibraryEntry::meanKl},
                                    {"answers_nll", &LibraryEntry::answersNll},
                                    {"held_share", &LibraryEntry::heldShare},
                                    {"peak_bytes", &LibraryEntry::peakBytes},
                                    {"tpot_ms", &LibraryEntry::tpotMs},
                                    {"ttft_ms", &LibraryEntry::ttftMs},
                                    {"machine", &LibraryEntry::machine},
                                    {"tags", &LibraryEntry::tags},
                                    {"note", &LibraryEntry::note}};

/// Returns the notes in a file; null if there are none or their format is unknown.
ordered_json notesIn(const fs::path& file) {
    const auto text = readFile(file, kMostNotes);
    const auto notes = text ? bundle::parseJson(*text, file.string()) : tl::unexpected(text.error());
    return notes && textOf(*notes, "format") == kNotesFormat ? *notes : ordered_json();
}

tl::unexpected<Error> damagedNotes(const fs::path& file) {
    return fail(Code::BadInput, file.string(),
                "the notes beside the bundle are damaged or of a newer version, and stay unchanged", {},
                "a file that is repaired or moved away");
}

void takeNotes(LibraryEntry& entry) {
    const fs::path file = notesFile(entry.path);
    const ordered_json notes = notesIn(file);
    std::error_code ignored;
    if (notes.is_null() && fs::exists(file, ignored)) {
        entry.warning = damagedNotes(file).value().asPhrase();
    }
    entry.note = textOf(notes, "note");
    take(entry.tags, notes, "tags");
}

/// Returns the first file that the manifest lists but the bundle lacks.
std::string missingFile(const bundle::Archive& archive, const ordered_json& manifest) {
    for (const auto& [name, sum] : member(member(manifest, "integrity"), "files").items()) {
        if (!archive.contains(name)) {
            return name;
        }
    }
    return {};
}

}  // namespace

std::vector<LaneEntry> readLaneEntries(const fs::path& path) {
    LibraryEntry entry;
    entry.path = path;
    takeNotes(entry);
    const auto archive = bundle::Archive::open(path);
    if (!archive) {
        entry.problem = archive.error().asPhrase();
        return {{entry, {}}};
    }
    const auto manifest = bundle::readManifest(**archive, {});
    if (!manifest) {
        entry.problem = manifest.error().asPhrase();
        return {{entry, {}}};
    }
    entry.kind = textOf(*manifest, "kind");
    entry.state = textOf(*manifest, "state");
    entry.hash = textOf(*manifest, "hash");
    entry.command = textOf(*manifest, "command_line");
    entry.startedAt = textOf(member(*manifest, "times"), "started_at");
    const ordered_json &model = member(*manifest, "model"), &text = member(*manifest, "text");
    entry.model = textOf(model, "name");
    entry.modelHash = textOf(model, "hash");
    entry.text = textOf(text, "title");
    entry.textHash = textOf(text, "hash");
    entry.tokens = wholeOf(text, "tokens");
    entry.promptTokens = wholeOf(text, "prompt_tokens");
    const Phrase complaint = bundle::manifestIntegrityWarning(**archive, *manifest, {});
    entry.warning = complaint.empty() ? entry.warning : complaint;
    for (const ordered_json& lane : member(*manifest, "lanes")) {
        const std::string folder = textOf(lane, "path") + '/';
        const auto inner = entry.warning.empty() ? bundle::readManifest(**archive, folder) : tl::unexpected(Error{});
        entry.warning = inner ? bundle::manifestIntegrityWarning(**archive, *inner, folder) : entry.warning;
    }
    if (const std::string missing = missingFile(**archive, *manifest); !missing.empty()) {
        entry.problem =
            fail(Code::BadInput, path.string(), "the bundle is not complete", phrase("%1 is missing", missing))
                .value()
                .asPhrase();
    }
    if (entry.kind != "compare") {
        takeRun(entry, *manifest);
        return {{entry, entry.policy}};
    }
    entry.effective = effectiveTexts(member(*manifest, "lanes"), **archive);
    std::vector<LaneEntry> found;
    for (const ordered_json* lane : policyLanes(member(*manifest, "lanes"))) {
        found.push_back({entry, textOf(*lane, "text")});
        takeComparison(found.back().entry, *manifest, **archive, lane);
    }
    if (found.empty()) {
        found.push_back({entry, {}});
        takeComparison(found.back().entry, *manifest, **archive, nullptr);
    }
    return found;
}

std::string machineText(const ordered_json& environment, const std::string& device) {
    const std::string cpu = textOf(environment, "cpu");
    return cpu.empty() || cpu == "unknown"
               ? std::string()
               : fmt::format("{}, {} cores, device {}", cpu, wholeOf(environment, "cores"), device);
}

LibraryEntry readEntry(const fs::path& path) {
    return std::move(readLaneEntries(path).front().entry);
}

ordered_json toJson(const LibraryEntry& entry) {
    ordered_json json{{"path", entry.path.string()}};
    for (const EntryMember& each : kMembers) {
        std::visit(
            [&](auto value) {
                if constexpr (std::is_same_v<decltype(value), double LibraryEntry::*>) {
                    json[each.name] = orNull(entry.*value);
                } else {
                    json[each.name] = entry.*value;
                }
            },
            each.value);
    }
    json["problem"] = orNull(entry.problem.english());
    json["warning"] = orNull(entry.warning.english());
    return json;
}

LibraryEntry libraryEntryOf(const ordered_json& json) {
    LibraryEntry entry;
    entry.path = textOf(json, "path");
    for (const EntryMember& each : kMembers) {
        std::visit([&](auto value) { take(entry.*value, json, each.name); }, each.value);
    }
    entry.problem = phraseOf(member(json, "problem"));
    entry.warning = phraseOf(member(json, "warning"));
    return entry;
}

fs::path notesFile(const fs::path& bundle) {
    return beside(bundle, ".notes.json");
}

fs::path viewFile(const fs::path& bundle) {
    return beside(bundle, ".view.json");
}

Result<void> writeNotes(const fs::path& bundle, const std::vector<std::string>& tags, const std::string& note) {
    const fs::path target = notesFile(bundle);
    std::error_code error;
    if (fs::exists(target, error) && notesIn(target).is_null()) {
        return damagedNotes(target);
    }
    if (!tags.empty() || !note.empty()) {
        return writeSmallFile(target, {{"format", kNotesFormat}, {"tags", tags}, {"note", note}});
    }
    fs::remove(target, error);
    return error ? fail(Code::Io, target.string(), phrase("cannot be removed: %1", systemReason(error)))
                 : Result<void>();
}

Result<void> changeNotes(const fs::path& bundle, const Notes& seen, const Notes& wanted) {
    LibraryEntry now;
    now.path = bundle;
    takeNotes(now);
    const auto has = [](const std::vector<std::string>& tags, const std::string& tag) {
        return std::ranges::find(tags, tag) != tags.end();
    };
    std::erase_if(now.tags, [&](const std::string& tag) { return has(seen.tags, tag) && !has(wanted.tags, tag); });
    for (const std::string& tag : wanted.tags) {
        if (!has(seen.tags, tag) && !has(now.tags, tag)) {
            now.tags.push_back(tag);
        }
    }
    if (wanted.note != seen.note) {
        const bool both = now.note != seen.note && now.note != wanted.note && !now.note.empty();
        now.note = both ? now.note + '\n' + wanted.note : wanted.note;
    }
    return writeNotes(bundle, now.tags, now.note);
}

std::vector<std::string> tagsOf(const std::string& text) {
    std::vector<std::string> tags;
    for (std::string& tag : commaList(text)) {
        if (std::ranges::find(tags, tag) == tags.end()) {
            tags.push_back(std::move(tag));
        }
    }
    return tags;
}

}  // namespace kvw
