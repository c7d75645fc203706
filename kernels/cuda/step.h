// SPDX-License-Identifier: Apache-2.0
/// Kernels that begin and end a step, for all layers at once: a block takes the unit of a layer of a lane.
#pragma once

#include "kernels/cuda/numbers.h"

namespace kvw::device {

inline constexpr int kStepThreads = 128;

/// A unit and its places in the tables of its lane.
struct UnitView {
    const Lane lane;
    int layer, unit;
    int index;          ///< in [layers, units]
    std::size_t table;  ///< in [layers, units, stride]
    bool exists;        ///< the lane may have fewer units than others

    KVW_DEVICE UnitView(const StepArgs& args, int place)
        : lane(args.lanes[place / (args.layers * args.units)]),
          layer(place / args.units % args.layers),
          unit(place % args.units),
          index(layer * lane.units + unit),
          table(static_cast<std::size_t>(index) * static_cast<std::size_t>(lane.stride)),
          exists(unit < lane.units) {}
};

KVW_DEVICE void report(const Lane& lane, Fault fault) {
    if (lane.fault != nullptr) {
        atomicKeepFirst(reinterpret_cast<int*>(lane.fault), static_cast<int>(fault));
    }
}

/// Takes the slots of the step's token; a thread per unit.
KVW_KERNEL void KVW_BOUNDS(kStepThreads, 1) takeSlots(StepArgs args) {
    letNextBegin();
    waitForPrevious();
    const int place = blockIndex() * kStepThreads + threadIndex();
    if (place >= args.laneCount * args.layers * args.units) {
        return;
    }
    const UnitView at(args, place);
    if (!at.exists) {
        return;
    }
    const Lane& lane = at.lane;
    const int slot = lane.next[at.index];
    if (slot >= lane.capacity[at.index]) {
        report(lane, Fault::NoRoom);
        return;
    }
    lane.tokens[at.table + static_cast<std::size_t>(slot)] = *lane.position;
    if (lane.ranks != nullptr) {
        lane.ranks[at.table + static_cast<std::size_t>(slot)] = lane.held[at.index];
    }
    for (int s = 0; s < lane.statistics; ++s) {
        const std::size_t rows = static_cast<std::size_t>(s) * static_cast<std::size_t>(lane.layers * lane.units) *
                                 static_cast<std::size_t>(lane.stride);
        lane.statistic[rows + at.table + static_cast<std::size_t>(slot)] = 0;
    }
    lane.held[at.index] += 1;
    lane.used[at.index] = slot < lane.used[at.index] ? lane.used[at.index] : slot + 1;
}

/// Adds numbers[0], numbers[stride], ... in the order of sum_in_order of the policy SDK; overwrites them.
template <class T>
KVW_DEVICE T sumInOrder(T* numbers, int count, int stride) {
    while (count > 1) {
        const int half = count / 2;
        for (int i = 0; i < half; ++i) {
            numbers[i * stride] += numbers[(half + i) * stride];
        }
        if (count % 2 != 0) {
            numbers[0] += numbers[2 * half * stride];
        }
        count = half;
    }
    return numbers[0];
}

/// Numbers of one statistic.
KVW_DEVICE std::size_t planeOf(const Lane& lane) {
    return static_cast<std::size_t>(lane.layers * lane.units) * static_cast<std::size_t>(lane.stride);
}

/// Changes the statistics of a slot by the reduced row.
KVW_DEVICE void foldRow(const Lane& lane, const StepRule& rule, std::size_t place, float value) {
    float& statistic = lane.statistic[place];
    if (rule.fold == StepRule::Fold::Add) {
        statistic += value;
    } else if (rule.fold == StepRule::Fold::Average) {
        const double before = static_cast<double>(statistic) * rule.decay;
        statistic = static_cast<float>(fma(1 - rule.decay, static_cast<double>(value), before));
    } else if (rule.fold == StepRule::Fold::Moments) {
        const std::size_t plane = planeOf(lane);
        float &mean = lane.statistic[plane + place], &variance = lane.statistic[2 * plane + place];
        // Rows that have seen the token.
        const int all = *lane.position + 1 - lane.tokens[place];
        const int rows = all < 1 ? 1 : all < rule.recent ? all : rule.recent;
        const double n = rows, before = static_cast<double>(mean), d = static_cast<double>(value) - before;
        const double older = static_cast<double>(variance) * (n - 2) / (rows > 1 ? n - 1 : 1);
        mean = static_cast<float>(before + d / n);
        variance = rows > 1 ? static_cast<float>(older + d * d / n) : 0;
    }
}

/// Returns the mean of numbers[0], numbers[stride], ... by one addition after another.
KVW_DEVICE float meanInTurn(const float* numbers, int count, int stride) {
    float sum = numbers[0];
    for (int i = 1; i < count; ++i) {
        sum += numbers[i * stride];
    }
    return sum / static_cast<float>(count);
}

/// Returns number (count - 1) / 2 of the ascending order of numbers[0], numbers[stride], ...; NaN if one is NaN.
KVW_DEVICE float lowerMedian(const float* numbers, int count, int stride) {
    for (int i = 0; i < count; ++i) {
        const float own = numbers[i * stride];
        int before = 0;
        for (int j = 0; j < count; ++j) {
            const float other = numbers[j * stride];
            before += other < own || (other == own && j < i) ? 1 : 0;
        }
        if (own == own && before == (count - 1) / 2) {
            return own;
        }
    }
    return NAN;
}

/// Returns the numbers of a unit's heads as one; `highest` is the largest. Overwrites them.
KVW_DEVICE float reducedOf(StepRule::Reduce reduce, float* numbers, int count, int stride, float highest) {
    switch (reduce) {
        case StepRule::Reduce::Max:
            return highest;
        case StepRule::Reduce::Sum:
            return sumInOrder(numbers, count, stride);
        case StepRule::Reduce::MeanInTurn:
            return meanInTurn(numbers, count, stride);
        case StepRule::Reduce::Median:
            return lowerMedian(numbers, count, stride);
        case StepRule::Reduce::Mean:
            break;
    }
    return sumInOrder(numbers, count, stride) / static_cast<float>(count);
}

/// Shared memory of finishRows: sums of warps, then a column of the heads per thread. It is enough for putKeyNorm.
constexpr std::size_t finishShared(int headsPerUnit) {
    return static_cast<std::size_t>(headsPerUnit) * (2 * kStepThreads / 32 + kStepThreads) * sizeof(float);
}

/// Sets the statistic of the step's token to the norm of its key before rotation, the mean over the heads of the unit.
/// Squares are added in double and in the order of channels, as by norms_in_order of the policy SDK. All threads of the
/// block come; `shared` has room for a float per thread, then a double per head.
KVW_DEVICE void putKeyNorm(const UnitView& at, const Heads& heads, float* shared) {
    const Lane& lane = at.lane;
    const int perUnit = lane.storedHeads / lane.units, copies = lane.storedHeads / heads.kv, thread = threadIndex();
    double* norms = reinterpret_cast<double*>(shared + kStepThreads);
    for (int h = 0; h < perUnit; ++h) {
        const int head = at.layer * heads.kv + (at.unit * perUnit + h) / copies;
        const float* key = lane.newKeys + static_cast<std::size_t>(head) * static_cast<std::size_t>(heads.dim);
        double squares = 0;
        for (int first = 0; first < heads.dim; first += kStepThreads) {
            const int count = heads.dim - first < kStepThreads ? heads.dim - first : kStepThreads;
            syncBlock();
            if (thread < count) {
                shared[thread] = key[first + thread];
            }
            syncBlock();
            for (int i = 0; thread == 0 && i < count; ++i) {
                const double x = static_cast<double>(shared[i]);
                squares += x * x;
            }
        }
        if (thread == 0) {
            norms[h] = squareRoot(squares);
        }
    }
    const int slot = lane.next[at.index];
    if (thread == 0 && slot < lane.capacity[at.index]) {
        lane.statistic[at.table + static_cast<std::size_t>(slot)] =
            static_cast<float>(sumInOrder(norms, perUnit, 1) / static_cast<double>(perUnit));
    }
    syncBlock();
}

KVW_KERNEL void KVW_BOUNDS(kStepThreads, 4) finishRows(StepArgs args) {
    letNextBegin();
    waitForPrevious();
    const UnitView at(args, blockIndex());
    if (!at.exists) {
        return;
    }
    const Lane& lane = at.lane;
    const int heads = args.heads.query / lane.units, first = at.layer * args.heads.query + at.unit * heads;
    const int used = lane.used[at.index], thread = threadIndex();
    const std::size_t stride = static_cast<std::size_t>(lane.stride);
    float* sums = sharedMemory<float>();                            // [heads][warps][2]
    float* column = sums + heads * 2 * kStepThreads / 32 + thread;  // [heads][threads]
    for (int h = 0; h < heads; ++h) {
        const std::size_t head = static_cast<std::size_t>(first + h);
        const float* logits = lane.logits + head * stride;
        float* rows = lane.rows + head * stride;
        const float most = lane.peaks[2 * head], total = lane.peaks[2 * head + 1];
        const float share = total == 0 ? 0 : 1.0F / total;
        float held = 0, weighted = 0;
        for (int slot = thread; slot < used; slot += kStepThreads) {
            const float score = logits[slot];
            // The floor keeps 0 * infinity out of the entropy; e^-1000 is 0 as well.
            const float difference = score == kNothing ? -1000.0F : larger(-1000.0F, score - most);
            const float e = score == kNothing ? 0 : expOf(score - most);
            held += e;
            weighted = fma(e, difference, weighted);
            rows[slot] = e * share;
        }
        if (lane.entropy != nullptr) {
            held = warpSum(held);
            weighted = warpSum(weighted);
            if (thread % 32 == 0) {
                sums[(h * kStepThreads / 32 + thread / 32) * 2] = held;
                sums[(h * kStepThreads / 32 + thread / 32) * 2 + 1] = weighted;
            }
        }
    }
    if (lane.entropy != nullptr) {
        syncBlock();
        for (int h = thread; h < heads; h += kStepThreads) {
            float held = 0, weighted = 0;
            for (int w = 0; w < kStepThreads / 32; ++w) {
                held += sums[(h * kStepThreads / 32 + w) * 2];
                weighted += sums[(h * kStepThreads / 32 + w) * 2 + 1];
            }
            const double total = static_cast<double>(lane.peaks[2 * (first + h) + 1]);
            const double nats =
                total > 0 ? (static_cast<double>(held) * logOf(total) - static_cast<double>(weighted)) / total : total;
            lane.entropy[first + h] = nats > 0 || nats != nats ? static_cast<float>(nats) : 0;
        }
    }
    if (lane.rule != nullptr && lane.rule->fold == StepRule::Fold::KeyNorm) {
        putKeyNorm(at, args.heads, sums);
    }
    const StepRule::Reduce reduce = lane.rule == nullptr ? StepRule::Reduce::Mean : lane.rule->reduce;
    const StepRule::Fold fold = lane.rule == nullptr ? StepRule::Fold::None : lane.rule->fold;
    if ((fold == StepRule::Fold::None || fold == StepRule::Fold::KeyNorm) && lane.reduced == nullptr) {
        return;
    }
    for (int slot = thread; slot < used; slot += kStepThreads) {
        float value = kNothing;
        for (int h = 0; h < heads; ++h) {
            const float p = lane.rows[static_cast<std::size_t>(first + h) * stride + static_cast<std::size_t>(slot)];
            column[h * kStepThreads] = p;
            value = larger(value, p);
        }
        value = reducedOf(reduce, column, heads, kStepThreads, value);
        const std::size_t place = at.table + static_cast<std::size_t>(slot);
        if (lane.reduced != nullptr) {
            lane.reduced[place] = value;
        }
        if (fold != StepRule::Fold::None) {
            foldRow(lane, *lane.rule, place, value);
        }
    }
}

/// Frees the slots of the edit.
KVW_KERNEL void KVW_BOUNDS(kStepThreads, 4) applyEdits(StepArgs args) {
    letNextBegin();
    waitForPrevious();
    const UnitView at(args, blockIndex());
    if (!at.exists) {
        return;
    }
    const Lane& lane = at.lane;
    std::uint64_t* shared = sharedMemory<std::uint64_t>();
    const int thread = threadIndex(), used = lane.used[at.index], count = lane.editCount[at.index];
    const std::int32_t* slots = lane.editSlots + at.table;
    std::int32_t* tokens = lane.tokens + at.table;
    for (int slot = thread; lane.turns != nullptr && count == 0 && slot < used; slot += kStepThreads) {
        lane.turns[at.table + static_cast<std::size_t>(slot)] = 0;
    }
    int broken = 0;
    for (int i = thread; i < count; i += kStepThreads) {
        const bool out = slots[i] < 0 || slots[i] >= used;
        if (out || tokens[slots[i]] < 0) {
            report(lane, out ? Fault::SlotOutOfRange : Fault::SlotFree);
            broken = 1;
        }
    }
    if (count > 0 && blockSum(broken, reinterpret_cast<int*>(shared)) == 0) {
        if (lane.ranks != nullptr) {
            for (int slot = thread; slot < used; slot += kStepThreads) {
                int older = 0;
                for (int i = 0; i < count; ++i) {
                    older += tokens[slots[i]] < tokens[slot] ? 1 : 0;
                }
                lane.ranks[at.table + static_cast<std::size_t>(slot)] -= older;
                if (lane.turns != nullptr) {
                    lane.turns[at.table + static_cast<std::size_t>(slot)] = older;
                }
            }
            syncBlock();
        }
        int freed = 0;
        for (int i = thread; i < count; i += kStepThreads) {
            if (atomicExchange(tokens + slots[i], -1) < 0) {
                report(lane, Fault::SlotTwice);
            } else {
                ++freed;
            }
        }
        freed = blockSum(freed, reinterpret_cast<int*>(shared));
        if (thread == 0) {
            lane.held[at.index] -= freed;
        }
    }
    syncBlock();
    std::uint64_t lowest = static_cast<std::uint64_t>(used);
    if (lane.held[at.index] < used) {
        for (int slot = used - 1 - thread; slot >= 0; slot -= kStepThreads) {
            lowest = tokens[slot] < 0 ? static_cast<std::uint64_t>(slot) : lowest;
        }
        lowest = blockLeast(lowest, shared);
    }
    if (thread == 0) {
        lane.next[at.index] = static_cast<std::int32_t>(lowest);
        if (at.index == 0) {
            *lane.position += 1;
        }
    }
}

inline constexpr int kTurnBlocks = 8;  ///< of a head

/// Turns stored keys back; a warp takes a slot.
KVW_KERNEL void KVW_BOUNDS(kStepThreads, 4) turnKeys(TurnArgs args) {
    letNextBegin();
    waitForPrevious();
    const int head = blockIndex() / kTurnBlocks, stored = head % args.storedHeads;
    const Lane lane = args.lanes[head / args.storedHeads];
    const int unit = args.layer * lane.units + stored * lane.units / lane.storedHeads;
    const std::size_t table = static_cast<std::size_t>(unit) * static_cast<std::size_t>(lane.stride);
    auto* keys = static_cast<float*>(lane.keys[args.layer * lane.storedHeads + stored]);
    const int planes = args.rope.rotaryDim / 2, warps = kStepThreads / 32 * kTurnBlocks;
    for (int slot = blockIndex() % kTurnBlocks * kStepThreads / 32 + threadIndex() / 32; slot < lane.used[unit];
         slot += warps) {
        const std::size_t at = table + static_cast<std::size_t>(slot);
        const int turn = lane.turns[at];
        if (turn <= 0 || lane.tokens[at] < 0) {
            continue;
        }
        float* key = keys + static_cast<std::size_t>(slot) * static_cast<std::size_t>(args.heads.dim);
        const std::size_t row = static_cast<std::size_t>(turn) * static_cast<std::size_t>(planes);
        for (int i = threadIndex() % 32; i < planes; i += 32) {
            float& x = key[args.rope.halfSplit ? i : 2 * i];
            float& y = key[args.rope.halfSplit ? i + planes : 2 * i + 1];
            const float cosine = args.rope.cosines[row + static_cast<std::size_t>(i)];
            const float sine = args.rope.sines[row + static_cast<std::size_t>(i)];
            const float turnedX = x * cosine + y * sine;
            y = y * cosine - x * sine;
            x = turnedX;
        }
    }
}

}  // namespace kvw::device
