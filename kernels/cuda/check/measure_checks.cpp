// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "kernels/cuda/check/fixture.h"

namespace kvw::device::check {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double giniOf(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    const auto n = static_cast<double>(numbers.size());
    double sum = 0, weighted = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        sum += numbers[i];
        weighted += (2 * static_cast<double>(i) + 1 - n) * numbers[i];
    }
    return sum > 0 ? weighted / (n * sum) : 0;
}

struct MeasureCase {
    LaneShape shape;
    int position = 0, steps = 1;
    bool sinks = false, zeros = false;
    int firstOfWindow = 0;  ///< step from which on variance is wanted
};

/// A lane, and the rows that it had, [query_heads of all layers][slots] by step.
struct Measured {
    HostLane host;
    RowMeasures measures;
    std::vector<std::vector<float>> rows;
    std::vector<std::vector<std::int32_t>> tables;
};

/// Steps of a lane beside the full one, both measured, with tokens that come and go.
class MeasureCheck {
 public:
    MeasureCheck(Device& device, const MeasureCase& asked, Outcome& outcome)
        : m_device(device), m_asked(asked), m_outcome(outcome), m_memory(device, outcome), m_random(17) {
        LaneShape full = asked.shape;
        full.units = full.storedHeads = 1;
        full.used = {asked.position};
        full.freeEvery = 0;
        full.spare = asked.steps + 1;
        addLane(full);
        LaneShape other = asked.shape;
        other.spare = asked.steps + 1;
        addLane(other);
        HostLane& all = m_lanes[0].host;
        for (std::size_t u = 0; u < all.unitsInAll(); ++u) {
            for (int slot = 0; slot < all.used[u]; ++slot) {
                all.tokens[u * static_cast<std::size_t>(all.stride) + static_cast<std::size_t>(slot)] = slot;
            }
        }
    }

    void run() {
        std::vector<Lane> lanes;
        std::vector<RowMeasures> measures;
        for (Measured& each : m_lanes) {
            lanes.push_back(each.host.lane);
            measures.push_back(each.measures);
        }
        MeasureArgs args;
        args.step = {m_asked.shape.heads, m_asked.shape.layers, m_asked.shape.units, m_memory.put(lanes),
                     static_cast<int>(lanes.size())};
        args.measures = m_memory.put(measures);
        args.full = args.step.lanes;
        args.sinks = m_asked.sinks;
        for (int step = 0; step < m_asked.steps; ++step) {
            const int position = m_asked.position + step;
            for (Measured& each : m_lanes) {
                takeStep(each, position, &each == m_lanes.data() + 1);
            }
            m_memory.check(m_device.kernels().measureRows(m_device, args));
            for (const Measured& each : m_lanes) {
                compare(each, position);
            }
        }
    }

 private:
    void addLane(const LaneShape& shape) {
        Measured made;
        made.host = makeLane(m_memory, m_random, shape, m_asked.position);
        const HostLane& host = made.host;
        const auto stride = static_cast<std::size_t>(host.stride), layers = static_cast<std::size_t>(shape.layers);
        const auto heads = static_cast<std::size_t>(shape.heads.query);
        const int parts = partsOf(shape.units, shape.heads.kv);
        RowMeasures& measures = made.measures;
        measures.sums = m_memory.room<RowSums>(layers * static_cast<std::size_t>(parts + 1));
        measures.compared = true;
        measures.rows =
            m_memory.filled(kVarianceRows * layers * heads * stride, std::numeric_limits<float>::quiet_NaN());
        measures.tokens = m_memory.filled(kVarianceRows * host.unitsInAll() * stride, std::int32_t{-7});
        measures.first = m_asked.position + m_asked.firstOfWindow;
        measures.keyStride = measureKeys(shape.units, parts, host.stride);
        measures.keys = m_memory.room<std::uint32_t>(layers * measures.keyStride);
        measures.placeStride = m_asked.position + m_asked.steps;
        measures.places = m_memory.filled(layers * static_cast<std::size_t>(measures.placeStride), std::int32_t{0});
        m_lanes.push_back(std::move(made));
    }

