// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/cuda/check/matrices.h"

namespace kvw::device::check {
namespace {

/// A norm and its weights here.
struct HostNorm {
    Norm norm;
    std::vector<float> weight, bias;
};
HostNorm makeNorm(Memory& memory, Random& random, int size, bool centred) {
    HostNorm host;
    host.weight = random.take(static_cast<std::size_t>(size), 0.5F);
    for (float& each : host.weight) {
        each += 1;
    }
    host.norm = {memory.put(host.weight), nullptr, 1e-5F, size};
    if (centred) {
        host.bias = random.take(static_cast<std::size_t>(size), 0.3F);
        host.norm.bias = memory.put(host.bias);
    }
    return host;
}
/// Applies a norm to count numbers whose weights begin at `first`.
void apply(const HostNorm& norm, double* x, int count, int first = 0) {
    if (norm.weight.empty()) {
        return;
    }
    double mean = 0, squares = 0;
    for (int i = 0; i < count && !norm.bias.empty(); ++i) {
        mean += x[i] / count;
    }
    for (int i = 0; i < count; ++i) {
        squares += (x[i] - mean) * (x[i] - mean) / count;
    }
    const double factor = 1 / std::sqrt(squares + static_cast<double>(norm.norm.epsilon));
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>((first + i) % norm.norm.size);
        x[i] = (x[i] - mean) * factor * static_cast<double>(norm.weight[at]) +
               (norm.bias.empty() ? 0 : static_cast<double>(norm.bias[at]));
    }
}

std::vector<double> wide(const float* from, int count) {
    return {from, from + count};
}

std::vector<double> product(const HostMatrix& matrix, const std::vector<double>& x) {
    std::vector<double> y(static_cast<std::size_t>(matrix.matrix.rows), 0.0);
    for (std::size_t r = 0; r < y.size(); ++r) {
        for (std::size_t c = 0; c < x.size(); ++c) {
            y[r] += static_cast<double>(matrix.exact[r * x.size() + c]) * x[c];
        }
    }
    return y;
}

struct VectorCase {
    Coding coding = Coding::Bf16;
    int rows = 0, columns = 0, count = 1;
    bool norm = false, centred = false, bias = false, residual = false, also = false, outNorm = false;
    float factor = 1, softCap = 0;
};

void matVecs(Device& device, const VectorCase& asked, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(asked.rows * 31 + asked.columns));
    const HostMatrix matrix = makeMatrix(memory, random, asked.coding, asked.rows, asked.columns);
    const int xStride = (asked.columns + 3) / 4 * 4 + 4, yStride = asked.rows + 3;
    const auto count = static_cast<std::size_t>(asked.count);
    const auto width = static_cast<std::size_t>(xStride), height = static_cast<std::size_t>(yStride);
    const std::vector<float> x = random.take(count * width), bias = random.take(height),
                             residual = random.take(count * height), also = random.take(count * height);
    HostNorm in, out;
    if (asked.norm) {
        in = makeNorm(memory, random, asked.columns, asked.centred);
    }
    if (asked.outNorm) {
        out = makeNorm(memory, random, asked.rows, asked.centred);
    }
    MatVecsArgs args;
    args.weights = matrix.matrix;
    args.count = asked.count;
    args.x = memory.put(x);
    args.xStride = xStride;
    args.in = in.norm;
    args.out = out.norm;
    args.bias = asked.bias ? memory.put(bias) : nullptr;
    args.residual = asked.residual ? memory.put(residual) : nullptr;
    args.also = asked.also ? memory.put(also) : nullptr;
    args.factor = asked.factor;
    args.softCap = asked.softCap;
    args.y = memory.filled(count * height, 7.0F);
    args.yStride = yStride;
    args.scratch = memory.room<float>(count * height);
    args.done = memory.filled(1, 0);
    memory.check(device.kernels().matVecs(device, args));
    const std::vector<float> all = memory.get(args.y, count * height);
    outcome.keep(all);

