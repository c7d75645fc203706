// SPDX-License-Identifier: Apache-2.0
/// Products of weights with a few vectors. A block takes some rows; its threads share the columns, so that the vectors
/// stay in registers and each weight is read once. The order of a sum depends on the number of columns alone.
#pragma once

#include "kernels/cuda/product_args.h"
#include "kernels/cuda/weights.h"

namespace kvw::device {

/// Rows of a block, by the vectors that it takes.
constexpr int rowsOf(int count) {
    return count > 4 ? 4 : 8;
}

/// Floats that a block shares.
constexpr std::size_t productShared(int rows, int count) {
    return static_cast<std::size_t>(kProductThreads / 32) * static_cast<std::size_t>(rows * count + count) +
           kProductThreads / 32 + 1;
}

/// Finishes what is finished together once all of its rows are there. All threads of the block come.
KVW_OUTLINED void finishTogether(const ProductArgs& args, int firstRow, int rows, int perBlock, float* shared) {
    int* last = reinterpret_cast<int*>(shared + kProductThreads / 32);
    fence();
    if (args.kind == ProductKind::Vectors) {
        syncBlock();
        if (threadIndex() == 0) {
            *last = atomicIncrement(args.vectors.done) == blocks() - 1 ? 1 : 0;
        }
        syncBlock();
        if (*last == 1) {
            fence();
            finishNormed(args.vectors, args.rows, shared);
            if (threadIndex() == 0) {
                *args.vectors.done = 0;
            }
        }
        return;
    }
    const int dim = args.heads.heads.dim, joined = args.firstRow + firstRow;
    for (int row = joined; row < joined + rows;) {
        const Segment segment = segmentAt(args.heads, row);
        const int end = segment.first + segment.heads * dim;
        const int from = segment.first - args.firstRow, to = end - 1 - args.firstRow;  // within the piece
        syncBlock();
        if (threadIndex() == 0) {
            const int blocksOfIt = to / perBlock - from / perBlock + 1;
            *last = atomicIncrement(args.heads.done + segment.counter) == blocksOfIt - 1 ? 1 : 0;
        }
        syncBlock();
        if (*last == 1) {
            fence();
            for (int lane = 0; lane < args.count; ++lane) {
                finishSegment(args.heads, segment, lane, shared);
            }
            if (threadIndex() == 0) {
                args.heads.done[segment.counter] = 0;
            }
        }
        row = end;
    }
}

KVW_DEVICE bool finishesTogether(const ProductArgs& args) {
    return args.kind == ProductKind::Heads || (args.kind == ProductKind::Vectors && args.vectors.out.weight != nullptr);
}

/// Where a product waits for the others.
KVW_DEVICE void putAside(const ProductArgs& args, int vector, int row, int bias, float value) {
    if (args.kind == ProductKind::Vectors) {
        args.vectors.scratch[static_cast<std::size_t>(vector) * static_cast<std::size_t>(args.rows) +
                             static_cast<std::size_t>(row)] = withBias(args.vectors, bias, value);
        return;
    }
    const Heads& heads = args.heads.heads;
    const std::size_t joined =
        static_cast<std::size_t>(heads.query + 2 * heads.kv) * static_cast<std::size_t>(heads.dim);
    const int at = args.firstRow + row;
    args.heads.scratch[static_cast<std::size_t>(vector) * joined + static_cast<std::size_t>(at)] =
        args.heads.bias != nullptr ? value + args.heads.bias[at] : value;
}

/// Row r of a block, and the matrix it is of: with a gate, gate and up rows take turns.
KVW_DEVICE int rowOf(const ProductArgs& args, int first, int r) {
    return args.kind == ProductKind::Gate && args.second != nullptr ? (first + r) / 2 : first + r;
}
KVW_DEVICE Bytes rowBytesAt(const ProductArgs& args, std::size_t expertBytes, int first, int r) {
    const bool second = args.kind == ProductKind::Gate && args.second != nullptr && r % 2 == 1;
    return (second ? args.second : args.data) + expertBytes +
           static_cast<std::size_t>(rowOf(args, first, r)) * args.rowBytes;
}

/// Reads four numbers of a vector, 0 beyond its end.
template <bool Whole>
KVW_DEVICE Four fourOf(const float* x, int column, int columns) {
    if constexpr (Whole) {
        return loadFour(x + column);
    } else {
        Four four;
        KVW_UNROLL
        for (int i = 0; i < 4; ++i) {
            four.f[i] = column + i < columns ? x[column + i] : 0;
        }
        return four;
    }
}

template <class Source, int Rows, int Count>
KVW_KERNEL void KVW_BOUNDS(kProductThreads, Count <= 2 ? 2 : 1) products(KVW_PARAMETER ProductArgs args) {
    constexpr int kPer = Source::kPer;
    const int thread = threadIndex(), threads = blockThreads(), lane = thread % 32, warp = thread / 32;
    const int warps = threads / 32, first = blockIndex() * Rows;
    const int units = (args.columns + kPer - 1) / kPer;
    float* shared = sharedMemory<float>();                          // of blockSum, and a flag
    float* totals = shared + kProductThreads / 32 + 1;              // [warps][rows][count]
    float* squares = totals + kProductThreads / 32 * Rows * Count;  // [warps][count]
    const bool hasNorm = args.in.weight != nullptr, centred = args.in.bias != nullptr;

    letNextBegin();
    int expert = 0;
    if (args.expert != nullptr) {
        waitForPrevious();  // it says which one
        expert = *args.expert;
    }
    const int firstBias = expert * args.rows;
    const std::size_t expertBytes = static_cast<std::size_t>(firstBias) * args.rowBytes;
    // The first weights are on their way while the kernel before this one ends: they need nothing of it.
    typename Source::Raw next[Rows];
    KVW_UNROLL
    for (int r = 0; r < Rows; ++r) {
        if (rowOf(args, first, r) < args.rows && thread < units) {
            next[r] = Source::load(rowBytesAt(args, expertBytes, first, r), thread, args.columns);
        }
    }
    waitForPrevious();

    float mean[Count] = {}, factor[Count], sum[Rows][Count], square[Count];
    KVW_UNROLL
    for (int c = 0; c < Count; ++c) {
        factor[c] = 1;
        square[c] = 0;
        if (centred && c < args.count) {
            const float* x = args.x + static_cast<std::size_t>(c) * static_cast<std::size_t>(args.xStride);
            const Spread spread = spreadOf(
                args.in, args.columns, [x](int i) { return x[i]; }, shared);
            mean[c] = spread.mean;
            factor[c] = spread.factor;
        }
        KVW_UNROLL
        for (int r = 0; r < Rows; ++r) {
            sum[r][c] = 0;
        }
    }
    for (int unit = thread; unit < units; unit += threads) {
        float x[Count][kPer];
        KVW_UNROLL
        for (int f = 0; f < Source::kFours; ++f) {
            const int column = Source::fourColumn(unit, f);
            Four weight = {}, bias = {};
            if (hasNorm) {
                weight = fourOf<Source::kWhole>(args.in.weight, column, args.columns);
            }
            if (centred) {
                bias = fourOf<Source::kWhole>(args.in.bias, column, args.columns);
            }
            KVW_UNROLL
            for (int c = 0; c < Count; ++c) {
                Four value = {};
                if (c < args.count) {
                    value = fourOf<Source::kWhole>(
                        args.x + static_cast<std::size_t>(c) * static_cast<std::size_t>(args.xStride), column,
                        args.columns);
                }
                KVW_UNROLL
                for (int i = 0; i < 4; ++i) {
                    float v = value.f[i];
                    if (centred) {
                        v = (v - mean[c]) * factor[c] * weight.f[i] + bias.f[i];
                    } else if (hasNorm) {
                        square[c] = fma(v, v, square[c]);
                        v *= weight.f[i];
                    }
                    x[c][4 * f + i] = v;
                }
            }
        }
        KVW_UNROLL
        for (int r = 0; r < Rows; ++r) {
            float weights[kPer];
            if (rowOf(args, first, r) >= args.rows) {
                continue;
            }
            Source::decode(next[r], unit, weights);
            // The row's next weights are on their way while those of the other rows are used.
            if (unit + threads < units) {
                next[r] = Source::load(rowBytesAt(args, expertBytes, first, r), unit + threads, args.columns);
            }
            KVW_UNROLL
            for (int c = 0; c < Count; ++c) {
                KVW_UNROLL
                for (int i = 0; i < kPer; ++i) {
                    sum[r][c] = fma(weights[i], x[c][i], sum[r][c]);
                }
            }
        }
    }
    KVW_UNROLL
    for (int c = 0; c < Count; ++c) {
        if (c >= args.count) {
            continue;
        }
        square[c] = hasNorm && !centred ? warpSum(square[c]) : 0;
        if (lane == 0) {
            squares[warp * Count + c] = square[c];
        }
        KVW_UNROLL
        for (int r = 0; r < Rows; ++r) {
            sum[r][c] = warpSum(sum[r][c]);
            if (lane == 0) {
                totals[(warp * Rows + r) * Count + c] = sum[r][c];
            }
        }
    }
    syncBlock();
    // The factor of RMSNorm comes behind the sum: it is the same for all columns.
    const auto total = [&](int r, int c) {
        float all = 0, power = 0;
        for (int w = 0; w < warps; ++w) {
            all += totals[(w * Rows + r) * Count + c];
            power += squares[w * Count + c];
        }
        return hasNorm && !centred ? all * normFactor(power, args.columns, args.in.epsilon) : all;
    };
    const bool together = finishesTogether(args), pairs = args.kind == ProductKind::Gate && args.second != nullptr;
    for (int i = thread; i < Rows * Count; i += threads) {
        const int r = i % Rows, c = i / Rows, row = rowOf(args, first, r);
        if (row >= args.rows || c >= args.count || (pairs && r % 2 == 1)) {
            continue;
        }
        if (together) {
            putAside(args, c, row, firstBias + row, total(r, c));
        } else if (args.kind == ProductKind::Gate) {
            finishGate(args.gate, c, row, firstBias + row, pairs ? total(r, c) : 0, total(pairs ? r + 1 : r, c));
        } else {
            finishNumber(args.vectors, c, row, withBias(args.vectors, firstBias + row, total(r, c)));
        }
    }
    if (together) {
        const int left = args.rows - first;
        finishTogether(args, first, left < Rows ? left : Rows, Rows, shared);
    }
}

/// Activation of gate and up products that were computed apart.
KVW_KERNEL void KVW_BOUNDS(kProductThreads, 1) activate(KVW_PARAMETER GateUpArgs args) {
    letNextBegin();
    waitForPrevious();
    const int rows = args.up.rows, all = args.count * rows;
    for (int i = blockIndex() * blockThreads() + threadIndex(); i < all; i += blocks() * blockThreads()) {
        const int bias = (args.up.expert != nullptr ? *args.up.expert * rows : 0) + i % rows;
        finishGate(args, i / rows, i % rows, bias, args.scratch[i], args.scratch[all + i]);
    }
}

struct EmbedRows {
    EmbedArgs asked;
    std::size_t rowBytes = 0;
};

/// Looks up the embeddings of the lanes' tokens, or of those given; a block per token.
template <class Source>
KVW_KERNEL void KVW_BOUNDS(kProductThreads, 1) embedTokens(EmbedRows args) {
    letNextBegin();
    waitForPrevious();
    std::int32_t id = 0;
    if (args.asked.ids != nullptr) {
        id = args.asked.ids[blockIndex()];
    } else {
        const Lane& lane = args.asked.lanes[blockIndex()];
        id = lane.ids[*lane.position];
    }
    const int columns = args.asked.table.columns;
    const Bytes row = static_cast<Bytes>(args.asked.table.data) + static_cast<std::size_t>(id) * args.rowBytes;
    float* x = args.asked.x + static_cast<std::size_t>(blockIndex()) * static_cast<std::size_t>(columns);
    for (int unit = threadIndex(); unit * Source::kPer < columns; unit += blockThreads()) {
        float numbers[Source::kPer];
        Source::decode(Source::load(row, unit, columns), unit, numbers);
        KVW_UNROLL
        for (int i = 0; i < Source::kPer; ++i) {
            const int column = Source::fourColumn(unit, i / 4) + i % 4;
            if (column < columns) {
                x[column] = numbers[i] * args.asked.factor;
            }
        }
    }
}

}  // namespace kvw::device
