// SPDX-License-Identifier: Apache-2.0
/// Thread pool of the kernels: persistent threads that spin, then sleep. A thread begins with its own share of a job
/// and then helps the others. Work that can wait goes beside the jobs. It is not global: the engine owns one.
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

    /// Adds work that half of the threads, not the caller's, do during the next jobs, before they help with those.
    /// One thread alone can read almost as fast as the memory delivers, so arithmetic beside a job that is bound by
    /// memory costs little. Thread: that of parallelFor; `work` may not call the pool.
    void addBeside(std::function<void()> work);
    /// Does what is left of the added work, with all threads, and waits for it. Rethrows the first exception of it.
    void finishBeside();
    /// Forgets added work that has not begun and waits for the rest. The caller does this before it destroys what the
    /// work reads.
    void dropBeside() noexcept;

 private:
    struct Impl;
    struct Share;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
