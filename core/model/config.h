// SPDX-License-Identifier: Apache-2.0
/// The hyperparameters of a model as its config.json states them, in every spelling in use.
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

/// Rotary embedding of the first `rotaryDim` dimensions of a head, half-split: dimension i turns with i + rotaryDim
/// / 2.
struct RopeConfig {
    double theta = 10000;
    RopeScaling scaling = RopeScaling::None;
    double factor = 1;                                       ///< all but longrope
    double lowFrequencyFactor = 1, highFrequencyFactor = 4;  ///< llama3
    double originalContext = 8192;                           ///< llama3, yarn, longrope, dynamic, tokens
    double betaFast = 32, betaSlow = 1;                      ///< yarn: turns within the original context
    bool truncate = true;                                    ///< yarn: the ramp begins and ends at whole dimensions
    std::vector<double> shortFactors, longFactors;           ///< longrope, one per pair
    /// Cosines and sines of queries and keys are times this: rotated channels' products times its square.
    double attentionFactor = 1;

    /// Radians per position of each pair, [rotaryDim / 2], scaled; computed in f32 as the reference library does. With
    /// longrope the long factors serve a text of more than the original context, the short ones another. Dynamic
    /// scaling is none up to the original context, and beyond it is not supported.
    /// Sources: linear and YaRN (Peng et al. 2023, section 3), Llama-3 and LongRoPE (Ding et al. 2024) as in
    /// `modeling_rope_utils` of transformers.
    [[nodiscard]] std::vector<float> inverseFrequencies(std::int64_t rotaryDim, std::int64_t tokens = 0) const;
};

struct ModelConfig {
    std::string architecture;  ///< "LlamaForCausalLM"
    std::string modelType;     ///< "llama"; may be empty
    std::string dtype;         ///< of the checkpoint as stated: "bfloat16"; may be empty
    std::int64_t layers = 0, hidden = 0, intermediate = 0, vocabulary = 0;
    std::int64_t queryHeads = 0, kvHeads = 0, headDim = 0;
    std::int64_t context = 0;  ///< max_position_embeddings, tokens
    double rmsNormEps = 1e-6;  ///< of LayerNorm where the family has that
    std::string activation = "silu";
    bool tiedEmbeddings = false, attentionBias = false, mlpBias = false;
    bool headNorms = false;                       ///< StableLM: of each query and key head, before rotation
    bool parallelResidual = false;                ///< attention and MLP both read what enters the layer
    double rotaryFraction = 1;                    ///< share of a head's dimensions that turn
    std::optional<std::int64_t> slidingWindow{};  ///< tokens, where it acts in some layer; none: full attention
    /// Per layer: a query sees keys of phases above its own less this; 0: all. Empty: all layers see all.
    std::vector<std::int64_t> windows;
    double queryScalar = 0;                          ///< scores are over its root; 0: head_dim
    double attentionSoftCap = 0, logitSoftCap = 0;   ///< 0: none
    double embeddingFactor = 1, residualFactor = 1;  ///< of the embeddings; of what attention and MLP add
    double logitDivisor = 1;
    /// MLPs of a layer, and how many of them a token goes through; 0: one that all go through.
    std::int64_t experts = 0, expertsUsed = 0;
    bool sharesAddToOne = true;  ///< those of the experts that are used
    /// gpt-oss: bound of gate and up rows, and factor of the gate within its sigmoid; 0: not clamped.
    double gateLimit = 0, gateSlope = 1;
    RopeConfig rope;
    std::optional<RopeConfig> localRope{};     ///< of the layers in `localLayers`; none: those do not turn at all
    std::vector<bool> localLayers;             ///< by layer; empty: all turn by `rope`
    std::vector<std::int32_t> bosIds, eosIds;  ///< may be empty
    /// How the model's makers sample from it, by name and value: nothing here follows it.
    std::vector<std::pair<std::string, std::string>> sampling;
    /// Sentences about values of the file that have no effect, or another one than they say.
    std::vector<std::string> warnings;

    [[nodiscard]] std::int64_t group() const noexcept { return queryHeads / kvHeads; }  ///< query heads per KV head
    /// Dimensions of a head that turn.
    [[nodiscard]] std::int64_t rotaryDim() const noexcept {
        return static_cast<std::int64_t>(static_cast<double>(headDim) * rotaryFraction);
    }
    [[nodiscard]] bool turns(std::int64_t layer) const noexcept {
        return localRope || localLayers.empty() || !localLayers[static_cast<std::size_t>(layer)];
    }
    [[nodiscard]] std::int64_t window(std::int64_t layer) const noexcept {
        return windows.empty() ? 0 : windows[static_cast<std::size_t>(layer)];
    }
    /// Bytes of K and V of one token over all layers; `elementBytes` 4 for f32, 2 for bf16 and f16.
    [[nodiscard]] std::int64_t kvBytesPerToken(std::int64_t elementBytes) const noexcept {
        return 2 * layers * kvHeads * headDim * elementBytes;
    }
    /// Of a text of so many tokens, what its last token can see: all, or in layers with a window that.
    [[nodiscard]] std::int64_t kvBytesWithinWindows(std::int64_t tokens, std::int64_t elementBytes) const noexcept;

    /// Errors: those of reading; BadInput, naming the file and the key, for anything missing, of the wrong type, out of
    /// range, inconsistent (heads not divisible by KV heads) or not supported (architecture, activation, RoPE scaling).
    /// What a file leaves out has the default of its architecture; keys that its architecture does not have are in
    /// `warnings`.
    [[nodiscard]] static Result<ModelConfig> load(const std::filesystem::path& path);
    /// The same from text; `where` names it in errors.
    [[nodiscard]] static Result<ModelConfig> parse(std::string_view json, const std::string& where);
};

}  // namespace kvw
