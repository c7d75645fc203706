// SPDX-License-Identifier: Apache-2.0
/// Cosines between keys and the mean of their unit vectors, with the bits of cosines_to_mean of the policy SDK's kit
/// (cpu/key_geometry_host.h): sums over tokens are in fixed point, so they are the same in any order.
#pragma once

#include "kernels/cuda/unit_tokens.h"

namespace kvw::device {

/// Returns the sum of a(c) * b(c), in eight lanes.
template <class A, class B>
KVW_DEVICE double dotInLanes(const A& a, const B& b, int channels) {
    double lanes[8] = {};
    const int whole = channels - channels % 8;
    for (int c = 0; c < whole; c += 8) {
        KVW_UNROLL
        for (int lane = 0; lane < 8; ++lane) {
            lanes[lane] += a(c + lane) * b(c + lane);
        }
    }
    double rest = 0;
    for (int c = whole; c < channels; ++c) {
        rest += a(c) * b(c);
    }
    KVW_UNROLL
    for (int half = 4; half > 0; half /= 2) {
        KVW_UNROLL
        for (int lane = 0; lane < half; ++lane) {
            lanes[lane] += lanes[lane + half];
        }
    }
    return lanes[0] + rest;
}

/// Numbers that `Lane::cosines` has per stored head: the cosines by slot, then the direction of the mean.
KVW_DEVICE std::size_t cosinesPerHead(const Lane& lane, int dim) {
    return static_cast<std::size_t>(lane.stride) + static_cast<std::size_t>(dim);
}
/// Returns the cosines of a unit's first head; UnitCosines leaves the mean over its heads there.
KVW_DEVICE double* cosinesOf(const UnitView& at, int dim) {
    const int head = at.layer * at.lane.storedHeads + at.unit * (at.lane.storedHeads / at.lane.units);
    return at.lane.cosines + static_cast<std::size_t>(head) * cosinesPerHead(at.lane, dim);
}

class UnitCosines : UnitTokens {
 public:
    KVW_DEVICE UnitCosines(const UnitView& at, int dim, std::uint64_t* shared) : UnitTokens(at, shared), m_dim(dim) {}

    KVW_DEVICE void compute() {
        findGrid();
        const Lane& lane = m_at.lane;
        const int heads = lane.storedHeads / lane.units, first = m_at.layer * lane.storedHeads + m_at.unit * heads;
        const std::size_t row = cosinesPerHead(lane, m_dim);
        double* cosines = cosinesOf(m_at, m_dim);
        for (int h = 0; h < heads; ++h) {
            const void* keys = lane.keys[first + h];
            double* own = cosines + static_cast<std::size_t>(h) * row;
            switch (m_rule.keyType) {
                case Number::F32:
                    measureHead(static_cast<const float*>(keys), own);
                    break;
                case Number::Bf16:
                    measureHead(static_cast<const Bf16*>(keys), own);
                    break;
                case Number::F16:
                    measureHead(static_cast<const Half*>(keys), own);
                    break;
            }
        }
        for (int slot = threadIndex(); heads > 1 && slot < m_used; slot += kStepThreads) {
            cosines[slot] = sumInOrder(cosines + slot, heads, static_cast<int>(row)) / static_cast<double>(heads);
        }
        syncBlock();
    }

 private:
    /// Sets the grid of channels, which is that of the longest table of the lane.
    KVW_DEVICE void findGrid() {
        constexpr std::uint64_t kMost = 0x7fffffff;
        std::uint64_t rest = kMost - 1;
        for (int i = threadIndex(); i < m_at.lane.layers * m_at.lane.units; i += kStepThreads) {
            const std::uint64_t own = kMost - static_cast<std::uint64_t>(m_at.lane.used[i]);
            rest = own < rest ? own : rest;
        }
        m_slots = static_cast<int>(kMost - blockLeast(rest, m_shared));
        constexpr int kCoarser = 8192;
        const int coarser = powerOfTwoFrom(m_slots + 1) / kCoarser;
        m_shift = 6.0 * static_cast<double>(coarser > 1 ? coarser : 1);
    }
    /// Returns a channel of a unit vector in steps of the grid.
    [[nodiscard]] KVW_DEVICE std::int64_t steps(double channel) const {
        return static_cast<std::int64_t>(asBits(channel + m_shift)) - static_cast<std::int64_t>(asBits(m_shift));
    }

    /// Returns 1 / length of a key, 0 for one without length. Lengths that are kept are measured once.
    template <class T>
    [[nodiscard]] KVW_DEVICE double inverseLength(const T* key, int slot) const {
        const std::size_t at = m_at.table + static_cast<std::size_t>(slot);
        float* high = m_rule.keepsLengths ? m_at.lane.statistic + at : nullptr;
        float* low = m_rule.keepsLengths ? high + planeOf(m_at.lane) : nullptr;
        const bool known = high != nullptr && *high > 0;
        const auto channel = [key](int c) { return static_cast<double>(widen(key[c])); };
        const double length = known ? static_cast<double>(*high) + static_cast<double>(*low)
                                    : squareRoot(dotInLanes(channel, channel, m_dim));
        if (!known && high != nullptr) {
            *high = static_cast<float>(length);
            *low = static_cast<float>(length - static_cast<double>(*high));
        }
        return length > 0 ? 1.0 / length : 0.0;
    }

    template <class T>
    KVW_DEVICE void measureHead(const T* keys, double* cosines) const {
        const auto dim = static_cast<std::size_t>(m_dim);
        double* direction = cosines + m_at.lane.stride;
        for (int slot = threadIndex(); slot < m_used; slot += kStepThreads) {
            const T* key = keys + static_cast<std::size_t>(slot) * dim;
            cosines[slot] = m_tokens[slot] >= 0 ? inverseLength(key, slot) : 0;
        }
        syncBlock();
        for (int c = threadIndex(); c < m_dim; c += kStepThreads) {
            std::int64_t sum = 0;
            for (int slot = 0; slot < m_used; ++slot) {
                if (m_tokens[slot] >= 0) {
                    const T value = keys[static_cast<std::size_t>(slot) * dim + static_cast<std::size_t>(c)];
                    sum += steps(static_cast<double>(widen(value)) * cosines[slot]);
                }
            }
            direction[c] = static_cast<double>(sum) * (m_shift / 1.5 * 0x1p-52);
        }
        syncBlock();
        double squares = 0;
        for (int c = 0; c < m_dim; ++c) {
            squares += direction[c] * direction[c];
        }
        const double length = squareRoot(squares);
        // So short a sum is the rounding error of 0.
        const double inverse = length > 1e-12 * static_cast<double>(m_slots) ? 1.0 / length : 0.0;
        syncBlock();
        for (int c = threadIndex(); c < m_dim; c += kStepThreads) {
            direction[c] *= inverse;
        }
        syncBlock();
        for (int slot = threadIndex(); slot < m_used; slot += kStepThreads) {
            if (m_tokens[slot] >= 0) {
                const T* key = keys + static_cast<std::size_t>(slot) * dim;
                const double cosine = dotInLanes([key](int c) { return static_cast<double>(widen(key[c])); },
                                                 [direction](int c) { return direction[c]; }, m_dim) *
                                      cosines[slot];
                constexpr double kGrid = 0x1.8p12;  // steps of 2^-40
                cosines[slot] = (cosine + kGrid) - kGrid;
            }
        }
        syncBlock();
    }

    int m_dim, m_slots = 1;
    double m_shift = 0;
};

}  // namespace kvw::device
