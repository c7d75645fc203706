// SPDX-License-Identifier: Apache-2.0
/// Threads to share a policy's work among, and numbers for it.
#pragma once

#include <ATen/ATen.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "core/policy/kit/random.h"
#include "core/policy/sdk/workers.h"

namespace kvw::test {

/// Numbers from -1 to 1.
inline at::Tensor hashed(std::int64_t layers, std::int64_t heads, std::int64_t tokens, std::int64_t channels) {
    at::Tensor all = at::empty({layers, heads, tokens, channels}, at::kFloat);
    float* data = all.mutable_data_ptr<float>();
    for (std::int64_t i = 0; i < all.numel(); ++i) {
        data[i] = static_cast<float>(sdk::hash(11, {static_cast<std::uint64_t>(i)}) >> 40U) * 0x1p-23F - 1.0F;
    }
    return all;
}

/// Shares of about equal length, a thread for each.
class Threads final : public sdk::Workers {
 public:
    explicit Threads(std::size_t count) : m_count(count) {}
    [[nodiscard]] int threads() const noexcept override { return static_cast<int>(m_count); }
    void parallelFor(std::size_t items, std::size_t grain, const sdk::Share& body) override {
        const std::size_t chunks = (items + grain - 1) / grain;
        std::vector<std::jthread> threads;
        for (std::size_t share = 0; share < m_count; ++share) {
            const std::size_t begin = share * chunks / m_count * grain;
            const std::size_t end = std::min(items, (share + 1) * chunks / m_count * grain);
            if (begin < end) {
                ++shares;
                threads.emplace_back([&body, begin, end] { body(begin, end); });
            }
        }
    }
    std::size_t shares = 0;

 private:
    std::size_t m_count;
};

}  // namespace kvw::test
