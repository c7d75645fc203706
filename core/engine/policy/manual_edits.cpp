// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/manual_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kvw {

namespace {

constexpr const char* kByHand = "by hand";

}  // namespace

std::vector<std::int32_t> ManualEdits::slotsOf(std::int32_t layer, std::int32_t unit,
                                               std::span<const std::int32_t> tokens,
                                               std::vector<std::int32_t>& found) const {
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    const auto held = m_store.cache().tokens(layer, unit);
    for (std::size_t slot = 0; slot < held.size(); ++slot) {
        const auto token = static_cast<std::int32_t>(held[slot]);
        if (token >= 0 && std::binary_search(tokens.begin(), tokens.end(), token)) {
            pairs.emplace_back(token, static_cast<std::int32_t>(slot));
        }
    }
    std::sort(pairs.begin(), pairs.end());
    found.clear();
    std::vector<std::int32_t> slots;
    for (const auto& [token, slot] : pairs) {
        found.push_back(token);
        slots.push_back(slot);
    }
    return slots;
}

Result<std::vector<Cut>> ManualEdits::evict(std::span<const std::int32_t> tokens) {
    const CacheShape& shape = m_store.shape();
    std::vector<Cut> cuts;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            Cut cut;
            cut.layer = layer;
            cut.head = shape.units == 1 ? -1 : unit;
            cut.reason = kByHand;
            cut.slots = slotsOf(layer, unit, tokens, cut.tokens);
            if (static_cast<std::int64_t>(cut.slots.size()) == m_store.cache().held(layer, unit)) {
                return fail(Code::BadUsage, kByHand, phrase("nothing would be left in layer %1", layer),
                            phrase("%1 tokens", cut.slots.size()), "at least one that stays");
            }
            if (!cut.slots.empty()) {
                cuts.push_back(std::move(cut));
            }
        }
    }
    if (cuts.empty()) {
        return fail(Code::BadUsage, kByHand, "none of these tokens is held any more");
    }
    release(tokens);
    for (const Cut& cut : cuts) {
        saveRows(cut);
    }
    m_store.evict(cuts);
    return cuts;
}

void ManualEdits::release(std::span<const std::int32_t> tokens) {
    for (const std::int32_t token : tokens) {
        m_pinned.erase(token);
    }
}

void ManualEdits::filter(std::vector<Cut>& cuts) {
    if (m_pinned.empty() && m_tokensToSave.empty()) {
        return;
    }
    std::vector<std::int32_t> found;
    for (Cut& cut : cuts) {
        removePinned(cut);
        cut.slots = slotsOf(cut.layer, cut.unit(), cut.tokens, found);
        saveRows(cut);
    }
    std::erase_if(cuts, [](const Cut& cut) { return cut.slots.empty(); });
}

void ManualEdits::removePinned(Cut& cut) const {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cut.tokens.size(); ++i) {
        if (m_pinned.contains(cut.tokens[i])) {
            continue;
        }
        cut.tokens[kept] = cut.tokens[i];
        if (!cut.scores.empty()) {
            cut.scores[kept] = cut.scores[i];
        }
        ++kept;
    }
    cut.tokens.resize(kept);
    cut.scores.resize(cut.scores.empty() ? 0 : kept);
}

void ManualEdits::saveRows(const Cut& cut) {
    if (m_tokensToSave.empty()) {
        return;
    }
    const CacheShape& shape = m_store.shape();
    const auto held = m_store.cache().tokens(cut.layer, cut.unit());
    const std::int32_t perUnit = shape.storedPerUnit();
    for (const std::int32_t slot : cut.slots) {
        const auto token = static_cast<std::int32_t>(held[static_cast<std::size_t>(slot)]);
        if (!m_tokensToSave.contains(token)) {
            continue;
        }
        // A policy that takes over may have more units than the one that evicted: rows are kept per stored head.
        for (std::int32_t stored = cut.unit() * perUnit; stored < (cut.unit() + 1) * perUnit; ++stored) {
            std::vector<float>& row = m_savedRows[{cut.layer, stored, token}];
            row.resize(2 * static_cast<std::size_t>(shape.headDim));
            m_store.readStoredKey(cut.layer, stored, slot, row.data());
            m_store.readValue(cut.layer, stored, slot, row.data() + shape.headDim);
        }
    }
}

Result<std::int64_t> ManualEdits::putBack(std::span<const std::int32_t> tokens) {
    const CacheShape& shape = m_store.shape();
    const std::int32_t perUnit = shape.storedPerUnit();
    std::int64_t back = 0;
    std::vector<std::int32_t> held;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            slotsOf(layer, unit, tokens, held);
            for (const std::int32_t token : tokens) {
                if (std::binary_search(held.begin(), held.end(), token) ||
                    !m_savedRows.contains({layer, unit * perUnit, token})) {
                    continue;
                }
                std::vector<float> keys, values;
                for (std::int32_t i = 0; i < perUnit; ++i) {
                    const std::vector<float>& row = m_savedRows.at({layer, unit * perUnit + i, token});
                    keys.insert(keys.end(), row.begin(), row.begin() + shape.headDim);
                    values.insert(values.end(), row.begin() + shape.headDim, row.end());
                }
                KVW_TRY(m_store.insert(layer, unit, token, keys.data(), values.data()));
                back += perUnit;
            }
        }
    }
    if (back == 0) {
        return fail(Code::BadUsage, kByHand, "all of these tokens are held: none can be put back");
    }
    pin(tokens);
    return back;
}

void ManualEdits::adopt(const ManualEdits& other) {
    m_pinned = other.m_pinned;
    m_tokensToSave = other.m_tokensToSave;
    m_savedRows = other.m_savedRows;
}

}  // namespace kvw
