// SPDX-License-Identifier: Apache-2.0
/// The sweep that the ratios of `kvw bench` refer to.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

#include "core/base/stopwatch.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// Plain read of `bytes` by all threads: the least time that as much memory traffic takes. `once` returns seconds.
class Sweep {
 public:
    Sweep(std::size_t bytes, ThreadPool& pool)
        : m_data(std::max<std::size_t>(bytes / sizeof(std::uint64_t), 8), 1), m_pool(pool) {}
    double once() {
        const Stopwatch watch;
        m_pool.parallelFor(m_data.size(), 4096, [&](std::size_t begin, std::size_t end) {
            std::uint64_t sums[8] = {};
            for (std::size_t i = begin; i + 8 <= end; i += 8) {
                for (std::size_t lane = 0; lane < 8; ++lane) {
                    sums[lane] += m_data[i + lane];
                }
            }
            m_sink = std::accumulate(std::begin(sums), std::end(sums), std::uint64_t{0});
        });
        return watch.ms() / 1e3;
    }

 private:
    std::vector<std::uint64_t> m_data;
    ThreadPool& m_pool;
    std::atomic<std::uint64_t> m_sink{0};
};

}  // namespace kvw
