// SPDX-License-Identifier: Apache-2.0
// Source: doc/RE of Oniguruma (the Ruby syntax, which the tokenizers library uses) against the user guide of ICU.
#include "core/model/tokenizer/patterns/pattern_dialect.h"

#include <algorithm>
#include <vector>

#include "core/base/utf8.h"

namespace kvw {
namespace {

struct Spelling {
    std::string_view sign, icu;
};

struct Escape {
    char letter;
    std::string_view outside, inside;  ///< outside and inside a character class
};

/// ICU counts joiners as word characters. Oniguruma does not, but outside a class counts the superscript digits and
/// fractions of Latin-1.
#define KVW_WORD R"([[\w\xB2\xB3\xB9\xBC-\xBE]--[\u200C\u200D]])"
#define KVW_NO_WORD R"([[\W\u200C\u200D]--[\xB2\xB3\xB9\xBC-\xBE]])"
#define KVW_WORD_IN_CLASS R"([\w--[\u200C\u200D]])"
#define KVW_NO_WORD_IN_CLASS R"([\W\u200C\u200D])"

constexpr Spelling kBrackets[] = {{"[:punct:]", R"(\p{P}\p{S})"},  {"[:^punct:]", R"([^\p{P}\p{S}])"},
                                  {"[:xdigit:]", "0-9A-Fa-f"},     {"[:^xdigit:]", "[^0-9A-Fa-f]"},
                                  {"[:word:]", KVW_WORD_IN_CLASS}, {"[:^word:]", KVW_NO_WORD_IN_CLASS}};
constexpr Escape kEscapes[] = {
    {'h', "[0-9A-Fa-f]", "0-9A-Fa-f"},
    {'H', "[^0-9A-Fa-f]", "[^0-9A-Fa-f]"},
    {'v', R"(\x0B)", R"(\x0B)"},
    {'w', KVW_WORD, KVW_WORD_IN_CLASS},
    {'W', KVW_NO_WORD, KVW_NO_WORD_IN_CLASS},
    {'b', "(?:(?<=" KVW_WORD ")(?!" KVW_WORD ")|(?<!" KVW_WORD ")(?=" KVW_WORD "))", R"(\x08)"},
    {'B', "(?:(?<=" KVW_WORD ")(?=" KVW_WORD ")|(?<!" KVW_WORD ")(?!" KVW_WORD "))", "B"},
    {'N', R"([^\n])", R"([^\n])"},
    {'O', R"([\s\S])", R"([\s\S])"},
};

/// Letters that a backslash leaves as they are in Oniguruma.
constexpr std::string_view kPlain = "EFIiJjLlmoQqTUV";
constexpr std::string_view kOptions = "imxsWDSPalu-";

class Translator {
 public:
    explicit Translator(std::string_view pattern) : m_pattern(pattern) {}

    Result<std::string> translate() {
        while (m_at < m_pattern.size()) {
            KVW_TRY(m_classes > 0 ? insideClass() : outside());
        }
        m_out.append(m_unclosed, ')');
        return m_out;
    }

 private:
    [[nodiscard]] bool at(std::string_view text) const { return m_pattern.substr(m_at).starts_with(text); }
    void copy(std::size_t count) {
        m_out += m_pattern.substr(m_at, count);
        m_at += count;
    }
    void put(std::string_view text, std::size_t read) {
        m_out += text;
        m_at += read;
    }

    tl::unexpected<Error> unknown(const std::string& sign) const {
        return fail(Code::BadInput, {}, "a sign that ICU reads differently", sign);
    }

    Result<void> outside() {
        const char c = m_pattern[m_at];
        if (c == '*' || c == '?' || c == '+') {
            copy(1);  // m_atom stays: a quantifier may follow a quantifier
        } else if (c == '{' && isInterval()) {
            interval();
        } else if (c == '{' || c == '}') {
            m_atom = m_out.size();
            m_out += '\\';
            copy(1);
        } else if (c == ')') {
            if (!m_groups.empty()) {
                m_out.append(m_unclosed, ')');
                m_atom = m_groups.back().begin;
                m_unclosed = m_groups.back().unclosedAround;
                m_dotAll = m_groups.back().dotAllAround;
                m_groups.pop_back();
            }
            copy(1);
        } else if (c == '(') {
            return group();
        } else {
            m_atom = m_out.size();
            if (c == '\\') {
                return escape();
            }
            m_classes += c == '[' ? 1 : 0;
            if (c == '.' && m_dotAll) {
                put("[\\s\\S]", 1);
                return {};
            }
            copy(1);
            copyRest();
            classStart(c);
        }
        return {};
    }

    /// Copies the remaining bytes of a character.
    void copyRest() {
        while (m_at < m_pattern.size() && isContinuation(m_pattern[m_at])) {
            copy(1);
        }
    }

    /// Copies "^" after the bracket that opens a class, and escapes a bracket or colon as its first character.
    void classStart(char c) {
        if (c != '[') {
            return;
        }
        if (m_at < m_pattern.size() && m_pattern[m_at] == '^') {
            copy(1);
        }
        if (m_at < m_pattern.size() && (m_pattern[m_at] == ']' || m_pattern[m_at] == ':')) {
            m_out += '\\';
            copy(1);
        }
    }

