// SPDX-License-Identifier: Apache-2.0
/// Added tokens of a tokenizer, which are cut out of a text before any other step. Source: `added_vocabulary.rs` of the
/// tokenizers library.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/patterns/match_work.h"

namespace kvw {

struct AddedToken {
    std::int32_t id = 0;
    std::string content;
    bool special = false, lstrip = false, rstrip = false, singleWord = false;
    bool normalized = false;  ///< searched for in the normalised text, not in the raw one
};

/// Part of a text, bytes [begin, end): an added token, or the text between two (id -1).
struct Segment {
    std::size_t begin = 0, end = 0;
    std::int32_t id = -1;
};

/// Immutable once filled. Thread: const access from any thread.
class AddedTokens {
 public:
    /// The first of two tokens with the same content wins. Empty contents are ignored.
    void add(AddedToken token);
    /// Returns the parts of `text` in order, none empty. The longest token wins at each place; `lstrip` and `rstrip`
    /// tokens take neighbouring white space with them; `singleWord` tokens do not match inside words. Errors: BadInput
    /// if the search takes too many steps (tokens of many thousand bytes); Cancelled.
    [[nodiscard]] Result<std::vector<Segment>> split(std::string_view text, MatchWork& work) const;

 private:
    /// Returns the index of the longest token that starts at `at`, -1 for none; adds the bytes it read to `steps`.
    [[nodiscard]] int longestAt(std::string_view text, std::size_t at, std::uint64_t& steps) const;

    std::vector<AddedToken> m_tokens;
    std::array<bool, 256> m_starts{};                  ///< first bytes of tokens: most places of a text need no look-up
    std::unordered_map<std::uint64_t, int> m_edges{};  ///< trie: (node, byte) to node
    std::vector<int> m_tokenOf{-1};                    ///< index of the token that ends at each trie node, -1 for none
};

}  // namespace kvw
