// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/cuda/check/fixture.h"

namespace kvw::device::check {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The SDK's sum_in_order.
float sumInOrder(std::vector<float> numbers) {
    while (numbers.size() > 1) {
        const std::size_t half = numbers.size() / 2;
        std::vector<float> next(half);
        for (std::size_t i = 0; i < half; ++i) {
            next[i] = numbers[i] + numbers[half + i];
        }
        next[0] += numbers.size() % 2 != 0 ? numbers.back() : 0;
        numbers = next;
    }
    return numbers[0];
}

float reducedOf(StepRule::Reduce reduce, std::vector<float> column) {
    const auto count = static_cast<float>(column.size());
    switch (reduce) {
        case StepRule::Reduce::Max:
            return *std::max_element(column.begin(), column.end());
        case StepRule::Reduce::Sum:
            return sumInOrder(column);
        case StepRule::Reduce::Mean:
            return sumInOrder(column) / count;
        case StepRule::Reduce::MeanInTurn:
            return std::accumulate(column.begin(), column.end(), 0.0F) / count;
        case StepRule::Reduce::Median:
            break;
    }
    std::sort(column.begin(), column.end());
    return column[(column.size() - 1) / 2];
}

/// Rows of a lane from random scores, by finishRows and here.
void finish(Device& device, int queryHeads, int units, StepRule::Reduce reduce, Outcome& outcome,
            StepRule::Fold fold = StepRule::Fold::Add) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(queryHeads * 7 + units));
    LaneShape shape;
    shape.heads = {queryHeads, units == 1 ? 1 : units, 4};
    shape.layers = 2;
    shape.units = shape.storedHeads = units;
    shape.used = {150, 1, 17};
    HostLane host = makeLane(memory, random, shape, 200);
    StepRule rule;
    rule.fold = fold;
    rule.reduce = reduce;
    rule.decay = 0.9;
    host.lane.rule = memory.put(std::vector<StepRule>{rule});
    const auto stride = static_cast<std::size_t>(host.stride), heads = static_cast<std::size_t>(queryHeads);
    const std::size_t per = heads / static_cast<std::size_t>(units), places = host.unitsInAll() * stride;
    std::vector<float> logits(2 * heads * stride, std::numeric_limits<float>::quiet_NaN()), peaks(4 * heads);
    const std::vector<float> before = random.take(places);
    for (std::size_t row = 0; row < 2 * heads; ++row) {
        const std::size_t unit = row / heads * static_cast<std::size_t>(units) + row % heads / per;
        double highest = -std::numeric_limits<double>::infinity(), sum = row % 3 == 0 ? 0.5 : 0;  // 0.5: a sink's
        for (std::size_t slot = 0; slot < static_cast<std::size_t>(host.used[unit]); ++slot) {
            const bool free = host.tokens[unit * stride + slot] < 0;
            logits[row * stride + slot] = free ? -kInfinity : 6 * random.next();
            highest = std::max(highest, static_cast<double>(logits[row * stride + slot]));
        }
        for (std::size_t slot = 0; slot < static_cast<std::size_t>(host.used[unit]); ++slot) {
            sum += std::exp(static_cast<double>(logits[row * stride + slot]) - highest);
        }
        peaks[2 * row] = static_cast<float>(highest);
        peaks[2 * row + 1] = static_cast<float>(sum);
    }
    memory.write(host.lane.logits, logits);
    memory.write(host.lane.peaks, peaks);
    memory.write(host.lane.statistic, before);
    memory.check(device.kernels().finishRows(device, stepArgs(memory, {host})));
    const auto rows = memory.get(host.lane.rows, 2 * heads * stride);
    const auto entropy = memory.get(host.lane.entropy, 2 * heads);
    const auto reduced = memory.get(host.lane.reduced, places), after = memory.get(host.lane.statistic, places);
    outcome.keep(entropy);
    for (std::size_t row = 0; row < 2 * heads; ++row) {
        const std::size_t unit = row / heads * static_cast<std::size_t>(units) + row % heads / per;
        const auto used = static_cast<std::size_t>(host.used[unit]);
        std::vector<double> expected;
        double nats = 0;
        for (std::size_t slot = 0; slot < used; ++slot) {
            const double p =
                std::exp(static_cast<double>(logits[row * stride + slot]) - static_cast<double>(peaks[2 * row])) /
                static_cast<double>(peaks[2 * row + 1]);
            expected.push_back(p);
            nats -= p > 0 ? p * std::log(p) : 0;
            outcome.expect(p > 0 || rows[row * stride + slot] == 0, "a free slot has a probability");
        }
        outcome.compare(rows.data() + row * stride, expected, 1e-6, "probabilities");
        outcome.expect(std::abs(nats - static_cast<double>(entropy[row])) <= 2e-6, "entropy");
        outcome.keep(std::vector<float>(rows.begin() + static_cast<std::ptrdiff_t>(row * stride),
                                        rows.begin() + static_cast<std::ptrdiff_t>(row * stride + used)));
    }
    for (std::size_t unit = 0; unit < host.unitsInAll(); ++unit) {
        const std::size_t first =
            unit / static_cast<std::size_t>(units) * heads + unit % static_cast<std::size_t>(units) * per;
        for (std::size_t slot = 0; slot < static_cast<std::size_t>(host.used[unit]); ++slot) {
            std::vector<float> column;
            for (std::size_t h = 0; h < per; ++h) {
                column.push_back(rows[(first + h) * stride + slot]);
            }
            const float expected = reducedOf(reduce, column);
            const std::size_t at = unit * stride + slot;
            outcome.expect(reduced[at] == expected, "reduced row");
            const double average =
                std::fma(1 - rule.decay, static_cast<double>(expected), static_cast<double>(before[at]) * rule.decay);
            outcome.expect(
                after[at] == (fold == StepRule::Fold::Add ? before[at] + expected : static_cast<float>(average)),
                "statistic");
        }
    }
}

