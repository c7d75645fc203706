// SPDX-License-Identifier: Apache-2.0
/// Decides which scores of a policy's selections are kept, and holds those of the current pass until the trace gets
/// them. Free of torch.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kvw {

/// Scores that a policy compared in one layer, per unit, without protected tokens: tokens ascending with their scores;
/// a unit from which nothing was taken by its score has none.
struct ScoredLayer {
    std::int32_t layer = 0;
    std::vector<std::vector<std::int32_t>> tokens;
    std::vector<std::vector<float>> scores;
};

/// Thread: inference thread.
class KeptScores {
 public:
    struct Limits {
        /// Scores of a decode step are kept if the layer's last ones are at least so many steps old, or if there are
        /// none yet; those of a prompt always.
        std::int64_t every = 1;
        /// Most bytes for the layers of one pass together; 0: no limit. A larger selection is not kept at all: some of
        /// its layers alone would be of no use.
        std::int64_t mostBytes = 0;
    };
    void limit(const Limits& limits) noexcept { m_limits = limits; }
    /// Sets the number of keep-sets per layer in the trace; for a layer with fewer the trace repeats the first.
    void setUnits(std::int32_t units) noexcept { m_units = static_cast<std::size_t>(units); }

    [[nodiscard]] bool wanted(std::int64_t step, bool prefill, std::int32_t layer) const;
    /// Keeps scores of the current pass; if a layer is cut several times in it, the last cut counts.
    void keep(std::int64_t step, ScoredLayer layer);
    /// Returns true if the current pass takes more than is kept: the remaining layers need only be passed over.
    [[nodiscard]] bool tooLarge() const noexcept { return m_tooLarge; }
    /// Counts the layer as kept without keeping it, so that it is due again together with the others.
    void markSkipped(std::int64_t step, std::int32_t layer) { m_last[layer] = step; }
    /// Returns the scores of the pass, which is over, and forgets them.
    [[nodiscard]] std::vector<ScoredLayer> take();
    /// Returns true if a selection was ever too large to be kept.
    [[nodiscard]] bool leftOut() const noexcept { return m_leftOut; }

 private:
    Limits m_limits;
    std::size_t m_units = 1;
    std::map<std::int32_t, std::int64_t> m_last;  ///< step, by layer
    std::map<std::int32_t, ScoredLayer> m_pass;
    std::int64_t m_bytes = 0;                    ///< of `m_pass`
    bool m_tooLarge = false, m_leftOut = false;  ///< of the current pass; of any pass
};

}  // namespace kvw
