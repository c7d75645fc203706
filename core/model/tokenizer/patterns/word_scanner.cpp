// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/patterns/word_scanner.h"

#include <unicode/uchar.h>

#include <array>

#include "core/base/utf8.h"

namespace kvw {
namespace {

enum class Class : unsigned char { Letter, Number, Space, Other };

Class classOfPoint(char32_t point) {
    const auto c = static_cast<UChar32>(point);
    const std::uint32_t mask = U_GET_GC_MASK(c);
    return (mask & U_GC_L_MASK) != 0   ? Class::Letter
           : (mask & U_GC_N_MASK) != 0 ? Class::Number
           : u_isUWhiteSpace(c) != 0   ? Class::Space
                                       : Class::Other;
}

std::array<Class, 128> asciiClasses() {
    std::array<Class, 128> classes{};
    for (char32_t c = 0; c < 128; ++c) {
        classes[c] = classOfPoint(c);
    }
    return classes;
}

struct Character {
    std::size_t end = 0;
    Class kind = Class::Other;
    bool isNewline = false;
};

Character characterAt(std::string_view text, std::size_t at) {
    static const std::array<Class, 128> kAscii = asciiClasses();
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 128) {
        return {at + 1, kAscii[byte], byte == '\n' || byte == '\r'};
    }
    const Utf8Step step = nextUtf8(text, at);
    return {at + step.length, classOfPoint(step.codePoint), false};
}

/// Returns the end of the run of `kind` from `at` on, of at most `most` characters.
std::size_t runEnd(std::string_view text, std::size_t at, Class kind, std::size_t most = std::string_view::npos) {
    for (std::size_t i = 0; i < most && at < text.size(); ++i) {
        const Character c = characterAt(text, at);
        if (c.kind != kind) {
            break;
        }
        at = c.end;
    }
    return at;
}

/// Returns the end of 's, 't, 're, 've, 'm, 'll or 'd with the apostrophe at `at`; `at` for none.
std::size_t contractionEnd(std::string_view text, std::size_t at, bool anyCase) {
    const auto letter = [&](std::size_t i) {
        const char c = i < text.size() ? text[i] : '\0';
        return anyCase && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    const char first = letter(at + 1), second = letter(at + 2);
    if (first == 's' || first == 't' || first == 'm' || first == 'd') {
        return at + 2;
    }
    // Case folding maps the long s (U+017F) to s.
    if (anyCase && text.substr(at + 1, 2) == "\xC5\xBF") {
        return at + 3;
    }
    const bool two =
        (first == 'r' && second == 'e') || (first == 'v' && second == 'e') || (first == 'l' && second == 'l');
    return two ? at + 3 : at;
}

/// Returns the end of a match of \s+(?!\S)|\s+: the run without its last character if text follows, but at least one.
std::size_t spaceEnd(std::string_view text, std::size_t at) {
    std::size_t end = at, last = at;
    while (end < text.size()) {
        const Character c = characterAt(text, end);
        if (c.kind != Class::Space) {
            return last > at ? last : end;
        }
        last = end;
        end = c.end;
    }
    return end;
}

std::size_t scanGpt2(std::string_view text, std::size_t at) {
    if (text[at] == '\'') {
        if (const std::size_t end = contractionEnd(text, at, false); end > at) {
            return end;
        }
    }
    const std::size_t start = text[at] == ' ' && at + 1 < text.size() ? at + 1 : at;
    const Class kind = characterAt(text, start).kind;
    return kind == Class::Space ? spaceEnd(text, at) : runEnd(text, start, kind);
}

/// Returns the end of a match of \s*[\r\n]+, after the last line break of the run; 0 for none.
std::size_t lineBreakEnd(std::string_view text, std::size_t at) {
    std::size_t found = 0;
    while (at < text.size()) {
        const Character c = characterAt(text, at);
        if (c.kind != Class::Space) {
            break;
        }
        at = c.end;
        found = c.isNewline ? at : found;
    }
    return found;
}

template <std::size_t kDigits>
std::size_t scanLlama3(std::string_view text, std::size_t at) {
    const Character first = characterAt(text, at);
    if (text[at] == '\'') {
        if (const std::size_t end = contractionEnd(text, at, true); end > at) {
            return end;
        }
    }
    if (first.kind == Class::Letter) {
        return runEnd(text, first.end, Class::Letter);
    }
    if (first.kind == Class::Number) {
        return runEnd(text, at, Class::Number, kDigits);
    }
    const bool more = first.end < text.size();
    const Class next = more ? characterAt(text, first.end).kind : Class::Space;
    if (!first.isNewline && next == Class::Letter) {
        return runEnd(text, first.end, Class::Letter);
    }
    if (first.kind == Class::Other || (text[at] == ' ' && next == Class::Other)) {
        std::size_t end = runEnd(text, first.end, Class::Other);
        while (end < text.size() && (text[end] == '\n' || text[end] == '\r')) {
            ++end;
        }
        return end;
    }
    const std::size_t lines = lineBreakEnd(text, at);
    return lines > 0 ? lines : spaceEnd(text, at);
}

}  // namespace

WordScanner scannerFor(std::string_view pattern) {
    return pattern == kGpt2Pattern     ? &scanGpt2
           : pattern == kLlama3Pattern ? &scanLlama3<3>
           : pattern == kQwen2Pattern  ? &scanLlama3<1>
                                       : nullptr;
}

}  // namespace kvw
