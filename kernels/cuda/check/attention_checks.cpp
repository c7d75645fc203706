// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/cuda/check/fixture.h"

namespace kvw::device::check {
namespace {

struct Case {
    Heads heads;
    int storedHeads = 1, units = 1;
    Number type = Number::F32;
    std::vector<std::vector<int>> used;  ///< by lane, of each unit
    float peak = 1;                      ///< of queries
    float softCap = 0;
    bool sinks = false;
    int window = 0;
    Phase phase = Phase::Token;
    int rotaryDim = 0;
    bool halfSplit = true;
    bool full = false;      ///< no slot is free
    bool nanQuery = false;  ///< query head 1 is NaN
    bool selects = false;   ///< by `reads`; no slot is free
    ReadRule reads;
};

constexpr int kLayers = 2, kLayer = 1;

/// Attention of one query head in double precision.
class Reference {
 public:
    Reference(const Case& asked, const HostLane& lane, const HostRope& rope, const std::vector<float>& q,
              const std::vector<float>& sinks, float scale)
        : m_case(asked), m_lane(lane), m_rope(rope), m_q(q), m_sinks(sinks), m_scale(static_cast<double>(scale)) {}

    std::vector<double> scores, out;
    double highest = 0, total = 0;             ///< the sink included
    const std::vector<char>* pages = nullptr;  ///< whether the query head reads each; null: all

    void compute(std::size_t laneIndex, int query) {
        const int stored = query * m_case.storedHeads / m_case.heads.query;
        const std::size_t unit = m_lane.unitOf(kLayer, stored), dim = static_cast<std::size_t>(m_case.heads.dim);
        const auto head = static_cast<std::size_t>(kLayer * m_case.storedHeads + stored);
        const float* q =
            m_q.data() +
            (laneIndex * static_cast<std::size_t>(m_case.heads.query) + static_cast<std::size_t>(query)) * dim;
        const auto used = static_cast<std::size_t>(m_lane.used[unit]);
        scores.assign(used, -std::numeric_limits<double>::infinity());
        out.assign(dim, 0);
        highest = -std::numeric_limits<double>::infinity();
        for (std::size_t slot = 0; slot < used; ++slot) {
            const std::size_t at = unit * static_cast<std::size_t>(m_lane.stride) + slot;
            if (!seen(unit, at) ||
                (pages != nullptr && (*pages)[slot / static_cast<std::size_t>(m_case.reads.page)] == 0)) {
                continue;
            }
            std::vector<double> key(m_lane.keys[head].begin() + static_cast<std::ptrdiff_t>(slot * dim),
                                    m_lane.keys[head].begin() + static_cast<std::ptrdiff_t>((slot + 1) * dim));
            if (m_case.phase == Phase::RankOnRead) {
                turn(m_rope, key.data(), m_lane.ranks[at]);
            }
            double dot = 0;
            for (std::size_t c = 0; c < dim; ++c) {
                dot += key[c] * static_cast<double>(q[c]);
            }
            dot *= m_scale;
            const auto cap = static_cast<double>(m_case.softCap);
            scores[slot] = cap > 0 ? cap * std::tanh(dot / cap) : dot;
            highest = std::max(highest, scores[slot]);
        }
        total = 0;
        if (m_case.sinks) {
            const auto sink = static_cast<double>(m_sinks[static_cast<std::size_t>(query)]);
            highest = std::max(highest, sink);
            total = std::exp(sink - highest);
        }
        for (std::size_t slot = 0; slot < used; ++slot) {
            const double e = std::isinf(scores[slot]) ? 0 : std::exp(scores[slot] - highest);
            total += e;
            for (std::size_t c = 0; c < dim && e > 0; ++c) {
                out[c] += e * static_cast<double>(m_lane.values[head][slot * dim + c]);
            }
        }
        for (double& each : out) {
            each = total > 0 ? each / total : 0;
        }
    }

