// SPDX-License-Identifier: Apache-2.0
/// States of the runs of a session at some of their steps, so that a fork goes on from the nearest one instead of being
/// computed from its start. Caches of states lie in temporary files (KvCache::leaveMemory). The total is bounded by a
/// share of the free memory, which their pages would otherwise push out: the more states there are, the further apart
/// they lie.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/decode/engine.h"

namespace kvw {

/// Thread: inference thread.
class KeptStates {
 public:
    static constexpr std::int64_t kEvery = 64;
    /// A quarter of what is free, at least `kLeastBytes`.
    static constexpr std::int64_t kShareOfFree = 4, kLeastBytes = std::int64_t{256} << 20U;
    KeptStates() = default;
    /// Tests: a fixed bound.
    explicit KeptStates(std::int64_t mostBytes, std::int64_t every = kEvery) : m_mostBytes(mostBytes), m_every(every) {}

    /// After the prompt and after every step: keeps the state where one is due. Returns whether the states have
    /// changed.
    bool visit(Run& run);
    /// `fork` goes on from the newest state of `parent` that it can, at token `step` or before. Gives its token.
    /// Errors: why it cannot, so that it is to be made from its start.
    [[nodiscard]] Result<std::int64_t> goOn(Run& fork, const Recording& parent, std::int64_t step) const;
    void clear() { m_runs.clear(); }

    [[nodiscard]] std::int64_t bytes() const;
    /// Of a run, ascending.
    [[nodiscard]] std::vector<std::int64_t> positions(const Recording& of) const;

 private:
    struct OfRun {
        std::weak_ptr<const Recording> recording;
        std::int64_t every = 0;
        std::vector<std::shared_ptr<const RunSnapshot>> states;  ///< ascending
        std::string refused;                                     ///< why none is kept any more
    };
    [[nodiscard]] const OfRun* find(const Recording& recording) const;
    [[nodiscard]] std::int64_t mostBytes() const;
    void thin(std::int64_t mostBytes);

    std::int64_t m_mostBytes = 0, m_every = kEvery;  ///< m_mostBytes 0: a share of the free memory
    std::vector<OfRun> m_runs;                       ///< the newest last
};

}  // namespace kvw
