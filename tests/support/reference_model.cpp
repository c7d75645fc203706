// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "core/model/model_files.h"

namespace kvw::test {

namespace {

double wide(const std::byte* at, TensorType type) {
    if (type == TensorType::F32) {
        float value = 0;
        std::memcpy(&value, at, sizeof(value));
        return static_cast<double>(value);
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, at, sizeof(bits));
    if (type == TensorType::BF16) {
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U));
    }
    const int exponent = (bits >> 10U) & 0x1F;
    const int mantissa = bits & 0x3FF;
    const double magnitude =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);  // no infinities
    return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;

    /// y = W x (+ bias)
    [[nodiscard]] std::vector<double> times(std::span<const double> x, const std::vector<double>& bias = {}) const {
        std::vector<double> y(rows);
        for (std::size_t r = 0; r < rows; ++r) {
            const double* row = values.data() + r * columns;
            double sums[8] = {};
            std::size_t c = 0;
            for (; c + 8 <= columns; c += 8) {
                for (std::size_t lane = 0; lane < 8; ++lane) {
                    sums[lane] += row[c + lane] * x[c + lane];
                }
            }
            double sum = bias.empty() ? 0.0 : bias[r];
            for (; c < columns; ++c) {
                sum += row[c] * x[c];
            }
            y[r] = std::accumulate(std::begin(sums), std::end(sums), sum);
        }
        return y;
    }
};

std::vector<double> normed(std::span<const double> x, const std::vector<double>& weight, double epsilon) {
    double squares = 0;
    for (const double value : x) {
        squares += value * value;
    }
    const double scale = 1 / std::sqrt(squares / static_cast<double>(x.size()) + epsilon);
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        y[i] = x[i] * scale * weight[i];
    }
    return y;
}

void addTo(std::vector<double>& x, const std::vector<double>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] += y[i];
    }
}

void store(std::vector<double>& x, const ReferenceOptions& options) {
    for (double& value : x) {
        value = options.storeF32 ? static_cast<double>(static_cast<float>(value)) : value;
    }
}