Outcome rows(Device& device) {
    Outcome outcome;
    finish(device, 6, 2, StepRule::Reduce::Mean, outcome);
    finish(device, 5, 1, StepRule::Reduce::Mean, outcome);
    finish(device, 3, 3, StepRule::Reduce::Sum, outcome);
    finish(device, 4, 1, StepRule::Reduce::Max, outcome);
    finish(device, 10, 2, StepRule::Reduce::MeanInTurn, outcome, StepRule::Fold::Average);
    finish(device, 8, 2, StepRule::Reduce::Median, outcome, StepRule::Fold::Average);
    finish(device, 5, 1, StepRule::Reduce::Median, outcome, StepRule::Fold::Average);
    return outcome;
}

/// Norms of the step's keys, each in the slot of its token.
Outcome keyNorms(Device& device) {
    Outcome outcome;
    const struct {
        Heads heads;
        int units, stored;
    } cases[] = {{{4, 2, 150}, 2, 2}, {{4, 2, 6}, 1, 2}, {{4, 2, 32}, 4, 4}};
    for (const auto& each : cases) {
        Memory memory(device, outcome);
        Random random(static_cast<std::uint64_t>(each.heads.dim));
        LaneShape shape;
        shape.heads = each.heads;
        shape.layers = 2;
        shape.units = each.units;
        shape.storedHeads = each.stored;
        shape.used = {20, 33, 4, 1};
        HostLane host = makeLane(memory, random, shape, 60);
        StepRule rule;
        rule.score = StepRule::Score::Statistic;
        rule.fold = StepRule::Fold::KeyNorm;
        host.lane.rule = memory.put(std::vector<StepRule>{rule});
        host.lane.entropy = nullptr;
        const auto dim = static_cast<std::size_t>(each.heads.dim), kv = static_cast<std::size_t>(each.heads.kv);
        const std::vector<float> keys = random.take(2 * kv * dim);
        host.lane.newKeys = memory.put(keys);
        memory.check(device.kernels().finishRows(device, stepArgs(memory, {host})));
        const auto stride = static_cast<std::size_t>(host.stride);
        const auto statistic = memory.get(host.lane.statistic, host.unitsInAll() * stride);
        outcome.keep(statistic);
        const auto units = static_cast<std::size_t>(each.units),
                   perUnit = static_cast<std::size_t>(each.stored) / units;
        for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
            double sum = 0;
            for (std::size_t h = 0; h < perUnit; ++h) {
                const std::size_t head = (u % units * perUnit + h) * kv / static_cast<std::size_t>(each.stored);
                double squares = 0;
                for (std::size_t i = 0; i < dim; ++i) {
                    const auto x = static_cast<double>(keys[(u / units * kv + head) * dim + i]);
                    squares += x * x;
                }
                sum += std::sqrt(squares);
            }
            for (std::size_t slot = 0; slot < stride; ++slot) {
                const bool isNew = slot == static_cast<std::size_t>(host.next[u]);
                const float expected = isNew ? static_cast<float>(sum / static_cast<double>(perUnit)) : 0.0F;
                outcome.expect(statistic[u * stride + slot] == expected, "norm of a key");
            }
        }
    }
    return outcome;
}