 private:
    [[nodiscard]] bool seen(std::size_t unit, std::size_t at) const {
        if (m_lane.tokens[at] < 0) {
            return false;
        }
        if (m_case.window == 0) {
            return true;
        }
        return m_case.phase == Phase::Token ? m_lane.tokens[at] > m_lane.position - m_case.window
                                            : m_lane.ranks[at] >= m_lane.held[unit] - m_case.window;
    }
    const Case& m_case;
    const HostLane& m_lane;
    const HostRope& m_rope;
    const std::vector<float>&m_q, &m_sinks;
    double m_scale;
};

/// Pages of a lane's layer. The device gets the bounds without the newest key, whose page may have none yet.
class Pages {
 public:
    Pages(Memory& memory, const Case& asked, const HostRope& rope, HostLane& host)
        : m_case(asked), m_lane(host.lane), m_pages(count(host.stride)) {
        const auto stored = static_cast<std::size_t>(asked.storedHeads);
        const auto dim = static_cast<std::size_t>(asked.heads.dim);
        const std::size_t heads = kLayers * stored;
        std::vector<float> lows(heads * m_pages * dim, std::numeric_limits<float>::quiet_NaN()), highs = lows;
        for (std::size_t head = 0; head < heads; ++head) {
            const std::size_t unit = host.unitOf(static_cast<int>(head / stored), static_cast<int>(head % stored));
            const int used = host.used[unit];
            for (int slot = 0; slot < used; ++slot) {
                if (slot == used - 1) {
                    m_before.push_back({lows, highs});
                }
                std::vector<double> key(dim);
                const std::size_t row = static_cast<std::size_t>(slot) * dim;
                std::copy_n(host.keys[head].begin() + static_cast<std::ptrdiff_t>(row), dim, key.begin());
                if (asked.phase == Phase::RankOnRead) {
                    const std::size_t table = unit * static_cast<std::size_t>(host.stride);
                    turn(rope, key.data(), host.ranks[table + static_cast<std::size_t>(slot)]);
                }
                const std::size_t first = (head * m_pages + static_cast<std::size_t>(slot / asked.reads.page)) * dim;
                for (std::size_t c = 0; c < dim; ++c) {
                    const auto x = static_cast<float>(key[c]);
                    float &low = lows[first + c], &high = highs[first + c];
                    low = slot % asked.reads.page == 0 || x < low ? x : low;
                    high = slot % asked.reads.page == 0 || x > high ? x : high;
                }
            }
            m_used.push_back(used);
        }
        m_after = {lows, highs};
        // Each head's rows as they were before its newest key.
        for (std::size_t head = 0, kept = 0; head < heads; ++head) {
            if (m_used[head] > 0) {
                const auto first = static_cast<std::ptrdiff_t>(head * m_pages * dim);
                const auto size = static_cast<std::ptrdiff_t>(m_pages * dim);
                const Bounds& before = m_before[kept++];
                std::copy_n(before.lows.begin() + first, size, lows.begin() + first);
                std::copy_n(before.highs.begin() + first, size, highs.begin() + first);
            }
        }
        const auto queries = static_cast<std::size_t>(asked.heads.query);
        const auto chunks = static_cast<std::size_t>(chunksOf(asked.heads, asked.storedHeads));
        m_lane.reads = memory.put(std::vector<ReadRule>{asked.reads});
        m_lane.pages = static_cast<std::int32_t>(m_pages);
        m_lane.lows = memory.put(lows);
        m_lane.highs = memory.put(highs);
        m_lane.pageScores = memory.room<float>(kLayers * queries * m_pages);
        m_lane.readers = memory.filled(heads * chunks * m_pages, std::uint8_t{0});
        host.lane = m_lane;
    }

    /// Compares what the device chose with what follows from its scores, and these with double precision. `q` [query
    /// heads, dim].
    void compare(Memory& memory, const float* q, const std::string& name, Outcome& outcome) {
        const auto stored = static_cast<std::size_t>(m_case.storedHeads);
        const auto dim = static_cast<std::size_t>(m_case.heads.dim);
        const auto queries = static_cast<std::size_t>(m_case.heads.query);
        const std::size_t heads = kLayers * stored, group = queries / stored;
        const auto chunks = static_cast<std::size_t>(chunksOf(m_case.heads, m_case.storedHeads));
        const auto lows = memory.get(m_lane.lows, heads * m_pages * dim);
        const auto highs = memory.get(m_lane.highs, heads * m_pages * dim);
        const auto scores = memory.get(m_lane.pageScores, kLayers * queries * m_pages);
        const auto readers = memory.get(m_lane.readers, heads * chunks * m_pages);
        chosen.assign(queries, std::vector<char>(m_pages, 1));
        for (std::size_t query = 0; query < queries; ++query) {
            const std::size_t head = kLayer * stored + query / group, pages = count(m_used[head]);
            const float* own = scores.data() + (kLayer * queries + query) * m_pages;
            for (std::size_t page = 0; page < pages; ++page) {
                double expected = 0;
                for (std::size_t c = 0; c < dim; ++c) {
                    const std::size_t at = (head * m_pages + page) * dim + c;
                    outcome.expect(std::abs(lows[at] - m_after.lows[at]) <= 1e-6F &&
                                       std::abs(highs[at] - m_after.highs[at]) <= 1e-6F,
                                   name + ": bounds of a page");
                    const auto x = static_cast<double>(q[query * dim + c]);
                    expected += std::max(x * static_cast<double>(lows[at]), x * static_cast<double>(highs[at]));
                }
                if (kLayer >= m_case.reads.firstLayer) {
                    const double error = std::abs(static_cast<double>(own[page]) - expected);
                    outcome.expect(error <= 5e-6 * std::max(1.0, std::abs(expected)), name + ": score of a page");
                }
            }
            if (kLayer < m_case.reads.firstLayer) {
                continue;
            }
            outcome.keep(std::vector<float>(own, own + pages));
            choose(query, own, pages);
            const std::uint8_t* bits = readers.data() + (head * chunks + query % group / kMostGroup) * m_pages;
            for (std::size_t page = 0; page < pages; ++page) {
                const bool reads = (bits[page] >> (query % group % kMostGroup) & 1) != 0;
                outcome.expect(reads == (chosen[query][page] != 0), name + ": pages that are read");
            }
        }
    }

