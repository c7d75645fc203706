// SPDX-License-Identifier: Apache-2.0
/// RoPE settings of GGUF files.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/config.h"
#include "core/model/weights/gguf_settings.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

/// Recovers the llama3 scaling. Files of Llama 3.1 and later store only its result, one divisor per pair. The factor is
/// the largest divisor, the other parameters are the same in all published models; every divisor is checked against
/// them.
Result<void> llama3Scaling(GgufSettings& s, const TensorView& factors) {
    const auto bad = [&](Phrase found) {
        return fail(Code::BadInput, s.where, "rope_freqs.weight holds RoPE factors that are not those of Llama 3",
                    std::move(found), "factors of the llama3 scaling over 8192 tokens");
    };
    if (!usableAsWeight(factors.type) || blockElements(factors.type) != 1 || factors.shape.size() != 1 ||
        factors.elements() == 0 || factors.elements() > 4096) {
        return bad(fmt::format("{} {}", toText(factors.type), shapeText(factors.shape)));
    }
    KVW_TRY_ASSIGN(const auto divisors, readFloats(factors));
    RopeConfig rope;
    rope.theta = s.json.value("rope_theta", 10000.0);
    if (!(rope.theta > 0)) {
        return bad("rope.freq_base is not positive");
    }
    const auto dim = static_cast<std::int64_t>(2 * divisors.size());
    const std::vector<float> plain = rope.inverseFrequencies(dim);
    rope.scaling = RopeScaling::Llama3;
    rope.factor = static_cast<double>(*std::max_element(divisors.begin(), divisors.end()));
    rope.lowFrequencyFactor = 1;
    rope.highFrequencyFactor = 4;
    rope.originalContext = 8192;
    const std::vector<float> scaled = rope.inverseFrequencies(dim);
    for (std::size_t i = 0; i < divisors.size(); ++i) {
        const float expected = plain[i] / scaled[i];
        if (!(std::abs(divisors[i] - expected) <= 1e-4F * expected)) {
            return bad(phrase("%1 at %2", divisors[i], i));
        }
    }
    s.json["rope_scaling"] = {{"rope_type", "llama3"},
                              {"factor", rope.factor},
                              {"low_freq_factor", 1},
                              {"high_freq_factor", 4},
                              {"original_max_position_embeddings", 8192}};
    return {};
}

}  // namespace

void writeRotaryShare(GgufSettings& s) {
    const auto turned = s.whole("rope.dimension_count");
    const auto dim = s.headDim();
    if (!turned || !dim || *dim <= 0 || *turned == *dim) {
        return;
    }
    const double share = static_cast<double>(*turned) / static_cast<double>(*dim);
    const std::string_view name = s.architecture;
    if (name == "gptneox") {
        s.json["rotary_pct"] = share;
    } else if (name == "phi3" || name == "stablelm") {
        s.json["partial_rotary_factor"] = share;
    } else {
        s.refuse(phrase("%1 is not supported", s.prefix + "rope.dimension_count"), std::to_string(*turned),
                 std::to_string(*dim));
    }
}

Result<void> writeRopeScaling(GgufSettings& s) {
    const std::string key = s.prefix + "rope.scaling.type";
    s.asked.insert(key);
    if (s.file.has(key) && !s.file.text(key)) {
        s.refuse(phrase("%1 is not a text", key), s.file.shown(key), "a text");
    }
    auto factor = s.value("rope.scaling.factor");
    const auto old = s.value("rope.scale_linear");  // older files, before the type was stored
    factor = factor && *factor != 0 ? factor : old;
    const auto attention = s.value("rope.scaling.attn_factor");
    const auto context = s.whole("rope.scaling.original_context_length");
    if (const TensorView* factors = s.file.find("rope_freqs.weight"); factors != nullptr) {
        return llama3Scaling(s, *factors);
    }
    const TensorView *longer = s.file.find("rope_factors_long.weight"),
                     *shorter = s.file.find("rope_factors_short.weight");
    const bool isLong = longer != nullptr || shorter != nullptr;
    // llama.cpp reads a factor without a type as linear.
    const std::string kind = isLong ? "longrope" : std::string(s.file.text(key).value_or("linear"));
    if (kind == "none" || (kind == "linear" && factor.value_or(1) == 1)) {
        return {};
    }
    ordered_json scaling{{"rope_type", kind}};
    if (factor && !isLong) {
        scaling["factor"] = s.decimal(*factor);
    }
    if (context) {
        (isLong ? s.json : scaling)["original_max_position_embeddings"] = *context;
    }
    if (kind == "yarn") {
        if (s.isGptOss()) {
            scaling["truncate"] = false;  // as in the original config.json; GGUF files do not store it
        }
        for (const auto& [from, to] : {std::pair("yarn_beta_fast", "beta_fast"), {"yarn_beta_slow", "beta_slow"}}) {
            if (const auto beta = s.value(std::string("rope.scaling.") + from)) {
                scaling[to] = s.decimal(*beta);
            }
        }
        // llama.cpp multiplies it by the default that follows from the factor.
        if (attention && factor && *factor > 1) {
            scaling["attention_factor"] = s.decimal(*attention) * (0.1 * std::log(*factor) + 1);
        }
    } else if (isLong && attention) {
        scaling["attention_factor"] = s.decimal(*attention);
    }
    for (const auto& [factors, to] : {std::pair(shorter, "short_factor"), {longer, "long_factor"}}) {
        if (factors == nullptr) {
            continue;
        }
        const bool plain = usableAsWeight(factors->type) && blockElements(factors->type) == 1;
        KVW_TRY_ASSIGN(scaling[to], plain ? readFloats(*factors) : Result<std::vector<float>>(std::vector<float>()));
    }
    s.json["rope_scaling"] = std::move(scaling);
    return {};
}

}  // namespace kvw
