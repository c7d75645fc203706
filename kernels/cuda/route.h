// SPDX-License-Identifier: Apache-2.0
/// Choice of experts by a router; a warp per lane.
#pragma once

#include "kernels/cuda/numbers.h"

namespace kvw::device {

KVW_KERNEL void KVW_BOUNDS(32, 1) route(RouteArgs args) {
    letNextBegin();
    waitForPrevious();
    constexpr int kPer = kMostExperts / 32;
    const int thread = threadIndex();
    const float* logits = args.logits + static_cast<std::size_t>(blockIndex()) * static_cast<std::size_t>(args.experts);
    std::int32_t* chosen = args.chosen + blockIndex() * args.used;
    float* shares = args.shares + blockIndex() * args.used;
    const auto wordOf = [&](int expert) { return highestFirst(logits[expert], expert); };
    std::uint64_t best = ~std::uint64_t{0};
    float broken = 0;
    for (int i = thread; i < args.experts; i += 32) {
        best = wordOf(i) < best ? wordOf(i) : best;
        broken += logits[i] - logits[i] == 0 || logits[i] == kNothing ? 0.0F : 1.0F;
    }
    const float most = scoreIn(warpLeast(best));
    float sum = 0;
    for (int i = thread; i < args.experts; i += 32) {
        sum += expOf(logits[i] - most);
    }
    sum = warpSum(sum);
    const bool isBroken = warpSum(broken) > 0 || most == kNothing;
    float total = 0;
    std::uint32_t taken = 0;  // bit i: expert 32 * i + thread
    for (int k = 0; k < args.used; ++k) {
        best = ~std::uint64_t{0};
        for (int i = 0; i < kPer && 32 * i + thread < args.experts; ++i) {
            if ((taken >> i & 1U) == 0 && wordOf(32 * i + thread) < best) {
                best = wordOf(32 * i + thread);
            }
        }
        const int expert = static_cast<int>(warpLeast(best) & 0xffffffffU);
        if (expert % 32 == thread) {
            taken |= 1U << (expert / 32);
        }
        total += expOf(logits[expert] - most) / sum;
    }
    // Experts in use come in the order of their numbers.
    int before = 0;
    for (int i = 0; 32 * i < args.experts; ++i) {
        const bool mine = (taken >> i & 1U) != 0;
        const int count = warpPrefix(mine ? 1 : 0);
        if (mine) {
            const float share = expOf(logits[32 * i + thread] - most) / sum;
            chosen[before + count - 1] = 32 * i + thread;
            shares[before + count - 1] = isBroken ? NAN : args.sharesAddToOne ? share / total : share;
        }
        before += shuffleFrom(count, 31);
    }
}

}  // namespace kvw::device
