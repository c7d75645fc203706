// SPDX-License-Identifier: Apache-2.0
/// The smallest engine that can drive a policy plugin: it keeps tokens in shuffled slots, computes softmax rows from a
/// formula, feeds the observations a policy asked for, checks its edits and applies them. Torch stays in the .cpp file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/sdk/parameters.h"

namespace kvw::test {

/// One part of a choice: what a plugin provides under `id`; parameters that are not given take the defaults of the
/// manifest.
struct Part {
    std::string id;
    std::map<std::string, sdk::Value> parameters;
};

/// Either a policy, or (policy.id empty) a composition.
struct Choice {
    Part policy;
    Part scorer, budget;
    std::int64_t sinks = 0, recent = 0, cutInterval = 0;
};

struct FakeModel {
    std::int64_t layers = 1;
    std::int64_t queryHeads = 2;
    std::int64_t kvHeads = 1;
    /// Logit of a query token on a key token.
    std::function<double(std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key)> logit;
    /// [headDim] of a head and a token, for policies that ask: keys as attention uses them, keys before rotation
    /// (none: the same), values; queries before rotation.
    using Vector = std::function<std::vector<double>(std::int64_t layer, std::int64_t head, std::int64_t token)>;
    std::int64_t headDim = 4;
    Vector key{}, rawKey{}, value{}, query{};
    /// Rotary embedding that the policy is told of, [planes]; empty: none.
    std::vector<double> inverseFrequency{};
    bool halfSplit = true;
};

using Tokens = std::vector<std::int64_t>;

/// Throws std::runtime_error, with a sentence, on an edit that frees a free slot, a slot twice, or a protected token.
class FakeEngine {
 public:
    /// `seed` decides which free slot a new token takes; `slots` bounds what a unit can hold.
    FakeEngine(const FakeModel& model, const Choice& choice, std::uint64_t seed = 1, std::int64_t slots = 64);
    ~FakeEngine();
    FakeEngine(FakeEngine&&) noexcept;

    /// Before `prefill`: these tokens, ascending, are held in every unit, and no policy has seen them. A streaming
    /// prefill of one token more is then the first pass of a policy that takes a cache over.
    void find(const Tokens& held);
    /// chunk 0: layer-major; else streaming.
    void prefill(std::int64_t tokens, std::int64_t chunk = 0);
    void step();
    /// Live tuning: all parameters of the policy, with these changed.
    void tune(const std::map<std::string, sdk::Value>& changed);
    [[nodiscard]] FakeEngine fork() const;

    [[nodiscard]] std::int64_t units() const;
    [[nodiscard]] Tokens kept(std::int64_t layer, std::int64_t unit) const;
    /// Scores of the last edit of the layer at these tokens of the unit; NaN where the token was not there.
    [[nodiscard]] std::vector<double> scores(std::int64_t layer, std::int64_t unit, const Tokens& tokens) const;
    [[nodiscard]] std::vector<std::int64_t> budgets() const;
    [[nodiscard]] std::vector<double> preference() const;
    [[nodiscard]] std::vector<double> gini() const;
    [[nodiscard]] std::vector<std::string> warnings() const;
    [[nodiscard]] std::vector<std::string> notes() const;
    [[nodiscard]] bool acceptsStreaming() const;
    /// Edits applied since the start.
    [[nodiscard]] int edits() const;

 private:
    struct State;
    explicit FakeEngine(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Fixture A of POLICIES.md 0.7: 8 prompt tokens; layers 0 and 1, one KV head, two query heads. Tokens after the prompt
/// weigh 1.
[[nodiscard]] FakeModel fixtureA(std::int64_t layers = 1);
/// Pseudo-random logits from a hash; `spread` 0 makes attention uniform (ties everywhere).
[[nodiscard]] FakeModel randomModel(std::uint64_t seed, std::int64_t layers, std::int64_t queryHeads,
                                    std::int64_t kvHeads, double spread = 2.0);

}  // namespace kvw::test
