// SPDX-License-Identifier: Apache-2.0
/// Rules of cascade, CAKE and KeyDiff, beside the same decisions written plainly.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/cuda/check/fixture.h"

namespace kvw::device::check {
namespace {

/// A cascade's step of one unit, written plainly over its tokens, oldest first. Returns the slots that leave.
std::vector<std::int32_t> losersOf(const StepRule& rule, const PlannedStep& step, const std::int32_t* tokens, int used,
                                   const float* score) {
    std::vector<int> held;
    int over = -step.accounted;
    for (int slot = 0; slot < used; ++slot) {
        over += tokens[slot] >= 0 ? 1 : 0;
        if (tokens[slot] >= 0 && tokens[slot] >= rule.sinks) {
            held.push_back(slot);
        }
    }
    std::sort(held.begin(), held.end(), [&](int a, int b) { return tokens[a] < tokens[b]; });
    std::vector<std::int32_t> gone;
    const auto take = [&](int at) {
        gone.push_back(held[static_cast<std::size_t>(at)]);
        held.erase(held.begin() + at);
    };
    const int older = static_cast<int>(held.size()) - 2 - step.younger;
    if (step.accounted >= 0 && step.younger >= 0 && over > 0 && older >= 0) {
        const float own = score[held[static_cast<std::size_t>(older + 1)]];
        const float other = score[held[static_cast<std::size_t>(older)]];
        const bool wins = rule.compares ? own > other || (rule.carriedWinsTies && own == other) : rule.carriedWinsTies;
        take(wins ? older : older + 1);
    }
    while (step.accounted >= 0 && static_cast<int>(gone.size()) < over && static_cast<int>(held.size()) > rule.recent) {
        take(0);
    }
    return gone;
}

Outcome contests(Device& device) {
    Outcome outcome;
    const struct {
        PlannedStep step;
        int sinks, recent;
        bool compares, ties;
    } cases[] = {{{29, 7}, 0, 8, true, false},  {{29, 7}, 4, 8, true, true},   {{29, -1}, 4, 8, true, false},
                 {{2, 0}, 0, 0, true, false},   {{2, 30}, 2, 20, false, true}, {{20, 12}, 60, 3, true, false},
                 {{-1, -1}, 0, 0, true, false}, {{1, 1}, 0, 0, false, false}};
    for (const auto& each : cases) {
        Memory memory(device, outcome);
        Random random(static_cast<std::uint64_t>(each.step.younger + each.sinks + 9));
        HostLane host = makeLane(memory, random, shapeOfLane({4, 2, 4}, 2, 2, {33, 34, 5, 60}), 90);
        const auto stride = static_cast<std::size_t>(host.stride);
        const std::size_t places = host.unitsInAll() * stride;
        std::vector<float> statistic(places);
        for (float& number : statistic) {
            number = static_cast<float>(random.below(4)) / 4;
        }
        memory.write(host.lane.statistic, statistic);
        StepRule rule;
        rule.score = StepRule::Score::Statistic;
        rule.sinks = each.sinks;
        rule.recent = each.recent;
        rule.compares = each.compares;
        rule.carriedWinsTies = each.ties;
        rule.plan = memory.put(std::vector<PlannedStep>{{0, 0}, each.step});
        rule.planFirst = host.position - 1;
        rule.planSteps = 2;
        host.lane.rule = memory.put(std::vector<StepRule>{rule});
        host.lane.scores = memory.room<float>(places);
        memory.check(device.kernels().stepRule(device, stepArgs(memory, {host})));
        const auto counts = memory.get(host.lane.editCount, host.unitsInAll());
        const auto slots = memory.get(host.lane.editSlots, places);
        const auto compared = memory.get(host.lane.scores, places);
        outcome.keep(counts);
        for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
            const std::int32_t* tokens = host.tokens.data() + u * stride;
            const auto first = slots.begin() + static_cast<std::ptrdiff_t>(u * stride);
            const std::vector<std::int32_t> evicted(first, first + counts[u]);
            outcome.keep(evicted);
            outcome.expect(evicted == losersOf(rule, each.step, tokens, host.used[u], statistic.data() + u * stride),
                           "cascade: other slots leave");
            for (std::size_t slot = 0; slot < static_cast<std::size_t>(host.used[u]); ++slot) {
                outcome.expect(tokens[slot] < 0 || compared[u * stride + slot] == statistic[u * stride + slot],
                               "cascade: score of what is compared");
            }
        }
    }
    return outcome;
}

/// Result of a unit's ranking: the slots that leave and all scores, ranks, and whether rounding may have decided.
struct Ranked {
    std::vector<std::int32_t> evicted;
    std::vector<float> scores, ranks;
    std::int32_t close = 0;
};

/// CAKE's cut of one unit, written plainly.
class PlainRanking {
 public:
    PlainRanking(const StepRule& rule, const std::int32_t* tokens, int used, int seen)
        : m_rule(rule), m_tokens(tokens) {
        for (int slot = 0; slot < used; ++slot) {
            if (tokens[slot] >= 0) {
                m_held.push_back(slot);
            }
        }
        std::sort(m_held.begin(), m_held.end(), [&](int a, int b) { return tokens[a] < tokens[b]; });
        const auto inWindow =
            std::count_if(m_held.begin(), m_held.end(), [&](int slot) { return tokens[slot] >= seen - rule.recent; });
        m_prefix = std::max(static_cast<int>(m_held.size()) - rule.recent, 0);
        if (inWindow == rule.recent) {
            m_newcomer = seen - rule.recent - 1;
        } else if (m_prefix > 0) {
            m_newcomer = tokens[m_held[static_cast<std::size_t>(m_prefix - 1)]];
        }
        m_held.resize(static_cast<std::size_t>(m_prefix));
    }
    /// The prefix, oldest first.
    [[nodiscard]] const std::vector<int>& prefix() const { return m_held; }

