// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/followed_cosines.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include "core/policy/kit/cpu/key_geometry_host.h"
#include "core/policy/kit/cpu/versions.h"
#include "core/policy/kit/key_geometry.h"
#include "core/policy/kit/on_host.h"

namespace kvw::sdk {
namespace {

constexpr float kCodes = 127.0F;
/// Largest code of a direction; smaller if sums over that many channels would overflow 32 bits.
constexpr double kDirectionCodes = 16384.0;
/// Greater than any rounding error of float for numbers up to 1.
constexpr float kSlack = 2e-6F;
constexpr float kLowest = std::numeric_limits<float>::lowest();
/// Number of codes that take several times as long to read as it takes to hand them to another thread.
constexpr std::size_t kCosineGrain = 1U << 16U;
constexpr std::size_t kBlock = 64;
constexpr std::size_t kAhead = 8;
constexpr std::size_t kLineFloats = 16;

/// Direction in 16 bits per channel, with the length of the rest.
struct ShortDirection {
    std::vector<std::int16_t> codes;
    float step = 0, error = 0;

    void set(std::span<const double> direction) {
        codes.resize(direction.size());
        double largest = 0;
        for (const double channel : direction) {
            largest = std::max(largest, std::abs(channel));
        }
        const double most = std::numeric_limits<std::int32_t>::max() / (double{kCodes} + 1);
        const double limit = std::min(kDirectionCodes, most / static_cast<double>(direction.size()));
        step = static_cast<float>(largest / limit);
        double squares = 0;
        for (std::size_t c = 0; c < direction.size(); ++c) {
            codes[c] = static_cast<std::int16_t>(std::lrint(direction[c] / double{step}));
            const double rest = direction[c] - codes[c] * double{step};
            squares += rest * rest;
        }
        error = static_cast<float>(std::sqrt(squares)) * (1 + kSlack);
    }
};

KVW_VERSIONS void project_codes(const std::int8_t* codes, std::size_t slots, std::size_t channels,
                                const ShortDirection& direction, const float* scale, float* cosines) {
    const std::int16_t* d = direction.codes.data();
    for (std::size_t slot = 0; slot < slots; ++slot, codes += channels) {
        std::int32_t sum = 0;
        for (std::size_t c = 0; c < channels; ++c) {
            sum += std::int32_t{codes[c]} * std::int32_t{d[c]};
        }
        cosines[slot] = static_cast<float>(sum) * (scale[slot] * direction.step);
    }
}

/// Turns the cosines in `upper` into upper bounds, also in `result`; returns the second highest lower bound of the
/// competing slots. Works in lanes, because a single running maximum would be one chain of dependent operations.
KVW_VERSIONS float bound(float* __restrict upper, const float* __restrict error, const bool* __restrict competing,
                         std::size_t slots, float beside, double* __restrict result) {
    constexpr std::size_t kLanes = 16;
    float highest[kLanes], second[kLanes];
    std::fill_n(highest, kLanes, kLowest);
    std::fill_n(second, kLanes, kLowest);
    const auto take = [&](std::size_t slot, std::size_t lane) __attribute__((always_inline)) {
        const float margin = error[slot] + beside;
        const float lower = competing[slot] ? upper[slot] - margin : kLowest;
        const float smaller = lower < highest[lane] ? lower : highest[lane];
        highest[lane] = lower > highest[lane] ? lower : highest[lane];
        second[lane] = smaller > second[lane] ? smaller : second[lane];
        upper[slot] += margin;
        result[slot] = static_cast<double>(upper[slot]);
    };
    const std::size_t whole = slots - slots % kLanes;
    for (std::size_t slot = 0; slot < whole; slot += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            take(slot + lane, lane);
        }
    }
    for (std::size_t slot = whole; slot < slots; ++slot) {
        take(slot, 0);
    }
    float most = kLowest, next = kLowest;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        next = std::max({next, second[lane], std::min(most, highest[lane])});
        most = std::max(most, highest[lane]);
    }
    return next;
}

KVW_VERSIONS bool anyFrom(const float* values, std::size_t first, std::size_t behind, float least) {
    bool any = false;
    for (std::size_t i = first; i < behind; ++i) {
        any |= values[i] >= least;
    }
    return any;
}

KVW_VERSIONS void negate(double* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = -values[i];
    }
}

KVW_VERSIONS bool same(const std::int64_t* a, const std::int64_t* b, std::size_t count) {
    std::int64_t other = 0;
    for (std::size_t i = 0; i < count; ++i) {
        other |= a[i] ^ b[i];
    }
    return other == 0;
}

/// Working memory of one thread.
struct Scratch {
    std::vector<double> direction;
    std::vector<float> upper;
    std::vector<std::size_t> candidates;  ///< competing slots whose cosines are exact
    ShortDirection direct16;
};

}  // namespace

