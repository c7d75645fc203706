// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/accepted_cuts.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kvw {

AcceptedCuts::AcceptedCuts(const sdk::Edits& edits, const KvCache& cache, const AttentionPass& pass)
    : m_edits(edits), m_cache(cache), m_pass(pass) {
    listTables();
}

void AcceptedCuts::listTables() {
    const CacheShape& shape = m_cache.shape();
    std::vector<std::int64_t> slots(static_cast<std::size_t>(shape.layers), 0);
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            std::int64_t& most = slots[static_cast<std::size_t>(layer)];
            most = std::max(most, m_cache.used(layer, unit));
        }
    }
    if (!m_pass.prefill) {
        // At decode a policy sees all layers in one block, as wide as the widest.
        std::fill(slots.begin(), slots.end(), *std::max_element(slots.begin(), slots.end()));
    }
    m_layers.resize(slots.size());
    if (!m_pass.slotsAreTokens) {
        for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
            if (slots[layer] > 0) {
                m_layers[layer] = {m_cache.layerTokens(static_cast<std::int32_t>(layer)), shape.units, slots[layer],
                                   m_cache.stride()};
            }
        }
        return;
    }
    const auto holding =
        static_cast<std::size_t>(std::count_if(slots.begin(), slots.end(), [](auto n) { return n > 0; }));
    const auto size = static_cast<std::size_t>(m_pass.count * shape.units);
    m_byToken.assign(size * holding, -1);
    std::int64_t* cursor = m_byToken.data();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (slots[static_cast<std::size_t>(layer)] == 0) {
            continue;
        }
        m_layers[static_cast<std::size_t>(layer)] = {{cursor, size}, shape.units, m_pass.count, m_pass.count};
        for (std::int32_t unit = 0; unit < shape.units; ++unit, cursor += m_pass.count) {
            for (const std::int64_t token : m_cache.tokens(layer, unit)) {
                if (token >= 0) {
                    cursor[token] = token;
                }
            }
        }
    }
}

Result<void> AcceptedCuts::check(const sdk::Protection& protection, const sdk::Report& report, const std::string& who) {
    KVW_TRY_ASSIGN(m_cuts, checkEdits(m_edits, m_layers, protection, report, who, m_pass.newest()));
    return {};
}

std::vector<Cut> AcceptedCuts::take() {
    for (Cut& cut : m_cuts) {
        if (m_pass.slotsAreTokens) {
            findSlots(cut);
        }
    }
    return std::move(m_cuts);
}

void AcceptedCuts::findSlots(Cut& cut) const {
    cut.slots.clear();
    const auto held = m_cache.tokens(cut.layer, cut.unit());
    for (std::size_t slot = 0; slot < held.size(); ++slot) {
        if (held[slot] >= 0 &&
            std::binary_search(cut.tokens.begin(), cut.tokens.end(), static_cast<std::int32_t>(held[slot]))) {
            cut.slots.push_back(static_cast<std::int32_t>(slot));
        }
    }
}

std::map<std::int64_t, float> AcceptedCuts::scoresOfFirstUnit(const sdk::Edit& edit) const {
    std::map<std::int64_t, float> scores;
    if (!edit.scores.defined()) {
        return scores;
    }
    // Converted as in the edit check; item<float>() of a double beyond f32 would throw.
    const at::Tensor row = edit.scores[0][0].to(at::kFloat);
    const LayerTokens& layer = m_layers.front();
    for (std::int64_t slot = 0; slot < layer.slots; ++slot) {
        const std::int64_t token = layer.row(0)[static_cast<std::size_t>(slot)];
        if (token >= 0) {
            scores[token] = row[slot].item<float>();
        }
    }
    return scores;
}

void AcceptedCuts::noteScores(FirstScores& first) const {
    for (const sdk::Edit& edit : m_edits) {
        if (m_pass.prefill && m_pass.lastPrefill && edit.firstLayer == 0 && edit.scores.defined()) {
            first.afterPrompt = scoresOfFirstUnit(edit);
        }
    }
    for (const Cut& cut : m_cuts) {
        // NaN: every place was taken by protected tokens, so nothing was compared yet.
        if (first.step < 0 && cut.layer == 0 && cut.unit() == 0 && !std::isnan(cut.cut)) {
            first.step = m_pass.newest();
            first.scores = scoresOfFirstUnit(m_edits[cut.edit]);
        }
    }
}

}  // namespace kvw
