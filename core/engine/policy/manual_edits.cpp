// SPDX-License-Identifier: Apache-2.0
// Changes of the cache by hand, between two passes: tokens are evicted, pinned, released or put back on request.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/engine/attention/cached_attention.h"

namespace kvw {

namespace {

constexpr const char* kByHand = "by hand";

}  // namespace

Result<void> CachedAttention::checkManualEdit(RunChange::Kind kind) const {
    if (m_reader) {
        return fail(Code::BadUsage, m_reader->plugin().who(),
                    "read selection needs every token in its place, so none can be evicted or put back by hand");
    }
    if (m_needs.reencode) {
        return fail(Code::BadUsage, m_policy.who(),
                    "it encodes its tokens afresh at every step, so its cache cannot be edited by hand");
    }
    if (kind == RunChange::Kind::Restore && (m_codec || m_atRank)) {
        return fail(Code::BadUsage, m_codec ? m_codec->who() : "--rank-keys",
                    m_codec ? "a token evicted from a cache in codes cannot be put back exactly"
                            : "keys that are rotated at every prune cannot be put back exactly",
                    {}, m_codec ? "a policy without a codec" : "--rank-keys raw, or original positions");
    }
    return {};
}

std::vector<std::int32_t> CachedAttention::slotsOf(std::int32_t layer, std::int32_t unit,
                                                   std::span<const std::int32_t> tokens,
                                                   std::vector<std::int32_t>& found) const {
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    const auto held = m_cache.tokens(layer, unit);
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

Result<std::vector<Cut>> CachedAttention::evictByHand(std::span<const std::int32_t> tokens) {
    const CacheShape& shape = m_cache.shape();
    std::vector<Cut> cuts;
    std::vector<std::vector<std::int32_t>> slots;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            Cut cut;
            cut.layer = layer;
            cut.unit = unit;
            cut.lowestKept = std::numeric_limits<float>::quiet_NaN();
            cut.reason = kByHand;
            std::vector<std::int32_t> places = slotsOf(layer, unit, tokens, cut.tokens);
            if (static_cast<std::int64_t>(places.size()) == m_cache.held(layer, unit)) {
                return fail(Code::BadUsage, kByHand, fmt::format("nothing would be left in layer {}", layer),
                            fmt::format("{} tokens", places.size()), "at least one that stays");
            }
            if (!places.empty()) {
                cuts.push_back(std::move(cut));
                slots.push_back(std::move(places));
            }
        }
    }
    if (cuts.empty()) {
        return fail(Code::BadUsage, kByHand, "none of these tokens is held any more");
    }
    release(tokens);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        saveRows(cuts[i].layer, cuts[i].unit, slots[i]);
        m_cache.evict(cuts[i].layer, cuts[i].unit, slots[i]);
        if (m_rawKeys) {
            updateRanks(cuts[i].layer, cuts[i].unit);
        }
    }
    if (m_atRank) {
        rotateBack(cuts);
    }
    return cuts;
}

void CachedAttention::pin(std::span<const std::int32_t> tokens) {
    m_pinned.insert(tokens.begin(), tokens.end());
}

void CachedAttention::release(std::span<const std::int32_t> tokens) {
    for (const std::int32_t token : tokens) {
        m_pinned.erase(token);
    }
}

std::vector<std::int32_t> CachedAttention::unpinned(Cut& cut) const {
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
    std::vector<std::int32_t> found;
    return slotsOf(cut.layer, cut.unit, cut.tokens, found);
}

void CachedAttention::saveOnEvict(std::span<const std::int32_t> tokens) {
    m_tokensToSave.insert(tokens.begin(), tokens.end());
}

void CachedAttention::saveRows(std::int32_t layer, std::int32_t unit, std::span<const std::int32_t> slots) {
    if (m_tokensToSave.empty()) {
        return;
    }
    const CacheShape& shape = m_cache.shape();
    const auto held = m_cache.tokens(layer, unit);
    const std::int32_t perUnit = shape.storedPerUnit();
    const auto size = static_cast<std::size_t>(perUnit * shape.headDim);
    for (const std::int32_t slot : slots) {
        const auto token = static_cast<std::int32_t>(held[static_cast<std::size_t>(slot)]);
        if (!m_tokensToSave.contains(token)) {
            continue;
        }
        // A policy that takes over may have more units than the one that evicted: rows are kept per stored head.
        for (std::int32_t i = 0; i < perUnit; ++i) {
            const std::int32_t stored = unit * perUnit + i;
            std::vector<float>& row = m_savedRows[{layer, stored, token}];
            row.resize(2 * size / static_cast<std::size_t>(perUnit));
            m_cache.readKey(layer, stored, slot, row.data());
            m_cache.readValue(layer, stored, slot, row.data() + shape.headDim);
        }
    }
}

Result<std::int64_t> CachedAttention::putBack(std::span<const std::int32_t> tokens) {
    const CacheShape& shape = m_cache.shape();
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
                KVW_TRY(m_cache.reserve(layer, 1));
                std::vector<float> keys, values;
                for (std::int32_t i = 0; i < perUnit; ++i) {
                    const std::vector<float>& row = m_savedRows.at({layer, unit * perUnit + i, token});
                    keys.insert(keys.end(), row.begin(), row.begin() + shape.headDim);
                    values.insert(values.end(), row.begin() + shape.headDim, row.end());
                }
                m_cache.insert(layer, unit, token, keys.data(), values.data());
                back += perUnit;
            }
            if (m_rawKeys) {
                updateRanks(layer, unit);
            }
        }
    }
    if (back == 0) {
        return fail(Code::BadUsage, kByHand, "all of these tokens are held: none can be put back");
    }
    pin(tokens);
    m_hasForeignTokens = true;
    m_peakAllocated = std::max(m_peakAllocated, m_cache.bytesAllocated());
    return back;
}

}  // namespace kvw