    Ranked cut(int leaving, const std::vector<float>& ranks, const std::vector<double>& values, double group) {
        Ranked ranked{{}, std::vector<float>(ranks.size(), 0.0F), ranks, 0};
        for (const int slot : m_held) {
            if (m_tokens[slot] == m_newcomer) {
                ranked.ranks[static_cast<std::size_t>(slot)] = static_cast<float>(m_prefix - 1);
            }
        }
        if (leaving <= 0) {
            return ranked;
        }
        std::vector<int> order = m_held;
        if (!m_rule.byPosition) {
            const auto rankOf = [&](int slot) { return ranked.ranks[static_cast<std::size_t>(slot)]; };
            std::vector<float> sorted;
            for (const int slot : order) {
                sorted.push_back(rankOf(slot));
            }
            std::sort(sorted.begin(), sorted.end());
            bool whole = true;
            for (std::size_t i = 0; i < sorted.size(); ++i) {
                whole = whole && sorted[i] == static_cast<float>(i);
            }
            std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
                const bool last = !whole && m_tokens[b] == m_newcomer;
                return last ? m_tokens[a] != m_newcomer : rankOf(a) < rankOf(b) && (whole || m_tokens[a] != m_newcomer);
            });
        }
        const int half = m_rule.poolWidth / 2;
        for (int place = 0; place < m_prefix; ++place) {
            double sum = 0;
            for (int i = std::max(place - half, 0); i <= std::min(place + half, m_prefix - 1); ++i) {
                sum += values[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
            }
            ranked.scores[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])] =
                static_cast<float>(sum / static_cast<double>(m_rule.poolWidth) / group);
        }
        const auto scoreOf = [&](int slot) { return ranked.scores[static_cast<std::size_t>(slot)]; };
        std::sort(order.begin(), order.end(), [&](int a, int b) {
            return scoreOf(a) != scoreOf(b) ? scoreOf(a) > scoreOf(b) : m_tokens[a] < m_tokens[b];
        });
        const int kept = m_prefix - leaving;
        for (int place = 0; place < m_prefix; ++place) {
            const int slot = order[static_cast<std::size_t>(place)];
            if (place < kept) {
                ranked.ranks[static_cast<std::size_t>(slot)] = static_cast<float>(place);
            } else {
                ranked.evicted.push_back(slot);
            }
            if (place >= std::max(m_rule.byPosition ? kept : 1, 1) && place <= kept) {
                const auto better = static_cast<double>(scoreOf(order[static_cast<std::size_t>(place - 1)]));
                if (better - static_cast<double>(scoreOf(slot)) <= m_rule.rounding * better) {
                    ranked.close = 1;
                }
            }
        }
        return ranked;
    }

 private:
    const StepRule& m_rule;
    const std::int32_t* m_tokens;
    std::vector<int> m_held;
    int m_prefix = 0;
    std::int32_t m_newcomer = -1;
};

