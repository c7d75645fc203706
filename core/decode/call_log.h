// SPDX-License-Identifier: Apache-2.0
/// What a policy was called with and what it answered, of one pass: the contract scope of a run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/decode/stopwatch.h"
#include "core/policy/sdk/policy.h"

namespace kvw {

/// What a policy compared in one layer, per unit, without what was protected: scores of tokens, ascending; a unit where
/// nothing was taken by its score has none.
struct ScoredLayer {
    std::int32_t layer = 0;
    std::vector<std::vector<std::int32_t>> tokens;
    std::vector<std::vector<float>> scores;
};

/// Tokens and budgets are sums over the layers and units that the call is about.
struct PolicyCall {
    const char* name = "";
    std::int32_t layer = -1;  ///< -1: all
    std::string given;        ///< "1 row, keys"; empty: the token table alone, or nothing
    std::int64_t slots = 0;
    std::int64_t held = 0, after = 0;
    std::int64_t budgetBefore = -1, budget = -1;  ///< -1: none is reported
    std::int64_t edits = 0, evicted = 0;
    std::string reason, violation;
    double ms = 0;
    std::int64_t rows = 0;  ///< shown so far, where they come in blocks
    std::vector<ScoredLayer> scored;
};

/// The tensors that an observation carries, by the names they are told with; undefined ones left out.
[[nodiscard]] std::vector<std::pair<const char*, const at::Tensor*>> tensorsOf(const sdk::Observation& view);

/// What a report lists for a layer of `layers` with `units` each, or for all (-1), what is held beside it included; -1:
/// nothing, or not for every one.
[[nodiscard]] std::int64_t reportedBudget(const sdk::Report& report, std::int64_t layers, std::int64_t units,
                                          std::int64_t layer);

/// Slots that edits want freed, and all of them in order with -1 for "none" in `slots`, if it is wanted. What the host
/// would refuse for its shape is not counted.
[[nodiscard]] std::int64_t slotsAsked(const sdk::Edits& edits, std::vector<std::int64_t>* slots = nullptr);

/// Off until it is switched on, and then as cheap as a record per call. Thread: inference thread.
class CallLog {
 public:
    /// The scores of a decode step are kept where the last ones lie `scoresEvery` steps behind; those of a prompt
    /// always.
    void record(bool on, std::int64_t scoresEvery) noexcept {
        m_on = on;
        m_scoresEvery = scoresEvery;
    }
    [[nodiscard]] bool on() const noexcept { return m_on; }

    /// Runs `work`, adds its time to `ms` and writes the call down. `about`: fills the record, only where one is made.
    template <class About, class Work>
    auto run(double& ms, About about, Work&& work) {
        const Stopwatch watch;
        auto result = work();
        const double took = watch.ms();
        ms += took;
        if (m_on) {
            PolicyCall call = about();
            call.ms = took;
            call.after = call.held;
            call.budget = call.budgetBefore;
            if (!result) {
                call.violation = result.error().sentence();
            }
            add(std::move(call));
        }
        return result;
    }
    /// The call that came last; null: none is written down.
    [[nodiscard]] PolicyCall* last() noexcept { return m_calls.empty() ? nullptr : &m_calls.back(); }
    [[nodiscard]] bool wantsScores(std::int64_t step, bool prefill) const noexcept {
        return prefill || step - m_lastScored >= m_scoresEvery;
    }
    void scoredAt(std::int64_t step) noexcept { m_lastScored = step; }
    /// Those since the last time, which are forgotten here.
    [[nodiscard]] std::vector<PolicyCall> take() { return std::exchange(m_calls, {}); }

 private:
    /// Blocks of rows of one layer are one call with the sum of their rows and times.
    void add(PolicyCall call);

    bool m_on = false;
    std::int64_t m_scoresEvery = 1, m_lastScored = -1;
    std::vector<PolicyCall> m_calls;
};

/// A call that shows an observation: `layer` -1 where that is of all layers.
[[nodiscard]] PolicyCall observedCall(const char* name, const sdk::Observation& view);

}  // namespace kvw
