// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/conformance_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/policy/kit/random.h"

namespace kvw {

namespace {

using sdk::hash;
using u64 = std::uint64_t;

double normal(u64 h) {
    const double u1 = static_cast<double>((h >> 11U) + 1) * 0x1.0p-53;
    const double u2 = static_cast<double>(sdk::splitmix64(h) >> 11U) * 0x1.0p-53;
    return std::sqrt(-2 * std::log(u1)) * std::cos(2 * std::numbers::pi * u2);
}

double sign(u64 h) {
    return (h >> 63U) == 0 ? 1.0 : -1.0;
}

struct Generator {
    u64 seed = 0;
    double sharpness = 1, queryGain = 0, sinkGain = 0, heavyGain = 0, topicGain = 0;
    std::int64_t sinks = 0, heavyEvery = 0, topics = 1, topicBlock = 1;

    [[nodiscard]] double direction(u64 l, u64 x, u64 c) const { return sign(hash(seed, {3, l, x, 0, c})); }
    [[nodiscard]] double topic(u64 l, u64 x, u64 t, u64 c) const {
        const u64 block = (t / static_cast<u64>(topicBlock)) % static_cast<u64>(topics);
        return sign(hash(seed, {4, l, x, block, c}));
    }
    [[nodiscard]] double boost(u64 l, u64 x, u64 t) const {
        if (static_cast<std::int64_t>(t) < sinks) {
            return sinkGain;
        }
        const bool heavy = heavyEvery > 0 && hash(seed, {5, l, x, t, 0}) % static_cast<u64>(heavyEvery) == 0;
        return heavy ? heavyGain : 0;
    }
};

void generate(const Generator& g, CaseTensors& out) {
    const auto layers = static_cast<u64>(out.shape.layers);
    const auto queryHeads = static_cast<u64>(out.shape.queryHeads);
    const auto kvHeads = static_cast<u64>(out.shape.kvHeads);
    const auto tokens = static_cast<u64>(out.tokens);
    const auto headDim = static_cast<u64>(out.shape.headDim);
    const u64 group = queryHeads / kvHeads;
    std::size_t q = 0;
    std::size_t kv = 0;
    for (u64 l = 0; l < layers; ++l) {
        const double f = 0.5 + 0.5 * static_cast<double>((l + 1) % 3);
        for (u64 h = 0; h < queryHeads; ++h) {
            for (u64 t = 0; t < tokens; ++t) {
                for (u64 c = 0; c < headDim; ++c) {
                    const double value = normal(hash(g.seed, {0, l, h, t, c})) +
                                         g.queryGain * g.direction(l, h / group, c) +
                                         g.topicGain * g.topic(l, h / group, t, c);
                    out.q[q++] = static_cast<float>(g.sharpness * f * value);
                }
            }
        }
        for (u64 x = 0; x < kvHeads; ++x) {
            for (u64 t = 0; t < tokens; ++t) {
                const double boost = g.boost(l, x, t);
                for (u64 c = 0; c < headDim; ++c, ++kv) {
                    out.k[kv] = static_cast<float>(normal(hash(g.seed, {1, l, x, t, c})) +
                                                   boost * g.direction(l, x, c) + g.topicGain * g.topic(l, x, t, c));
                    out.v[kv] = static_cast<float>(normal(hash(g.seed, {2, l, x, t, c})));
                }
            }
        }
    }
}

Result<void> readExplicit(const nlohmann::json& value, std::int64_t layers, std::int64_t heads, std::int64_t tokens,
                          std::int64_t headDim, std::vector<float>& out, const std::string& where) {
    const auto wrong = [&](const Phrase& what) {
        return fail(Code::BadInput, where, "tensors.explicit has the wrong shape", what,
                    fmt::format("[{}, {}, {}, {}]", layers, heads, tokens, headDim));
    };
    std::size_t index = 0;
    if (!value.is_array() || value.size() != static_cast<std::size_t>(layers)) {
        return wrong("another number of layers");
    }
    for (const auto& layer : value) {
        if (!layer.is_array() || layer.size() != static_cast<std::size_t>(heads)) {
            return wrong("another number of heads");
        }
        for (const auto& head : layer) {
            if (!head.is_array() || head.size() != static_cast<std::size_t>(tokens)) {
                return wrong("another number of tokens");
            }
            for (const auto& row : head) {
                if (!row.is_array() || row.size() != static_cast<std::size_t>(headDim)) {
                    return wrong("another head_dim");
                }
                for (const auto& number : row) {
                    if (!number.is_number()) {
                        return wrong("something that is not a number");
                    }
                    out[index++] = static_cast<float>(number.get<double>());
                }
            }
        }
    }
    return {};
}

Result<void> checkProbe(const nlohmann::json& probe, const CaseTensors& tensors, const std::string& where) {
    const auto token = probe.value("token", std::int64_t{0});
    if (token < 0 || token >= tensors.tokens) {
        return fail(Code::BadInput, where, "the probe is of a token that the case does not have", std::to_string(token),
                    phrase("0 to %1", tensors.tokens - 1));
    }
    const std::pair<const char*, const float*> rows[] = {
        {"q", tensors.query(0, 0, token)}, {"k", tensors.key(0, 0, token)}, {"v", tensors.value(0, 0, token)}};
    for (const auto& [name, row] : rows) {
        if (!probe.contains(name)) {
            continue;
        }
        if (probe.at(name).size() > static_cast<std::size_t>(tensors.shape.headDim)) {
            return fail(Code::BadInput, where, phrase("the probe lists more channels of %1 than a head has", name),
                        std::to_string(probe.at(name).size()), phrase("at most %1", tensors.shape.headDim));
        }
        std::size_t channel = 0;
        for (const auto& expected : probe.at(name)) {
            const auto found = static_cast<double>(row[channel]);
            const double value = expected.get<double>();
            if (std::abs(found - value) > 2e-6 * std::max(1.0, std::abs(value))) {
                return fail(
                    Code::BadInput, where,
                    phrase("the generator disagrees with the probe at %1[%2] of token %3", name, channel, token),
                    fmt::format("{}", found), fmt::format("{}", value));
            }
            ++channel;
        }
    }
    return {};
}

}  // namespace

Result<CaseTensors> caseTensors(const nlohmann::json& tensors, const sdk::ModelShape& shape, std::int64_t tokens,
                                const std::string& where) {
    CaseTensors out;
    out.shape = shape;
    out.tokens = tokens;
    out.q.resize(static_cast<std::size_t>(shape.layers * shape.queryHeads * tokens * shape.headDim));
    out.k.resize(static_cast<std::size_t>(shape.layers * shape.kvHeads * tokens * shape.headDim));
    out.v.resize(out.k.size());
    if (tensors.contains("explicit")) {
        const auto& given = tensors.at("explicit");
        KVW_TRY(readExplicit(given.value("q", nlohmann::json()), shape.layers, shape.queryHeads, tokens, shape.headDim,
                             out.q, where));
        KVW_TRY(readExplicit(given.value("k", nlohmann::json()), shape.layers, shape.kvHeads, tokens, shape.headDim,
                             out.k, where));
        if (given.contains("v")) {
            KVW_TRY(readExplicit(given.at("v"), shape.layers, shape.kvHeads, tokens, shape.headDim, out.v, where));
        }
        return out;
    }
    if (tensors.value("generator", std::string()) != "splitmix64-normal") {
        return fail(Code::BadInput, where, "the generator is not known",
                    tensors.value("generator", std::string("none")), "splitmix64-normal, or explicit tensors");
    }
    Generator g;
    g.seed = tensors.value("seed", u64{0});
    g.sharpness = tensors.value("sharpness", 1.0);
    g.queryGain = tensors.value("query_gain", 0.0);
    g.sinks = tensors.value("sinks", std::int64_t{0});
    g.sinkGain = tensors.value("sink_gain", 0.0);
    g.heavyEvery = tensors.value("heavy_every", std::int64_t{0});
    g.heavyGain = tensors.value("heavy_gain", 0.0);
    g.topics = std::max<std::int64_t>(tensors.value("topics", std::int64_t{1}), 1);
    g.topicBlock = std::max<std::int64_t>(tensors.value("topic_block", std::int64_t{1}), 1);
    g.topicGain = tensors.value("topic_gain", 0.0);
    generate(g, out);
    if (tensors.contains("probe")) {
        KVW_TRY(checkProbe(tensors.at("probe"), out, where));
    }
    return out;
}

}  // namespace kvw
