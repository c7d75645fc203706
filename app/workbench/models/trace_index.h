// SPDX-License-Identifier: GPL-3.0-or-later
/// Which step dropped which token, per layer and unit, kept up to date with a growing trace at the cost of its new
/// records only, so that a view of 100 000 tokens asks for the ones it paints.
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

    /// Takes what was published since the last call. False: nothing was.
    bool advance();

    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    /// Whether a hand had pinned the token by the end of `step`.
    [[nodiscard]] bool pinnedAt(std::int32_t token, std::int64_t step) const;
    /// Whether hands had put the token back into (layer, unit) by the end of `step`, whatever became of it since. unit
    /// -1: into any of the layer's.
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
        int rank = 0, among = 0;  ///< 1: the highest score of so many that went with it; 0: scores are not compared
    };
    [[nodiscard]] Verdict verdict(std::int32_t token, std::int32_t layer, std::int32_t unit,
                                  std::int64_t step = kLastStep) const;

    /// The last prune of (layer, unit) by the end of `step` that found `token` there and left it; step -1: there was
    /// none among the last prune events. unit -1: the layer.
    struct Stay {
        std::int32_t step = -1;
        std::int64_t evicted = 0;
        float cut = kMissingF;  ///< lowest score that was kept; NaN: none, or heads differ
    };
    [[nodiscard]] Stay lastStay(std::int32_t token, std::int32_t layer, std::int32_t unit, std::int64_t step) const;

 private:
    [[nodiscard]] std::size_t row(std::int32_t layer, std::int32_t unit) const noexcept;
    [[nodiscard]] std::int32_t firstDrop(std::size_t row, std::int32_t token) const noexcept;
    /// `undoneBelow`: PutBack's of the token and step.
    [[nodiscard]] std::int32_t droppedIn(std::size_t row, std::int32_t token, std::int32_t undoneBelow,
                                         std::int64_t step) const;

    const Trace* m_trace = nullptr;
    TraceShape m_shape;
    std::int64_t m_steps = 0, m_evictions = 0;
    std::vector<trace::SparseColumn<std::int32_t>> m_dropped;  ///< [layers * units][tokens]: first step + 1; 0: held
    std::map<std::pair<std::size_t, std::int32_t>, std::vector<std::int32_t>>
        m_again;  ///< by row and token: later ones
    std::vector<std::int32_t> m_pruneSteps;
    void takeHand(const TraceEvent& event);
    std::int64_t m_events = 0;
    std::map<std::int32_t, std::vector<std::pair<std::int32_t, bool>>> m_pins;  ///< by token: from this step on, or not
    PutBack m_back;
};

}  // namespace kvw::wb