std::uint64_t splitmix64(std::uint64_t x) {
    std::uint64_t z = x + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

/// One unit's decision, written plainly: everything is sorted.
class PlainRule {
 public:
    PlainRule(const StepRule& rule, int budget, int layer, int unit, int position)
        : m_rule(rule), m_budget(budget), m_seen(position + 1) {
        m_hash = splitmix64(splitmix64(rule.seed) ^ static_cast<std::uint64_t>(layer));
        m_hash = splitmix64(m_hash ^ static_cast<std::uint64_t>(unit));
    }

    std::vector<std::int32_t> evicted;  ///< slots, ascending
    float lowestKept = std::numeric_limits<float>::quiet_NaN();
    bool decided = false;

    void decide(const std::int32_t* tokens, int used, const float* reduced, const float* statistic) {
        std::vector<int> held;  // slots, oldest token first
        for (int slot = 0; slot < used; ++slot) {
            if (tokens[slot] >= 0) {
                held.push_back(slot);
            }
        }
        std::sort(held.begin(), held.end(), [&](int a, int b) { return tokens[a] < tokens[b]; });
        const int count = static_cast<int>(held.size()), target = targetOf(count);
        if (target >= count) {
            return;
        }
        decided = true;
        const int recent = std::min(m_rule.recent, target), sinks = std::min(m_rule.sinks, target - recent);
        held.resize(static_cast<std::size_t>(count - recent));
        const auto first =
            std::find_if(held.begin(), held.end(), [&](int slot) { return tokens[slot] >= m_rule.sinks; });
        held.erase(held.begin(), held.begin() + std::min<std::ptrdiff_t>(sinks, first - held.begin()));
        const auto leavesBefore = [&](int a, int b) {
            if (m_rule.score == StepRule::Score::Hash) {
                const std::uint64_t x = hashOf(tokens[a]), y = hashOf(tokens[b]);
                return x != y ? x < y : tokens[a] > tokens[b];
            }
            const double x = scoreOf(a, tokens, reduced, statistic), y = scoreOf(b, tokens, reduced, statistic);
            return x != y ? x < y : tokens[a] > tokens[b];
        };
        std::sort(held.begin(), held.end(), leavesBefore);
        const auto leaving = static_cast<std::size_t>(count - target);
        evicted.assign(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(leaving));
        std::sort(evicted.begin(), evicted.end());
        if (held.size() > leaving) {
            lowestKept = shown(held[leaving], tokens, reduced, statistic);
        }
    }
    [[nodiscard]] float shown(int slot, const std::int32_t* tokens, const float* reduced,
                              const float* statistic) const {
        return m_rule.score == StepRule::Score::Hash
                   ? static_cast<float>(static_cast<std::int64_t>(hashOf(tokens[slot]) ^ (std::uint64_t{1} << 63U)))
                   : static_cast<float>(scoreOf(slot, tokens, reduced, statistic));
    }

 private:
    [[nodiscard]] int targetOf(int held) const {
        if (m_budget < 0 || m_rule.every == 0 || held - m_budget < m_rule.every) {
            return held;
        }
        return m_rule.maxDrop == 0 ? m_budget
                                   : std::min(std::max(held - m_rule.maxDrop, m_budget), m_budget + m_rule.slack);
    }
    [[nodiscard]] std::uint64_t hashOf(int token) const {
        return splitmix64(m_hash ^ static_cast<std::uint64_t>(token));
    }
    [[nodiscard]] double scoreOf(int slot, const std::int32_t* tokens, const float* reduced,
                                 const float* statistic) const {
        float score = 0;
        switch (m_rule.score) {
            case StepRule::Score::NewestRow:
                score = reduced[slot];
                break;
            case StepRule::Score::Statistic: {
                int rows = m_seen - tokens[slot];
                rows = m_rule.firstRow > 0 ? std::min(rows, m_seen - m_rule.firstRow) : rows;
                score = m_rule.perObserver ? statistic[slot] / static_cast<float>(rows)
                        : m_rule.lowest    ? -statistic[slot]
                                           : statistic[slot];
                break;
            }
            default:
                return tokens[slot];
        }
        return std::isnan(score) ? -std::numeric_limits<double>::infinity() : static_cast<double>(score);
    }
    const StepRule& m_rule;
    int m_budget, m_seen;
    std::uint64_t m_hash = 0;
};

bool sameFloat(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

struct RuleCase {
    const char* name;
    StepRule rule;
    std::vector<int> used = {60, 33, 4, 1};
    std::vector<std::int32_t> budgets = {40, 20, 2, 1};
    int position = 90;
};

/// A rule and its edit, beside the plain version: what leaves, then tables, ranks and next slots.
void decide(Device& device, const RuleCase& asked, int units, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(asked.used[0] + units));
    LaneShape shape;
    shape.heads = {4, units, 4};
    shape.layers = 2;
    shape.units = shape.storedHeads = units;
    shape.used = asked.used;
    shape.phase = Phase::Rank;
    HostLane host = makeLane(memory, random, shape, asked.position);
    const auto stride = static_cast<std::size_t>(host.stride);
    const std::size_t places = host.unitsInAll() * stride;
    std::vector<std::int32_t> budgets;
    for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
        budgets.push_back(asked.budgets[u % asked.budgets.size()]);
    }
    StepRule rule = asked.rule;
    rule.budgets = memory.put(budgets);
    host.lane.rule = memory.put(std::vector<StepRule>{rule});
    // Few different scores, so that many are equal; some are NaN, infinite, or zeros of both signs.
    std::vector<float> reduced(places), statistic(places);
    for (std::vector<float>* scores : {&reduced, &statistic}) {
        for (float& each : *scores) {
            const int kind = random.below(24);
            each = kind == 0   ? std::numeric_limits<float>::quiet_NaN()
                   : kind == 1 ? kInfinity
                   : kind == 2 ? -0.0F
                               : static_cast<float>(random.below(6)) / 4;
        }
    }
    memory.write(host.lane.reduced, reduced);
    memory.write(host.lane.statistic, statistic);
    host.lane.scores = memory.room<float>(places);
    const StepArgs args = stepArgs(memory, {host});
    memory.check(device.kernels().stepRule(device, args));
    const auto compared = memory.get(host.lane.scores, places);
    const auto counts = memory.get(host.lane.editCount, host.unitsInAll());
    const auto slots = memory.get(host.lane.editSlots, places);
    const auto scores = memory.get(host.lane.editScores, places);
    const auto lowest = memory.get(host.lane.lowestKept, host.unitsInAll());
    memory.check(device.kernels().applyEdits(device, args));
    const auto tokens = memory.get(host.lane.tokens, places), ranks = memory.get(host.lane.ranks, places);
    const auto held = memory.get(host.lane.held, host.unitsInAll()),
               next = memory.get(host.lane.next, host.unitsInAll());
    outcome.expect(memory.get(host.lane.position, 1)[0] == asked.position + 1, "the position does not move on");
    outcome.expect(memory.get(host.lane.fault, 1)[0] == Fault::None, "a rule's edit is faulty");
    outcome.keep(counts);
    outcome.keep(tokens);
    outcome.keep(next);

    const std::string name = asked.name;
    for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
        const std::int32_t* before = host.tokens.data() + u * stride;
        const int used = host.used[u];
        PlainRule plain(rule, budgets[u], static_cast<int>(u) / units, static_cast<int>(u) % units, asked.position);
        plain.decide(before, used, reduced.data() + u * stride, statistic.data() + u * stride);
        std::vector<std::int32_t> evicted(slots.begin() + static_cast<std::ptrdiff_t>(u * stride),
                                          slots.begin() + static_cast<std::ptrdiff_t>(u * stride) + counts[u]);
        for (std::size_t i = 0; i < evicted.size(); ++i) {
            outcome.expect(
                sameFloat(scores[u * stride + i],
                          plain.shown(evicted[i], before, reduced.data() + u * stride, statistic.data() + u * stride)),
                name + ": score of what leaves");
        }
        for (int slot = 0; slot < used; ++slot) {
            outcome.expect(before[slot] < 0 || sameFloat(compared[u * stride + static_cast<std::size_t>(slot)],
                                                         plain.shown(slot, before, reduced.data() + u * stride,
                                                                     statistic.data() + u * stride)),
                           name + ": score of what is compared");
        }
        std::sort(evicted.begin(), evicted.end());
        outcome.expect(evicted == plain.evicted, name + ": other slots leave");
        outcome.expect(!plain.decided || sameFloat(lowest[u], plain.lowestKept), name + ": lowest score kept");

        std::vector<std::int32_t> expected(before, before + used);
        for (const std::int32_t slot : plain.evicted) {
            expected[static_cast<std::size_t>(slot)] = -1;
        }
        int count = 0, lowestFree = used;
        for (int slot = used - 1; slot >= 0; --slot) {
            const int token = expected[static_cast<std::size_t>(slot)];
            const std::size_t at = u * stride + static_cast<std::size_t>(slot);
            count += token >= 0 ? 1 : 0;
            lowestFree = token < 0 ? slot : lowestFree;
            outcome.expect(tokens[at] == token, name + ": token table");
            const auto rank =
                std::count_if(expected.begin(), expected.end(), [&](int other) { return other >= 0 && other < token; });
            outcome.expect(token < 0 || ranks[at] == rank, name + ": rank");
        }
        outcome.expect(held[u] == count && next[u] == lowestFree, name + ": held or next slot");
    }
}

