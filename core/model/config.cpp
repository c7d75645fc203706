// SPDX-License-Identifier: Apache-2.0
#include "core/model/config.h"
#include "core/base/json_depth.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/config_reader.h"
#include "core/model/family.h"
#include "core/model/mapped_file.h"
#include "core/model/rope_config.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxConfigBytes = 16'000'000;

/// Whether the weights may be fp8 with scales: the ways in which published checkpoints say so.
bool isFp8(const json& quantization) {
    const json method = quantization.is_object() ? quantization.value("quant_method", json()) : json();
    return method == "fp8" || method == "fbgemm_fp8" || method == "compressed-tensors";
}

Result<std::string> readArchitecture(const ConfigReader& reader, const std::string& where) {
    const json* list = reader.value("architectures");
    if (list == nullptr || !list->is_array() || list->empty() || !list->front().is_string()) {
        return fail(Code::BadInput, where, "architectures does not name one",
                    list == nullptr ? "nothing" : list->dump(), "one of " + knownArchitectures());
    }
    const auto name = list->front().get<std::string>();
    if (findFamily(name) == nullptr) {
        return fail(Code::BadInput, where, "this architecture is not supported", name,
                    "one of " + knownArchitectures());
    }
    return name;
}

void readHeads(ConfigReader& reader, const FamilyDefaults& defaults, ModelConfig& config) {
    config.queryHeads = reader.integer("num_attention_heads", 1, 4096);
    const bool stated = reader.has("num_key_value_heads") || defaults.kvHeads == 0;
    config.kvHeads = reader.integer("num_key_value_heads", 1, 4096, stated ? config.queryHeads : defaults.kvHeads);
    const bool derived = reader.value("head_dim") == nullptr && (reader.has("head_dim") || defaults.headDim == 0);
    if (derived && reader.good() && config.hidden % config.queryHeads != 0) {
        reader.complain("hidden_size is not divisible by num_attention_heads, and there is no head_dim",
                        fmt::format("{} and {}", config.hidden, config.queryHeads), "");
    }
    config.headDim =
        reader.integer("head_dim", 2, 1024, derived ? config.hidden / config.queryHeads : defaults.headDim);
    if (config.headDim % 2 != 0 || config.headDim < 2) {
        reader.complain("head_dim is odd, but RoPE turns pairs", std::to_string(config.headDim), "an even number");
    }
    if (config.queryHeads % config.kvHeads != 0) {
        reader.complain("num_attention_heads is not a multiple of num_key_value_heads",
                        fmt::format("{} and {}", config.queryHeads, config.kvHeads), "");
    }
}

/// Which layers slide: as layer_types says, else by the family's rule.
std::vector<bool> slidingLayers(ConfigReader& reader, WindowLayers rule, std::int64_t layers) {
    std::vector<bool> slides(static_cast<std::size_t>(layers));
    const json* types = rule == WindowLayers::All ? nullptr : reader.value("layer_types");
    if (types != nullptr) {
        if (!types->is_array() || types->size() != slides.size()) {
            reader.complain("layer_types does not name every layer",
                            types->is_array() ? fmt::format("{} entries", types->size()) : types->dump(),
                            fmt::format("{} entries", layers));
            return slides;
        }
        for (std::size_t i = 0; i < slides.size(); ++i) {
            slides[i] = types->at(i) == "sliding_attention";
            if (!slides[i] && types->at(i) != "full_attention") {
                reader.complain(fmt::format("layer_types names a kind of layer {} that is not supported", i),
                                types->at(i).dump(), "full_attention or sliding_attention");
            }
        }
        return slides;
    }
    const std::int64_t from =
        rule == WindowLayers::FromMaxWindowLayers ? reader.integer("max_window_layers", 0, 1 << 20, 28) : 0;
    for (std::int64_t i = 0; i < layers; ++i) {
        slides[static_cast<std::size_t>(i)] = i >= from && (rule != WindowLayers::Even || i % 2 == 0);
    }
    return slides;
}

void readWindows(ConfigReader& reader, const FamilyDefaults& defaults, ModelConfig& config) {
    const char* key = "sliding_window";
    std::int64_t window = defaults.window;
    if (reader.has(key)) {
        window = reader.value(key) == nullptr ? 0 : reader.integer(key, 1, std::int64_t{1} << 40);
    }
    const bool off =
        defaults.windowLayers == WindowLayers::FromMaxWindowLayers && !reader.flag("use_sliding_window", false);
    if (window == 0 || off) {
        return;
    }
    config.slidingWindow = window;
    if (defaults.windowLayers == WindowLayers::None) {
        return;  // the family says what it thinks of that
    }
    const std::vector<bool> slides = slidingLayers(reader, defaults.windowLayers, config.layers);
    if (std::none_of(slides.begin(), slides.end(), [](bool one) { return one; })) {
        config.slidingWindow.reset();
        return;
    }
    for (const bool one : slides) {
        config.windows.push_back(one ? window : 0);
    }
}

