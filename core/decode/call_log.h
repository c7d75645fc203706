// SPDX-License-Identifier: Apache-2.0
/// What a policy, a reader or a codec was called with and what it answered, of one pass: the contract scope of a run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/decode/kept_scores.h"
#include "core/decode/stopwatch.h"
#include "core/policy/sdk/policy.h"

namespace kvw {

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
    void record(bool on) noexcept { m_on = on; }
    [[nodiscard]] bool on() const noexcept { return m_on; }

    /// Runs `work`, adds its time to `ms` and writes the call down, if `written`. `about`: fills the record, only where
    /// one is made.
    template <class About, class Work>
    auto run(double& ms, About about, Work&& work, bool written = true) {
        const Stopwatch watch;
        auto result = work();
        const double took = watch.ms();
        ms += took;
        if (m_on && written) {
            PolicyCall call = about();
            call.ms = took;
            if (!result) {
                call.violation = result.error().sentence();
            }
            add(std::move(call));
        }
        return result;
    }
    /// One that was not run here. Blocks of rows of one layer, and the layers' pages of a step, are one call with the
    /// sum of their rows and times.
    void add(PolicyCall call);
    /// The call that came last; null: none is written down.
    [[nodiscard]] PolicyCall* last() noexcept { return m_calls.empty() ? nullptr : &m_calls.back(); }
    /// Those since the last time, which are forgotten here.
    [[nodiscard]] std::vector<PolicyCall> take() { return std::exchange(m_calls, {}); }

 private:
    bool m_on = false;
    std::vector<PolicyCall> m_calls;
};

/// What a policy asks to be shown, for people: "one set per KV head, the last 32 rows".
[[nodiscard]] std::string needsText(const sdk::Needs& needs);

/// A call that shows an observation: `layer` -1 where that is of all layers.
[[nodiscard]] PolicyCall observedCall(const char* name, const sdk::Observation& view);

}  // namespace kvw