/// Cosine and sine per phase and plane.
class Rotation {
 public:
    Rotation(const ModelConfig& config, std::int64_t phases, bool exact, bool linear) {
        const auto planes = static_cast<std::size_t>(config.headDim / 2);
        m_planes = planes;
        for (std::size_t m = 0; m < planes; ++m) {
            const double exponent = 2.0 * static_cast<double>(m) / static_cast<double>(config.headDim);
            double f = std::pow(config.rope.theta, -exponent);
            if (!exact) {
                const auto power =
                    static_cast<float>(std::pow(config.rope.theta, static_cast<double>(static_cast<float>(exponent))));
                f = static_cast<double>(1.0F / power);
            }
            f = scaled(f, config.rope);
            m_frequencies.push_back(exact ? f : static_cast<double>(static_cast<float>(f)));
        }
        for (std::int64_t phase = 0; phase < phases; ++phase) {
            for (const double f : m_frequencies) {
                const double angle = exact || linear
                                         ? static_cast<double>(phase) * f
                                         : static_cast<double>(static_cast<float>(phase) * static_cast<float>(f));
                m_cosines.push_back(std::cos(angle));
                m_sines.push_back(std::sin(angle));
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
    static double scaled(double f, const RopeConfig& rope) {
        if (rope.scaling == RopeScaling::Linear) {
            return f / rope.factor;
        }
        if (rope.scaling != RopeScaling::Llama3) {
            return f;
        }
        const double wavelength = 2 * std::numbers::pi / f;
        const double turns = rope.originalContext / wavelength;
        if (turns > rope.highFrequencyFactor) {
            return f;
        }
        if (turns < rope.lowFrequencyFactor) {
            return f / rope.factor;
        }
        const double s = (turns - rope.lowFrequencyFactor) / (rope.highFrequencyFactor - rope.lowFrequencyFactor);
        return (1 - s) * f / rope.factor + s * f;
    }

    std::size_t m_planes = 0;
    std::vector<double> m_frequencies, m_cosines, m_sines;
};

}  // namespace

struct ReferenceModel::Impl {
    struct Layer {
        Matrix q, k, v, o, gate, up, down;
        std::vector<double> qBias, kBias, vBias, oBias, gateBias, upBias, downBias, inputNorm, postNorm;
    };
    ModelConfig config;
    Matrix embedding, head;
    std::vector<double> finalNorm;
    std::vector<Layer> layers;

    void read(const ModelFiles& files) {
        config = files.config();
        const auto vector = [&](const std::string& name) {
            std::vector<double> values;
            if (const TensorView* view = files.tensor(name); view != nullptr) {
                for (std::size_t i = 0; i < static_cast<std::size_t>(view->elements()); ++i) {
                    values.push_back(wide(view->data.data() + i * byteSize(view->type), view->type));
                }
            }
            return values;
        };
        const auto matrix = [&](const std::string& name) {
            const TensorView* view = files.tensor(name);
            if (view == nullptr) {
                throw std::runtime_error(name + " is missing");
            }
            return Matrix{static_cast<std::size_t>(view->shape[0]), static_cast<std::size_t>(view->shape[1]),
                          vector(name)};
        };
        embedding = matrix("model.embed_tokens.weight");
        head = config.tiedEmbeddings ? embedding : matrix("lm_head.weight");
        finalNorm = vector("model.norm.weight");
        for (std::int64_t i = 0; i < config.layers; ++i) {
            const std::string at = "model.layers." + std::to_string(i) + ".";
            const std::string attn = at + "self_attn.";
            const std::string mlp = at + "mlp.";
            layers.push_back(
                {matrix(attn + "q_proj.weight"), matrix(attn + "k_proj.weight"), matrix(attn + "v_proj.weight"),
                 matrix(attn + "o_proj.weight"), matrix(mlp + "gate_proj.weight"), matrix(mlp + "up_proj.weight"),
                 matrix(mlp + "down_proj.weight"), vector(attn + "q_proj.bias"), vector(attn + "k_proj.bias"),
                 vector(attn + "v_proj.bias"), vector(attn + "o_proj.bias"), vector(mlp + "gate_proj.bias"),
                 vector(mlp + "up_proj.bias"), vector(mlp + "down_proj.bias"), vector(at + "input_layernorm.weight"),
                 vector(at + "post_attention_layernorm.weight")});
        }
    }

    /// Attention of query `t`, head h, over what it sees; keys are not rotated yet where ranks are phases.
    void attendOne(const ReferenceOptions& options, const Rotation& rotation, std::int64_t layer, std::int64_t h,
                   std::int64_t t, std::vector<double> query, const std::vector<std::vector<double>>& keys,
                   const std::vector<std::vector<double>>& values, double* out) const {
        const auto dim = static_cast<std::size_t>(config.headDim);
        const std::size_t offset = static_cast<std::size_t>(h / config.group()) * dim;
        std::vector<std::int64_t> seen;
        for (std::int64_t j = 0; j <= t; ++j) {
            if (!options.visible || options.visible(layer, h, t, j)) {
                seen.push_back(j);
            }
        }
        rotation.turn(query.data(), options.cacheRank ? static_cast<std::int64_t>(seen.size()) - 1 : t);
        store(query, options);
        std::vector<double> scores(seen.size());
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const double* stored = keys[static_cast<std::size_t>(seen[i])].data() + offset;
            std::vector<double> key(stored, stored + dim);
            if (options.cacheRank) {
                rotation.turn(key.data(), static_cast<std::int64_t>(i));
            }
            scores[i] =
                std::inner_product(key.begin(), key.end(), query.begin(), 0.0) / std::sqrt(static_cast<double>(dim));
        }
        store(scores, options);
        const double most = *std::max_element(scores.begin(), scores.end());
        double total = 0;
        for (double& score : scores) {
            score = std::exp(score - most);
            total += score;
        }
        std::fill_n(out, dim, 0.0);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const double* value = values[static_cast<std::size_t>(seen[i])].data() + offset;
            for (std::size_t c = 0; c < dim; ++c) {
                out[c] += scores[i] / total * value[c];
            }
        }
    }
};

