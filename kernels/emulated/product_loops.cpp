// SPDX-License-Identifier: Apache-2.0
// Products as plain loops that add in the order of the kernel, so they have its bits.
#include "kernels/emulated/product_loops.h"

#include <algorithm>
#include <vector>

#include "kernels/cuda/product_plan.h"
#include "kernels/cuda/tile_plan.h"

namespace kvw::device {
namespace {

/// Adds the threads' sums as the kernel does: a tree per warp, then the warps in their order.
float sumOfThreads(float* sums, int threads) {
    float all = 0;
    for (int warp = 0; warp < threads / 32; ++warp) {
        float* lanes = sums + warp * 32;
        for (int step = 16; step > 0; step /= 2) {
            for (int i = 0; i < step; ++i) {
                lanes[i] += lanes[i + step];
            }
        }
        all += lanes[0];
    }
    return all;
}

/// Returns vector c as the product reads it, and the factor of RMSNorm behind the sum.
template <class Source>
float normedVector(const ProductArgs& args, int c, int threads, std::vector<float>& x) {
    const int columns = args.columns;
    const float* from = args.x + static_cast<std::size_t>(c) * static_cast<std::size_t>(args.xStride);
    const auto padded = static_cast<std::size_t>((columns + Source::kPer - 1) / Source::kPer * Source::kPer);
    x.assign(padded, 0.0F);
    std::copy_n(from, columns, x.begin());
    if (args.in.weight == nullptr) {
        return 1;
    }
    std::vector<float> sums(static_cast<std::size_t>(threads), 0.0F);
    // The order of spreadOf, or that of the columns of units.
    if (args.in.bias != nullptr) {
        const auto strided = [&](const auto& add) {
            std::fill(sums.begin(), sums.end(), 0.0F);
            for (int i = 0; i < columns; ++i) {
                add(sums[static_cast<std::size_t>(i % threads)], from[i]);
            }
            return sumOfThreads(sums.data(), threads);
        };
        const float mean = strided([](float& sum, float v) { sum += v; }) / static_cast<float>(columns);
        const float squares = strided([mean](float& sum, float v) { sum = fma(v - mean, v - mean, sum); });
        const Spread spread{mean, normFactor(squares, columns, args.in.epsilon)};
        for (int i = 0; i < columns; ++i) {
            x[static_cast<std::size_t>(i)] = normed(args.in, spread, i, from[i]);
        }
        return 1;
    }
    for (int unit = 0; unit * Source::kPer < columns; ++unit) {
        float& sum = sums[static_cast<std::size_t>(unit % threads)];
        for (int i = 0; i < Source::kPer; ++i) {
            const float v = x[static_cast<std::size_t>(Source::fourColumn(unit, i / 4) + i % 4)];
            sum = fma(v, v, sum);
        }
    }
    for (int i = 0; i < columns; ++i) {
        x[static_cast<std::size_t>(i)] *= args.in.weight[i];
    }
    return normFactor(sumOfThreads(sums.data(), threads), columns, args.in.epsilon);
}

template <class Source>
void multiply(const ProductArgs& args) {
    const int units = (args.columns + Source::kPer - 1) / Source::kPer, threads = threadsFor(units);
    const bool pairs = args.kind == ProductKind::Gate && args.second != nullptr;
    const auto count = static_cast<std::size_t>(args.count);
    std::vector<std::vector<float>> x(count);
    std::vector<float> factors(count);
    for (int c = 0; c < args.count; ++c) {
        factors[static_cast<std::size_t>(c)] = normedVector<Source>(args, c, threads, x[static_cast<std::size_t>(c)]);
    }
    const bool behind = args.in.weight != nullptr && args.in.bias == nullptr;
    std::vector<float> sums(count * static_cast<std::size_t>(threads)), totals(count * 2);
    const auto rowTotals = [&](Bytes row, float* into) {
        std::fill(sums.begin(), sums.end(), 0.0F);
        for (int unit = 0; unit < units; ++unit) {
            float weights[Source::kPer];
            Source::decode(Source::load(row, unit, args.columns), unit, weights);
            for (std::size_t c = 0; c < count; ++c) {
                float& sum = sums[c * static_cast<std::size_t>(threads) + static_cast<std::size_t>(unit % threads)];
                for (int i = 0; i < Source::kPer; ++i) {
                    sum = fma(weights[i], x[c][static_cast<std::size_t>(Source::fourColumn(unit, i / 4) + i % 4)], sum);
                }
            }
        }
        for (std::size_t c = 0; c < count; ++c) {
            const float total = sumOfThreads(sums.data() + c * static_cast<std::size_t>(threads), threads);
            into[c] = behind ? total * factors[c] : total;
        }
    };
    const int firstBias = args.expert != nullptr ? *args.expert * args.rows : 0;
    for (int row = 0; row < args.rows; ++row) {
        const std::size_t at = static_cast<std::size_t>(firstBias + row) * args.rowBytes;
        rowTotals(args.data + at, totals.data());
        if (pairs) {
            rowTotals(args.second + at, totals.data() + count);
        }
        for (int c = 0; c < args.count; ++c) {
            const float total = totals[static_cast<std::size_t>(c)];
            if (finishesTogether(args)) {
                putAside(args, c, row, firstBias + row, total);
            } else if (args.kind == ProductKind::Gate) {
                finishGate(args.gate, c, row, firstBias + row, pairs ? total : 0,
                           pairs ? totals[count + static_cast<std::size_t>(c)] : total);
            } else {
                finishNumber(args.vectors, c, row, withBias(args.vectors, firstBias + row, total));
            }
        }
    }
}

/// Does the work of the last block of a product: one block for all rows of y, or one for each head.
void finishPutAside(ProductArgs args) {
    float* shared = sharedMemory<float>();
    if (args.kind == ProductKind::Vectors) {
        finishNormed(args.vectors, args.rows, shared);
        return;
    }
    const int row = args.firstRow + blockIndex() * args.heads.heads.dim;
    const Segment segment = segmentAt(args.heads, row);
    for (int lane = 0; lane < args.count && segment.first == row; ++lane) {
        finishSegment(args.heads, segment, lane, shared);
    }
}

struct LoopRun {
    static Status product(Device& device, Coding coding, bool loose, const ProductArgs& args) {
        return withSource(coding, loose, [&](auto source) -> Status {
            using Source = decltype(source);
            auto& emulated = static_cast<EmulatedDevice&>(device);
            const Status status = emulated.runOnHost([args] { multiply<Source>(args); });
            if (!status || !finishesTogether(args)) {
                return status;
            }
            const int blocks = args.kind == ProductKind::Vectors ? 1 : args.rows / args.heads.heads.dim;
            const int threads = threadsFor((args.columns + Source::kPer - 1) / Source::kPer);
            return start(device, {blocks, threads, productShared(1, 1) * sizeof(float)}, finishPutAside, args);
        });
    }
};

/// Calls body(unit, number of the unit) for all columns in the order in which a tile adds them.
template <class Source, class Body>
void inTileOrder(int units, const Body& body) {
    constexpr int kUnits = kTileUnits<Source>;
    for (int first = 0; first < units; first += kUnits) {
        for (int place = 0; place < kTileDepth; ++place) {
            static_assert(tilePlace<Source>(1, 1) == kUnits + 1);
            const int unit = first + place % kUnits;
            if (unit < units) {
                body(unit, place / kUnits);
            }
        }
    }
}

template <class Source>
void multiplyMany(const TileArgs& args) {
    constexpr int kPer = Source::kPer, kTogether = 8;
    const ProductArgs& product = args.product;
    const int columns = product.columns, units = (columns + kPer - 1) / kPer;
    const auto length = static_cast<std::size_t>(units) * kPer, count = static_cast<std::size_t>(product.count);
    std::vector<float> vectors(count * length), weights(length), numbers(length);
    for (std::size_t c = 0; c < count; ++c) {
        const auto place = static_cast<std::size_t>(args.picked.x != nullptr ? args.picked.x[c] : static_cast<int>(c));
        const float* from = product.x + place * static_cast<std::size_t>(product.xStride);
        std::size_t k = c * length;
        inTileOrder<Source>(units, [&](int unit, int i) {
            const int column = Source::fourColumn(unit, i / 4) + i % 4;
            vectors[k++] = column < columns ? roundedOf(from[column], args.rounded) : 0;
        });
    }
    const auto decoded = [&](Bytes row) {
        for (int unit = 0; unit < units; ++unit) {
            Source::decode(Source::load(row, unit, columns), unit, numbers.data() + unit * kPer);
        }
        std::size_t k = 0;
        inTileOrder<Source>(units, [&](int unit, int i) {
            weights[k++] = roundedOf(numbers[static_cast<std::size_t>(unit * kPer + i)], args.rounded);
        });
    };
    const auto multiply = [&](std::vector<float>& sums) {
        for (std::size_t first = 0; first < count; first += kTogether) {
            const std::size_t some = std::min<std::size_t>(kTogether, count - first);
            float sum[kTogether] = {};
            for (std::size_t k = 0; k < length; ++k) {
                for (std::size_t c = 0; c < some; ++c) {
                    sum[c] = fma(weights[k], vectors[(first + c) * length + k], sum[c]);
                }
            }
            std::copy_n(sum, some, sums.begin() + static_cast<std::ptrdiff_t>(first));
        }
    };
    std::vector<float> sums(count), ups(count);
    for (int row = 0; row < product.rows; ++row) {
        const std::size_t at = static_cast<std::size_t>(row) * product.rowBytes;
        decoded(product.data + at);
        multiply(sums);
        if (takesTurns(product)) {
            decoded(product.second + at);
            multiply(ups);
        }
        for (std::size_t c = 0; c < count; ++c) {
            finishSum(args, static_cast<int>(c), row, sums[c], ups[c]);
        }
    }
}

struct LoopTileRun {
    static Status product(Device& device, Coding coding, bool loose, const TileArgs& args) {
        return withSource(coding, loose, [&](auto source) {
            using Source = decltype(source);
            return static_cast<EmulatedDevice&>(device).runOnHost([args] { multiplyMany<Source>(args); });
        });
    }
};

}  // namespace

Status loopMatMul(Device& device, const MatMulArgs& args) {
    return planMatMul<LoopTileRun>(device, args);
}

Status loopGateUpRows(Device& device, const GateUpRowsArgs& args) {
    return planGateUpRows<LoopTileRun>(device, args);
}

Status loopMatVecs(Device& device, const MatVecsArgs& args) {
    return planMatVecs<LoopRun>(device, args);
}

Status loopGateUp(Device& device, const GateUpArgs& args) {
    return planGateUp<LoopRun>(device, args);
}

Status loopQkvInsert(Device& device, const QkvArgs& args) {
    return planQkv<LoopRun>(device, args);
}

}  // namespace kvw::device