    /// Takes a slot for the step's token, frees some, and draws rows.
    void takeStep(Measured& each, int position, bool evicts) {
        HostLane& host = each.host;
        const LaneShape& shape = host.shape;
        const auto stride = static_cast<std::size_t>(host.stride);
        for (std::size_t u = 0; u < host.unitsInAll(); ++u) {
            std::int32_t* tokens = host.tokens.data() + u * stride;
            for (int times = 0; evicts && times < 2 && host.held[u] > 1; ++times) {
                const int slot = m_random.below(host.used[u]);
                host.held[u] -= tokens[slot] >= 0 ? 1 : 0;
                tokens[slot] = -1;
            }
            const auto lowest = std::find(tokens, tokens + host.used[u], -1) - tokens;
            host.used[u] = std::max(host.used[u], static_cast<std::int32_t>(lowest) + 1);
            tokens[lowest] = position;
            ++host.held[u];
        }
        const auto heads = static_cast<std::size_t>(shape.heads.query);
        const std::size_t per = heads / static_cast<std::size_t>(shape.units);
        std::vector<float> rows(static_cast<std::size_t>(shape.layers) * heads * stride, 0.0F);
        for (std::size_t row = 0; row < rows.size() / stride; ++row) {
            const std::size_t unit = row / heads * static_cast<std::size_t>(shape.units) + row % heads / per;
            double sum = m_asked.sinks ? 1.5 : 0;
            for (std::size_t slot = 0; slot < static_cast<std::size_t>(host.used[unit]); ++slot) {
                if (host.tokens[unit * stride + slot] >= 0 && !(m_asked.zeros && m_random.below(3) == 0)) {
                    // Few different numbers, so that some are equal.
                    rows[row * stride + slot] = std::exp(static_cast<float>(m_random.below(400)) / 50);
                    sum += static_cast<double>(rows[row * stride + slot]);
                }
            }
            for (std::size_t slot = 0; slot < stride && sum > 0; ++slot) {
                rows[row * stride + slot] /= static_cast<float>(sum);
            }
        }
        m_memory.write(host.lane.tokens, host.tokens);
        m_memory.write(host.lane.used, host.used);
        m_memory.write(host.lane.held, host.held);
        m_memory.write(host.lane.position, std::vector<std::int32_t>{position});
        m_memory.write(host.lane.rows, rows);
        each.rows.push_back(std::move(rows));
        each.tables.push_back(host.tokens);
    }

    /// `floor`: rounding of f32, where numbers near 1 are added before.
    void expectClose(double found, double expected, const char* what, double floor = 2e-7) {
        if (std::isnan(expected)) {
            m_outcome.expect(std::isnan(found), std::string(what) + " is defined");
            return;
        }
        const double error = std::abs(found - expected);
        m_outcome.worst = std::max(m_outcome.worst, error);
        m_outcome.expect(error <= 1e-6 * std::abs(expected) + floor,
                         std::string(what) + ": " + std::to_string(found) + ", expected " + std::to_string(expected));
    }

    void compare(const Measured& each, int position) {
        const LaneShape& shape = each.host.shape;
        const int parts = partsOf(shape.units, shape.heads.kv), heads = shape.heads.query, perPart = heads / parts;
        const auto perLayer = static_cast<std::size_t>(parts + 1);
        const auto sums = m_memory.get(each.measures.sums, static_cast<std::size_t>(shape.layers) * perLayer);
        m_outcome.keep(sums);
        for (int layer = 0; layer < shape.layers; ++layer) {
            std::map<int, double> massOfToken;
            for (int part = 0; part < parts; ++part) {
                const int unit = layer * shape.units + part * shape.units / parts;
                const RowSums expected = reference(each, layer, unit, part * perPart, perPart, massOfToken, position);
                const RowSums& found =
                    sums[static_cast<std::size_t>(layer) * perLayer + static_cast<std::size_t>(part) + 1];
                expectClose(found.gini, expected.gini, "gini of a part");
                expectClose(found.entropy, expected.entropy, "entropy");
                expectClose(found.variance, expected.variance, "variance", 1e-15);
                expectClose(found.retained, expected.retained, "retained mass");
            }
            std::vector<double> masses;
            for (const auto& [token, mass] : massOfToken) {
                masses.push_back(mass);
            }
            expectClose(sums[static_cast<std::size_t>(layer) * perLayer].gini, giniOf(masses), "gini of a layer");
        }
    }

    RowSums reference(const Measured& each, int layer, int unit, int firstHead, int perPart,
                      std::map<int, double>& massOfToken, int position) const {
        const auto stride = static_cast<std::size_t>(each.host.stride);
        const auto lineOf = [&](int head) {
            return (static_cast<std::size_t>(layer) * static_cast<std::size_t>(each.host.shape.heads.query) +
                    static_cast<std::size_t>(head)) *
                   stride;
        };
        const std::size_t table = static_cast<std::size_t>(unit) * stride;
        const std::size_t last = each.rows.size() - 1, first = static_cast<std::size_t>(m_asked.firstOfWindow);
        const std::size_t seen = last < first ? 0 : std::min<std::size_t>(last - first + 1, kVarianceRows);
        const Measured& full = m_lanes[0];
        RowSums sums;
        std::vector<double> masses;
        bool common = false;
        for (int head = firstHead; head < firstHead + perPart; ++head) {
            const std::size_t fullLine =
                (static_cast<std::size_t>(layer) * static_cast<std::size_t>(full.host.shape.heads.query) +
                 static_cast<std::size_t>(head)) *
                static_cast<std::size_t>(full.host.stride);
            double retained = 0, all = 0;
            for (int token = 0; token <= position; ++token) {
                all += static_cast<double>(full.rows.back()[fullLine + static_cast<std::size_t>(token)]);
            }
            std::size_t held = 0;
            for (std::size_t slot = 0; slot < stride; ++slot) {
                const std::int32_t token = each.tables.back()[table + slot];
                if (token < 0) {
                    continue;
                }
                const auto mass = static_cast<double>(each.rows.back()[lineOf(head) + slot]);
                sums.entropy -= mass * std::log(mass + 1e-10);
                retained += static_cast<double>(full.rows.back()[fullLine + static_cast<std::size_t>(token)]);
                masses.resize(std::max(masses.size(), held + 1));
                masses[held++] += mass;
                massOfToken[token] += mass;
                bool stays = seen > 1;
                double mean = 0;
                for (std::size_t back = 0; back < seen; ++back) {
                    stays = stays && each.tables[last - back][table + slot] == token;
                    mean +=
                        static_cast<double>(each.rows[last - back][lineOf(head) + slot]) / static_cast<double>(seen);
                }
                common = common || stays;
                for (std::size_t back = 0; stays && back < seen; ++back) {
                    const double distance = static_cast<double>(each.rows[last - back][lineOf(head) + slot]) - mean;
                    sums.variance += distance * distance / static_cast<double>(seen - 1);
                }
            }
            sums.retained += m_asked.sinks ? retained / all : retained;
        }
        sums.gini = giniOf(masses);
        sums.variance = common ? sums.variance : kUndefined;
        return sums;
    }

