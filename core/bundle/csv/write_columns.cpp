// SPDX-License-Identifier: Apache-2.0
/// Writing of the tables of a trace.
#include <cmath>

#include "core/base/table.h"
#include "core/bundle/csv/columns.h"

namespace kvw::bundle {
namespace {

void appendLayer(std::string& out, std::int64_t step, std::int32_t layer, std::int32_t head,
                 const LayerRecord& record) {
    tables::appendCells(out, step, layer, head, record.held, record.budget, record.gini, record.entropy,
                        record.variance, record.retainedMass);
    out += '\n';
}

template <class Range, class Append>
void appendList(std::string& out, const Range& values, Append append) {
    out += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        out += i == 0 ? "" : ",";
        append(values[i]);
    }
    out += ']';
}

std::string countOrNone(std::int64_t count) {
    return count < 0 ? std::string() : std::to_string(count);
}

/// Returns whether the four times of a step are known. The tokens of a prompt come at once and have no times of their
/// own.
bool hasParts(const StepRecord& step) {
    return step.phase == Phase::Decode && std::isfinite(step.decodeMs) && std::isfinite(step.captureMs) &&
           std::isfinite(step.policyMs) && std::isfinite(step.evictMs);
}

/// Writes a table; `append` adds the cells of entry `i`, or none for an entry that has no row.
template <class Append>
void writeTable(OutputFile& out, std::string_view header, std::int64_t begin, std::int64_t end, const Append& append) {
    out.writeLine(header);
    std::string row;
    for (std::int64_t i = begin; i < end && out.good(); ++i) {
        row.clear();
        append(row, i);
        if (!row.empty()) {
            out.writeLine(row);
        }
    }
}

}  // namespace

void writeSteps(OutputFile& out, const Trace& trace, std::int64_t steps) {
    writeTable(out, kStepsHeader, 0, steps, [&](std::string& row, std::int64_t i) {
        const StepRecord& step = trace.step(i);
        tables::appendCells(row, step.step, step.position, step.tokenId, jsonText(trace.tokenText(i)),
                            step.phase == Phase::Prefill ? "prefill" : "decode", step.nll, step.nllFull, step.kl,
                            step.entropyNext, step.heldTotal, step.evictedNow, step.bytesLive, step.bytesAllocated,
                            step.bytesFull, step.ms());
    });
}

std::int64_t layerRows(const TraceShape& shape, std::int64_t steps) noexcept {
    return steps * shape.layers * (1 + shape.parts());
}

void writeLayers(OutputFile& out, const Trace& trace, std::int64_t steps) {
    const TraceShape& shape = trace.shape();
    std::string block(kLayersHeader);
    block += '\n';
    for (std::int64_t step = 0; step < steps && out.good(); ++step) {
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            appendLayer(block, step, layer, -1, trace.layer(step, layer, -1));
            for (std::int32_t part = 0; part < shape.parts(); ++part) {
                appendLayer(block, step, layer, part, trace.layer(step, layer, part));
            }
        }
        out.write(block);
        block.clear();
    }
    out.write(block);
}

std::int64_t writeEvictions(OutputFile& out, const Trace& trace, std::int64_t steps) {
    const std::int64_t count = trace.evictionsFrom(static_cast<std::int32_t>(steps));
    std::string line;
    for (std::int64_t i = 0; i < count && out.good(); ++i) {
        const EvictionRecord eviction = trace.eviction(i);
        line = "{\"step\":";
        appendInteger(line, eviction.step);
        line += ",\"layer\":";
        appendInteger(line, eviction.layer);
        line += ",\"head\":";
        appendInteger(line, eviction.head);
        line += ",\"evicted\":";
        appendList(line, eviction.tokens, [&](std::int32_t token) { appendInteger(line, token); });
        line += ",\"scores\":";
        appendList(line, eviction.scores, [&](float score) { appendJsonNumber(line, score); });
        line += ",\"cut\":";
        appendJsonNumber(line, eviction.cut);
        line += ",\"reason\":" + jsonText(validUtf8(eviction.reason)) + "}\n";
        out.write(line);
    }
    return count;
}

std::int64_t memoryRows(const Trace& trace, std::int64_t steps) {
    std::int64_t rows = 0;
    for (std::int64_t i = 0; i < trace.passMemories(); ++i) {
        rows += trace.passMemory(i).step < steps ? 1 : 0;
    }
    return rows;
}

void writeMemory(OutputFile& out, const Trace& trace, std::int64_t steps) {
    writeTable(out, kMemoryHeader, 0, trace.passMemories(), [&](std::string& row, std::int64_t i) {
        if (const PassMemory& pass = trace.passMemory(i); pass.step < steps) {
            tables::appendCells(row, pass.step, pass.layer, pass.bytesLive, pass.bytesAllocated, pass.bytesPeak);
        }
    });
}

std::int64_t callRows(const Trace& trace, std::int64_t steps) {
    const std::int64_t within = trace.callsFrom(static_cast<std::int32_t>(steps));
    std::int64_t rows = within;
    for (std::int64_t i = within; i < trace.calls(); ++i) {
        rows += trace.callBroken(i) ? 1 : 0;
    }
    return rows;
}

void writeCalls(OutputFile& out, const Trace& trace, std::int64_t steps) {
    writeTable(out, kCallsHeader, 0, trace.calls(), [&](std::string& row, std::int64_t i) {
        if (const CallRecord call = trace.call(i); call.step < steps || !call.violation.empty()) {
            tables::appendCells(row, call.step, call.layer, call.name, call.us, call.slots, call.given, call.held,
                                call.after, countOrNone(call.budgetBefore), countOrNone(call.budget), call.edits,
                                call.evicted, jsonText(call.reason), jsonText(call.violation.english()));
        }
    });
}

std::int64_t timesRows(const Trace& trace, std::int64_t steps) {
    std::int64_t rows = 0;
    for (std::int64_t i = 0; i < steps; ++i) {
        rows += hasParts(trace.step(i)) ? 1 : 0;
    }
    return rows;
}

void writeTimes(OutputFile& out, const Trace& trace, std::int64_t steps) {
    writeTable(out, kTimesHeader, 0, steps, [&](std::string& row, std::int64_t i) {
        if (const StepRecord& step = trace.step(i); hasParts(step)) {
            tables::appendCells(row, step.step, step.decodeMs, step.captureMs, step.policyMs, step.evictMs);
        }
    });
}

void writeRest(OutputFile& out, const std::vector<std::int32_t>& ids, const std::vector<std::string>& texts,
               std::int64_t begin) {
    writeTable(out, kRestHeader, begin, std::ssize(ids), [&](std::string& row, std::int64_t i) {
        const auto at = static_cast<std::size_t>(i);
        tables::appendCells(row, i, ids[at], jsonText(at < texts.size() ? texts[at] : std::string()));
    });
}

}  // namespace kvw::bundle