struct RankCase {
    StepRule rule;
    int budget = 20;      ///< window included
    bool ties = false;    ///< few different values
    bool broken = false;  ///< ranks as edits by hand leave them
};

void rank(Device& device, const RankCase& asked, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(asked.rule.poolWidth * 8 + asked.budget));
    HostLane host = makeLane(memory, random, shapeOfLane({4, 2, 4}, 2, 2, {60, 33, 20, 150}), 162);
    const auto stride = static_cast<std::size_t>(host.stride);
    const std::size_t units = host.unitsInAll(), places = units * stride;
    const std::size_t size = std::bit_ceil(stride);
    StepRule rule = asked.rule;
    rule.rounding = 1e-6;
    rule.budgets = memory.put(std::vector<std::int32_t>(units, asked.budget));
    host.lane.rule = memory.put(std::vector<StepRule>{rule});
    host.lane.statistics = 3;
    host.lane.statistic = memory.room<float>(3 * places);
    host.lane.scores = memory.room<float>(places);
    host.lane.scratch = memory.room<std::uint64_t>(units * 3 * size);
    host.lane.scratchStride = static_cast<std::int32_t>(size);
    host.lane.closeCuts = memory.filled(units, std::int32_t{7});
    const StepArgs args = stepArgs(memory, {host});
    memory.check(device.kernels().takeSlots(device, args));
    const auto tokens = memory.get(host.lane.tokens, places);
    const auto used = memory.get(host.lane.used, units), held = memory.get(host.lane.held, units);
    const auto draw = [&](std::vector<float>& numbers) {
        for (float& number : numbers) {
            number = asked.ties ? static_cast<float>(random.below(3)) / 2 : std::abs(random.next());
        }
    };
    std::vector<float> rows(8 * stride), statistic(3 * places);
    draw(rows);
    draw(statistic);
    std::vector<PlainRanking> plain;
    for (std::size_t u = 0; u < units; ++u) {
        plain.emplace_back(rule, tokens.data() + u * stride, used[u], host.position + 1);
        std::vector<int> order = plain.back().prefix();
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {  // the newest one has no rank yet
            const auto left = static_cast<int>(order.size() - 1 - i);
            std::swap(order[i], order[i + static_cast<std::size_t>(random.below(left))]);
            statistic[u * stride + static_cast<std::size_t>(order[i])] = static_cast<float>(i);
        }
        if (asked.broken && order.size() > 4) {
            statistic[u * stride + static_cast<std::size_t>(order[3])] = 0;
        }
    }
    memory.write(host.lane.rows, rows);
    memory.write(host.lane.statistic, statistic);
    memory.check(device.kernels().stepRule(device, args));
    const auto counts = memory.get(host.lane.editCount, units), close = memory.get(host.lane.closeCuts, units);
    const auto slots = memory.get(host.lane.editSlots, places);
    const auto compared = memory.get(host.lane.scores, places), after = memory.get(host.lane.statistic, places);
    outcome.keep(counts);
    for (std::size_t u = 0; u < units; ++u) {
        std::vector<double> values(stride);
        const bool row = rule.value == StepRule::Value::Row;
        for (std::size_t slot = 0; slot < stride; ++slot) {
            const auto mean = static_cast<double>(statistic[places + u * stride + slot]);
            const auto variance = static_cast<double>(statistic[2 * places + u * stride + slot]);
            const double value = rule.value == StepRule::Value::Mean       ? mean
                                 : rule.value == StepRule::Value::Variance ? variance
                                 : rule.value == StepRule::Value::Product  ? mean * variance
                                                                           : std::fma(variance, rule.gamma, mean);
            values[slot] = row ? static_cast<double>(rows[2 * u * stride + slot]) +
                                     static_cast<double>(rows[(2 * u + 1) * stride + slot])
                               : static_cast<double>(static_cast<float>(value));
        }
        const auto begin = statistic.begin() + static_cast<std::ptrdiff_t>(u * stride);
        const std::vector<float> ranks(begin, begin + static_cast<std::ptrdiff_t>(stride));
        const int leaving = asked.budget < 0 ? 0 : held[u] - asked.budget;
        const Ranked expected = plain[u].cut(leaving, ranks, values, row ? 2.0 : 1.0);
        const auto first = slots.begin() + static_cast<std::ptrdiff_t>(u * stride);
        outcome.expect(std::vector<std::int32_t>(first, first + counts[u]) == expected.evicted,
                       "ranking: other slots leave");
        outcome.expect(close[u] == expected.close, "ranking: close cuts");
        for (std::size_t slot = 0; slot < static_cast<std::size_t>(used[u]); ++slot) {
            outcome.expect(compared[u * stride + slot] == expected.scores[slot], "ranking: score");
            outcome.expect(after[u * stride + slot] == expected.ranks[slot], "ranking: rank");
        }
    }
}

