// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/check/fixture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/half.h"

namespace kvw::device::check {

void Outcome::compare(const float* actual, const std::vector<double>& expected, double limit, const std::string& what) {
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double d = static_cast<double>(actual[i]) - expected[i];
        difference += d * d;
        norm += expected[i] * expected[i];
    }
    const double error = norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
    worst = std::max(worst, error);
    if (!(error <= limit)) {
        fail(what + ": relative error " + std::to_string(error * 1e6) + "e-6");
    }
}

Memory::~Memory() {
    for (void* each : m_allocations) {
        m_device.release(each);
    }
}

void* Memory::bytes(std::size_t size) {
    void* at = nullptr;
    check(m_device.allocate(std::max<std::size_t>(size, 1), &at));
    m_allocations.push_back(at);
    return at;
}

Stored stored(const std::vector<float>& numbers, Number type) {
    Stored result;
    result.bytes.resize(numbers.size() * static_cast<std::size_t>(bytesOf(type)));
    result.exact.resize(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (type == Number::F32) {
            std::memcpy(result.bytes.data() + 4 * i, &numbers[i], 4);
            result.exact[i] = numbers[i];
            continue;
        }
        const std::uint16_t bits = type == Number::Bf16 ? narrowBf16(numbers[i]) : narrowF16(numbers[i]);
        std::memcpy(result.bytes.data() + 2 * i, &bits, 2);
        result.exact[i] = type == Number::Bf16 ? widenBf16(bits) : widenF16(bits);
    }
    return result;
}

const char* nameOf(Number type) {
    return type == Number::F32 ? "f32" : type == Number::Bf16 ? "bf16" : "f16";
}

LaneShape shapeOfLane(Heads heads, int layers, int units, std::vector<int> used) {
    LaneShape shape;
    shape.heads = heads;
    shape.layers = layers;
    shape.units = shape.storedHeads = units;
    shape.used = std::move(used);
    return shape;
}

