// SPDX-License-Identifier: Apache-2.0
// Phases of keys: with cache-rank positions a key's phase is its rank, and it is stored either raw and rotated on read
// (the kernels' RotateOnRead), or rotated to its rank and turned back when older tokens leave.
#include <algorithm>
#include <functional>

#include "core/engine/attention/cached_attention.h"
#include "kernels/elementwise.h"

namespace kvw {

void CachedAttention::turn(std::int32_t layer, float* head, std::int64_t phase) const {
    const RopeTable& rope = m_rope->of(layer);
    rotate(head, rope.cosines(phase), rope.sines(phase), rope.rotaryDim(), rope.halfSplit());
}

void CachedAttention::rotateInPlace(std::int32_t layer, float* heads, std::int64_t tokens, std::int64_t headCount,
                                    const std::vector<std::int64_t>& phases) const {
    const auto headDim = m_options.shape.headDim;
    for (std::int64_t t = 0; t < tokens; ++t) {
        for (std::int64_t h = 0; h < headCount; ++h) {
            turn(layer, heads + (t * headCount + h) * headDim, phases[static_cast<std::size_t>(t * headCount + h)]);
        }
    }
}

void CachedAttention::updateRanks(std::int32_t layer, std::int32_t unit) {
    auto& ranks = m_ranks[static_cast<std::size_t>(layer * m_cache.shape().units + unit)];
    ranks.assign(static_cast<std::size_t>(m_cache.stride()), 0);
    if (!m_options.cacheRank) {
        const auto tokens = m_cache.tokens(layer, unit);
        for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
            ranks[slot] = static_cast<std::int32_t>(std::max<std::int64_t>(tokens[slot], 0));
        }
        return;
    }
    std::vector<std::int32_t> order;
    m_cache.slotsInTokenOrder(layer, unit, order);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        ranks[static_cast<std::size_t>(order[rank])] = static_cast<std::int32_t>(rank);
    }
}

void CachedAttention::lowerRanks(std::int32_t layer, std::int32_t unit, const std::vector<std::int32_t>& evicted) {
    auto& ranks = m_ranks[static_cast<std::size_t>(layer * m_cache.shape().units + unit)];
    const auto tokens = m_cache.tokens(layer, unit);
    constexpr std::size_t kFew = 4;
    if (evicted.size() > kFew) {
        updateRanks(layer, unit);
        return;
    }
    for (const std::int32_t gone : evicted) {
        for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
            ranks[slot] -= tokens[slot] > gone ? 1 : 0;
        }
    }
}

std::int64_t CachedAttention::phaseOf(std::int32_t layer, std::int32_t unit, std::int32_t slot) const {
    return m_ranks[static_cast<std::size_t>(layer * m_cache.shape().units + unit)][static_cast<std::size_t>(slot)];
}

void CachedAttention::appendAtRank(std::int32_t layer, const float* k, const float* v) {
    const CacheShape& stored = m_cache.shape();
    const std::int64_t headDim = stored.headDim;
    m_keysAtRank.resize(static_cast<std::size_t>(stored.storedHeads * headDim));
    m_valuesAtRank.resize(m_keysAtRank.size());
    for (std::int64_t t = 0; t < m_count; ++t) {
        for (std::int32_t h = 0; h < stored.storedHeads; ++h) {
            const std::int64_t source =
                (t * stored.kvHeads + static_cast<std::int64_t>(h) * stored.kvHeads / stored.storedHeads) * headDim;
            float* key = m_keysAtRank.data() + h * headDim;
            std::copy_n(k + source, headDim, key);
            std::copy_n(v + source, headDim, m_valuesAtRank.data() + h * headDim);
            // The newest token's rank is the number of tokens before it.
            turn(layer, key, m_cache.held(layer, stored.unitOfStored(h)));
        }
        m_cache.append(layer, passToken(t), m_keysAtRank.data(), m_valuesAtRank.data(), stored.storedHeads);
    }
}

void CachedAttention::rotateBack(std::span<const Cut> cuts) {
    struct Unit {
        std::int32_t layer = 0, unit = 0;
        std::vector<std::int32_t> gone;
    };
    std::vector<Unit> units;
    for (const Cut& cut : cuts) {
        const auto known = std::find_if(units.begin(), units.end(), [&](const Unit& unit) {
            return unit.layer == cut.layer && unit.unit == cut.unit;
        });
        Unit& unit = known != units.end() ? *known : units.emplace_back(Unit{cut.layer, cut.unit, {}});
        unit.gone.insert(unit.gone.end(), cut.tokens.begin(), cut.tokens.end());
    }
    const CacheShape& shape = m_cache.shape();
    m_pool->parallelFor(units.size(), 1, [&](std::size_t begin, std::size_t end) {
        std::vector<std::int32_t> phases;
        for (std::size_t i = begin; i < end; ++i) {
            Unit& unit = units[i];
            std::sort(unit.gone.begin(), unit.gone.end());
            phases.assign(static_cast<std::size_t>(m_cache.stride()), RotateBack::kAny);
            auto& ranks = m_ranks[static_cast<std::size_t>(unit.layer * shape.units + unit.unit)];
            const auto tokens = m_cache.tokens(unit.layer, unit.unit);
            for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
                if (tokens[slot] >= 0) {
                    const auto older = std::lower_bound(unit.gone.begin(), unit.gone.end(), tokens[slot]);
                    phases[slot] = static_cast<std::int32_t>(older - unit.gone.begin());
                    ranks[slot] -= phases[slot];
                }
            }
            const RopeTable& rope = m_rope->of(unit.layer);
            RotateBack turn{phases.data(), rope.cosines(0), rope.sines(0), rope.rotaryDim(), rope.halfSplit()};
            const std::int32_t perUnit = shape.storedPerUnit();
            for (std::int32_t h = unit.unit * perUnit; h < (unit.unit + 1) * perUnit; ++h) {
                m_cache.rotateBack(unit.layer, h, turn);
            }
        }
    });
}

void CachedAttention::readKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const {
    m_cache.readKey(layer, storedHead, slot, key);
    if (m_rawKeys) {
        turn(layer, key, phaseOf(layer, m_cache.shape().unitOfStored(storedHead), slot));
    }
}

}  // namespace kvw
