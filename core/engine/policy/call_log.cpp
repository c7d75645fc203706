// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/call_log.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>

#include "core/engine/attention/cached_attention.h"
#include "core/engine/attention/codec_storage.h"

namespace kvw {

namespace {

constexpr const char* kRows = "rows";
constexpr const char* kObserveRows = "observeRows";
constexpr const char* kPages = "pages";

std::string rowsText(std::int64_t rows) {
    return rows == 1 ? std::string("1 row") : fmt::format("{} rows", rows);
}

/// Drops protected tokens from `kept`, which is ascending, by rule B3: the newest, then the sinks as far as there is
/// room.
void dropProtected(const sdk::Protection& protection, std::vector<std::pair<std::int32_t, float>>& kept) {
    const auto all = static_cast<std::int64_t>(kept.size());
    const std::int64_t recent = std::min(protection.recent, all);
    kept.resize(static_cast<std::size_t>(all - recent));
    const auto sinks = std::ranges::find_if(kept, [&](const auto& each) { return each.first >= protection.sinks; });
    kept.erase(kept.begin(), sinks);
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
        !(named(kObserveRows) || named(kPages))) {
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

std::int64_t CachedAttention::heldBy(std::int32_t layer) const {
    const CacheShape& shape = m_store.cache().shape();
    std::int64_t held = 0;
    for (std::int32_t l = layer < 0 ? 0 : layer; l < (layer < 0 ? shape.layers : layer + 1); ++l) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            held += m_store.cache().held(l, unit);
        }
    }
    return held;
}

std::int64_t CachedAttention::budgetOf(std::int32_t layer) const {
    return reportedBudget(m_report, m_store.cache().shape().layers, m_store.cache().shape().units, layer);
}

PolicyCall CachedAttention::plainCall(const char* name) const {
    PolicyCall call;
    call.name = name;
    call.held = heldBy(-1);
    call.budgetBefore = budgetOf(-1);
    return call;
}

PolicyCall CachedAttention::viewedCall(const char* name, const sdk::Observation& view) const {
    PolicyCall call = observedCall(name, view);
    call.budgetBefore = budgetOf(call.layer);
    return call;
}

void CachedAttention::noteAnswer(const sdk::Edits& edits, std::size_t firstCut, const Result<void>& done) {
    PolicyCall* call = m_calls.last();
    if (call == nullptr) {
        return;
    }
    call->edits = static_cast<std::int64_t>(edits.size());
    call->after = heldBy(call->layer);
    call->budget = budgetOf(call->layer);
    for (const sdk::Edit& edit : edits) {
        call->reason = edit.reason;
    }
    if (!done) {
        call->evicted = slotsAsked(edits);
        call->violation = done.error().sentence();
        return;
    }
    for (std::size_t i = firstCut; i < m_cuts.size(); ++i) {
        call->evicted += static_cast<std::int64_t>(m_cuts[i].tokens.size());
    }
    if (const auto cuts = std::span(m_cuts).subspan(firstCut); !cuts.empty()) {
        keepScores(edits, cuts);
    }
}

PolicyCall CachedAttention::partCall(const char* name, const std::string& who) const {
    PolicyCall call = plainCall(name);
    call.given = who;
    return call;
}

PolicyCall CachedAttention::pagesCall(std::int32_t layer, std::int64_t tokens) const {
    PolicyCall call;
    call.name = kPages;
    if (layer == 0) {  // the calls of the other layers are merged into it
        call.slots = tokens;
        call.held = tokens * m_store.cache().shape().layers *
                    m_store.cache().shape().units;  // nothing is evicted under a reader
        call.given =                                // not how many pages: a trace keeps every different text
            fmt::format("query, bounds of pages of {} tokens", m_store.bounds()->page());
    }
    return call;
}

PolicyCall CachedAttention::encodeCall(std::int32_t firstLayer, std::int32_t layers, const CodecEncoder& encoder,
                                       const Result<void>& done) const {
    PolicyCall call;
    call.name = "encode";
    call.layer = layers == 1 ? firstLayer : -1;
    call.held = heldBy(call.layer);
    call.budgetBefore = budgetOf(call.layer);
    call.given = encoder.groups() == 1 ? std::string("1 group") : fmt::format("{} groups", encoder.groups());
    call.ms = encoder.ms();
    call.violation = done ? std::string() : done.error().sentence();
    return call;
}

void CachedAttention::keepScores(const sdk::Edits& edits, std::span<const Cut> cuts) {
    const std::int64_t step = m_pass.first + m_pass.count - 1;
    std::set<std::int32_t> scored;
    for (const Cut& cut : cuts) {
        if (!cut.scores.empty()) {
            scored.insert(cut.layer);
        }
    }
    // Layer by layer: once they are too many to be kept, the remaining ones are not even made.
    for (const std::int32_t layer : scored) {
        if (m_scores.tooLarge()) {
            m_scores.markSkipped(step, layer);
        } else if (m_scores.wanted(step, m_pass.prefill, layer)) {
            if (auto made = scoresOf(layer, edits, cuts)) {
                m_scores.keep(step, std::move(*made));
            }
        }
    }
}

std::optional<ScoredLayer> CachedAttention::scoresOf(std::int32_t layer, const sdk::Edits& edits,
                                                     std::span<const Cut> cuts) const {
    std::optional<ScoredLayer> made;
    for (const sdk::Edit& edit : edits) {
        const std::int64_t line = layer - edit.firstLayer;
        // Scores of layers that `evict` does not cover were not checked.
        if (!edit.scores.defined() || edit.scores.dim() != 3 || !edit.evict.defined() || line < 0 ||
            line >= edit.evict.size(0)) {
            continue;
        }
        const at::Tensor scores = edit.scores.select(0, line).to(at::kCPU, at::kFloat).contiguous();
        const std::int64_t units = scores.size(0), slots = scores.size(1);
        if (!made) {
            const auto count = static_cast<std::size_t>(units);
            made = ScoredLayer{layer, std::vector<std::vector<std::int32_t>>(count),
                               std::vector<std::vector<float>>(count)};
        }
        for (const Cut& cut : cuts) {
            if (cut.layer == layer && !cut.scores.empty()) {
                const float* of = scores.const_data_ptr<float>() + cut.unit * slots;
                scoreUnit(cut, {of, static_cast<std::size_t>(slots)}, *made);
            }
        }
    }
    return made;
}

void CachedAttention::scoreUnit(const Cut& cut, std::span<const float> scores, ScoredLayer& layer) const {
    // Tokens that stay have kept their slots; if the policy's slots are token indices, scores are by token.
    const auto table = m_store.cache().tokens(cut.layer, cut.unit);
    std::vector<std::pair<std::int32_t, float>> scored;
    scored.reserve(table.size() + cut.tokens.size());
    for (std::size_t slot = 0; slot < table.size(); ++slot) {
        const std::int64_t token = table[slot];
        const auto at = m_pass.slotsAreTokens ? static_cast<std::size_t>(token) : slot;
        if (token >= 0 && at < scores.size()) {
            scored.emplace_back(static_cast<std::int32_t>(token), scores[at]);
        }
    }
    std::ranges::sort(scored, {}, &std::pair<std::int32_t, float>::first);
    dropProtected(m_protection, scored);
    const auto kept = static_cast<std::ptrdiff_t>(scored.size());
    for (std::size_t i = 0; i < cut.tokens.size(); ++i) {
        scored.emplace_back(cut.tokens[i], cut.scores[i]);
    }
    std::ranges::inplace_merge(scored, scored.begin() + kept, {}, &std::pair<std::int32_t, float>::first);
    auto& tokens = layer.tokens[static_cast<std::size_t>(cut.unit)];
    auto& values = layer.scores[static_cast<std::size_t>(cut.unit)];
    tokens.clear();
    values.clear();
    for (const auto& [token, score] : scored) {
        tokens.push_back(token);
        values.push_back(score);
    }
}

}  // namespace kvw
