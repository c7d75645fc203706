// SPDX-License-Identifier: Apache-2.0
/// Ghosts: the attention that evicted tokens would have received later, according to the full lane.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Ghosts of one lane, in one unit of every layer. Advancing to a later step reads only the new rows. Thread: any, one
/// at a time.
class Ghosts {
 public:
    /// unit -1: the layer; its ghosts are the tokens that no unit holds, and weights are means over all heads.
    Ghosts(const Recording& recording, std::int32_t lane, std::int32_t unit);

    /// Returns a sentence on why ghosts are unavailable; empty: they are available. In a running recording, `advance`
    /// may set one later.
    [[nodiscard]] const std::string& reason() const noexcept { return m_reason; }
    /// Reads the full lane's rows up to `step`; an earlier step starts over. Returns false if `stale` returned true or
    /// there is a reason; the values are then invalid.
    bool advance(std::int64_t step, const std::function<bool()>& stale = {});
    /// Returns per token 0 ... step the sum of the weights in the full lane's rows after its eviction (1 = all
    /// attention of one row), 0 while it is held.
    [[nodiscard]] std::span<const float> of(std::int32_t layer) const {
        return m_sums[static_cast<std::size_t>(layer)];
    }
    /// Returns the largest value of all layers.
    [[nodiscard]] float most() const noexcept { return m_most; }
    /// Returns the share of attention that ghosts received in the rows since the layer's first eviction; 0 without
    /// rows.
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
    std::vector<std::int64_t> m_rows;        ///< [layers] rows after the first eviction
};

}  // namespace kvw
