// SPDX-License-Identifier: Apache-2.0
/// Files of GPTQ, AWQ and compressed-tensors, packed bit by bit.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/model/weights/quantization.h"
#include "tests/core/model/support.h"

namespace kvw::test {

using IntMatrix = std::vector<std::vector<int>>;  ///< by row

inline IntMatrix numbers(std::size_t rows, std::size_t columns, int least, int most, unsigned seed) {
    IntMatrix made(rows, std::vector<int>(columns));
    for (auto& row : made) {
        for (int& number : row) {
            seed = seed * 1664525U + 1013904223U;
            number = least + static_cast<int>((seed >> 8U) % static_cast<unsigned>(most - least + 1));
        }
    }
    return made;
}

inline IntMatrix transposed(const IntMatrix& matrix) {
    IntMatrix turned(matrix.front().size(), std::vector<int>(matrix.size()));
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        for (std::size_t j = 0; j < matrix[i].size(); ++j) {
            turned[j][i] = matrix[i][j];
        }
    }
    return turned;
}

/// The bits of each row one after another, in words of 32.
inline IntMatrix rowWords(const IntMatrix& matrix, int bits) {
    IntMatrix words;
    for (const auto& row : matrix) {
        std::vector<unsigned> packed((row.size() * static_cast<std::size_t>(bits) + 31) / 32);
        for (std::size_t i = 0; i < row.size() * static_cast<std::size_t>(bits); ++i) {
            const auto number = static_cast<unsigned>(row[i / static_cast<std::size_t>(bits)]);
            packed[i / 32] |= (number >> (i % static_cast<std::size_t>(bits)) & 1U) << (i % 32);
        }
        words.emplace_back(packed.begin(), packed.end());
    }
    return words;
}

inline IntMatrix columnWords(const IntMatrix& matrix, int bits) {
    return transposed(rowWords(transposed(matrix), bits));
}

/// A file of matrices of integers, and of scales: those are integers times 2^-12.
class QuantisedFile {
 public:
    void add(const std::string& name, const char* type, const IntMatrix& matrix, std::vector<std::size_t> shape = {}) {
        const std::size_t begin = m_data.size();
        for (const auto& row : matrix) {
            for (const int number : row) {
                put(type, number);
            }
        }
        if (shape.empty()) {
            shape = {matrix.size(), matrix.front().size()};
        }
        m_header[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {begin, m_data.size()}}};
    }
    void drop(const std::string& name) { m_header.erase(name); }
    void rename(const std::string& name, const std::string& other) {
        m_header[other] = m_header[name];
        m_header.erase(name);
    }
    [[nodiscard]] std::string bytes() const { return safetensors(m_header.dump(), 0) + m_data; }

 private:
    void put(const std::string& type, int number) {
        const float scale = std::ldexp(static_cast<float>(number), -12);
        if (type == "I8" || type == "F8_E4M3") {
            append(static_cast<std::int8_t>(number));
        } else if (type == "I32") {
            append(number);
        } else if (type == "I64") {
            append(static_cast<std::int64_t>(number));
        } else if (type == "F32") {
            append(scale);
        } else if (type == "BF16") {
            append(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(scale) >> 16U));
        } else {  // F16, of positive numbers that are normal there
            const std::uint32_t bits = std::bit_cast<std::uint32_t>(scale);
            append(static_cast<std::uint16_t>((bits >> 13U) - (112U << 10U)));
        }
    }
    template <class T>
    void append(T value) {
        m_data.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    nlohmann::json m_header = nlohmann::json::object();
    std::string m_data;
};

/// The group of each column, of `each` columns.
inline std::vector<int> inOrder(std::size_t columns, std::size_t each) {
    std::vector<int> group(columns);
    for (std::size_t c = 0; c < columns; ++c) {
        group[c] = static_cast<int>(c / each);
    }
    return group;
}

inline Quantization quantizationOf(const nlohmann::json& quantization) {
    const auto read = readQuantization({{"quantization_config", quantization}}, "config.json");
    return read ? *read : throw std::runtime_error(read.error().sentence());
}

inline nlohmann::json gptq(int bits, int group, bool second) {
    nlohmann::json made{{"quant_method", "gptq"}, {"bits", bits}, {"group_size", group}};
    if (second) {
        made["checkpoint_format"] = "gptq_v2";
    }
    return made;
}

inline nlohmann::json compressed(const char* format, const nlohmann::json& weights) {
    return {{"quant_method", "compressed-tensors"},
            {"format", format},
            {"config_groups", {{"group_0", {{"targets", {"Linear"}}, {"weights", weights}}}}}};
}

}  // namespace kvw::test
