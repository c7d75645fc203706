// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/byte_alphabet.h"

#include <array>

#include "core/base/utf8.h"

namespace kvw {
namespace {

constexpr std::size_t kAlphabetEnd = 256 + 68;  // 68 bytes are not printable and move to U+0100 and up

constexpr bool printable(unsigned byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

/// Byte of each code point, -1 outside the alphabet.
constexpr std::array<int, kAlphabetEnd> makeBytes() {
    std::array<int, kAlphabetEnd> bytes{};
    bytes.fill(-1);
    unsigned next = 256;
    for (unsigned byte = 0; byte < 256; ++byte) {
        bytes[printable(byte) ? byte : next++] = static_cast<int>(byte);
    }
    return bytes;
}

constexpr auto kBytes = makeBytes();

constexpr std::array<unsigned, 256> makeLetters() {
    std::array<unsigned, 256> letters{};
    for (unsigned point = 0; point < kAlphabetEnd; ++point) {
        if (kBytes[point] >= 0) {
            letters[static_cast<std::size_t>(kBytes[point])] = point;
        }
    }
    return letters;
}

constexpr auto kLetters = makeLetters();

}  // namespace

std::optional<std::string> bytesFromAlphabet(std::string_view piece) {
    std::string bytes;
    for (std::size_t at = 0; at < piece.size();) {
        const Utf8Step step = nextUtf8(piece, at);
        if (!step.valid || step.codePoint >= kAlphabetEnd || kBytes[step.codePoint] < 0) {
            return std::nullopt;
        }
        bytes += static_cast<char>(kBytes[step.codePoint]);
        at += step.length;
    }
    return bytes;
}

std::string alphabetFromBytes(std::string_view bytes) {
    std::string letters;
    letters.reserve(bytes.size() * 2);
    for (const char byte : bytes) {
        const unsigned point = kLetters[static_cast<unsigned char>(byte)];
        if (point < 0x80) {
            letters += static_cast<char>(point);
        } else {
            letters += static_cast<char>(0xC0U | (point >> 6));
            letters += static_cast<char>(0x80U | (point & 0x3FU));
        }
    }
    return letters;
}

}  // namespace kvw