HostLane makeLane(Memory& memory, Random& random, const LaneShape& shape, int position) {
    HostLane host;
    host.shape = shape;
    host.position = position;
    const std::size_t units = host.unitsInAll();
    int most = 0;
    for (std::size_t u = 0; u < units; ++u) {
        host.used.push_back(shape.used[u % shape.used.size()]);
        host.capacity.push_back(host.used.back() + shape.spare);
        most = std::max(most, host.capacity.back());
    }
    host.stride = (most + 15) / 16 * 16;
    const auto stride = static_cast<std::size_t>(host.stride);
    host.tokens.assign(units * stride, -1);
    host.ranks.assign(units * stride, 0);
    for (std::size_t u = 0; u < units; ++u) {
        std::int32_t* tokens = host.tokens.data() + u * stride;
        const int used = host.used[u];
        // Any order of slots, and gaps between tokens if there are more tokens than slots.
        std::vector<int> order(static_cast<std::size_t>(used));
        std::iota(order.begin(), order.end(), 0);
        for (int i = used - 1; i > 0; --i) {
            std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
        }
        int token = position - 1, held = 0, next = used;
        for (int i = 0; i < used; ++i) {
            const int slot = order[static_cast<std::size_t>(i)];
            if (shape.freeEvery > 0 && used > 3 && random.below(shape.freeEvery) == 0) {
                next = std::min(next, slot);
                continue;
            }
            tokens[slot] = token;
            ++held;
            token -= 1 + (token > 2 * (used - i) ? random.below(2) : 0);
        }
        for (int slot = 0; slot < used; ++slot) {
            host.ranks[u * stride + static_cast<std::size_t>(slot)] = static_cast<std::int32_t>(
                std::count_if(tokens, tokens + used, [&](int other) { return other >= 0 && other < tokens[slot]; }));
        }
        host.held.push_back(held);
        host.next.push_back(next);
    }
    const auto dim = static_cast<std::size_t>(shape.heads.dim);
    for (int layer = 0; layer < shape.layers; ++layer) {
        for (int head = 0; head < shape.storedHeads; ++head) {
            const std::size_t unit = host.unitOf(layer, head);
            const auto rows = static_cast<std::size_t>(host.capacity[unit]);
            for (const bool isValue : {false, true}) {
                std::vector<float> numbers = random.take(rows * dim);
                for (std::size_t slot = 0; slot < rows; ++slot) {
                    if (host.tokens[unit * stride + slot] < 0) {
                        std::fill_n(numbers.begin() + static_cast<std::ptrdiff_t>(slot * dim), dim,
                                    std::numeric_limits<float>::quiet_NaN());
                    }
                }
                Stored kept = stored(numbers, shape.type);
                (isValue ? host.valueRows : host.keyRows).push_back(memory.put(kept.bytes));
                (isValue ? host.values : host.keys).push_back(std::move(kept.exact));
            }
        }
    }
    const auto rows = static_cast<std::size_t>(shape.layers * shape.heads.query);
    Lane& lane = host.lane;
    lane.layers = shape.layers;
    lane.units = shape.units;
    lane.storedHeads = shape.storedHeads;
    lane.stride = host.stride;
    lane.statistics = 1;
    lane.phase = shape.phase;
    lane.keys = memory.put(host.keyRows);
    lane.values = memory.put(host.valueRows);
    lane.tokens = memory.put(host.tokens);
    lane.ranks = shape.phase == Phase::Token ? nullptr : memory.put(host.ranks);
    lane.used = memory.put(host.used);
    lane.held = memory.put(host.held);
    lane.next = memory.put(host.next);
    lane.capacity = memory.put(host.capacity);
    lane.statistic = memory.filled(units * stride, 0.0F);
    lane.logits = memory.filled(rows * stride, std::numeric_limits<float>::quiet_NaN());
    lane.rows = memory.filled(rows * stride, std::numeric_limits<float>::quiet_NaN());
    lane.peaks = memory.room<float>(rows * 2);
    lane.entropy = memory.room<float>(rows);
    lane.reduced = memory.room<float>(units * stride);
    lane.editSlots = memory.room<std::int32_t>(units * stride);
    lane.editCount = memory.filled(units, std::int32_t{0});
    lane.editScores = memory.room<float>(units * stride);
    lane.lowestKept = memory.room<float>(units);
    lane.position = memory.put(std::vector<std::int32_t>{position});
    lane.fault = memory.put(std::vector<Fault>{Fault::None});
    return host;
}

StepArgs stepArgs(Memory& memory, const std::vector<HostLane>& hosts) {
    StepArgs args;
    std::vector<Lane> lanes;
    for (const HostLane& host : hosts) {
        lanes.push_back(host.lane);
        args.units = std::max(args.units, host.shape.units);
    }
    args.heads = hosts.front().shape.heads;
    args.layers = hosts.front().shape.layers;
    args.lanes = memory.put(lanes);
    args.laneCount = static_cast<int>(lanes.size());
    return args;
}

HostRope makeRope(Memory& memory, int rotaryDim, bool halfSplit, int phases) {
    HostRope host;
    const int planes = rotaryDim / 2;
    for (int phase = 0; phase < phases; ++phase) {
        for (int i = 0; i < planes; ++i) {
            const double angle = phase * std::pow(10000.0, -2.0 * i / rotaryDim);
            host.cosines.push_back(static_cast<float>(std::cos(angle)));
            host.sines.push_back(static_cast<float>(std::sin(angle)));
        }
    }
    if (rotaryDim > 0) {
        host.rope = {memory.put(host.cosines), memory.put(host.sines), rotaryDim, halfSplit};
    }
    return host;
}

void turn(const HostRope& rope, double* head, int phase) {
    const int planes = rope.rope.rotaryDim / 2;
    for (int i = 0; i < planes; ++i) {
        double& x = head[rope.rope.halfSplit ? i : 2 * i];
        double& y = head[rope.rope.halfSplit ? i + planes : 2 * i + 1];
        const auto at = static_cast<std::size_t>(phase * planes + i);
        const auto cosine = static_cast<double>(rope.cosines[at]), sine = static_cast<double>(rope.sines[at]);
        const double turned = x * cosine - y * sine;
        y = y * cosine + x * sine;
        x = turned;
    }
}

}  // namespace kvw::device::check
