// SPDX-License-Identifier: Apache-2.0
/// Tracks tokens that the user put back by hand after their eviction, from the events of a trace.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Returns of tokens by hand. The user's changes act before the token of their step is decoded, so evictions by the
/// policy in that step come after them.
class PutBack {
 public:
    PutBack() = default;
    /// Reads all published events.
    explicit PutBack(const Trace& trace);

    /// Reads one event; call it in the order of the events.
    void take(const TraceEvent& event);

    /// Returns the step below which evictions of the token are undone by the end of `step`; 0: none is.
    [[nodiscard]] std::int32_t undoneBelow(std::int32_t token, std::int64_t step) const;
    /// Returns the tokens that were ever put back, ascending.
    [[nodiscard]] std::vector<std::int32_t> tokens() const;

 private:
    struct Return {
        std::int32_t step = 0, undoneBelow = 0;
    };
    std::map<std::int32_t, std::vector<Return>> m_returns;  ///< by token
    std::map<std::int32_t, std::int32_t> m_taken;           ///< by token: the last step at which the user evicted it
};

}  // namespace kvw