    const std::string name = std::string(nameOf(asked.coding)) + " " + std::to_string(asked.rows) + " x " +
                             std::to_string(asked.columns) + " x " + std::to_string(asked.count);
    outcome.expect(memory.get(args.done, 1)[0] == 0, name + ": the counter is not reset");
    for (std::size_t c = 0; c < count; ++c) {
        std::vector<double> vector = wide(x.data() + c * width, asked.columns);
        apply(in, vector.data(), asked.columns);
        std::vector<double> y = product(matrix, vector);
        for (std::size_t r = 0; r < y.size(); ++r) {
            y[r] += asked.bias ? static_cast<double>(bias[r]) : 0;
            const auto cap = static_cast<double>(asked.softCap);
            y[r] = cap > 0 ? cap * std::tanh(y[r] / cap) : y[r];
        }
        apply(out, y.data(), asked.rows);
        for (std::size_t r = 0; r < y.size(); ++r) {
            y[r] = y[r] * static_cast<double>(asked.factor) +
                   (asked.also ? static_cast<double>(also[c * height + r]) : 0) +
                   (asked.residual ? static_cast<double>(residual[c * height + r]) : 0);
        }
        outcome.compare(all.data() + c * height, y, 1e-6, name);
        outcome.expect(all[c * height + static_cast<std::size_t>(asked.rows)] == 7, name + ": writes beyond the rows");
    }
    // The last vector has the bits that it has alone.
    if (asked.count > 1) {
        const std::size_t last = count - 1;
        args.count = 1;
        args.x += last * width;
        args.residual = asked.residual ? args.residual + last * height : nullptr;
        args.also = asked.also ? args.also + last * height : nullptr;
        memory.check(device.kernels().matVecs(device, args));
        const std::vector<float> alone = memory.get(args.y, height);
        outcome.expect(std::memcmp(alone.data(), all.data() + last * height,
                                   static_cast<std::size_t>(asked.rows) * sizeof(float)) == 0,
                       name + ": a vector has other bits than alone");
    }
}

Outcome vectors(Device& device) {
    Outcome outcome;
    for (const Coding coding : {Coding::F32, Coding::Bf16, Coding::F16}) {
        for (const int count : {1, 2, 3, 8}) {
            VectorCase one{coding, 21, 128, count};
            one.norm = one.bias = count != 2;
            one.residual = count == 2;
            matVecs(device, one, outcome);
        }
        // Rows on no alignment, fewer columns than a unit, and more than the threads take at once.
        matVecs(device, {coding, 5, 3, 2, true}, outcome);
        matVecs(device, {coding, 9, 37, 5, true, true}, outcome);
    }
    matVecs(device, {Coding::Bf16, 9, 4400, 3, true}, outcome);
    matVecs(device, {Coding::F32, 6, 2052, 1, true, true}, outcome);
    return outcome;
}

Outcome finishes(Device& device) {
    Outcome outcome;
    VectorCase parallel{Coding::Bf16, 24, 64, 2};
    parallel.residual = parallel.also = parallel.bias = true;
    parallel.factor = 0.25F;
    matVecs(device, parallel, outcome);
    VectorCase behind{Coding::Bf16, 40, 64, 3};
    behind.outNorm = behind.residual = true;
    behind.factor = 0.5F;
    matVecs(device, behind, outcome);
    behind.centred = behind.bias = true;
    matVecs(device, behind, outcome);
    VectorCase capped{Coding::F16, 33, 64, 2, true};
    capped.softCap = 1.5F;
    matVecs(device, capped, outcome);
    return outcome;
}

constexpr Coding kQuantised[] = {Coding::Q8_0, Coding::Q4_0, Coding::Q4_1, Coding::Q4_K,
                                 Coding::Q5_K, Coding::Q6_K, Coding::Mxfp4};

Outcome quantised(Device& device) {
    Outcome outcome;
    for (const Coding coding : kQuantised) {
        const int columns = shapeOf(coding).numbers == 256 ? 512 : 96;
        matVecs(device, {coding, 11, columns, 1, true}, outcome);
        matVecs(device, {coding, 9, columns, 6}, outcome);
    }
    matVecs(device, {Coding::Q4_K, 8, 2304, 1}, outcome);
    return outcome;
}