Outcome stepRules(Device& device) {
    using Score = StepRule::Score;
    Outcome outcome;
    const RuleCase cases[] = {
        {"streaming", {.score = Score::Token, .every = 1, .sinks = 4}},
        {"streaming, sinks beyond the budget", {.score = Score::Token, .every = 1, .sinks = 70}},
        {"streaming, slack",
         {.score = Score::Token, .every = 6, .maxDrop = 5, .slack = 3, .sinks = 2},
         {47, 30, 60, 8}},
        {"streaming, never", {.score = Score::Token, .every = 0}},
        {"h2o", {.score = Score::Statistic, .every = 1, .recent = 10}},
        {"h2o, one leaves", {.score = Score::Statistic, .recent = 3}, {50, 20, 4, 9}, {42, 17, 3, 7}},
        {"h2o, observers", {.score = Score::Statistic, .perObserver = true, .firstRow = 30, .recent = 1}},
        {"knorm", {.score = Score::Statistic, .lowest = true, .sinks = 1, .recent = 2}},
        {"tova", {.score = Score::NewestRow, .recent = 1}},
        {"tova, budget 0", {.score = Score::NewestRow, .recent = 2}, {20, 9, 4, 1}, {0, 0, 1, -1}},
        {"random", {.score = Score::Hash, .recent = 2, .seed = 99}},
        {"recency, every 8", {.score = Score::Token, .every = 8}, {60, 33, 12, 1}, {45, 20, 2, 1}},
    };
    for (const RuleCase& each : cases) {
        decide(device, each, 1, outcome);
        decide(device, each, 4, outcome);
    }
    RuleCase large{"h2o, many leave", {.score = Score::Statistic, .recent = 20}, {700}, {100}, 900};
    decide(device, large, 1, outcome);
    large.rule.score = Score::Hash;
    decide(device, large, 1, outcome);
    return outcome;
}

