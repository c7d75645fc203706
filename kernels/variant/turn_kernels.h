// SPDX-License-Identifier: Apache-2.0
/// Rotation of stored keys back, over the lanes of one variant; included after its lanes header.
#pragma once

#include "kernels/variant/table.h"

namespace kvw {
namespace {

/// Turns one tile of 16 keys back; cosine(i) and sine(i) are those of plane i, lane by lane.
template <class Cosine, class Sine>
KVW_LANES void turnTile(float* tile, const RotateBack& turn, const Cosine& cosine, const Sine& sine) {
    const std::size_t planes = turn.rotaryDim / 2;
    for (std::size_t i = 0; i < planes; ++i) {
        float* a = tile + (turn.halfSplit ? i : 2 * i) * kLanes;
        float* b = tile + (turn.halfSplit ? i + planes : 2 * i + 1) * kLanes;
        const F x = load(a);
        const F y = load(b);
        const F c = cosine(i);
        const F s = sine(i);
        store(a, x * c + y * s);
        store(b, y * c - x * s);
    }
}

void rotateHeadBack(float* keys, std::size_t used, std::size_t headDim, const RotateBack& turn) {
    const auto planes = static_cast<std::int32_t>(turn.rotaryDim / 2);
    for (std::size_t first = 0; first < used; first += kLanes) {
        const std::int32_t* phases = turn.phases + first;
        float* tile = keys + first * headDim;
        std::int32_t shared = RotateBack::kAny;
        bool same = true;
        std::int32_t rows[kLanes];
        for (std::size_t i = 0; i < kLanes; ++i) {
            if (phases[i] != RotateBack::kAny) {
                same = same && (shared == RotateBack::kAny || shared == phases[i]);
                shared = phases[i];
            }
            rows[i] = phases[i] > 0 ? phases[i] * planes : 0;
        }
        if (!same) {
            // Phase 0 multiplies by 1 and adds 0, so keys that stay keep their bits.
            turnTile(
                tile, turn, [&](std::size_t i) { return gather(turn.cosines + i, rows); },
                [&](std::size_t i) { return gather(turn.sines + i, rows); });
        } else if (shared > 0) {
            const float* c = turn.cosines + static_cast<std::size_t>(shared) * static_cast<std::size_t>(planes);
            const float* s = turn.sines + static_cast<std::size_t>(shared) * static_cast<std::size_t>(planes);
            turnTile(
                tile, turn, [c](std::size_t i) { return broadcast(c[i]); },
                [s](std::size_t i) { return broadcast(s[i]); });
        }
    }
}

}  // namespace
}  // namespace kvw
