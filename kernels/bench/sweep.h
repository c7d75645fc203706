// SPDX-License-Identifier: Apache-2.0
/// The sweep that the ratios of `kvw bench` and of the benchmarks of kernels refer to.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

#include "kernels/thread_pool.h"

namespace kvw {

/// Plain read of `bytes` by all threads: the least time that as much memory traffic takes. `once` returns seconds.
class Sweep {
 public:
    Sweep(std::size_t bytes, ThreadPool& pool)
        : m_data(std::max<std::size_t>(bytes / sizeof(std::uint64_t), 8), 1), m_pool(pool) {}
    double once() {
        const auto start = std::chrono::steady_clock::now();
        m_pool.parallelFor(m_data.size(), 4096, [&](std::size_t begin, std::size_t end) {
            std::uint64_t sums[8] = {};
            const std::size_t part = (end - begin) / kStreams / 8 * 8;
            for (std::size_t i = begin; i < begin + part; i += 8) {
                for (std::size_t stream = 0; stream < kStreams; ++stream) {
                    const std::uint64_t* line = &m_data[i + stream * part];
                    __builtin_prefetch(line + kAhead);
                    for (std::size_t lane = 0; lane < 8; ++lane) {
                        sums[lane] += line[lane];
                    }
                }
            }
            m_sink = std::accumulate(std::begin(sums), std::end(sums), std::uint64_t{0});
        });
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

 private:
    /// Streams of memory that a thread reads at a time, and how many numbers ahead it prefetches. With one stream, some
    /// processors read only half as fast.
    static constexpr std::size_t kStreams = 8;
    static constexpr std::size_t kAhead = 256;

    std::vector<std::uint64_t> m_data;
    ThreadPool& m_pool;
    std::atomic<std::uint64_t> m_sink{0};
};

}  // namespace kvw
