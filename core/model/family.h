// SPDX-License-Identifier: Apache-2.0
/// Model families: the tensors that a configuration requires, and the settings that a family does not support.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/config.h"

namespace kvw {

class ConfigReader;

struct TensorSpec {
    std::string name;
    std::vector<std::int64_t> shape;
    bool optional = false;
};

/// Names of a layer's router and of the projections of its experts.
struct ExpertNames {
    const char *router = "gate", *gate = "gate_proj", *up = "up_proj", *down = "down_proj";
};

/// Layers of a family that have a sliding window if config.json has no layer_types. ByPattern: all but the last of each
/// sliding_window_pattern. WithoutRope: those without RoPE.
enum class WindowLayers : std::uint8_t { None, All, FromMaxWindowLayers, Even, ByPattern, WithoutRope };

/// Defaults for the shape of a text_config (a config.json of its own must state it). 0: no default.
struct ShapeDefaults {
    std::int64_t layers = 0, hidden = 0, intermediate = 0, queryHeads = 0, vocabulary = 0;
};

/// Defaults of the reference library for keys that a config.json may leave out.
struct FamilyDefaults {
    double normEps = 1e-6;
    const char* activation = "silu";
    bool tiedEmbeddings = false, attentionBias = false, parallelResidual = false;
    std::int64_t kvHeads = 0;  ///< 0: as many as query heads
    std::int64_t headDim = 0;  ///< 0: hidden / heads
    std::int64_t context = 2048;
    double rotaryFraction = 1;
    double ropeTheta = 10000;
    double localRopeTheta = 0;         ///< for layers with a sliding window; 0: as the others
    std::int64_t originalContext = 0;  ///< for RoPE scaling; 0: as the scaling states
    const char* ropeParameters = "{}";
    WindowLayers windowLayers = WindowLayers::None;
    std::int64_t window = 0;  ///< 0: none
    double queryPreAttnScalar = 0, attentionSoftCap = 0, logitSoftCap = 0;
    std::int64_t experts = 0, expertsUsed = 0, expertIntermediate = 0;
    ShapeDefaults nested{};
};

/// Thread: any.
struct Family {
    const char* architecture;  ///< as in config.json: "LlamaForCausalLM"
    const char* modelType;     ///< as in config.json: "llama"
    /// Keys of config.json that this family has in the reference library and some other family does not.
    std::vector<std::string_view> settings;
    FamilyDefaults defaults;
    /// Returns every tensor of the checkpoint that the engine reads, with its shape.
    std::vector<TensorSpec> (*tensors)(const ModelConfig& config);
    std::vector<std::string> activations{"silu", "swish"};  ///< names of those that the family supports
    bool headsFillHidden = false;                           ///< head_dim must be hidden_size / num_attention_heads

    [[nodiscard]] bool has(std::string_view setting) const;
    /// Checks that the family supports the configuration; `where` names the file in errors.
    [[nodiscard]] Result<void> check(const ModelConfig& config, const std::string& where) const;
};

/// Returns all families; the list is in families/families.cpp.
[[nodiscard]] const std::vector<Family>& families();
/// Returns the family of an architecture ("LlamaForCausalLM"); null if unknown.
[[nodiscard]] const Family* findFamily(std::string_view architecture);
/// Returns what is wrong with an unsupported architecture, given by any of its names (in config.json or in a GGUF
/// file): "...: it is nearest to mistral, which lacks experts"; only `what` if it is not known.
[[nodiscard]] Phrase withNearestFamily(const char* what, std::string_view name);
/// Returns all supported architectures: "LlamaForCausalLM, ...".
[[nodiscard]] std::string knownArchitectures();

/// Finds the family by `architectures` or, if the file leaves that out, by `model_type`, which is the only key that the
/// reference library uses. Errors: BadInput at `where`.
[[nodiscard]] Result<const Family*> readFamily(ConfigReader& reader, const std::string& where);

/// Multimodal models whose text part is one of the families; their other parts do not act on plain text. (PaliGemma is
/// not among them: its attention over the prompt is bidirectional.)
struct Multimodal {
    std::string_view architecture, modelType, textType;
};
/// Returns the row of a configuration with a text_config; null: it is none of these.
[[nodiscard]] const Multimodal* findMultimodal(const nlohmann::json& object);
/// Returns the text_config of a multimodal model, with the keys it leaves out taken from the enclosing object.
[[nodiscard]] nlohmann::json textPart(const nlohmann::json& object, const Multimodal& model);

}  // namespace kvw