/// Keys that are stored rotated to their rank turn back when older tokens leave: rotated anew from rank 0, they are the
/// same.
Outcome turns(Device& device) {
    Outcome outcome;
    for (const bool halfSplit : {true, false}) {
        Memory memory(device, outcome);
        Random random(4);
        LaneShape shape;
        shape.heads = {4, 2, 10};
        shape.layers = 2;
        shape.units = 1;
        shape.storedHeads = 2;
        shape.phase = Phase::Rank;
        shape.used = {40};
        HostLane host = makeLane(memory, random, shape, 60);
        const std::size_t places = host.tokens.size();
        host.lane.turns = memory.filled(places, std::int32_t{-1});
        const HostRope rope = makeRope(memory, 8, halfSplit, 60);
        // Streaming with some that leave at once; the second layer keeps all.
        StepRule rule;
        rule.sinks = 3;
        rule.budgets = memory.put(std::vector<std::int32_t>{20, -1});
        host.lane.rule = memory.put(std::vector<StepRule>{rule});
        const StepArgs args = stepArgs(memory, {host});
        memory.check(device.kernels().stepRule(device, args));
        memory.check(device.kernels().applyEdits(device, args));
        for (int layer = 0; layer < 2; ++layer) {
            TurnArgs asked;
            asked.heads = shape.heads;
            asked.layer = layer;
            asked.storedHeads = 2;
            asked.lanes = args.lanes;
            asked.laneCount = 1;
            asked.rope = rope.rope;
            memory.check(device.kernels().turnKeys(device, asked));
        }
        const auto tokens = memory.get(host.lane.tokens, places), ranks = memory.get(host.lane.ranks, places);
        for (std::size_t head = 0; head < 4; ++head) {
            const std::size_t unit = head / 2;
            const auto keys = memory.get(static_cast<const float*>(host.keyRows[head]), host.keys[head].size());
            for (std::size_t slot = 0; slot < static_cast<std::size_t>(host.used[unit]); ++slot) {
                const std::size_t at = unit * static_cast<std::size_t>(host.stride) + slot;
                if (tokens[at] < 0) {
                    continue;
                }
                // Forth by as much as it was turned back, the key is the stored one.
                const float* own = keys.data() + slot * 10;
                std::vector<double> key(own, own + 10);
                turn(rope, key.data(), host.ranks[at] - ranks[at]);
                outcome.compare(host.keys[head].data() + slot * 10, key, 1e-6, "a key that is turned back");
                outcome.expect(head < 2 || host.ranks[at] == ranks[at], "a layer that keeps all has other ranks");
                outcome.keep(std::vector<float>(own, own + 10));
            }
        }
    }
    return outcome;
}

