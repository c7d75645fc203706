// SPDX-License-Identifier: Apache-2.0
// Checks of passes over many tokens.
#include <algorithm>
#include <cmath>

#include "kernels/cuda/check/matrices.h"

namespace kvw::device::check {
namespace {

double at(const std::vector<float>& numbers, std::size_t index) {
    return static_cast<double>(numbers[index]);
}

/// Rounds to bf16 and back.
std::vector<float> rounded(const std::vector<float>& numbers) {
    return stored(numbers, Number::Bf16).exact;
}

struct ManyCase {
    Coding coding = Coding::Bf16;
    int rows = 0, columns = 0, count = 1;
    bool finishes = false;  ///< bias, residual, also, factor and cap
    bool picked = false, isRounded = false;
};

void matMul(Device& device, const ManyCase& asked, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(asked.rows * 13 + asked.columns));
    HostMatrix matrix = makeMatrix(memory, random, asked.coding, asked.rows, asked.columns);
    const auto rows = static_cast<std::size_t>(asked.rows), columns = static_cast<std::size_t>(asked.columns);
    const std::size_t count = static_cast<std::size_t>(asked.count), width = (columns + 3) / 4 * 4 + 4;
    const std::size_t height = rows + 3, places = count + 5;
    std::vector<float> x = random.take(places * width);
    const std::vector<float> bias = random.take(rows), before = random.take(places * height),
                             also = random.take(places * height), shares = random.take(count);
    std::vector<std::int32_t> from, to;
    for (std::size_t i = 0; i < count; ++i) {
        from.push_back(static_cast<std::int32_t>(asked.picked ? (i * 3 + 1) % places : i));
        to.push_back(static_cast<std::int32_t>(asked.picked ? places - 1 - i : i));
    }
    MatMulArgs args;
    args.product.weights = matrix.matrix;
    args.product.count = asked.count;
    args.product.x = memory.put(x);
    args.product.xStride = static_cast<int>(width);
    args.product.y = memory.put(before);
    args.product.yStride = static_cast<int>(height);
    if (asked.finishes) {
        args.product.bias = memory.put(bias);
        args.product.residual = args.product.y;
        args.product.also = memory.put(also);
        args.product.factor = 0.5F;
        args.product.softCap = 2;
    }
    if (asked.picked) {
        args.picked = {memory.put(from), memory.put(to), memory.put(shares)};
    }
    args.rounded = asked.isRounded;
    memory.check(device.kernels().matMul(device, args));
    const std::vector<float> y = memory.get(args.product.y, places * height);
    outcome.keep(y);
    if (asked.isRounded) {
        x = rounded(x);
        matrix.exact = rounded(matrix.exact);
    }
    const std::string name = std::string("many: ") + nameOf(asked.coding) + " " + std::to_string(asked.rows) + " x " +
                             std::to_string(asked.columns) + " x " + std::to_string(asked.count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto source = static_cast<std::size_t>(from[i]), place = static_cast<std::size_t>(to[i]) * height;
        std::vector<double> expected(rows, 0.0);
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < columns; ++c) {
                expected[r] += at(matrix.exact, r * columns + c) * at(x, source * width + c);
            }
            expected[r] = asked.finishes ? 2 * std::tanh((expected[r] + at(bias, r)) / 2) : expected[r];
            expected[r] *= (asked.picked ? at(shares, i) : 1) * (asked.finishes ? 0.5 : 1);
            expected[r] += asked.finishes ? at(also, place + r) + at(before, place + r) : 0;
        }
        outcome.compare(y.data() + place, expected, 2e-6, name);
        outcome.expect(y[place + rows] == before[place + rows], name + ": writes beyond the rows");
    }
    // A vector has the bits that it has alone.
    if (!asked.picked && !asked.finishes && count > 1) {
        args.product.x += (count - 1) * width;
        args.product.count = 1;
        memory.check(device.kernels().matMul(device, args));
        const std::vector<float> alone = memory.get(args.product.y, rows);
        outcome.expect(
            std::equal(alone.begin(), alone.end(), y.begin() + static_cast<std::ptrdiff_t>((count - 1) * height)),
            name + ": a vector has other bits than alone");
    }
}

