// SPDX-License-Identifier: Apache-2.0
/// Numbers of the rows of a step: Gini, entropy, temporal variance and retained mass, as METRICS.md, sections 1 and 2,
/// defines them and core/metrics computes them. A block takes a part of a layer of a lane, or the layer itself.
#pragma once

#include "kernels/cuda/step.h"

namespace kvw::device {

inline constexpr int kMeasureThreads = 256;
inline constexpr int kSortBits = 4, kSortDigits = 1 << kSortBits, kSortCounters = kSortDigits * kMeasureThreads;

/// Returns the most parts that a layer of these lanes has.
KVW_BOTH inline int mostParts(const StepArgs& args) {
    return args.units < args.heads.kv ? args.heads.kv : args.units;
}

/// Shared memory of measureRows.
struct MeasureShared {
    double sums[kMeasureThreads / 32];              ///< of warps
    int counters[kSortCounters + kMeasureThreads];  ///< of digits, see counterAt
    std::uint32_t keys[kSharedKeys], others[kSharedKeys];
};

/// Returns the natural logarithm of a normal number above 0, to a relative error of 2e-7. Source: as
/// core/metrics/attention_shape.cpp.
KVW_DEVICE float shortLogOf(float x) {
    constexpr std::uint32_t kSqrtHalf = 0x3f3504f3U;
    const std::uint32_t offset = asBits(x) - kSqrtHalf;
    const float exponent = static_cast<float>(static_cast<std::int32_t>(offset) >> 23);
    const float mantissa = asFloat((offset & 0x007fffffU) + kSqrtHalf);
    const float s = (mantissa - 1.0F) / (mantissa + 1.0F);
    const float z = s * s;
    const float series = 1.0F + z * (1.0F / 3 + z * (1.0F / 5 + z * (1.0F / 7 + z * (1.0F / 9))));
    return 2.0F * s * series + exponent * 0.693147180559945309F;
}

KVW_DEVICE double undefinedNumber() {
    return asDouble(0x7ff8000000000000ULL);
}
KVW_DEVICE bool isFinite(double x) {
    return x - x == 0;
}

/// Returns the sum over the threads before this one, and adds that over all to `total`. All threads come.
KVW_DEVICE int sumBefore(int count, int* warps, int& total) {
    const int upTo = warpPrefix(count), warp = threadIndex() / 32;
    if (threadIndex() % 32 == 31) {
        warps[warp] = upTo;
    }
    syncBlock();
    int before = upTo - count;
    for (int w = 0; w < kMeasureThreads / 32; ++w) {
        before += w < warp ? warps[w] : 0;
        total += warps[w];
    }
    syncBlock();
    return before;
}

/// The numbers of a part or of a layer. All threads of the block call its functions together.
class RowMeasure {
 public:
    /// `place` is among the parts of all layers of all lanes; the layer itself comes before its parts.
    KVW_DEVICE RowMeasure(const MeasureArgs& args, int place, MeasureShared* shared)
        : m_lane(args.step.lanes[place / (mostParts(args.step) + 1) / args.step.layers]),
          m_out(args.measures[place / (mostParts(args.step) + 1) / args.step.layers]),
          m_shared(shared),
          m_layer(place / (mostParts(args.step) + 1) % args.step.layers),
          m_part(place % (mostParts(args.step) + 1) - 1),
          m_parts(m_lane.units == 1 ? args.step.heads.kv : m_lane.units),
          m_queryHeads(args.step.heads.query),
          m_heads(m_queryHeads / m_parts),
          m_stride(static_cast<std::size_t>(m_lane.stride)) {
        if (m_out.sums != nullptr && m_out.compared && args.full != nullptr) {
            m_full = args.full;
            m_sinks = args.sinks;
        }
    }
    /// The lane may have fewer parts than others.
    [[nodiscard]] KVW_DEVICE bool exists() const { return m_out.sums != nullptr && m_part < m_parts; }

    KVW_DEVICE void measure() const {
        RowSums sums;
        if (m_part >= 0) {
            measurePart(sums);
        } else {
            sums.gini = m_lane.units == 1 ? giniOfLayer() : giniOfUnits();
        }
        if (threadIndex() == 0) {
            m_out.sums[m_layer * (m_parts + 1) + m_part + 1] = sums;
        }
    }

 private:
    /// Numbers to be sorted, and as much room beside them.
    struct Keys {
        std::uint32_t *at, *others;
    };

