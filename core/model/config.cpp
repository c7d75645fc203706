// SPDX-License-Identifier: Apache-2.0
#include "core/model/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/files/file_kind.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_depth.h"
#include "core/model/config_reader.h"
#include "core/model/family.h"
#include "core/model/rope_config.h"
#include "core/model/weights/quantization.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxConfigBytes = 16'000'000;

/// Reads an integer of at least 1; `absent` 0: the key is required.
std::int64_t readSize(ConfigReader& reader, const char* key, std::int64_t most, std::int64_t absent) {
    return reader.integer(key, 1, most, absent > 0 ? std::optional(absent) : std::nullopt);
}

void readHeads(ConfigReader& reader, const Family& family, const ShapeDefaults& shape, ModelConfig& config) {
    const FamilyDefaults& defaults = family.defaults;
    config.queryHeads = readSize(reader, "num_attention_heads", 4096, shape.queryHeads);
    const bool stated = reader.has("num_key_value_heads") || defaults.kvHeads == 0;
    config.kvHeads = family.has("num_key_value_heads")
                         ? reader.count("num_key_value_heads", 4096, stated ? config.queryHeads : defaults.kvHeads)
                         : config.queryHeads;
    const std::int64_t quotient = config.hidden / config.queryHeads;
    const bool none = reader.value("head_dim") == nullptr ? reader.has("head_dim") || defaults.headDim == 0
                                                          : reader.isNone("head_dim", std::to_string(quotient));
    if (none && reader.good() && config.hidden % config.queryHeads != 0) {
        reader.setError("hidden_size is not divisible by num_attention_heads, and there is no head_dim",
                        phrase("%1 and %2", config.hidden, config.queryHeads), "");
    }
    config.headDim = none ? quotient : reader.integer("head_dim", 2, 1024, defaults.headDim);
    if (config.headDim % 2 != 0 || config.headDim < 2) {
        reader.setError("head_dim is odd, but RoPE turns pairs", std::to_string(config.headDim), "an even number");
    }
    if (config.queryHeads % config.kvHeads != 0) {
        reader.setError("num_attention_heads is not a multiple of num_key_value_heads",
                        phrase("%1 and %2", config.queryHeads, config.kvHeads), "");
    }
}

/// Returns "bfloat16" also for "torch.bfloat16". Other texts are not checked: the tensors state their own types.
std::string readDtype(ConfigReader& reader) {
    std::string text = reader.text("dtype", reader.text("torch_dtype", ""));
    constexpr std::string_view kLibrary = "torch.";
    return text.starts_with(kLibrary) ? text.substr(kLibrary.size()) : text;
}

/// Reads the layers without RoPE: those that no_rope_layers marks with 0, else the last of each no_rope_layer_interval.
void readNoRopeLayers(ConfigReader& reader, ModelConfig& config) {
    const std::int64_t interval = reader.integer("no_rope_layer_interval", 1, 1 << 20, 4);
    std::vector<bool> unturned(static_cast<std::size_t>(config.layers));
    for (std::int64_t i = 0; i < config.layers; ++i) {
        unturned[static_cast<std::size_t>(i)] = (i + 1) % interval == 0;
    }
    config.secondaryRopeLayers = unturned;
    const json* turned = reader.value("no_rope_layers");
    if (turned == nullptr) {
        return;
    }
    const auto isMark = [](const json& mark) { return mark.is_boolean() || mark == 0 || mark == 1; };
    if (!turned->is_array() || turned->size() < unturned.size() ||
        !std::all_of(turned->begin(), turned->end(), isMark)) {
        return reader.setError("no_rope_layers does not mark every layer", excerpt(*turned),
                               phrase("%1 times 0 or 1", config.layers));
    }
    for (std::size_t i = 0; i < unturned.size(); ++i) {
        config.secondaryRopeLayers[i] = turned->at(i) == 0 || turned->at(i) == false;
    }
    if (reader.value("no_rope_layer_interval") != nullptr && config.secondaryRopeLayers != unturned) {
        reader.note("no_rope_layer_interval has no effect beside other no_rope_layers", std::to_string(interval));
    }
}