    Result<void> insideClass() {
        const char c = m_pattern[m_at];
        const auto* bracket =
            std::ranges::find_if(kBrackets, [&](const Spelling& spelling) { return at(spelling.sign); });
        if (bracket != std::end(kBrackets)) {
            put(bracket->icu, bracket->sign.size());
        } else if (at("[:")) {
            copy(2);
            while (m_at < m_pattern.size() && !at(":]")) {
                copy(1);
            }
            copy(2);
        } else if (c == '\\') {
            return escape();
        } else if (at("--")) {
            return unknown("-- in a class");
        } else if (at("-[") || (at("&[") && !m_out.ends_with('&'))) {
            m_out += '\\';  // ICU reads both as an operator
            copy(1);
        } else {
            m_classes += c == '[' ? 1 : c == ']' ? -1 : 0;
            copy(1);
            classStart(c);
        }
        return {};
    }

    Result<void> escape() {
        const bool inside = m_classes > 0;
        const char c = m_at + 1 < m_pattern.size() ? m_pattern[m_at + 1] : '\0';
        for (const Escape& escape : kEscapes) {
            if (escape.letter == c) {
                put(inside ? escape.inside : escape.outside, 2);
                return {};
            }
        }
        if (kPlain.find(c) != std::string_view::npos) {
            put(m_pattern.substr(m_at + 1, 1), 2);
            return {};
        }
        switch (c) {
            case 'K':
            case 'g':
            case 'y':
            case 'Y':
            case 'M':
            case 'C':
                return unknown(std::string("\\") + c);
            default:
                copy(std::min<std::size_t>(2, m_pattern.size() - m_at));
                if (at("{Word}") && c == 'p') {
                    m_out.resize(m_out.size() - 2);
                    put(KVW_WORD, 6);
                } else if (at("{^") && (c == 'p' || c == 'P')) {
                    m_out.back() = c == 'p' ? 'P' : 'p';
                    put("{", 2);
                    copy(std::min(m_pattern.find('}', m_at), m_pattern.size() - 1) + 1 - m_at);
                } else if ((c == 'p' || c == 'P' || c == 'x' || c == 'u') && at("{")) {
                    copy(std::min(m_pattern.find('}', m_at), m_pattern.size() - 1) + 1 - m_at);
                }
                copyRest();
                return {};
        }
    }

    Result<void> group() {
        const Group group{m_out.size(), m_unclosed, m_dotAll};
        if (!at("(?")) {
            copy(1);
        } else if (at("(?#")) {
            const std::size_t end = m_pattern.find(')', m_at);
            m_at = end == std::string_view::npos ? m_pattern.size() : end + 1;
            return {};
        } else if (at("(?<") || at("(?P<")) {
            copy(3);
        } else {
            copy(2);
            bool off = false;
            std::string on, without;
            // m makes the dot match line ends too; s of ICU is not used, as it takes "\r\n" as one character.
            for (; m_at < m_pattern.size() && kOptions.find(m_pattern[m_at]) != std::string_view::npos; ++m_at) {
                const char option = m_pattern[m_at];
                if (option == '-') {
                    off = true;
                } else if (option == 'm') {
                    m_dotAll = !off;
                } else if (option == 'i' || option == 'x') {
                    (off ? without : on) += option;
                } else {
                    return unknown(std::string("(?") + option);
                }
            }
            m_out += on + (without.empty() ? "" : "-" + without);
            if (at(")")) {
                put(":", 1);  // holds up to the end of the enclosing group, alternatives included
                ++m_unclosed;
                m_atom = m_out.size();
                return {};
            }
            if (m_at < m_pattern.size() && (m_pattern[m_at] == '~' || m_pattern[m_at] == '(')) {
                return unknown(std::string("(?") + m_pattern[m_at]);
            }
            if (m_at < m_pattern.size() && m_pattern[m_at] != ')') {
                copy(1);
            }
        }
        m_groups.push_back(group);
        m_unclosed = 0;
        m_atom = m_out.size();
        return {};
    }

    /// Tells whether {3}, {3,}, {,3} or {3,4} comes next; any other brace is a literal character.
    [[nodiscard]] bool isInterval() const {
        std::size_t i = m_at + 1, digits = 0, commas = 0;
        for (; i < m_pattern.size() && m_pattern[i] != '}'; ++i) {
            digits += m_pattern[i] >= '0' && m_pattern[i] <= '9' ? 1 : 0;
            commas += m_pattern[i] == ',' ? 1 : 0;
        }
        return i < m_pattern.size() && digits > 0 && commas <= 1 && digits + commas == i - m_at - 1;
    }

    /// Copies an interval. A + after it repeats the whole, while ICU would read it as possessive.
    void interval() {
        const std::size_t end = m_pattern.find('}', m_at);
        std::string text(m_pattern.substr(m_at, end + 1 - m_at));
        if (text.starts_with("{,")) {
            text = "{0" + text.substr(1);
        }
        m_at = end + 1;
        m_out += text;
        if (m_at < m_pattern.size() && m_pattern[m_at] == '+') {
            m_out = m_out.substr(0, m_atom) + "(?:" + m_out.substr(m_atom) + ")";
        }
    }

    /// Open group; `begin` is its place in m_out.
    struct Group {
        std::size_t begin = 0, unclosedAround = 0;
        bool dotAllAround = false;
    };

    std::string_view m_pattern;
    std::size_t m_at = 0;
    std::size_t m_atom = 0;      ///< place in m_out of the part that a quantifier would repeat
    std::size_t m_unclosed = 0;  ///< number of added groups to close with the enclosing one
    int m_classes = 0;           ///< depth of open classes
    bool m_dotAll = false;       ///< the dot matches line ends
    std::vector<Group> m_groups;
    std::string m_out;
};

}  // namespace

Result<std::string> patternForIcu(std::string_view pattern) {
    return Translator(pattern).translate();
}

}  // namespace kvw
