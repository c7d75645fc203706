// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/added_tokens.h"

#include <unicode/uchar.h>

#include "core/base/utf8.h"

namespace kvw {
namespace {

std::uint64_t edge(int node, char byte) {
    return static_cast<std::uint64_t>(node) << 8 | static_cast<unsigned char>(byte);
}

/// Tells whether `point` matches `\w` of Unicode technical standard 18.
bool isWordCharacter(char32_t point) {
    const auto c = static_cast<UChar32>(point);
    constexpr std::uint32_t kWord = U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK;
    return u_hasBinaryProperty(c, UCHAR_ALPHABETIC) != 0 || (U_GET_GC_MASK(c) & kWord) != 0 ||
           u_hasBinaryProperty(c, UCHAR_JOIN_CONTROL) != 0;
}

bool isSpace(char32_t point) {
    return u_isUWhiteSpace(static_cast<UChar32>(point)) != 0;
}

/// Returns the start of the character before `at`, which must not be 0.
std::size_t characterBefore(std::string_view text, std::size_t at) {
    do {
        --at;
    } while (at > 0 && isContinuation(text[at]));
    return at;
}

bool wordBefore(std::string_view text, std::size_t at) {
    return at > 0 && isWordCharacter(nextUtf8(text, characterBefore(text, at)).codePoint);
}

bool wordAfter(std::string_view text, std::size_t at) {
    return at < text.size() && isWordCharacter(nextUtf8(text, at).codePoint);
}

}  // namespace

void AddedTokens::add(AddedToken token) {
    if (token.content.empty()) {
        return;
    }
    m_starts[static_cast<unsigned char>(token.content.front())] = true;
    int node = 0;
    for (const char byte : token.content) {
        const auto [it, isNew] = m_edges.try_emplace(edge(node, byte), static_cast<int>(m_tokenOf.size()));
        if (isNew) {
            m_tokenOf.push_back(-1);
        }
        node = it->second;
    }
    if (int& slot = m_tokenOf[static_cast<std::size_t>(node)]; slot < 0) {
        slot = static_cast<int>(m_tokens.size());
        m_tokens.push_back(std::move(token));
    }
}

int AddedTokens::longestAt(std::string_view text, std::size_t at, std::uint64_t& steps) const {
    int found = -1, node = 0;
    for (; at < text.size(); ++at, ++steps) {
        const auto it = m_edges.find(edge(node, text[at]));
        if (it == m_edges.end()) {
            break;
        }
        node = it->second;
        if (const int token = m_tokenOf[static_cast<std::size_t>(node)]; token >= 0) {
            found = token;
        }
    }
    return found;
}

Result<std::vector<Segment>> AddedTokens::split(std::string_view text, MatchWork& work) const {
    std::vector<Segment> segments;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size() && !m_tokens.empty();) {
        std::uint64_t steps = 1;
        const int index = m_starts[static_cast<unsigned char>(text[at])] ? longestAt(text, at, steps) : -1;
        if (!work.spend(steps)) {
            return work.cancelled() ? encodingCancelled()
                                    : fail(Code::BadInput, "added_tokens",
                                           "looking for added tokens takes too many steps", {}, "shorter tokens");
        }
        if (index < 0) {
            ++at;
            continue;
        }
        const AddedToken& token = m_tokens[static_cast<std::size_t>(index)];
        std::size_t begin = at, end = at + token.content.size();
        at = end;
        if (begin < done || (token.singleWord && (wordBefore(text, begin) || wordAfter(text, end)))) {
            continue;
        }
        while (token.lstrip && begin > done) {
            const std::size_t before = characterBefore(text, begin);
            if (!isSpace(nextUtf8(text, before).codePoint)) {
                break;
            }
            begin = before;
        }
        while (token.rstrip && end < text.size() && isSpace(nextUtf8(text, end).codePoint)) {
            end += nextUtf8(text, end).length;
        }
        if (done < begin) {
            segments.push_back({done, begin, -1});
        }
        segments.push_back({begin, end, token.id});
        done = end;
    }
    if (done < text.size()) {
        segments.push_back({done, text.size(), -1});
    }
    return segments;
}

}  // namespace kvw
