// SPDX-License-Identifier: Apache-2.0
/// Read selection: bounds of the keys of each page, and the pages that a query head reads (ReadRule). Equal scores: the
/// older page first; NaN is the worst.
/// Source: Tang et al. 2024, Quest, algorithm 1.
#pragma once

#include "kernels/cuda/attend.h"

namespace kvw::device {

inline constexpr int kPageThreads = 128, kPageWarps = kPageThreads / 32;
inline constexpr int kPageBlocks = 8;  ///< of a stored head, for the scores

/// A stored head of a lane, and its pages.
struct PagedHead {
    const Lane& lane;
    const ReadRule* rule;  ///< null: everything is read
    int laneIndex, stored, unit;
    std::size_t head;         ///< in [layers, stored_heads]
    int used = 0, pages = 0;  ///< slots with tokens; pages that have some

    KVW_DEVICE PagedHead(const AttendArgs& args, int index)
        : lane(args.lanes[index / args.storedHeads]),
          rule(lane.reads),
          laneIndex(index / args.storedHeads),
          stored(index % args.storedHeads),
          unit(args.layer * lane.units + unitOf(lane, stored)),
          head(static_cast<std::size_t>(args.layer * lane.storedHeads + stored)) {
        if (rule != nullptr) {
            used = lane.used[unit];
            pages = (used + rule->page - 1) / rule->page;
        }
    }
    /// Returns true if its query heads choose among the pages.
    [[nodiscard]] KVW_DEVICE bool chooses(const AttendArgs& args) const {
        return rule != nullptr && args.layer >= rule->firstLayer;
    }
    /// Returns the scores of the first query head that reads it; those of the next one are lane.pages further on.
    [[nodiscard]] KVW_DEVICE float* scores(const AttendArgs& args) const {
        const int query = args.layer * args.heads.query + stored * (args.heads.query / args.storedHeads);
        return lane.pageScores + static_cast<std::size_t>(query) * static_cast<std::size_t>(lane.pages);
    }
};

/// Takes the newest key into the bounds of its page. A warp comes; each of its lanes has channels of its own.
KVW_DEVICE void boundNewest(const AttendArgs& args, const PagedHead& at, float* low, float* high) {
    const int newest = at.used - 1, dim = args.heads.dim;
    const bool first = newest % at.rule->page == 0;
    const void* keys = at.lane.keys[at.head];
    const std::size_t row = static_cast<std::size_t>(newest) * static_cast<std::size_t>(dim);
    for (int c = threadIndex() % 32; c < dim; c += 32) {
        float key = numberAt(keys, args.cache, row + static_cast<std::size_t>(c));
        if (args.rotatesOnRead && c < args.rope.rotaryDim) {
            const auto partner = static_cast<std::size_t>(partnerOf(args.rope, c));
            const std::size_t slot = static_cast<std::size_t>(at.unit) * static_cast<std::size_t>(at.lane.stride) +
                                     static_cast<std::size_t>(newest);
            key = turned(args.rope, c, key, numberAt(keys, args.cache, row + partner),
                         static_cast<std::size_t>(at.lane.ranks[slot]));
        }
        low[c] = first || key < low[c] ? key : low[c];
        high[c] = first || key > high[c] ? key : high[c];
    }
}

/// Brings the bounds up to date and computes the scores of pages: the largest that a key within the bounds can have,
/// unscaled. A warp takes one page after another.
KVW_KERNEL void KVW_BOUNDS(kPageThreads, 4) scorePages(AttendArgs args) {
    letNextBegin();
    waitForPrevious();
    const PagedHead at(args, blockIndex() / kPageBlocks);
    if (at.rule == nullptr) {
        return;
    }
    const int lane = threadIndex() % 32, dim = args.heads.dim, group = args.heads.query / args.storedHeads;
    const int newest = (at.used - 1) / at.rule->page;
    const auto width = static_cast<std::size_t>(dim), pages = static_cast<std::size_t>(at.lane.pages);
    const float* q = args.q + static_cast<std::size_t>(at.laneIndex * args.heads.query + at.stored * group) * width;
    float* scores = at.scores(args);
    for (int page = blockIndex() % kPageBlocks * kPageWarps + threadIndex() / 32; page < at.pages;
         page += kPageBlocks * kPageWarps) {
        const std::size_t row = (at.head * pages + static_cast<std::size_t>(page)) * width;
        float *low = at.lane.lows + row, *high = at.lane.highs + row;
        if (page == newest) {
            boundNewest(args, at, low, high);
        }
        for (int g = 0; g < group && at.chooses(args); ++g) {
            float sum = 0;
            for (int c = lane; c < dim; c += 32) {
                const float x = q[g * dim + c];
                sum = fma(x, x > 0 ? high[c] : low[c], sum);
            }
            sum = warpSum(sum);
            if (lane == 0) {
                scores[static_cast<std::size_t>(g) * pages + static_cast<std::size_t>(page)] = sum;
            }
        }
    }
}

/// Returns the word (highestFirst) of the last of the `wanted` best pages; 0, which no page has: none is wanted. All
/// lanes of a warp come.
KVW_DEVICE std::uint64_t lastWanted(const float* scores, int pages, int wanted) {
    if (wanted <= 0) {
        return 0;
    }
    std::uint64_t low = 0, high = ~std::uint64_t{0};
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        int count = 0;
        for (int page = threadIndex() % 32; page < pages; page += 32) {
            count += highestFirst(scores[page], page) <= middle ? 1 : 0;
        }
        if (warpSum(count) >= wanted) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/// Shared memory of choosePages: a word per query head of a group.
constexpr std::size_t chooseShared(const AttendArgs& args) {
    return static_cast<std::size_t>(args.heads.query / args.storedHeads) * sizeof(std::uint64_t);
}

/// Chooses the pages of the query heads of a stored head. A warp takes one query head after another.
KVW_KERNEL void KVW_BOUNDS(kPageThreads, 4) choosePages(AttendArgs args) {
    letNextBegin();
    waitForPrevious();
    const PagedHead at(args, blockIndex());
    if (!at.chooses(args)) {
        return;
    }
    const int group = args.heads.query / args.storedHeads, chunks = chunksOf(args);
    const int competing = at.rule->newest && at.pages > 0 ? at.pages - 1 : at.pages;
    const int asked = at.rule->newest ? at.rule->most - 1 : at.rule->most;
    const auto pages = static_cast<std::size_t>(at.lane.pages);
    const float* scores = at.scores(args);
    auto* last = sharedMemory<std::uint64_t>();
    for (int g = threadIndex() / 32; g < group; g += kPageWarps) {
        const std::uint64_t word =
            lastWanted(scores + static_cast<std::size_t>(g) * pages, competing, asked < competing ? asked : competing);
        if (threadIndex() % 32 == 0) {
            last[g] = word;
        }
    }
    syncBlock();
    for (int page = threadIndex(); page < at.pages; page += kPageThreads) {
        for (int chunk = 0; chunk < chunks; ++chunk) {
            std::uint32_t bits = 0;
            for (int g = chunk * kMostGroup; g < group && g < (chunk + 1) * kMostGroup; ++g) {
                const std::size_t score = static_cast<std::size_t>(g) * pages + static_cast<std::size_t>(page);
                const bool reads = page >= competing || highestFirst(scores[score], page) <= last[g];
                bits |= reads ? 1U << (g - chunk * kMostGroup) : 0U;
            }
            const std::size_t place = at.head * static_cast<std::size_t>(chunks) + static_cast<std::size_t>(chunk);
            at.lane.readers[place * pages + static_cast<std::size_t>(page)] = static_cast<std::uint8_t>(bits);
        }
    }
}

}  // namespace kvw::device
