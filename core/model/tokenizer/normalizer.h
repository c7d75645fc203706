// SPDX-License-Identifier: Apache-2.0
/// Normalizer of a tokenizer.json: Unicode normal forms, prepended text, replaced text. Source: `normalizers/` of the
/// tokenizers library.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/patterns/text_pattern.h"
#include "core/model/tokenizer/source_text.h"

namespace kvw {

enum class NormalForm { C, D, KC, KD };

/// Replaces the matches of `pattern` by `content`; `scratch` as in TextPattern::parts. Errors: those of
/// `TextPattern::parts`; BadInput naming `where` if the text grows more than `work` allows.
[[nodiscard]] Result<void> replaceAll(SourceText& text, const TextPattern& pattern, const std::string& content,
                                      TextPattern::Scratch& scratch, MatchWork& work, const std::string& where);
/// Puts `content` in front of a text that is not empty; it shares the range of the first character. Errors: BadInput
/// naming `where` if the text grows more than `work` allows.
[[nodiscard]] Result<void> prepend(SourceText& text, const std::string& content, MatchWork& work,
                                   const std::string& where);

/// Immutable. Thread: const access from any thread.
class Normalizer {
 public:
    /// Reads NFC, NFD, NFKC, NFKD, Prepend, Replace, Sequence and null. Errors: BadInput naming `where` and what is not
    /// supported.
    [[nodiscard]] static Result<Normalizer> fromJson(const nlohmann::json& json, const std::string& where);

    /// Normalises `text` in place. Errors: those of `replaceAll`.
    [[nodiscard]] Result<void> apply(SourceText& text, MatchWork& work) const;
    /// Returns `text` (well-formed UTF-8) normalised.
    [[nodiscard]] Result<std::string> applied(const std::string& text, MatchWork& work) const;
    /// Tells whether a Prepend step is present.
    [[nodiscard]] bool prepends() const noexcept;

 private:
    struct Prepend {
        std::string content;
    };
    struct Replace {
        TextPattern pattern;
        std::string content;
    };
    Result<void> append(const nlohmann::json& json, const std::string& where);

    std::string m_where;
    std::vector<std::variant<NormalForm, Prepend, Replace>> m_steps;
};

}  // namespace kvw
