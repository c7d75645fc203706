// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "tests/support/reference_weights.h"

namespace kvw::test {

namespace {

using Rows = std::vector<std::vector<double>>;  ///< one per token

std::vector<double> normed(std::span<const double> x, const ReferenceNorm& norm, double epsilon) {
    if (norm.weight.empty()) {
        return {x.begin(), x.end()};
    }
    const auto count = static_cast<double>(x.size());
    const double mean = norm.bias.empty() ? 0 : std::accumulate(x.begin(), x.end(), 0.0) / count;
    double squares = 0;
    for (const double value : x) {
        squares += (value - mean) * (value - mean);
    }
    const double scale = 1 / std::sqrt(squares / count + epsilon);
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        y[i] = (x[i] - mean) * scale * norm.weight[i] + (norm.bias.empty() ? 0 : norm.bias[i]);
    }
    return y;
}

/// Norms each `dim` numbers of a vector, in place, by the same weights or, where there are more, by their own; without
/// weights it does nothing.
void normHeads(std::vector<double>& x, const ReferenceNorm& norm, std::size_t dim, double epsilon) {
    for (std::size_t at = 0; !norm.weight.empty() && at < x.size(); at += dim) {
        const auto part = [&](const std::vector<double>& all) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(all.empty() ? 0 : at % all.size());
            return all.empty() ? all : std::vector<double>(first, first + static_cast<std::ptrdiff_t>(dim));
        };
        const auto head = normed(std::span(x).subspan(at, dim), {part(norm.weight), part(norm.bias)}, epsilon);
        std::copy(head.begin(), head.end(), x.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

void addTo(std::vector<double>& x, const std::vector<double>& y, double factor = 1) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] += factor * y[i];
    }
}

void store(std::vector<double>& x, const ReferenceOptions& options) {
    for (double& value : x) {
        value = options.storeF32 ? static_cast<double>(static_cast<float>(value)) : value;
    }
}

std::size_t wanted(std::size_t tokens, const ReferenceOptions& options) {
    return options.lastRows > 0 ? std::min(tokens, options.lastRows) : tokens;
}

/// In eight sums, so that one addition need not wait for the one before.
double dot(const double* a, const double* b, std::size_t count) {
    double sums[8] = {};
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) {
            sums[lane] += a[i + lane] * b[i + lane];
        }
    }
    double rest = 0;
    for (; i < count; ++i) {
        rest += a[i] * b[i];
    }
    return std::accumulate(std::begin(sums), std::end(sums), rest);
}

/// Cosine and sine per phase and plane.
class Rotation {
 public:
    Rotation() = default;  ///< turns nothing
    Rotation(const ReferenceWeights& w, const ReferenceRope& rope, std::int64_t phases, const ReferenceOptions& options)
        : m_planes(static_cast<std::size_t>(w.rotaryDim / 2)) {
        const bool exact = options.exactAngles;
        const std::int64_t tokens = options.ropeTokens > 0 ? options.ropeTokens : phases;
        for (std::size_t m = 0; m < m_planes; ++m) {
            m_frequencies.push_back(exact ? frequency<double>(w, rope, m, tokens)
                                          : static_cast<double>(frequency<float>(w, rope, m, tokens)));
        }
        for (std::int64_t phase = 0; phase < phases; ++phase) {
            for (const double f : m_frequencies) {
                const double angle = exact || options.linearAngles
                                         ? static_cast<double>(phase) * f
                                         : static_cast<double>(static_cast<float>(phase) * static_cast<float>(f));
                m_cosines.push_back(std::cos(angle) * rope.attention);
                m_sines.push_back(std::sin(angle) * rope.attention);
            }
        }
    }

    void turn(double* head, std::int64_t phase) const {
        const std::size_t row = static_cast<std::size_t>(phase) * m_planes;
        for (std::size_t m = 0; m < m_planes; ++m) {
            const double a = head[m];
            const double b = head[m + m_planes];
            head[m] = a * m_cosines[row + m] - b * m_sines[row + m];
            head[m + m_planes] = b * m_cosines[row + m] + a * m_sines[row + m];
        }
    }

