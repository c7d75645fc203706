// SPDX-License-Identifier: Apache-2.0
/// Finds the matches of a text or regular expression of a tokenizer.json.
#pragma once

#include <unicode/regex.h>

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/patterns/match_work.h"
#include "core/model/tokenizer/patterns/word_scanner.h"

namespace kvw {

/// Bytes [begin, end) of a text: a match, or the text between two.
struct TextPart {
    std::size_t begin = 0, end = 0;
    bool match = false;
};

/// Immutable. Thread: const access from any thread.
class TextPattern {
 public:
    /// Reads {"String": ...} or {"Regex": ...} of `component` ("a Split"). Errors: BadInput naming `where` and the
    /// pattern.
    [[nodiscard]] static Result<TextPattern> fromJson(const nlohmann::json& json, const std::string& where,
                                                      const std::string& component);
    [[nodiscard]] static Result<TextPattern> regex(const std::string& text, const std::string& where,
                                                   const std::string& component);

    /// Makes a pattern that matches `text`, which is not empty.
    [[nodiscard]] static TextPattern literal(std::string text);

    /// State shared by the calls made for one text: ICU's matchers are not thread-safe.
    class Scratch {
     public:
        Scratch();
        Scratch(Scratch&&) noexcept;
        Scratch& operator=(Scratch&&) noexcept;
        ~Scratch();

     private:
        friend class TextPattern;
        std::unique_ptr<icu::RegexMatcher> m_matcher;
        std::u16string m_utf16;
    };
    /// Returns the matches and the text between them in order; together they cover `text` (well-formed UTF-8, below
    /// 2 GiB). Errors: BadInput with file and pattern if it needs more steps or memory than allowed; Cancelled.
    [[nodiscard]] Result<std::vector<TextPart>> parts(std::string_view text, Scratch& scratch, MatchWork& work) const;
    [[nodiscard]] bool isRegex() const noexcept { return m_literal.empty(); }
    /// Returns the pattern without the fast path for common patterns, for tests.
    [[nodiscard]] TextPattern plain() const;

 private:
    [[nodiscard]] Result<std::vector<TextPart>> regexParts(std::string_view text, Scratch& scratch,
                                                           MatchWork& work) const;
    [[nodiscard]] tl::unexpected<Error> notMatched(UErrorCode status, const MatchWork& work) const;

    std::string m_literal;                     ///< empty for a regular expression
    std::string m_where, m_component, m_text;  ///< source of a regular expression, for errors
    std::shared_ptr<const icu::RegexPattern> m_regex;
    WordScanner m_scanner = nullptr;
};

}  // namespace kvw