Outcome rankings(Device& device) {
    using Value = StepRule::Value;
    Outcome outcome;
    for (const bool ties : {false, true}) {
        for (const bool broken : {false, true}) {
            rank(device, {{.recent = 8, .poolWidth = 5}, 20, ties, broken}, outcome);
            rank(device, {{.recent = 8, .poolWidth = 1}, 32, ties, broken}, outcome);
        }
        rank(device, {{.recent = 5, .poolWidth = 7, .byPosition = true}, 5, ties}, outcome);
        rank(device, {{.recent = 4, .poolWidth = 401, .byPosition = true}, 24, ties}, outcome);
    }
    for (const Value value : {Value::Sum, Value::Mean, Value::Variance, Value::Product}) {
        rank(device, {{.recent = 8, .poolWidth = 3, .byPosition = true, .value = value, .gamma = 20}, 24}, outcome);
    }
    rank(device, {{.recent = 8, .poolWidth = 3}, -1}, outcome);
    return outcome;
}

/// Mean and variance of the last rows, with the reduced row as one more.
Outcome moments(Device& device) {
    Outcome outcome;
    Memory memory(device, outcome);
    Random random(3);
    HostLane host = makeLane(memory, random, shapeOfLane({4, 2, 4}, 1, 2, {40, 9}), 40);
    const auto stride = static_cast<std::size_t>(host.stride);
    const std::size_t places = host.unitsInAll() * stride;
    StepRule rule;
    rule.fold = StepRule::Fold::Moments;
    rule.recent = 6;
    host.lane.rule = memory.put(std::vector<StepRule>{rule});
    host.lane.statistics = 3;
    std::vector<float> before = random.take(3 * places);
    for (float& number : before) {
        number = std::abs(number);
    }
    host.lane.statistic = memory.put(before);
    memory.write(host.lane.logits, random.take(4 * stride));
    memory.write(host.lane.peaks, std::vector<float>{1, 9, 1, 8, 1, 7, 1, 6});
    memory.check(device.kernels().finishRows(device, stepArgs(memory, {host})));
    const auto reduced = memory.get(host.lane.reduced, places), after = memory.get(host.lane.statistic, 3 * places);
    outcome.keep(after);
    for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
        for (std::size_t slot = 0; slot < static_cast<std::size_t>(host.used[u]); ++slot) {
            const std::size_t at = u * stride + slot;
            const double n = std::clamp(host.position + 1 - host.tokens[at], 1, rule.recent);
            const double mean = static_cast<double>(before[places + at]), d = static_cast<double>(reduced[at]) - mean;
            const double older = static_cast<double>(before[2 * places + at]) * (n - 2) / std::max(n - 1, 1.0);
            const double square = d * d;
            outcome.expect(after[at] == before[at], "a rank is changed by a row");
            outcome.expect(after[places + at] == static_cast<float>(mean + d / n), "mean of the rows");
            outcome.expect(after[2 * places + at] == (n > 1 ? static_cast<float>(older + square / n) : 0.0F),
                           "variance of the rows");
        }
    }
    return outcome;
}