Outcome products(Device& device) {
    Outcome outcome;
    for (int i = 0; i <= static_cast<int>(Coding::Mxfp4); ++i) {
        const auto coding = static_cast<Coding>(i);
        matMul(device, {coding, 21, shapeOf(coding).numbers == 256 ? 512 : 96, 5}, outcome);
    }
    for (const Coding coding : {Coding::F32, Coding::Bf16, Coding::F16}) {
        matMul(device, {coding, 5, 3, 2}, outcome);
        matMul(device, {coding, 9, 37, 7}, outcome);
    }
    matMul(device, {Coding::Bf16, 130, 72, 131}, outcome);
    matMul(device, {Coding::Q4_K, 130, 256, 129}, outcome);
    ManyCase behind{Coding::Bf16, 33, 64, 40};
    behind.finishes = true;
    matMul(device, behind, outcome);
    behind.picked = true;
    matMul(device, behind, outcome);
    ManyCase narrow{Coding::F32, 20, 64, 9};
    narrow.isRounded = true;
    matMul(device, narrow, outcome);
    return outcome;
}

void gateUpRows(Device& device, Activation kind, Coding gateCoding, Coding upCoding, int count, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(kind) + 40);
    constexpr std::size_t kRows = 70, kColumns = 256;
    const HostMatrix gate = makeMatrix(memory, random, gateCoding, kRows, kColumns);
    const HostMatrix up = makeMatrix(memory, random, upCoding, kRows, kColumns);
    const auto vectors = static_cast<std::size_t>(count);
    const std::vector<float> x = random.take((vectors + 2) * kColumns), gateBias = random.take(kRows),
                             upBias = random.take(kRows);
    std::vector<std::int32_t> from;
    for (std::size_t i = 0; i < vectors; ++i) {
        from.push_back(static_cast<std::int32_t>((i + 2) % (vectors + 2)));
    }
    GateUpRowsArgs args;
    args.product.gate = gate.matrix;
    args.product.up = up.matrix;
    args.product.count = count;
    args.product.x = memory.put(x);
    args.product.xStride = kColumns;
    args.product.gateBias = memory.put(gateBias);
    args.product.upBias = memory.put(upBias);
    args.product.activation = kind;
    args.product.gateLimit = 1.5F;
    args.product.gateSlope = 1.702F;
    args.product.y = memory.room<float>(vectors * kRows);
    args.product.yStride = kRows;
    args.product.scratch = memory.room<float>(2 * vectors * kRows);
    args.picked.x = memory.put(from);
    memory.check(device.kernels().gateUpRows(device, args));
    const std::vector<float> y = memory.get(args.product.y, vectors * kRows);
    outcome.keep(y);
    // The same numbers one by one, by the kernel that is checked elsewhere.
    GateUpArgs one = args.product;
    one.count = 1;
    one.y = memory.room<float>(kRows);
    for (std::size_t i = 0; i < vectors; ++i) {
        one.x = args.product.x + static_cast<std::size_t>(from[i]) * kColumns;
        memory.check(device.kernels().gateUp(device, one));
        const std::vector<float> alone = memory.get(one.y, kRows);
        outcome.compare(y.data() + i * kRows, {alone.begin(), alone.end()}, 4e-6,
                        "many: activation " + std::to_string(static_cast<int>(kind)));
    }
}

Outcome activations(Device& device) {
    Outcome outcome;
    for (int i = 0; i <= static_cast<int>(Activation::GeluExact); ++i) {
        gateUpRows(device, static_cast<Activation>(i), Coding::Bf16, Coding::Bf16, 3 + i, outcome);
    }
    gateUpRows(device, Activation::SiluGate, Coding::Q6_K, Coding::Q6_K, 3, outcome);
    gateUpRows(device, Activation::SiluGate, Coding::Q4_K, Coding::Q6_K, 3, outcome);
    return outcome;
}

