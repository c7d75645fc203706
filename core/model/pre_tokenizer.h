// SPDX-License-Identifier: Apache-2.0
/// Cuts text into the words that byte-pair merging works on, as the pre_tokenizer of a tokenizer.json says.
/// Source: `normalizer.rs` (split behaviours) and `pre_tokenizers/` of the tokenizers library.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/text_pattern.h"

namespace kvw {

/// Bytes [begin, end) of the text; with `prefixSpace` the word is a space and those bytes.
struct Word {
    std::size_t begin = 0, end = 0;
    bool prefixSpace = false;
};

/// What becomes of the matches of a splitting pattern.
enum class SplitBehaviour { Isolated, Removed, MergedWithPrevious, MergedWithNext, Contiguous };

/// Spaces become a visible character, which may also go in front of a text; each one begins a word.
struct Metaspace {
    enum class Prepend { Always, First, Never };

    std::string replacement;            ///< one character
    Prepend prepend = Prepend::Always;  ///< First: only at the start of the whole text
    bool split = true;

    /// Of a pre-tokenizer or a decoder, with prepend_scheme or the older add_prefix_space. Errors: BadInput.
    [[nodiscard]] static Result<Metaspace> fromJson(const nlohmann::json& json, const std::string& where);
};

/// Immutable. Thread: const access from any thread.
class PreTokenizer {
 public:
    /// Reads Split, Digits, Punctuation, Whitespace, WhitespaceSplit, CharDelimiterSplit, BertPreTokenizer, ByteLevel,
    /// Metaspace, Sequence and null; Metaspace comes last, ByteLevel once. Errors: BadInput naming `where` and the
    /// component.
    [[nodiscard]] static Result<PreTokenizer> fromJson(const nlohmann::json& json, const std::string& where);

    /// Calls made for one text share this.
    using Scratch = std::vector<TextPattern::Scratch>;

    /// The words of `text` (well-formed UTF-8, below 2 GiB), in order, none empty. What `metaspace` does comes after.
    /// Behind ByteLevel a word may begin inside a character. Errors: those of `TextPattern::parts`.
    [[nodiscard]] Result<std::vector<Word>> split(std::string_view text, Scratch& scratch, MatchWork& work) const;
    [[nodiscard]] bool byteLevel() const noexcept { return m_byteLevel; }
    /// Whether a space goes in front of a text that has none.
    [[nodiscard]] bool addsSpace() const noexcept;
    [[nodiscard]] const std::optional<Metaspace>& metaspace() const noexcept { return m_metaspace; }

 private:
    struct Stage {
        std::optional<TextPattern> pattern;  ///< none: does not split
        SplitBehaviour behaviour = SplitBehaviour::Isolated;
        bool invert = false, addPrefixSpace = false;
        bool letters = false;  ///< sees the letters that ByteLevel writes for bytes
    };
    Result<void> append(const nlohmann::json& json, const std::string& where);
    Result<void> appendSplit(const nlohmann::json& json, const std::string& where);
    Result<void> appendByteLevel(const nlohmann::json& json, const std::string& where);
    /// A stage with the pattern `text`, which is ours.
    void appendOwn(const char* text, SplitBehaviour behaviour, bool invert = false);

    std::vector<Stage> m_stages;
    bool m_byteLevel = false;
    std::optional<Metaspace> m_metaspace;
};

}  // namespace kvw