/// Rows of every type of weights; what they decode to is compared elsewhere, with the CPU's decoders.
Outcome embeddings(Device& device) {
    Outcome outcome;
    for (int i = 0; i <= static_cast<int>(Coding::Mxfp4); ++i) {
        Memory memory(device, outcome);
        Random random(static_cast<std::uint64_t>(i));
        const auto coding = static_cast<Coding>(i);
        const int columns = shapeOf(coding).numbers == 1 ? 37 : 2 * shapeOf(coding).numbers;
        outcome.keep(makeMatrix(memory, random, coding, 4, columns).exact);
    }
    return outcome;
}

double activation(Activation kind, double gate, double up, double limit, double slope) {
    const auto tanhForm = [](double x) {
        return 0.5 * x * (1 + std::tanh(0.797884560802865356 * (x + 0.044715 * x * x * x)));
    };
    switch (kind) {
        case Activation::SiluGate:
            return gate / (1 + std::exp(-gate)) * up;
        case Activation::ClampedSiluGate:
            gate = std::min(gate, limit);
            return (std::clamp(up, -limit, limit) + 1) * gate / (1 + std::exp(-slope * gate));
        case Activation::GeluTanhGate:
            return tanhForm(gate) * up;
        case Activation::GeluTanh:
            return tanhForm(up);
        case Activation::GeluExact:
            return 0.5 * up * (1 + std::erf(up / std::sqrt(2.0)));
    }
    return 0;
}

void gateUp(Device& device, Activation kind, Coding gateCoding, Coding upCoding, int count, bool centred,
            Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(kind) + 5);
    constexpr int kRows = 19, kColumns = 256;
    const HostMatrix gate = makeMatrix(memory, random, gateCoding, kRows, kColumns);
    const HostMatrix up = makeMatrix(memory, random, upCoding, kRows, kColumns);
    const HostNorm in = makeNorm(memory, random, kColumns, centred);
    const auto lanes = static_cast<std::size_t>(count);
    const std::vector<float> x = random.take(lanes * kColumns), gateBias = random.take(kRows),
                             upBias = random.take(kRows);
    GateUpArgs args;
    args.gate = gate.matrix;
    args.up = up.matrix;
    args.count = count;
    args.x = memory.put(x);
    args.xStride = kColumns;
    args.in = in.norm;
    args.gateBias = memory.put(gateBias);
    args.upBias = memory.put(upBias);
    args.activation = kind;
    args.gateLimit = 1.5F;
    args.gateSlope = 1.702F;
    args.y = memory.room<float>(lanes * kRows);
    args.yStride = kRows;
    args.scratch = memory.room<float>(2 * lanes * kRows);
    memory.check(device.kernels().gateUp(device, args));
    const std::vector<float> y = memory.get(args.y, lanes * kRows);
    outcome.keep(y);
    for (std::size_t c = 0; c < lanes; ++c) {
        std::vector<double> vector = wide(x.data() + c * kColumns, kColumns);
        apply(in, vector.data(), kColumns);
        const std::vector<double> gates = product(gate, vector), ups = product(up, vector);
        std::vector<double> expected;
        for (std::size_t r = 0; r < kRows; ++r) {
            expected.push_back(activation(kind, gates[r] + static_cast<double>(gateBias[r]),
                                          ups[r] + static_cast<double>(upBias[r]), 1.5, static_cast<double>(1.702F)));
        }
        outcome.compare(y.data() + c * kRows, expected, 2e-6, "activation " + std::to_string(static_cast<int>(kind)));
    }
}

Outcome activations(Device& device) {
    Outcome outcome;
    for (int i = 0; i <= static_cast<int>(Activation::GeluExact); ++i) {
        gateUp(device, static_cast<Activation>(i), Coding::Bf16, Coding::Bf16, i + 1, i == 3, outcome);
    }
    gateUp(device, Activation::SiluGate, Coding::Q4_K, Coding::Q4_K, 2, false, outcome);
    gateUp(device, Activation::SiluGate, Coding::Q4_K, Coding::Q6_K, 2, false, outcome);
    return outcome;
}

