// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/parse_number.h"
#include "core/base/utf8.h"

namespace kvw::bundle {
namespace {

template <class T>
void appendShortest(std::string& out, T value) {
    std::array<char, 40> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), end.ptr);
}

/// Returns the bytes of the well-formed UTF-8 sequence at `at`; 0: there is none.
std::size_t sequenceLength(std::string_view text, std::size_t at) {
    const Utf8Step step = nextUtf8(text, at);
    return step.valid ? step.length : 0;
}

void appendEscape(std::string& out, unsigned unit) {
    constexpr const char* kDigits = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
        out += kDigits[(unit >> shift) & 15U];
    }
}

std::optional<unsigned> fourHex(std::string_view text) {
    unsigned value = 0;
    if (text.size() < 4) {
        return std::nullopt;
    }
    const auto end = std::from_chars(text.data(), text.data() + 4, value, 16);
    return end.ec == std::errc() && end.ptr == text.data() + 4 ? std::optional(value) : std::nullopt;
}

/// Characters that JSON writes as a backslash and a letter, and those letters. `jsonText` writes only the first five
/// so.
constexpr std::string_view kEscaped = "\"\\\n\t\r/\b\f", kLetters = "\"\\ntr/bf";
constexpr std::size_t kWritten = 5;

/// Reads the four digits of "\u" at `at` (and a second unit where the first is a high surrogate), moves `at` behind
/// them.
bool readUnit(std::string_view body, std::size_t& at, std::string& out) {
    const auto unit = fourHex(body.substr(at));
    if (!unit) {
        return false;
    }
    at += 4;
    if (*unit >= 0xDC80 && *unit <= 0xDCFF) {
        out += static_cast<char>(static_cast<unsigned char>(*unit - 0xDC00));
        return true;
    }
    if (*unit >= 0xD800 && *unit <= 0xDBFF) {
        if (body.substr(at, 2) != "\\u") {
            return false;
        }
        const auto low = fourHex(body.substr(at + 2));
        if (!low || *low < 0xDC00 || *low > 0xDFFF) {
            return false;
        }
        at += 6;
        appendUtf8(out, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
        return true;
    }
    if (*unit >= 0xDC00 && *unit <= 0xDFFF) {
        return false;
    }
    appendUtf8(out, *unit);
    return true;
}

constexpr char kGuard = '\'';

/// Returns whether a text begins like a formula, after apostrophes if there are any. The wide forms of these signs are
/// those of East Asian keyboards.
bool beginsFormula(std::string_view text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(kGuard), text.size()));
    for (const std::string_view sign : {"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"}) {
        if (text.starts_with(sign)) {
            return true;
        }
    }
    return false;
}

}  // namespace

void appendInteger(std::string& out, std::int64_t value) {
    appendShortest(out, value);
}

void appendNumber(std::string& out, double value) {
    if (std::isfinite(value)) {
        appendShortest(out, value);
    }
}

void appendNumber(std::string& out, float value) {
    if (std::isfinite(value)) {
        appendShortest(out, value);
    }
}

void appendJsonNumber(std::string& out, float value) {
    if (std::isfinite(value)) {
        appendShortest(out, value);
    } else {
        out += "null";
    }
}

double shortestDouble(float value) {
    std::string digits;
    appendNumber(digits, value);
    return parseNumber<double>(digits).value_or(std::numeric_limits<double>::quiet_NaN());
}

std::string jsonText(std::string_view bytes) {
    std::string out = "\"";
    for (std::size_t at = 0; at < bytes.size();) {
        const auto byte = static_cast<unsigned char>(bytes[at]);
        const std::size_t length = sequenceLength(bytes, at);
        if (length == 0) {
            appendEscape(out, 0xDC00U + byte);
        } else if (const std::size_t letter = kEscaped.find(bytes[at]); letter < kWritten) {
            out += '\\';
            out += kLetters[letter];
        } else if (byte < 0x20 || byte == 0x7F) {
            appendEscape(out, byte);
        } else {
            out.append(bytes, at, length);
        }
        at += length == 0 ? 1 : length;
    }
    return out += '"';
}

std::optional<std::string> bytesOfJsonText(std::string_view literal) {
    if (literal.size() < 2 || literal.front() != '"' || literal.back() != '"') {
        return std::nullopt;
    }
    const std::string_view body = literal.substr(1, literal.size() - 2);
    std::string out;
    for (std::size_t at = 0; at < body.size();) {
        const char c = body[at++];
        if (c == '"' || static_cast<unsigned char>(c) < 0x20) {
            return std::nullopt;
        }
        if (c != '\\') {
            out += c;
            continue;
        }
        if (at == body.size()) {
            return std::nullopt;
        }
        const char escape = body[at++];
        if (escape == 'u') {
            if (!readUnit(body, at, out)) {
                return std::nullopt;
            }
        } else if (const std::size_t letter = kLetters.find(escape); letter != std::string_view::npos) {
            out += kEscaped[letter];
        } else {
            return std::nullopt;
        }
    }
    return out;
}