 private:
    /// In T what the reference library computes in f32.
    template <class T>
    static T frequency(const ReferenceWeights& w, const ReferenceRope& rope, std::size_t pair, std::int64_t tokens) {
        const T exponent = static_cast<T>(2 * pair) / static_cast<T>(w.rotaryDim);
        const T power = static_cast<T>(std::pow(rope.theta, static_cast<double>(exponent)));
        const T plain = T{1} / power;
        if (rope.kind == "linear") {
            return static_cast<T>(static_cast<double>(plain) / rope.factor);
        }
        if (rope.kind == "llama3") {
            return static_cast<T>(llama3(static_cast<double>(plain), rope));
        }
        if (rope.kind == "longrope") {
            const auto& factors = static_cast<double>(tokens) > rope.original ? rope.longFactors : rope.shortFactors;
            return T{1} / (static_cast<T>(factors[pair]) * power);
        }
        if (rope.kind == "yarn") {
            // The pair that turns so many times within the original context.
            const auto edge = [&](double turns) {
                const double wave = rope.original / turns;
                return static_cast<double>(w.rotaryDim) * std::log(wave / (2 * std::numbers::pi)) /
                       (2 * std::log(rope.theta));
            };
            const double fast = edge(rope.betaFast), slow = edge(rope.betaSlow);
            const double low = std::max(rope.truncate ? std::floor(fast) : fast, 0.0);
            double high = std::min(rope.truncate ? std::ceil(slow) : slow, static_cast<double>(w.rotaryDim - 1));
            high = high == low ? high + 0.001 : high;
            const T ramp =
                std::clamp((static_cast<T>(pair) - static_cast<T>(low)) / static_cast<T>(high - low), T{0}, T{1});
            const T kept = 1 - ramp;
            return T{1} / (static_cast<T>(rope.factor) * power) * (1 - kept) + plain * kept;
        }
        return plain;
    }
    static double llama3(double f, const ReferenceRope& rope) {
        const double turns = rope.original * f / (2 * std::numbers::pi);
        if (turns > rope.high) {
            return f;
        }
        if (turns < rope.low) {
            return f / rope.factor;
        }
        const double s = (turns - rope.low) / (rope.high - rope.low);
        return (1 - s) * f / rope.factor + s * f;
    }

    std::size_t m_planes = 0;
    std::vector<double> m_frequencies, m_cosines, m_sines;
};

}  // namespace

struct ReferenceModel::Impl {
    ReferenceWeights w;

