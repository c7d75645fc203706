// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checkpoint_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace kvw::test {

namespace {

using nlohmann::ordered_json;

std::uint16_t toBf16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U);
}

/// Converts numbers below 65504 in magnitude.
std::uint16_t toF16(float value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (value == 0) {
        return sign;
    }
    int exponent = 0;
    std::frexp(value, &exponent);
    exponent = std::max(exponent - 1, -14);
    // The mantissa in units of the last place, to nearest even; a carry into the exponent adds up by itself.
    const auto units =
        static_cast<int>(std::nearbyint(std::ldexp(std::abs(static_cast<double>(value)), 10 - exponent)));
    return static_cast<std::uint16_t>(sign + units + (exponent + 14) * 1024);
}

template <class T>
void append(std::string& data, T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    data.append(bytes, sizeof(T));
}

/// The printable stand-in of each byte in byte-level BPE (GPT-2's table), as UTF-8.
std::string byteToken(int byte, int& extra) {
    const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    const int code = printable ? byte : 256 + extra++;
    if (code < 128) {
        return {static_cast<char>(code)};
    }
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

}  // namespace

void CheckpointWriter::add(const std::string& name, const std::vector<std::int64_t>& shape,
                           const std::vector<float>& values) {
    const std::size_t begin = m_data.size();
    for (const float value : values) {
        if (m_dtype == "F32") {
            append(m_data, value);
        } else {
            append(m_data, m_dtype == "BF16" ? toBf16(value) : toF16(value));
        }
    }
    m_header[name] = {{"dtype", m_dtype}, {"shape", shape}, {"data_offsets", {begin, m_data.size()}}};
}

void CheckpointWriter::save(const std::filesystem::path& path) const {
    const std::string header = m_header.dump();
    const auto length = static_cast<std::uint64_t>(header.size());
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof(length));
    file << header << m_data;
    file.close();
    if (!file) {
        throw std::runtime_error("cannot write " + path.string());
    }
}

void saveJson(const std::filesystem::path& path, const ordered_json& json) {
    std::ofstream file(path);
    file << json.dump(1);
    file.close();
    if (!file) {
        throw std::runtime_error("cannot write " + path.string());
    }
}

ordered_json byteTokenizer() {
    ordered_json vocabulary = {{"<|bos|>", 0}, {"<|eos|>", 1}};
    int extra = 0;
    for (int byte = 0; byte < 256; ++byte) {
        vocabulary[byteToken(byte, extra)] = byte + 2;
    }
    const ordered_json byteLevel = {
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}};
    ordered_json special = ordered_json::array();
    for (int id = 0; id < 2; ++id) {
        special.push_back({{"id", id},
                           {"content", id == 0 ? "<|bos|>" : "<|eos|>"},
                           {"single_word", false},
                           {"lstrip", false},
                           {"rstrip", false},
                           {"normalized", false},
                           {"special", true}});
    }
    return {{"version", "1.0"},
            {"added_tokens", special},
            {"normalizer", nullptr},
            {"pre_tokenizer", byteLevel},
            {"post_processor", byteLevel},
            {"decoder", byteLevel},
            {"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", ordered_json::array()}}}};
}

}  // namespace kvw::test
