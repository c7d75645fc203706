// SPDX-License-Identifier: Apache-2.0
/// Lends the kernels' thread pool to policies.
#pragma once

#include <atomic>
#include <cstddef>
#include <stdexcept>

#include "core/policy/sdk/workers.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// Thread: inference thread, outside of the pool's bodies, as for the pool itself.
class PoolWorkers final : public sdk::Workers {
 public:
    /// `pool` outlives this.
    explicit PoolWorkers(ThreadPool& pool) : m_pool(pool) {}

    [[nodiscard]] int threads() const noexcept override { return m_pool.threads(); }
    void parallelFor(std::size_t items, std::size_t grain, const sdk::Share& body) override {
        // The pool would wait for itself for ever.
        if (m_busy.exchange(true)) {
            throw std::logic_error("parallelFor was called inside of a body of parallelFor");
        }
        const Released released{m_busy};
        m_pool.parallelFor(items, grain, body);
    }

 private:
    struct Released {
        std::atomic<bool>& busy;
        ~Released() { busy = false; }
    };

    ThreadPool& m_pool;
    std::atomic<bool> m_busy = false;
};

}  // namespace kvw
