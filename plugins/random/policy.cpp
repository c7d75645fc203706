// SPDX-License-Identifier: Apache-2.0
/// Random (POLICIES.md, section 14): keeps tokens by the hash of (seed, layer, unit, token); the unit is the KV head
/// unless a composition says otherwise. Also the scorer and the budget `random` of compositions (section C).
#include <optional>
#include <vector>

#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/integer_step.h"
#include "core/policy/kit/nominal.h"
#include "core/policy/kit/random.h"
#include "core/policy/kit/scheduled.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

constexpr std::int64_t asSigned(std::uint64_t bits) {
    return static_cast<std::int64_t>(bits);
}

/// Computes z ^ (z >> by) in place; a shift of int64 copies the sign bit, which is masked out.
void fold(at::Tensor& z, std::int64_t by) {
    z.bitwise_xor_(z.bitwise_right_shift(by).bitwise_and_(asSigned(~std::uint64_t{0} >> by)));
}

/// Applies splitmix64 to 64-bit words in place; int64 tensors wrap in additions and products.
void splitmix64_(at::Tensor& z) {
    z.add_(asSigned(0x9E3779B97F4A7C15ULL));
    fold(z, 30);
    z.mul_(asSigned(0xBF58476D1CE4E5B9ULL));
    fold(z, 27);
    z.mul_(asSigned(0x94D049BB133111EBULL));
    fold(z, 31);
}

class HashScorer final : public RuleScorer {
 public:
    HashScorer(std::int64_t seed, Granularity granularity)
        : m_seed(static_cast<std::uint64_t>(seed)), m_granularity(granularity) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }

    void begin(const RunInfo& run, const Protection& /*protection*/) override {
        const std::int64_t units = run.shape.units(m_granularity);
        std::vector<std::int64_t> heads;
        for (std::int64_t layer = 0; layer < run.shape.layers; ++layer) {
            for (std::int64_t unit = 0; unit < units; ++unit) {
                heads.push_back(
                    asSigned(hash(m_seed, {static_cast<std::uint64_t>(layer), static_cast<std::uint64_t>(unit)})));
            }
        }
        m_heads = at::tensor(heads, at::kLong).view({run.shape.layers, units, 1});
    }

    /// Returns H - 2^63, which orders as the unsigned hash H does.
    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        if (m_heads.device() != seen.tokens.device()) {
            m_heads = m_heads.to(seen.tokens.device());
        }
        at::Tensor h = m_heads.narrow(0, seen.firstLayer, seen.layers).bitwise_xor(seen.tokens);
        splitmix64_(h);
        return h.bitwise_xor_(asSigned(std::uint64_t{1} << 63U));
    }

    [[nodiscard]] std::optional<StepScore> stepScore() const override {
        return StepScore{StepScore::Kind::Hash, false, 0, m_seed};
    }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<HashScorer>(*this); }

 private:
    std::uint64_t m_seed;
    Granularity m_granularity;
    at::Tensor m_heads;  ///< [layers, units, 1], hash of seed, layer and unit; never written to
};

/// Budget that shares the total by random weights, as CAKE does by its preferences.
class RandomBudget final : public CapacityBudget {
 public:
    RandomBudget(std::int64_t capacity, std::int64_t seed)
        : CapacityBudget(capacity), m_seed(static_cast<std::uint64_t>(seed)) {}

    [[nodiscard]] bool independentOfObservations() const override { return true; }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t seen) override {
        const std::int64_t promptTokens = promptLength(seen);
        m_report = {};
        if (auto reason = whyUniform(promptTokens)) {
            m_report.warnings.push_back(finding("nothing-drawn", std::move(*reason)));
            return uniform();
        }
        std::vector<double> weights;
        for (std::int64_t layer = 0; layer < m_layers; ++layer) {
            weights.push_back(0.5 + static_cast<double>(hash(m_seed, {static_cast<std::uint64_t>(layer)}) >> 11U) *
                                        0x1.0p-53);
        }
        const std::vector<std::int64_t> drawn =
            totals(integer_step(real_shares(weights, shared()), shared(), promptTokens - m_protected));
        const Finding sum = against_nominal(drawn, nominal());
        if (total_of(drawn) != nominal()) {
            m_report.warnings.push_back(finding("drawn-limited", sum));
        }
        m_report.notes.push_back(sum);
        return drawn;
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<RandomBudget>(*this);
    }

 private:
    std::uint64_t m_seed;
    Report m_report;
};

std::unique_ptr<Scorer> makeScorer(const Parameters& parameters) {
    return std::make_unique<HashScorer>(parameters.integer("seed"), granularity_of(parameters));
}

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    return compose(scheduled(makeScorer(parameters), parameters)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return makeScorer(parameters).release();
}

BudgetAllocator* createBudget(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<RandomBudget>(parameters.integer("capacity"), parameters.integer("seed")).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, createBudget)
