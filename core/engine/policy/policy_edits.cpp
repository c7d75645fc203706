// SPDX-License-Identifier: Apache-2.0
// The policy's side of CachedAttention: what it observes, and how its edits reach the cache.
#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/engine/attention/cached_attention.h"

namespace kvw {

namespace {

constexpr std::int64_t kBlock = 64;

/// Returns the scores of the first unit of an edit's first layer, by token.
std::map<std::int64_t, float> scoresByToken(const sdk::Edit& edit, const LayerTokens& layer) {
    std::map<std::int64_t, float> scores;
    if (!edit.scores.defined()) {
        return scores;
    }
    // Converted as in the edit check; item<float>() of a double beyond f32 would throw.
    const at::Tensor row = edit.scores[0][0].to(at::kFloat);
    for (std::int64_t slot = 0; slot < layer.slots; ++slot) {
        const std::int64_t token = layer.row(0)[static_cast<std::size_t>(slot)];
        if (token >= 0) {
            scores[token] = row[slot].item<float>();
        }
    }
    return scores;
}

}  // namespace

sdk::Observation CachedAttention::observation(std::int32_t layer, bool prefill) {
    const CacheShape& shape = m_store.cache().shape();
    sdk::Observation view;
    view.prefill = prefill;
    view.lastPrefillPass = prefill && m_pass.lastPrefill;
    view.firstLayer = layer;
    view.layers = prefill ? 1 : shape.layers;
    view.passTokens = m_pass.count;
    view.seen = m_pass.first + m_pass.count;
    view.workers = &m_workers;
    std::int64_t slots = 1;
    for (std::int64_t l = layer; l < layer + view.layers; ++l) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            slots = std::max(slots, m_store.cache().used(static_cast<std::int32_t>(l), unit));
            view.held.push_back(m_store.cache().held(static_cast<std::int32_t>(l), unit));
        }
    }
    const std::int64_t stride = m_store.cache().stride();
    view.tokens = at::from_blob(m_store.tokens() + static_cast<std::int64_t>(layer) * shape.units * stride,
                                {view.layers, shape.units, slots}, {shape.units * stride, stride, 1}, at::kLong);
    if (shape.statistics > 0) {
        view.statistics =
            at::from_blob(m_store.statistics() + static_cast<std::int64_t>(layer) * shape.units * stride,
                          {shape.statistics, view.layers, shape.units, slots},
                          {shape.layers * shape.units * stride, shape.units * stride, stride, 1}, at::kFloat);
    }
    return view;
}

at::Tensor CachedAttention::gathered(Shown& shown, const sdk::Observation& view, bool again, const RowReader& read) {
    const CacheShape& shape = m_store.cache().shape();
    const std::int64_t slots = view.slotCount();
    const std::int64_t stride = m_pass.prefill ? slots : m_store.cache().stride();
    const std::int64_t heads = view.layers * shape.storedHeads;
    if (m_pass.prefill || !shown.rows.defined() || shown.rows.size(2) != stride) {
        shown.rows = at::zeros({view.layers, shape.storedHeads, stride, shape.headDim}, at::kFloat);
        shown.tokens.assign(static_cast<std::size_t>(heads * stride), -1);
    }
    float* rows = shown.rows.mutable_data_ptr<float>();
    m_store.pool().parallelFor(static_cast<std::size_t>(heads), 1, [&](std::size_t begin, std::size_t end) {
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i) {
            const auto layer = static_cast<std::int32_t>(view.firstLayer + i / shape.storedHeads);
            const auto head = static_cast<std::int32_t>(i % shape.storedHeads);
            const auto tokens = m_store.cache().tokens(layer, shape.unitOfStored(head));
            std::int64_t* known = shown.tokens.data() + i * stride;
            const auto held = std::min(slots, static_cast<std::int64_t>(tokens.size()));
            for (std::int64_t slot = 0; slot < slots; ++slot) {
                // A step changes a slot or two: unchanged blocks are skipped at the speed of memory.
                if (!again && slot % kBlock == 0 && slot + kBlock <= held &&
                    std::equal(known + slot, known + slot + kBlock, tokens.data() + slot)) {
                    slot += kBlock - 1;
                    continue;
                }
                const std::int64_t token = slot < held ? tokens[static_cast<std::size_t>(slot)] : -1;
                if (token == known[slot] && !(again && token >= 0)) {
                    continue;
                }
                known[slot] = token;
                float* row = rows + (i * stride + slot) * shape.headDim;
                if (token < 0) {
                    std::fill_n(row, shape.headDim, 0.0F);
                } else {
                    read(layer, head, static_cast<std::int32_t>(slot), row);
                }
            }
        }
    });
    const at::Tensor result = shown.rows.narrow(2, 0, slots);
    if (m_pass.prefill) {
        shown = {};
    }
    return result;
}

