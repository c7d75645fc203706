// SPDX-License-Identifier: Apache-2.0
/// Decode attention over ragged heads of one layer, split over keys, with the scores that it computes anyway.
///
/// Every block derives the plan from the lengths on the device: a head is cut into pieces of 64 · 2^k keys, at most
/// kMostSplits of them, by its own length, so a lane has the bits it has alone. A block takes pieces blockIndex(),
/// blockIndex() + blocks(), ...; the block that comes last to a head merges its pieces in their order.
/// Source: Dao et al. 2022, FlashAttention, algorithm 1 (online softmax); Dao 2023, Flash-Decoding (pieces).
#pragma once

#include "kernels/cuda/numbers.h"

namespace kvw::device {

inline constexpr int kAttendWarps = 4, kAttendThreads = 32 * kAttendWarps;

KVW_DEVICE int pieceOf(int used) {
    int piece = 64;
    while (piece * kMostSplits < used) {
        piece *= 2;
    }
    return piece;
}
/// An empty head has a piece, too: somebody has to write its output.
KVW_DEVICE int piecesOf(int used) {
    const int piece = pieceOf(used);
    return used > piece ? (used + piece - 1) / piece : 1;
}

/// Up to kMostGroup query heads that read one stored head of one lane.
struct HeadView {
    const void *keys, *values;
    const std::int32_t *tokens, *ranks;
    int used, group;
    std::int32_t oldestToken, oldestRank;  ///< what lies before is not seen
    const float* q;
    float* out;
    float* logits;
    std::size_t rowStride;
    float* peaks;
    const float* sinks;
    const std::uint8_t* readers;  ///< by page, the query heads that read it as bits; null: all read everything
    int page;

    KVW_DEVICE bool seen(int slot) const {
        return tokens[slot] >= oldestToken && (oldestRank <= 0 || ranks[slot] >= oldestRank);
    }
    /// Returns the query heads that read a slot, as bits.
    KVW_DEVICE std::uint32_t readersOf(int slot) const {
        return !seen(slot) ? 0U : readers == nullptr ? ~0U : std::uint32_t{readers[slot / page]};
    }
};

KVW_DEVICE int chunksOf(const AttendArgs& args) {
    return (args.heads.query / args.storedHeads + kMostGroup - 1) / kMostGroup;
}
KVW_DEVICE int unitOf(const Lane& lane, int storedHead) {
    return storedHead * lane.units / lane.storedHeads;
}
KVW_DEVICE int usedOf(const AttendArgs& args, int head) {
    const int perLane = args.storedHeads * chunksOf(args);
    const Lane& lane = args.lanes[head / perLane];
    return lane.used[args.layer * lane.units + unitOf(lane, head % perLane / chunksOf(args))];
}

KVW_DEVICE HeadView viewOf(const AttendArgs& args, int head) {
    const int chunks = chunksOf(args), perLane = args.storedHeads * chunks;
    const int laneIndex = head / perLane, stored = head % perLane / chunks, chunk = head % chunks;
    const Lane& lane = args.lanes[laneIndex];
    const int unit = args.layer * lane.units + unitOf(lane, stored);
    const int all = args.heads.query / args.storedHeads;
    const int query = stored * all + chunk * kMostGroup;
    const std::size_t table = static_cast<std::size_t>(unit) * static_cast<std::size_t>(lane.stride);
    const std::size_t row = static_cast<std::size_t>(args.layer * args.heads.query + query);
    const std::size_t at =
        static_cast<std::size_t>(laneIndex * args.heads.query + query) * static_cast<std::size_t>(args.heads.dim);
    HeadView view;
    view.keys = lane.keys[args.layer * lane.storedHeads + stored];
    view.values = lane.values[args.layer * lane.storedHeads + stored];
    view.tokens = lane.tokens + table;
    view.ranks = lane.ranks == nullptr ? nullptr : lane.ranks + table;
    view.used = lane.used[unit];
    view.group = all - chunk * kMostGroup < kMostGroup ? all - chunk * kMostGroup : kMostGroup;
    view.oldestToken = 0;
    view.oldestRank = 0;
    if (args.window > 0 && lane.phase == Phase::Token) {
        const int oldest = *lane.position - args.window + 1;
        view.oldestToken = oldest > 0 ? oldest : 0;
    } else if (args.window > 0) {
        view.oldestRank = lane.held[unit] - args.window;
    }
    view.q = args.q + at;
    view.out = args.out + at;
    view.rowStride = static_cast<std::size_t>(lane.stride);
    view.logits = lane.logits + row * view.rowStride;
    view.peaks = lane.peaks + row * 2;
    view.sinks = args.sinks == nullptr ? nullptr : args.sinks + query;
    const ReadRule* reads = args.reads ? lane.reads : nullptr;
    view.readers = nullptr;
    view.page = 1;
    if (reads != nullptr && args.layer >= reads->firstLayer) {
        const int place = (args.layer * lane.storedHeads + stored) * chunks + chunk;
        view.readers = lane.readers + static_cast<std::size_t>(place) * static_cast<std::size_t>(lane.pages);
        view.page = reads->page;
    }
    return view;
}

/// Writes the number of pieces up to and with each head. All threads come.
KVW_DEVICE void planPieces(const AttendArgs& args, int heads, int* ends) {
    const int lane = threadIndex() % 32;
    if (threadIndex() < 32) {
        int before = 0;
        for (int first = 0; first < heads; first += 32) {
            const int count = warpPrefix(first + lane < heads ? piecesOf(usedOf(args, first + lane)) : 0);
            if (first + lane < heads) {
                ends[first + lane] = before + count;
            }
            before += shuffleFrom(count, 31);
        }
    }
    syncBlock();
}

/// Turns maxima of parts into their shares. sums [parts, group, 2] and shares [parts, group] in shared memory. All
/// threads come.
KVW_DEVICE void sharesOf(const float* sums, int parts, int group, float* shares) {
    for (int i = threadIndex(); i < parts * group; i += kAttendThreads) {
        const int g = i % group;
        float highest = kNothing;
        for (int p = 0; p < parts; ++p) {
            highest = larger(highest, sums[(p * group + g) * 2]);
        }
        const float own = sums[i * 2];
        shares[i] = own == kNothing ? 0 : expOf(own - highest);
    }
    syncBlock();
}

/// Memory that a block shares. Kinds of pieces leave their parts in `sums` and `mixed`.
struct AttendShared {
    float* sums;    ///< [parts, group, 2]: maximum, sum of exponentials
    float* shares;  ///< [parts, group]
    float* mixed;   ///< [parts, group, dim]
    int* last;      ///< this block merges the head
    int* ends;      ///< [heads]: pieces up to and with a head

