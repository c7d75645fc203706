// SPDX-License-Identifier: Apache-2.0
/// Log of the calls of policy, reader and codec in one pass, with what they were given and answered: the contract scope
/// of a run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/policy/sdk/policy.h"

namespace kvw {

/// Name of the calls of a reader.
inline constexpr const char* kPagesCall = "pages";

/// One call. Tokens and budgets are sums over the layers and units that the call is about.
struct PolicyCall {
    const char* name = "";
    std::int32_t layer = -1;  ///< -1: all
    std::string given;        ///< "1 row, keys"; empty: the token table alone, or nothing
    std::int64_t slots = 0;
    std::int64_t held = 0, after = 0;
    std::int64_t budgetBefore = -1, budget = -1;  ///< -1: none is reported
    std::int64_t edits = 0, evicted = 0;
    std::string reason;
    Phrase violation;
    double ms = 0;
    std::int64_t rows = 0;  ///< rows shown so far, if they come in blocks
};

/// Returns the defined tensors of an observation with the names used in texts.
[[nodiscard]] std::vector<std::pair<const char*, const at::Tensor*>> tensorsOf(const sdk::Observation& view);

/// Returns the budget that a report lists for `layer` of `layers` with `units` each, or for all (-1), including what is
/// held beside the budget; -1: it lists none, or not for every layer or unit.
[[nodiscard]] std::int64_t reportedBudget(const sdk::Report& report, std::int64_t layers, std::int64_t units,
                                          std::int64_t layer);

/// Returns how many slots the edits ask to free. `slots`, if given, gets all entries in order, -1 for "none". An edit
/// whose shape the host would refuse is not counted.
[[nodiscard]] std::int64_t slotsAsked(const sdk::Edits& edits, std::vector<std::int64_t>* slots = nullptr);

/// Log of calls: off until it is switched on, then one record per call. Thread: inference thread.
class CallLog {
 public:
    void record(bool on) noexcept { m_on = on; }
    [[nodiscard]] bool on() const noexcept { return m_on; }

    /// Runs `work`, adds its time to `ms` and records the call if `written`. `about` makes the record; it is called
    /// only if one is kept.
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
                call.violation = result.error().asPhrase();
            }
            add(std::move(call));
        }
        return result;
    }
    /// Adds a call. Blocks of rows of one layer, and the page choices of a step, become one call with the sum of their
    /// rows and times.
    void add(PolicyCall call);
    /// Returns the last call; null: there is none.
    [[nodiscard]] PolicyCall* last() noexcept { return m_calls.empty() ? nullptr : &m_calls.back(); }
    /// Returns the calls since the last time, and forgets them.
    [[nodiscard]] std::vector<PolicyCall> take() { return std::exchange(m_calls, {}); }

 private:
    bool m_on = false;
    std::vector<PolicyCall> m_calls;
};

/// Returns the needs of a policy as text: "one set per KV head, the last 32 rows".
[[nodiscard]] std::string needsText(const sdk::Needs& needs);

/// Returns the record of a call that shows an observation; layer -1: it is of all layers.
[[nodiscard]] PolicyCall observedCall(const char* name, const sdk::Observation& view);

}  // namespace kvw
