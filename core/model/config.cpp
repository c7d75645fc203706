// SPDX-License-Identifier: Apache-2.0
#include "core/model/config.h"
#include "core/base/json_depth.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/model/family.h"
#include "core/model/mapped_file.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxConfigBytes = 16'000'000;

/// Reads keys of one JSON object; remembers the first error, so that a caller checks once at the end.
class Reader {
 public:
    Reader(const json& object, std::string where) : m_object(object), m_where(std::move(where)) {}

    /// The value under `key`; null when absent or JSON null.
    [[nodiscard]] const json* value(const char* key) const {
        const auto it = m_object.find(key);
        return it == m_object.end() || it->is_null() ? nullptr : &*it;
    }

    std::int64_t integer(const char* key, std::int64_t minimum, std::int64_t maximum,
                         std::optional<std::int64_t> absent = {}) {
        const json* found = value(key);
        if (found == nullptr) {
            if (!absent) {
                complain(fmt::format("{} is missing", key), "", fmt::format("a whole number of at least {}", minimum));
            }
            return absent.value_or(minimum);
        }
        // Also refuses what does not fit 64 bits: such numbers come as unsigned or as floating point.
        if (!found->is_number_integer() ||
            (found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(maximum)) ||
            found->get<std::int64_t>() < minimum || found->get<std::int64_t>() > maximum) {
            complain(fmt::format("{} is out of range", key), found->dump(),
                     fmt::format("a whole number from {} to {}", minimum, maximum));
            return minimum;
        }
        return found->get<std::int64_t>();
    }

    double positive(const char* key, std::optional<double> absent) {
        const json* found = value(key);
        if (found == nullptr) {
            if (!absent) {
                complain(fmt::format("{} is missing", key), "", "a positive number");
            }
            return absent.value_or(1);
        }
        if (!found->is_number() || !std::isfinite(found->get<double>()) || found->get<double>() <= 0) {
            complain(fmt::format("{} is out of range", key), found->dump(), "a positive number");
            return 1;
        }
        return found->get<double>();
    }

    bool flag(const char* key, bool absent) {
        const json* found = value(key);
        if (found != nullptr && !found->is_boolean()) {
            complain(fmt::format("{} is not a flag", key), found->dump(), "true or false");
        }
        return found != nullptr && found->is_boolean() ? found->get<bool>() : absent;
    }

    std::string text(const char* key, const char* absent) {
        const json* found = value(key);
        if (found != nullptr && !found->is_string()) {
            complain(fmt::format("{} is not a text", key), found->dump(), "a text");
        }
        return found != nullptr && found->is_string() ? found->get<std::string>() : absent;
    }

    /// One id, a list of ids, or none.
    std::vector<std::int32_t> ids(const char* key) {
        const json* found = value(key);
        std::vector<std::int32_t> result;
        if (found == nullptr) {
            return result;
        }
        for (const json& id : found->is_array() ? *found : json::array({*found})) {
            if (!id.is_number_unsigned() || id.get<std::uint64_t>() > std::numeric_limits<std::int32_t>::max()) {
                complain(fmt::format("{} is not a token id", key), found->dump(), "a whole number or a list of them");
                return result;
            }
            result.push_back(id.get<std::int32_t>());
        }
        return result;
    }

    void complain(std::string what, std::string found, std::string expected) {
        if (m_error.what.empty()) {
            m_error = Error{Code::BadInput, std::move(what), m_where, std::move(expected), std::move(found)};
        }
    }
    [[nodiscard]] bool good() const { return m_error.what.empty(); }
    [[nodiscard]] const Error& error() const { return m_error; }

 private:
    const json& m_object;
    std::string m_where;
    Error m_error{};
};

