// SPDX-License-Identifier: Apache-2.0
/// Tokens that are cut out of a text before anything else looks at it. Source: `added_vocabulary.rs` of the tokenizers
/// library.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/model/match_work.h"

namespace kvw {

struct AddedToken {
    std::int32_t id = 0;
    std::string content;
    bool special = false, lstrip = false, rstrip = false, singleWord = false;
    bool normalized = false;  ///< found in the normalised text, not in the raw one
};

/// A part of a text, bytes [begin, end): an added token, or text between them (id -1).
struct Segment {
    std::size_t begin = 0, end = 0;
    std::int32_t id = -1;
};

/// Immutable once filled. Thread: const access from any thread.
class AddedTokens {
 public:
    /// The first of two tokens with the same content wins. Empty contents are ignored.
    void add(AddedToken token);
    /// The parts of `text` in order, none empty: at each place the longest token; `lstrip` and `rstrip` tokens take
    /// neighbouring white space with them; `singleWord` ones are left alone inside words. Errors: BadInput where
    /// looking takes too many steps (tokens of many thousand bytes); Cancelled.
    [[nodiscard]] Result<std::vector<Segment>> split(std::string_view text, MatchWork& work) const;

 private:
    /// Index of the longest token that starts at `at`, -1 for none; adds the bytes it looked at to `steps`.
    [[nodiscard]] int longestAt(std::string_view text, std::size_t at, std::uint64_t& steps) const;

    std::vector<AddedToken> m_tokens;
    std::array<bool, 256> m_starts{};  ///< bytes some token begins with: most places of a text need no look-up
    std::unordered_map<std::uint64_t, int> m_edges{};  ///< trie: (node, byte) to node
    std::vector<int> m_tokenOf{-1};                    ///< per node of the trie
};

}  // namespace kvw
