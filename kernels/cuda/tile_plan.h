// SPDX-License-Identifier: Apache-2.0
/// Turns products with many vectors into products of one matrix. Run::product carries them out.
#pragma once

#include "kernels/cuda/product_plan.h"
#include "kernels/cuda/tiles.h"

namespace kvw::device {

template <class Run>
Status runTiles(Device& device, const Matrix& matrix, TileArgs& args) {
    ProductArgs& product = args.product;
    product.data = static_cast<const unsigned char*>(matrix.data);
    product.rows = matrix.rows;
    product.columns = matrix.columns;
    product.rowBytes = rowBytesOf(matrix);
    if (matrix.expert != nullptr || product.in.weight != nullptr) {
        return unsupported("products with many vectors have no norms, and experts that the host knows");
    }
    const int count = product.count;
    product.count = 1;  // the check is of products with a few
    const Status status = checkProduct(matrix, product);
    product.count = count;
    return status ? Run::product(device, matrix.coding, isLoose(matrix, product), args) : status;
}

template <class Run>
Status planMatMul(Device& device, const MatMulArgs& asked) {
    if (asked.product.out.weight != nullptr || asked.product.share != nullptr) {
        return unsupported("products with many vectors have no norm behind them");
    }
    TileArgs args;
    args.product.count = asked.product.count;
    args.product.x = asked.product.x;
    args.product.xStride = asked.product.xStride;
    args.product.in = asked.product.in;
    args.product.vectors = asked.product;
    args.picked = asked.picked;
    args.rounded = asked.rounded;
    return runTiles<Run>(device, asked.product.weights, args);
}

template <class Run>
Status planGateUpRows(Device& device, const GateUpRowsArgs& asked) {
    const GateUpArgs& product = asked.product;
    const bool gated = hasGate(product.activation);
    if (gated && (product.gate.rows != product.up.rows || product.gate.columns != product.up.columns)) {
        return unsupported("gate and up have to be of one shape");
    }
    if (gated && (product.gate.coding != product.up.coding || !onSixteen(product.up.data))) {
        if (asked.picked.y != nullptr) {
            return unsupported("gate and up of different types write in order");
        }
        const auto rows = static_cast<std::size_t>(product.up.rows);
        for (const bool up : {false, true}) {
            MatMulArgs one;
            one.product.weights = up ? product.up : product.gate;
            one.product.count = product.count;
            one.product.x = product.x;
            one.product.xStride = product.xStride;
            one.product.in = product.in;
            one.product.y = product.scratch + (up ? static_cast<std::size_t>(product.count) * rows : 0);
            one.product.yStride = product.up.rows;
            one.picked.x = asked.picked.x;
            one.rounded = asked.rounded;
            if (const Status status = planMatMul<Run>(device, one); !status) {
                return status;
            }
        }
        const std::size_t all = static_cast<std::size_t>(product.count) * rows;
        return start(device, {static_cast<int>((all + kProductThreads - 1) / kProductThreads), kProductThreads, 0},
                     activate, product);
    }
    TileArgs args;
    args.product.kind = ProductKind::Gate;
    args.product.second = gated ? static_cast<const unsigned char*>(product.up.data) : nullptr;
    args.product.count = product.count;
    args.product.x = product.x;
    args.product.xStride = product.xStride;
    args.product.in = product.in;
    args.product.gate = product;
    args.picked = asked.picked;
    args.rounded = asked.rounded;
    return runTiles<Run>(device, gated ? product.gate : product.up, args);
}

}  // namespace kvw::device
