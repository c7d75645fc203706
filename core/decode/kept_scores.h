// SPDX-License-Identifier: Apache-2.0
/// Which scores of a policy's selections are kept, and those of the pass under way until the trace gets them. Free of
/// torch.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kvw {

/// What a policy compared in one layer, per unit, without what was protected: scores of tokens, ascending; a unit where
/// nothing was taken by its score has none.
struct ScoredLayer {
    std::int32_t layer = 0;
    std::vector<std::vector<std::int32_t>> tokens;
    std::vector<std::vector<float>> scores;
};

/// Thread: inference thread.
class KeptScores {
 public:
    struct Limits {
        /// Scores of a decode step are kept where the layer's last ones lie so many steps behind, or there are none
        /// yet; those of a prompt always.
        std::int64_t every = 1;
        /// Of the layers of one pass together; 0: no limit. A selection that is larger is not kept at all: some of its
        /// layers would be no use.
        std::int64_t mostBytes = 0;
    };
    void limit(const Limits& limits) noexcept { m_limits = limits; }
    /// Keep-sets of a layer in the trace; of a layer that comes with fewer the trace repeats the first.
    void setUnits(std::int32_t units) noexcept { m_units = static_cast<std::size_t>(units); }

    [[nodiscard]] bool wanted(std::int64_t step, bool prefill, std::int32_t layer) const;
    /// Of the pass under way; where a layer is cut several times in it, the last of them counts.
    void keep(std::int64_t step, ScoredLayer layer);
    /// Those of the pass under way take more than is kept: the rest need not be made, only passed over.
    [[nodiscard]] bool tooLarge() const noexcept { return m_tooLarge; }
    /// As if it had been kept: the layer's next turn comes when those of the others come.
    void passOver(std::int64_t step, std::int32_t layer) { m_last[layer] = step; }
    /// Those of the pass, which is over.
    [[nodiscard]] std::vector<ScoredLayer> take();
    /// A selection was not kept for its size, ever.
    [[nodiscard]] bool leftOut() const noexcept { return m_leftOut; }

 private:
    Limits m_limits;
    std::size_t m_units = 1;
    std::map<std::int32_t, std::int64_t> m_last;  ///< step, by layer
    std::map<std::int32_t, ScoredLayer> m_pass;
    std::int64_t m_bytes = 0;                    ///< of `m_pass`
    bool m_tooLarge = false, m_leftOut = false;  ///< the pass under way, any
};

}  // namespace kvw