/// Returns the layers with a sliding window: those of layer_types, else those of the family's rule.
std::vector<bool> slidingLayers(ConfigReader& reader, WindowLayers rule, const ModelConfig& config) {
    const std::int64_t layers = config.layers;
    std::vector<bool> slides(static_cast<std::size_t>(layers));
    const json* types = rule == WindowLayers::All ? nullptr : reader.value("layer_types");
    if (types != nullptr) {
        if (!types->is_array() || types->size() != slides.size()) {
            reader.setError("layer_types does not name every layer",
                            types->is_array() ? phrase("%1 entries", types->size()) : Phrase(types->dump()),
                            phrase("%1 entries", layers));
            return slides;
        }
        for (std::size_t i = 0; i < slides.size(); ++i) {
            slides[i] = types->at(i) == "sliding_attention";
            if (!slides[i] && types->at(i) != "full_attention") {
                reader.setError(phrase("layer_types names a kind of layer %1 that is not supported", i),
                                types->at(i).dump(), "full_attention or sliding_attention");
            }
        }
        return slides;
    }
    if (rule == WindowLayers::WithoutRope) {
        return config.secondaryRopeLayers;
    }
    const std::int64_t from =
        rule == WindowLayers::FromMaxWindowLayers ? reader.integer("max_window_layers", 0, 1 << 20, 28) : 0;
    const std::int64_t pattern =
        rule == WindowLayers::ByPattern ? reader.integer("sliding_window_pattern", 1, 1 << 20, 6) : 0;
    for (std::int64_t i = 0; i < layers; ++i) {
        const bool full = rule == WindowLayers::Even ? i % 2 != 0 : pattern > 0 && (i + 1) % pattern == 0;
        slides[static_cast<std::size_t>(i)] = i >= from && !full;
    }
    return slides;
}

void readWindows(ConfigReader& reader, const Family& family, ModelConfig& config) {
    const FamilyDefaults& defaults = family.defaults;
    if (defaults.windowLayers == WindowLayers::None) {
        return;
    }
    const char* key = "sliding_window";
    std::int64_t window = defaults.window;
    if (reader.has(key)) {
        const bool none = reader.value(key) == nullptr || reader.isNone(key, "full attention");
        window = none ? 0 : reader.integer(key, 1, std::int64_t{1} << 40);
    }
    const bool byTypes = reader.value("layer_types") != nullptr;
    const bool used = !family.has("use_sliding_window") || reader.flag("use_sliding_window", false);
    if (!used && !byTypes) {
        return;
    }
    // SmolLM3 follows its layer_types whatever the flag says.
    const bool off = !used && defaults.windowLayers != WindowLayers::WithoutRope;
    const std::vector<bool> slides = slidingLayers(reader, defaults.windowLayers, config);
    if (defaults.localRopeTheta > 0) {
        config.secondaryRopeLayers = slides;
    }
    const bool any = std::ranges::any_of(slides, [](bool one) { return one; });
    if (window == 0 || off || !any) {
        if (any && byTypes) {
            reader.note("layer_types has sliding layers, but no window is in use: all layers see all",
                        off ? "use_sliding_window false" : "no sliding_window");
        }
        return;
    }
    config.slidingWindow = window;
    for (const bool one : slides) {
        config.windows.push_back(one ? window : 0);
    }
}

/// Reads a soft cap; null, 0 and -1 mean none.
double readCap(ConfigReader& reader, const char* key, double absent) {
    if (reader.value(key) == nullptr) {
        return reader.has(key) ? 0 : absent;
    }
    return reader.isNone(key, "no cap") ? 0 : reader.positive(key, absent);
}

/// Reads the four multipliers of Granite.
void readMultipliers(ConfigReader& reader, ModelConfig& config) {
    config.embeddingFactor = reader.positive("embedding_multiplier", 1);
    config.residualFactor = reader.positive("residual_multiplier", 1);
    config.logitDivisor = reader.positive("logits_scaling", 1);
    const double scores = reader.positive("attention_multiplier", 1);
    config.queryPreAttnScalar = 1 / (scores * scores);
    constexpr double kFar = 1e15;
    for (const auto& [key, factor] : {std::pair("embedding_multiplier", config.embeddingFactor),
                                      {"residual_multiplier", config.residualFactor},
                                      {"logits_scaling", config.logitDivisor},
                                      {"attention_multiplier", scores}}) {
        if (factor > kFar || factor < 1 / kFar) {
            reader.setError(phrase("%1 is out of range", key), fmt::format("{}", factor),
                            phrase("a number from %1 to %2", 1 / kFar, kFar));
        }
    }
}

