// SPDX-License-Identifier: Apache-2.0
/// Tokens that hands put back after they had left a cache, from the events of its trace.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Hands act before the token of their step is decoded, so what a policy evicts in that step comes after them.
class PutBack {
 public:
    PutBack() = default;
    /// All that was published.
    explicit PutBack(const Trace& trace);

    /// Events come in their order.
    void take(const TraceEvent& event);

    /// By the end of `step` evictions of the token at steps below this one are undone; 0: none is.
    [[nodiscard]] std::int32_t undoneBelow(std::int32_t token, std::int64_t step) const;
    /// That were ever put back, ascending.
    [[nodiscard]] std::vector<std::int32_t> tokens() const;

 private:
    struct Return {
        std::int32_t step = 0, undoneBelow = 0;
    };
    std::map<std::int32_t, std::vector<Return>> m_returns;  ///< by token
    std::map<std::int32_t, std::int32_t> m_taken;           ///< by token: the last step at which hands evicted it
};

}  // namespace kvw
