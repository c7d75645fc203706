// SPDX-License-Identifier: Apache-2.0
/// A model family: which tensors a configuration demands, and what of a configuration the family cannot do. One file
/// per family in families/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/config.h"

namespace kvw {

struct TensorSpec {
    std::string name;
    std::vector<std::int64_t> shape;
    bool optional = false;
};

/// Which layers of a family a sliding window acts in, where config.json has no layer_types.
/// ByPattern: all but the last of each sliding_window_pattern. WithoutRope: those that do not turn.
enum class WindowLayers : std::uint8_t { None, All, FromMaxWindowLayers, Even, ByPattern, WithoutRope };

/// The shape of a text_config that leaves it out; a file of its own has to say it. 0: there is no such default.
struct ShapeDefaults {
    std::int64_t layers = 0, hidden = 0, intermediate = 0, queryHeads = 0, vocabulary = 0;
};

/// What a config.json may leave out, and what the reference library then takes.
struct FamilyDefaults {
    double normEps = 1e-6;
    const char* activation = "silu";
    bool tiedEmbeddings = false, attentionBias = false, parallelResidual = false;
    std::int64_t kvHeads = 0;  ///< 0: as many as query heads
    std::int64_t headDim = 0;  ///< 0: hidden / heads
    std::int64_t context = 2048;
    double rotaryFraction = 1;
    double ropeTheta = 10000;
    double localRopeTheta = 0;         ///< of layers that slide; 0: as the others
    std::int64_t originalContext = 0;  ///< of a RoPE scaling; 0: what the scaling says
    const char* ropeParameters = "{}";
    WindowLayers windowLayers = WindowLayers::None;
    std::int64_t window = 0;  ///< 0: none
    double queryScalar = 0, attentionSoftCap = 0, logitSoftCap = 0;
    std::int64_t experts = 0, expertsUsed = 0, expertIntermediate = 0;
    ShapeDefaults nested{};
};

/// Thread: any.
struct Family {
    const char* architecture;  ///< as in config.json: "LlamaForCausalLM"
    const char* modelType;     ///< as in config.json: "llama"
    /// The keys of config.json that it has and some other family has not, in the reference library.
    std::vector<std::string_view> settings;
    FamilyDefaults defaults;
    /// The sentence for something in the configuration that this family does not support. `where` is the file.
    Result<void> (*check)(const ModelConfig& config, const std::string& where);
    /// Every tensor of the checkpoint that the engine reads, with its shape.
    std::vector<TensorSpec> (*tensors)(const ModelConfig& config);

    [[nodiscard]] bool has(std::string_view setting) const;
};

[[nodiscard]] const std::vector<const Family*>& families();
/// Null when unknown.
[[nodiscard]] const Family* findFamily(std::string_view architecture);
[[nodiscard]] const Family* familyOfType(std::string_view modelType);
/// The end of a sentence about an architecture that is no family, by any of its names (in config.json or in a GGUF
/// file): ": it is nearest to mistral, which lacks experts"; empty where nothing is known of it.
[[nodiscard]] std::string nearestFamily(std::string_view name);
/// "LlamaForCausalLM, ..."
[[nodiscard]] std::string knownArchitectures();

}  // namespace kvw
