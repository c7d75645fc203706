// SPDX-License-Identifier: Apache-2.0
/// Products of weights with many vectors. A block computes a tile of 128 rows by 128 vectors; it goes through the
/// columns 32 at a time, decodes the weights into shared memory, and keeps 8 x 8 sums per thread. The next weights and
/// vectors are on their way meanwhile.
///
/// A sum is one chain of fused products whose order depends on the columns alone, so a vector has the bits that it has
/// in any other company. The columns of a step are whole units of the weights' coding (weights.h), and their order
/// there is as good as any: tensor cores can take the place of the chains without another way to load.
#pragma once

#include "kernels/cuda/products.h"

namespace kvw::device {

inline constexpr int kTile = 128, kTileDepth = 32, kTileThreads = 256;
inline constexpr int kTileStride = kTile + 4;  ///< floats; vectors of four stay on 16 bytes
inline constexpr std::size_t kTileShared = std::size_t{2} * kTileDepth * kTileStride;

struct TileArgs {
    ProductArgs product;
    Picked picked;
    bool rounded = false;
};

template <class Source>
inline constexpr int kTileUnits = kTileDepth / Source::kPer;

/// Place of number i of unit u among the columns of a step.
template <class Source>
KVW_BOTH constexpr int tilePlace(int u, int i) {
    return i * kTileUnits<Source> + u;
}

KVW_DEVICE float roundedOf(float value, bool rounded) {
    return rounded ? widen(narrowTo<Bf16>(value)) : value;
}

/// True if gate and up rows take turns in a tile.
KVW_DEVICE bool takesTurns(const ProductArgs& args) {
    return args.kind == ProductKind::Gate && args.second != nullptr;
}

/// Finishes one sum, or a pair of gate and up.
KVW_DEVICE void finishSum(const TileArgs& args, int vector, int row, float sum, float up) {
    const int place = args.picked.y != nullptr ? args.picked.y[vector] : vector;
    if (args.product.kind == ProductKind::Gate) {
        const bool pairs = takesTurns(args.product);
        finishGate(args.product.gate, place, row, row, pairs ? sum : 0, pairs ? up : sum);
        return;
    }
    const float value = withBias(args.product.vectors, row, sum);
    finishNumber(args.product.vectors, place, row,
                 args.picked.shares != nullptr ? value * args.picked.shares[vector] : value);
}

template <class Source>
KVW_KERNEL void KVW_BOUNDS(kTileThreads, 1) productTile(KVW_PARAMETER TileArgs args) {
    constexpr int kPer = Source::kPer, kUnits = kTileUnits<Source>, kFours = kUnits * Source::kFours;
    constexpr int kWeightLoads = kTile * kUnits / kTileThreads, kVectorLoads = kTile * kFours / kTileThreads;
    const ProductArgs& product = args.product;
    const int thread = threadIndex(), columns = product.columns, units = (columns + kPer - 1) / kPer;
    const bool pairs = takesTurns(product);
    const int rows = pairs ? 2 * product.rows : product.rows, vectorTiles = (product.count + kTile - 1) / kTile;
    const int firstRow = blockIndex() / vectorTiles * kTile, firstVector = blockIndex() % vectorTiles * kTile;
    float* weightTile = sharedMemory<float>();  // [depth][stride]
    float* vectorTile = weightTile + kTileDepth * kTileStride;

    letNextBegin();
    typename Source::Raw raw[kWeightLoads] = {};
    const auto rowIn = [&](int load) { return firstRow + (thread + load * kTileThreads) / kUnits; };
    const auto unitIn = [&](int step, int load) { return step * kUnits + (thread + load * kTileThreads) % kUnits; };
    const auto loadTileWeights = [&](int step) {
        KVW_UNROLL
        for (int l = 0; l < kWeightLoads; ++l) {
            const int row = rowIn(l), unit = unitIn(step, l);
            if (row < rows && unit < units) {
                const Bytes data = pairs && row % 2 == 1 ? product.second : product.data;
                raw[l] = Source::load(data + static_cast<std::size_t>(pairs ? row / 2 : row) * product.rowBytes, unit,
                                      columns);
            }
        }
    };
    const int steps = (units + kUnits - 1) / kUnits;
    loadTileWeights(0);
    waitForPrevious();
    const float* from[kVectorLoads];
    KVW_UNROLL
    for (int l = 0; l < kVectorLoads; ++l) {
        const int vector = firstVector + (thread + l * kTileThreads) / kFours;
        from[l] = nullptr;
        if (vector < product.count) {
            from[l] = product.x + static_cast<std::size_t>(args.picked.x != nullptr ? args.picked.x[vector] : vector) *
                                      static_cast<std::size_t>(product.xStride);
        }
    }
    Four fours[kVectorLoads] = {};
    const auto loadTileVectors = [&](int step) {
        KVW_UNROLL
        for (int l = 0; l < kVectorLoads; ++l) {
            const int four = (thread + l * kTileThreads) % kFours, unit = step * kUnits + four / Source::kFours;
            fours[l] = Four{};
            if (from[l] != nullptr && unit < units) {
                fours[l] = fourOf<Source::kWhole>(from[l], Source::fourColumn(unit, four % Source::kFours), columns);
            }
        }
    };
    loadTileVectors(0);

    float sum[8][8];  // [vector][row]
    KVW_UNROLL
    for (int v = 0; v < 8; ++v) {
        KVW_UNROLL
        for (int r = 0; r < 8; ++r) {
            sum[v][r] = 0;
        }
    }
    const int rowAt = thread % 16 * 4, vectorAt = thread / 16 * 4;
    for (int step = 0; step < steps; ++step) {
        KVW_UNROLL
        for (int l = 0; l < kWeightLoads; ++l) {
            const int index = thread + l * kTileThreads, unit = unitIn(step, l);
            float weights[kPer] = {};
            if (rowIn(l) < rows && unit < units) {
                Source::decode(raw[l], unit, weights);
            }
            KVW_UNROLL
            for (int i = 0; i < kPer; ++i) {
                weightTile[tilePlace<Source>(index % kUnits, i) * kTileStride + index / kUnits] =
                    roundedOf(weights[i], args.rounded);
            }
        }
        KVW_UNROLL
        for (int l = 0; l < kVectorLoads; ++l) {
            const int index = thread + l * kTileThreads, four = index % kFours;
            KVW_UNROLL
            for (int i = 0; i < 4; ++i) {
                vectorTile[tilePlace<Source>(four / Source::kFours, four % Source::kFours * 4 + i) * kTileStride +
                           index / kFours] = roundedOf(fours[l].f[i], args.rounded);
            }
        }
        syncBlock();
        if (step + 1 < steps) {
            loadTileWeights(step + 1);
            loadTileVectors(step + 1);
        }
        KVW_UNROLL
        for (int k = 0; k < kTileDepth; ++k) {
            const float* weights = weightTile + k * kTileStride + rowAt;
            const float* vectors = vectorTile + k * kTileStride + vectorAt;
            Four w[2] = {loadFour(weights), loadFour(weights + kTile / 2)};
            Four x[2] = {loadFour(vectors), loadFour(vectors + kTile / 2)};
            KVW_UNROLL
            for (int v = 0; v < 8; ++v) {
                KVW_UNROLL
                for (int r = 0; r < 8; ++r) {
                    sum[v][r] = fma(w[r / 4].f[r % 4], x[v / 4].f[v % 4], sum[v][r]);
                }
            }
        }
        syncBlock();
    }
    KVW_UNROLL
    for (int v = 0; v < 8; ++v) {
        const int vector = firstVector + v / 4 * (kTile / 2) + vectorAt + v % 4;
        if (vector >= product.count) {
            continue;
        }
        KVW_UNROLL
        for (int r = 0; r < 8; ++r) {
            const int row = firstRow + r / 4 * (kTile / 2) + rowAt + r % 4;
            if (row < rows && !pairs) {
                finishSum(args, vector, row, sum[v][r], 0);
            } else if (row < rows && r % 2 == 0) {
                finishSum(args, vector, row / 2, sum[v][r], sum[v][r | 1]);
            }
        }
    }
}

}  // namespace kvw::device