    [[nodiscard]] KVW_DEVICE int unitOf(int part) const { return part * m_lane.units / m_parts; }
    [[nodiscard]] KVW_DEVICE int indexOf(int unit) const { return m_layer * m_lane.units + unit; }
    [[nodiscard]] KVW_DEVICE const std::int32_t* tokensOf(int unit) const {
        return m_lane.tokens + static_cast<std::size_t>(indexOf(unit)) * m_stride;
    }
    [[nodiscard]] KVW_DEVICE const float* rowOf(int head) const {
        return m_lane.rows + static_cast<std::size_t>(m_layer * m_queryHeads + head) * m_stride;
    }
    /// Returns the sum at a slot of the rows of a part, added in the order of heads.
    [[nodiscard]] KVW_DEVICE float massAt(int part, int slot) const {
        float mass = 0;
        for (int head = part * m_heads; head < (part + 1) * m_heads; ++head) {
            mass += rowOf(head)[slot];
        }
        return mass;
    }

    /// Returns room for `count` keys: of the block if they are few, else in the memory of the part.
    [[nodiscard]] KVW_DEVICE Keys roomFor(int count) const {
        if (count <= kSharedKeys) {
            return {m_shared->keys, m_shared->others};
        }
        const std::size_t own = (m_part >= 0 ? 1 : static_cast<std::size_t>(m_lane.units)) * m_stride;
        std::uint32_t* at = m_out.keys + static_cast<std::size_t>(m_layer) * m_out.keyStride +
                            2 * m_stride * static_cast<std::size_t>(m_part >= 0 ? m_part : m_parts);
        return {at, at + own};
    }

    KVW_DEVICE void measurePart(RowSums& sums) const {
        const int unit = unitOf(m_part), used = m_lane.used[indexOf(unit)], held = m_lane.held[indexOf(unit)];
        const std::int32_t* tokens = tokensOf(unit);
        const Keys keys = roomFor(used);
        for (int h = 0; h < m_heads; ++h) {
            const int head = m_part * m_heads + h;
            const float* row = rowOf(head);
            double nats = 0;
            for (int slot = threadIndex(); slot < used; slot += kMeasureThreads) {
                const float mass = tokens[slot] >= 0 ? row[slot] : 0;
                nats -= static_cast<double>(mass * shortLogOf(mass + 1e-10F));
                keys.at[slot] = asBits(h == 0 ? mass : asFloat(keys.at[slot]) + mass);
            }
            nats = blockSum(nats, m_shared->sums);
            sums.entropy += isFinite(nats) ? nats : 0;
            if (m_full != nullptr) {
                sums.retained += retained(head, tokens, used);
            }
        }
        sums.variance = variance(unit, used);
        sums.gini = gini(keys, used, used - held);
    }

    /// Returns what the row of the full lane has at the tokens.
    [[nodiscard]] KVW_DEVICE double retained(int head, const std::int32_t* tokens, int used) const {
        const float* row = m_full->rows + static_cast<std::size_t>(m_layer * m_queryHeads + head) *
                                              static_cast<std::size_t>(m_full->stride);
        double mass = 0;
        for (int slot = threadIndex(); slot < used; slot += kMeasureThreads) {
            const int token = tokens[slot];
            mass += token >= 0 && token < m_full->stride ? static_cast<double>(row[token]) : 0;
        }
        mass = blockSum(mass, m_shared->sums);
        if (m_sinks) {
            // Its row sums to less than 1.
            double all = 0;
            for (int slot = threadIndex(); slot < m_full->used[m_layer * m_full->units]; slot += kMeasureThreads) {
                all += static_cast<double>(row[slot]);
            }
            mass /= blockSum(all, m_shared->sums);
        }
        return mass;
    }

