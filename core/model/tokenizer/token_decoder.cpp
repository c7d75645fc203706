// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/token_decoder.h"

#include <charconv>

#include "core/base/json/json_access.h"
#include "core/base/utf8.h"
#include "core/model/tokenizer/byte_alphabet.h"

namespace kvw {
namespace {

constexpr const char* kSupported = "ByteLevel, Metaspace or a Sequence of Replace, ByteFallback, Fuse and Strip";

/// Replaces `pattern` by `content`; stops once the result exceeds kLongestPiece.
std::string replaced(const std::string& text, const std::string& pattern, std::string_view content) {
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = text.find(pattern); at != std::string::npos && result.size() <= TokenDecoder::kLongestPiece;
         at = text.find(pattern, done)) {
        result.append(text, done, at - done).append(content);
        done = at + pattern.size();
    }
    return result.append(text, done);
}

/// Returns the byte that "<0xAB>" names.
std::optional<char> namedByte(const std::string& content) {
    if (content.size() != 6 || !content.starts_with("<0x") || content.back() != '>') {
        return std::nullopt;
    }
    unsigned value = 0;
    const char* end = content.data() + 5;
    const auto read = std::from_chars(content.data() + 3, end, value, 16);
    return read.ptr == end ? std::optional(static_cast<char>(value)) : std::nullopt;
}

}  // namespace

Result<TokenDecoder> TokenDecoder::fromJson(const nlohmann::json& json, const std::string& where) {
    TokenDecoder decoder;
    KVW_TRY(decoder.append(json, where, true));
    return decoder;
}

Result<void> TokenDecoder::append(const nlohmann::json& json, const std::string& where, bool alone) {
    const std::string type = textOf(json, "type");
    const auto& parts = member(json, "decoders");
    if (type == "Sequence" && parts.is_array()) {
        for (const auto& part : parts) {
            KVW_TRY(append(part, where, alone && parts.size() == 1));
        }
        return {};
    }
    if (type == "ByteLevel" && alone) {
        m_byteLevel = true;
        return {};
    }
    static constexpr std::pair<const char*, Step> kSteps[] = {{"Replace", Step::Replace},
                                                              {"ByteFallback", Step::ByteFallback},
                                                              {"Metaspace", Step::Metaspace},
                                                              {"Fuse", Step::Fuse},
                                                              {"Strip", Step::Strip}};
    for (const auto& [name, step] : kSteps) {
        if (type == name) {
            if (m_last && (step < *m_last || (step == *m_last && step != Step::Replace))) {
                return fail(Code::BadInput, where, phrase("a decoder %1 at this place is not supported", type), "",
                            "Replace, ByteFallback, Metaspace, Fuse and Strip in this order");
            }
            if (step == Step::Strip && m_last != Step::Fuse) {
                return fail(Code::BadInput, where, "a decoder Strip for each token is not supported", excerpt(json),
                            "Fuse before Strip");
            }
            m_last = step;
            return appendStep(step, json, where);
        }
    }
    return fail(Code::BadInput, where, "this decoder is not supported", typeName(json), kSupported);
}

Result<void> TokenDecoder::appendStep(Step step, const nlohmann::json& json, const std::string& where) {
    if (step == Step::Replace) {
        const std::string pattern = textOf(member(json, "pattern"), "String");
        if (pattern.empty()) {
            return fail(Code::BadInput, where, "the pattern of a decoder Replace is not supported",
                        excerpt(member(json, "pattern")), "a String that is not empty");
        }
        m_replaced.emplace_back(pattern, textOf(json, "content"));
    } else if (step == Step::Metaspace) {
        KVW_TRY_ASSIGN(m_metaspace, Metaspace::fromJson(json, where));
    } else if (step == Step::Strip) {
        const auto &start = member(json, "start"), &stop = member(json, "stop");
        m_stripped = textOf(json, "content");
        if (m_stripped.empty() || nextUtf8(m_stripped, 0).length != m_stripped.size() || !start.is_number_unsigned() ||
            (stop.is_number() && stop != 0)) {
            return fail(Code::BadInput, where, "this Strip of the decoder is not supported", excerpt(json),
                        "one character, taken off the start only");
        }
        m_stripCount = start.get<std::size_t>();
    }
    m_byteFallback = m_byteFallback || step == Step::ByteFallback;
    return {};
}

TokenDecoder::Piece TokenDecoder::piece(const std::string& content) const {
    if (m_byteLevel) {
        return {bytesFromAlphabet(content).value_or(content), false};
    }
    std::string text = content;
    for (const auto& [pattern, by] : m_replaced) {
        text = replaced(text, pattern, by);
    }
    if (const auto byte = m_byteFallback ? namedByte(text) : std::nullopt) {
        return {std::string(1, *byte), true};
    }
    return {m_metaspace ? replaced(text, m_metaspace->replacement, " ") : text, false};
}

std::string TokenDecoder::firstPiece(const std::string& content) const {
    if (!changesFirst()) {
        return piece(content).bytes;
    }
    std::string text = content;
    for (const auto& [pattern, by] : m_replaced) {
        text = replaced(text, pattern, by);
    }
    return replaced(text, m_metaspace->replacement, "");
}

}  // namespace kvw
