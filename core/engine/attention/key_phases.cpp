// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/key_phases.h"

#include <algorithm>
#include <utility>

#include "kernels/elementwise.h"

namespace kvw {

KeyPhases::KeyPhases(std::shared_ptr<RopeTables> rope, bool ranks, bool rotated, const CacheShape& shape)
    : m_rope(std::move(rope)),
      m_ranks(m_rope != nullptr && ranks),
      m_stored(!m_ranks  ? StoredKeys::Rotated
               : rotated ? StoredKeys::AtRank
                         : StoredKeys::Raw),
      m_layers(shape.layers),
      m_units(shape.units),
      m_kvHeads(shape.kvHeads),
      m_headDim(shape.headDim),
      m_rankOf(static_cast<std::size_t>(shape.layers * shape.units)),
      m_ahead(m_rankOf.size()) {
    if (m_stored == StoredKeys::AtRank) {
        // Keys are rotated again and again, which adds up only if the angles do.
        m_rope = std::make_shared<RopeTables>(m_rope->linear());
    }
}

void KeyPhases::ensure(std::int64_t phases) {
    if (m_rope) {
        m_rope->ensure(phases);
    }
}

void KeyPhases::turn(std::int32_t layer, float* head, std::int64_t phase) const {
    if (m_rope) {
        const RopeTable& rope = m_rope->of(layer);
        rotate(head, rope.cosines(phase), rope.sines(phase), rope.rotaryDim(), rope.halfSplit());
    }
}

void KeyPhases::rotateNew(std::int32_t layer, const AttentionPass& pass, float* keys) const {
    // Such keys turn by their token index, or by their place among the tokens encoded afresh: neither changes.
    for (std::int64_t i = 0; m_rope && !hasRanks() && i < pass.count * m_kvHeads; ++i) {
        turn(layer, keys + i * m_headDim, pass.firstPhase + i / m_kvHeads);
    }
}

RotateOnRead KeyPhases::onRead(std::int32_t layer, std::int32_t unit) const {
    const RopeTable& rope = m_rope->of(layer);
    return {ranksOf(layer, unit).data(), rope.cosines(0), rope.sines(0), rope.rotaryDim(), rope.halfSplit()};
}

void KeyPhases::count(std::int32_t layer, const KvCache& cache) {
    for (std::int32_t unit = 0; unit < m_units; ++unit) {
        count(layer, unit, cache);
    }
}

void KeyPhases::count(std::int32_t layer, std::int32_t unit, const KvCache& cache) {
    auto& ranks = ranksOf(layer, unit);
    ranks.assign(static_cast<std::size_t>(cache.stride()), 0);
    std::vector<std::int32_t> order;
    cache.slotsInTokenOrder(layer, unit, order);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        ranks[static_cast<std::size_t>(order[rank])] = static_cast<std::int32_t>(rank);
    }
}

void KeyPhases::addNewest(std::int32_t layer, const KvCache& cache) {
    for (std::int32_t unit = 0; unit < m_units; ++unit) {
        auto& ranks = ranksOf(layer, unit);
        ranks.resize(static_cast<std::size_t>(cache.stride()), 0);
        ranks[static_cast<std::size_t>(cache.slotOfNewest(layer, unit))] =
            static_cast<std::int32_t>(cache.held(layer, unit) - 1 + ahead(layer, unit));
    }
}

void KeyPhases::lower(const Cut& cut, const KvCache& cache) {
    constexpr std::size_t kFew = 4;
    if (cut.tokens.size() > kFew && m_countable) {
        count(cut.layer, cut.unit(), cache);
    } else {
        lowerEach(cut, cache);
    }
}

void KeyPhases::leave(std::span<const Cut> cuts) {
    m_countable = false;
    for (const Cut& cut : cuts) {
        m_ahead[static_cast<std::size_t>(cut.layer * m_units + cut.unit())] +=
            static_cast<std::int64_t>(cut.tokens.size());
    }
}

void KeyPhases::turnAsIfCut(std::span<const Cut> cuts, KvCache& cache, ThreadPool& pool) {
    m_countable = false;
    for (const Cut& cut : cuts) {
        if (m_stored == StoredKeys::Raw) {
            lowerEach(cut, cache);
        }
        m_ahead[static_cast<std::size_t>(cut.layer * m_units + cut.unit())] -=
            static_cast<std::int64_t>(cut.tokens.size());
    }
    if (m_stored == StoredKeys::AtRank) {
        turnBack(cuts, cache, pool);
    }
}

void KeyPhases::lowerEach(const Cut& cut, const KvCache& cache) {
    auto& ranks = ranksOf(cut.layer, cut.unit());
    const auto tokens = cache.tokens(cut.layer, cut.unit());
    for (const std::int32_t gone : cut.tokens) {
        for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
            ranks[slot] -= tokens[slot] > gone ? 1 : 0;
        }
    }
}

void KeyPhases::turnBack(std::span<const Cut> cuts, KvCache& cache, ThreadPool& pool) {
    struct Unit {
        std::int32_t layer = 0, unit = 0;
        std::vector<std::int32_t> gone;
    };
    std::vector<Unit> units;
    for (const Cut& cut : cuts) {
        const auto known = std::find_if(units.begin(), units.end(), [&](const Unit& unit) {
            return unit.layer == cut.layer && unit.unit == cut.unit();
        });
        Unit& unit = known != units.end() ? *known : units.emplace_back(Unit{cut.layer, cut.unit(), {}});
        unit.gone.insert(unit.gone.end(), cut.tokens.begin(), cut.tokens.end());
    }
    pool.parallelFor(units.size(), 1, [&](std::size_t begin, std::size_t end) {
        std::vector<std::int32_t> phases;
        for (std::size_t i = begin; i < end; ++i) {
            Unit& unit = units[i];
            std::sort(unit.gone.begin(), unit.gone.end());
            phases.assign(static_cast<std::size_t>(cache.stride()), RotateBack::kAny);
            auto& ranks = ranksOf(unit.layer, unit.unit);
            const auto tokens = cache.tokens(unit.layer, unit.unit);
            for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
                if (tokens[slot] >= 0) {
                    const auto older = std::lower_bound(unit.gone.begin(), unit.gone.end(), tokens[slot]);
                    phases[slot] = static_cast<std::int32_t>(older - unit.gone.begin());
                    ranks[slot] -= phases[slot];
                }
            }
            const RopeTable& rope = m_rope->of(unit.layer);
            const RotateBack turn{phases.data(), rope.cosines(0), rope.sines(0), rope.rotaryDim(), rope.halfSplit()};
            const std::int32_t perUnit = cache.shape().storedPerUnit();
            for (std::int32_t h = unit.unit * perUnit; h < (unit.unit + 1) * perUnit; ++h) {
                cache.rotateBack(unit.layer, h, turn);
            }
        }
    });
}

void KeyPhases::adopt(const KeyPhases& other) {
    for (std::int32_t layer = 0; layer < m_layers; ++layer) {
        for (std::int32_t unit = 0; unit < m_units; ++unit) {
            ranksOf(layer, unit) = other.ranksOf(layer, unit * other.m_units / m_units);
        }
    }
}

}  // namespace kvw