    /// Puts the step's rows into the window, and returns the variance over it of the tokens that are held in all of
    /// its steps.
    [[nodiscard]] KVW_DEVICE double variance(int unit, int used) const {
        if (m_out.rows == nullptr) {
            return undefinedNumber();
        }
        const int position = *m_lane.position, seen = position - m_out.first + 1;
        const int rows = seen < kVarianceRows ? seen : kVarianceRows;
        const std::size_t tableSize = static_cast<std::size_t>(m_lane.layers * m_lane.units) * m_stride;
        const std::size_t rowsSize = static_cast<std::size_t>(m_lane.layers * m_queryHeads) * m_stride;
        const std::int32_t* tokens = tokensOf(unit);
        std::int32_t* tables = m_out.tokens + static_cast<std::size_t>(indexOf(unit)) * m_stride;
        const std::size_t firstRow = static_cast<std::size_t>(m_layer * m_queryHeads + m_part * m_heads) * m_stride;
        const int newest = position % kVarianceRows;
        if (m_lane.units > 1 || m_part == 0) {
            std::int32_t* table = tables + static_cast<std::size_t>(newest) * tableSize;
            for (int slot = threadIndex(); slot < m_lane.stride; slot += kMeasureThreads) {
                table[slot] = slot < used ? tokens[slot] : -1;
            }
        }
        double squares = 0;
        int common = 0;
        for (int slot = threadIndex(); slot < used; slot += kMeasureThreads) {
            const std::size_t at = static_cast<std::size_t>(slot);
            bool stays = tokens[slot] >= 0;
            for (int back = 1; back < rows; ++back) {
                const std::size_t step = static_cast<std::size_t>((position - back) % kVarianceRows);
                stays = stays && tables[step * tableSize + at] == tokens[slot];
            }
            common += stays ? 1 : 0;
            for (int h = 0; h < m_heads; ++h) {
                float* window = m_out.rows + firstRow + static_cast<std::size_t>(h) * m_stride + at;
                const float own = rowOf(m_part * m_heads + h)[slot];
                window[static_cast<std::size_t>(newest) * rowsSize] = own;
                squares += stays && rows > 1 ? squaredDistances(window, rowsSize, position, rows, own) : 0;
            }
        }
        common = blockSum(common, reinterpret_cast<int*>(m_shared->sums));
        squares = blockSum(squares, m_shared->sums);
        return rows < 2 || common == 0 || !isFinite(squares) ? undefinedNumber()
                                                             : squares / static_cast<double>(rows - 1);
    }

    /// Returns the sum of the squared distances from their mean of the newest number of a slot, which is `own`, and
    /// those of the steps before.
    [[nodiscard]] KVW_DEVICE static double squaredDistances(const float* window, std::size_t rowsSize, int position,
                                                            int rows, float own) {
        double numbers[kVarianceRows];
        double sum = 0;
        KVW_UNROLL
        for (int back = 0; back < kVarianceRows; ++back) {
            const std::size_t step = static_cast<std::size_t>((position + kVarianceRows - back) % kVarianceRows);
            numbers[back] = back == 0     ? static_cast<double>(own)
                            : back < rows ? static_cast<double>(window[step * rowsSize])
                                          : 0;
            sum += numbers[back];
        }
        const double mean = sum * (1 / static_cast<double>(rows));
        double squares = 0;
        KVW_UNROLL
        for (int back = 0; back < kVarianceRows; ++back) {
            const double distance = numbers[back] - mean;
            squares += back < rows ? distance * distance : 0;
        }
        return squares;
    }

    /// Returns Gini of the sum over all heads, where they share their slots.
    [[nodiscard]] KVW_DEVICE double giniOfLayer() const {
        const int used = m_lane.used[indexOf(0)], held = m_lane.held[indexOf(0)];
        const std::int32_t* tokens = tokensOf(0);
        const Keys keys = roomFor(used);
        for (int slot = threadIndex(); slot < used; slot += kMeasureThreads) {
            float mass = 0;
            for (int part = 0; part < m_parts && tokens[slot] >= 0; ++part) {
                mass += massAt(part, slot);
            }
            keys.at[slot] = asBits(mass);
        }
        return gini(keys, used, used - held);
    }

    /// Returns Gini over the tokens that any unit holds, of their sums over the units.
    [[nodiscard]] KVW_DEVICE double giniOfUnits() const {
        int most = 0;
        for (int unit = 0; unit < m_lane.units; ++unit) {
            most += m_lane.held[indexOf(unit)];
        }
        Keys keys = roomFor(most);
        std::int32_t* places =
            m_out.places + static_cast<std::size_t>(m_layer) * static_cast<std::size_t>(m_out.placeStride);
        int count = 0;
        for (int unit = 0; unit < m_lane.units; ++unit) {
            const std::int32_t* tokens = tokensOf(unit);
            const int used = m_lane.used[indexOf(unit)];
            for (int first = 0; first < used; first += kMeasureThreads) {
                const int slot = first + threadIndex(), token = slot < used ? tokens[slot] : -1;
                const float mass = token >= 0 ? massAt(unit, slot) : 0;
                const int place = token >= 0 ? places[token] : 0;
                const bool isNew = token >= 0 && place == 0;
                const int end = count;
                const int own = end + sumBefore(isNew ? 1 : 0, m_shared->counters, count);
                if (isNew) {
                    keys.at[own] = asBits(mass);
                    places[token] = own + 1;
                } else if (token >= 0) {
                    keys.at[place - 1] = asBits(asFloat(keys.at[place - 1]) + mass);
                }
            }
            syncBlock();
        }
        for (int unit = 0; unit < m_lane.units; ++unit) {
            const std::int32_t* tokens = tokensOf(unit);
            for (int slot = threadIndex(); slot < m_lane.used[indexOf(unit)]; slot += kMeasureThreads) {
                if (tokens[slot] >= 0) {
                    places[tokens[slot]] = 0;
                }
            }
            syncBlock();
        }
        const Keys few = roomFor(count);
        for (int i = threadIndex(); i < count && few.at != keys.at; i += kMeasureThreads) {
            few.at[i] = keys.at[i];
        }
        return gini(few, count, 0);
    }