/// State of one unit: what the call shows, and what is kept of it from earlier calls.
struct FollowedCosines::Unit {
    Head head;
    float* high = nullptr;
    float* low = nullptr;
    const std::int64_t* tokens = nullptr;
    const bool* competing = nullptr;
    double* result = nullptr;

    std::int64_t* known = nullptr;
    std::int8_t* codes = nullptr;
    float* scale = nullptr;
    float* error = nullptr;
    std::int64_t* sum = nullptr;
    std::int64_t* leaver = nullptr;
    std::int64_t* left = nullptr;
    char* read = nullptr;

    [[nodiscard]] Head key(std::size_t slot) const { return {head.vectors + slot * head.channels, 1, head.channels}; }
    [[nodiscard]] double inverseLength(std::size_t slot) const {
        double inverse = 0;
        measure(key(slot), high + slot, low + slot, &inverse);
        return inverse;
    }

    void fetch(std::size_t slot) const {
        __builtin_prefetch(high + slot);
        __builtin_prefetch(low + slot);
        for (std::size_t channel = 0; channel < head.channels; channel += kLineFloats) {
            __builtin_prefetch(key(slot).vectors + channel);
        }
    }

    /// Stores the short form of the vector in the slot, and its token.
    void code(std::size_t slot) const {
        known[slot] = tokens[slot];
        const double inverse = inverseLength(slot);
        const float* vector = key(slot).vectors;
        std::int8_t* out = codes + slot * head.channels;
        double largest = 0;
        for (std::size_t c = 0; c < head.channels; ++c) {
            largest = std::max(largest, std::abs(double{vector[c]} * inverse));
        }
        scale[slot] = static_cast<float>(largest) / kCodes;
        const double toCode = scale[slot] > 0 ? inverse / double{scale[slot]} : 0.0;
        double squares = 0;
        for (std::size_t c = 0; c < head.channels; ++c) {
            const double near = std::clamp(std::nearbyint(double{vector[c]} * toCode), -double{kCodes}, double{kCodes});
            out[c] = static_cast<std::int8_t>(near);
            const double rest = double{vector[c]} * inverse - near * double{scale[slot]};
            squares += rest * rest;
        }
        error[slot] = static_cast<float>(std::sqrt(squares)) * (1 + kSlack);
    }

    /// Updates the slots whose tokens have changed. False: more has changed than was foreseen, so the unit must be read
    /// afresh.
    [[nodiscard]] bool follow(const UnitGrid& grid) const {
        if (*read == 0 || same(known, tokens, head.tokens)) {
            return *read != 0;
        }
        for (std::size_t slot = 0; slot < head.tokens; ++slot) {
            if (known[slot] == tokens[slot]) {
                continue;
            }
            if (known[slot] >= 0) {
                if (known[slot] != *leaver) {
                    return false;
                }
                std::transform(sum, sum + head.channels, left, sum, std::minus<>());
                *leaver = -1;
            }
            code(slot);
            if (tokens[slot] >= 0) {
                const double inverse = inverseLength(slot);
                add_units(key(slot), {}, grid, &inverse, sum);
            }
        }
        return true;
    }

    void readAfresh(const UnitGrid& grid, Scratch& scratch) const {
        std::fill_n(sum, head.channels, 0);
        measure(head, high, low, result);
        add_units(head, {}, grid, result, sum);
        for (std::size_t slot = 0; slot < head.tokens; ++slot) {
            code(slot);
        }
        (void)direct({sum, head.channels}, grid, head.tokens, scratch.direction);
        project(head, {}, scratch.direction.data(), result);
        allCompete(scratch);
        *read = 1;
    }

    void readHighest(const UnitGrid& grid, Scratch& scratch) const {
        if (direct({sum, head.channels}, grid, head.tokens, scratch.direction) <= no_direction(head.tokens)) {
            std::fill_n(result, head.tokens, 0.0);
            allCompete(scratch);
            return;
        }
        scratch.direct16.set(scratch.direction);
        scratch.upper.resize(head.tokens);
        float* upper = scratch.upper.data();
        project_codes(codes, head.tokens, head.channels, scratch.direct16, scale, upper);
        // Decoded unit vectors may be longer than 1 by the rounding of their codes.
        const float beside = 2 * scratch.direct16.error + kSlack;
        const float second = bound(upper, error, competing, head.tokens, beside, result);
        scratch.candidates.clear();
        for (std::size_t first = 0; first < head.tokens; first += kBlock) {
            const std::size_t behind = std::min(head.tokens, first + kBlock);
            if (anyFrom(upper, first, behind, second)) {
                for (std::size_t slot = first; slot < behind; ++slot) {
                    if (competing[slot] && upper[slot] >= second) {
                        scratch.candidates.push_back(slot);
                    }
                }
            }
        }
        const auto count = scratch.candidates.size();
        for (std::size_t i = 0; i < count; ++i) {
            if (i + kAhead < count) {
                // Candidates are scattered, so the processor does not prefetch them by itself.
                fetch(scratch.candidates[i + kAhead]);
            }
            const std::size_t slot = scratch.candidates[i];
            result[slot] = inverseLength(slot);
            project(key(slot), {}, scratch.direction.data(), result + slot);
        }
    }

