// SPDX-License-Identifier: Apache-2.0
/// Writing of a bundle: lanes, comparison, and the steps from a temporary folder to the target.
#include <algorithm>

#include "core/base/files/small_file.h"
#include "core/base/text_format.h"
#include "core/bundle/archive.h"
#include "core/bundle/arrays/attention_arrays.h"
#include "core/bundle/bundle.h"
#include "core/bundle/canonical.h"
#include "core/bundle/csv/columns.h"
#include "core/bundle/figure_file.h"
#include "core/bundle/findings.h"
#include "core/bundle/folder_writer.h"
#include "core/bundle/guide.h"
#include "core/bundle/manifest_json.h"
#include "core/bundle/staging.h"
#include "core/bundle/write_meter.h"
#include "core/bundle/write_watched.h"

namespace kvw {
namespace {

using namespace bundle;
using nlohmann::ordered_json;

void addIntegrity(const FolderWriter& folder, ordered_json& manifest) {
    ordered_json files = ordered_json::object();
    for (const auto& [name, sum] : folder.sums()) {
        files[name] = {{"bytes", sum.bytes}, {"sha256", sum.sha256}};
    }
    manifest["integrity"] = {{"files", files}};
    manifest["integrity"]["manifest"] = manifestSum(manifest);
}

/// Writes the token ids of a run that was given them, under the name that its command has for them.
Result<void> writeIds(FolderWriter& folder, const RunDescription& run) {
    if (std::ranges::none_of(run.specs, [](const RunSpec& spec) { return spec.ids.has_value(); })) {
        return {};
    }
    std::string text;
    for (const std::int32_t id : run.tokenIds) {
        appendInteger(text, id);
        text += '\n';
    }
    return folder.write(kIdsFile, text);
}

/// Writer of one lane, in order: data, hash, files that quote the hash, sums, manifest.
class LaneWriter {
 public:
    /// `before`: lanes whose rows this one may refer to; its own rows are appended.
    LaneWriter(const Recording& recording, std::int32_t lane, std::filesystem::path folder,
               const BundleOptions& options, const DerivedFiles& derived, WriteMeter& meter,
               std::vector<WrittenRows>& before)
        : m_recording(recording),
          m_trace(recording.trace(lane)),
          m_lane(lane),
          m_options(options),
          m_derived(derived),
          m_folder(std::move(folder), &meter),
          m_before(before) {}

    Result<ordered_json> write() {
        KVW_TRY(writeData());
        KVW_TRY(writeDerived());
        KVW_TRY(m_folder.write(kGuideFile, runGuide(m_folder.sums())));
        addIntegrity(m_folder, m_manifest);
        KVW_TRY(m_folder.writeJson("manifest.json", m_manifest, "manifest"));
        KVW_TRY(m_folder.sync());
        return std::move(m_manifest);
    }

 private:
    Result<void> writeData() {
        RowCounts rows;
        rows.steps = m_trace.steps();
        rows.layers = layerRows(m_trace.shape(), rows.steps);
        const auto& run = m_recording.description();
        const auto known = std::ssize(run.tokenIds);
        rows.rest = std::max<std::int64_t>(0, known - rows.steps);
        rows.memory = memoryRows(m_trace, rows.steps);
        rows.calls = callRows(m_trace, rows.steps);
        rows.times = timesRows(m_trace, rows.steps);
        const auto streamIfAny = [&](const char* name, std::int64_t count, const auto& write) {
            return count > 0 ? stream(name, write) : Result<void>();
        };
        KVW_TRY(stream("steps.csv", [&](OutputFile& out) { writeSteps(out, m_trace, rows.steps); }));
        KVW_TRY(stream("layers.csv", [&](OutputFile& out) { writeLayers(out, m_trace, rows.steps); }));
        KVW_TRY(stream("evictions.jsonl",
                       [&](OutputFile& out) { rows.evictions = writeEvictions(out, m_trace, rows.steps); }));
        KVW_TRY(streamIfAny("prefill_memory.csv", rows.memory,
                            [&](OutputFile& out) { writeMemory(out, m_trace, rows.steps); }));
        KVW_TRY(streamIfAny("calls.csv", rows.calls, [&](OutputFile& out) { writeCalls(out, m_trace, rows.steps); }));
        KVW_TRY(streamIfAny("times.csv", rows.times, [&](OutputFile& out) { writeTimes(out, m_trace, rows.steps); }));
        KVW_TRY(streamIfAny("rest.csv", rows.rest,
                            [&](OutputFile& out) { writeRest(out, run.tokenIds, run.tokenTexts, rows.steps); }));
        KVW_TRY(writeRows(rows.steps));
        m_manifest = laneManifest(m_recording, m_lane, rows);
        m_manifest["format"] = m_before.back().pooled   ? kPoolingFormat
                               : m_before.back().refers ? kSharingFormat
                                                        : kBundleFormat;
        std::map<std::string, std::string> sums;
        for (const auto& [name, sum] : m_folder.sums()) {
            sums[name] = sum.stable;
        }
        m_manifest["hash"] = canonicalHashOf(m_manifest, sums);
        return {};
    }