/// Edits that are no edits: each is noted, and the tables stay as they are.
Outcome faults(Device& device) {
    Outcome outcome;
    const struct {
        std::vector<std::int32_t> slots;
        Fault fault;
    } cases[] = {{{3, 40}, Fault::SlotOutOfRange},
                 {{-1}, Fault::SlotOutOfRange},
                 {{5, 5}, Fault::SlotTwice},
                 {{7}, Fault::SlotFree}};
    for (const auto& each : cases) {
        Memory memory(device, outcome);
        Random random(1);
        LaneShape shape;
        shape.heads = {1, 1, 4};
        shape.used = {20};
        shape.freeEvery = 0;
        HostLane host = makeLane(memory, random, shape, 20);
        host.tokens[7] = -1;
        memory.write(host.lane.tokens, host.tokens);
        memory.write(host.lane.editSlots, each.slots);
        memory.write(host.lane.editCount, std::vector<std::int32_t>{static_cast<std::int32_t>(each.slots.size())});
        memory.check(device.kernels().applyEdits(device, stepArgs(memory, {host})));
        outcome.expect(memory.get(host.lane.fault, 1)[0] == each.fault, "a fault is not noted");
    }
    Memory memory(device, outcome);
    Random random(1);
    LaneShape shape;
    shape.heads = {1, 1, 4};
    shape.used = {20};
    shape.spare = shape.freeEvery = 0;
    const HostLane host = makeLane(memory, random, shape, 20);
    memory.check(device.kernels().takeSlots(device, stepArgs(memory, {host})));
    outcome.expect(memory.get(host.lane.fault, 1)[0] == Fault::NoRoom, "a full cache is not noted");
    outcome.expect(memory.get(host.lane.tokens, host.tokens.size()) == host.tokens, "a full cache is written to");
    return outcome;
}