    Device& m_device;
    const MeasureCase& m_asked;
    Outcome& m_outcome;
    Memory m_memory;
    Random m_random;
    std::vector<Measured> m_lanes;
};

/// One table per layer, one per KV head, one per query head; windows that fill and slide.
Outcome measures(Device& device) {
    Outcome outcome;
    const MeasureCase cases[] = {
        {shapeOfLane({6, 2, 4}, 2, 1, {40, 23}), 60, 11},
        {shapeOfLane({6, 2, 4}, 2, 2, {40, 23, 1, 9}), 60, 10, true, true},
        {shapeOfLane({4, 2, 4}, 1, 4, {40, 23, 17, 30}), 60, 4, false, true, 2},
        {shapeOfLane({3, 1, 4}, 1, 1, {1}), 1, 2},
    };
    for (const MeasureCase& each : cases) {
        MeasureCheck(device, each, outcome).run();
    }
    return outcome;
}

/// So many keys that they are sorted, in shared memory and beyond it.
Outcome manyKeys(Device& device) {
    Outcome outcome;
    const MeasureCase cases[] = {
        {shapeOfLane({2, 1, 4}, 1, 1, {700}), 900, 2},
        {shapeOfLane({2, 1, 4}, 1, 1, {3500}), 4000, 1, false, true},
        {shapeOfLane({4, 2, 4}, 1, 4, {1000, 950, 980, 990}), 1000, 1},  // few tokens in many slots
        {shapeOfLane({2, 2, 4}, 1, 2, {3000, 2900}), 6000, 1, false, true},
    };
    for (const MeasureCase& each : cases) {
        MeasureCheck(device, each, outcome).run();
    }
    return outcome;
}

/// A number that is none makes undefined what it is part of.
Outcome brokenRows(Device& device) {
    Outcome outcome;
    Memory memory(device, outcome);
    Random random(5);
    HostLane host = makeLane(memory, random, shapeOfLane({4, 2, 4}, 1, 1, {20}), 30);
    const auto stride = static_cast<std::size_t>(host.stride);
    std::vector<float> rows(4 * stride, 0.05F);
    const auto held = std::find_if(host.tokens.begin(), host.tokens.end(), [](auto token) { return token >= 0; });
    rows[2 * stride + static_cast<std::size_t>(held - host.tokens.begin())] = std::numeric_limits<float>::quiet_NaN();
    memory.write(host.lane.rows, rows);
    RowMeasures measures;
    measures.sums = memory.room<RowSums>(3);
    MeasureArgs args;
    args.step = {host.shape.heads, 1, 1, memory.put(std::vector<Lane>{host.lane}), 1};
    args.measures = memory.put(std::vector<RowMeasures>{measures});
    memory.check(device.kernels().measureRows(device, args));
    const auto sums = memory.get(measures.sums, 3);
    outcome.keep(sums);
    outcome.expect(std::isnan(sums[0].gini) && std::isnan(sums[2].gini), "gini of what is no number");
    outcome.expect(sums[1].gini == 0, "gini of equal numbers");
    const double one = -static_cast<double>(host.held[0]) * 0.05 * std::log(0.05);
    outcome.expect(std::abs(sums[1].entropy - 2 * one) <= 1e-5 && std::abs(sums[2].entropy - one) <= 1e-5,
                   "entropy beside what is no number");
    outcome.expect(std::isnan(sums[1].variance) && sums[1].retained == 0, "variance without a window");
    return outcome;
}

}  // namespace

std::vector<Check> measureChecks() {
    return {{"numbers of rows", measures}, {"numbers of long rows", manyKeys}, {"numbers of broken rows", brokenRows}};
}

}  // namespace kvw::device::check
