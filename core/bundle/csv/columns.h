// SPDX-License-Identifier: Apache-2.0
/// Text form of a trace and its parser: steps.csv, layers.csv, evictions.jsonl, prefill_memory.csv, calls.csv,
/// times.csv and rest.csv. Columns: README.md. NaN is an empty cell, null in evictions.jsonl. Lines end in "\n".
/// Readers name file and line in their errors (BadInput); they go line by line and stop at the first row beyond `most`,
/// so that a file takes memory only for rows that are really there and were claimed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/byte_stream.h"
#include "core/bundle/output_file.h"
#include "core/trace/trace.h"

namespace kvw::bundle {

inline constexpr std::string_view kStepsHeader =
    "step,position,token_id,text,phase,nll,nll_full,kl,entropy_next,held_total,evicted_now,bytes_live,bytes_allocated,"
    "bytes_full,"
    "ms";
inline constexpr std::string_view kLayersHeader = "step,layer,head,held,budget,gini,entropy,variance,retained_mass";
inline constexpr std::string_view kMemoryHeader = "step,layer,bytes_live,bytes_allocated,bytes_peak";
inline constexpr std::string_view kCallsHeader =
    "step,layer,call,us,slots,given,held,after,budget_before,budget,edits,evicted,reason,violation";
inline constexpr std::string_view kTimesHeader = "step,decode_ms,capture_ms,policy_ms,evict_ms";
inline constexpr std::string_view kRestHeader = "step,token_id,text";

struct StepRow {
    /// `decodeMs` holds the whole time `ms`, the other parts are NaN: times.csv has the parts.
    StepRecord record;
    std::string text;
};
struct TimesRow {
    std::int32_t step = 0;
    float decodeMs = 0, captureMs = 0, policyMs = 0, evictMs = 0;
};
struct RestRow {
    std::int32_t tokenId = 0;
    std::string text;
};

/// Writes the steps below `steps` of the trace.
void writeSteps(OutputFile& out, const Trace& trace, std::int64_t steps);
/// Writes per step and layer a row of the whole layer (head -1), then a row per part (TraceShape::parts).
void writeLayers(OutputFile& out, const Trace& trace, std::int64_t steps);
[[nodiscard]] std::int64_t layerRows(const TraceShape& shape, std::int64_t steps) noexcept;
/// Writes the evictions of the steps below `steps`, returns the number of lines.
std::int64_t writeEvictions(OutputFile& out, const Trace& trace, std::int64_t steps);
/// Returns the number of rows (pass and layer) of the passes that ended below `steps`.
[[nodiscard]] std::int64_t memoryRows(const Trace& trace, std::int64_t steps);
void writeMemory(OutputFile& out, const Trace& trace, std::int64_t steps);
/// Returns the number of calls of the steps below `steps`, and of later ones with a violation: these broke the lane
/// off, so that their step does not exist.
[[nodiscard]] std::int64_t callRows(const Trace& trace, std::int64_t steps);
void writeCalls(OutputFile& out, const Trace& trace, std::int64_t steps);
/// Returns the number of decode steps whose four times are known.
[[nodiscard]] std::int64_t timesRows(const Trace& trace, std::int64_t steps);
void writeTimes(OutputFile& out, const Trace& trace, std::int64_t steps);
/// Writes the known tokens of the text from index `begin` on, which the run did not reach.
void writeRest(OutputFile& out, const std::vector<std::int32_t>& ids, const std::vector<std::string>& texts,
               std::int64_t begin);

[[nodiscard]] Result<std::vector<StepRow>> readSteps(ByteStream& csv, std::int64_t most, const std::string& where);
/// Returns [steps, layers, 1 + parts]. Errors: also a missing row.
[[nodiscard]] Result<std::vector<LayerRecord>> readLayers(ByteStream& csv, const TraceShape& shape, std::int64_t steps,
                                                          const std::string& where);
/// Checks ranges: layer and head of the shape, steps ascending and below `steps`, tokens ascending and at most the
/// step.
[[nodiscard]] Result<std::vector<EvictionRecord>> readEvictions(ByteStream& lines, const TraceShape& shape,
                                                                std::int64_t steps, std::int64_t most,
                                                                const std::string& where);
/// Checks layers and the order of steps.
[[nodiscard]] Result<std::vector<PassMemory>> readMemory(ByteStream& csv, const TraceShape& shape, std::int64_t steps,
                                                         std::int64_t most, const std::string& where);
/// Checks layers, numbers and the order of steps.
[[nodiscard]] Result<std::vector<CallRecord>> readCalls(ByteStream& csv, const TraceShape& shape, std::int64_t most,
                                                        const std::string& where);
/// Checks the order of steps and that no time is missing.
[[nodiscard]] Result<std::vector<TimesRow>> readTimes(ByteStream& csv, std::int64_t steps, std::int64_t most,
                                                      const std::string& where);
[[nodiscard]] Result<std::vector<RestRow>> readRest(ByteStream& csv, std::int64_t firstStep, std::int64_t most,
                                                    const std::string& where);

}  // namespace kvw::bundle