/// Reads the counts of experts, in both spellings, and how their router weights are normalised.
void readExperts(ConfigReader& reader, const Family& family, ModelConfig& config) {
    const FamilyDefaults& defaults = family.defaults;
    constexpr std::int64_t kMost = 4096;
    const std::int64_t local = reader.integer("num_local_experts", 1, kMost, defaults.experts);
    config.experts = reader.integer("num_experts", 1, kMost, local);
    if (config.experts != local && reader.value("num_local_experts") != nullptr) {
        reader.setError("num_experts and num_local_experts differ", phrase("%1 and %2", config.experts, local),
                        "the same");
    }
    config.expertsUsed = reader.integer("num_experts_per_tok", 1, kMost, defaults.expertsUsed);
    if (config.expertsUsed > config.experts) {
        reader.setError("num_experts_per_tok is more than there are", std::to_string(config.expertsUsed),
                        phrase("at most %1", config.experts));
    }
    // Each expert has tensors of its own: the limit holds before a list of them is made.
    constexpr std::int64_t kMostInAll = 1 << 16;
    if (config.experts * config.layers > kMostInAll) {
        reader.setError("there are too many experts in all layers", std::to_string(config.experts * config.layers),
                        phrase("at most %1", kMostInAll));
    }
    if (family.has("swiglu_limit")) {
        config.gateLimit = reader.positive("swiglu_limit", 7);
        config.gateSlope = reader.positive("swiglu_alpha", 1.702);
    }
    if (family.has("moe_intermediate_size")) {
        config.intermediate = reader.integer("moe_intermediate_size", 1, 1 << 22, defaults.expertIntermediate);
        config.sharesAddToOne = reader.flag("norm_topk_prob", false);
        const json* dense = reader.value("mlp_only_layers");
        if (dense != nullptr && !(dense->is_array() && dense->empty())) {
            reader.setError(phrase("%1 is not supported", std::string("mlp_only_layers")), excerpt(*dense),
                            "experts in every layer");
        }
        if (const auto step = reader.integer("decoder_sparse_step", 0, 1 << 20, 1); step != 1) {
            reader.setError(phrase("%1 is not supported", std::string("decoder_sparse_step")), std::to_string(step),
                            "1, experts in every layer");
        }
    }
}

/// Tells whether a key that the family does not have states what the model does anyway.
bool saysTheSame(const std::string& key, const json& value, const ModelConfig& config) {
    const json same{{"hidden_act", config.activation},
                    {"hidden_activation", config.activation},
                    {"rms_norm_eps", config.rmsNormEps},
                    {"layer_norm_eps", config.rmsNormEps},
                    {"num_key_value_heads", config.kvHeads},
                    {"query_pre_attn_scalar", config.headDim},
                    {"rope_theta", config.rope.theta},
                    {"rotary_emb_base", config.rope.theta},
                    {"partial_rotary_factor", config.rotaryFraction},
                    {"rotary_pct", config.rotaryFraction},
                    {"embedding_multiplier", config.embeddingFactor},
                    {"residual_multiplier", config.residualFactor},
                    {"logits_scaling", config.logitDivisor}};
    if (value == false || (value.is_number() && value <= 0) || key == "max_window_layers") {
        return true;
    }
    if (key == "layer_types" && value.is_array() && value.size() == static_cast<std::size_t>(config.layers)) {
        std::int64_t layer = 0;
        return std::all_of(value.begin(), value.end(), [&](const json& kind) {
            return kind == (config.window(layer++) > 0 ? "sliding_attention" : "full_attention");
        });
    }
    return same.contains(key) && same[key] == value;
}

/// Notes keys that only other families have; the reference library does not read them either.
void noteLeftovers(ConfigReader& reader, const Family& family, const ModelConfig& config) {
    std::set<std::string> seen;
    for (const Family& other : families()) {
        for (const std::string_view setting : other.settings) {
            const std::string key(setting);
            const json* value = family.has(key) || !seen.insert(key).second ? nullptr : reader.value(key);
            const json* used = reader.value("use_sliding_window");
            const bool unused = key == "sliding_window" && used != nullptr && *used == false;
            if (value != nullptr && !unused && !saysTheSame(key, *value, config)) {
                reader.note(phrase("%1 has no setting %2: it has no effect", family.architecture, key),
                            excerpt(*value));
            }
        }
    }
}

}  // namespace

Result<ModelConfig> ModelConfig::load(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(const auto text, readFile(path, kMaxConfigBytes));
    return parse(text, path.string());
}

