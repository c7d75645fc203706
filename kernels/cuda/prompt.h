// SPDX-License-Identifier: Apache-2.0
/// Steps of a pass over many tokens between its products: norms of rows, splitting of the joined projection, rotation,
/// and attention of a block of queries over keys in token order.
///
/// Attention leaves the softmax rows of the block, since policies and recordings see them; only one block is in memory.
/// Scores and outputs are tiles in which every number is one chain of fused products. So a row has the bits that it has
/// in any other block.
#pragma once

#include "kernels/cuda/product_args.h"

namespace kvw::device {

inline constexpr int kRowThreads = 128;

KVW_KERNEL void KVW_BOUNDS(kRowThreads, 4) normRows(NormRowsArgs args) {
    letNextBegin();
    waitForPrevious();
    float* shared = sharedMemory<float>();
    const float* x = args.x + static_cast<std::size_t>(blockIndex()) * static_cast<std::size_t>(args.xStride);
    const Spread spread = spreadOf(
        args.norm, args.norm.size, [x](int i) { return x[i]; }, shared);
    const std::size_t first = static_cast<std::size_t>(blockIndex()) * static_cast<std::size_t>(args.yStride);
    for (int i = threadIndex(); i < args.norm.size; i += blockThreads()) {
        const std::size_t at = first + static_cast<std::size_t>(i);
        float value = args.factor * normed(args.norm, spread, i, x[i]);
        if (args.also != nullptr) {
            value += args.also[at];
        }
        args.y[at] = args.residual != nullptr ? args.residual[at] + value : value;
    }
}

/// A block takes a token and a segment of its row.
KVW_KERNEL void KVW_BOUNDS(kRowThreads, 4) splitHeads(SplitHeadsArgs args) {
    letNextBegin();
    waitForPrevious();
    float* shared = sharedMemory<float>();
    const QkvArgs& of = args.joined;
    const int dim = of.heads.dim, segments = of.heads.query + 2 * of.heads.kv;
    const int token = blockIndex() / segments, row = blockIndex() % segments * dim;
    const Segment segment = segmentAt(of, row);
    if (segment.first != row) {
        return;  // the block of the first of these heads takes all
    }
    const float* from = of.scratch + static_cast<std::size_t>(token) * static_cast<std::size_t>(segments * dim) + row;
    const bool isQuery = segment.kind == Segment::Kind::Query, isValue = segment.kind == Segment::Kind::Value;
    const Norm& norm = isQuery ? of.query : of.key;
    const bool hasNorm = !isValue && norm.weight != nullptr;
    const int all = segment.heads * dim;
    Spread spread;
    if (hasNorm) {
        spread = spreadOf(
            norm, all, [from](int i) { return from[i]; }, shared);
    }
    const int width = (isQuery ? of.heads.query : of.heads.kv) * dim;
    float* to = (isQuery   ? of.q
                 : isValue ? args.v
                           : args.k) +
                static_cast<std::size_t>(token) * static_cast<std::size_t>(width) + segment.head * dim;
    for (int i = threadIndex(); i < all; i += blockThreads()) {
        const float x = hasNorm ? normed(norm, spread, (segment.head * dim + i) % norm.size, from[i]) : from[i];
        to[i] = !isQuery ? x : x * (i % dim < of.rope.rotaryDim ? of.rotatedFactor : of.factor);
    }
}

/// A block takes a token. The thread of the first channel of a plane turns both.
KVW_KERNEL void KVW_BOUNDS(kRowThreads, 4) turnRows(TurnRowsArgs args) {
    letNextBegin();
    waitForPrevious();
    const int token = blockIndex(), dim = args.dim;
    for (int i = threadIndex(); i < args.heads * dim; i += blockThreads()) {
        const int head = i / dim, channel = i % dim;
        const bool turns = channel < args.rope.rotaryDim;
        const int partner = turns ? partnerOf(args.rope, channel) : channel;
        if (partner < channel) {
            continue;
        }
        const int source = head * args.fromHeads / args.heads;
        const float* from = args.from + (static_cast<std::size_t>(token) * static_cast<std::size_t>(args.fromHeads) +
                                         static_cast<std::size_t>(source)) *
                                            static_cast<std::size_t>(dim);
        const std::size_t place = static_cast<std::size_t>(args.places != nullptr ? args.places[head] : 0);
        float* to = args.to + static_cast<std::size_t>(head) * args.toHead +
                    (place + static_cast<std::size_t>(token)) * args.toToken;
        const Number before = args.roundsFirst ? args.type : Number::F32;
        const Number after = args.roundsFirst ? Number::F32 : args.type;
        const float x = roundedTo(before, from[channel]), y = roundedTo(before, from[partner]);
        if (!turns) {
            to[channel] = roundedTo(after, x);
            continue;
        }
        const auto phase = static_cast<std::size_t>(args.phases[head] + token);
        to[channel] = roundedTo(after, turned(args.rope, channel, x, y, phase));
        to[partner] = roundedTo(after, turned(args.rope, partner, y, x, phase));
    }
}

inline constexpr int kBlockThreads = 256, kBlockTile = 64, kBlockDepth = 32, kBlockStride = kBlockTile + 4;
inline constexpr int kMixChannels = 32, kMixStride = kMixChannels + 4;
inline constexpr std::size_t kScoreShared = std::size_t{2} * kBlockDepth * kBlockStride;
inline constexpr std::size_t kMixShared = std::size_t{kBlockDepth} * (kBlockStride + kMixStride);

/// A query head in a block of queries.
struct BlockHead {
    int head = 0, stored = 0;
    int visible = 0;  ///< end of the keys that the first query of the block sees

