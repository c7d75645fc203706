// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/file_kind.h"

#include <algorithm>

namespace kvw {
namespace {

constexpr std::string_view kPointer = "version https://git-lfs.github.com/spec/";
/// The specification limits pointers to this size.
constexpr std::size_t kLongestPointer = 1024;
constexpr std::size_t kLooked = 4096;

struct Beginning {
    std::string_view bytes;
    const char* kind;
};

using namespace std::string_view_literals;

constexpr Beginning kBeginnings[] = {
    {"GGML"sv, "a model file of llama.cpp from before GGUF"},
    {"tjgg"sv, "a model file of llama.cpp from before GGUF"},
    {"PK\x03\x04"sv, "a zip archive, as PyTorch saves weights"},
    {"\x80\x02"sv, "a pickle, as PyTorch saves weights"},
    {"\x80\x04"sv, "a pickle, as PyTorch saves weights"},
    {"\x89HDF"sv, "an HDF5 file"},
    {"\x1f\x8b"sv, "a gzip archive"},
    {"<!doctype html"sv, "an HTML page"},
    {"<html"sv, "an HTML page"},
    {"<?xml"sv, "an XML file"},
};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string_view asText(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Phrase fileKind(std::string_view bytes, const char* otherwise) {
    if (bytes.empty()) {
        return "an empty file";
    }
    const std::string_view begin = bytes.substr(0, kLooked);
    if (begin.find_first_not_of('\0') == std::string_view::npos) {
        return "nothing but zeros, as a download leaves that did not end";
    }
    if (begin.starts_with("GGUF")) {
        return "a GGUF file";
    }
    // Checked before kBeginnings: the 8-byte header length at the start of such a file may look like any of them.
    if (begin.size() > 8 && begin[6] == '\0' && begin[7] == '\0' && begin[8] == '{') {
        return "a safetensors file";
    }
    // An HTML page may begin with white space and have tags in capitals.
    const std::string_view text = begin.substr(std::min(begin.find_first_not_of(" \t\r\n"), begin.size()));
    const auto starts = [](std::string_view whole, std::string_view part) {
        return whole.size() >= part.size() && std::equal(part.begin(), part.end(), whole.begin(),
                                                         [](char a, char b) { return a == b || a == lower(b); });
    };
    for (const Beginning& known : kBeginnings) {
        if (begin.starts_with(known.bytes) || (known.bytes.front() == '<' && starts(text, known.bytes))) {
            return known.kind;
        }
    }
    return otherwise;
}

Phrase fileKind(std::span<const std::byte> bytes, const char* otherwise) {
    return fileKind(asText(bytes), otherwise);
}

std::optional<std::string> lfsPointer(std::span<const std::byte> bytes) {
    const std::string_view text = asText(bytes);
    if (text.size() > kLongestPointer || !text.starts_with(kPointer)) {
        return std::nullopt;
    }
    constexpr std::string_view kSize = "\nsize ";
    const auto at = text.find(kSize);
    const std::string_view rest = at == std::string_view::npos ? "" : text.substr(at + kSize.size());
    const std::string_view digits = rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
    return digits.empty() ? "?" : std::string(digits);
}

}  // namespace kvw
