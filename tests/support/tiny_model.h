// SPDX-License-Identifier: Apache-2.0
/// Tiny random Llama-architecture models in the Hugging Face layout, written where a test wants them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kvw::test {

struct TinyModel {
    std::int64_t layers = 3, hidden = 128, intermediate = 256, vocabulary = 1000, context = 2048;
    std::int64_t queryHeads = 4, kvHeads = 2, headDim = 32;
    bool tied = false, attentionBias = false, mlpBias = false;
    std::string dtype = "F32";  ///< or "BF16", "F16": what the file stores, rounded to nearest
    /// Standard deviation of a matrix's weights, times sqrt(columns). 1: scores have a deviation of about 1; 0.2 is the
    /// usual initialisation, where attention is near-uniform; from 1.5 on rows are peaked and rounding is amplified.
    double gain = 1;
    /// Added to the key of token id 0 in every layer, along the slowest plane: a sink that peaks the softmax. 0: none.
    double sink = 0;
    nlohmann::json ropeScaling;  ///< as in config.json; null: none
    std::int32_t endId = 1;
    std::uint64_t seed = 1;
};

/// Writes config.json, model.safetensors and tokenizer.json (bytes, <|bos|> 0, <|eos|> 1). Throws on a failed write.
void writeTinyModel(const std::filesystem::path& directory, const TinyModel& model);

/// Returns ids for it: 0 (BOS), then a fixed pattern with two periods below `vocabulary`.
[[nodiscard]] std::vector<std::int32_t> patternIds(std::size_t count, std::int32_t vocabulary = 1000);

}  // namespace kvw::test
