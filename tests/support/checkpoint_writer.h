// SPDX-License-Identifier: Apache-2.0
/// Files of a checkpoint as tests write them: safetensors of one type, a tokenizer of bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kvw::test {

class CheckpointWriter {
 public:
    /// dtype: "F32", "BF16" or "F16"; values are rounded to nearest even.
    explicit CheckpointWriter(std::string dtype) : m_dtype(std::move(dtype)) {}
    void add(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<float>& values);
    /// Throws on a failed write.
    void save(const std::filesystem::path& path) const;

 private:
    std::string m_dtype, m_data;
    nlohmann::ordered_json m_header;
};

/// Throws on a failed write.
void saveJson(const std::filesystem::path& path, const nlohmann::ordered_json& json);

/// tokenizer.json of bytes, <|bos|> 0, <|eos|> 1.
[[nodiscard]] nlohmann::ordered_json byteTokenizer();

}  // namespace kvw::test
