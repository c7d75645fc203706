// SPDX-License-Identifier: Apache-2.0
/// Thread pool of the kernels: persistent threads that spin, then sleep. A thread begins with its own share of a job
/// and then helps the others. It is not global: the engine owns one.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace kvw {

class ThreadPool {
 public:
    /// `threads` >= 1 counts the calling thread. Threads are joined by the destructor.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int threads() const noexcept;
    /// Returns true if threads stay awake for a short while before they sleep: no more of them than cores that the
    /// process could use when the pool was made.
    [[nodiscard]] bool spins() const noexcept;

    /// Calls body(begin, end) on disjoint ranges that cover [0, items); the length of each but the last is a multiple
    /// of `grain`. Blocks until all are done; the caller computes a share. `body` must give the same bits for any
    /// partition. If it throws, the other ranges are finished first, then one of the exceptions is rethrown. Thread:
    /// one caller at a time; never from inside a body.
    void parallelFor(std::size_t items, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& body);

 private:
    struct Impl;
    struct Share;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