    KVW_DEVICE AttendShared(int parts, int group, int dim) {
        const int most = parts > kMostSplits ? parts : kMostSplits;  // of a block, then of a head
        sums = sharedMemory<float>();
        shares = sums + most * group * 2;
        mixed = shares + most * group;
        last = reinterpret_cast<int*>(mixed + parts * group * dim);
        ends = last + 1;
    }
    static constexpr std::size_t bytes(int parts, int group, int dim, int heads) {
        const int most = parts > kMostSplits ? parts : kMostSplits;
        return static_cast<std::size_t>(most * group * 3 + parts * group * dim + 1 + heads) * 4;
    }
};

/// Merges the pieces of a head in their order and writes its output.
KVW_DEVICE void mergePieces(const AttendArgs& args, const HeadView& view, const float* partial,
                            const float* partialSums, int splits, const AttendShared& shared) {
    const int group = view.group, dim = args.heads.dim;
    for (int i = threadIndex(); i < splits * group; i += kAttendThreads) {
        const float* from = partialSums + (i / group * kMostGroup + i % group) * 2;
        shared.sums[i * 2] = loadFresh(from);
        shared.sums[i * 2 + 1] = loadFresh(from + 1);
    }
    syncBlock();
    sharesOf(shared.sums, splits, group, shared.shares);
    for (int i = threadIndex(); i < group * dim; i += kAttendThreads) {
        const int g = i / dim;
        float sum = 0, weight = 0, highest = kNothing;
        for (int s = 0; s < splits; ++s) {
            const float share = shared.shares[s * group + g];
            sum = fma(share, loadFresh(partial + s * kMostGroup * dim + i), sum);
            weight = fma(share, shared.sums[(s * group + g) * 2 + 1], weight);
            highest = larger(highest, shared.sums[(s * group + g) * 2]);
        }
        if (view.sinks != nullptr) {
            // A score without a value.
            const float most = larger(highest, view.sinks[g]);
            const float share = highest == kNothing ? 0 : expOf(highest - most);
            sum *= share;
            weight = fma(weight, share, expOf(view.sinks[g] - most));
            highest = most;
        }
        view.out[i] = weight == 0 ? 0 : sum / weight;
        if (i % dim == 0) {
            view.peaks[2 * g] = highest;
            view.peaks[2 * g + 1] = weight;
        }
    }
}

/// Goes through all pieces. Kind::run(args, view, begin, end, shared) computes the Kind::parts(dim) parts of one.
template <class Kind>
KVW_DEVICE void attendPieces(const AttendArgs& args) {
    const int thread = threadIndex(), dim = args.heads.dim;
    const int heads = args.laneCount * args.storedHeads * chunksOf(args);
    const AttendShared shared(Kind::kParts, Kind::kGroup, dim);
    letNextBegin();
    waitForPrevious();
    planPieces(args, heads, shared.ends);
    const int items = shared.ends[heads - 1];
    float* const allSums = args.scratch + static_cast<std::size_t>(heads) * kMostSplits * kMostGroup * dim;
    for (int item = blockIndex(); item < items; item += blocks()) {
        int head = 0;
        for (int high = heads - 1; head < high;) {
            const int middle = (head + high) / 2;
            if (shared.ends[middle] > item) {
                high = middle;
            } else {
                head = middle + 1;
            }
        }
        const int firstItem = head == 0 ? 0 : shared.ends[head - 1];
        const int split = item - firstItem, splits = shared.ends[head] - firstItem;
        const HeadView view = viewOf(args, head);
        const int group = view.group;
        const int piece = pieceOf(view.used), begin = split * piece;
        Kind::run(args, view, begin, view.used < begin + piece ? view.used : begin + piece, shared);
        syncBlock();

        // Parts of the block become one, in their order.
        sharesOf(shared.sums, Kind::kParts, group, shared.shares);
        const std::size_t first = static_cast<std::size_t>(head) * kMostSplits;
        float* partials = args.scratch + first * kMostGroup * dim;
        float* sums = allSums + first * kMostGroup * 2;
        for (int i = thread; i < group * dim; i += kAttendThreads) {
            const int g = i / dim;
            float sum = 0, weight = 0, highest = kNothing;
            for (int p = 0; p < Kind::kParts; ++p) {
                const float share = shared.shares[p * group + g];
                sum = fma(share, shared.mixed[p * group * dim + i], sum);
                weight = fma(share, shared.sums[(p * group + g) * 2 + 1], weight);
                highest = larger(highest, shared.sums[(p * group + g) * 2]);
            }
            partials[split * kMostGroup * dim + i] = sum;
            if (i % dim == 0) {
                sums[(split * kMostGroup + g) * 2] = highest;
                sums[(split * kMostGroup + g) * 2 + 1] = weight;
            }
        }
        fence();
        syncBlock();
        if (thread == 0) {
            *shared.last = atomicIncrement(args.done + head) == splits - 1 ? 1 : 0;
        }
        syncBlock();
        if (*shared.last == 1) {
            fence();
            mergePieces(args, view, partials, sums, splits, shared);
            if (thread == 0) {
                args.done[head] = 0;
            }
        }
        syncBlock();
    }
}

/// Any head size, a warp to a key, keys rotated on read.
template <class T>
struct AnyPiece {
    static constexpr int kParts = kAttendWarps, kGroup = kMostGroup;