Outcome logits(Device& device) {
    Outcome outcome;
    for (const int count : {3, 5000}) {
        Memory memory(device, outcome);
        Random random(static_cast<std::uint64_t>(count));
        const auto width = static_cast<std::size_t>(count + 5), size = static_cast<std::size_t>(count);
        constexpr int kLanes = 3;
        std::vector<float> rows = random.take(kLanes * width, 20);
        rows[1] = -kInfinity;
        rows[width] = rows[width + 2] = 30;  // a tie
        const std::vector<std::int32_t> ids = {0, 2, -1};
        std::vector<Lane> lanes(kLanes);
        for (int l = 0; l < kLanes; ++l) {
            lanes[static_cast<std::size_t>(l)].ids = memory.put(ids);
            lanes[static_cast<std::size_t>(l)].position = memory.put(std::vector<std::int32_t>{l == 2 ? 1 : 0});
        }
        LogitArgs args;
        args.logits = memory.put(rows);
        args.stride = static_cast<int>(width);
        args.count = count;
        args.lanes = memory.put(lanes);
        args.laneCount = kLanes;
        args.kl = true;
        args.records = memory.room<LogitRecord>(kLanes);
        args.scratch = memory.room<double>(kLanes * kLogitBlocks * 4);
        args.done = memory.filled(kLanes, 0);
        memory.check(device.kernels().logitStatistics(device, args));
        const auto records = memory.get(args.records, kLanes);
        outcome.expect(memory.get(args.done, kLanes) == std::vector<int>(kLanes, 0), "logits: a counter is not reset");
        std::vector<double> full;
        for (std::size_t l = 0; l < kLanes; ++l) {
            const float* row = rows.data() + l * width;
            const double highest = static_cast<double>(*std::max_element(row, row + size));
            double sum = 0, entropy = 0, kl = 0;
            for (std::size_t i = 0; i < size; ++i) {
                sum += std::exp(static_cast<double>(row[i]) - highest);
            }
            const double logSum = highest + std::log(sum);
            std::vector<double> own;
            for (std::size_t i = 0; i < size; ++i) {
                own.push_back(static_cast<double>(row[i]) - logSum);
                entropy -= std::isinf(row[i]) ? 0 : std::exp(own[i]) * own[i];
            }
            full = l == 0 ? own : full;
            for (std::size_t i = 0; i < size; ++i) {
                kl += std::isinf(full[i]) ? 0 : std::exp(full[i]) * (full[i] - own[i]);
            }
            const LogitRecord& got = records[l];
            outcome.expect(std::abs(got.logSumExp - logSum) <= 1e-7, "log of the sum");
            outcome.expect(std::abs(got.entropy - entropy) <= 1e-6, "entropy of the logits");
            outcome.expect(std::abs(got.kl - kl) <= 2e-6 * std::max(1.0, kl), "KL");
            outcome.expect(got.argMax == std::max_element(row, row + size) - row, "arg max");
            outcome.expect(sameFloat(got.highest, row[got.argMax]), "highest logit");
            outcome.expect(
                l == 2 ? std::isnan(got.nll) : std::abs(got.nll - (logSum - static_cast<double>(row[2]))) <= 1e-7,
                "NLL");
            outcome.keep(std::vector<double>{got.logSumExp, got.entropy, got.kl});
        }
    }
    return outcome;
}

