// SPDX-License-Identifier: Apache-2.0
/// ExpectedAttention (POLICIES.md, section 11): scores each key by its expected attention under a Gaussian of future
/// queries. Letters as there: mu, Sigma moments of the queries before rotation, R mean rotation over the future
/// positions. Also the scorer `expected-attention` of compositions.
#include <cmath>
#include <limits>
#include <vector>

#include "core/policy/kit/key_geometry.h"
#include "core/policy/kit/scheduled.h"
#include "core/policy/kit/select.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

struct Options {
    std::int64_t future = 512;
    bool covariance = true;
    bool valueNorm = true;
    double epsilon = 0;
    Granularity granularity = Granularity::KvHead;
};

/// Mean R of the rotation matrices at positions first ... first + count - 1: a rotation by the mean angle, scaled down.
class MeanRotation {
 public:
    MeanRotation(const RopeInfo& rope, std::int64_t layer, std::int64_t first, std::int64_t count) : m_rope(rope) {
        std::vector<double> cosines;
        std::vector<double> sines;
        const auto n = static_cast<double>(count);
        const std::vector<double> none;
        for (const double theta : rope.enabled ? rope.inverseFrequency[static_cast<std::size_t>(layer)] : none) {
            // The mean of e^(i p theta) over p is a geometric sum, so its cost does not grow with the future.
            const double half = std::sin(theta / 2);
            const double shrink = half == 0 ? 1.0 : std::sin(n * theta / 2) / (n * half);
            const double angle = (static_cast<double>(first) + (n - 1) / 2) * theta;
            cosines.push_back(shrink * std::cos(angle));
            sines.push_back(shrink * std::sin(angle));
        }
        m_cosines = at::tensor(cosines, at::kDouble);
        m_sines = at::tensor(sines, at::kDouble);
    }

    /// Applies R to the last dimension; channels beyond the rotary ones are unchanged.
    [[nodiscard]] at::Tensor turn(const at::Tensor& vectors) const {
        const std::int64_t planes = m_cosines.size(0);
        if (!m_rope.enabled || planes == 0) {
            return vectors;
        }
        const at::Tensor cosines = m_cosines.to(vectors.device());
        const at::Tensor sines = m_sines.to(vectors.device());
        const auto half = [&](const at::Tensor& of, std::int64_t which) {
            return m_rope.halfSplit ? of.narrow(-1, which * planes, planes) : of.slice(-1, which, 2 * planes, 2);
        };
        at::Tensor turned = vectors.clone();
        const at::Tensor a = half(vectors, 0);
        const at::Tensor b = half(vectors, 1);
        half(turned, 0).copy_(a.mul(cosines).sub_(b.mul(sines)));
        half(turned, 1).copy_(b.mul(cosines).add_(a.mul(sines)));
        return turned;
    }

 private:
    const RopeInfo& m_rope;
    at::Tensor m_cosines, m_sines;
};

/// Rounds to multiples of 2^-30, so that equal keys have equal exponents: a matrix product adds in another order at its
/// edges.
at::Tensor on_grid(const at::Tensor& values) {
    return values.mul(0x1p30).round_().div_(0x1p30);
}

/// Rounds numbers of at least 0 to 32 significant bits: vector and scalar code of an exponential may differ in the last
/// bits.
at::Tensor with_fewer_bits(const at::Tensor& values) {
    constexpr std::int64_t kUnit = std::int64_t{1} << 20U;
    return values.view(at::kLong).add(kUnit / 2).bitwise_and_(-kUnit).view(at::kDouble);
}

/// Layer of the prompt in a run.
struct Prompt {
    const Observation& layer;
    const RunInfo& run;
    explicit operator const Observation&() const { return layer; }
};