Outcome norms(Device& device) {
    Outcome outcome;
    for (const bool centred : {false, true}) {
        for (const std::size_t width : {std::size_t{5}, std::size_t{300}}) {
            Memory memory(device, outcome);
            Random random(width);
            constexpr std::size_t kCount = 4;
            const std::size_t stride = width + 1;
            const std::vector<float> x = random.take(kCount * stride), weight = random.take(width),
                                     bias = random.take(width), also = random.take(kCount * stride);
            NormRowsArgs args;
            args.norm = {memory.put(weight), centred ? memory.put(bias) : nullptr, 1e-5F, static_cast<int>(width)};
            args.count = kCount;
            args.x = memory.put(x);
            args.xStride = args.yStride = static_cast<int>(stride);
            args.residual = centred ? args.x : nullptr;
            args.also = centred ? memory.put(also) : nullptr;
            args.factor = 0.5F;
            args.y = const_cast<float*>(args.x);
            memory.check(device.kernels().normRows(device, args));
            const std::vector<float> y = memory.get(args.y, kCount * stride);
            outcome.keep(y);
            for (std::size_t r = 0; r < kCount; ++r) {
                double mean = 0, squares = 0;
                for (std::size_t i = 0; i < width && centred; ++i) {
                    mean += at(x, r * stride + i) / static_cast<double>(width);
                }
                for (std::size_t i = 0; i < width; ++i) {
                    squares += std::pow(at(x, r * stride + i) - mean, 2) / static_cast<double>(width);
                }
                std::vector<double> expected;
                for (std::size_t i = 0; i < width; ++i) {
                    const double scaled = (at(x, r * stride + i) - mean) /
                                          std::sqrt(squares + static_cast<double>(1e-5F)) * at(weight, i);
                    expected.push_back(0.5 * (scaled + (centred ? at(bias, i) : 0)) +
                                       (centred ? at(also, r * stride + i) + at(x, r * stride + i) : 0));
                }
                outcome.compare(y.data() + r * stride, expected, 1e-6, "norm of rows");
            }
        }
    }
    return outcome;
}

struct SplitCase {
    Heads heads;
    int rotaryDim = 0;
    bool byHead = false, normAcross = false, hasNorms = false;
};

/// Checks queries, keys and values of some rows.
void split(Device& device, const SplitCase& asked, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(asked.heads.dim));
    const Heads& heads = asked.heads;
    constexpr std::size_t kTokens = 3;
    const auto dim = static_cast<std::size_t>(heads.dim), query = static_cast<std::size_t>(heads.query),
               kv = static_cast<std::size_t>(heads.kv), joined = (query + 2 * kv) * dim;
    const std::vector<float> rows = random.take(kTokens * joined);
    const std::size_t queryWeights = asked.normAcross ? query * dim : dim,
                      keyWeights = asked.normAcross ? kv * dim : dim;
    const std::vector<float> weight = random.take(std::max(queryWeights, keyWeights));
    SplitHeadsArgs args;
    args.joined.heads = heads;
    args.joined.byHead = asked.byHead;
    args.joined.normAcross = asked.normAcross;
    if (asked.hasNorms) {
        const float* weights = memory.put(weight);
        args.joined.query = {weights, nullptr, 1e-5F, static_cast<int>(queryWeights)};
        args.joined.key = {weights, nullptr, 1e-5F, static_cast<int>(keyWeights)};
    }
    args.joined.rope.rotaryDim = asked.rotaryDim;
    args.joined.rotatedFactor = 1.5F;
    args.joined.factor = 0.5F;
    args.joined.laneCount = kTokens;
    args.joined.scratch = memory.put(rows);
    args.joined.q = memory.room<float>(kTokens * query * dim);
    args.k = memory.room<float>(kTokens * kv * dim);
    args.v = memory.room<float>(kTokens * kv * dim);
    memory.check(device.kernels().splitHeads(device, args));
    const std::vector<float> q = memory.get(args.joined.q, kTokens * query * dim),
                             k = memory.get(args.k, kTokens * kv * dim), v = memory.get(args.v, kTokens * kv * dim);
    outcome.keep(q);
    outcome.keep(k);
    outcome.keep(v);
    for (std::size_t t = 0; t < kTokens; ++t) {
        for (std::size_t kind = 0; kind < 3; ++kind) {
            const std::size_t count = kind == 0 ? query : kv;
            std::vector<double> expected;
            for (std::size_t h = 0; h < count; ++h) {
                const std::size_t index = asked.byHead ? 3 * h + kind
                                                       : h + (kind == 0   ? 0
                                                              : kind == 1 ? query
                                                                          : query + kv);
                for (std::size_t i = 0; i < dim; ++i) {
                    expected.push_back(at(rows, t * joined + index * dim + i));
                }
            }
            const std::size_t width = asked.normAcross ? count * dim : dim;
            for (std::size_t first = 0; first < expected.size() && asked.hasNorms && kind < 2; first += width) {
                double squares = 0;
                for (std::size_t i = 0; i < width; ++i) {
                    squares += expected[first + i] * expected[first + i] / static_cast<double>(width);
                }
                for (std::size_t i = 0; i < width; ++i) {
                    expected[first + i] *= at(weight, i) / std::sqrt(squares + static_cast<double>(1e-5F));
                }
            }
            for (std::size_t i = 0; i < expected.size() && kind == 0; ++i) {
                expected[i] *= static_cast<int>(i % dim) < asked.rotaryDim ? 1.5 : 0.5;
            }
            const std::vector<float>& made = kind == 0 ? q : kind == 1 ? k : v;
            outcome.compare(made.data() + t * count * dim, expected, 1e-6, "split heads");
        }
    }
}