/// A soft cap: null is none.
double readCap(ConfigReader& reader, const char* key, double absent) {
    return reader.value(key) == nullptr ? (reader.has(key) ? 0 : absent) : reader.positive(key, absent);
}

}  // namespace

Result<ModelConfig> ModelConfig::load(const std::filesystem::path& path) {
    const auto text = readFile(path, kMaxConfigBytes);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return parse(*text, path.string());
}

Result<ModelConfig> ModelConfig::parse(std::string_view text, const std::string& where) {
    if (isTooDeepJson(text)) {
        return fail(Code::BadInput, where, "the JSON is nested too deeply", "", "at most 100 levels");
    }
    const json object = json::parse(text, nullptr, false);
    if (!object.is_object()) {
        return fail(Code::BadInput, where, "is not a model configuration",
                    object.is_discarded() ? "text that is not JSON" : object.type_name(), "a JSON object");
    }
    ConfigReader reader(object, where);
    ModelConfig config;
    const auto architecture = readArchitecture(reader, where);
    if (!architecture) {
        return tl::unexpected(architecture.error());
    }
    config.architecture = *architecture;
    // fp8 weights say by their type and scales what they are; the tensors are checked when they are opened.
    if (const json* quantized = reader.value("quantization_config"); quantized != nullptr && !isFp8(*quantized)) {
        return fail(Code::BadInput, where, "quantized weights are not supported",
                    quantized->is_object() ? quantized->value("quant_method", json("quantization_config")).dump() : "",
                    "f32, bf16, f16 or fp8 weights");
    }
    config.modelType = reader.text("model_type", "");
    config.dtype = reader.text("dtype", reader.text("torch_dtype", "").c_str());
    config.layers = reader.integer("num_hidden_layers", 1, 1024);
    config.hidden = reader.integer("hidden_size", 1, 1 << 20);
    config.intermediate = reader.integer("intermediate_size", 1, 1 << 22);
    config.vocabulary = reader.integer("vocab_size", 1, 1 << 24);
    const FamilyDefaults& defaults = findFamily(config.architecture)->defaults;
    readHeads(reader, defaults, config);
    config.context = reader.integer("max_position_embeddings", 1, std::int64_t{1} << 40, defaults.context);
    config.rmsNormEps = reader.positive("rms_norm_eps", reader.positive("layer_norm_eps", defaults.normEps));
    config.activation = reader.text("hidden_activation", reader.text("hidden_act", defaults.activation).c_str());
    config.tiedEmbeddings = reader.flag("tie_word_embeddings", defaults.tiedEmbeddings);
    config.attentionBias = reader.flag("attention_bias", defaults.attentionBias);
    config.mlpBias = reader.flag("mlp_bias", false);
    config.parallelResidual = reader.flag("use_parallel_residual", defaults.parallelResidual);
    config.queryScalar = reader.positive("query_pre_attn_scalar", defaults.queryScalar);
    config.attentionSoftCap = readCap(reader, "attn_logit_softcapping", defaults.attentionSoftCap);
    config.logitSoftCap = readCap(reader, "final_logit_softcapping", defaults.logitSoftCap);
    config.bosIds = reader.ids("bos_token_id");
    config.eosIds = reader.ids("eos_token_id");
    if (reader.good()) {
        readWindows(reader, defaults, config);
        readRope(reader, where, defaults.rotaryFraction, config);
    }
    if (!reader.good()) {
        return tl::unexpected(reader.error());
    }
    if (auto supported = findFamily(config.architecture)->check(config, where); !supported) {
        return tl::unexpected(supported.error());
    }
    return config;
}

std::int64_t ModelConfig::kvBytesWithinWindows(std::int64_t tokens, std::int64_t elementBytes) const noexcept {
    std::int64_t seen = 0;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        seen += window(layer) > 0 ? std::min(tokens, window(layer)) : tokens;
    }
    return seen * kvBytesPerToken(elementBytes) / std::max<std::int64_t>(layers, 1);
}

}  // namespace kvw
