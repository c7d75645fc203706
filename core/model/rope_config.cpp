// SPDX-License-Identifier: Apache-2.0
#include "core/model/rope_config.h"

namespace kvw {

namespace {

using nlohmann::json;

constexpr double kLargestContext = 1e15;

/// The context the model was trained with: Phi-3 states it beside the scaling, others in it, some not at all.
double originalContext(ConfigReader& top, ConfigReader& block, const ModelConfig& config) {
    constexpr const char* kKey = "original_max_position_embeddings";
    const double beside = config.architecture == "Phi3ForCausalLM" ? top.positive(kKey, 0.0) : 0;
    return beside > 0 ? beside : block.positive(kKey, static_cast<double>(config.context));
}

double stretch(ConfigReader& block, const ModelConfig& config) {
    return block.positive("factor", static_cast<double>(config.context) / config.rope.originalContext);
}

void readLlama3(ConfigReader& block, RopeConfig& rope) {
    rope.factor = block.positive("factor", std::nullopt);
    rope.lowFrequencyFactor = block.positive("low_freq_factor", std::nullopt);
    rope.highFrequencyFactor = block.positive("high_freq_factor", std::nullopt);
    rope.originalContext = block.positive("original_max_position_embeddings", std::nullopt);
    if (block.good() && rope.highFrequencyFactor <= rope.lowFrequencyFactor) {
        block.complain("high_freq_factor is not above low_freq_factor", fmt::format("{}", rope.highFrequencyFactor),
                       fmt::format("more than {}", rope.lowFrequencyFactor));
    }
}

/// Source: Peng et al. 2023, eq. 22, with the factors of DeepSeek's variant where a file states both.
void readYarn(ConfigReader& top, ConfigReader& block, ModelConfig& config) {
    RopeConfig& rope = config.rope;
    rope.originalContext = originalContext(top, block, config);
    rope.factor = stretch(block, config);
    rope.betaFast = block.positive("beta_fast", 32.0);
    rope.betaSlow = block.positive("beta_slow", 1.0);
    rope.truncate = block.flag("truncate", true);
    const auto scaleBy = [&](double weight) {
        return rope.factor <= 1 ? 1.0 : 0.1 * weight * std::log(rope.factor) + 1;
    };
    const bool both = block.value("mscale") != nullptr && block.value("mscale_all_dim") != nullptr;
    const double byDefault =
        both ? scaleBy(block.positive("mscale", 1.0)) / scaleBy(block.positive("mscale_all_dim", 1.0)) : scaleBy(1);
    rope.attentionFactor = block.positive("attention_factor", byDefault);
    if (block.good() && rope.theta <= 1) {
        block.complain("yarn scaling needs a rope_theta above 1", fmt::format("{}", rope.theta), "e.g. 10000");
    }
}

/// Source: Ding et al. 2024, LongRoPE, section 3.3.
void readLongRope(ConfigReader& top, ConfigReader& block, ModelConfig& config) {
    RopeConfig& rope = config.rope;
    rope.originalContext = originalContext(top, block, config);
    rope.factor = stretch(block, config);
    const auto pairs = static_cast<std::size_t>(config.rotaryDim() / 2);
    rope.shortFactors = block.positives("short_factor", pairs);
    rope.longFactors = block.positives("long_factor", pairs);
    const double byDefault =
        rope.factor <= 1 ? 1.0 : std::sqrt(1 + std::log(rope.factor) / std::log(rope.originalContext));
    rope.attentionFactor = block.positive("attention_factor", byDefault);
}

void readScaling(ConfigReader& top, ConfigReader& block, const std::string& kind, ModelConfig& config) {
    RopeConfig& rope = config.rope;
    // Files of Phi-3 call longrope by its earlier names.
    const bool early = config.architecture == "Phi3ForCausalLM" && (kind == "su" || kind == "yarn");
    if (kind == "linear") {
        rope.scaling = RopeScaling::Linear;
        rope.factor = block.positive("factor", std::nullopt);
    } else if (kind == "llama3") {
        rope.scaling = RopeScaling::Llama3;
        readLlama3(block, rope);
    } else if (kind == "longrope" || early) {
        rope.scaling = RopeScaling::LongRope;
        readLongRope(top, block, config);
    } else if (kind == "yarn") {
        rope.scaling = RopeScaling::Yarn;
        readYarn(top, block, config);
    } else if (kind == "dynamic") {
        rope.scaling = RopeScaling::Dynamic;
        rope.factor = block.positive("factor", std::nullopt);
        rope.originalContext = static_cast<double>(config.context);
    } else if (kind != "default") {
        block.complain("this RoPE scaling is not supported", kind,
                       "default, linear, llama3, yarn, longrope or dynamic");
    }
    if (block.good() && rope.originalContext > kLargestContext) {
        block.complain("original_max_position_embeddings is out of range", fmt::format("{}", rope.originalContext),
                       fmt::format("at most {}", kLargestContext));
    }
}

}  // namespace

/// `rope_parameters` (new) or `rope_theta` with `rope_scaling` (old); the scaling's kind is `rope_type` or `type`.
void readRope(ConfigReader& top, const std::string& where, double defaultFraction, ModelConfig& config) {
    RopeConfig& rope = config.rope;
    rope.theta = top.positive("rope_theta", top.positive("rotary_emb_base", 10000.0));
    config.rotaryFraction = top.positive("partial_rotary_factor", top.positive("rotary_pct", defaultFraction));
    const json* block = top.value("rope_parameters");
    if (block == nullptr) {
        block = top.value("rope_scaling");
    }
    if (block != nullptr && !block->is_object()) {
        top.complain("the RoPE parameters are malformed", block->dump(), "an object or null");
        return;
    }
    const json none = json::object();
    ConfigReader reader(block == nullptr ? none : *block, where);
    rope.theta = reader.positive("rope_theta", rope.theta);
    config.rotaryFraction = reader.positive("partial_rotary_factor", config.rotaryFraction);
    if (config.rotaryFraction > 1 || config.rotaryDim() < 2 || config.rotaryDim() % 2 != 0) {
        reader.complain("RoPE turns pairs of a head's dimensions, and this share of them is not whole pairs",
                        fmt::format("{} of {}", config.rotaryFraction, config.headDim),
                        "a share of at most 1 that is an even number of dimensions");
    }
    if (reader.good()) {
        readScaling(top, reader, reader.text("rope_type", reader.text("type", "default").c_str()), config);
    }
    if (!reader.good()) {
        top.take(reader);
    }
}

}  // namespace kvw
