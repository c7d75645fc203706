// SPDX-License-Identifier: GPL-3.0-or-later
/// Index of the steps that dropped tokens, per layer and unit. It follows a growing trace at the cost of the new
/// records only, and a view of 100 000 tokens asks only for those it paints.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/columns.h"
#include "core/trace/put_back.h"
#include "core/trace/trace.h"

namespace kvw::wb {

/// Thread: GUI thread. Agrees with Trace::evictedAt (tested).
class TraceIndex {
 public:
    TraceIndex() = default;
    explicit TraceIndex(const Trace& trace);  ///< the trace must outlive the index

    /// Takes in what was published since the last call. False: nothing was.
    bool advance();

    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    /// Returns whether the token is pinned by hand at the end of `step`.
    [[nodiscard]] bool pinnedAt(std::int32_t token, std::int64_t step) const;
    /// Returns whether the token was put back by hand into (layer, unit) by the end of `step`, even if it was dropped
    /// again since. unit -1: into any unit of the layer.
    [[nodiscard]] bool backAt(std::int32_t token, std::int32_t layer, std::int32_t unit, std::int64_t step) const;
    [[nodiscard]] bool anyPinned() const noexcept { return !m_pins.empty(); }
    static constexpr std::int64_t kLastStep = std::numeric_limits<std::int64_t>::max();
    /// Step that dropped `token` from (layer, unit), or -1 while it is held at the end of `step`. unit -1: the layer,
    /// which holds a token while any unit does.
    [[nodiscard]] std::int32_t droppedAt(std::int32_t token, std::int32_t layer, std::int32_t unit,
                                         std::int64_t step = kLastStep) const;
    /// Share of the units of all layers that hold `token` after `step`; 0 to 1.
    [[nodiscard]] double heldShare(std::int32_t token, std::int64_t step) const;
    /// Steps at which something was dropped, ascending, unique.
    [[nodiscard]] std::span<const std::int32_t> pruneSteps() const noexcept { return m_pruneSteps; }
    /// The prune step after (before) `step`, or -1.
    [[nodiscard]] std::int32_t nextPrune(std::int64_t step) const;
    [[nodiscard]] std::int32_t previousPrune(std::int64_t step) const;

    /// Score a token had when it was dropped (by the end of `step`), and the lowest kept one; NaN: none. Searches the
    /// records of one step.
    struct Verdict {
        float score = kMissingF, cut = kMissingF;
        std::string reason;       ///< empty: the policy gives none
        int rank = 0, among = 0;  ///< rank by score among the tokens dropped with it, from 1; 0: no scores
    };
    [[nodiscard]] Verdict verdict(std::int32_t token, std::int32_t layer, std::int32_t unit,
                                  std::int64_t step = kLastStep) const;

    /// The last prune of (layer, unit), by the end of `step`, that came after `token`; the token survived it if it is
    /// held. step -1: there is none among the last prune events. unit -1: the layer.
    struct Stay {
        std::int32_t step = -1;
        std::int64_t evicted = 0;
        float cut = kMissingF;  ///< lowest score that was kept; NaN: none, or heads differ
    };
    [[nodiscard]] Stay lastStay(std::int32_t token, std::int32_t layer, std::int32_t unit, std::int64_t step) const;

 private:
    [[nodiscard]] std::size_t row(std::int32_t layer, std::int32_t unit) const noexcept;
    [[nodiscard]] std::int32_t firstDrop(std::size_t row, std::int32_t token) const noexcept;
    /// Returns the step that dropped the token, or -1 while it is held at the end of `step`. `undoneBelow`:
    /// PutBack::undoneBelow of the token and step.
    [[nodiscard]] std::int32_t droppedIn(std::size_t row, std::int32_t token, std::int32_t undoneBelow,
                                         std::int64_t step) const;

    const Trace* m_trace = nullptr;
    TraceShape m_shape;
    std::int64_t m_steps = 0, m_evictions = 0;
    std::vector<trace::SparseColumn<std::int32_t>> m_dropped;  ///< [layers * units][tokens]: first drop + 1; 0: held
    std::map<std::pair<std::size_t, std::int32_t>, std::vector<std::int32_t>>
        m_again;  ///< by row and token: later drops
    std::vector<std::int32_t> m_pruneSteps;
    void takeHand(const TraceEvent& event);
    std::int64_t m_events = 0;
    std::map<std::int32_t, std::vector<std::pair<std::int32_t, bool>>> m_pins;  ///< by token: (step, pinned from it on)
    PutBack m_back;
};

}  // namespace kvw::wb
