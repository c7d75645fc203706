// SPDX-License-Identifier: Apache-2.0
/// Rows that move: compaction and growth of caches, and keys and values that are read.
#pragma once

#include "kernels/cuda/numbers.h"

namespace kvw::device {

inline constexpr int kMoveThreads = 128, kMoveRows = 32;

/// Copies rows; a block takes kMoveRows rows of a move, a warp one after another.
KVW_KERNEL void KVW_BOUNDS(kMoveThreads, 4) moveRows(CompactArgs args) {
    letNextBegin();
    waitForPrevious();
    const int perMove = (args.mostRows + kMoveRows - 1) / kMoveRows;
    const RowMove move = args.moves[blockIndex() / perMove];
    const int first = blockIndex() % perMove * kMoveRows, lane = threadIndex() % 32;
    const auto bytes = static_cast<std::size_t>(move.rowBytes);
    const auto address =
        reinterpret_cast<std::uintptr_t>(move.from) | reinterpret_cast<std::uintptr_t>(move.to) | bytes;
    for (int r = threadIndex() / 32; r < kMoveRows; r += kMoveThreads / 32) {
        const int row = first + r;
        if (row >= move.total) {
            return;
        }
        unsigned char* to = static_cast<unsigned char*>(move.to) + static_cast<std::size_t>(row) * bytes;
        if (row >= move.rows) {
            for (int i = lane; 4 * i < move.rowBytes; i += 32) {
                for (int b = 0; b < 4 && 4 * i + b < move.rowBytes; ++b) {
                    to[4 * i + b] = static_cast<unsigned char>(move.fillWord >> (8 * b));
                }
            }
            continue;
        }
        const unsigned char* from =
            static_cast<const unsigned char*>(move.from) + static_cast<std::size_t>(move.order[row]) * bytes;
        if (address % 16 == 0) {
            for (int i = lane; 16 * i < move.rowBytes; i += 32) {
                reinterpret_cast<Vec16*>(to)[i] = loadRow(from + 16 * i);
            }
        } else if (address % 4 == 0) {
            for (int i = lane; 4 * i < move.rowBytes; i += 32) {
                reinterpret_cast<std::uint32_t*>(to)[i] = reinterpret_cast<const std::uint32_t*>(from)[i];
            }
        } else {
            for (int i = lane; i < move.rowBytes; i += 32) {
                to[i] = from[i];
            }
        }
    }
}

KVW_KERNEL void KVW_BOUNDS(kMoveThreads, 4) gatherRows(GatherArgs args) {
    letNextBegin();
    waitForPrevious();
    const std::size_t width = static_cast<std::size_t>(args.width);
    const std::size_t all = static_cast<std::size_t>(args.count) * width;
    for (std::size_t i = static_cast<std::size_t>(blockIndex() * kMoveThreads + threadIndex()); i < all;
         i += static_cast<std::size_t>(blocks() * kMoveThreads)) {
        const int channel = static_cast<int>(i % width), slot = args.slots[i / width];
        const std::size_t row = static_cast<std::size_t>(slot) * width;
        float value = numberAt(args.rows, args.type, row + static_cast<std::size_t>(channel));
        if (args.phases != nullptr && channel < args.rope.rotaryDim) {
            const auto partner = static_cast<std::size_t>(partnerOf(args.rope, channel));
            value = turned(args.rope, channel, value, numberAt(args.rows, args.type, row + partner),
                           static_cast<std::size_t>(args.phases[slot]));
        }
        args.out[i] = value;
    }
}

/// Reads eight vectors of a thread at a time. The result is written only if all bits come out set, which keeps the
/// reads.
KVW_KERNEL void KVW_BOUNDS(kMoveThreads, 4) sweep(SweepArgs args) {
    letNextBegin();
    waitForPrevious();
    const auto* data = static_cast<const Vec16*>(args.data);
    const std::size_t all = args.bytes / sizeof(Vec16), threads = static_cast<std::size_t>(blocks() * kMoveThreads);
    std::uint32_t seen = 0;
    for (std::size_t first = static_cast<std::size_t>(blockIndex() * kMoveThreads + threadIndex()); first < all;
         first += 8 * threads) {
        Vec16 v[8];
        KVW_UNROLL
        for (std::size_t i = 0; i < 8; ++i) {
            v[i] = first + i * threads < all ? loadWeights(data + first + i * threads) : Vec16{};
        }
        KVW_UNROLL
        for (int i = 0; i < 8; ++i) {
            seen |= v[i].w[0] & v[i].w[1] & v[i].w[2] & v[i].w[3];
        }
    }
    if (seen == ~0U) {
        *args.out = seen;
    }
}

}  // namespace kvw::device