    /// Attention of query `t`, head h, over what it sees; keys are not rotated yet where ranks are phases.
    void attendOne(const ReferenceOptions& options, const Rotation& rotation, std::int64_t layer, std::int64_t h,
                   std::int64_t t, std::vector<double> query, const std::vector<std::vector<double>>& keys,
                   const std::vector<std::vector<double>>& values, double* out) const {
        const auto dim = static_cast<std::size_t>(w.headDim);
        const std::size_t offset = static_cast<std::size_t>(h / w.group()) * dim;
        std::vector<std::int64_t> seen;
        for (std::int64_t j = 0; j <= t; ++j) {
            if (!options.visible || options.visible(layer, h, t, j)) {
                seen.push_back(j);
            }
        }
        const auto held = static_cast<std::int64_t>(seen.size());
        const std::int64_t window = w.layers[static_cast<std::size_t>(layer)].window;
        std::size_t first = 0;
        if (window > 0) {
            while (options.cacheRank ? held - 1 - static_cast<std::int64_t>(first) >= window
                                     : t - seen[first] >= window) {
                ++first;
            }
        }
        rotation.turn(query.data(), options.cacheRank ? held - 1 : t);
        store(query, options);
        std::vector<double> scores(seen.size() - first);
        std::vector<double> key(dim);
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const double* stored = keys[static_cast<std::size_t>(seen[first + i])].data() + offset;
            if (options.cacheRank) {
                std::copy_n(stored, dim, key.data());
                rotation.turn(key.data(), static_cast<std::int64_t>(first + i));
                stored = key.data();
            }
            const double score = dot(query.data(), stored, dim) * w.scoreScale;
            scores[i] = w.scoreCap > 0 ? w.scoreCap * std::tanh(score / w.scoreCap) : score;
        }
        store(scores, options);
        const auto& sinks = w.layers[static_cast<std::size_t>(layer)].sinks;
        const double sink =
            sinks.empty() ? -std::numeric_limits<double>::infinity() : sinks[static_cast<std::size_t>(h)];
        const double most = std::max(sink, *std::max_element(scores.begin(), scores.end()));
        double total = std::exp(sink - most);
        for (double& score : scores) {
            score = std::exp(score - most);
            total += score;
        }
        std::fill_n(out, dim, 0.0);
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const double* value = values[static_cast<std::size_t>(seen[first + i])].data() + offset;
            const double share = scores[i] / total;
            for (std::size_t c = 0; c < dim; ++c) {
                out[c] += share * value[c];
            }
        }
    }

    [[nodiscard]] double activated(double x) const {
        if (w.silu) {
            return x / (1 + std::exp(-x));
        }
        const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
        return w.geluTanh ? 0.5 * x * (1 + std::tanh(inner)) : 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
    }

    [[nodiscard]] double gated(double gate, double up) const {
        if (w.gateLimit == 0) {
            return up * activated(gate);
        }
        const double g = std::min(gate, w.gateLimit);
        return (std::clamp(up, -w.gateLimit, w.gateLimit) + 1) * g / (1 + std::exp(-w.gateSlope * g));
    }

    [[nodiscard]] Rows mlp(const ReferenceLayer& layer, std::span<const std::vector<double>> xs,
                           const ReferenceOptions& options) const {
        Rows ys;
        for (const auto& x : xs) {
            ys.push_back(normed(x, layer.mlpNorm, w.epsilon));
            store(ys.back(), options);
        }
        Rows downs = layer.experts.empty() ? feedForward(layer, ys, options) : throughExperts(layer, ys, options);
        for (auto& down : downs) {
            if (!layer.mlpOut.weight.empty()) {
                down = normed(down, layer.mlpOut, w.epsilon);
                store(down, options);
            }
        }
        return downs;
    }

    /// The sum over the experts that the router prefers, by their shares.
    [[nodiscard]] Rows throughExperts(const ReferenceLayer& layer, const Rows& ys,
                                      const ReferenceOptions& options) const {
        Rows sums(ys.size(), std::vector<double>(ys.empty() ? 0 : ys[0].size()));
        const Rows logits = layer.router.times(ys, layer.routerBias);
        for (std::size_t t = 0; t < ys.size(); ++t) {
            std::vector<std::size_t> order(logits[t].size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::stable_sort(order.begin(), order.end(),
                             [&](std::size_t a, std::size_t b) { return logits[t][a] > logits[t][b]; });
            const auto used = static_cast<std::size_t>(w.expertsUsed);
            double total = 0;
            for (std::size_t i = 0; i < (w.sharesAddToOne ? used : order.size()); ++i) {
                total += std::exp(logits[t][order[i]] - logits[t][order[0]]);
            }
            for (std::size_t i = 0; i < used; ++i) {
                const Rows part = feedForward(layer.experts[order[i]], {ys[t]}, options);
                addTo(sums[t], part[0], std::exp(logits[t][order[i]] - logits[t][order[0]]) / total);
            }
            store(sums[t], options);
        }
        return sums;
    }

    [[nodiscard]] Rows feedForward(const ReferenceLayer& layer, const Rows& ys, const ReferenceOptions& options) const {
        Rows ups = layer.up.times(ys, layer.upBias);
        Rows gates = layer.gate.rows > 0 ? layer.gate.times(ys, layer.gateBias) : Rows();
        for (std::size_t row = 0; row < ups.size(); ++row) {
            auto& up = ups[row];
            store(up, options);
            if (!gates.empty()) {
                store(gates[row], options);
                for (std::size_t i = 0; i < up.size(); ++i) {
                    up[i] = gated(gates[row][i], up[i]);
                }
            } else {
                for (double& value : up) {
                    value = activated(value);
                }
            }
            store(up, options);
        }
        return layer.down.times(ups, layer.downBias);
    }
};

ReferenceModel::ReferenceModel(const std::filesystem::path& directory)
    : m_impl(std::make_unique<Impl>(Impl{ReferenceWeights::read(directory)})) {}

ReferenceModel::~ReferenceModel() = default;

std::int64_t ReferenceModel::queryHeads() const noexcept {
    return m_impl->w.queryHeads;
}

std::int64_t ReferenceModel::vocabulary() const noexcept {
    return static_cast<std::int64_t>(m_impl->w.head.rows);
}

