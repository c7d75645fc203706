// SPDX-License-Identifier: Apache-2.0
#include "core/model/template_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace kvw {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";

bool isWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// End of the string that begins at `at`.
std::size_t stringEnd(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote) {
        at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, text.size());
}

/// Where the tag that begins at `at` closes with `mark` and '}'; npos if it does not.
std::size_t tagEnd(std::string_view text, std::size_t at, char mark) {
    for (std::size_t i = at + 2; i + 1 < text.size();) {
        if (text[i] == mark && text[i + 1] == '}') {
            return i;
        }
        i = mark != '#' && (text[i] == '\'' || text[i] == '"') ? stringEnd(text, i) : i + 1;
    }
    return std::string_view::npos;
}

std::string decoded(std::string_view inside) {
    std::string text;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '\\' && i + 1 < inside.size()) {
            const char c = inside[++i];
            text += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        } else {
            text += inside[i];
        }
    }
    return text;
}

void replaceEvery(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

std::string canonical(std::string_view inside) {
    std::string text;
    for (std::size_t i = 0; i < inside.size();) {
        const char c = inside[i];
        if (c == '\'' || c == '"') {
            const std::size_t end = stringEnd(inside, i);
            text += quotedPiece(decoded(inside.substr(i + 1, end - i - 2)));
            i = end;
        } else if (kSpace.find(c) != std::string_view::npos) {
            const std::size_t next = std::min(inside.find_first_not_of(kSpace, i), inside.size());
            if (!text.empty() && isWord(text.back()) && next < inside.size() && isWord(inside[next])) {
                text += ' ';
            }
            i = next;
        } else {
            text += c;
            ++i;
        }
    }
    for (const std::string_view name : {"role", "content"}) {
        replaceEvery(text, fmt::format(".{}", name), fmt::format("[{}]", quotedPiece(name)));
    }
    replaceEvery(text, std::string{kClose, '+', kOpen}, "");
    return text;
}

}  // namespace

std::string quotedPiece(std::string_view text) {
    std::string piece(1, kOpen);
    piece += text;
    piece += kClose;
    return piece;
}

std::vector<TemplatePiece> templatePieces(std::string_view text) {
    if (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    std::vector<TemplatePiece> pieces;
    bool trimsNext = false, dropsNewline = false;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t tag = at, end = std::string_view::npos;
        for (; tag + 1 < text.size(); ++tag) {
            const char mark = text[tag + 1];
            if (text[tag] == '{' && (mark == '{' || mark == '%' || mark == '#')) {
                end = tagEnd(text, tag, mark == '{' ? '}' : mark);
                break;
            }
        }
        const bool hasTag = end != std::string_view::npos;
        std::string_view plain = text.substr(at, hasTag ? tag - at : std::string_view::npos);
        if (dropsNewline && plain.starts_with('\n')) {
            plain.remove_prefix(1);
        }
        if (trimsNext) {
            plain.remove_prefix(std::min(plain.find_first_not_of(kSpace), plain.size()));
        }
        const char mark = hasTag ? text[tag + 1] : ' ';
        const bool dash = hasTag && text[tag + 2] == '-';
        if (dash) {
            plain = plain.substr(0, plain.find_last_not_of(kSpace) + 1);
        } else if (hasTag && mark != '{') {
            const std::size_t line = plain.find_last_of('\n') + 1;
            if (plain.find_first_not_of(" \t", line) == std::string_view::npos &&
                (line > 0 || at == 0 || dropsNewline)) {
                plain = plain.substr(0, line);
            }
        }
        if (!plain.empty()) {
            pieces.push_back({TemplatePiece::Kind::Text, std::string(plain)});
        }
        if (!hasTag) {
            break;
        }
        std::string_view inside = text.substr(tag + 2, end - tag - 2);
        inside.remove_prefix(dash || inside.starts_with('+') ? 1 : 0);
        trimsNext = inside.ends_with('-');
        inside.remove_suffix(trimsNext || inside.ends_with('+') ? 1 : 0);
        dropsNewline = mark != '{' && !trimsNext;
        if (mark != '#') {
            pieces.push_back(
                {mark == '{' ? TemplatePiece::Kind::Output : TemplatePiece::Kind::Block, canonical(inside)});
        }
        at = end + 2;
    }
    return pieces;
}

}  // namespace kvw