/// A mixture of experts: routing, then gate, up and down of the chosen ones.
Outcome experts(Device& device) {
    Outcome outcome;
    constexpr int kExperts = 40, kUsed = 3, kLanes = 2, kColumns = 64, kRows = 24;
    for (const bool addToOne : {true, false}) {
        Memory memory(device, outcome);
        Random random(8);
        const HostMatrix gate = makeMatrix(memory, random, Coding::Bf16, kExperts * kRows, kColumns);
        const HostMatrix up = makeMatrix(memory, random, Coding::Bf16, kExperts * kRows, kColumns);
        const HostMatrix down = makeMatrix(memory, random, Coding::Q8_0, kExperts * kColumns, 32);
        std::vector<float> logits = random.take(kLanes * kExperts, 4);
        logits[5] = logits[9] = logits[37] = 5;  // equal ones
        const std::vector<float> x = random.take(kLanes * kColumns), upBias = random.take(kExperts * kRows),
                                 bias = random.take(kExperts * kColumns);
        RouteArgs route;
        route.logits = memory.put(logits);
        route.laneCount = kLanes;
        route.experts = kExperts;
        route.used = kUsed;
        route.sharesAddToOne = addToOne;
        route.chosen = memory.room<std::int32_t>(kLanes * kUsed);
        route.shares = memory.room<float>(kLanes * kUsed);
        memory.check(device.kernels().route(device, route));
        float* const xs = memory.put(x);
        float* const ys = memory.put(x);
        float* const hidden = memory.filled(32, 0.0F);
        for (int i = 0; i < kLanes * kUsed; ++i) {
            GateUpArgs first;
            first.gate = gate.matrix;
            first.up = up.matrix;
            first.gate.rows = first.up.rows = kRows;
            first.gate.expert = first.up.expert = route.chosen + i;
            first.x = xs + i / kUsed * kColumns;
            first.xStride = kColumns;
            first.upBias = memory.put(upBias);
            first.y = hidden;
            first.yStride = 32;
            memory.check(device.kernels().gateUp(device, first));
            MatVecsArgs second;
            second.weights = down.matrix;
            second.weights.rows = kColumns;
            second.weights.expert = route.chosen + i;
            second.x = hidden;
            second.xStride = 32;
            second.bias = memory.put(bias);
            second.share = route.shares + i;
            second.residual = second.y = ys + i / kUsed * kColumns;
            second.yStride = kColumns;
            memory.check(device.kernels().matVecs(device, second));
        }
        const auto chosen = memory.get(route.chosen, kLanes * kUsed);
        const auto shares = memory.get(route.shares, kLanes * kUsed);
        const auto y = memory.get(ys, kLanes * kColumns);
        outcome.keep(chosen);
        outcome.keep(shares);
        outcome.keep(y);
        for (std::size_t l = 0; l < kLanes; ++l) {
            const float* own = logits.data() + l * kExperts;
            std::vector<int> order(kExperts);
            std::iota(order.begin(), order.end(), 0);
            std::stable_sort(order.begin(), order.end(), [own](int a, int b) { return own[a] > own[b]; });
            std::sort(order.begin(), order.begin() + kUsed);
            double sum = 0, used = 0;
            for (int e = 0; e < kExperts; ++e) {
                sum += std::exp(static_cast<double>(own[e]));
            }
            for (int k = 0; k < kUsed; ++k) {
                used += std::exp(static_cast<double>(own[order[static_cast<std::size_t>(k)]]));
            }
            std::vector<double> expected = wide(x.data() + l * kColumns, kColumns);
            const std::vector<double> vector = expected;
            for (std::size_t k = 0; k < kUsed; ++k) {
                const auto e = static_cast<std::size_t>(order[k]);
                outcome.expect(chosen[l * kUsed + k] == order[k], "another expert is chosen");
                const double share = std::exp(static_cast<double>(own[e])) / (addToOne ? used : sum);
                outcome.expect(std::abs(share - static_cast<double>(shares[l * kUsed + k])) <= 1e-6,
                               "share of an expert");
                std::vector<double> inner(32, 0.0);
                for (std::size_t r = 0; r < kRows; ++r) {
                    double g = 0, u = static_cast<double>(upBias[e * kRows + r]);
                    for (std::size_t c = 0; c < kColumns; ++c) {
                        g += static_cast<double>(gate.exact[(e * kRows + r) * kColumns + c]) * vector[c];
                        u += static_cast<double>(up.exact[(e * kRows + r) * kColumns + c]) * vector[c];
                    }
                    inner[r] = g / (1 + std::exp(-g)) * u;
                }
                for (std::size_t r = 0; r < kColumns; ++r) {
                    double sumOfRow = static_cast<double>(bias[e * kColumns + r]);
                    for (std::size_t c = 0; c < 32; ++c) {
                        sumOfRow += static_cast<double>(down.exact[(e * kColumns + r) * 32 + c]) * inner[c];
                    }
                    expected[r] += share * sumOfRow;
                }
            }
            outcome.compare(y.data() + l * kColumns, expected, 2e-6, "mixture of experts");
        }
    }
    return outcome;
}

