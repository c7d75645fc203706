// SPDX-License-Identifier: Apache-2.0
/// Byte-pair merging of one word. Source: Sennrich et al., "Neural Machine Translation of Rare Words with Subword
/// Units" (2016), alg. 1, with the order of the tokenizers library: lowest rank first, leftmost on ties.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kvw {

/// Bytes [begin, end) of the word.
struct WordToken {
    std::int32_t id = 0;
    std::uint32_t begin = 0, end = 0;
};

struct Bpe {
    struct Merge {
        std::int32_t rank = 0, id = 0;
    };
    /// Of the pair (left, right); good enough a hash for keys of two small ids.
    struct PairHash {
        std::size_t operator()(std::uint64_t pair) const noexcept {
            return (pair ^ pair >> 29) * 0x9E3779B97F4A7C15ULL;
        }
    };
    [[nodiscard]] static std::uint64_t pair(std::int32_t left, std::int32_t right) noexcept {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
    }

    std::array<std::int32_t, 256> byteIds{};  ///< token of each single byte; -1 when the vocabulary lacks it
    std::unordered_map<std::uint64_t, Merge, PairHash> merges;
    std::unordered_map<std::string, std::int32_t>
        words;                              ///< of the whole vocabulary, in bytes; used with `ignoreMerges`
    bool ignoreMerges = false;              ///< a word in the vocabulary is one token, whatever the merges say
    std::optional<std::int32_t> unknownId;  ///< for bytes without a token; without it they are dropped
    bool fuseUnknown = false;               ///< neighbours without a token share one

    /// Appends the tokens of `word` (below 4 GiB). O(n log n) in its length. Thread: any.
    void encode(std::string_view word, std::vector<WordToken>& out) const;
};

}  // namespace kvw
