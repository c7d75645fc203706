// SPDX-License-Identifier: Apache-2.0
/// Opening of a bundle in two halves: tables first, then rows and sums.
#include <future>
#include <iterator>
#include <limits>

#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/bundle/archive.h"
#include "core/bundle/arrays/attention_arrays.h"
#include "core/bundle/arrays/map_arrays.h"
#include "core/bundle/bundle.h"
#include "core/bundle/check_files.h"
#include "core/bundle/csv/columns.h"
#include "core/bundle/file_limits.h"
#include "core/bundle/findings.h"
#include "core/bundle/manifest_json.h"
#include "core/trace/recording.h"

namespace kvw {
namespace {

using namespace bundle;
using nlohmann::ordered_json;

struct ReadLane {
    std::string prefix;  ///< folder in the archive
    ordered_json manifest, findings;
    RunDescription description;
    std::unique_ptr<Trace> trace;
    AttentionArrays arrays, scores;
};

struct LaneData {
    std::vector<StepRow> steps;
    std::vector<LayerRecord> layers;
    std::vector<EvictionRecord> evictions;
    std::vector<PassMemory> memory;
    std::vector<CallRecord> calls;
    std::vector<TimesRow> times;
    std::vector<RestRow> rest;
};

Result<void> expectRows(const Archive& archive, const std::string& name, std::size_t found, std::int64_t expected) {
    if (static_cast<std::int64_t>(found) == expected) {
        return {};
    }
    return fail(Code::BadInput, archive.label(name), "wrong number of rows", std::to_string(found),
                phrase("%1, as the manifest says", expected));
}

template <class T, class Parse>
Result<std::vector<T>> readTable(const Archive& archive, const std::string& prefix, const ordered_json& manifest,
                                 const char* file, const Parse& parse) {
    const std::string name = prefix + file;
    KVW_TRY_ASSIGN(const auto stream, archive.stream(name, mostBytes(manifest, file)));
    return parse(*stream, archive.label(name));
}

Result<LaneData> readData(const Archive& archive, const std::string& prefix, const TraceShape& shape,
                          const ordered_json& manifest) {
    const RowCounts rows = rowsOf(manifest);
    // layers.csv is by far the longest table and takes as long as all others together: it is read on a thread of its
    // own, or after them if there is none.
    constexpr auto kBeside = std::launch::async | std::launch::deferred;
    auto layers = std::async(archive.sharedByThreads() ? kBeside : std::launch::deferred, [&] {
        return readTable<LayerRecord>(
            archive, prefix, manifest, "layers.csv",
            [&](ByteStream& csv, const std::string& where) { return readLayers(csv, shape, rows.steps, where); });
    });
    LaneData data;
    const auto take = [&]<class T>(const char* file, std::vector<T>& to, std::int64_t expected,
                                   const auto& parse) -> Result<void> {
        KVW_TRY_ASSIGN(to, readTable<T>(archive, prefix, manifest, file, parse));
        return expectRows(archive, prefix + file, to.size(), expected);
    };
    // A table without rows is not written.
    const auto takeIfAny = [&]<class T>(const char* file, std::vector<T>& to, std::int64_t expected,
                                        const auto& parse) {
        return expected > 0 ? take(file, to, expected, parse) : Result<void>();
    };
    KVW_TRY(take("steps.csv", data.steps, rows.steps,
                 [&](ByteStream& csv, const std::string& where) { return readSteps(csv, rows.steps, where); }));
    KVW_TRY(take("evictions.jsonl", data.evictions, rows.evictions, [&](ByteStream& lines, const std::string& where) {
        return readEvictions(lines, shape, rows.steps, rows.evictions, where);
    }));
    KVW_TRY(takeIfAny("prefill_memory.csv", data.memory, rows.memory, [&](ByteStream& csv, const std::string& where) {
        return readMemory(csv, shape, rows.steps, rows.memory, where);
    }));
    KVW_TRY(takeIfAny("calls.csv", data.calls, rows.calls, [&](ByteStream& csv, const std::string& where) {
        return readCalls(csv, shape, rows.calls, where);
    }));
    KVW_TRY(takeIfAny("times.csv", data.times, rows.times, [&](ByteStream& csv, const std::string& where) {
        return readTimes(csv, rows.steps, rows.times, where);
    }));
    KVW_TRY(takeIfAny("rest.csv", data.rest, rows.rest, [&](ByteStream& csv, const std::string& where) {
        return readRest(csv, rows.steps, rows.rest, where);
    }));
    KVW_TRY_ASSIGN(data.layers, layers.get());
    return data;
}

Result<void> fill(Trace& trace, const LaneData& data, const AttentionArrays& arrays, const ordered_json& events) {
    const TraceShape& shape = trace.shape();
    const auto width = static_cast<std::size_t>(shape.layers) * static_cast<std::size_t>(shape.parts() + 1);
    std::size_t eviction = 0;
    std::size_t memory = 0;
    std::size_t call = 0;
    std::size_t times = 0;
    for (std::size_t i = 0; i < data.steps.size(); ++i) {
        const StepRow& row = data.steps[i];
        const std::span<const LayerRecord> layers(data.layers.data() + i * width, width);
        StepRecord record = row.record;
        arrays.fill(record);
        if (times < data.times.size() && data.times[times].step == record.step) {
            const TimesRow& parts = data.times[times++];
            record.decodeMs = parts.decodeMs;
            record.captureMs = parts.captureMs;
            record.policyMs = parts.policyMs;
            record.evictMs = parts.evictMs;
        }
        KVW_TRY(trace.addStep(record, row.text, layers));
        for (; eviction < data.evictions.size() && data.evictions[eviction].step == row.record.step; ++eviction) {
            trace.addEviction(data.evictions[eviction]);
        }
        for (; memory < data.memory.size() && data.memory[memory].step == row.record.step; ++memory) {
            trace.addPassMemory(data.memory[memory]);
        }
        for (; call < data.calls.size() && data.calls[call].step <= row.record.step; ++call) {
            trace.addCall(data.calls[call]);
        }
        if (i + 1 < data.steps.size()) {
            trace.publish();
        }
    }
    // Calls without a step go with the last step: they broke the run off, perhaps while the prompt was read.
    for (; call < data.calls.size(); ++call) {
        trace.addCall(data.calls[call]);
    }
    const auto last = std::max<std::int64_t>(std::ssize(data.steps) - 1, 0);
    for (const auto& event : events) {
        const std::int64_t most = event["kind"] == kProblemEvent ? std::numeric_limits<std::int32_t>::max() : last;
        const auto step = std::min(event["step"].get<std::int64_t>(), most);
        trace.addEvent({static_cast<std::int32_t>(step), event["kind"], event["text"]});
    }
    trace.publish();
    return {};
}

/// Restores the tokens of the text: those that the run went through, up to the number known at its start, then those
/// that it did not reach.
void restoreTokens(const LaneData& data, std::int64_t known, RunDescription& run) {
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(known, std::ssize(data.steps)));
    for (std::size_t i = 0; i < count; ++i) {
        run.tokenIds.push_back(data.steps[i].record.tokenId);
        run.tokenTexts.push_back(data.steps[i].text);
    }
    for (const RestRow& row : data.rest) {
        run.tokenIds.push_back(row.tokenId);
        run.tokenTexts.push_back(row.text);
    }
}

/// Returns the content of findings.json; null: there is none, or it is damaged: the sentences are in the manifest.
ordered_json readFindings(const Archive& archive, const std::string& prefix) {
    const std::string name = prefix + kFindingsFile;
    const auto text = archive.contains(name) ? archive.read(name) : Result<std::string>("null");
    const auto json = text ? parseJson(*text, archive.label(name)) : tl::unexpected(text.error());
    return json && schema::check("findings", *json, name) ? *json : ordered_json();
}

Result<ReadLane> readLane(const Archive& archive, const std::string& prefix, const AttentionArrays::Before& before) {
    ReadLane lane;
    lane.prefix = prefix;
    KVW_TRY_ASSIGN(lane.manifest, readManifest(archive, prefix));
    lane.findings = readFindings(archive, prefix);
    const std::string where = archive.label(prefix + "manifest.json");
    if (lane.manifest["kind"] != "run") {
        return fail(Code::BadInput, where, "a lane must be a run by itself", "another comparison");
    }
    KVW_TRY_ASSIGN(const auto shape, shapeOf(lane.manifest, where));
    const RowCounts rows = rowsOf(lane.manifest);
    KVW_TRY_ASSIGN(auto data, readData(archive, prefix, shape, lane.manifest));
    std::size_t violations = 0;
    for (CallRecord& call : data.calls) {
        if (!call.violation.empty()) {
            call.violation =
                restoredFinding(lane.findings, "violations", violations++, call.violation.english(), Severity::Note);
        }
    }
    KVW_TRY_ASSIGN(lane.arrays, AttentionArrays::read(archive, prefix, shape, rows.steps, kAttention, before));
    lane.arrays.fill(data.layers, shape);
    KVW_TRY_ASSIGN(lane.scores, AttentionArrays::read(archive, prefix, shape, rows.steps, kScores));
    KVW_TRY_ASSIGN(auto pooling, readMapPooling(archive, prefix));
    lane.trace =
        std::make_unique<Trace>(shape, Trace::Options{lane.arrays.rows() != nullptr, 0, std::move(pooling), 0});
    if (PooledMaps* maps = lane.trace->poolingMaps(); maps != nullptr) {
        KVW_TRY(readMaps(archive, prefix, shape, *maps));
    }
    lane.trace->readRowsFrom(lane.arrays.rows());
    lane.trace->readScoresFrom(lane.scores.rows());
    KVW_TRY(fill(*lane.trace, data, lane.arrays, lane.manifest["events"]));
    lane.description = descriptionOf(lane.manifest);
    const auto known = lane.manifest["text"]["tokens"].get<std::int64_t>();
    restoreTokens(data, known, lane.description);
    if (std::ssize(lane.description.tokenIds) != known) {
        return fail(Code::BadInput, where, "tokens of the text are missing",
                    std::to_string(lane.description.tokenIds.size()), std::to_string(known));
    }
    keepReadOnly(lane.description);
    return lane;
}

Result<std::vector<ReadLane>> readLanes(const BundleLocation& place, std::vector<Phrase>& warnings) {
    const Archive& archive = *place.archive;
    const ordered_json& manifest = place.manifest;
    const std::vector<std::string>& prefixes = place.lanes;
    std::vector<ReadLane> lanes;
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
        AttentionArrays::Before before;
        for (const ReadLane& lane : lanes) {
            before[std::filesystem::path(lane.prefix).parent_path().filename().string()] = &lane.arrays;
        }
        KVW_TRY_ASSIGN(auto lane, readLane(archive, prefixes[i], before));
        if (manifest["kind"] != "run" && manifest["lanes"][i]["hash"] != lane.manifest["hash"]) {
            warnings.push_back(phrase("%1: %2.", archive.label(prefixes[i] + "manifest.json"),
                                      "this lane is not the lane of the comparison"));
        }
        if (!lanes.empty() && lane.manifest["text"]["hash"] != lanes[0].manifest["text"]["hash"]) {
            return fail(Code::BadInput, archive.label(prefixes[i] + "manifest.json"),
                        "the lanes were run on different texts");
        }
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

}  // namespace

struct PendingChecks::Impl {
    struct Part {
        std::string prefix;
        ordered_json manifest;
        AttentionArrays arrays, scores;
        std::int32_t lane = 0;
    };
    std::unique_ptr<Archive> archive;
    std::vector<Part> parts;             ///< folders with a manifest
    std::weak_ptr<Recording> recording;  ///< weak: whoever opened it may have dropped it
    std::string path;
};

PendingChecks::PendingChecks(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
PendingChecks::~PendingChecks() = default;

std::int64_t PendingChecks::bytes() const noexcept {
    std::int64_t bytes = 0;
    for (const Impl::Part& part : m_impl->parts) {
        bytes += part.arrays.unchecked() + part.scores.unchecked() + listedBytes(part.manifest);
    }
    return bytes;
}

PendingChecks::Findings PendingChecks::finish(const std::function<bool(std::int64_t bytes)>& watch) {
    Findings found;
    const Watch watched = [&](std::int64_t bytes) {
        found.stopped = found.stopped || m_impl->recording.expired() || (watch && !watch(bytes));
        return !found.stopped;
    };
    const auto report = [&](Severity severity, const Phrase& sentence, std::int32_t lane = 0) {
        if (const auto recording = m_impl->recording.lock()) {
            recording->report({errorFinding(sentence, severity), lane, -1, -1, kBundleProblem});
        }
    };
    const Archive& archive = *m_impl->archive;
    for (Impl::Part& part : m_impl->parts) {
        const std::size_t before = found.rows.size();
        if (!found.stopped) {
            part.arrays.check(archive, watched, found.rows);
        }
        if (!found.stopped) {
            part.scores.check(archive, watched, found.rows);
        }
        for (std::size_t i = before; i < found.rows.size(); ++i) {
            report(Severity::Error, found.rows[i].asPhrase(), part.lane);
        }
    }
    for (const Impl::Part& part : m_impl->parts) {
        if (found.stopped) {
            break;
        }
        const CheckedFolder checked = checkFolder(archive, part.prefix, part.manifest, watched);
        for (Phrase& sentence : integrityWarnings(archive, checked, part.manifest, part.prefix)) {
            report(Severity::Warning, sentence, part.lane);
            found.warnings.push_back(std::move(sentence));
        }
    }
    if (found.stopped) {
        report(Severity::Warning,
               phrase("%1: %2.", m_impl->path,
                      "the check was stopped; the files are not compared with their sums, and rows that were not "
                      "unpacked by then are missing"));
    }
    return found;
}

Result<OpeningBundle> openTables(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto place, openLocation(path));
    OpenedBundle opened;
    KVW_TRY_ASSIGN(auto lanes, readLanes(place, opened.warnings));
    opened.manifest = std::move(place.manifest);
    opened.hash = opened.manifest["hash"];
    // Lanes beside a run were read for their rows only.
    const std::size_t first = opened.manifest["kind"] == "run" ? lanes.size() - 1 : 0;
    RunDescription description = lanes[first].description;
    for (std::size_t i = first + 1; i < lanes.size(); ++i) {
        description.lanes.push_back(lanes[i].description.lanes[0]);
    }
    auto rest = std::make_unique<PendingChecks::Impl>();
    if (opened.manifest["kind"] == "compare") {
        description.commandLine = opened.manifest["command_line"];
        rest->parts.push_back({{}, opened.manifest, {}, {}, 0});
    }
    description.bundleHash = opened.hash;
    opened.recording = std::make_shared<Recording>(std::move(description));
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        ReadLane& lane = lanes[i];
        const auto at = static_cast<std::int32_t>(i < first ? 0 : i - first);
        if (i >= first) {
            opened.recording->setTrace(at, std::move(lane.trace));
            restoreState(lane.manifest, lane.findings, at, *opened.recording);
        }
        rest->parts.push_back(
            {std::move(lane.prefix), std::move(lane.manifest), std::move(lane.arrays), std::move(lane.scores), at});
    }
    for (const Phrase& sentence : opened.warnings) {
        opened.recording->report({errorFinding(sentence, Severity::Warning), 0, -1, -1, kBundleProblem});
    }
    rest->archive = std::move(place.archive);
    rest->recording = opened.recording;
    rest->path = path.string();
    return OpeningBundle{std::move(opened), std::make_unique<PendingChecks>(std::move(rest))};
}

Result<OpenedBundle> openBundle(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto opening, openTables(path));
    PendingChecks::Findings found = opening.rest->finish();
    if (!found.rows.empty()) {
        return tl::unexpected(found.rows.front());
    }
    OpenedBundle& opened = opening.bundle;
    opened.warnings.insert(opened.warnings.end(), std::make_move_iterator(found.warnings.begin()),
                           std::make_move_iterator(found.warnings.end()));
    return std::move(opened);
}

Result<std::shared_ptr<Recording>> readBundle(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto opened, openBundle(path));
    return std::move(opened.recording);
}

}  // namespace kvw
