// SPDX-License-Identifier: Apache-2.0
/// Cuts text into the words that byte-pair merging works on, as the pre_tokenizer of a tokenizer.json says.
/// Source: `normalizer.rs` (split behaviours) and `pre_tokenizers/` of the tokenizers library.
#pragma once

#include <unicode/regex.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Bytes [begin, end) of the text; with `prefixSpace` the word is a space and those bytes.
struct Word {
    std::size_t begin = 0, end = 0;
    bool prefixSpace = false;
};

/// What becomes of the matches of a splitting pattern.
enum class SplitBehaviour { Isolated, Removed, MergedWithPrevious, MergedWithNext, Contiguous };

/// Immutable. Thread: const access from any thread.
class PreTokenizer {
 public:
    /// Reads Split, ByteLevel, Digits and Sequence. ByteLevel must be there and come last. Errors: BadInput naming
    /// `where` and the component.
    [[nodiscard]] static Result<PreTokenizer> fromJson(const nlohmann::json& json, const std::string& where);

    /// Calls made for one text share this: the matchers of ICU are not thread-safe.
    class Scratch {
     public:
        explicit Scratch(const PreTokenizer& owner);

     private:
        friend class PreTokenizer;
        std::vector<std::unique_ptr<icu::RegexMatcher>> m_matchers;  ///< per stage; null where it has no pattern
        std::u16string m_utf16;
    };

    /// The words of `text` (well-formed UTF-8, below 2 GiB), in order, none empty.
    [[nodiscard]] std::vector<Word> split(std::string_view text, Scratch& scratch) const;

 private:
    struct Stage {
        std::shared_ptr<const icu::RegexPattern> pattern;  ///< null: does not split
        SplitBehaviour behaviour = SplitBehaviour::Isolated;
        bool invert = false, addPrefixSpace = false;
    };
    Result<void> append(const nlohmann::json& json, const std::string& where);
    Result<void> appendSplit(const nlohmann::json& json, const std::string& where);

    std::vector<Stage> m_stages;
    bool m_hasByteLevel = false;
};

}  // namespace kvw
