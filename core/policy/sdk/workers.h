// SPDX-License-Identifier: Apache-2.0
/// Threads that the engine lends to a policy: its own, which wait for the next layer while the policy decides.
#pragma once

#include <cstddef>
#include <functional>

namespace kvw::sdk {

/// A loop over [begin, end) of the items.
using Share = std::function<void(std::size_t begin, std::size_t end)>;

/// Borrowed for the call that brought it (Observation::workers), and only for the thread of that call.
class Workers {
 public:
    virtual ~Workers() = default;
    /// At least 1: the caller's counts.
    [[nodiscard]] virtual int threads() const noexcept = 0;
    /// body(begin, end) on disjoint ranges that cover [0, items), each a multiple of `grain` long but for the last, at
    /// the same time; comes back when all are done. The caller takes part. Which ranges they are depends on the number
    /// of threads, and what a body makes of an item must not. A body works on bare memory: no tensor operations (a
    /// thread of the engine has none of torch's modes), no parallelFor. If it throws, all ranges are ended first, then
    /// one of the exceptions leaves this call.
    virtual void parallelFor(std::size_t items, std::size_t grain, const Share& body) = 0;
};

/// As Workers::parallelFor, without workers in the caller's thread alone.
inline void in_shares(Workers* workers, std::size_t items, std::size_t grain, const Share& body) {
    if (workers != nullptr) {
        workers->parallelFor(items, grain, body);
    } else if (items > 0) {
        body(0, items);
    }
}

}  // namespace kvw::sdk
