// SPDX-License-Identifier: Apache-2.0
/// A small pool for the kernels: persistent threads, static partition, spin then sleep. Not a global: the engine owns
/// one.
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

    /// Calls body(begin, end) on disjoint ranges that cover [0, items), each a multiple of `grain` long but for the
    /// last. Blocks until all are done. The caller takes part. `body` must give the same bits for any partition; if it
    /// throws, all ranges are ended first, then one of the exceptions leaves this call. Thread: one caller at a time;
    /// never from inside a body.
    void parallelFor(std::size_t items, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& body);

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