    KVW_DEVICE static void run(const AttendArgs& args, const HeadView& view, int begin, int end,
                               const AttendShared& shared) {
        const int lane = threadIndex() % 32, warp = threadIndex() / 32, dim = args.heads.dim, group = view.group;
        const T* keys = static_cast<const T*>(view.keys);
        const T* values = static_cast<const T*>(view.values);
        float* mixed = shared.mixed + warp * group * dim;  // a lane's own channels
        for (int i = lane; i < dim; i += 32) {
            for (int g = 0; g < group; ++g) {
                mixed[g * dim + i] = 0;
            }
        }
        float most[kMostGroup], total[kMostGroup];
        KVW_UNROLL
        for (int g = 0; g < kMostGroup; ++g) {
            most[g] = kNothing;
            total[g] = 0;
        }
        for (int slot = begin + warp; slot < end; slot += kAttendWarps) {
            const std::uint32_t readers = view.readersOf(slot);
            const std::size_t row = static_cast<std::size_t>(slot) * static_cast<std::size_t>(dim);
            float dots[kMostGroup] = {};
            for (int c = lane; c < dim && readers != 0; c += 32) {
                float key = widen(keys[row + static_cast<std::size_t>(c)]);
                if (args.rotatesOnRead && c < args.rope.rotaryDim) {
                    const int partner = partnerOf(args.rope, c);
                    key = turned(args.rope, c, key, widen(keys[row + static_cast<std::size_t>(partner)]),
                                 static_cast<std::size_t>(view.ranks[slot]));
                }
                KVW_UNROLL
                for (int g = 0; g < kMostGroup; ++g) {
                    dots[g] = g < group ? fma(view.q[g * dim + c], key, dots[g]) : 0;
                }
            }
            KVW_UNROLL
            for (int g = 0; g < kMostGroup; ++g) {
                if (g >= group) {
                    continue;
                }
                float score = warpSum(dots[g]) * args.scale;
                score = args.softCap > 0 ? cappedOf(score, args.softCap) : score;
                const bool reads = (readers >> g & 1U) != 0;
                score = reads ? score : kNothing;
                if (lane == 0) {
                    view.logits[static_cast<std::size_t>(g) * view.rowStride + static_cast<std::size_t>(slot)] = score;
                }
                if (!reads) {
                    continue;
                }
                const float highest = larger(most[g], score);
                const float shrink = most[g] == kNothing ? 0 : expOf(most[g] - highest);
                const float weight = expOf(score - highest);
                most[g] = highest;
                total[g] = fma(total[g], shrink, weight);
                for (int c = lane; c < dim; c += 32) {
                    float& sum = mixed[g * dim + c];
                    sum = fma(weight, widen(values[row + static_cast<std::size_t>(c)]), sum * shrink);
                }
            }
        }
        if (lane == 0) {
            KVW_UNROLL
            for (int g = 0; g < kMostGroup; ++g) {
                if (g < group) {
                    shared.sums[(warp * group + g) * 2] = most[g];
                    shared.sums[(warp * group + g) * 2 + 1] = total[g];
                }
            }
        }
    }
};

template <class T>
KVW_KERNEL void KVW_BOUNDS(kAttendThreads, 1) attendAny(AttendArgs args) {
    attendPieces<AnyPiece<T>>(args);
}

constexpr int powerFrom(int n) {
    int power = 1;
    while (power < n) {
        power *= 2;
    }
    return power;
}

/// Head sizes up to HeadDim in whole vectors of 16 bytes, and groups up to Group: queries stay in registers, a few
/// lanes share a row of keys, and several rows are on their way at a time. Reads: lanes may have rules of what they
/// read; a row is loaded if a head of the group reads it.
template <class T, int HeadDim, int Group, bool Reads>
struct FastPiece {
    static constexpr int kPer = kPerVector<T>;
    static constexpr int kVectors = HeadDim / kPer;                                     ///< of a row
    static constexpr int kLanes = powerFrom(kVectors) < 32 ? powerFrom(kVectors) : 32;  ///< that share a row
    static constexpr int kPerLane = (kVectors + kLanes - 1) / kLanes;                   ///< vectors of a row in a lane
    static constexpr int kRows = 32 / kLanes;                                           ///< rows a warp loads at once
    /// Loads of kRows rows on their way; as many as registers allow.
    static constexpr int kFlight = kPerLane > 1 || HeadDim* Group > 1024 ? 2 : 4;
    static constexpr int kTile = kRows * kFlight;  ///< keys of a warp's turn
    static constexpr int kParts = kAttendWarps * kRows, kGroup = Group;
    static constexpr int kChannels = kPerLane * kPer;  ///< of a lane
    static_assert(kLanes >= kFlight, "lane i of a row writes the scores of turn i");