Result<ModelConfig> ModelConfig::parse(std::string_view text, const std::string& file) {
    std::string where = file;
    if (isTooDeepJson(text)) {
        return fail(Code::BadInput, where, "the JSON is nested too deeply", "", phrase("at most %1 levels", 100));
    }
    json object = json::parse(text, nullptr, false);
    const Multimodal* multimodal = object.is_object() ? findMultimodal(object) : nullptr;
    if (multimodal != nullptr) {
        object = textPart(object, *multimodal);
        where += ", text_config";
    }
    if (!object.is_object()) {
        return fail(Code::BadInput, where, "is not a model configuration",
                    object.is_discarded() ? fileKind(text, "text that is not JSON") : object.type_name(),
                    "a JSON object");
    }
    ConfigReader reader(object, where);
    ModelConfig config;
    KVW_TRY_ASSIGN(const auto found, readFamily(reader, where));
    const Family& family = *found;
    const FamilyDefaults& defaults = family.defaults;
    const ShapeDefaults shape = multimodal != nullptr ? defaults.nested : ShapeDefaults{};
    config.architecture = family.architecture;
    if (multimodal != nullptr) {
        reader.note("only the text part of this multimodal model is read", std::string(multimodal->architecture),
                    family.architecture);
    }
    // Only its form is checked here, the tensors when they are opened.
    KVW_TRY_ASSIGN(const auto quantization, readQuantization(object, where));
    config.modelType = reader.text("model_type", "");
    config.dtype = readDtype(reader);
    config.layers = readSize(reader, "num_hidden_layers", 1024, shape.layers);
    config.hidden = readSize(reader, "hidden_size", 1 << 20, shape.hidden);
    config.intermediate = readSize(reader, "intermediate_size", 1 << 22, shape.intermediate);
    config.vocabulary = readSize(reader, "vocab_size", 1 << 24, shape.vocabulary);
    readHeads(reader, family, shape, config);
    config.context = reader.count("max_position_embeddings", std::int64_t{1} << 40, defaults.context);
    config.rmsNormEps =
        reader.notNegative(family.has("layer_norm_eps") ? "layer_norm_eps" : "rms_norm_eps", defaults.normEps);
    config.activation = defaults.activation;
    for (const char* key : {"hidden_act", "hidden_activation"}) {
        config.activation = family.has(key) ? reader.text(key, config.activation) : config.activation;
    }
    const auto flag = [&](const char* key, bool absent) { return family.has(key) ? reader.flag(key, absent) : absent; };
    config.tiedEmbeddings = reader.flag("tie_word_embeddings", defaults.tiedEmbeddings);
    config.attentionBias = flag(family.has("use_qkv_bias") ? "use_qkv_bias" : "attention_bias", defaults.attentionBias);
    config.headNorms = flag("qk_layernorm", false);
    config.mlpBias = flag("mlp_bias", false);
    config.parallelResidual = flag("use_parallel_residual", defaults.parallelResidual);
    if (flag("use_bidirectional_attention", false)) {
        reader.setError("use_bidirectional_attention is not supported", "true", "false");
    }
    if (family.has("query_pre_attn_scalar")) {
        config.queryPreAttnScalar = reader.positive("query_pre_attn_scalar", defaults.queryPreAttnScalar);
        if (family.has("attn_logit_softcapping")) {
            config.attentionSoftCap = readCap(reader, "attn_logit_softcapping", defaults.attentionSoftCap);
        }
        config.logitSoftCap = readCap(reader, "final_logit_softcapping", defaults.logitSoftCap);
    }
    if (family.has("num_experts_per_tok")) {
        readExperts(reader, family, config);
    }
    if (family.has("logits_scaling")) {
        readMultipliers(reader, config);
    }
    reader.ids("bos_token_id", config.vocabulary, config.bosIds);
    reader.ids("eos_token_id", config.vocabulary, config.eosIds);
    if (reader.good()) {
        if (family.has("no_rope_layers")) {
            readNoRopeLayers(reader, config);
        }
        readWindows(reader, family, config);
        readRope(reader, where, family, config);
        noteLeftovers(reader, family, config);
        if (const json* other = reader.value("transformers_weights"); other != nullptr) {
            reader.note("transformers_weights has no effect: model.safetensors is read", excerpt(*other));
        }
    }
    if (!reader.good()) {
        return tl::unexpected(reader.error());
    }
    KVW_TRY(family.check(config, where));
    config.warnings = reader.notes();
    config.warnings.insert(config.warnings.end(), quantization.notes.begin(), quantization.notes.end());
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
