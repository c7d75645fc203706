// SPDX-License-Identifier: Apache-2.0
/// Arguments of a product with weights and how its results are finished, for the kernel and for the plain loops.
#pragma once

#include "kernels/cuda/numbers.h"

namespace kvw::device {

inline constexpr int kProductThreads = 256;

enum class ProductKind : std::uint8_t { Vectors, Gate, Heads };

/// One matrix, or gate and up rows of two, times a few vectors.
struct ProductArgs {
    ProductKind kind = ProductKind::Vectors;
    const unsigned char *data = nullptr, *second = nullptr;  ///< second: the up rows beside the gate's
    int rows = 0, columns = 0;
    std::size_t rowBytes = 0;
    const std::int32_t* expert = nullptr;  ///< as of Matrix
    int count = 1;
    const float* x = nullptr;
    int xStride = 0;
    Norm in;
    int firstRow = 0;  ///< of a piece of `heads`
    MatVecsArgs vectors;
    GateUpArgs gate;
    QkvArgs heads;
};

/// Mean of the squares to the factor of a norm.
KVW_DEVICE float normFactor(float squares, int count, float epsilon) {
    return 1.0F / squareRoot(squares / static_cast<float>(count) + epsilon);
}

/// Writes one number of y; without a norm behind the product.
KVW_DEVICE void finishNumber(const MatVecsArgs& args, int vector, int row, float value) {
    const std::size_t at =
        static_cast<std::size_t>(vector) * static_cast<std::size_t>(args.yStride) + static_cast<std::size_t>(row);
    value *= args.share != nullptr ? args.factor * *args.share : args.factor;
    if (args.also != nullptr) {
        value += args.also[at];
    }
    args.y[at] = args.residual != nullptr ? args.residual[at] + value : value;
}

/// Returns a product with its bias and cap; `bias` counts the rows of all experts.
KVW_DEVICE float withBias(const MatVecsArgs& args, int bias, float value) {
    value = args.bias != nullptr ? value + args.bias[bias] : value;
    return args.softCap > 0 ? cappedOf(value, args.softCap) : value;
}

KVW_OUTLINED void finishGate(const GateUpArgs& args, int vector, int row, int bias, float gate, float up) {
    gate = args.gateBias != nullptr ? gate + args.gateBias[bias] : gate;
    up = args.upBias != nullptr ? up + args.upBias[bias] : up;
    args.y[static_cast<std::size_t>(vector) * static_cast<std::size_t>(args.yStride) + static_cast<std::size_t>(row)] =
        activated(args.activation, gate, up, args.gateLimit, args.gateSlope);
}

/// Mean and factor of a norm over numbers that other blocks wrote.
struct Spread {
    float mean = 0, factor = 1;
};
template <class At>
KVW_DEVICE Spread spreadOf(const Norm& norm, int count, const At& at, float* shared) {
    Spread spread;
    if (norm.bias != nullptr) {
        float sum = 0;
        for (int i = threadIndex(); i < count; i += blockThreads()) {
            sum += at(i);
        }
        spread.mean = blockSum(sum, shared) / static_cast<float>(count);
    }
    float squares = 0;
    for (int i = threadIndex(); i < count; i += blockThreads()) {
        const float v = at(i) - spread.mean;
        squares = fma(v, v, squares);
    }
    spread.factor = normFactor(blockSum(squares, shared), count, norm.epsilon);
    return spread;
}
KVW_DEVICE float normed(const Norm& norm, const Spread& spread, int i, float x) {
    const float scaled = (x - spread.mean) * spread.factor * norm.weight[i];
    return norm.bias != nullptr ? scaled + norm.bias[i] : scaled;
}

/// Norm behind a product, of the rows in `scratch`, and what follows. All threads of the block come.
KVW_DEVICE void finishNormed(const MatVecsArgs& args, int rows, float* shared) {
    for (int c = 0; c < args.count; ++c) {
        const float* from = args.scratch + static_cast<std::size_t>(c) * static_cast<std::size_t>(rows);
        const Spread spread = spreadOf(
            args.out, rows, [from](int i) { return loadFresh(from + i); }, shared);
        for (int i = threadIndex(); i < rows; i += blockThreads()) {
            finishNumber(args, c, i, normed(args.out, spread, i, loadFresh(from + i)));
        }
    }
}

/// A run of head-sized segments of the joined projection that are finished together: one head, or all of a kind.
struct Segment {
    enum class Kind : std::uint8_t { Query, Key, Value } kind = Kind::Query;
    int head = 0, heads = 1;
    int first = 0;  ///< row of the joined projection
    int counter = 0;
};
KVW_DEVICE Segment segmentAt(const QkvArgs& args, int row) {
    const int index = row / args.heads.dim, q = args.heads.query, kv = args.heads.kv;
    Segment segment;
    segment.counter = index;
    segment.first = index * args.heads.dim;
    if (args.byHead) {
        segment.kind = static_cast<Segment::Kind>(index % 3);
        segment.head = index / 3;
        return segment;
    }
    segment.kind = index < q ? Segment::Kind::Query : index < q + kv ? Segment::Kind::Key : Segment::Kind::Value;
    const int before = index < q ? 0 : index < q + kv ? q : q + kv;
    segment.head = index - before;
    if (args.normAcross && segment.kind != Segment::Kind::Value) {
        segment.head = 0;
        segment.heads = segment.kind == Segment::Kind::Query ? q : kv;
        segment.counter = before;
        segment.first = before * args.heads.dim;
    }
    return segment;
}

/// Finishes a segment of one lane whose rows are in `scratch`: norm, factors, rotation, and for keys and values the
/// slots. All threads of the block come.
KVW_DEVICE void finishSegment(const QkvArgs& args, const Segment& segment, int laneIndex, float* shared) {
    const int dim = args.heads.dim, all = segment.heads * dim, joined = (args.heads.query + 2 * args.heads.kv) * dim;
    const float* from =
        args.scratch + static_cast<std::size_t>(laneIndex) * static_cast<std::size_t>(joined) + segment.first;
    const bool isQuery = segment.kind == Segment::Kind::Query, isValue = segment.kind == Segment::Kind::Value;
    const Norm& norm = isQuery ? args.query : args.key;
    const bool hasNorm = !isValue && norm.weight != nullptr;
    Spread spread;
    if (hasNorm) {
        spread = spreadOf(
            norm, all, [from](int i) { return loadFresh(from + i); }, shared);
    }
    const Lane& lane = args.lanes[laneIndex];
    const auto value = [&](int i) {
        float x = loadFresh(from + i);
        if (hasNorm) {
            x = normed(norm, spread, (segment.head * dim + i) % norm.size, x);
        }
        return !isQuery ? x : x * (i % dim < args.rope.rotaryDim ? args.rotatedFactor : args.factor);
    };
    // Returns channel i turned to the phase of a unit's newest token.
    const auto turnedValue = [&](int i, int unit) {
        const int channel = i % dim;
        const float x = value(i);
        if (isValue || channel >= args.rope.rotaryDim || (!isQuery && lane.phase == Phase::RankOnRead)) {
            return x;
        }
        const int phase = lane.phase == Phase::Token ? *lane.position : lane.held[unit] - 1;
        return turned(args.rope, channel, x, value(i - channel + partnerOf(args.rope, channel)),
                      static_cast<std::size_t>(phase));
    };
    for (int i = threadIndex(); i < all; i += blockThreads()) {
        const int head = segment.head + i / dim;
        if (isQuery) {
            const int unit = args.layer * lane.units + head * lane.units / args.heads.query;
            args.q[static_cast<std::size_t>(laneIndex * args.heads.query + head) * static_cast<std::size_t>(dim) +
                   static_cast<std::size_t>(i % dim)] = turnedValue(i, unit);
            continue;
        }
        if (!isValue && lane.newKeys != nullptr) {
            lane.newKeys[static_cast<std::size_t>(args.layer * args.heads.kv + head) * static_cast<std::size_t>(dim) +
                         static_cast<std::size_t>(i % dim)] = value(i);
        }
        const int per = lane.storedHeads / args.heads.kv;
        for (int stored = head * per; stored < (head + 1) * per; ++stored) {
            const int unit = args.layer * lane.units + stored * lane.units / lane.storedHeads;
            const int slot = lane.next[unit];
            if (slot < lane.capacity[unit]) {
                void* const rows = (isValue ? lane.values : lane.keys)[args.layer * lane.storedHeads + stored];
                storeNumber(
                    rows, args.cache,
                    static_cast<std::size_t>(slot) * static_cast<std::size_t>(dim) + static_cast<std::size_t>(i % dim),
                    roundedTo(args.rounded, turnedValue(i, unit)));
            }
        }
    }
}

}  // namespace kvw::device