    KVW_DEVICE static void run(const AttendArgs& args, const HeadView& view, int begin, int end,
                               const AttendShared& shared) {
        const int lane = threadIndex() % 32, warp = threadIndex() / 32, dim = args.heads.dim, group = view.group;
        const int row = lane / kLanes, part = lane % kLanes;
        float q[Group][kChannels], acc[Group][kChannels], most[Group], total[Group];
        KVW_UNROLL
        for (int g = 0; g < Group; ++g) {
            most[g] = kNothing;
            total[g] = 0;
            KVW_UNROLL
            for (int v = 0; v < kPerLane; ++v) {
                KVW_UNROLL
                for (int i = 0; i < kPer; ++i) {
                    const int channel = (part + v * kLanes) * kPer + i;
                    q[g][v * kPer + i] = g < group && channel < dim ? view.q[g * dim + channel] * args.scale : 0;
                    acc[g][v * kPer + i] = 0;
                }
            }
        }
        const T* keys = static_cast<const T*>(view.keys);
        const T* values = static_cast<const T*>(view.values);
        for (int tile = begin + warp * kTile; tile < end; tile += kAttendWarps * kTile) {
            Vec16 k[kFlight][kPerLane], v[kFlight][kPerLane];
            std::uint32_t readers[kFlight];
            KVW_UNROLL
            for (int u = 0; u < kFlight; ++u) {
                const int slot = tile + u * kRows + row;
                readers[u] = slot >= end ? 0U : Reads ? view.readersOf(slot) : view.seen(slot) ? ~0U : 0U;
                KVW_UNROLL
                for (int p = 0; p < kPerLane; ++p) {
                    const int channel = (part + p * kLanes) * kPer;
                    const bool reads = readers[u] != 0 && channel < dim;
                    const std::size_t at = static_cast<std::size_t>(slot) * static_cast<std::size_t>(dim) +
                                           static_cast<std::size_t>(channel);
                    k[u][p] = reads ? loadRow(keys + at) : Vec16{};
                    v[u][p] = reads ? loadRow(values + at) : Vec16{};
                }
            }
            float score[kFlight][Group];
            KVW_UNROLL
            for (int u = 0; u < kFlight; ++u) {
                KVW_UNROLL
                for (int g = 0; g < Group; ++g) {
                    score[u][g] = 0;
                }
                KVW_UNROLL
                for (int p = 0; p < kPerLane; ++p) {
                    float wide[kPer];
                    widenVector<T>(k[u][p], wide);
                    KVW_UNROLL
                    for (int g = 0; g < Group; ++g) {
                        KVW_UNROLL
                        for (int i = 0; i < kPer; ++i) {
                            score[u][g] = fma(q[g][p * kPer + i], wide[i], score[u][g]);
                        }
                    }
                }
                KVW_UNROLL
                for (int g = 0; g < Group; ++g) {
                    KVW_UNROLL
                    for (int step = kLanes / 2; step > 0; step /= 2) {
                        score[u][g] += shuffleXor(score[u][g], step);
                    }
                    score[u][g] = args.softCap > 0 ? cappedOf(score[u][g], args.softCap) : score[u][g];
                    const bool reads = Reads ? (readers[u] >> g & 1U) != 0 : readers[u] != 0;
                    score[u][g] = reads ? score[u][g] : kNothing;
                }
            }
            KVW_UNROLL
            for (int g = 0; g < Group; ++g) {
                // Lane `part` of a row's lanes writes the score of the row of turn `part`.
                float mine = kNothing, highest = most[g];
                KVW_UNROLL
                for (int u = 0; u < kFlight; ++u) {
                    mine = part == u ? score[u][g] : mine;
                    highest = larger(highest, score[u][g]);
                }
                const int slot = tile + part * kRows + row;
                if (g < group && part < kFlight && slot < end) {
                    view.logits[static_cast<std::size_t>(g) * view.rowStride + static_cast<std::size_t>(slot)] = mine;
                }
                const float safe = highest == kNothing ? 0 : highest;
                const float shrink = most[g] == kNothing ? 0 : expOf(most[g] - safe);
                most[g] = highest;
                total[g] *= shrink;
                KVW_UNROLL
                for (int i = 0; i < kChannels; ++i) {
                    acc[g][i] *= shrink;
                }
                KVW_UNROLL
                for (int u = 0; u < kFlight; ++u) {
                    score[u][g] = score[u][g] == kNothing ? 0 : expOf(score[u][g] - safe);
                    total[g] += score[u][g];
                }
            }
            KVW_UNROLL
            for (int u = 0; u < kFlight; ++u) {
                KVW_UNROLL
                for (int p = 0; p < kPerLane; ++p) {
                    float wide[kPer];
                    widenVector<T>(v[u][p], wide);
                    KVW_UNROLL
                    for (int g = 0; g < Group; ++g) {
                        KVW_UNROLL
                        for (int i = 0; i < kPer; ++i) {
                            acc[g][p * kPer + i] = fma(score[u][g], wide[i], acc[g][p * kPer + i]);
                        }
                    }
                }
            }
        }
        const int own = warp * kRows + row;
        KVW_UNROLL
        for (int g = 0; g < Group; ++g) {
            if (g >= group) {
                continue;
            }
            if (part == 0) {
                shared.sums[(own * group + g) * 2] = most[g];
                shared.sums[(own * group + g) * 2 + 1] = total[g];
            }
            KVW_UNROLL
            for (int v = 0; v < kPerLane; ++v) {
                KVW_UNROLL
                for (int i = 0; i < kPer; ++i) {
                    const int channel = (part + v * kLanes) * kPer + i;
                    if (channel < dim) {
                        shared.mixed[(own * group + g) * dim + channel] = acc[g][v * kPer + i];
                    }
                }
            }
        }
    }
};

template <class T, int HeadDim, int Group, bool Reads>
KVW_KERNEL void KVW_BOUNDS(kAttendThreads, 2) attendFast(AttendArgs args) {
    attendPieces<FastPiece<T, HeadDim, Group, Reads>>(args);
}

}  // namespace kvw::device