/// The sum of a row shows that a logit is NaN or infinity, or that there is nothing in it.
Outcome brokenLogits(Device& device) {
    Outcome outcome;
    constexpr std::size_t kCount = 4000, kRows = 5;
    Memory memory(device, outcome);
    Random random(8);
    std::vector<float> rows = random.take(kRows * kCount, 20);
    rows[3000] = std::numeric_limits<float>::quiet_NaN();
    rows[kCount + 1] = kInfinity;
    std::fill_n(rows.begin() + 2 * kCount, kCount, -kInfinity);
    std::fill_n(rows.begin() + 3 * kCount, kCount, std::numeric_limits<float>::quiet_NaN());
    rows[4 * kCount] = -kInfinity;
    Lane lane;
    lane.ids = memory.put(std::vector<std::int32_t>{0, 1});
    lane.position = memory.filled(1, std::int32_t{0});
    LogitArgs args;
    args.logits = memory.put(rows);
    args.stride = args.count = static_cast<int>(kCount);
    args.lanes = memory.put(std::vector<Lane>(kRows, lane));
    args.laneCount = static_cast<int>(kRows);
    args.records = memory.room<LogitRecord>(kRows);
    args.scratch = memory.room<double>(kRows * kLogitBlocks * 4);
    args.done = memory.filled(kRows, 0);
    memory.check(device.kernels().logitStatistics(device, args));
    const auto records = memory.get(args.records, kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
        outcome.expect(std::isfinite(records[row].logSumExp) == (row + 1 == kRows), "a broken row of logits");
    }
    return outcome;
}

Outcome moves(Device& device) {
    Outcome outcome;
    for (const int width : {3, 4, 16}) {
        for (const Number type : {Number::F32, Number::Bf16}) {
            Memory memory(device, outcome);
            Random random(static_cast<std::uint64_t>(width));
            const std::size_t rowBytes = static_cast<std::size_t>(width * bytesOf(type));
            const Stored numbers = stored(random.take(static_cast<std::size_t>(50 * width)), type);
            std::vector<std::int32_t> order;
            for (int i = 0; i < 37; ++i) {
                order.push_back(random.below(50));
            }
            RowMove move;
            move.from = memory.put(numbers.bytes);
            auto* to = memory.filled(45 * rowBytes, std::uint8_t{1});
            move.to = to;
            move.order = memory.put(order);
            move.rows = static_cast<std::int32_t>(order.size());
            move.total = 45;
            move.rowBytes = static_cast<std::int32_t>(rowBytes);
            move.fillWord = 0xffffffffU;
            RowMove small = move;
            small.to = memory.room<std::uint8_t>(2 * rowBytes);
            small.rows = small.total = 2;
            CompactArgs args;
            args.moves = memory.put(std::vector<RowMove>{small, move});
            args.count = 2;
            args.mostRows = 45;
            memory.check(device.kernels().compact(device, args));
            const auto moved = memory.get(to, 45 * rowBytes);
            for (std::size_t row = 0; row < 45; ++row) {
                for (std::size_t b = 0; b < rowBytes; ++b) {
                    const std::uint8_t expected =
                        row < order.size() ? numbers.bytes[static_cast<std::size_t>(order[row]) * rowBytes + b] : 0xff;
                    outcome.expect(moved[row * rowBytes + b] == expected, "a row is not where it belongs");
                }
            }
            const HostRope rope = makeRope(memory, width / 2 * 2, width != 16, 60);
            std::vector<std::int32_t> phases(50);
            std::iota(phases.begin(), phases.end(), 3);
            GatherArgs gather;
            gather.rows = move.from;
            gather.type = type;
            gather.slots = move.order;
            gather.count = static_cast<int>(order.size());
            gather.width = width;
            gather.rope = rope.rope;
            gather.phases = memory.put(phases);
            gather.out = memory.room<float>(order.size() * static_cast<std::size_t>(width));
            memory.check(device.kernels().gatherRows(device, gather));
            const auto gathered = memory.get(gather.out, order.size() * static_cast<std::size_t>(width));
            outcome.keep(gathered);
            for (std::size_t i = 0; i < order.size(); ++i) {
                const float* row = numbers.exact.data() + order[i] * width;
                std::vector<double> expected(row, row + width);
                turn(rope, expected.data(), phases[static_cast<std::size_t>(order[i])]);
                outcome.compare(gathered.data() + i * static_cast<std::size_t>(width), expected, 1e-6, "gathered row");
            }
        }
    }
    return outcome;
}

}  // namespace

std::vector<Check> stepChecks() {
    return {{"rows of a step", rows},
            {"norms of keys", keyNorms},
            {"step rules", stepRules},
            {"keys that turn back", turns},
            {"faults", faults},
            {"statistics of logits", logits},
            {"logits that are no numbers", brokenLogits},
            {"moves of rows", moves}};
}

}  // namespace kvw::device::check
