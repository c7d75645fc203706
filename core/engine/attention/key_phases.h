// SPDX-License-Identifier: Apache-2.0
/// Phases of a lane's keys and queries: token indices for good, or ranks among what a unit holds. Keys with ranks are
/// stored raw and rotated on read (RotateOnRead of the kernels), or rotated to their rank and turned back when older
/// tokens leave.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/cache/kv_cache.h"
#include "core/engine/attention/attention_pass.h"
#include "core/model/families/decoder/rope_tables.h"
#include "core/policy/host/loading/cut.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// How keys are stored: rotated for good, before rotation, or rotated to the rank they have now.
enum class StoredKeys : std::uint8_t { Rotated, Raw, AtRank };

/// The cache that a call is given is always the lane's. Thread: inference thread, but `turn` may run in the pool.
class KeyPhases {
 public:
    /// `rope` may be null (nothing is rotated) and is shared. `ranks`: phases are ranks; `rotated`: keys are stored
    /// rotated to them.
    KeyPhases(std::shared_ptr<RopeTables> rope, bool ranks, bool rotated, const CacheShape& shape);

    /// Rotations of the layers; null: nothing is rotated.
    [[nodiscard]] const RopeTables* rope() const noexcept { return m_rope.get(); }
    [[nodiscard]] StoredKeys stored() const noexcept { return m_stored; }
    /// Returns true if the phase of a held key changes, so that there is a rank for every slot.
    [[nodiscard]] bool hasRanks() const noexcept { return m_stored != StoredKeys::Rotated; }
    /// Makes phases 0 ... phases - 1 available.
    void ensure(std::int64_t phases);

    /// Returns the phase of query t of the pass, in a unit that holds `held` tokens with those of the pass.
    [[nodiscard]] std::int64_t ofQuery(const AttentionPass& pass, std::int64_t t, std::int64_t held) const noexcept {
        return m_ranks ? held - pass.count + t : pass.firstPhase + t;
    }
    /// Returns true once phases and ranks differ, or may differ, in some unit.
    [[nodiscard]] bool apart() const noexcept { return !m_countable; }
    /// Phases by which the queries and new keys of a unit are ahead of their ranks, since tokens left alone (`leave`) or
    /// phases changed alone (`turn` of held tokens); 0: they are the ranks.
    [[nodiscard]] std::int64_t ahead(std::int32_t layer, std::int32_t unit) const {
        return m_ranks ? m_ahead[static_cast<std::size_t>(layer * m_units + unit)] : 0;
    }
    /// Rotates one query or key of `layer`; without a rope it stays.
    void turn(std::int32_t layer, float* head, std::int64_t phase) const;
    /// Rotates the pass's keys [tokens, kv_heads, head_dim] in place, if they are stored rotated for good.
    void rotateNew(std::int32_t layer, const AttentionPass& pass, float* keys) const;
    /// Returns the rotation of a unit's raw keys for the kernels.
    [[nodiscard]] RotateOnRead onRead(std::int32_t layer, std::int32_t unit) const;

    // Ranks, of units that have them:
    [[nodiscard]] std::int64_t rank(std::int32_t layer, std::int32_t unit, std::int32_t slot) const {
        return ranksOf(layer, unit)[static_cast<std::size_t>(slot)];
    }
    /// Counts the ranks of every unit of a layer anew.
    void count(std::int32_t layer, const KvCache& cache);
    void count(std::int32_t layer, std::int32_t unit, const KvCache& cache);
    /// Gives the newest token of every unit of a layer its rank.
    void addNewest(std::int32_t layer, const KvCache& cache);
    /// Lowers the ranks of the tokens behind those of a cut that was just made.
    void lower(const Cut& cut, const KvCache& cache);
    /// Leaves all phases as they are after cuts that were just made.
    void leave(std::span<const Cut> cuts);
    /// Gives all held tokens the phases that they would have behind these cuts, which are not made: a token of a cut
    /// gets that of the next one that would stay.
    void turnAsIfCut(std::span<const Cut> cuts, KvCache& cache, ThreadPool& pool);
    /// Turns keys that are stored at their rank back by the ranks that they lose, after all of these cuts.
    void turnBack(std::span<const Cut> cuts, KvCache& cache, ThreadPool& pool);
    /// Copies the ranks of `other`, whose cache was adopted; its units are the same, or one per layer.
    void adopt(const KeyPhases& other);

 private:
    /// Lowers each rank by the tokens of the cut that are older.
    void lowerEach(const Cut& cut, const KvCache& cache);
    [[nodiscard]] const std::vector<std::int32_t>& ranksOf(std::int32_t layer, std::int32_t unit) const {
        return m_rankOf[static_cast<std::size_t>(layer * m_units + unit)];
    }
    [[nodiscard]] std::vector<std::int32_t>& ranksOf(std::int32_t layer, std::int32_t unit) {
        return m_rankOf[static_cast<std::size_t>(layer * m_units + unit)];
    }

    std::shared_ptr<RopeTables> m_rope;
    bool m_ranks;
    StoredKeys m_stored;
    std::int32_t m_layers, m_units, m_kvHeads, m_headDim;
    std::vector<std::vector<std::int32_t>> m_rankOf;  ///< [layers, units], by slot
    std::vector<std::int64_t> m_ahead;                ///< [layers, units]
    bool m_countable = true;  ///< the ranks are those by age among what is held, so that they can be counted anew
};

}  // namespace kvw