    std::vector<std::vector<char>> chosen;  ///< [query heads, pages]

 private:
    struct Bounds {
        std::vector<float> lows, highs;
    };
    [[nodiscard]] std::size_t count(int slots) const {
        return static_cast<std::size_t>((slots + m_case.reads.page - 1) / m_case.reads.page);
    }
    void choose(std::size_t query, const float* scores, std::size_t pages) {
        const std::size_t competing = m_case.reads.newest && pages > 0 ? pages - 1 : pages;
        const auto most = static_cast<std::size_t>(m_case.reads.newest ? m_case.reads.most - 1 : m_case.reads.most);
        std::vector<std::size_t> order(competing);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [scores](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
        for (std::size_t i = most; i < competing; ++i) {
            chosen[query][order[i]] = 0;
        }
    }

    const Case& m_case;
    Lane m_lane;
    std::size_t m_pages;
    std::vector<int> m_used;       ///< by head of all layers
    std::vector<Bounds> m_before;  ///< of heads that have keys
    Bounds m_after;
};

void attend(Device& device, const Case& asked, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(asked.heads.dim * 131 + asked.heads.query * 7 + asked.used[0][0]));
    const auto lanes = asked.used.size();
    int most = 0;
    for (const auto& each : asked.used) {
        most = std::max(most, *std::max_element(each.begin(), each.end()));
    }
    const int position = most + most / 3 + 1;
    const HostRope rope = makeRope(memory, asked.rotaryDim, asked.halfSplit, position + 1);
    std::vector<HostLane> hosts;
    std::vector<Pages> pages;
    std::vector<Lane> views;
    for (const auto& each : asked.used) {
        LaneShape shape;
        shape.heads = asked.heads;
        shape.layers = kLayers;
        shape.units = asked.units;
        shape.storedHeads = asked.storedHeads;
        shape.type = asked.type;
        shape.phase = asked.phase;
        shape.used = each;
        shape.freeEvery = asked.full || asked.selects ? 0 : 7;
        hosts.push_back(makeLane(memory, random, shape, position));
        if (asked.selects) {
            pages.emplace_back(memory, asked, rope, hosts.back());
        }
        views.push_back(hosts.back().lane);
    }
    const auto heads = static_cast<std::size_t>(asked.heads.query), dim = static_cast<std::size_t>(asked.heads.dim);
    std::vector<float> q = random.take(lanes * heads * dim, asked.peak);
    const std::vector<float> sinks = random.take(heads, 2);
    if (asked.nanQuery) {
        std::fill_n(q.begin() + static_cast<std::ptrdiff_t>(dim), dim, std::numeric_limits<float>::quiet_NaN());
    }
    AttendArgs args;
    args.heads = asked.heads;
    args.layer = kLayer;
    args.storedHeads = asked.storedHeads;
    args.lanes = memory.put(views);
    args.laneCount = static_cast<int>(lanes);
    args.cache = asked.type;
    args.rotatesOnRead = asked.phase == Phase::RankOnRead;
    args.rope = rope.rope;
    args.scale = 1.0F / std::sqrt(static_cast<float>(asked.heads.dim));
    args.softCap = asked.softCap;
    args.sinks = asked.sinks ? memory.put(sinks) : nullptr;
    args.window = asked.window;
    args.q = memory.put(q);
    float* out = memory.room<float>(lanes * heads * dim);
    args.out = out;
    args.scratch = memory.room<float>(attendScratch(asked.heads, asked.storedHeads, args.laneCount));
    const auto counters = static_cast<std::size_t>(attendCounters(asked.heads, asked.storedHeads, args.laneCount));
    args.done = memory.filled(counters, 0);
    args.reads = asked.selects;
    if (asked.selects) {
        memory.check(device.kernels().choosePages(device, args));
    }
    memory.check(device.kernels().attendDecode(device, args));