    /// Returns Gini of numbers of which `free` ones are 0 and do not count.
    [[nodiscard]] KVW_DEVICE double gini(Keys keys, int all, int free) const {
        double sum = 0;
        for (int i = threadIndex(); i < all; i += kMeasureThreads) {
            sum += static_cast<double>(asFloat(keys.at[i]));
        }
        sum = blockSum(sum, m_shared->sums);
        const int count = all - free;
        if (count <= 0 || !isFinite(sum)) {
            return undefinedNumber();
        }
        if (sum == 0) {
            return 0;
        }
        // The free ones come first, and have no weight.
        double weighted = 0;
        const auto add = [&](int rank, std::uint32_t key) {
            weighted += static_cast<double>(2 * (rank - free) + 1 - count) * static_cast<double>(asFloat(key));
        };
        if (all <= kMeasureThreads) {
            if (threadIndex() < all) {
                const std::uint32_t own = keys.at[threadIndex()];
                int rank = 0;
                for (int i = 0; i < all; ++i) {
                    rank += keys.at[i] < own || (keys.at[i] == own && i < threadIndex()) ? 1 : 0;
                }
                add(rank, own);
            }
        } else {
            const std::uint32_t* sorted = sort(keys, all);
            for (int i = threadIndex(); i < all; i += kMeasureThreads) {
                add(i, sorted[i]);
            }
        }
        weighted = blockSum(weighted, m_shared->sums);
        const double result = weighted / (static_cast<double>(count) * sum);
        return result > 0 ? result : 0;
    }

    /// Returns the place of a counter in shared memory: a gap behind each sixteen keeps those that threads read at the
    /// same time in different banks.
    [[nodiscard]] KVW_DEVICE static int counterAt(int index) { return index + index / kSortDigits; }

    /// Sorts the bits of numbers that are not negative, digit by digit, and returns where they then are. A thread
    /// counts and moves the keys of a share in their order, so that keys with the same digit keep theirs.
    [[nodiscard]] KVW_DEVICE const std::uint32_t* sort(Keys keys, int count) const {
        const int share = (count + kMeasureThreads - 1) / kMeasureThreads, thread = threadIndex();
        const int begin = thread * share < count ? thread * share : count;
        const int end = begin + share < count ? begin + share : count;
        int* counters = m_shared->counters;
        const auto counterOf = [&](std::uint32_t key, int shift) {
            const int digit = static_cast<int>(key >> static_cast<unsigned>(shift) & (kSortDigits - 1U));
            return counterAt(digit * kMeasureThreads + thread);
        };
        for (int shift = 0; shift < 32; shift += kSortBits) {
            for (int digit = 0; digit < kSortDigits; ++digit) {
                counters[counterAt(digit * kMeasureThreads + thread)] = 0;
            }
            for (int i = begin; i < end; ++i) {
                ++counters[counterOf(keys.at[i], shift)];
            }
            syncBlock();
            // From counts to places: those of smaller digits come before, then those of threads before.
            int sum = 0;
            for (int i = 0; i < kSortDigits; ++i) {
                sum += counters[counterAt(thread * kSortDigits + i)];
            }
            int unused = 0;
            int place = sumBefore(sum, reinterpret_cast<int*>(m_shared->sums), unused);
            for (int i = 0; i < kSortDigits; ++i) {
                const int own = counters[counterAt(thread * kSortDigits + i)];
                counters[counterAt(thread * kSortDigits + i)] = place;
                place += own;
            }
            syncBlock();
            for (int i = begin; i < end; ++i) {
                keys.others[counters[counterOf(keys.at[i], shift)]++] = keys.at[i];
            }
            syncBlock();
            keys = {keys.others, keys.at};
        }
        return keys.at;
    }

    const Lane m_lane;
    const RowMeasures m_out;
    MeasureShared* m_shared;
    int m_layer, m_part, m_parts, m_queryHeads, m_heads;
    std::size_t m_stride;
    const Lane* m_full = nullptr;  ///< null: nothing is compared
    bool m_sinks = false;
};

KVW_KERNEL void KVW_BOUNDS(kMeasureThreads, 2) measureRows(MeasureArgs args) {
    letNextBegin();
    waitForPrevious();
    const RowMeasure one(args, blockIndex(), sharedMemory<MeasureShared>());
    if (one.exists()) {
        one.measure();
    }
}

}  // namespace kvw::device
