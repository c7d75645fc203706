// SPDX-License-Identifier: Apache-2.0
/// Byte-pair merging of one word, which may be a whole document. Source: Sennrich et al., "Neural Machine Translation
/// of Rare Words with Subword Units" (2016), alg. 1, with the order of the tokenizers library: lowest rank first,
/// leftmost on ties.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/tokenizer/pair_map.h"

namespace kvw {

/// Bytes [begin, end) of the word.
struct WordToken {
    std::int32_t id = 0;
    std::uint32_t begin = 0, end = 0;
};

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
};

/// Immutable once filled. Thread: const access from any thread.
struct Bpe {
    bool byteLevel = true;  ///< merging starts from the bytes of a word, else from its characters
    /// Token of each byte, -1 for none: the byte itself if `byteLevel`, else the <0xAB> token that spells unknown
    /// characters.
    std::array<std::int32_t, 256> byteIds{};
    std::vector<std::int32_t> characterIds;  ///< token of each code point, -1 or beyond the end for none
    PairMap merges;
    /// Pairs of single tokens that some merge joins: a word can be cut between any other two. Only valid if
    /// `divisible`.
    PairMap mergeableBorders;
    bool divisible = true;  ///< false if <0xAB> or unknown tokens take part in merges
    /// The whole vocabulary; filled only if `ignoreMerges`.
    std::unordered_map<std::string, std::int32_t, TextHash, std::equal_to<>> words;
    bool ignoreMerges = false;              ///< a word in the vocabulary is one token, whatever the merges say
    std::optional<std::int32_t> unknownId;  ///< token of unknown characters; none: they are dropped
    bool fuseUnknown = false;               ///< neighbouring unknown characters share one token

    Bpe() { byteIds.fill(-1); }
    /// Adds a merge of two tokens whose bytes are `left` and `right`. All single tokens must have been set before.
    void addMerge(std::int32_t leftId, std::string_view left, std::int32_t rightId, std::string_view right,
                  Merge merge);
    /// Initial tokens of one character (or byte), and its length in bytes.
    struct Start {
        std::size_t length = 1;
        int count = 0;  ///< number of ids; 0: no token; more than 1: one for each byte
        std::array<std::int32_t, 4> ids{};
    };
    [[nodiscard]] Start start(std::string_view word, std::size_t at) const noexcept;
};

/// Encoder of the words of one text; repeated words are looked up. Thread: one at a time. `bpe` must outlive it.
class WordEncoder {
 public:
    explicit WordEncoder(const Bpe& bpe) : m_bpe(&bpe) {}

    /// Appends the tokens of `word` (below 4 GiB). O(n log n) in its length.
    void encode(std::string_view word, std::vector<WordToken>& out);

 private:
    /// Token under construction, in a doubly linked list over the word.
    struct Node {
        WordToken token;
        std::uint32_t previous = 0, next = 0;
    };

    /// Appends the tokens of bytes [begin, end) of `word`; no merge may cross either end.
    void encodePart(std::string_view word, std::size_t begin, std::size_t end, std::vector<WordToken>& out);
    void makeNodes(std::string_view word);
    template <class Queue>
    void mergeNodes(Queue& queue);
    /// Leaves the tokens of `word` in m_nodes; nodes merged into another have the id -1.
    void merge(std::string_view word);

    const Bpe* m_bpe;
    std::vector<Node> m_nodes;
    std::vector<std::uint64_t> m_heapEntries;
    std::unordered_map<std::string, std::pair<std::uint32_t, std::uint32_t>, TextHash, std::equal_to<>> m_known;
    std::vector<WordToken> m_knownTokens;
};

}  // namespace kvw