ReferenceModel::ReferenceModel(const std::filesystem::path& directory) : m_impl(std::make_unique<Impl>()) {
    const auto files = ModelFiles::open(directory);
    if (!files) {
        throw std::runtime_error(files.error().sentence());
    }
    m_impl->read(*files);
}

ReferenceModel::~ReferenceModel() = default;

std::int64_t ReferenceModel::queryHeads() const noexcept {
    return m_impl->config.queryHeads;
}

std::int64_t ReferenceModel::vocabulary() const noexcept {
    return m_impl->config.vocabulary;
}

std::vector<std::vector<double>> ReferenceModel::logits(std::span<const std::int32_t> ids,
                                                        const ReferenceOptions& options) const {
    const ModelConfig& config = m_impl->config;
    const auto dim = static_cast<std::size_t>(config.headDim);
    const std::size_t tokens = ids.size();
    const Rotation rotation(config, static_cast<std::int64_t>(tokens), options.exactAngles, options.linearAngles);
    std::vector<std::vector<double>> x;
    for (const std::int32_t id : ids) {
        const double* row = m_impl->embedding.values.data() + static_cast<std::size_t>(id) * m_impl->embedding.columns;
        x.emplace_back(row, row + m_impl->embedding.columns);
    }
    for (std::int64_t l = 0; l < config.layers; ++l) {
        const Impl::Layer& w = m_impl->layers[static_cast<std::size_t>(l)];
        std::vector<std::vector<double>> queries(tokens), keys(tokens), values(tokens);
        for (std::size_t t = 0; t < tokens; ++t) {
            auto y = normed(x[t], w.inputNorm, config.rmsNormEps);
            store(y, options);
            queries[t] = w.q.times(y, w.qBias);
            keys[t] = w.k.times(y, w.kBias);
            values[t] = w.v.times(y, w.vBias);
            store(queries[t], options);
            store(keys[t], options);
            store(values[t], options);
            for (std::int64_t h = 0; !options.cacheRank && h < config.kvHeads; ++h) {
                rotation.turn(keys[t].data() + static_cast<std::size_t>(h) * dim, static_cast<std::int64_t>(t));
            }
            store(keys[t], options);
        }
        for (std::size_t t = 0; t < tokens; ++t) {
            std::vector<double> attended(static_cast<std::size_t>(config.queryHeads) * dim);
            for (std::int64_t h = 0; h < config.queryHeads; ++h) {
                const std::size_t at = static_cast<std::size_t>(h) * dim;
                m_impl->attendOne(options, rotation, l, h, static_cast<std::int64_t>(t),
                                  {queries[t].begin() + static_cast<std::ptrdiff_t>(at),
                                   queries[t].begin() + static_cast<std::ptrdiff_t>(at + dim)},
                                  keys, values, attended.data() + at);
            }
            store(attended, options);
            auto projected = w.o.times(attended, w.oBias);
            store(projected, options);
            addTo(x[t], projected);
            store(x[t], options);
            auto y = normed(x[t], w.postNorm, config.rmsNormEps);
            store(y, options);
            auto gate = w.gate.times(y, w.gateBias);
            auto up = w.up.times(y, w.upBias);
            store(gate, options);
            store(up, options);
            for (std::size_t i = 0; i < gate.size(); ++i) {
                gate[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
            }
            store(gate, options);
            auto down = w.down.times(gate, w.downBias);
            store(down, options);
            addTo(x[t], down);
            store(x[t], options);
        }
    }
    std::vector<std::vector<double>> logits;
    for (const auto& row : x) {
        auto y = normed(row, m_impl->finalNorm, config.rmsNormEps);
        store(y, options);
        logits.push_back(m_impl->head.times(y));
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