/// θ and scaling: `rope_parameters` (new) or `rope_theta` with `rope_scaling` (old); the scaling's kind is `rope_type`
/// or `type`.
Result<RopeConfig> readRope(Reader& top, const std::string& where) {
    RopeConfig rope;
    const json* block = top.value("rope_parameters");
    rope.theta = top.positive("rope_theta", 10000.0);
    if (block == nullptr) {
        block = top.value("rope_scaling");
    }
    if (block == nullptr) {
        return rope;
    }
    if (!block->is_object()) {
        return fail(Code::BadInput, where, "the RoPE parameters are malformed", block->dump(), "an object or null");
    }
    Reader reader(*block, where);
    rope.theta = reader.positive("rope_theta", rope.theta);
    const std::string kind = reader.text("rope_type", reader.text("type", "default").c_str());
    if (kind == "linear") {
        rope.scaling = RopeScaling::Linear;
        rope.factor = reader.positive("factor", std::nullopt);
    } else if (kind == "llama3") {
        rope.scaling = RopeScaling::Llama3;
        rope.factor = reader.positive("factor", std::nullopt);
        rope.lowFrequencyFactor = reader.positive("low_freq_factor", std::nullopt);
        rope.highFrequencyFactor = reader.positive("high_freq_factor", std::nullopt);
        rope.originalContext = reader.positive("original_max_position_embeddings", std::nullopt);
        if (reader.good() && rope.highFrequencyFactor <= rope.lowFrequencyFactor) {
            reader.complain("high_freq_factor is not above low_freq_factor",
                            fmt::format("{}", rope.highFrequencyFactor),
                            fmt::format("more than {}", rope.lowFrequencyFactor));
        }
    } else if (kind != "default") {
        reader.complain("this RoPE scaling is not supported", kind, "default, linear or llama3");
    }
    if (!reader.good()) {
        return tl::unexpected(reader.error());
    }
    return rope;
}

Result<std::string> readArchitecture(const Reader& reader, const std::string& where) {
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

void readHeads(Reader& reader, ModelConfig& config) {
    config.queryHeads = reader.integer("num_attention_heads", 1, 4096);
    config.kvHeads = reader.integer("num_key_value_heads", 1, 4096, config.queryHeads);
    const bool explicitDim = reader.value("head_dim") != nullptr;
    if (!explicitDim && reader.good() && config.hidden % config.queryHeads != 0) {
        reader.complain("hidden_size is not divisible by num_attention_heads, and there is no head_dim",
                        fmt::format("{} and {}", config.hidden, config.queryHeads), "");
    }
    config.headDim = reader.integer("head_dim", 2, 1024, config.hidden / config.queryHeads);
    if (config.headDim % 2 != 0 || config.headDim < 2) {
        reader.complain("head_dim is odd, but RoPE turns pairs", std::to_string(config.headDim), "an even number");
    }
    if (config.queryHeads % config.kvHeads != 0) {
        reader.complain("num_attention_heads is not a multiple of num_key_value_heads",
                        fmt::format("{} and {}", config.queryHeads, config.kvHeads), "");
    }
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
    Reader reader(object, where);
    ModelConfig config;
    const auto architecture = readArchitecture(reader, where);
    if (!architecture) {
        return tl::unexpected(architecture.error());
    }
    config.architecture = *architecture;
    if (const json* quantized = reader.value("quantization_config")) {
        return fail(Code::BadInput, where, "quantized weights are not supported",
                    quantized->is_object() ? quantized->value("quant_method", json("quantization_config")).dump() : "",
                    "f32, bf16 or f16 weights");
    }
    config.modelType = reader.text("model_type", "");
    config.dtype = reader.text("dtype", reader.text("torch_dtype", "").c_str());
    config.layers = reader.integer("num_hidden_layers", 1, 1024);
    config.hidden = reader.integer("hidden_size", 1, 1 << 20);
    config.intermediate = reader.integer("intermediate_size", 1, 1 << 22);
    config.vocabulary = reader.integer("vocab_size", 1, 1 << 24);
    readHeads(reader, config);
    config.context = reader.integer("max_position_embeddings", 1, std::int64_t{1} << 40, 2048);
    config.rmsNormEps = reader.positive("rms_norm_eps", 1e-6);
    config.activation = reader.text("hidden_act", "silu");
    config.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
    config.attentionBias = reader.flag("attention_bias", false);
    config.mlpBias = reader.flag("mlp_bias", false);
    config.rotaryFraction = reader.positive("partial_rotary_factor", 1.0);
    if (reader.value("sliding_window") != nullptr) {
        config.slidingWindow = reader.integer("sliding_window", 1, std::int64_t{1} << 40);
    }
    config.bosIds = reader.ids("bos_token_id");
    config.eosIds = reader.ids("eos_token_id");
    const auto rope = readRope(reader, where);
    if (!reader.good()) {
        return tl::unexpected(reader.error());
    }
    if (!rope) {
        return tl::unexpected(rope.error());
    }
    config.rope = *rope;
    if (auto supported = findFamily(config.architecture)->check(config, where); !supported) {
        return tl::unexpected(supported.error());
    }
    return config;
}

}  // namespace kvw
