// SPDX-License-Identifier: Apache-2.0
/// Haystacks of a wanted number of tokens with needles in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::eval {

enum class NeedlePlacement {
    NeedleBench,  ///< between newlines, at the share of the tokens
    Kvpress,      ///< at the share of the tokens
    Factory       ///< moved back behind the previous full stop (KVCache-Factory)
};

/// Places of needles in the order of the sentences, as token counts of the haystack with the earlier needles in it.
struct NeedleSpots {
    /// One or several needles, the k-th at `depths[k]`, in per cent of the haystack, rounded as the code of `placement`
    /// does.
    static std::vector<std::int64_t> atDepths(std::int64_t haystack, const std::vector<std::int64_t>& needles,
                                              const std::vector<std::int64_t>& depths,
                                              NeedlePlacement placement = NeedlePlacement::NeedleBench);
    /// The first at `depth`; each next `step` per cent of the haystack and the lengths of the needles before it
    /// further, as the reference computes it (opencompass/datasets/needlebench/multi.py).
    static std::vector<std::int64_t> inSteps(std::int64_t haystack, const std::vector<std::int64_t>& needles,
                                             std::int64_t depth, std::int64_t step);
};

/// Lines of a haystack, each encoded at most once.
class NeedleHaystack {
 public:
    /// `tokenizer` counts; it must outlive the haystack.
    NeedleHaystack(std::vector<std::string> lines, const Tokenizer& tokenizer)
        : m_lines(std::move(lines)), m_tokens(m_lines.size()), m_tokenizer(tokenizer) {}

    [[nodiscard]] std::size_t lines() const noexcept { return m_lines.size(); }
    /// Returns the first `count` tokens of the lines in that order; fewer if there are no more.
    [[nodiscard]] Result<std::vector<std::int32_t>> tokens(const std::vector<std::size_t>& order, std::int64_t count);
    /// Returns the tokens of a needle, with what `placement` puts around it.
    [[nodiscard]] Result<std::vector<std::int32_t>> needle(const std::string& sentence,
                                                           NeedlePlacement placement) const;
    /// Returns the text of the haystack with the needles at `spots`, which count as in NeedleSpots.
    [[nodiscard]] std::string text(std::vector<std::int32_t> haystack,
                                   const std::vector<std::vector<std::int32_t>>& needles,
                                   const std::vector<std::int64_t>& spots, NeedlePlacement placement) const;

 private:
    std::vector<std::string> m_lines;
    std::vector<std::optional<std::vector<std::int32_t>>> m_tokens;
    const Tokenizer& m_tokenizer;
};

}  // namespace kvw::eval