std::vector<std::vector<double>> ReferenceModel::logits(std::span<const std::int32_t> ids,
                                                        const ReferenceOptions& options) const {
    const ReferenceWeights& w = m_impl->w;
    const auto dim = static_cast<std::size_t>(w.headDim);
    const std::size_t tokens = ids.size();
    const Rotation global(w, w.rope, static_cast<std::int64_t>(tokens), options);
    const Rotation local(w, w.localRope, static_cast<std::int64_t>(tokens), options);
    const Rotation none;
    std::vector<std::vector<double>> x;
    for (const std::int32_t id : ids) {
        const double* row = w.embedding.values.data() + static_cast<std::size_t>(id) * w.embedding.columns;
        x.emplace_back(row, row + w.embedding.columns);
        for (double& value : x.back()) {
            value *= w.embeddingFactor;
        }
    }
    for (std::int64_t l = 0; l < w.layerCount; ++l) {
        const ReferenceLayer& layer = w.layers[static_cast<std::size_t>(l)];
        const Rotation& rotation = !layer.turns ? none : layer.local ? local : global;
        Rows ys;
        for (std::size_t t = 0; t < tokens; ++t) {
            ys.push_back(normed(x[t], layer.inputNorm, w.epsilon));
            store(ys.back(), options);
        }
        Rows queries = layer.q.times(ys, layer.qBias), keys = layer.k.times(ys, layer.kBias);
        Rows values = layer.v.times(ys, layer.vBias);
        for (std::size_t t = 0; t < tokens; ++t) {
            normHeads(queries[t], layer.queryNorm, w.normsHeads ? dim : queries[t].size(), w.epsilon);
            normHeads(keys[t], layer.keyNorm, w.normsHeads ? dim : keys[t].size(), w.epsilon);
            store(queries[t], options);
            store(keys[t], options);
            store(values[t], options);
            for (std::int64_t h = 0; !options.cacheRank && h < w.kvHeads; ++h) {
                rotation.turn(keys[t].data() + static_cast<std::size_t>(h) * dim, static_cast<std::int64_t>(t));
            }
            store(keys[t], options);
        }
        // The last layer computes only the rows that are asked for.
        const std::size_t from = l + 1 == w.layerCount ? tokens - wanted(tokens, options) : 0;
        Rows attended(tokens - from, std::vector<double>(static_cast<std::size_t>(w.queryHeads) * dim));
        for (std::size_t t = from; t < tokens; ++t) {
            for (std::int64_t h = 0; h < w.queryHeads; ++h) {
                const std::size_t at = static_cast<std::size_t>(h) * dim;
                m_impl->attendOne(options, rotation, l, h, static_cast<std::int64_t>(t),
                                  {queries[t].begin() + static_cast<std::ptrdiff_t>(at),
                                   queries[t].begin() + static_cast<std::ptrdiff_t>(at + dim)},
                                  keys, values, attended[t - from].data() + at);
            }
            store(attended[t - from], options);
        }
        Rows projected = layer.o.times(attended, layer.oBias);
        const std::span<Rows::value_type> asked = std::span(x).subspan(from);
        const Rows beside = w.parallel ? m_impl->mlp(layer, asked, options) : Rows();
        for (std::size_t i = 0; i < asked.size(); ++i) {
            store(projected[i], options);
            if (!layer.attentionOut.weight.empty()) {
                projected[i] = normed(projected[i], layer.attentionOut, w.epsilon);
                store(projected[i], options);
            }
            if (w.parallel) {
                addTo(projected[i], beside[i]);
            }
            addTo(asked[i], projected[i], w.residualFactor);
            store(asked[i], options);
        }
        const Rows behind = w.parallel ? Rows() : m_impl->mlp(layer, asked, options);
        for (std::size_t i = 0; i < behind.size(); ++i) {
            addTo(asked[i], behind[i], w.residualFactor);
            store(asked[i], options);
        }
    }
    Rows last;
    for (std::size_t t = tokens - wanted(tokens, options); t < tokens; ++t) {
        last.push_back(normed(x[t], w.finalNorm, w.epsilon));
        store(last.back(), options);
    }
    Rows logits = w.head.times(last);
    for (auto& row : logits) {
        for (double& value : row) {
            value /= w.logitDivisor;
            value = w.logitCap > 0 ? w.logitCap * std::tanh(value / w.logitCap) : value;
        }
    }
    return logits;
}

namespace {

template <class Expected>
double relative(std::span<const float> found, std::span<const Expected> expected) {
    if (found.size() != expected.size()) {
        return std::numeric_limits<double>::infinity();
    }
    double difference = 0;
    double norm = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double d = static_cast<double>(found[i]) - static_cast<double>(expected[i]);
        difference += d * d;
        norm += static_cast<double>(expected[i]) * static_cast<double>(expected[i]);
    }
    const double result = std::sqrt(difference / norm);
    return std::isfinite(result) ? result : std::numeric_limits<double>::infinity();
}

}  // namespace

double relativeL2(std::span<const float> found, std::span<const double> expected) {
    return relative(found, expected);
}

double relativeL2(std::span<const float> found, std::span<const float> expected) {
    return relative(found, expected);
}

double negativeLogLikelihood(std::span<const double> logits, std::int32_t id) {
    const double most = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (const double value : logits) {
        total += std::exp(value - most);
    }
    return most + std::log(total) - logits[static_cast<std::size_t>(id)];
}

}  // namespace kvw::test