void CachedAttention::addTensors(sdk::Observation& view) {
    if (!m_pass.prefill && !m_needs.tensorsAtDecode) {
        return;
    }
    const CacheShape& shape = m_store.cache().shape();
    // Coding a row changes it.
    const bool coded = m_codec.has_value();
    view.keysStay = m_store.keysStay();
    if (m_needs.rawKeys) {
        const at::Tensor added =
            at::from_blob(m_newKeys.data(), {view.layers, m_pass.count, shape.kvHeads, shape.headDim}, at::kFloat);
        view.rawKeys = added.transpose(1, 2).repeat_interleave(shape.storedHeads / shape.kvHeads, 1);
    }
    // The raw keys of tokens that were taken over or put back are not known.
    const bool found = m_store.hasForeignTokens() && m_needs.rawKeys;
    if (m_needs.keys || found) {
        // Keys at their rank are rotated as tokens leave.
        view.keys = gathered(m_keysShown, view, !m_store.keysStay(),
                             [this](std::int32_t layer, std::int32_t head, std::int32_t slot, float* row) {
                                 m_store.readKey(layer, head, slot, row);
                             });
        if (!m_needs.keys) {
            m_keysShown = {};
        }
    }
    if (m_needs.values) {
        view.values = gathered(m_valuesShown, view, coded,
                               [this](std::int32_t layer, std::int32_t head, std::int32_t slot, float* row) {
                                   m_store.readValue(layer, head, slot, row);
                               });
    }
}

Result<void> CachedAttention::endPass() {
    m_passScratch = {};
    if (!m_pass.prefill) {
        return {};
    }
    KVW_TRY_ASSIGN(auto edits,
                   policyCall(
                       m_policyMs, [&] { return plainCall("prefillEnd"); }, [&] { return m_policy.prefillEnd(); }));
    KVW_TRY(apply(edits));
    for (std::int32_t layer = 0; layer < m_store.cache().shape().layers; ++layer) {
        KVW_TRY(encode(layer, 1));
        if (!m_pass.lastPrefill) {
            continue;
        }
        const Stopwatch compacting;
        KVW_TRY(m_store.compact(layer));
        m_evictMs += compacting.ms();
    }
    m_store.markKnown();
    if (m_pass.lastPrefill) {
        m_store.shrinkTables();
        noteUncodedPrompt();
    }
    return m_pass.lastPrefill && m_codec ? refreshReport() : Result<void>{};
}

Result<void> CachedAttention::decide() {
    sdk::Observation view = observation(0, false);
    const auto& shape = m_options.shape;
    const std::int64_t slots = view.slotCount();
    if (m_needs.decodeRow || m_needs.lastRows > 0 || m_needs.columnSums || m_needs.rowBlocks) {
        const std::vector<std::int64_t> strides{shape.queryHeads * m_store.rowStride(), m_store.rowStride(),
                                                m_store.rowStride(), 1};
        view.rows = at::from_blob(const_cast<float*>(m_store.row(0, 0)), {shape.layers, shape.queryHeads, 1, slots},
                                  strides, at::kFloat);
        view.columnSums = view.rows.squeeze(2);
    }
    if (m_needs.logits) {
        view.logits = at::from_blob(const_cast<float*>(m_store.logits()), {shape.layers, shape.queryHeads, slots},
                                    {shape.queryHeads * m_store.rowStride(), m_store.rowStride(), 1}, at::kFloat);
    }
    addTensors(view);
    KVW_TRY_ASSIGN(auto edits,
                   policyCall(
                       m_policyMs, [&] { return viewedCall("step", view); }, [&] { return m_policy.step(view); }));
    m_store.markKnown();
    auto done = apply(edits);
    return done ? encode(0, static_cast<std::int32_t>(shape.layers)) : done;
}

Result<void> CachedAttention::refreshReport() {
    KVW_TRY_ASSIGN(auto report, m_policy.report());
    m_report = std::move(report);
    const auto add = [&](const Result<sdk::Report>& more) -> Result<void> {
        if (!more) {
            return tl::unexpected(more.error());
        }
        m_report.warnings.insert(m_report.warnings.end(), more->warnings.begin(), more->warnings.end());
        m_report.notes.insert(m_report.notes.end(), more->notes.begin(), more->notes.end());
        return {};
    };
    auto done = m_reader ? add(m_reader->plugin().report()) : Result<void>{};
    if (!done || !m_codec) {
        return done;
    }
    done = add(m_codec->report());
    addCodecWarnings();
    return done;
}

