// SPDX-License-Identifier: Apache-2.0
/// Ghosts: what evicted tokens were worth afterwards, as the full lane's attention tells.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Of one lane and one unit of every layer. Grows with the step, so that going on costs the new rows only. Thread: one
/// at a time, any.
class Ghosts {
 public:
    /// unit -1: the layer, whose ghosts are what no unit holds any more, under the mean over all heads.
    Ghosts(const Recording& recording, std::int32_t lane, std::int32_t unit);

    /// A sentence why there are none to be told; empty: there are. `advance` may find one in a run that goes on.
    [[nodiscard]] const std::string& reason() const noexcept { return m_reason; }
    /// Reads the full lane's rows up to `step`; an earlier step starts over. False: `stale` said so, or there is a
    /// reason; what was read is then of no use.
    bool advance(std::int64_t step, const std::function<bool()>& stale = {});
    /// Per token 0 ... step: the sum of what the full lane's rows after its eviction gave it (1 = a whole row of
    /// attention), 0 while it is held.
    [[nodiscard]] std::span<const float> of(std::int32_t layer) const {
        return m_sums[static_cast<std::size_t>(layer)];
    }
    /// Largest of all layers.
    [[nodiscard]] float most() const noexcept { return m_most; }
    /// Of the attention in the rows since the layer's first eviction, the share that went to ghosts; 0 without rows.
    [[nodiscard]] double share(std::int32_t layer) const;

 private:
    void restart();
    void addRow(std::int32_t layer, std::int64_t row, const std::vector<std::int32_t>& dropped);

    const Recording& m_recording;
    std::int32_t m_lane, m_unit;
    std::string m_reason;
    std::int64_t m_step = -1;
    float m_most = 0;
    std::vector<std::vector<float>> m_sums;  ///< [layers][tokens]
    std::vector<std::int64_t> m_rows;        ///< [layers], those behind the first eviction
};

}  // namespace kvw
