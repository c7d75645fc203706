// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/patterns/text_pattern.h"

#include <unicode/ustring.h>

#include "core/base/json/json_access.h"
#include "core/base/short_text.h"
#include "core/base/utf8.h"
#include "core/model/tokenizer/patterns/pattern_dialect.h"

namespace kvw {
namespace {

/// Steps between two calls back from ICU.
constexpr std::uint64_t kStepsPerCall = 10'000;
/// Stack limit of ICU in bytes: some patterns push each place of a long run, 40 bytes or more. ICU may use twice this.
constexpr std::int32_t kMostStack = std::int32_t{1} << 29;
constexpr std::size_t kLongestPattern = std::size_t{64} << 10;

/// Context of ICU's callbacks.
struct Watch {
    MatchWork* work = nullptr;
    std::size_t bytes = 0;
    std::uint64_t weight = 1;  ///< cost of a step, which copies the places of all groups
};

UBool matching(const void* context, std::int32_t /*calls*/) {
    const auto& watch = *static_cast<const Watch*>(context);
    return watch.work->matching(kStepsPerCall * watch.weight) ? 1 : 0;
}

UBool nextPlace(const void* context, std::int64_t /*place*/) {
    const auto& watch = *static_cast<const Watch*>(context);
    watch.work->attempt(watch.bytes);
    return watch.work->spend(1) ? 1 : 0;
}

/// Returns the start of a long pattern, enough to recognise it.
std::string shown(const std::string& pattern) {
    constexpr std::size_t kMostShown = 200;
    return shortText(pattern, kMostShown);
}

}  // namespace

TextPattern::Scratch::Scratch() = default;
TextPattern::Scratch::Scratch(Scratch&&) noexcept = default;
TextPattern::Scratch& TextPattern::Scratch::operator=(Scratch&&) noexcept = default;
TextPattern::Scratch::~Scratch() = default;

Result<TextPattern> TextPattern::fromJson(const nlohmann::json& json, const std::string& where,
                                          const std::string& component) {
    const std::string fixed = textOf(json, "String"), expression = textOf(json, "Regex");
    if (fixed.empty() && expression.empty()) {
        return fail(Code::BadInput, where, phrase("%1 has no pattern", component),
                    json.is_null() ? Phrase() : Phrase(excerpt(json)), "a Regex or a String that is not empty");
    }
    if (!fixed.empty()) {
        return literal(fixed);
    }
    return regex(expression, where, component);
}

Result<TextPattern> TextPattern::regex(const std::string& text, const std::string& where,
                                       const std::string& component) {
    if (text.size() > kLongestPattern) {
        return fail(Code::BadInput, where, phrase("the regular expression of %1 is too long", component),
                    phrase("%1 bytes", text.size()), phrase("at most %1", kLongestPattern));
    }
    const auto translated = patternForIcu(text);
    if (!translated) {
        return fail(Code::BadInput, where,
                    phrase("the regular expression of %1 is not supported: %2", component, translated.error().what),
                    shown(text), phrase("a pattern without %1", translated.error().found));
    }
    UErrorCode status = U_ZERO_ERROR;
    UParseError at{};
    TextPattern pattern;
    // Oniguruma's anchors match at every line, and only "\n" ends a line.
    pattern.m_regex.reset(icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(*translated),
                                                     UREGEX_MULTILINE | UREGEX_UNIX_LINES, at, status));
    if (U_FAILURE(status) || pattern.m_regex == nullptr) {
        return fail(Code::BadInput, where,
                    phrase("the regular expression of %1 cannot be compiled (%2)", component, u_errorName(status)),
                    shown(text), "a pattern that ICU understands");
    }
    pattern.m_scanner = scannerFor(text);
    pattern.m_where = where;
    pattern.m_component = component;
    pattern.m_text = text;
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

tl::unexpected<Error> TextPattern::notMatched(UErrorCode status, const MatchWork& work) const {
    if (work.cancelled()) {
        return encodingCancelled();
    }
    const bool steps = status == U_REGEX_STOPPED_BY_CALLER, memory = status == U_REGEX_STACK_OVERFLOW;
    const Phrase what = isRegex() ? phrase("the regular expression of %1", m_component) : phrase("a pattern");
    return fail(Code::BadInput, m_where,
                steps    ? phrase("matching %1 with this text takes too many steps", what)
                : memory ? phrase("matching %1 with this text takes too much memory", what)
                         : phrase("matching %1 with this text failed (%2)", what, u_errorName(status)),
                shown(isRegex() ? m_text : m_literal), "a pattern that does not try the same places again and again");
}

Result<std::vector<TextPart>> TextPattern::parts(std::string_view text, Scratch& scratch, MatchWork& work) const {
    std::vector<TextPart> parts;
    if (!work.spend(text.size())) {
        return notMatched(U_REGEX_STOPPED_BY_CALLER, work);
    }
    if (m_scanner != nullptr) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = m_scanner(text, at);
            parts.push_back({at, end, true});
            at = end;
        }
        return parts;
    }
    if (isRegex()) {
        return regexParts(text, scratch, work);
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

Result<std::vector<TextPart>> TextPattern::regexParts(std::string_view text, Scratch& scratch, MatchWork& work) const {
    UErrorCode status = U_ZERO_ERROR;
    if (!scratch.m_matcher) {
        scratch.m_matcher.reset(m_regex->matcher(status));
        if (U_FAILURE(status) || !scratch.m_matcher) {
            return notMatched(status, work);
        }
        // ICU's default of 8 MB is too small for long runs of white space.
        scratch.m_matcher->setStackLimit(kMostStack, status);
    }
    icu::RegexMatcher& matcher = *scratch.m_matcher;
    const Watch watch{&work, text.size(), 1 + static_cast<std::uint64_t>(matcher.groupCount()) / 8};
    matcher.setMatchCallback(&matching, &watch, status);
    matcher.setFindProgressCallback(&nextPlace, &watch, status);
    work.attempt(text.size());
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
        if (begin == end && begin == done && !parts.empty()) {
            continue;  // an empty match directly after another match does not count
        }
        if (done < begin) {
            parts.push_back({done, begin, false});
        }
        parts.push_back({begin, end, true});
        done = end;
        work.attempt(text.size());
    }
    if (U_FAILURE(status)) {
        return notMatched(status, work);
    }
    if (done < text.size()) {
        parts.push_back({done, text.size(), false});
    }
    return parts;
}

}  // namespace kvw