/// Directions of the keys of a unit against their mean, and what leaves by them.
void directions(Device& device, Number type, int units, Outcome& outcome) {
    Memory memory(device, outcome);
    Random random(static_cast<std::uint64_t>(units) + 5);
    constexpr int kDim = 20, kStored = 2, kBudget = 25;
    LaneShape shape;
    shape.heads = {4, kStored, kDim};
    shape.layers = 2;
    shape.units = units;
    shape.storedHeads = kStored;
    shape.type = type;
    shape.used = {60, 33, 7, 26};
    HostLane host = makeLane(memory, random, shape, 90);
    const auto stride = static_cast<std::size_t>(host.stride);
    const std::size_t places = host.unitsInAll() * stride;
    StepRule rule;
    rule.score = StepRule::Score::Cosine;
    rule.keyType = type;
    rule.keepsLengths = units == kStored;
    rule.recent = 3;
    rule.budgets = memory.put(std::vector<std::int32_t>(host.unitsInAll(), kBudget));
    host.lane.rule = memory.put(std::vector<StepRule>{rule});
    host.lane.statistics = 2;
    host.lane.statistic = memory.filled(2 * places, 0.0F);
    host.lane.cosines = memory.room<double>(2 * kStored * (stride + kDim));
    host.lane.scores = memory.room<float>(places);
    const StepArgs args = stepArgs(memory, {host});
    memory.check(device.kernels().stepRule(device, args));
    memory.check(device.kernels().stepRule(device, args));  // now with the lengths that are kept
    const auto counts = memory.get(host.lane.editCount, host.unitsInAll());
    const auto slots = memory.get(host.lane.editSlots, places);
    const auto compared = memory.get(host.lane.scores, places);
    const auto lengths = memory.get(host.lane.statistic, 2 * places);
    outcome.keep(counts);
    const int perUnit = kStored / units;
    for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
        const std::int32_t* tokens = host.tokens.data() + u * stride;
        std::vector<int> held;
        for (int slot = 0; slot < host.used[u]; ++slot) {
            if (tokens[slot] >= 0) {
                held.push_back(slot);
            }
        }
        std::vector<double> scores(stride, 0.0);
        for (int h = 0; h < perUnit; ++h) {
            const float* keys = host.keys[u * static_cast<std::size_t>(perUnit) + static_cast<std::size_t>(h)].data();
            std::vector<double> lengthOf(stride, 0.0), mean(kDim, 0.0);
            for (const int slot : held) {
                double squares = 0;
                for (int c = 0; c < kDim; ++c) {
                    squares += std::pow(static_cast<double>(keys[slot * kDim + c]), 2);
                }
                lengthOf[static_cast<std::size_t>(slot)] = std::sqrt(squares);
                for (int c = 0; c < kDim; ++c) {
                    mean[static_cast<std::size_t>(c)] +=
                        static_cast<double>(keys[slot * kDim + c]) / std::sqrt(squares);
                }
                const std::size_t at = u * stride + static_cast<std::size_t>(slot);
                outcome.expect(!rule.keepsLengths ||
                                   std::abs(static_cast<double>(lengths[at]) +
                                            static_cast<double>(lengths[places + at]) - std::sqrt(squares)) <= 1e-9,
                               "length of a key");
            }
            const double whole = std::sqrt(std::inner_product(mean.begin(), mean.end(), mean.begin(), 0.0));
            for (const int slot : held) {
                double dot = 0;
                for (int c = 0; c < kDim; ++c) {
                    dot += static_cast<double>(keys[slot * kDim + c]) * mean[static_cast<std::size_t>(c)];
                }
                const auto at = static_cast<std::size_t>(slot);
                scores[at] -= dot / whole / lengthOf[at] / perUnit;
            }
        }
        for (const int slot : held) {
            const auto at = static_cast<std::size_t>(slot);
            outcome.expect(std::abs(static_cast<double>(compared[u * stride + at]) - scores[at]) <= 1e-6, "cosine");
        }
        std::sort(held.begin(), held.end(), [&](int a, int b) { return tokens[a] < tokens[b]; });
        const auto leaving = std::max(static_cast<std::ptrdiff_t>(held.size()) - kBudget, std::ptrdiff_t{0});
        std::vector<std::int32_t> expected;
        if (leaving > 0) {
            held.resize(held.size() - static_cast<std::size_t>(rule.recent));
            std::sort(held.begin(), held.end(), [&](int a, int b) {
                return scores[static_cast<std::size_t>(a)] < scores[static_cast<std::size_t>(b)];
            });
            expected.assign(held.begin(), held.begin() + leaving);
            std::sort(expected.begin(), expected.end());
        }
        const auto first = slots.begin() + static_cast<std::ptrdiff_t>(u * stride);
        std::vector<std::int32_t> evicted(first, first + counts[u]);
        std::sort(evicted.begin(), evicted.end());
        outcome.expect(evicted == expected, "cosines: other slots leave");
    }
}

Outcome cosines(Device& device) {
    Outcome outcome;
    directions(device, Number::F32, 2, outcome);
    directions(device, Number::F32, 1, outcome);
    directions(device, Number::Bf16, 2, outcome);
    directions(device, Number::F16, 1, outcome);
    return outcome;
}

}  // namespace

std::vector<Check> ruleChecks() {
    return {{"steps of a cascade", contests},
            {"rankings", rankings},
            {"moments of rows", moments},
            {"directions of keys", cosines}};
}

}  // namespace kvw::device::check