std::vector<LayerTokens> CachedAttention::tables(std::vector<std::int64_t>& byToken) const {
    const CacheShape& shape = m_store.cache().shape();
    std::vector<std::int64_t> slots(static_cast<std::size_t>(shape.layers), 0);
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            std::int64_t& most = slots[static_cast<std::size_t>(layer)];
            most = std::max(most, m_store.cache().used(layer, unit));
        }
    }
    if (!m_pass.prefill) {
        // At decode a policy sees all layers in one block, as wide as the widest.
        std::fill(slots.begin(), slots.end(), *std::max_element(slots.begin(), slots.end()));
    }
    std::vector<LayerTokens> layers(slots.size());
    if (!m_pass.slotsAreTokens) {
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
            if (slots[layer] > 0) {
                layers[layer] = {m_store.cache().layerTokens(static_cast<std::int32_t>(layer)), shape.units,
                                 slots[layer], m_store.cache().stride()};
            }
        }
        return layers;
    }
    const auto holding =
        static_cast<std::size_t>(std::count_if(slots.begin(), slots.end(), [](auto n) { return n > 0; }));
    const auto size = static_cast<std::size_t>(m_pass.count * shape.units);
    byToken.assign(size * holding, -1);
    std::int64_t* cursor = byToken.data();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (slots[static_cast<std::size_t>(layer)] == 0) {
            continue;
        }
        layers[static_cast<std::size_t>(layer)] = {{cursor, size}, shape.units, m_pass.count, m_pass.count};
        for (std::int32_t unit = 0; unit < shape.units; ++unit, cursor += m_pass.count) {
            for (const std::int64_t token : m_store.cache().tokens(layer, unit)) {
                if (token >= 0) {
                    cursor[token] = token;
                }
            }
        }
    }
    return layers;
}

Cut CachedAttention::cutOf(const LayerCut& accepted, const sdk::Edit& edit, const LayerTokens& table) {
    Cut cut;
    cut.layer = static_cast<std::int32_t>(accepted.layer);
    cut.unit = static_cast<std::int32_t>(accepted.unit);
    cut.lowestKept = accepted.cut;
    cut.reason = edit.reason;
    const auto row = table.row(accepted.unit);
    std::vector<std::pair<std::int32_t, std::size_t>> order;
    order.reserve(accepted.slots.size());
    for (std::size_t i = 0; i < accepted.slots.size(); ++i) {
        order.emplace_back(static_cast<std::int32_t>(row[static_cast<std::size_t>(accepted.slots[i])]), i);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [token, i] : order) {
        cut.tokens.push_back(token);
        if (!accepted.scores.empty()) {
            cut.scores.push_back(accepted.scores[i]);
        }
    }
    return cut;
}

void CachedAttention::noteFirstScores(const sdk::Edits& edits, std::span<const LayerCut> cuts, const LayerTokens& first,
                                      std::int64_t step) {
    for (const sdk::Edit& edit : edits) {
        if (m_pass.prefill && m_pass.lastPrefill && edit.firstLayer == 0 && edit.scores.defined()) {
            m_firstScores.afterPrompt = scoresByToken(edit, first);
        }
    }
    for (const LayerCut& cut : cuts) {
        // NaN: every place was taken by protected tokens, so nothing was compared yet.
        if (m_firstScores.step < 0 && cut.layer == 0 && cut.unit == 0 && !std::isnan(cut.cut)) {
            m_firstScores.step = step;
            m_firstScores.scores = scoresByToken(edits[cut.edit], first);
        }
    }
}

std::vector<std::int32_t> CachedAttention::slotsOf(const Cut& cut, const LayerCut& accepted) const {
    if (!m_pass.slotsAreTokens) {
        return accepted.slots;
    }
    std::vector<std::int32_t> slots;
    const auto held = m_store.cache().tokens(cut.layer, cut.unit);
    for (std::size_t slot = 0; slot < held.size(); ++slot) {
        if (held[slot] >= 0 &&
            std::binary_search(cut.tokens.begin(), cut.tokens.end(), static_cast<std::int32_t>(held[slot]))) {
            slots.push_back(static_cast<std::int32_t>(slot));
        }
    }
    return slots;
}

Result<void> CachedAttention::apply(const sdk::Edits& edits) {
    const std::size_t firstCut = m_cuts.size();
    auto done = applyChecked(edits);
    if (m_calls.on() && !isPlaceholderPolicy()) {
        noteAnswer(edits, firstCut, done);
    }
    return done;
}

Result<void> CachedAttention::applyChecked(const sdk::Edits& edits) {
    KVW_TRY(refreshReport());
    if (edits.empty()) {
        return {};
    }
    const Stopwatch watch;
    std::vector<std::int64_t> byToken;
    const std::vector<LayerTokens> layers = tables(byToken);
    const std::int64_t step = m_pass.first + m_pass.count - 1;
    KVW_TRY_ASSIGN(const auto cuts, checkEdits(edits, layers, m_protection, m_report, m_policy.who(), step));
    if (m_keepFirstScores) {
        noteFirstScores(edits, cuts, layers[0], step);
    }
    DueCuts due;
    for (const LayerCut& accepted : cuts) {
        Cut cut = cutOf(accepted, edits[accepted.edit], layers[static_cast<std::size_t>(accepted.layer)]);
        std::vector<std::int32_t> slots = slotsOf(cut, accepted);
        due.add(std::move(cut), std::move(slots));
    }
    m_manualEdits.filter(due);
    m_store.evict(due);
    std::move(due.cuts.begin(), due.cuts.end(), std::back_inserter(m_cuts));
    if (m_pass.slotsAreTokens) {
        // One-shot policies: a layer shrinks before the next one grows, so no more than one is ever whole.
        for (const LayerCut& accepted : cuts) {
            KVW_TRY(m_store.compact(static_cast<std::int32_t>(accepted.layer)));
        }
    }
    m_evictMs += watch.ms();
    return {};
}

}  // namespace kvw
