// SPDX-License-Identifier: Apache-2.0
/// Writing and reading of calls.csv: the calls that a policy got.
#include "core/base/table.h"
#include "core/bundle/csv/columns.h"
#include "core/bundle/csv/csv_reader.h"
#include "core/bundle/file_limits.h"

namespace kvw::bundle {
namespace {

std::string countOrNone(std::int64_t count) {
    return count < 0 ? std::string() : std::to_string(count);
}

}  // namespace

std::int64_t callRows(const Trace& trace, std::int64_t steps) {
    const std::int64_t within = trace.callsFrom(static_cast<std::int32_t>(steps));
    std::int64_t rows = within;
    for (std::int64_t i = within; i < trace.calls(); ++i) {
        rows += trace.callBroken(i) ? 1 : 0;
    }
    return rows;
}

void writeCalls(OutputFile& out, const Trace& trace, std::int64_t steps) {
    out.writeLine(kCallsHeader);
    std::string row;
    for (std::int64_t i = 0; i < trace.calls() && out.good(); ++i) {
        const CallRecord call = trace.call(i);
        if (call.step >= steps && call.violation.empty()) {
            continue;
        }
        row.clear();
        tables::appendCells(row, call.step, call.layer, call.name, call.us, call.slots, call.given, call.held,
                            call.after, countOrNone(call.budgetBefore), countOrNone(call.budget), call.edits,
                            call.evicted, jsonText(call.reason), jsonText(call.violation.english()));
        out.writeLine(row);
    }
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

}  // namespace kvw::bundle
