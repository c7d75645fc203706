// SPDX-License-Identifier: Apache-2.0
/// Turns what the interface asks for into products of one matrix with a few vectors. Run::product carries them out.
#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/products.h"

namespace kvw::device {

inline std::size_t rowBytesOf(const Matrix& matrix) {
    const CodingShape shape = shapeOf(matrix.coding);
    return static_cast<std::size_t>(matrix.columns / shape.numbers) * static_cast<std::size_t>(shape.bytes);
}

/// Threads of a block: as few as the columns need. The order of sums is the same with more.
inline int threadsFor(int units) {
    const int warps = (units + 31) / 32;
    return 32 * (warps < kProductThreads / 32 ? (warps < 1 ? 1 : warps) : kProductThreads / 32);
}

inline bool onSixteen(const void* at) {
    return reinterpret_cast<std::uintptr_t>(at) % 16 == 0;
}

/// True if the weights as a whole and all vectors beside them lie on 16 bytes.
inline bool liesOnSixteen(const Matrix& matrix, const ProductArgs& args) {
    return onSixteen(matrix.data) && onSixteen(args.x) && args.xStride % 4 == 0 && onSixteen(args.in.weight) &&
           onSixteen(args.in.bias);
}

/// True if rows or vectors are not on 16 bytes, which plain types can do without.
inline bool isLoose(const Matrix& matrix, const ProductArgs& args) {
    return rowBytesOf(matrix) % 16 != 0 || !liesOnSixteen(matrix, args);
}

inline Status checkProduct(const Matrix& matrix, const ProductArgs& args) {
    const CodingShape shape = shapeOf(matrix.coding);
    if (args.count < 1 || args.count > kMostLanes) {
        return unsupported("products take 1 to 8 vectors");
    }
    if (matrix.columns % shape.numbers != 0) {
        return unsupported("rows of weights have to be whole blocks");
    }
    if (matrix.expert != nullptr && args.count != 1) {
        return unsupported("each lane has experts of its own");
    }
    // Blocks are loaded on their own alignment, the vectors beside them four numbers at a time.
    if (shape.numbers > 1 && !liesOnSixteen(matrix, args)) {
        return unsupported("quantised weights and their vectors have to lie on 16 bytes");
    }
    return {};
}

template <class Run>
Status runProduct(Device& device, const Matrix& matrix, ProductArgs& args) {
    args.data = static_cast<const unsigned char*>(matrix.data);
    args.rows = matrix.rows;
    args.columns = matrix.columns;
    args.rowBytes = rowBytesOf(matrix);
    args.expert = matrix.expert;
    if (const Status status = checkProduct(matrix, args); !status) {
        return status;
    }
    return Run::product(device, matrix.coding, isLoose(matrix, args), args);
}

template <class Run>
Status planMatVecs(Device& device, const MatVecsArgs& asked) {
    ProductArgs args;
    args.count = asked.count;
    args.x = asked.x;
    args.xStride = asked.xStride;
    args.in = asked.in;
    args.vectors = asked;
    return runProduct<Run>(device, asked.weights, args);
}

template <class Run>
Status planGateUp(Device& device, const GateUpArgs& asked) {
    const bool gated = hasGate(asked.activation);
    if (gated && asked.gate.coding != asked.up.coding) {
        const std::size_t half = static_cast<std::size_t>(asked.count) * static_cast<std::size_t>(asked.up.rows);
        for (const bool up : {false, true}) {
            MatVecsArgs one;
            one.weights = up ? asked.up : asked.gate;
            one.count = asked.count;
            one.x = asked.x;
            one.xStride = asked.xStride;
            one.in = asked.in;
            one.y = asked.scratch + (up ? half : 0);
            one.yStride = asked.up.rows;
            if (const Status status = planMatVecs<Run>(device, one); !status) {
                return status;
            }
        }
        const int blocks = static_cast<int>((half + kProductThreads - 1) / kProductThreads);
        return start(device, {blocks, kProductThreads, 0}, activate, asked);
    }
    ProductArgs args;
    args.kind = ProductKind::Gate;
    args.second = gated ? static_cast<const unsigned char*>(asked.up.data) : nullptr;
    args.count = asked.count;
    args.x = asked.x;
    args.xStride = asked.xStride;
    args.in = asked.in;
    args.gate = asked;
    if (gated &&
        (asked.gate.rows != asked.up.rows || asked.gate.columns != asked.up.columns || !onSixteen(asked.up.data))) {
        return unsupported("gate and up have to be of one shape, on 16 bytes");
    }
    return runProduct<Run>(device, gated ? asked.gate : asked.up, args);
}

template <class Run>
Status planQkv(Device& device, const QkvArgs& asked) {
    ProductArgs args;
    args.kind = ProductKind::Heads;
    args.count = asked.laneCount;
    args.x = asked.x;
    args.xStride = asked.xStride;
    args.in = asked.in;
    args.heads = asked;
    for (int i = 0; i < asked.pieces; ++i) {
        if (const Status status = runProduct<Run>(device, asked.weights[i], args); !status) {
            return status;
        }
        args.firstRow += asked.weights[i].rows;
    }
    return {};
}

}  // namespace kvw::device
