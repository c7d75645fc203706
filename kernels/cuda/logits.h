// SPDX-License-Identifier: Apache-2.0
/// Statistics of rows of logits. Blocks of a lane take shares of the row; the one that comes last merges them in their
/// order.
#pragma once

#include "kernels/cuda/numbers.h"

namespace kvw::device {

inline constexpr int kLogitThreads = 256;

/// Returns the number of blocks that share a row, which follows from its length alone.
KVW_BOTH inline int logitBlocks(int logits) {
    const int wanted = (logits + 2047) / 2048;
    return wanted < kLogitBlocks ? wanted : kLogitBlocks;
}

struct LogitShare {
    int shares, lane, share, begin, end;
    const float* row;

    KVW_DEVICE LogitShare(const LogitArgs& args, int firstLane)
        : shares(logitBlocks(args.count)), lane(firstLane + blockIndex() / shares), share(blockIndex() % shares) {
        const int width = (args.count + shares - 1) / shares;
        begin = share * width < args.count ? share * width : args.count;
        end = begin + width < args.count ? begin + width : args.count;
        row = args.logits + static_cast<std::size_t>(lane) * static_cast<std::size_t>(args.stride);
    }
};

/// Returns true in the block that comes last to a lane. All threads come.
KVW_DEVICE bool comesLast(const LogitArgs& args, const LogitShare& at, int* shared) {
    fence();
    syncBlock();
    if (threadIndex() == 0) {
        *shared = atomicIncrement(args.done + at.lane);
    }
    syncBlock();
    const bool last = *shared == at.shares - 1;
    if (last) {
        fence();
    }
    return last;
}

KVW_KERNEL void KVW_BOUNDS(kLogitThreads, 2) logitStatistics(LogitArgs args) {
    letNextBegin();
    waitForPrevious();
    const LogitShare at(args, 0);
    auto* words = sharedMemory<std::uint64_t>();  // a word per warp; a flag behind them
    auto* numbers = reinterpret_cast<double*>(words);
    std::uint64_t best = ~std::uint64_t{0};
    for (int i = at.begin + threadIndex(); i < at.end; i += kLogitThreads) {
        const std::uint64_t own = highestFirst(at.row[i], i);
        best = own < best ? own : best;
    }
    best = blockLeast(best, words);
    const float most = at.begin < at.end ? scoreIn(best) : kNothing;
    double sum = 0, weighted = 0;
    for (int i = at.begin + threadIndex(); i < at.end; i += kLogitThreads) {
        // A logit of -infinity has weight 0; the floor keeps 0 * infinity out of the entropy, and lets NaN pass.
        const float below = at.row[i] - most;
        const float difference = at.row[i] == kNothing || below < -1000.0F ? -1000.0F : below;
        const float e = expOf(difference);
        sum += static_cast<double>(e);
        weighted += static_cast<double>(e * difference);
    }
    sum = blockSum(sum, numbers);
    weighted = blockSum(weighted, numbers);
    if (threadIndex() == 0) {
        double* out = args.scratch + (at.lane * kLogitBlocks + at.share) * 4;
        out[0] = static_cast<double>(most);
        out[1] = sum;
        out[2] = weighted;
        out[3] = static_cast<double>(best & 0xffffffffU);
    }
    if (!comesLast(args, at, reinterpret_cast<int*>(words + kLogitThreads / 32)) || threadIndex() != 0) {
        return;
    }
    const double* shares = args.scratch + at.lane * kLogitBlocks * 4;
    double highest = static_cast<double>(kNothing), argMax = 0;
    for (int s = 0; s < at.shares; ++s) {
        if (loadFresh(shares + s * 4) > highest) {
            highest = loadFresh(shares + s * 4);
            argMax = loadFresh(shares + s * 4 + 3);
        }
    }
    double all = 0, total = 0;
    for (int s = 0; s < at.shares; ++s) {
        const double own = loadFresh(shares + s * 4), difference = own - highest;
        const double factor = own == static_cast<double>(kNothing) ? 0 : expOf(difference);
        all += loadFresh(shares + s * 4 + 1) * factor;
        total += factor > 0 ? (loadFresh(shares + s * 4 + 2) + loadFresh(shares + s * 4 + 1) * difference) * factor : 0;
    }
    const Lane& lane = args.lanes[at.lane];
    LogitRecord& record = args.records[at.lane];
    const bool finite = all > 0 && all - all == 0;
    const double logSum = finite ? logOf(all) : static_cast<double>(NAN), entropy = logSum - total / all;
    record.logSumExp = highest + logSum;
    record.entropy = entropy > 0 ? entropy : 0;
    record.argMax = static_cast<std::int32_t>(argMax);
    record.highest = static_cast<float>(highest);
    const int target = lane.ids[*lane.position + 1];
    record.nll = target < 0 ? static_cast<double>(NAN) : record.logSumExp - static_cast<double>(at.row[target]);
    record.kl = 0;
    args.done[at.lane] = 0;
}

/// KL of lanes 1, 2, ... after logitStatistics.
KVW_KERNEL void KVW_BOUNDS(kLogitThreads, 2) logitDivergence(LogitArgs args) {
    letNextBegin();
    waitForPrevious();
    const LogitShare at(args, 1);
    auto* numbers = sharedMemory<double>();
    const double full = args.records[0].logSumExp, other = args.records[at.lane].logSumExp;
    double sum = 0;
    for (int i = at.begin + threadIndex(); i < at.end; i += kLogitThreads) {
        const double p = static_cast<double>(args.logits[i]) - full;
        const float e = expOf(static_cast<float>(p));
        sum += e > 0 ? static_cast<double>(e) * (p - (static_cast<double>(at.row[i]) - other)) : 0;
    }
    sum = blockSum(sum, numbers);
    if (threadIndex() == 0) {
        args.scratch[(at.lane * kLogitBlocks + at.share) * 4] = sum;
    }
    if (!comesLast(args, at, reinterpret_cast<int*>(numbers + kLogitThreads / 32)) || threadIndex() != 0) {
        return;
    }
    double all = 0;
    for (int s = 0; s < at.shares; ++s) {
        all += loadFresh(args.scratch + (at.lane * kLogitBlocks + s) * 4);
    }
    args.records[at.lane].kl = all;
    args.done[at.lane] = 0;
}

}  // namespace kvw::device
