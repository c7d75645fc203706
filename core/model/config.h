// SPDX-License-Identifier: Apache-2.0
/// Hyperparameters of a model, read from its config.json in every spelling in use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace kvw {

enum class RopeScaling { None, Linear, Llama3, Yarn, LongRope, Dynamic };
[[nodiscard]] const char* toText(RopeScaling scaling) noexcept;

/// Rotary embedding of the first `rotaryDim` dimensions of a head, half-split: dimensions i and i + rotaryDim / 2 form
/// a rotated pair.
struct RopeConfig {
    double theta = 10000;
    RopeScaling scaling = RopeScaling::None;
    double factor = 1;                                       ///< all but longrope
    double lowFrequencyFactor = 1, highFrequencyFactor = 4;  ///< llama3
    double originalContext = 8192;                           ///< llama3, yarn, longrope, dynamic; tokens
    double betaFast = 32, betaSlow = 1;                      ///< yarn: full rotations within the original context
    bool truncate = true;                                    ///< yarn: the ends of the ramp are rounded to whole pairs
    std::vector<double> shortFactors, longFactors;           ///< longrope, one per pair
    /// Factor on the cosines and sines of queries and keys; products of rotated dimensions grow by its square.
    double attentionFactor = 1;

    /// Returns the scaled radians per position of each pair, [rotaryDim / 2], computed in f32 as the reference library
    /// does. Longrope uses the long factors if `tokens` exceeds the original context, else the short ones. Dynamic
    /// scaling changes nothing up to the original context and is not supported beyond it.
    /// Sources: linear and YaRN (Peng et al. 2023, section 3), Llama-3 and LongRoPE (Ding et al. 2024) as in
    /// `modeling_rope_utils` of transformers.
    [[nodiscard]] std::vector<float> inverseFrequencies(std::int64_t rotaryDim, std::int64_t tokens = 0) const;
};

struct ModelConfig {
    std::string architecture;  ///< "LlamaForCausalLM"
    std::string modelType;     ///< "llama"; may be empty
    std::string dtype;         ///< type of the checkpoint as stated: "bfloat16"; may be empty
    std::int64_t layers = 0, hidden = 0, intermediate = 0, vocabulary = 0;
    std::int64_t queryHeads = 0, kvHeads = 0, headDim = 0;
    std::int64_t context = 0;  ///< max_position_embeddings, tokens
    double rmsNormEps = 1e-6;  ///< epsilon of RMSNorm, or of LayerNorm in families that use it
    std::string activation = "silu";
    bool tiedEmbeddings = false, attentionBias = false, mlpBias = false;
    bool headNorms = false;                       ///< StableLM: norm of each query and key head, before rotation
    bool parallelResidual = false;                ///< attention and MLP both read the input of the layer
    double rotaryFraction = 1;                    ///< share of a head's dimensions that RoPE rotates
    std::optional<std::int64_t> slidingWindow{};  ///< tokens; none: no layer has a window
    /// Window of each layer in tokens: a query at phase p sees keys of phases above p - window. 0: all keys; empty: no
    /// layer has a window.
    std::vector<std::int64_t> windows;
    double queryPreAttnScalar = 0;                   ///< scores are divided by its square root; 0: head_dim
    double attentionSoftCap = 0, logitSoftCap = 0;   ///< 0: none
    double embeddingFactor = 1, residualFactor = 1;  ///< factor on embeddings; on outputs of attention and MLP
    double logitDivisor = 1;
    /// Number of experts in a layer, and how many of them a token uses; 0: one dense MLP.
    std::int64_t experts = 0, expertsUsed = 0;
    bool sharesAddToOne = true;  ///< router weights of the experts in use are normalised to sum to 1
    /// gpt-oss: bound on gate and up rows (0: not clamped), and factor of the gate inside its sigmoid.
    double gateLimit = 0, gateSlope = 1;
    RopeConfig rope;
    std::optional<RopeConfig> secondaryRope{};  ///< rotation of the layers in `secondaryRopeLayers`; none: not rotated
    std::vector<bool> secondaryRopeLayers;      ///< by layer; empty: all layers use `rope`
    std::vector<std::int32_t> bosIds, eosIds;   ///< may be empty
    /// Sampling settings that the model's files recommend, by name and value. Runs do not follow them, only warn.
    std::vector<std::pair<std::string, std::string>> sampling;
    /// Sentences about values of the file that have no effect, or a different one than stated.
    std::vector<Phrase> warnings;

    [[nodiscard]] std::int64_t group() const noexcept { return queryHeads / kvHeads; }  ///< query heads per KV head
    /// Number of dimensions of a head that RoPE rotates.
    [[nodiscard]] std::int64_t rotaryDim() const noexcept {
        return static_cast<std::int64_t>(static_cast<double>(headDim) * rotaryFraction);
    }
    [[nodiscard]] bool hasRope(std::int64_t layer) const noexcept {
        return secondaryRope || secondaryRopeLayers.empty() || !secondaryRopeLayers[static_cast<std::size_t>(layer)];
    }
    [[nodiscard]] std::int64_t window(std::int64_t layer) const noexcept {
        return windows.empty() ? 0 : windows[static_cast<std::size_t>(layer)];
    }
    /// Returns the bytes of K and V of one token over all layers; `elementBytes`: 4 for f32, 2 for bf16 and f16.
    [[nodiscard]] std::int64_t kvBytesPerToken(std::int64_t elementBytes) const noexcept {
        return 2 * layers * kvHeads * headDim * elementBytes;
    }
    /// Returns the bytes of K and V that the last of `tokens` tokens can see: all, or only the window in layers that
    /// have one.
    [[nodiscard]] std::int64_t kvBytesWithinWindows(std::int64_t tokens, std::int64_t elementBytes) const noexcept;

    /// Reads a config.json. Missing keys get the default of the architecture; keys that the architecture does not have
    /// are listed in `warnings`. Errors: those of reading; BadInput, naming the file and the key, for anything missing,
    /// of the wrong type, out of range, inconsistent (heads not divisible by KV heads) or not supported (architecture,
    /// activation, RoPE scaling).
    [[nodiscard]] static Result<ModelConfig> load(const std::filesystem::path& path);
    /// Reads the text of a config.json; `where` names it in errors.
    [[nodiscard]] static Result<ModelConfig> parse(std::string_view json, const std::string& where);
};

}  // namespace kvw
