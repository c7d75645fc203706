// SPDX-License-Identifier: Apache-2.0
/// States of the runs of a session at some of their steps, so that a fork continues from the nearest one instead of
/// being computed from its start. Caches of states lie in temporary files (KvCache::leaveMemory). The total is bounded
/// by a share of the free memory, which their pages would otherwise push out: the more states there are, the further
/// apart they lie.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/phrase.h"
#include "core/session/engine.h"

namespace kvw {

/// Thread: inference thread.
class KeptStates {
 public:
    /// Steps between two states of a run, at least.
    static constexpr std::int64_t kEvery = 64;
    /// Bound of all states: a quarter of the free memory, at least `kLeastBytes`.
    static constexpr std::int64_t kShareOfFree = 4, kLeastBytes = std::int64_t{256} << 20U;
    KeptStates() = default;
    /// For tests: a fixed bound.
    explicit KeptStates(std::int64_t mostBytes, std::int64_t every = kEvery) : m_mostBytes(mostBytes), m_every(every) {}

    /// Keeps the state of `run` if one is due; returns whether it did. Called after the prompt and after every step.
    bool visit(Run& run);
    /// Makes `fork` continue from the newest state of `parent` that it can use, at token `step` or before. Returns the
    /// token of that state. Errors: why it cannot, so the fork must be computed from the start.
    [[nodiscard]] Result<std::int64_t> goOn(Run& fork, const Recording& parent, std::int64_t step) const;
    void clear() { m_runs.clear(); }

    [[nodiscard]] std::int64_t bytes() const;
    /// Returns the positions of the states of a run, ascending.
    [[nodiscard]] std::vector<std::int64_t> positions(const Recording& of) const;

 private:
    struct OfRun {
        std::weak_ptr<const Recording> recording;
        std::int64_t every = 0;
        std::vector<std::shared_ptr<const RunSnapshot>> states;  ///< ascending
        Phrase refused;                                          ///< why none is kept any more
    };
    [[nodiscard]] const OfRun* find(const Recording& recording) const;
    [[nodiscard]] std::int64_t mostBytes() const;
    void thin(std::int64_t mostBytes);

    std::int64_t m_mostBytes = 0, m_every = kEvery;  ///< m_mostBytes 0: a share of the free memory
    std::vector<OfRun> m_runs;                       ///< the newest last
};

}  // namespace kvw