    KVW_DEVICE BlockHead(const BlockArgs& args, int head_)
        : head(head_),
          stored(head_ * args.storedHeads / args.heads.query),
          visible(args.held[stored] - args.count + args.first + 1) {}
    [[nodiscard]] KVW_DEVICE int begin(const BlockArgs& args, int row) const {
        return args.begins == nullptr ? 0 : args.begins[head * args.count + args.first + row];
    }
    [[nodiscard]] KVW_DEVICE const float* query(const BlockArgs& args, int row) const {
        return args.q + (static_cast<std::size_t>(args.first + row) * static_cast<std::size_t>(args.heads.query) +
                         static_cast<std::size_t>(head)) *
                            static_cast<std::size_t>(args.heads.dim);
    }
    [[nodiscard]] KVW_DEVICE std::size_t key(const BlockArgs& args, int index) const {
        return (static_cast<std::size_t>(stored) * static_cast<std::size_t>(args.most) +
                static_cast<std::size_t>(index)) *
               static_cast<std::size_t>(args.heads.dim);
    }
    [[nodiscard]] KVW_DEVICE float* probs(const BlockArgs& args, int row) const {
        return args.probs +
               (static_cast<std::size_t>(head) * static_cast<std::size_t>(args.rows) + static_cast<std::size_t>(row)) *
                   static_cast<std::size_t>(args.stride);
    }
};

/// Writes the scores of a tile of 64 queries by 64 keys; what a query does not see is written by nobody.
KVW_KERNEL void KVW_BOUNDS(kBlockThreads, 2) scoreTile(BlockArgs args) {
    letNextBegin();
    waitForPrevious();
    const int keyTiles = (args.stride + kBlockTile - 1) / kBlockTile;
    const int rowTiles = (args.rows + kBlockTile - 1) / kBlockTile;
    const BlockHead at(args, blockIndex() / (keyTiles * rowTiles));
    const int firstRow = blockIndex() / keyTiles % rowTiles * kBlockTile,
              firstKey = blockIndex() % keyTiles * kBlockTile;
    const int lastRow = firstRow + kBlockTile < args.rows ? firstRow + kBlockTile - 1 : args.rows - 1;
    if (firstKey >= at.visible + lastRow || firstKey + kBlockTile <= at.begin(args, firstRow)) {
        return;
    }
    float* queries = sharedMemory<float>();  // [depth][stride]
    float* keys = queries + kBlockDepth * kBlockStride;
    const int thread = threadIndex(), dim = args.heads.dim, end = at.visible + lastRow;
    const int keyAt = thread % 16 * 4, rowAt = thread / 16 * 4;
    float sum[4][4] = {};
    for (int from = 0; from < dim; from += kBlockDepth) {
        const int channel = from + thread % kBlockDepth;
        for (int i = thread / kBlockDepth; i < kBlockTile; i += kBlockThreads / kBlockDepth) {
            const bool isRow = firstRow + i <= lastRow, isKey = firstKey + i < end;
            const int place = thread % kBlockDepth * kBlockStride + i;
            queries[place] = isRow && channel < dim ? at.query(args, firstRow + i)[channel] : 0;
            keys[place] =
                isKey && channel < dim ? args.keys[at.key(args, firstKey + i) + static_cast<std::size_t>(channel)] : 0;
        }
        syncBlock();
        KVW_UNROLL
        for (int k = 0; k < kBlockDepth; ++k) {
            const Four q = loadFour(queries + k * kBlockStride + rowAt),
                       key = loadFour(keys + k * kBlockStride + keyAt);
            KVW_UNROLL
            for (int r = 0; r < 4; ++r) {
                KVW_UNROLL
                for (int c = 0; c < 4; ++c) {
                    sum[r][c] = fma(q.f[r], key.f[c], sum[r][c]);
                }
            }
        }
        syncBlock();
    }
    KVW_UNROLL
    for (int r = 0; r < 4; ++r) {
        const int row = firstRow + rowAt + r;
        if (row > lastRow) {
            continue;
        }
        const int begin = at.begin(args, row);
        float* to = at.probs(args, row);
        KVW_UNROLL
        for (int c = 0; c < 4; ++c) {
            const int key = firstKey + keyAt + c;
            if (key >= begin && key < at.visible + row) {
                const float score = sum[r][c] * args.scale;
                to[key] = args.softCap > 0 ? cappedOf(score, args.softCap) : score;
            }
        }
    }
}

KVW_DEVICE float blockLargest(float value, float* shared) {
    KVW_UNROLL
    for (int step = 16; step > 0; step /= 2) {
        value = larger(value, shuffleXor(value, step));
    }
    if (threadIndex() % 32 == 0) {
        shared[threadIndex() / 32] = value;
    }
    syncBlock();
    float most = shared[0];
    for (int w = 1; w < blockThreads() / 32; ++w) {
        most = larger(most, shared[w]);
    }
    syncBlock();
    return most;
}

/// Turns the scores of a row into weights; a block takes a row of a head.
KVW_KERNEL void KVW_BOUNDS(kRowThreads, 4) weighRow(BlockArgs args) {
    letNextBegin();
    waitForPrevious();
    float* shared = sharedMemory<float>();
    const BlockHead at(args, blockIndex() / args.rows);
    const int row = blockIndex() % args.rows, thread = threadIndex();
    const int begin = at.begin(args, row), end = at.visible + row;
    float* probs = at.probs(args, row);
    float most = args.sinks != nullptr ? args.sinks[at.head] : kNothing;
    for (int c = begin + thread; c < end; c += kRowThreads) {
        most = larger(most, probs[c]);
    }
    most = blockLargest(most, shared);
    float sum = 0;
    for (int c = begin + thread; c < end; c += kRowThreads) {
        const float e = expOf(probs[c] - most);
        probs[c] = e;
        sum += e;
    }
    sum = blockSum(sum, shared);
    if (args.sinks != nullptr) {
        sum += expOf(args.sinks[at.head] - most);
    }
    const float share = 1.0F / sum;
    for (int c = thread; c < args.stride; c += kRowThreads) {
        probs[c] = c >= begin && c < end ? probs[c] * share : 0;
    }
}

/// Adds the rows of the block to the sums of a head's keys, one after another.
KVW_KERNEL void KVW_BOUNDS(kRowThreads, 4) addRows(BlockArgs args) {
    letNextBegin();
    waitForPrevious();
    const int parts = (args.most + kRowThreads - 1) / kRowThreads;
    const BlockHead at(args, blockIndex() / parts);
    const int key = blockIndex() % parts * kRowThreads + threadIndex();
    if (key >= args.most || key >= at.visible + args.rows - 1) {
        return;
    }
    double* to = args.sums + static_cast<std::size_t>(at.head) * static_cast<std::size_t>(args.most) +
                 static_cast<std::size_t>(key);
    double sum = *to;
    for (int row = 0; row < args.rows; ++row) {
        sum += static_cast<double>(at.probs(args, row)[key]);
    }
    *to = sum;
}

/// Writes the outputs of a tile of 64 queries by 32 channels of a head. Values that a query does not see do not reach
/// it, not even as 0 * NaN.
KVW_KERNEL void KVW_BOUNDS(kBlockThreads, 2) mixTile(BlockArgs args) {
    letNextBegin();
    waitForPrevious();
    const int dim = args.heads.dim, channelTiles = (dim + kMixChannels - 1) / kMixChannels;
    const int rowTiles = (args.rows + kBlockTile - 1) / kBlockTile;
    const BlockHead at(args, blockIndex() / (channelTiles * rowTiles));
    const int firstRow = blockIndex() / channelTiles % rowTiles * kBlockTile;
    const int firstChannel = blockIndex() % channelTiles * kMixChannels;
    const int lastRow = firstRow + kBlockTile < args.rows ? firstRow + kBlockTile - 1 : args.rows - 1;
    float* weights = sharedMemory<float>();  // [depth][stride of rows]
    float* values = weights + kBlockDepth * kBlockStride;
    const int thread = threadIndex(), end = at.visible + lastRow;
    const int channelAt = thread % 16 * 2, rowAt = thread / 16 * 4;
    float sum[4][2] = {};
    for (int from = at.begin(args, firstRow) / kBlockDepth * kBlockDepth; from < end; from += kBlockDepth) {
        const int key = from + thread % kBlockDepth;
        for (int i = thread / kBlockDepth; i < kBlockTile; i += kBlockThreads / kBlockDepth) {
            weights[thread % kBlockDepth * kBlockStride + i] =
                firstRow + i <= lastRow && key < end ? at.probs(args, firstRow + i)[key] : 0;
        }
        const int channel = firstChannel + thread % kMixChannels;
        for (int k = thread / kMixChannels; k < kBlockDepth; k += kBlockThreads / kMixChannels) {
            values[k * kMixStride + thread % kMixChannels] =
                from + k < end && channel < dim
                    ? args.values[at.key(args, from + k) + static_cast<std::size_t>(channel)]
                    : 0;
        }
        syncBlock();
        const bool all = args.begins == nullptr && from + kBlockDepth <= at.visible + firstRow;
        KVW_UNROLL
        for (int k = 0; k < kBlockDepth; ++k) {
            const Four p = loadFour(weights + k * kBlockStride + rowAt);
            KVW_UNROLL
            for (int c = 0; c < 2; ++c) {
                const float value = values[k * kMixStride + channelAt + c];
                KVW_UNROLL
                for (int r = 0; r < 4; ++r) {
                    sum[r][c] = fma(p.f[r], all || p.f[r] != 0 ? value : 0, sum[r][c]);
                }
            }
        }
        syncBlock();
    }
    KVW_UNROLL
    for (int r = 0; r < 4; ++r) {
        const int row = firstRow + rowAt + r;
        float* to =
            args.out + (static_cast<std::size_t>(args.first + row) * static_cast<std::size_t>(args.heads.query) +
                        static_cast<std::size_t>(at.head)) *
                           static_cast<std::size_t>(dim);
        KVW_UNROLL
        for (int c = 0; c < 2; ++c) {
            const int channel = firstChannel + channelAt + c;
            if (row <= lastRow && channel < dim) {
                to[channel] = sum[r][c];
            }
        }
    }
}

}  // namespace kvw::device
