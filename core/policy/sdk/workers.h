// SPDX-License-Identifier: Apache-2.0
/// Threads that the engine lends to a policy; they are the engine's own, which wait for the next layer while the policy
/// decides.
#pragma once

#include <cstddef>
#include <functional>

#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

/// Body of a loop, which handles the items [begin, end).
using Share = std::function<void(std::size_t begin, std::size_t end)>;

/// Borrowed for the call that brought it (Observation::workers); may be used only by the thread of that call.
class Workers {
 public:
    virtual ~Workers() = default;
    /// Returns the number of threads, the caller's included.
    [[nodiscard]] virtual int threads() const noexcept = 0;
    /// Calls body(begin, end) concurrently on disjoint ranges that cover [0, items), each a multiple of `grain` long
    /// except the last; returns when all are done. The caller takes part. The ranges depend on the number of threads;
    /// the result for an item must not. A body works on bare memory: no tensor operations (a thread of the engine has
    /// none of torch's modes), no parallelFor. If a body throws, all ranges are ended first, then one of the exceptions
    /// leaves this call.
    virtual void parallelFor(std::size_t items, std::size_t grain, const Share& body) = 0;
};

/// Calls Workers::parallelFor, or without workers runs `body` in the caller's thread alone.
inline void in_shares(Workers* workers, std::size_t items, std::size_t grain, const Share& body) {
    if (workers != nullptr) {
        workers->parallelFor(items, grain, body);
    } else if (items > 0) {
        body(0, items);
    }
}

/// Shares the items among the workers that came with `seen`.
inline void in_shares(const Observation& seen, std::size_t items, std::size_t grain, const Share& body) {
    in_shares(seen.workers, items, grain, body);
}

}  // namespace kvw::sdk
