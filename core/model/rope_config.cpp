// SPDX-License-Identifier: Apache-2.0
#include "core/model/rope_config.h"

#include <fmt/format.h>

namespace kvw {

namespace {

using nlohmann::json;

constexpr double kLargestContext = 1e15;

/// Returns the context the model was trained with. A value beside the RoPE parameters (Phi-3) overrides one inside.
double originalContext(ConfigReader& top, ConfigReader& block, const Family& family, const ModelConfig& config) {
    constexpr const char* kKey = "original_max_position_embeddings";
    const auto context = static_cast<double>(config.context);
    const auto read = [&](ConfigReader& reader, double absent) {
        const std::string instead = absent > 0 ? fmt::format("{}", absent) : "what the RoPE parameters say";
        return reader.isNone(kKey, instead) ? absent : reader.positive(kKey, absent);
    };
    const double inside = read(block, context);
    const double beside = read(top, static_cast<double>(family.defaults.originalContext));
    if (beside > 0 && block.value(kKey) != nullptr && inside != beside) {
        block.note("original_max_position_embeddings has no effect among the RoPE parameters of this architecture",
                   fmt::format("{}", inside), phrase("%1, as beside them", beside));
    }
    return beside > 0 ? beside : inside;
}

/// Returns the scaling factor; its default is the ratio of the contexts.
double stretch(ConfigReader& block, const ModelConfig& config) {
    return block.positive("factor", static_cast<double>(config.context) / config.rope.originalContext);
}

void readLlama3(ConfigReader& block, RopeConfig& rope) {
    rope.factor = block.positive("factor", std::nullopt);
    rope.lowFrequencyFactor = block.positive("low_freq_factor", std::nullopt);
    rope.highFrequencyFactor = block.positive("high_freq_factor", std::nullopt);
    if (block.good() && rope.highFrequencyFactor <= rope.lowFrequencyFactor) {
        block.setError("high_freq_factor is not above low_freq_factor", fmt::format("{}", rope.highFrequencyFactor),
                       phrase("more than %1", rope.lowFrequencyFactor));
    }
}

/// Source: Peng et al. 2023, eq. 22; with the factors of DeepSeek's variant (mscale) if a file states both.
void readYarn(ConfigReader& block, ModelConfig& config) {
    RopeConfig& rope = config.rope;
    // The reference library reads a zero as absent here.
    const auto orElse = [&](const char* key, double absent) {
        const double value = block.notNegative(key, 0);
        return value > 0 ? value : absent;
    };
    rope.factor = stretch(block, config);
    rope.betaFast = orElse("beta_fast", 32);
    rope.betaSlow = orElse("beta_slow", 1);
    rope.truncate = block.flag("truncate", !block.has("truncate"));
    const auto scaleBy = [&](double weight) {
        return rope.factor <= 1 ? 1.0 : 0.1 * weight * std::log(rope.factor) + 1;
    };
    const double weight = orElse("mscale", 0), weightOfAll = orElse("mscale_all_dim", 0);
    const double byDefault = weight > 0 && weightOfAll > 0 ? scaleBy(weight) / scaleBy(weightOfAll) : scaleBy(1);
    rope.attentionFactor = block.positive("attention_factor", byDefault);
    if (block.good() && rope.theta <= 1) {
        block.setError("yarn scaling needs a rope_theta above 1", fmt::format("{}", rope.theta),
                       phrase("e.g. %1", 10000));
    }
}

/// Source: Ding et al. 2024, LongRoPE, section 3.3.
void readLongRope(ConfigReader& block, ModelConfig& config) {
    RopeConfig& rope = config.rope;
    rope.factor = stretch(block, config);
    const auto pairs = static_cast<std::size_t>(config.rotaryDim() / 2);
    rope.shortFactors = block.positives("short_factor", pairs);
    rope.longFactors = block.positives("long_factor", pairs);
    const double byDefault =
        rope.factor <= 1 ? 1.0 : std::sqrt(1 + std::log(rope.factor) / std::log(rope.originalContext));
    rope.attentionFactor = block.positive("attention_factor", byDefault);
}

void readScaling(ConfigReader& top, ConfigReader& block, const std::string& kind, const Family& family,
                 ModelConfig& config) {
    RopeConfig& rope = config.rope;
    // Older files of Phi-3 use earlier names of longrope.
    const bool early = config.architecture == "Phi3ForCausalLM" && (kind == "su" || kind == "yarn");
    if (kind == "llama3" || kind == "yarn" || kind == "longrope" || early) {
        rope.originalContext = originalContext(top, block, family, config);
    }
    if (kind == "linear") {
        rope.scaling = RopeScaling::Linear;
        rope.factor = block.positive("factor", std::nullopt);
    } else if (kind == "llama3") {
        rope.scaling = RopeScaling::Llama3;
        readLlama3(block, rope);
    } else if (kind == "longrope" || early) {
        rope.scaling = RopeScaling::LongRope;
        readLongRope(block, config);
    } else if (kind == "yarn") {
        rope.scaling = RopeScaling::Yarn;
        readYarn(block, config);
    } else if (kind == "dynamic") {
        rope.scaling = RopeScaling::Dynamic;
        rope.factor = block.positive("factor", std::nullopt);
        rope.originalContext = static_cast<double>(config.context);
    } else if (kind != "default") {
        block.setError("this RoPE scaling is not supported", kind,
                       "default, linear, llama3, yarn, longrope or dynamic");
    }
    if (block.good() && rope.originalContext > kLargestContext) {
        block.setError(phrase("%1 is out of range", std::string("original_max_position_embeddings")),
                       fmt::format("{}", rope.originalContext), phrase("at most %1", kLargestContext));
    }
    if (block.good() && !std::isfinite(rope.attentionFactor)) {
        block.setError("factor and original_max_position_embeddings give no attention_factor",
                       phrase("%1 and %2", rope.factor, rope.originalContext), "an attention_factor, or other ones");
    }
}

/// Returns the RoPE parameters. Both keys may be present, in files edited by hand for another version of the library.
const json* parametersOf(ConfigReader& top) {
    const json* found = nullptr;
    for (const char* key : {"rope_scaling", "rope_parameters"}) {
        const json* block = top.value(key);
        if (block == nullptr || (block->is_object() && block->empty())) {
            continue;
        }
        if (!block->is_object()) {
            top.setError("the RoPE parameters are malformed", excerpt(*block), "an object or null");
            return nullptr;
        }
        if (found != nullptr && *found != *block) {
            top.note("rope_parameters has no effect beside another rope_scaling", excerpt(*block), excerpt(*found));
        }
        found = found == nullptr ? block : found;
    }
    return found;
}

/// Returns the kind of scaling: `rope_type`, or `type` in older files.
std::string kindOf(ConfigReader& block) {
    const std::string kind = block.text("rope_type", ""), old = block.text("type", "");
    if (!kind.empty() && !old.empty() && kind != old) {
        block.note("type has no effect beside another rope_type", old, kind);
    }
    const std::string named = kind.empty() ? old : kind;
    return named.empty() || named == "none" ? "default" : named;
}

/// Notes keys that the scaling does not use; they have no effect in the reference library either.
void noteUnused(ConfigReader& block, const json& values, const std::string& kind) {
    for (const std::string& key : block.unread()) {
        const json& value = values[key];
        if (!value.is_boolean() && !(key == "factor" && value == 1)) {
            block.note(phrase("%1 has no effect on RoPE of the kind %2", key, kind), excerpt(value));
        }
    }
}

/// Key of the frequency base beside the RoPE parameters, and its default.
struct Base {
    const char* key;
    double absent;
};

/// Reads one set of parameters into `config.rope`.
void readSet(ConfigReader& top, const json& values, const std::string& where, const Family& family, const Base& base,
             ModelConfig& config) {
    ConfigReader block(values, where);
    const bool neox = family.has("rotary_pct");
    const auto read = [&](const char* key, const char* older, double absent) {
        const double beside = top.positive(older, absent), value = block.positive(key, beside);
        if (value != beside && top.value(older) != nullptr) {
            block.note(phrase("%1 has no effect beside the RoPE parameters", older), fmt::format("{}", beside),
                       fmt::format("{}", value));
        }
        return value;
    };
    config.rope.theta = read("rope_theta", base.key, base.absent);
    config.rotaryFraction =
        read("partial_rotary_factor", neox ? "rotary_pct" : "partial_rotary_factor", family.defaults.rotaryFraction);
    const std::string kind = kindOf(block);
    if (!neox && !family.has("partial_rotary_factor") && config.rotaryFraction != 1) {
        const std::string share = fmt::format("{}", config.rotaryFraction);
        config.rotaryFraction = 1;
        if (kind != "default") {
            block.setError(phrase("partial_rotary_factor is not supported by %1", family.architecture), share, "1");
        } else if (block.value("partial_rotary_factor") != nullptr) {
            block.note(phrase("%1 has no setting partial_rotary_factor: it has no effect", family.architecture), share);
        }
    }
    if (config.rotaryFraction > 1 || config.rotaryDim() < 2 || config.rotaryDim() % 2 != 0) {
        block.setError("RoPE turns pairs of a head's dimensions, and this share of them is not whole pairs",
                       phrase("%1 of %2", config.rotaryFraction, config.headDim),
                       "a share of at most 1 that is an even number of dimensions");
    }
    if (block.good()) {
        readScaling(top, block, kind, family, config);
        noteUnused(block, values, kind);
    }
    top.mergeFrom(block);
}

/// Reads the set for layers with a sliding window into `config.secondaryRope`.
void readLocal(ConfigReader& top, const json& values, const std::string& where, const Family& family,
               ModelConfig& config) {
    ModelConfig local = config;
    local.rope = {};
    readSet(top, values, where, family, {"rope_local_base_freq", family.defaults.localRopeTheta}, local);
    if (local.rope.scaling == RopeScaling::Dynamic || local.rope.scaling == RopeScaling::LongRope ||
        local.rope.attentionFactor != config.rope.attentionFactor) {
        top.setError("this RoPE scaling of the layers that slide is not supported", toText(local.rope.scaling),
                     "default, linear or llama3");
    }
    config.secondaryRope = local.rope;
}

}  // namespace

void readRope(ConfigReader& top, const std::string& where, const Family& family, ModelConfig& config) {
    const json none = json::object(), byDefault = json::parse(family.defaults.ropeParameters);
    const json* found = parametersOf(top);
    const json& values = found == nullptr ? byDefault : *found;
    const bool byKind = std::any_of(values.begin(), values.end(), [](const json& value) { return value.is_object(); });
    const bool hasLocal = family.defaults.localRopeTheta > 0;
    if (byKind && !hasLocal) {
        return top.setError("RoPE parameters for each kind of layer are not supported", excerpt(values),
                            "one set for all layers");
    }
    const auto ofKind = [&](const char* kind) -> const json& {
        return byKind && values.contains(kind) && values[kind].is_object() ? values[kind] : none;
    };
    readSet(top, byKind ? ofKind("full_attention") : values, where, family,
            {family.has("rotary_pct") ? "rotary_emb_base" : "rope_theta", family.defaults.ropeTheta}, config);
    if (hasLocal) {
        readLocal(top, ofKind("sliding_attention"), where, family, config);
    }
    for (const auto& [kind, value] : values.items()) {
        if (byKind && kind != "full_attention" && kind != "sliding_attention") {
            top.note(phrase("%1 has no effect beside RoPE parameters for each kind of layer", kind), excerpt(value));
        }
    }
}

}  // namespace kvw