    /// Notes the token that leaves if one does: the one with the highest cosine, of equal ones the newest.
    void foresee(const UnitGrid& grid, const Scratch& scratch) const {
        *leaver = -1;
        std::size_t at = 0;
        for (const std::size_t slot : scratch.candidates) {
            if (*leaver < 0 || result[slot] > result[at] || (result[slot] == result[at] && tokens[slot] > *leaver)) {
                at = slot;
                *leaver = tokens[slot];
            }
        }
        std::fill_n(left, head.channels, 0);
        if (*leaver >= 0) {
            const double inverse = inverseLength(at);
            add_units(key(at), {}, grid, &inverse, left);
        }
    }

    void allCompete(Scratch& scratch) const {
        scratch.candidates.clear();
        for (std::size_t slot = 0; slot < head.tokens; ++slot) {
            if (competing[slot]) {
                scratch.candidates.push_back(slot);
            }
        }
    }
};

void FollowedCosines::resize(std::size_t units, std::size_t slots, std::size_t channels) {
    if (units == m_units && slots == m_slots && channels == m_channels) {
        return;
    }
    m_units = units;
    m_slots = slots;
    m_channels = channels;
    m_tokens.assign(units * slots, -1);
    m_codes.assign(units * slots * channels, 0);
    m_scale.assign(units * slots, 0.0F);
    m_error.assign(units * slots, 0.0F);
    m_sum.assign(units * channels, 0);
    m_leaver.assign(units, -1);
    m_left.assign(units * channels, 0);
    m_known.assign(units, 0);
}

FollowedCosines::Unit FollowedCosines::unit(std::size_t number) {
    Unit one;
    one.known = m_tokens.data() + number * m_slots;
    one.codes = m_codes.data() + number * m_slots * m_channels;
    one.scale = m_scale.data() + number * m_slots;
    one.error = m_error.data() + number * m_slots;
    one.sum = m_sum.data() + number * m_channels;
    one.leaver = m_leaver.data() + number;
    one.left = m_left.data() + number * m_channels;
    one.read = m_known.data() + number;
    return one;
}

at::Tensor FollowedCosines::negativeHighest(const Observation& seen, const at::Tensor& competing) {
    const at::Tensor &keys = seen.keys, &tokens = seen.tokens, &lengths = seen.statistics;
    if (!seen.keysStay || !lengths.defined() || !on_host(keys)) {
        return cosines_to_mean(seen).neg_();
    }
    const bool rows = keys.stride(3) == 1 && keys.stride(2) == keys.size(3);
    if (!rows || tokens.stride(2) != 1 || lengths.stride(3) != 1) {
        clear();
        return cosines_to_mean(seen).neg_();
    }
    const std::int64_t units = keys.size(1);
    resize(static_cast<std::size_t>(keys.size(0) * units), static_cast<std::size_t>(keys.size(2)),
           static_cast<std::size_t>(keys.size(3)));
    const at::Tensor marks = competing.contiguous();
    m_result.resize(m_units * m_slots);
    const auto* key = keys.const_data_ptr<float>();
    auto* length = lengths.mutable_data_ptr<float>();
    const auto* token = tokens.const_data_ptr<std::int64_t>();
    const auto* mark = marks.const_data_ptr<bool>();
    double* out = m_result.data();
    const auto at = [units](const at::Tensor& of, std::int64_t first, std::size_t number) {
        const auto n = static_cast<std::int64_t>(number);
        return n / units * of.stride(first) + n % units * of.stride(first + 1);
    };
    const std::size_t grain = kCosineGrain / std::max<std::size_t>(m_slots * m_channels, 1) + 1;
    in_shares(seen, m_units, grain, [&](std::size_t begin, std::size_t end) {
        const UnitGrid grid(m_slots);
        Scratch scratch;
        scratch.direction.resize(m_channels);
        for (std::size_t number = begin; number < end; ++number) {
            Unit one = unit(number);
            one.head = {key + at(keys, 0, number), m_slots, m_channels};
            one.high = length + at(lengths, 1, number);
            one.low = one.high + lengths.stride(0);
            one.tokens = token + at(tokens, 0, number);
            one.competing = mark + number * m_slots;
            one.result = out + number * m_slots;
            if (one.follow(grid)) {
                one.readHighest(grid, scratch);
            } else {
                one.readAfresh(grid, scratch);
            }
            one.foresee(grid, scratch);
            negate(one.result, m_slots);
        }
    });
    return at::from_blob(m_result.data(), tokens.sizes(), at::TensorOptions(at::kDouble));
}

}  // namespace kvw::sdk