/// Returns z = k.mu / sqrt(d) + k^T Sigma k / (2 d), [1, query_heads, slots], with R mu and R Sigma R^T.
at::Tensor exponents(const Prompt& prompt, std::int64_t future, bool withCovariance) {
    const Observation& seen = prompt.layer;
    const ModelShape& shape = prompt.run.shape;
    const MeanRotation rotation(prompt.run.rope, seen.firstLayer, seen.seen, future);
    const auto width = static_cast<double>(shape.headDim);
    const at::Tensor mean = rotation.turn(seen.queryMean[0].to(at::kDouble));
    at::Tensor covariance;
    if (withCovariance) {
        // Sigma is symmetric: rotating its rows, then the rows of the transpose, gives R Sigma R^T.
        covariance = rotation.turn(rotation.turn(seen.queryCovariance[0].to(at::kDouble)).transpose(1, 2));
    }
    std::vector<at::Tensor> heads;
    at::Tensor keys;
    const std::int64_t sharers = shape.queryHeads / seen.keys.size(1);
    for (std::int64_t h = 0; h < shape.queryHeads; ++h) {
        if (h % sharers == 0) {
            keys = seen.keys[0][h / sharers].to(at::kDouble);
        }
        at::Tensor z = keys.matmul(mean[h]).div_(std::sqrt(width));
        if (withCovariance) {
            z.add_(keys.matmul(covariance[h]).mul_(keys).sum(-1), 0.5 / width);
        }
        heads.push_back(z);
    }
    return at::stack(heads).unsqueeze(0);
}

/// Returns (softmax z, mean over the heads of the unit, + epsilon) |v|; 0 for the sinks, which take no part.
constexpr OncePerPrompt expected_attention("expected attention", [](const Prompt& prompt, std::int64_t future,
                                                                    bool covariance, bool valueNorm, double epsilon,
                                                                    Granularity /*decides the units*/,
                                                                    std::int64_t sinks) {
    const Observation& seen = prompt.layer;
    if (!seen.queryMean.defined()) {
        return at::zeros_like(seen.tokens, at::kDouble);  // the prompt has only sinks
    }
    const at::Tensor sink = seen.tokens.lt(sinks);
    at::Tensor expected =
        on_grid(exponents(prompt, future, covariance))
            .masked_fill_(spread_units(sink, prompt.run.shape.queryHeads), -std::numeric_limits<double>::infinity());
    at::Tensor scores = reduce_heads(seen, expected.softmax(-1), Reduce::Mean);
    if (valueNorm) {
        scores = scores.add(epsilon).mul_(reduce_heads(seen, norms_in_order(seen.values), Reduce::Mean));
    }
    return with_fewer_bits(scores.masked_fill(sink, 0));
});

class ExpectedScorer final : public Scorer {
 public:
    explicit ExpectedScorer(const Options& options) : m_options(options) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_options.granularity;
        needs.queryMomentsFrom = 0;
        needs.keys = true;
        needs.values = m_options.valueNorm;
        return needs;
    }
    [[nodiscard]] bool onceOnly() const override { return true; }

    void begin(const RunInfo& run, const Protection& protection) override {
        m_run = run;
        m_sinks = protection.sinks;
    }

    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        const Options& o = m_options;
        return expected_attention(Prompt{seen, m_run}, o.future, o.covariance, o.valueNorm, o.epsilon, o.granularity,
                                  m_sinks);
    }

    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<ExpectedScorer>(*this); }

 private:
    Options m_options;
    RunInfo m_run;
    std::int64_t m_sinks = 0;
};

std::unique_ptr<Scorer> makeScorer(const Parameters& parameters) {
    Options options;
    options.future = parameters.integer("future");
    options.covariance = parameters.flag("covariance");
    options.valueNorm = parameters.flag("value-norm");
    options.epsilon = parameters.number("epsilon");
    options.granularity = granularity_of(parameters);
    return std::make_unique<ExpectedScorer>(options);
}

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    return compose(scheduled(makeScorer(parameters), parameters)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return makeScorer(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