/// Checks turning in place, and into a layer's rows behind those that it held, once per copy of a head.
void turnHeads(Device& device, Number type, bool roundsFirst, bool halfSplit, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(type) + 3);
    constexpr std::size_t kTokens = 5, kFrom = 2, kHeads = 4, kDim = 10, kRows = 9;
    const HostRope rope = makeRope(memory, 8, halfSplit, 30);
    const std::vector<float> rows = random.take(kTokens * kFrom * kDim);
    const std::vector<std::int32_t> phases{3, 0, 20, 7}, places{1, 4, 0, 2};
    TurnRowsArgs args;
    args.from = memory.put(rows);
    args.count = kTokens;
    args.fromHeads = kFrom;
    args.heads = kHeads;
    args.dim = kDim;
    args.rope = rope.rope;
    args.phases = memory.put(phases);
    args.type = type;
    args.roundsFirst = roundsFirst;
    args.to = memory.filled(kHeads * kRows * kDim, 9.0F);
    args.toHead = kRows * kDim;
    args.toToken = kDim;
    args.places = memory.put(places);
    memory.check(device.kernels().turnRows(device, args));
    const std::vector<float> to = memory.get(args.to, kHeads * kRows * kDim);
    outcome.keep(to);
    const auto inPlace = [&] {
        TurnRowsArgs here = args;
        here.heads = kFrom;
        here.type = Number::F32;
        here.to = const_cast<float*>(args.from);
        here.toHead = kDim;
        here.toToken = kFrom * kDim;
        here.places = nullptr;
        memory.check(device.kernels().turnRows(device, here));
        return memory.get(args.from, rows.size());
    }();
    outcome.keep(inPlace);
    const std::vector<float> once = roundsFirst ? stored(rows, type).exact : rows;
    for (std::size_t h = 0; h < kHeads; ++h) {
        for (std::size_t t = 0; t < kTokens; ++t) {
            const std::size_t source = (t * kFrom + h * kFrom / kHeads) * kDim;
            std::vector<double> head(once.begin() + static_cast<std::ptrdiff_t>(source),
                                     once.begin() + static_cast<std::ptrdiff_t>(source + kDim));
            turn(rope, head.data(), phases[h] + static_cast<int>(t));
            const std::size_t place = h * kRows + static_cast<std::size_t>(places[h]) + t;
            const double limit = type == Number::F32 || roundsFirst ? 1e-6 : type == Number::F16 ? 1e-3 : 6e-3;
            outcome.compare(to.data() + place * kDim, head, limit, "turned rows");
            if (h < kFrom) {
                std::vector<double> same(rows.begin() + static_cast<std::ptrdiff_t>((t * kFrom + h) * kDim),
                                         rows.begin() + static_cast<std::ptrdiff_t>((t * kFrom + h + 1) * kDim));
                turn(rope, same.data(), phases[h] + static_cast<int>(t));
                outcome.compare(inPlace.data() + (t * kFrom + h) * kDim, same, 1e-6, "turned in place");
            }
        }
    }
}

Outcome rows(Device& device) {
    Outcome outcome;
    split(device, {{4, 2, 6}, 4}, outcome);
    split(device, {{4, 2, 40}, 40, false, false, true}, outcome);
    split(device, {{4, 2, 8}, 8, false, true, true}, outcome);
    split(device, {{3, 3, 5}, 2, true, false, true}, outcome);
    for (const Number type : {Number::F32, Number::Bf16, Number::F16}) {
        turnHeads(device, type, type == Number::F16, type != Number::Bf16, outcome);
    }
    turnHeads(device, Number::Bf16, true, true, outcome);
    return outcome;
}

