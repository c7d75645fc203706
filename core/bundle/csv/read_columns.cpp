// SPDX-License-Identifier: Apache-2.0
/// Reading of the tables of a trace.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/files/line_reader.h"
#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/bundle/csv/columns.h"
#include "core/bundle/csv/csv_reader.h"
#include "core/bundle/file_limits.h"

namespace kvw::bundle {
namespace {

/// Bytes of "0,0,-1,0,,,,," and its line end.
constexpr std::int64_t kShortestLayerRow = 14;

bool ascending(const std::vector<std::int32_t>& tokens) {
    return std::adjacent_find(tokens.begin(), tokens.end(), std::greater_equal<>()) == tokens.end();
}

EvictionRecord evictionOf(const nlohmann::ordered_json& json) {
    EvictionRecord record;
    record.step = json["step"].get<std::int32_t>();
    record.layer = json["layer"].get<std::int32_t>();
    record.head = json["head"].get<std::int32_t>();
    record.tokens = json["evicted"].get<std::vector<std::int32_t>>();
    for (const auto& score : json["scores"]) {
        record.scores.push_back(score.is_null() ? kMissingF : score.get<float>());
    }
    record.cut = json["cut"].is_null() ? kMissingF : json["cut"].get<float>();
    record.reason = json["reason"].get<std::string>();
    return record;
}

}  // namespace

Result<std::vector<StepRow>> readSteps(ByteStream& csv, std::int64_t most, const std::string& where) {
    return readRows<StepRow>(
        csv, kStepsHeader, most, where,
        [](CellReader& cells, StepRow& row, const std::vector<StepRow>& rows) -> Result<void> {
            StepRecord& step = row.record;
            KVW_TRY(cells.read(step.step, step.position, step.tokenId, row.text, step.phase, step.nll, step.nllFull,
                               step.kl, step.entropyNext, step.heldTotal, step.evictedNow, step.bytesLive,
                               step.bytesAllocated, step.bytesFull, step.decodeMs));
            step.captureMs = step.policyMs = step.evictMs = kMissingF;
            if (static_cast<std::size_t>(step.step) != rows.size()) {
                return cells.errorAt("a row is missing or out of order", phrase("step %1", step.step),
                                     phrase("step %1", rows.size()));
            }
            return {};
        });
}

Result<std::vector<LayerRecord>> readLayers(ByteStream& csv, const TraceShape& shape, std::int64_t steps,
                                            const std::string& where) {
    const std::int64_t expected = layerRows(shape, steps);
    const std::int64_t heads = 1 + shape.parts();
    const auto parse = [&](CellReader& cells, LayerRecord& record,
                           const std::vector<LayerRecord>& rows) -> Result<void> {
        std::int64_t step = 0, layer = 0, head = 0;
        KVW_TRY(cells.read(step, layer, head, record.held, record.budget, record.gini, record.entropy, record.variance,
                           record.retainedMass));
        const auto at = std::ssize(rows);
        const std::int64_t rightStep = at / (heads * shape.layers);
        const std::int64_t rightLayer = at / heads % shape.layers;
        const std::int64_t rightHead = at % heads - 1;
        if (step != rightStep || layer != rightLayer || head != rightHead) {
            return cells.errorAt("a row is missing or out of order", fmt::format("{},{},{}", step, layer, head),
                                 fmt::format("{},{},{}", rightStep, rightLayer, rightHead));
        }
        return {};
    };
    // Room for no more rows than the file can hold, whatever the manifest claims.
    KVW_TRY_ASSIGN(auto rows, readRows<LayerRecord>(csv, kLayersHeader, expected, where, parse,
                                                    std::min(expected, csv.size() / kShortestLayerRow)));
    if (std::ssize(rows) != expected) {
        return fail(Code::BadInput, where, "wrong number of rows", std::to_string(rows.size()),
                    phrase("%1 (%2 steps, %3 layers, %4 rows each)", expected, steps, shape.layers, heads));
    }
    return rows;
}

Result<std::vector<EvictionRecord>> readEvictions(ByteStream& text, const TraceShape& shape, std::int64_t steps,
                                                  std::int64_t most, const std::string& where) {
    KVW_TRY_ASSIGN(const auto schema, schema::named("eviction"));
    std::vector<EvictionRecord> records;
    LineReader lines(text, where, static_cast<std::size_t>(longestEviction(steps)));
    for (;;) {
        KVW_TRY_ASSIGN(const auto line, nextRow(lines, records.size(), most));
        if (!line) {
            return records;
        }
        const auto json = parseJson(*line, {});
        if (!json) {
            return lines.errorAt(json.error().what, {}, {});
        }
        if (const auto violations = schema::validate(schema, *json); !violations.empty()) {
            const std::string& pointer = violations[0].pointer;
            return lines.errorAt(
                phrase("%1 does not match the schema", pointer.empty() ? phrase("the line") : Phrase(pointer)),
                violations[0].found, violations[0].expected);
        }
        EvictionRecord record = evictionOf(*json);
        if (record.step >= steps || (!records.empty() && record.step < records.back().step)) {
            return lines.errorAt("a step is out of order", std::to_string(record.step),
                                 phrase("ascending steps below %1", steps));
        }
        if (record.layer >= shape.layers || record.head >= shape.units) {
            return lines.errorAt("there is no such head", phrase("layer %1, head %2", record.layer, record.head),
                                 phrase("%1 layers, %2 heads", shape.layers, shape.units));
        }
        if (!ascending(record.tokens) || (!record.tokens.empty() && record.tokens.back() > record.step)) {
            return lines.errorAt("wrong evicted tokens", "another list", "ascending tokens up to the step");
        }
        if (!record.scores.empty() && record.scores.size() != record.tokens.size()) {
            return lines.errorAt("wrong number of scores", std::to_string(record.scores.size()),
                                 std::to_string(record.tokens.size()));
        }
        records.push_back(std::move(record));
    }
}

Result<std::vector<PassMemory>> readMemory(ByteStream& csv, const TraceShape& shape, std::int64_t steps,
                                           std::int64_t most, const std::string& where) {
    return readRows<PassMemory>(
        csv, kMemoryHeader, most, where,
        [&](CellReader& cells, PassMemory& row, const std::vector<PassMemory>& rows) -> Result<void> {
            KVW_TRY(cells.read(row.step, row.layer, row.bytesLive, row.bytesAllocated, row.bytesPeak));
            const bool known = row.layer >= 0 && row.layer < shape.layers && row.step >= 0 && row.step < steps &&
                               row.bytesLive >= 0 && row.bytesAllocated >= 0 && row.bytesPeak >= 0;
            const bool ordered = rows.empty() || row.step > rows.back().step ||
                                 (row.step == rows.back().step && row.layer > rows.back().layer);
            if (!known || !ordered) {
                return cells.errorAt(
                    "a row is out of range or out of order", phrase("step %1, layer %2", row.step, row.layer),
                    phrase("ascending steps below %1 and layers below %2, no negative bytes", steps, shape.layers));
            }
            return {};
        });
}

Result<std::vector<CallRecord>> readCalls(ByteStream& csv, const TraceShape& shape, std::int64_t most,
                                          const std::string& where) {
    return readRows<CallRecord>(
        csv, kCallsHeader, most, where,
        [&](CellReader& cells, CallRecord& row, const std::vector<CallRecord>& rows) -> Result<void> {
            std::string violation;
            KVW_TRY(cells.read(row.step, row.layer, WordCell{row.name}, row.us, row.slots, WordCell{row.given},
                               row.held, row.after, CountCell{row.budgetBefore}, CountCell{row.budget}, row.edits,
                               row.evicted, row.reason, violation));
            row.violation = std::move(violation);
            const bool known = row.layer >= -1 && row.layer < shape.layers && row.slots >= 0 && row.held >= 0 &&
                               row.after >= 0 && row.budgetBefore >= -1 && row.budget >= -1 && row.edits >= 0 &&
                               row.evicted >= 0;
            if (!known || row.step < (rows.empty() ? -1 : rows.back().step)) {
                return cells.errorAt(
                    "a row is out of range or out of order", phrase("step %1, layer %2", row.step, row.layer),
                    phrase("ascending steps, layers from -1 to %1, no negative numbers", shape.layers - 1));
            }
            return {};
        });
}

Result<std::vector<TimesRow>> readTimes(ByteStream& csv, std::int64_t steps, std::int64_t most,
                                        const std::string& where) {
    return readRows<TimesRow>(
        csv, kTimesHeader, most, where,
        [&](CellReader& cells, TimesRow& row, const std::vector<TimesRow>& rows) -> Result<void> {
            KVW_TRY(cells.read(row.step, row.decodeMs, row.captureMs, row.policyMs, row.evictMs));
            // A difference of two clock readings may be a little below 0.
            const bool known = row.step >= (rows.empty() ? 0 : rows.back().step + 1) && row.step < steps &&
                               std::isfinite(row.decodeMs) && std::isfinite(row.captureMs) &&
                               std::isfinite(row.policyMs) && std::isfinite(row.evictMs);
            if (!known) {
                return cells.errorAt("a row is out of order or has no number", phrase("step %1", row.step),
                                     phrase("ascending steps below %1, four times each", steps));
            }
            return {};
        });
}

Result<std::vector<RestRow>> readRest(ByteStream& csv, std::int64_t firstStep, std::int64_t most,
                                      const std::string& where) {
    return readRows<RestRow>(csv, kRestHeader, most, where,
                             [&](CellReader& cells, RestRow& row, const std::vector<RestRow>& rows) -> Result<void> {
                                 std::int64_t step = 0;
                                 KVW_TRY(cells.read(step, row.tokenId, row.text));
                                 const std::int64_t right = firstStep + std::ssize(rows);
                                 if (step != right) {
                                     return cells.errorAt("a row is missing or out of order", phrase("step %1", step),
                                                          phrase("step %1", right));
                                 }
                                 return {};
                             });
}

}  // namespace kvw::bundle
