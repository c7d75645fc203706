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

    [[nodiscard]] bool wanted(std::int64_t step, bool prefill, std::int32_t layer) const;
    /// Of the pass under way; where a layer is cut several times in it, the last of them counts.
    void keep(std::int64_t step, std::vector<ScoredLayer> layers);
    /// Those of the pass, which is over.
    [[nodiscard]] std::vector<ScoredLayer> take();
    /// A selection was not kept for its size, ever.
    [[nodiscard]] bool leftOut() const noexcept { return m_leftOut; }

 private:
    Limits m_limits;
    std::map<std::int32_t, std::int64_t> m_last;  ///< step, by layer
    std::map<std::int32_t, ScoredLayer> m_pass;
    std::int64_t m_bytes = 0;                    ///< of `m_pass`
    bool m_tooLarge = false, m_leftOut = false;  ///< the pass under way, any
};

}  // namespace kvw
