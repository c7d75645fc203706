// SPDX-License-Identifier: Apache-2.0
#include "core/model/text_pattern.h"

#include <fmt/format.h>
#include <unicode/ustring.h>

#include "core/model/json_access.h"
#include "core/model/utf8.h"

namespace kvw {

TextPattern::Scratch::Scratch() = default;
TextPattern::Scratch::Scratch(Scratch&&) noexcept = default;
TextPattern::Scratch& TextPattern::Scratch::operator=(Scratch&&) noexcept = default;
TextPattern::Scratch::~Scratch() = default;

Result<TextPattern> TextPattern::fromJson(const nlohmann::json& json, const std::string& where,
                                          const std::string& component) {
    const std::string fixed = textOf(json, "String"), expression = textOf(json, "Regex");
    if (fixed.empty() && expression.empty()) {
        return fail(Code::BadInput, where, fmt::format("{} has no pattern", component),
                    json.is_null() ? "" : excerpt(json), "a Regex or a String that is not empty");
    }
    if (!fixed.empty()) {
        return literal(fixed);
    }
    return regex(expression, where, component);
}

Result<TextPattern> TextPattern::regex(const std::string& text, const std::string& where,
                                       const std::string& component) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError at{};
    TextPattern pattern;
    pattern.m_regex.reset(icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(text), 0, at, status));
    if (U_FAILURE(status) || pattern.m_regex == nullptr) {
        return fail(Code::BadInput, where,
                    fmt::format("the regular expression of {} cannot be compiled ({})", component, u_errorName(status)),
                    text, "a pattern that ICU understands");
    }
    pattern.m_scanner = scannerFor(text);
    return pattern;
}

TextPattern TextPattern::literal(std::string text) {
    TextPattern pattern;
    pattern.m_literal = std::move(text);
    return pattern;
}

TextPattern TextPattern::plain() const {
    TextPattern pattern = *this;
    pattern.m_scanner = nullptr;
    return pattern;
}

std::vector<TextPart> TextPattern::parts(std::string_view text, Scratch& scratch) const {
    std::vector<TextPart> parts;
    if (m_scanner != nullptr) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = m_scanner(text, at);
            parts.push_back({at, end, true});
            at = end;
        }
        return parts;
    }
    if (isRegex()) {
        return regexParts(text, scratch);
    }
    std::size_t done = 0;
    for (std::size_t at = text.find(m_literal); at != std::string_view::npos; at = text.find(m_literal, done)) {
        if (done < at) {
            parts.push_back({done, at, false});
        }
        done = at + m_literal.size();
        parts.push_back({at, done, true});
    }
    if (done < text.size()) {
        parts.push_back({done, text.size(), false});
    }
    return parts;
}

std::vector<TextPart> TextPattern::regexParts(std::string_view text, Scratch& scratch) const {
    UErrorCode status = U_ZERO_ERROR;
    if (!scratch.m_matcher) {
        scratch.m_matcher.reset(m_regex->matcher(status));
        // The default of 8 MB ends a search inside long runs of white space.
        scratch.m_matcher->setStackLimit(0, status);
    }
    icu::RegexMatcher& matcher = *scratch.m_matcher;
    std::u16string& utf16 = scratch.m_utf16;
    utf16.resize(text.size());
    std::int32_t units = 0;
    u_strFromUTF8(utf16.data(), static_cast<std::int32_t>(utf16.size()), &units, text.data(),
                  static_cast<std::int32_t>(text.size()), &status);
    const icu::UnicodeString subject(false, utf16.data(), units);
    matcher.reset(subject);

    // ICU counts UTF-16 units; matches come in order, so one walk over the text translates them all.
    std::size_t byte = 0;
    std::int32_t unit = 0;
    const auto byteAt = [&](std::int32_t target) {
        while (unit < target) {
            const Utf8Step step = nextUtf8(text, byte);
            byte += step.length;
            unit += step.codePoint > 0xFFFF ? 2 : 1;
        }
        return byte;
    };
    std::vector<TextPart> parts;
    std::size_t done = 0;
    while (U_SUCCESS(status) && matcher.find(status) != 0) {
        const std::size_t begin = byteAt(matcher.start(status)), end = byteAt(matcher.end(status));
        if (done < begin) {
            parts.push_back({done, begin, false});
        }
        parts.push_back({begin, end, true});
        done = end;
    }
    if (done < text.size()) {
        parts.push_back({done, text.size(), false});
    }
    return parts;
}

}  // namespace kvw