    Result<void> writeRows(std::int64_t steps) {
        KVW_TRY_ASSIGN(auto written, writeArrays(m_folder, m_folder.folder().filename().string(), m_trace, steps,
                                                 m_options.attention, m_options.halfArrays, m_before));
        m_before.push_back(std::move(written));
        return {};
    }

    Result<void> writeDerived() {
        KVW_TRY(writeIds(m_folder, m_recording.description()));
        if (const ordered_json findings = findingsJson(m_recording, m_lane); !findings.is_null()) {
            KVW_TRY(m_folder.writeJson(kFindingsFile, findings, "findings"));
        }
        return m_derived ? m_derived(m_folder, m_recording, m_lane, m_manifest["hash"]) : Result<void>();
    }

    template <class Write>
    Result<void> stream(const std::string& name, Write write) {
        KVW_TRY_ASSIGN(auto file, m_folder.create(name));
        file.leaveOut(timeColumns(name));
        write(file);
        return m_folder.finish(name, std::move(file));
    }

    const Recording& m_recording;
    const Trace& m_trace;
    std::int32_t m_lane;
    const BundleOptions& m_options;
    const DerivedFiles& m_derived;
    FolderWriter m_folder;
    std::vector<WrittenRows>& m_before;
    ordered_json m_manifest;
};

Result<void> writeComparison(const Recording& recording, const std::filesystem::path& folder,
                             const BundleOptions& options, const DerivedFiles& derived, WriteMeter& meter) {
    std::vector<ordered_json> lanes;
    std::vector<std::string> paths;
    std::vector<WrittenRows> rows;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        paths.push_back("lanes/" + figures::laneStem(lane, recording.description().lane(lane).policyId));
        KVW_TRY(makeFolder(folder / paths.back()));
        KVW_TRY_ASSIGN(auto manifest,
                       LaneWriter(recording, lane, folder / paths.back(), options, derived, meter, rows).write());
        lanes.push_back(std::move(manifest));
    }
    ordered_json manifest = compareManifest(recording, lanes, paths);
    manifest["hash"] = canonicalHashOf(manifest, {});
    FolderWriter root(folder, &meter);
    KVW_TRY(writeIds(root, recording.description()));
    KVW_TRY(derived ? derived(root, recording, kAllLanes, manifest["hash"]) : Result<void>());
    KVW_TRY(root.write(kGuideFile, comparisonGuide(root.sums(), paths)));
    addIntegrity(root, manifest);
    KVW_TRY(root.writeJson("manifest.json", manifest, "compare"));
    return root.sync();
}

Result<void> writeFolder(const Recording& recording, const std::filesystem::path& folder, const BundleOptions& options,
                         const DerivedFiles& derived, WriteMeter& meter) {
    if (recording.lanes() > 1) {
        return writeComparison(recording, folder, options, derived, meter);
    }
    std::vector<WrittenRows> rows;
    return LaneWriter(recording, 0, folder, options, derived, meter, rows).write().map([](const ordered_json&) {});
}

/// Estimates the bytes of a bundle by its rows, which are most of it; the size of the rest is not known before.
std::int64_t expectedBytes(const Recording& recording, const BundleOptions& options) {
    constexpr std::int64_t kRest = std::int64_t{1} << 20;
    return kRest + (options.attention ? aboutRowBytes(recording) / (options.halfArrays ? 2 : 1) : 0);
}

}  // namespace

Result<void> writeBundleFiles(const Recording& recording, const std::filesystem::path& target,
                              const BundleOptions& options, const WriteWatch& watch, const DerivedFiles& derived) {
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        if (!recording.hasTrace(lane)) {
            return fail(Code::BadUsage, target.string(),
                        phrase("lane %1 was never started, there is nothing to write", lane));
        }
    }
    if (recording.lanes() == 0) {
        return fail(Code::BadUsage, target.string(), "the recording has no lanes, there is nothing to write");
    }
    // Writes a copy of what is published now, so that all files have the same steps.
    if (recording.state() == RunState::Running) {
        const std::shared_ptr<Recording> snapshot = recording.fork();
        snapshot->setState(RunState::Stopped, "written while the run went on");
        return writeBundleFiles(*snapshot, target, options, watch, derived);
    }
    KVW_TRY_ASSIGN(auto staging, Staging::begin(target, options.overwrite));
    const bool zip = target.extension() == ".zip";
    WriteMeter meter(watch, expectedBytes(recording, options), zip);
    const auto stopped = [&] {
        return meter.stopped() ? Result<void>(fail(Code::Cancelled, target.string(), "the bundle was not written",
                                                   "stopped on request"))
                               : Result<void>();
    };
    const auto written = [&]() -> Result<void> {
        KVW_TRY(writeFolder(recording, staging.folder(), options, derived, meter));
        KVW_TRY(zip ? packFolder(staging.folder(), staging.archive(), &meter) : Result<void>());
        KVW_TRY(stopped());
        return staging.commit(zip ? staging.archive() : staging.folder());
    }();
    if (!written && meter.stopped()) {
        return stopped();
    }
    return written ? written : tl::unexpected(staging.named(written.error()));
}

}  // namespace kvw
