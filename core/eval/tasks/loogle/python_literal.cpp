// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/loogle/python_literal.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/json/json_depth.h"
#include "core/base/parse_number.h"
#include "core/base/utf8.h"

namespace kvw::eval {
namespace {

constexpr std::string_view kLiteralBlanks = " \t\r\n";

class LiteralReader {
 public:
    explicit LiteralReader(std::string_view text) : m_text(text) {}

    /// Returns the value that the whole text is.
    [[nodiscard]] std::optional<nlohmann::json> whole() {
        auto read = value();
        skipBlanks();
        return m_at == m_text.size() ? std::move(read) : std::nullopt;
    }

 private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipBlanks() {
        while (m_at < m_text.size() && kLiteralBlanks.find(m_text[m_at]) != std::string_view::npos) {
            ++m_at;
        }
    }
    /// Skips blanks and the character, if it comes next.
    bool take(char c) {
        skipBlanks();
        const bool is = m_at < m_text.size() && m_text[m_at] == c;
        m_at += is ? 1 : 0;
        return is;
    }

    std::optional<nlohmann::json> value() {
        skipBlanks();
        switch (peek()) {
            case '{':
                return nested(&LiteralReader::dict);
            case '[':
                return nested(&LiteralReader::list);
            case '(':
                return nested(&LiteralReader::tuple);
            case '\'':
            case '"':
                return string();
            default:
                return wordOrNumber();
        }
    }

    template <class Read>
    std::optional<nlohmann::json> nested(Read read) {
        if (m_depth == kDeepestJson) {
            return std::nullopt;
        }
        ++m_depth;
        ++m_at;
        auto made = (this->*read)();
        --m_depth;
        return made;
    }

    std::optional<nlohmann::json> dict() {
        nlohmann::json made = nlohmann::json::object();
        while (!take('}')) {
            auto key = value();
            if (!key || !key->is_string() || !take(':')) {
                return std::nullopt;
            }
            auto item = value();
            auto name = key->get<std::string>();
            if (!item || made.contains(name)) {
                return std::nullopt;
            }
            made[std::move(name)] = std::move(*item);
            if (!take(',')) {
                return take('}') ? std::optional(std::move(made)) : std::nullopt;
            }
        }
        return made;
    }

    std::optional<nlohmann::json> list() { return items(']', false); }
    std::optional<nlohmann::json> tuple() { return items(')', true); }
    /// Reads a list; a tuple of one item needs its comma, else it is that item in brackets.
    std::optional<nlohmann::json> items(char end, bool isTuple) {
        nlohmann::json made = nlohmann::json::array();
        while (!take(end)) {
            auto item = value();
            if (!item) {
                return std::nullopt;
            }
            made.push_back(std::move(*item));
            if (!take(',')) {
                if (!take(end)) {
                    return std::nullopt;
                }
                return isTuple && made.size() == 1 ? nlohmann::json(made[0]) : std::move(made);
            }
        }
        return made;
    }

    std::optional<nlohmann::json> string() {
        const char quote = m_text[m_at++];
        std::string made;
        while (m_at < m_text.size() && m_text[m_at] != '\n') {
            const char c = m_text[m_at++];
            if (c == quote) {
                return lossyUtf8(made) == made ? std::optional<nlohmann::json>(std::move(made)) : std::nullopt;
            }
            if (c != '\\') {
                made += c;
            } else if (!escape(made)) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

    /// Reads what follows a backslash.
    bool escape(std::string& made) {
        constexpr std::string_view kNames = "abfnrtv\\'\"", kSigns = "\a\b\f\n\r\t\v\\'\"";
        const char c = peek();
        ++m_at;
        if (const std::size_t known = kNames.find(c); c != '\0' && known != std::string_view::npos) {
            made += kSigns[known];
            return true;
        }
        switch (c) {
            case 'x':
                return point(made, 2, 16);
            case 'u':
                return point(made, 4, 16);
            case 'U':
                return point(made, 8, 16);
            case 'N':
            case '\0':
                return false;
            case '\n':
                return true;
            default:
                break;
        }
        if (c >= '0' && c <= '7') {
            --m_at;
            std::size_t digits = 1;
            while (digits < 3 && m_at + digits < m_text.size() && m_text[m_at + digits] >= '0' &&
                   m_text[m_at + digits] <= '7') {
                ++digits;
            }
            return point(made, digits, 8);
        }
        // Python keeps the backslash of an escape that it does not know.
        made += '\\';
        made += c;
        return true;
    }

    bool point(std::string& made, std::size_t digits, int base) {
        std::uint32_t number = 0;
        const std::string_view text = m_text.substr(std::min(m_at, m_text.size()), digits);
        for (const char c : text) {
            const auto digit = static_cast<std::uint32_t>(c >= '0' && c <= '9'   ? c - '0'
                                                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                                                 : 99);
            if (digit >= static_cast<std::uint32_t>(base)) {
                return false;
            }
            number = number * static_cast<std::uint32_t>(base) + digit;
        }
        if (text.size() != digits || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
            return false;
        }
        m_at += digits;
        appendUtf8(made, number);
        return true;
    }

    std::optional<nlohmann::json> wordOrNumber() {
        const std::size_t end = std::min(m_text.find_first_of(",:]}) \t\r\n", m_at), m_text.size());
        const std::string_view word = m_text.substr(m_at, end - m_at);
        m_at = end;
        if (word == "True" || word == "False") {
            return nlohmann::json(word == "True");
        }
        if (word == "None") {
            return nlohmann::json(nullptr);
        }
        if (const auto whole = parsedNumber<std::int64_t>(word)) {
            return nlohmann::json(*whole);
        }
        // Letters begin words that are no literals: nan, inf.
        const bool digits = word.find_first_of("0123456789") != std::string_view::npos;
        const auto number = digits ? parsedNumber<double>(word) : std::nullopt;
        return number ? std::optional<nlohmann::json>(*number) : std::nullopt;
    }

    std::string_view m_text;
    std::size_t m_at = 0, m_depth = 0;
};

}  // namespace

std::optional<nlohmann::json> pythonLiteral(std::string_view text) {
    return LiteralReader(text).whole();
}

std::optional<nlohmann::json> jsonOrLiteral(std::string_view text) {
    if (!isTooDeepJson(text)) {
        auto json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
        if (!json.is_discarded()) {
            return json;
        }
    }
    return pythonLiteral(text);
}

}  // namespace kvw::eval
