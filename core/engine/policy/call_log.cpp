// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/call_log.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace kvw {

namespace {

constexpr const char* kRows = "rows";
constexpr const char* kObserveRows = "observeRows";

std::string rowsText(std::int64_t rows) {
    return rows == 1 ? std::string("1 row") : fmt::format("{} rows", rows);
}

}  // namespace

std::vector<std::pair<const char*, const at::Tensor*>> tensorsOf(const sdk::Observation& view) {
    std::vector<std::pair<const char*, const at::Tensor*>> tensors{{kRows, &view.rows},
                                                                   {"column sums", &view.columnSums},
                                                                   {"logits", &view.logits},
                                                                   {"keys", &view.keys},
                                                                   {"raw keys", &view.rawKeys},
                                                                   {"values", &view.values},
                                                                   {"query mean", &view.queryMean},
                                                                   {"query covariance", &view.queryCovariance},
                                                                   {"statistics", &view.statistics}};
    std::erase_if(tensors, [](const auto& each) { return !each.second->defined(); });
    return tensors;
}

std::int64_t reportedBudget(const sdk::Report& report, std::int64_t layers, std::int64_t units, std::int64_t layer) {
    const std::int64_t listed = report.budgetsPerUnit ? layers * units : layers;
    if (report.budgets.empty() || static_cast<std::int64_t>(report.budgets.size()) != listed) {
        return -1;
    }
    std::int64_t sum = 0;
    for (std::int64_t l = layer < 0 ? 0 : layer; l < (layer < 0 ? layers : layer + 1); ++l) {
        for (std::int64_t unit = 0; unit < units; ++unit) {
            sum += report.budgets[static_cast<std::size_t>(report.budgetsPerUnit ? l * units + unit : l)] +
                   report.extraTokensPerUnit;
        }
    }
    return sum;
}

std::int64_t slotsAsked(const sdk::Edits& edits, std::vector<std::int64_t>* slots) {
    std::int64_t asked = 0;
    for (const sdk::Edit& edit : edits) {
        if (!edit.evict.defined() || edit.evict.dim() != 3 || edit.evict.scalar_type() != at::kLong) {
            continue;
        }
        const at::Tensor evict = edit.evict.to(at::kCPU).contiguous();
        for (std::int64_t i = 0; i < evict.numel(); ++i) {
            const std::int64_t slot = evict.const_data_ptr<std::int64_t>()[i];
            asked += slot >= 0 ? 1 : 0;
            if (slots != nullptr) {
                slots->push_back(std::max<std::int64_t>(slot, -1));
            }
        }
    }
    return asked;
}

std::string needsText(const sdk::Needs& needs) {
    static constexpr const char* kUnits[] = {"layer", "KV head", "query head"};
    std::string text = fmt::format("one set per {}", kUnits[static_cast<std::size_t>(needs.granularity)]);
    if (needs.lastRows > 0) {
        text += fmt::format(", the last {} rows", needs.lastRows);
    }
    const std::pair<bool, const char*> kWanted[] = {{needs.columnSums, "column sums"},
                                                    {needs.rowBlocks, "all rows"},
                                                    {needs.logits, "logits"},
                                                    {needs.decodeRow, "the row of each decoded token"},
                                                    {needs.keys, "keys"},
                                                    {needs.rawKeys, "keys before rotation"},
                                                    {needs.values, "values"},
                                                    {needs.tensorsAtDecode, "these at decode, too"},
                                                    {needs.queryMomentsFrom >= 0, "moments of the queries"},
                                                    {needs.reencode, "what is held encoded afresh"}};
    for (const auto& [wanted, name] : kWanted) {
        text += wanted ? std::string(", ") + name : std::string();
    }
    return needs.statistics > 0 ? text + fmt::format(", {} numbers per slot", needs.statistics) : text;
}

PolicyCall observedCall(const char* name, const sdk::Observation& view) {
    PolicyCall call;
    call.name = name;
    call.layer = view.layers == 1 && view.prefill ? static_cast<std::int32_t>(view.firstLayer) : -1;
    call.slots = view.slotCount();
    call.held = std::accumulate(view.held.begin(), view.held.end(), std::int64_t{0});
    for (const auto& [tensor, values] : tensorsOf(view)) {
        call.rows = tensor == kRows ? values->size(2) : call.rows;
        call.given += fmt::format("{}{}", call.given.empty() ? "" : ", ",
                                  tensor == kRows ? rowsText(call.rows) : std::string(tensor));
    }
    return call;
}

void CallLog::add(PolicyCall call) {
    call.after = call.held;
    call.budget = call.budgetBefore;
    const auto named = [&](const char* name) { return std::strcmp(call.name, name) == 0; };
    PolicyCall* before = last();
    if (before == nullptr || before->layer != call.layer || !named(before->name) ||
        !(named(kObserveRows) || named(kPagesCall))) {
        m_calls.push_back(std::move(call));
        return;
    }
    before->ms += call.ms;
    before->violation = std::move(call.violation);
    if (named(kObserveRows)) {
        before->rows += call.rows;
        before->given = rowsText(before->rows) + ", in blocks";
    }
}

}  // namespace kvw