struct QkvCase {
    Heads heads;
    int rotaryDim = 0;
    std::vector<Coding> codings = {Coding::Bf16};  ///< of one piece, or of q, k and v
    Number cache = Number::F32, rounded = Number::F32;
    int units = 1, storedHeads = 0;  ///< 0: as KV heads
    int lanes = 1;
    Phase phase = Phase::Token;
    bool halfSplit = true, byHead = false, normAcross = false;
    int headNorms = 0;  ///< 1: one for all heads, 2: LayerNorms of each
    float rotatedFactor = 1, factor = 1;
};

void qkv(Device& device, const QkvCase& asked, Outcome& outcome) {
    Memory memory(device, outcome);
    const Heads& heads = asked.heads;
    Random random(static_cast<std::uint64_t>(heads.dim * 17 + heads.query));
    const int dim = heads.dim, columns = 256, joined = (heads.query + 2 * heads.kv) * dim;
    const int parts[] = {heads.query * dim, heads.kv * dim, heads.kv * dim};
    std::vector<HostMatrix> pieces;
    for (std::size_t i = 0; i < asked.codings.size(); ++i) {
        pieces.push_back(
            makeMatrix(memory, random, asked.codings[i], asked.codings.size() == 1 ? joined : parts[i], columns));
    }
    const auto lanes = static_cast<std::size_t>(asked.lanes), all = static_cast<std::size_t>(joined);
    LaneShape shape;
    shape.heads = heads;
    shape.layers = 2;
    shape.units = asked.units;
    shape.storedHeads = asked.storedHeads > 0 ? asked.storedHeads : heads.kv;
    shape.type = asked.cache;
    shape.phase = asked.phase;
    std::vector<HostLane> hosts;
    std::vector<Lane> views;
    for (std::size_t l = 0; l < lanes; ++l) {
        shape.used = {9 + static_cast<int>(l), 3};
        hosts.push_back(makeLane(memory, random, shape, 14));
        hosts.back().lane.newKeys = memory.filled(2 * static_cast<std::size_t>(heads.kv * dim), 0.0F);
        views.push_back(hosts.back().lane);
    }
    const HostRope rope = makeRope(memory, asked.rotaryDim, asked.halfSplit, 20);
    const HostNorm in = makeNorm(memory, random, columns, asked.headNorms == 2);
    HostNorm query, key;
    if (asked.headNorms > 0 || asked.normAcross) {
        const bool each = asked.headNorms == 2 || asked.normAcross;
        query = makeNorm(memory, random, each ? heads.query * dim : dim, asked.headNorms == 2);
        key = makeNorm(memory, random, each ? heads.kv * dim : dim, asked.headNorms == 2);
    }
    const std::vector<float> x = random.take(lanes * columns), bias = random.take(all, 0.2F);
    QkvArgs args;
    args.pieces = static_cast<int>(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        args.weights[i] = pieces[i].matrix;
    }
    args.x = memory.put(x);
    args.xStride = columns;
    args.in = in.norm;
    args.bias = memory.put(bias);
    args.heads = heads;
    args.byHead = asked.byHead;
    args.normAcross = asked.normAcross;
    args.query = query.norm;
    args.key = key.norm;
    args.rotatedFactor = asked.rotatedFactor;
    args.factor = asked.factor;
    args.rope = rope.rope;
    args.cache = asked.cache;
    args.rounded = asked.rounded;
    args.layer = 1;
    args.lanes = memory.put(views);
    args.laneCount = asked.lanes;
    args.q = memory.room<float>(lanes * static_cast<std::size_t>(heads.query * dim));
    args.scratch = memory.room<float>(lanes * all);
    const auto counters = static_cast<std::size_t>(heads.query + 2 * heads.kv);
    args.done = memory.filled(counters, 0);
    StepArgs step;
    step.heads = heads;
    step.layers = shape.layers;
    step.units = shape.units;
    step.lanes = args.lanes;
    step.laneCount = args.laneCount;
    memory.check(device.kernels().takeSlots(device, step));
    memory.check(device.kernels().qkvInsert(device, args));
    outcome.expect(memory.get(args.done, counters) == std::vector<int>(counters, 0), "qkv: a counter is not reset");
    const std::vector<float> q = memory.get(args.q, lanes * static_cast<std::size_t>(heads.query * dim));
    outcome.keep(q);

    const Number narrowest = asked.cache == Number::F32 ? asked.rounded : asked.cache;
    const double limit = narrowest == Number::F32 ? 3e-6 : narrowest == Number::F16 ? 5e-4 : 4e-3;
    for (std::size_t l = 0; l < lanes; ++l) {
        const HostLane& host = hosts[l];
        std::vector<double> vector = wide(x.data() + l * columns, columns), rows;
        apply(in, vector.data(), columns);
        for (const HostMatrix& piece : pieces) {
            const std::vector<double> y = product(piece, vector);
            rows.insert(rows.end(), y.begin(), y.end());
        }
        for (std::size_t i = 0; i < all; ++i) {
            rows[i] += static_cast<double>(bias[i]);
        }
        const auto rowOf = [&](int kind, int head) {
            const int index = asked.byHead ? head * 3 + kind
                                           : head + (kind == 0   ? 0
                                                     : kind == 1 ? heads.query
                                                                 : heads.query + heads.kv);
            return rows.data() + index * dim;
        };
        for (const bool isKey : {false, true}) {
            const HostNorm& norm = isKey ? key : query;
            const int count = isKey ? heads.kv : heads.query;
            if (asked.normAcross) {
                apply(norm, rowOf(isKey ? 1 : 0, 0), count * dim);
            }
            for (int h = 0; h < count && !asked.normAcross; ++h) {
                apply(norm, rowOf(isKey ? 1 : 0, h), dim, h * dim);
            }
        }
        const auto phaseOf = [&](std::size_t unit) {
            return asked.phase == Phase::Token ? host.position : host.held[unit];  // before the token came
        };
        for (int h = 0; h < heads.query; ++h) {
            double* head = rowOf(0, h);
            for (int c = 0; c < dim; ++c) {
                head[c] *= static_cast<double>(c < asked.rotaryDim ? asked.rotatedFactor : asked.factor);
            }
            turn(rope, head, phaseOf(static_cast<std::size_t>(shape.units + h * shape.units / heads.query)));
            outcome.compare(q.data() + (l * static_cast<std::size_t>(heads.query) + static_cast<std::size_t>(h)) *
                                           static_cast<std::size_t>(dim),
                            {head, head + dim}, 3e-6, "query");
        }
        for (int h = 0; h < heads.kv; ++h) {
            const auto size = static_cast<std::size_t>(dim);
            const auto keys = memory.get(host.lane.newKeys + static_cast<std::size_t>(heads.kv + h) * size, size);
            const double* expected = rowOf(1, h);
            outcome.compare(keys.data(), {expected, expected + dim}, 3e-6, "key before rotation");
        }
        for (int s = 0; s < shape.storedHeads; ++s) {
            const std::size_t unit = host.unitOf(1, s);
            const auto at = static_cast<std::size_t>(shape.storedHeads + s);
            for (const bool isValue : {false, true}) {
                const double* source = rowOf(isValue ? 2 : 1, s * heads.kv / shape.storedHeads);
                std::vector<double> expected(source, source + dim);
                if (!isValue && asked.phase != Phase::RankOnRead) {
                    turn(rope, expected.data(), phaseOf(unit));
                }
                const auto* stored = static_cast<const std::uint8_t*>((isValue ? host.valueRows : host.keyRows)[at]);
                const std::size_t bytes = static_cast<std::size_t>(dim * bytesOf(asked.cache));
                const std::size_t slot = static_cast<std::size_t>(host.next[unit]);
                const std::vector<std::uint8_t> row = memory.get(stored + slot * bytes, bytes);
                outcome.keep(row);
                const std::vector<float> numbers = widened(row, asked.cache);
                outcome.expect(check::stored(numbers, narrowest).exact == numbers, "a key or value is not rounded");
                outcome.compare(numbers.data(), expected, limit, isValue ? "value" : "key");
            }
        }
        const auto table = memory.get(host.lane.tokens, host.tokens.size());
        const auto held = memory.get(host.lane.held, host.held.size());
        for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
            outcome.expect(table[u * static_cast<std::size_t>(host.stride) + static_cast<std::size_t>(host.next[u])] ==
                                   host.position &&
                               held[u] == host.held[u] + 1,
                           "the token's slot is not taken");
        }
    }
}