std::string validUtf8(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceLength(text, at);
        if (length == 0) {
            out += kReplacementUtf8;
            ++at;
        } else {
            out.append(text, at, length);
            at += length;
        }
    }
    return out;
}

std::string withoutFolders(const std::string& text) {
    constexpr std::string_view kBefore = " \t\n'\"=:,;(", kBehind = " \t\n'\",;)";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char before = at == 0 ? ' ' : text[at - 1];
        const bool whole = text[at] == '/' || text.compare(at, 2, "~/") == 0;
        if (!whole || kBefore.find(before) == std::string_view::npos) {
            out += text[at++];
            continue;
        }
        const bool quoted = before == '\'' || before == '"';
        std::size_t end = std::min(quoted ? text.find(before, at) : text.find_first_of(kBehind, at), text.size());
        std::string_view path = std::string_view(text).substr(at, end - at);
        at = end;
        while (path.size() > 1 && path.back() == '/') {
            path.remove_suffix(1);
        }
        // "/a" may be anything; only a longer path names a folder.
        const std::size_t slash = path.rfind('/');
        out += slash == 0 ? path : path.substr(slash + 1);
    }
    return out;
}

std::string guardedCell(std::string_view text) {
    const bool apostrophes = text.starts_with(kGuard);
    const bool guarded = beginsFormula(text) && (apostrophes || !parseNumber<double>(text));
    return (guarded ? std::string(1, kGuard) : std::string()).append(text);
}

std::string_view unguardedCell(std::string_view cell) noexcept {
    return cell.starts_with(kGuard) && beginsFormula(cell) ? cell.substr(1) : cell;
}

void appendCell(std::string& out, std::string_view text) {
    appendQuoted(out, guardedCell(text));
}

void appendQuoted(std::string& out, std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"') {
            out += '"';
        }
        out += c;
    }
    out += '"';
}

std::optional<std::string_view> CellSplitter::takeQuoted(std::string_view line, std::size_t& at) {
    std::string* out = nullptr;
    std::size_t begin = ++at;
    for (;;) {
        const std::size_t quote = line.find('"', at);
        if (quote == std::string_view::npos) {
            return std::nullopt;
        }
        at = quote + 1;
        const std::string_view piece = line.substr(begin, quote - begin);
        const bool doubled = at < line.size() && line[at] == '"';
        if (doubled && out == nullptr) {
            if (m_used == m_unquoted.size()) {
                m_unquoted.emplace_back();
            }
            out = &m_unquoted[m_used++];
            out->clear();
        }
        if (out != nullptr) {
            *out += piece;
        }
        if (!doubled) {
            return out != nullptr ? std::string_view(*out) : piece;
        }
        *out += '"';
        begin = ++at;
    }
}

std::optional<std::span<const std::string_view>> CellSplitter::split(std::string_view line) {
    m_cells.clear();
    m_used = 0;
    const bool quotes = line.find('"') != std::string_view::npos;
    for (std::size_t at = 0;;) {
        if (at < line.size() && line[at] == '"') {
            const auto cell = takeQuoted(line, at);
            if (!cell || (at < line.size() && line[at] != ',')) {
                return std::nullopt;
            }
            m_cells.push_back(*cell);
        } else {
            const std::string_view cell = line.substr(at, line.find(',', at) - at);
            if (quotes && cell.find('"') != std::string_view::npos) {
                return std::nullopt;
            }
            m_cells.push_back(cell);
            at += cell.size();
        }
        if (at == line.size()) {
            return std::span<const std::string_view>(m_cells);
        }
        ++at;
    }
}

std::optional<std::vector<std::string>> splitCells(std::string_view line) {
    CellSplitter splitter;
    const auto cells = splitter.split(line);
    return cells ? std::optional(std::vector<std::string>(cells->begin(), cells->end())) : std::nullopt;
}

template <std::floating_point T>
std::optional<T> parseNumber(std::string_view cell) {
    if (cell.empty()) {
        return std::numeric_limits<T>::quiet_NaN();
    }
    const auto value = parsedNumber<T>(cell);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

template std::optional<float> parseNumber<float>(std::string_view);
template std::optional<double> parseNumber<double>(std::string_view);

}  // namespace kvw::bundle