struct BlockCase {
    Heads heads;
    int storedHeads = 0;
    int held = 0, count = 0, first = 0, rows = 0;
    int fewer = 0;  ///< stored head 1 holds so many less
    int window = 0;
    float softCap = 0;
    bool sinks = false, sums = true;
};

void block(Device& device, const BlockCase& asked, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(asked.held * 3 + asked.heads.dim));
    const auto dim = static_cast<std::size_t>(asked.heads.dim), query = static_cast<std::size_t>(asked.heads.query);
    const auto stored = static_cast<std::size_t>(asked.storedHeads), count = static_cast<std::size_t>(asked.count);
    const auto most = static_cast<std::size_t>(asked.held), stride = (most + 15) / 16 * 16;
    const auto some = static_cast<std::size_t>(asked.rows);
    const std::vector<float> q = random.take(count * query * dim, 2), sinks = random.take(query);
    std::vector<float> keys = random.take(stored * most * dim), values = random.take(stored * most * dim);
    std::vector<std::int32_t> held(stored, asked.held), begins;
    held.back() -= asked.fewer;
    // Keys that a head does not hold or a query does not see have no influence, even if they are NaN.
    for (std::size_t i = 0; i < static_cast<std::size_t>(asked.fewer) * dim; ++i) {
        keys[keys.size() - 1 - i] = values[values.size() - 1 - i] = NAN;
    }
    const int seenLast = asked.held - asked.count + asked.first + asked.rows;
    for (std::size_t i = static_cast<std::size_t>(seenLast) * dim; i < most * dim; ++i) {
        keys[i] = values[i] = NAN;
    }
    const auto heldOf = [&](std::size_t head) { return held[head * stored / query]; };
    const auto beginOf = [&](std::size_t head, std::size_t r) {
        const int phase = heldOf(head) - asked.count + static_cast<int>(r);
        return asked.window > 0 ? std::max(0, phase - asked.window + 1) : 0;
    };
    for (std::size_t h = 0; h < query; ++h) {
        for (std::size_t r = 0; r < count; ++r) {
            begins.push_back(beginOf(h, r));
        }
    }
    BlockArgs args;
    args.heads = asked.heads;
    args.storedHeads = asked.storedHeads;
    args.first = asked.first;
    args.rows = asked.rows;
    args.count = asked.count;
    args.q = memory.put(q);
    args.keys = memory.put(keys);
    args.values = memory.put(values);
    args.held = memory.put(held);
    args.most = asked.held;
    args.scale = 0.3F;
    args.softCap = asked.softCap;
    args.sinks = asked.sinks ? memory.put(sinks) : nullptr;
    args.begins = asked.window > 0 ? memory.put(begins) : nullptr;
    args.probs = memory.filled(query * some * stride, NAN);
    args.stride = static_cast<int>(stride);
    args.out = memory.filled(count * query * dim, 7.0F);
    args.sums = asked.sums ? memory.filled(query * most, 1.0) : nullptr;
    memory.check(device.kernels().attendBlock(device, args));
    const std::vector<float> probs = memory.get(args.probs, query * some * stride),
                             out = memory.get(args.out, count * query * dim);
    outcome.keep(probs);
    outcome.keep(out);
    std::vector<double> sums;
    if (asked.sums) {
        sums = memory.get(args.sums, query * most);
        outcome.keep(sums);
    }
    const std::string name = "block of " + std::to_string(asked.rows) + " over " + std::to_string(asked.held);
    for (std::size_t h = 0; h < query; ++h) {
        std::vector<double> column(most, 1.0);
        for (std::size_t r = 0; r < some; ++r) {
            const std::size_t token = static_cast<std::size_t>(asked.first) + r;
            const auto begin = static_cast<std::size_t>(beginOf(h, token));
            const auto end = static_cast<std::size_t>(heldOf(h) - asked.count) + token + 1;
            std::vector<double> weights(stride, 0.0), mixed(dim, 0.0);
            double peak = asked.sinks ? at(sinks, h) : -1e300, sum = 0;
            const std::size_t row = h * stored / query * most;
            for (std::size_t c = begin; c < end; ++c) {
                double score = 0;
                for (std::size_t i = 0; i < dim; ++i) {
                    score += at(q, (token * query + h) * dim + i) * at(keys, (row + c) * dim + i);
                }
                score *= static_cast<double>(0.3F);
                const auto cap = static_cast<double>(asked.softCap);
                weights[c] = cap > 0 ? cap * std::tanh(score / cap) : score;
                peak = std::max(peak, weights[c]);
            }
            for (std::size_t c = begin; c < end; ++c) {
                weights[c] = std::exp(weights[c] - peak);
                sum += weights[c];
            }
            sum += asked.sinks ? std::exp(at(sinks, h) - peak) : 0;
            for (std::size_t c = begin; c < end; ++c) {
                weights[c] /= sum;
                column[c] += weights[c];
                for (std::size_t i = 0; i < dim; ++i) {
                    mixed[i] += weights[c] * at(values, (row + c) * dim + i);
                }
            }
            outcome.compare(probs.data() + (h * some + r) * stride, weights, 3e-6, name + ": weights");
            outcome.compare(out.data() + (token * query + h) * dim, mixed, 3e-6, name + ": output");
            for (std::size_t c = 0; c < stride; ++c) {
                outcome.expect((c >= begin && c < end) || probs[(h * some + r) * stride + c] == 0,
                               name + ": a key that is not seen has a weight");
            }
        }
        if (asked.sums) {
            const std::vector<float> narrow(sums.begin() + static_cast<std::ptrdiff_t>(h * most),
                                            sums.begin() + static_cast<std::ptrdiff_t>((h + 1) * most));
            outcome.compare(narrow.data(), column, 1e-6, name + ": sums");
        }
    }
    // Rows of the block have the bits that each has alone, and scores alone are those before the softmax.
    const std::size_t last = some - 1;
    args.first += asked.rows - 1;
    args.rows = 1;
    args.sums = nullptr;
    memory.check(device.kernels().attendBlock(device, args));
    const std::vector<float> alone = memory.get(args.probs, query * stride),
                             again = memory.get(args.out, count * query * dim);
    for (std::size_t h = 0; h < query; ++h) {
        outcome.expect(std::equal(alone.begin() + static_cast<std::ptrdiff_t>(h * stride),
                                  alone.begin() + static_cast<std::ptrdiff_t>((h + 1) * stride),
                                  probs.begin() + static_cast<std::ptrdiff_t>((h * some + last) * stride)),
                       name + ": a row has other bits than alone");
    }
    outcome.expect(std::equal(again.begin(), again.end(), out.begin()), name + ": an output has other bits than alone");
    args.out = nullptr;
    memory.check(device.kernels().attendBlock(device, args));
    const std::vector<float> scores = memory.get(args.probs, query * stride);
    for (std::size_t h = 0; h < query; ++h) {
        const auto newest = static_cast<std::size_t>(heldOf(h) - asked.count + args.first);
        const double difference = at(scores, h * stride + newest) - at(scores, h * stride + newest - 1);
        const double ratio = at(alone, h * stride + newest) / at(alone, h * stride + newest - 1);
        outcome.expect(asked.window == 1 || std::abs(std::log(ratio) - difference) < 1e-4, name + ": scores");
    }
}

Outcome blocks(Device& device) {
    Outcome outcome;
    block(device, {{2, 1, 8}, 1, 20, 20, 0, 20}, outcome);
    block(device, {{4, 2, 40}, 2, 150, 150, 64, 64}, outcome);
    block(device, {{4, 2, 33}, 4, 90, 10, 4, 6, 5}, outcome);
    block(device, {{2, 2, 16}, 2, 140, 100, 70, 30, 0, 12}, outcome);
    block(device, {{2, 1, 16}, 1, 40, 30, 3, 9, 0, 0, 1.5F, true}, outcome);
    block(device, {{2, 1, 4}, 1, 200, 150, 20, 100, 0, 0, 0, true, false}, outcome);
    return outcome;
}

}  // namespace

std::vector<Check> promptChecks() {
    return {{"many products", products},
            {"many gates", activations},
            {"norms of rows", norms},
            {"heads of rows", rows},
            {"blocks of attention", blocks}};
}

}  // namespace kvw::device::check
