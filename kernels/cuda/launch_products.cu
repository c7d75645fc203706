// SPDX-License-Identifier: Apache-2.0
// Starts of products with weights. nvcc compiles this file for the GPU, kernels/emulated includes it for the emulation.
#include "kernels/cuda/launches.h"
#include "kernels/cuda/product_plan.h"
#include "kernels/cuda/tile_plan.h"

namespace kvw::device {
namespace {

template <class Source, int Count>
Status startCount(Device& device, const ProductArgs& args) {
    constexpr int kRows = rowsOf(Count);
    const int rows = args.rows * (args.second != nullptr ? 2 : 1);
    const int threads = threadsFor((args.columns + Source::kPer - 1) / Source::kPer);
    return start(device, {(rows + kRows - 1) / kRows, threads, productShared(kRows, Count) * sizeof(float)},
                 products<Source, kRows, Count>, args);
}

/// Moves on to the vectors from `first` on.
ProductArgs tailOf(const ProductArgs& args, int first, int count) {
    const auto rows = static_cast<std::size_t>(first);
    ProductArgs tail = args;
    tail.count = count;
    tail.x += rows * static_cast<std::size_t>(args.xStride);
    tail.vectors.count = tail.gate.count = count;
    for (const float** each : {&tail.vectors.residual, &tail.vectors.also}) {
        *each = *each == nullptr ? nullptr : *each + rows * static_cast<std::size_t>(args.vectors.yStride);
    }
    tail.vectors.y += rows * static_cast<std::size_t>(args.vectors.yStride);
    tail.gate.y += rows * static_cast<std::size_t>(args.gate.yStride);
    const Heads& heads = args.heads.heads;
    tail.heads.lanes += first;
    tail.heads.q += rows * static_cast<std::size_t>(heads.query * heads.dim);
    tail.heads.scratch += rows * static_cast<std::size_t>((heads.query + 2 * heads.kv) * heads.dim);
    return tail;
}

struct KernelRun {
    /// Plain weights have a kernel for up to eight vectors. Others are decoded again for every four, which costs less
    /// than the registers.
    static Status product(Device& device, Coding coding, bool loose, const ProductArgs& args) {
        return withSource(coding, loose, [&](auto source) -> Status {
            using Source = decltype(source);
            constexpr bool kPlain = sizeof(typename Source::Raw) == sizeof(Vec16) && Source::kWhole;
            if constexpr (kPlain) {
                switch (args.count) {
                    case 1:
                        return startCount<Source, 1>(device, args);
                    case 2:
                        return startCount<Source, 2>(device, args);
                    case 3:
                    case 4:
                        return startCount<Source, 4>(device, args);
                    default:
                        return startCount<Source, 8>(device, args);
                }
            } else {
                for (int first = 0; first < args.count; first += 4) {
                    const int count = args.count - first < 4 ? args.count - first : 4;
                    const ProductArgs part = tailOf(args, first, count);
                    const Status status =
                        count == 1 ? startCount<Source, 1>(device, part) : startCount<Source, 4>(device, part);
                    if (!status) {
                        return status;
                    }
                }
                return {};
            }
        });
    }
};

struct TileRun {
    static Status product(Device& device, Coding coding, bool loose, const TileArgs& args) {
        return withSource(coding, loose, [&](auto source) {
            using Source = decltype(source);
            const int rows = args.product.rows * (args.product.second != nullptr ? 2 : 1);
            const int blocks = ((rows + kTile - 1) / kTile) * ((args.product.count + kTile - 1) / kTile);
            return start(device, {blocks, kTileThreads, kTileShared * sizeof(float)}, productTile<Source>, args);
        });
    }
};

}  // namespace

Status launchMatVecs(Device& device, const MatVecsArgs& args) {
    return planMatVecs<KernelRun>(device, args);
}

Status launchGateUp(Device& device, const GateUpArgs& args) {
    return planGateUp<KernelRun>(device, args);
}

Status launchQkvInsert(Device& device, const QkvArgs& args) {
    return planQkv<KernelRun>(device, args);
}

Status launchMatMul(Device& device, const MatMulArgs& args) {
    return planMatMul<TileRun>(device, args);
}

Status launchGateUpRows(Device& device, const GateUpRowsArgs& args) {
    return planGateUpRows<TileRun>(device, args);
}

Status launchEmbed(Device& device, const EmbedArgs& args) {
    const bool loose = rowBytesOf(args.table) % 16 != 0 || !onSixteen(args.table.data);
    if (args.table.columns % shapeOf(args.table.coding).numbers != 0) {
        return unsupported("rows of weights have to be whole blocks");
    }
    const EmbedRows rows{args, rowBytesOf(args.table)};
    return withSource(args.table.coding, loose, [&](auto source) {
        using Source = decltype(source);
        return start(device, {args.laneCount, threadsFor(args.table.columns / Source::kPer), 0}, embedTokens<Source>,
                     rows);
    });
}

}  // namespace kvw::device