Outcome heads(Device& device) {
    Outcome outcome;
    qkv(device, {.heads = {4, 2, 16}, .rotaryDim = 16, .units = 2, .lanes = 3}, outcome);
    qkv(device, {.heads = {4, 2, 16}, .rotaryDim = 16, .cache = Number::Bf16, .headNorms = 1}, outcome);
    qkv(device, {.heads = {3, 1, 5}, .rotaryDim = 4, .cache = Number::F16, .halfSplit = false}, outcome);
    qkv(device, {.heads = {2, 2, 12}, .rotaryDim = 6, .byHead = true, .headNorms = 2, .factor = 0.5F}, outcome);
    qkv(device, {.heads = {4, 2, 8}, .rotaryDim = 8, .phase = Phase::Rank, .normAcross = true}, outcome);
    qkv(device,
        {.heads = {4, 2, 8},
         .rotaryDim = 8,
         .units = 4,
         .storedHeads = 4,
         .lanes = 2,
         .phase = Phase::RankOnRead,
         .rotatedFactor = 1.5F},
        outcome);
    qkv(device,
        {.heads = {4, 2, 32}, .rotaryDim = 32, .codings = {Coding::Q4_K, Coding::Q4_K, Coding::Q6_K}, .lanes = 5},
        outcome);
    qkv(device, {.heads = {2, 1, 16}, .rotaryDim = 0}, outcome);
    qkv(device, {.heads = {4, 2, 16}, .rotaryDim = 16, .rounded = Number::Bf16}, outcome);
    qkv(device, {.heads = {4, 2, 8}, .rotaryDim = 8, .rounded = Number::F16, .phase = Phase::RankOnRead}, outcome);
    return outcome;
}

}  // namespace

std::vector<Check> productChecks() {
    return {{"products, plain", vectors},    {"products, what follows", finishes}, {"products, quantised", quantised},
            {"embeddings", embeddings},      {"gate and up", activations},         {"experts", experts},
            {"queries, keys, values", heads}};
}

}  // namespace kvw::device::check
