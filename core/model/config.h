// SPDX-License-Identifier: Apache-2.0
/// The hyperparameters of a model as its config.json states them, in every spelling in use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

enum class RopeScaling { None, Linear, Llama3 };
[[nodiscard]] const char* toText(RopeScaling scaling) noexcept;

/// Rotary embedding of a head of `headDim` dimensions, half-split: dimension i turns with i + headDim / 2.
struct RopeConfig {
    double theta = 10000;
    RopeScaling scaling = RopeScaling::None;
    double factor = 1;                                       ///< linear, llama3
    double lowFrequencyFactor = 1, highFrequencyFactor = 4;  ///< llama3
    double originalContext = 8192;                           ///< llama3, tokens

    /// Radians per position of each pair, [headDim / 2], scaled; rounded to f32 as the reference library does.
    /// Source: Llama-3 scaling as in `_compute_llama3_parameters` of transformers; ENGINE section 7.
    [[nodiscard]] std::vector<float> inverseFrequencies(std::int64_t headDim) const;
};

struct ModelConfig {
    std::string architecture;  ///< "LlamaForCausalLM"
    std::string modelType;     ///< "llama"; may be empty
    std::string dtype;         ///< of the checkpoint as stated: "bfloat16"; may be empty
    std::int64_t layers = 0, hidden = 0, intermediate = 0, vocabulary = 0;
    std::int64_t queryHeads = 0, kvHeads = 0, headDim = 0;
    std::int64_t context = 0;  ///< max_position_embeddings, tokens
    double rmsNormEps = 1e-6;
    std::string activation = "silu";
    bool tiedEmbeddings = false, attentionBias = false, mlpBias = false;
    double rotaryFraction = 1;                    ///< share of a head's dimensions that turn
    std::optional<std::int64_t> slidingWindow{};  ///< tokens; none: full attention
    RopeConfig rope;
    std::vector<std::int32_t> bosIds, eosIds;  ///< may be empty

    [[nodiscard]] std::int64_t group() const noexcept { return queryHeads / kvHeads; }  ///< query heads per KV head
    /// Bytes of K and V of one token over all layers; `elementBytes` 4 for f32, 2 for bf16 and f16.
    [[nodiscard]] std::int64_t kvBytesPerToken(std::int64_t elementBytes) const noexcept {
        return 2 * layers * kvHeads * headDim * elementBytes;
    }

    /// Errors: those of reading; BadInput, naming the file and the key, for anything missing, of the wrong type, out of
    /// range, inconsistent (heads not divisible by KV heads) or not supported (architecture, activation, RoPE scaling,
    /// sliding window).
    [[nodiscard]] static Result<ModelConfig> load(const std::filesystem::path& path);
    /// The same from text; `where` names it in errors.
    [[nodiscard]] static Result<ModelConfig> parse(std::string_view json, const std::string& where);
};

}  // namespace kvw