    const std::string name = std::string(nameOf(asked.type)) + " " + std::to_string(dim) + " group " +
                             std::to_string(asked.heads.query / asked.storedHeads) + " used " +
                             std::to_string(asked.used[0][0]);
    const std::vector<float> outs = memory.get(out, lanes * heads * dim);
    if (!asked.nanQuery) {
        outcome.keep(outs);
    }
    outcome.expect(memory.get(args.done, counters) == std::vector<int>(counters, 0), name + ": a counter is not reset");
    for (std::size_t l = 0; l < lanes; ++l) {
        const HostLane& host = hosts[l];
        if (asked.selects) {
            pages[l].compare(memory, q.data() + l * heads * dim, name, outcome);
        }
        const auto stride = static_cast<std::size_t>(host.stride);
        const auto logits = memory.get(host.lane.logits, kLayers * heads * stride);
        const auto peaks = memory.get(host.lane.peaks, kLayers * heads * 2);
        for (std::size_t h = 0; h < heads; ++h) {
            if (asked.nanQuery && l == 0 && h == 1) {
                // It keeps to itself.
                outcome.expect(std::all_of(outs.begin() + static_cast<std::ptrdiff_t>(dim),
                                           outs.begin() + static_cast<std::ptrdiff_t>(2 * dim),
                                           [](float each) { return std::isnan(each); }),
                               name + ": a query of NaN has an output");
                continue;
            }
            Reference reference(asked, host, rope, q, sinks, args.scale);
            reference.pages = asked.selects ? &pages[l].chosen[h] : nullptr;
            reference.compute(l, static_cast<int>(h));
            const std::size_t row = static_cast<std::size_t>(kLayer) * heads + h;
            outcome.compare(outs.data() + (l * heads + h) * dim, reference.out, 6e-6, name + ", output");
            std::vector<float> own(
                logits.begin() + static_cast<std::ptrdiff_t>(row * stride),
                logits.begin() + static_cast<std::ptrdiff_t>(row * stride + reference.scores.size()));
            for (std::size_t slot = 0; slot < own.size(); ++slot) {
                const double expected = reference.scores[slot];
                if (std::isinf(expected)) {
                    outcome.expect(own[slot] == -std::numeric_limits<float>::infinity(),
                                   name + ": a slot that is not seen has a score");
                    continue;
                }
                const double error = std::abs(static_cast<double>(own[slot]) - expected);
                outcome.expect(error <= 5e-6 * std::max(1.0, std::abs(expected)), name + ", score");
                const double p = std::exp(static_cast<double>(own[slot]) - static_cast<double>(peaks[2 * row])) /
                                 static_cast<double>(peaks[2 * row + 1]);
                outcome.expect(std::abs(p - std::exp(expected - reference.highest) / reference.total) <= 5e-6,
                               name + ", probability");
            }
            outcome.keep(own);
        }
        if (!asked.nanQuery) {
            outcome.keep(peaks);
        }
    }
}

Outcome run(Device& device, const std::vector<Case>& cases) {
    Outcome outcome;
    for (const Case& each : cases) {
        attend(device, each, outcome);
    }
    return outcome;
}

/// Lengths of section 6 of the engine's gates, empty pieces and a head without keys among them.
const std::vector<std::vector<int>> kLengths = {{0, 1}, {15, 16}, {17, 64}, {130, 0}};

Case shaped(Heads heads, Number type, std::vector<std::vector<int>> used) {
    Case one;
    one.heads = heads;
    one.storedHeads = one.units = heads.kv;
    one.type = type;
    one.used = std::move(used);
    return one;
}

Outcome anyHeadSize(Device& device) {
    std::vector<Case> cases;
    for (const int dim : {2, 3, 5, 6, 8, 12}) {
        cases.push_back(shaped({2, 1, dim}, Number::F32, {{17}}));
    }
    cases.push_back(shaped({3, 1, 10}, Number::F16, {{70}, {1}}));
    cases.push_back(shaped({10, 1, 7}, Number::Bf16, {{20}}));  // two chunks of queries
    return run(device, cases);
}

Outcome fastF32(Device& device) {
    return run(device, {shaped({6, 2, 32}, Number::F32, kLengths), shaped({2, 2, 64}, Number::F32, {{65, 33}}),
                        shaped({8, 2, 24}, Number::F32, {{40, 3}}), shaped({4, 2, 128}, Number::F32, {{100, 9}})});
}

Outcome fastBf16(Device& device) {
    std::vector<Case> cases = {shaped({8, 2, 64}, Number::Bf16, kLengths), shaped({1, 1, 128}, Number::Bf16, {{1000}}),
                               shaped({7, 1, 96}, Number::Bf16, {{50}, {3}}), shaped({8, 1, 256}, Number::Bf16, {{40}}),
                               shaped({9, 1, 64}, Number::Bf16, {{30}})};
    cases[1].peak = 12;
    return run(device, cases);
}

Outcome fastF16(Device& device) {
    std::vector<Case> cases = {shaped({4, 2, 64}, Number::F16, kLengths), shaped({4, 1, 128}, Number::F16, {{70}})};
    cases[1].full = true;
    return run(device, cases);
}

Outcome longHead(Device& device) {
    return run(device, {shaped({2, 1, 64}, Number::Bf16, {{2300}, {1000}})});
}

Outcome rules(Device& device) {
    Case capped = shaped({4, 2, 64}, Number::Bf16, {{50, 20}});
    capped.softCap = 3;
    capped.peak = 8;
    Case sinks = shaped({4, 2, 64}, Number::F32, {{50, 0}});
    sinks.sinks = true;
    Case window = shaped({4, 2, 64}, Number::Bf16, {{90, 20}});
    window.window = 30;
    Case onRead = shaped({4, 2, 16}, Number::F32, {{33, 20}});
    onRead.phase = Phase::RankOnRead;
    onRead.rotaryDim = 12;
    onRead.window = 25;
    Case planes = onRead;
    planes.halfSplit = false;
    planes.window = 0;
    Case layer = shaped({6, 3, 32}, Number::F32, {{40}, {21}});
    layer.units = 1;
    Case perQuery = shaped({4, 2, 32}, Number::F32, {{40, 20, 7, 1}});
    perQuery.storedHeads = perQuery.units = 4;
    Case broken = shaped({4, 2, 64}, Number::Bf16, {{30, 9}});
    broken.nanQuery = true;
    Case brokenAny = shaped({2, 1, 7}, Number::F32, {{30}});
    brokenAny.nanQuery = true;
    return run(device, {capped, sinks, window, onRead, planes, layer, perQuery, broken, brokenAny});
}

Outcome chosenPages(Device& device) {
    std::vector<Case> cases;
    const auto add = [&](Heads heads, Number type, std::vector<std::vector<int>> used, ReadRule rule) -> Case& {
        Case one = shaped(heads, type, std::move(used));
        one.units = 1;
        for (auto& each : one.used) {
            each.resize(1);
        }
        one.selects = true;
        one.reads = rule;
        cases.push_back(std::move(one));
        return cases.back();
    };
    add({4, 2, 64}, Number::Bf16, {{100}, {16}, {1}}, {16, 3, false, 0});
    add({7, 1, 96}, Number::F16, {{130}}, {8, 4, true, 0});
    add({2, 1, 64}, Number::Bf16, {{2300}}, {16, 20, false, 0});
    add({1, 1, 128}, Number::Bf16, {{33}}, {16, 1, true, 0});           // the newest page, which has begun, alone
    add({10, 1, 7}, Number::F32, {{60}}, {5, 6, false, 1});             // two chunks of queries
    add({4, 2, 32}, Number::F32, {{64}, {49}}, {16, 9, true, 0});       // more pages than there are
    add({4, 2, 64}, Number::F16, {{70}}, {16, 2, false, 2});            // this layer reads everything
    add({4, 4, 64}, Number::Bf16, {{90}}, {16, 2, false, 0}).peak = 0;  // the oldest of equal pages
    Case& onRead = add({4, 2, 16}, Number::F32, {{39}, {20}}, {4, 3, false, 0});
    onRead.phase = Phase::RankOnRead;
    onRead.rotaryDim = 12;
    return run(device, cases);
}

}  // namespace

std::vector<Check> attentionChecks() {
    return {{"attention, any head size", anyHeadSize},
            {"attention, f32", fastF32},
            {"attention, bf16", fastBf16},
            {"attention, f16", fastF16},
            {"attention, long", longHead},
            {"attention, rules of families", rules},
            {"attention, chosen pages", chosenPages}};
}

}  // namespace kvw::device::check
