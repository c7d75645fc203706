// SPDX-License-Identifier: Apache-2.0
/// Cuts text into the words that byte-pair merging works on, as the pre_tokenizer of a tokenizer.json says.
/// Source: `normalizer.rs` (split behaviours) and `pre_tokenizers/` of the tokenizers library.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/patterns/text_pattern.h"

namespace kvw {

/// Word to encode: bytes [begin, end) of the text, after a space if `prefixSpace`.
struct Word {
    std::size_t begin = 0, end = 0;
    bool prefixSpace = false;
};

/// Treatment of the matches of a splitting pattern.
enum class SplitBehaviour { Isolated, Removed, MergedWithPrevious, MergedWithNext, Contiguous };

/// Replacement of spaces by a visible character, which may also be put in front of a text and begins a word if `split`.
struct Metaspace {
    enum class Prepend { Always, First, Never };

    std::string replacement;            ///< one character
    Prepend prepend = Prepend::Always;  ///< First: only at the start of the whole text
    bool split = true;

    /// Reads a pre-tokenizer or decoder, with prepend_scheme or the older add_prefix_space. Errors: BadInput.
    [[nodiscard]] static Result<Metaspace> fromJson(const nlohmann::json& json, const std::string& where);
};

/// Immutable. Thread: const access from any thread.
class PreTokenizer {
 public:
    /// Reads Split, Digits, Punctuation, Whitespace, WhitespaceSplit, CharDelimiterSplit, BertPreTokenizer, ByteLevel,
    /// Metaspace, Sequence and null; Metaspace comes last, ByteLevel once. Errors: BadInput naming `where` and the
    /// component.
    [[nodiscard]] static Result<PreTokenizer> fromJson(const nlohmann::json& json, const std::string& where);

    /// Scratch memory shared by the calls made for one text.
    using Scratch = std::vector<TextPattern::Scratch>;

    /// Returns the words of `text` (well-formed UTF-8, below 2 GiB) in order, none empty; `metaspace` must be applied
    /// after. Words split after ByteLevel may begin inside a character. Errors: those of `TextPattern::parts`.
    [[nodiscard]] Result<std::vector<Word>> split(std::string_view text, Scratch& scratch, MatchWork& work) const;
    [[nodiscard]] bool byteLevel() const noexcept { return m_byteLevel; }
    /// Tells whether a space is put in front of a text that does not begin with one.
    [[nodiscard]] bool addsSpace() const noexcept;
    [[nodiscard]] const std::optional<Metaspace>& metaspace() const noexcept { return m_metaspace; }

 private:
    struct Stage {
        std::optional<TextPattern> pattern;  ///< none: no splitting
        SplitBehaviour behaviour = SplitBehaviour::Isolated;
        bool invert = false, addPrefixSpace = false;
        bool letters = false;  ///< matches the letters that ByteLevel writes for bytes
    };
    Result<void> append(const nlohmann::json& json, const std::string& where);
    Result<void> appendSplit(const nlohmann::json& json, const std::string& where);
    Result<void> appendByteLevel(const nlohmann::json& json, const std::string& where);
    /// Appends a stage with the built-in pattern `text`.
    void appendOwn(const char* text, SplitBehaviour behaviour, bool invert = false);

    std::vector<Stage> m_stages;
    bool m_byteLevel = false;
    std::optional<Metaspace> m_metaspace;
};

}  // namespace kvw
