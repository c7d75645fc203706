// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/cuda/check/whole_step.h"

namespace kvw::device::check {
namespace {

constexpr int kSteps = 12;

/// Results of a lane: NLL, entropy and numbers of rows of each step, then its tables and statistics.
struct Trail {
    std::vector<double> numbers;
    std::vector<std::int32_t> tables;
    std::vector<float> statistics;
    bool operator==(const Trail& other) const = default;
};

std::vector<Trail> run(Device& device, const std::vector<int>& names, bool recorded, Outcome& outcome) {
    Memory memory(device, outcome);
    LaneShape shape;
    shape.units = shape.storedHeads = 2;
    shape.type = Number::Bf16;
    shape.used = {70, 19, 33};
    shape.spare = 2 * kSteps;
    WholeStep step(memory, {}, shape, names, 80, kSteps);
    std::vector<Trail> trails(names.size());
    std::unique_ptr<Recorded> graph;
    if (recorded) {
        memory.check(device.beginRecording());
        step.enqueue();
        memory.check(device.endRecording(&graph));
    }
    for (int i = 0; i < kSteps; ++i) {
        if (recorded) {
            memory.check(device.play(*graph));
        } else {
            step.enqueue();
        }
        const std::vector<LogitRecord> records = step.records();
        for (std::size_t l = 0; l < names.size(); ++l) {
            trails[l].numbers.insert(trails[l].numbers.end(), {records[l].nll, records[l].entropy});
            for (const RowSums& sums : step.sums(l)) {
                const double variance = std::isnan(sums.variance) ? -1 : sums.variance;
                trails[l].numbers.insert(trails[l].numbers.end(), {sums.gini, sums.entropy, variance});
            }
            outcome.expect(std::isfinite(records[l].nll), "a step's NLL is not finite");
        }
    }
    for (std::size_t l = 0; l < names.size(); ++l) {
        const HostLane& host = step.lanes()[l];
        const std::size_t units = host.unitsInAll(), places = host.tokens.size();
        Trail& trail = trails[l];
        for (const std::int32_t* table : {host.lane.held, host.lane.used, host.lane.next}) {
            const auto numbers = memory.get(table, units);
            trail.tables.insert(trail.tables.end(), numbers.begin(), numbers.end());
        }
        // All lanes hold what they held, but for those that let some tokens come before they cut, and the full one.
        const auto held = memory.get(host.lane.held, units);
        for (std::size_t u = 0; u < units; ++u) {
            const int grown = names[l] % 5 == 4 ? kSteps : names[l] % 5 == 1 ? kSteps % 3 : 0;
            outcome.expect(held[u] == host.held[u] + grown, "a rule leaves another number of tokens");
        }
        const auto tokens = memory.get(host.lane.tokens, places);
        trail.tables.insert(trail.tables.end(), tokens.begin(), tokens.end());
        outcome.expect(memory.get(host.lane.position, 1)[0] == host.position + kSteps, "steps do not move on");
        outcome.expect(memory.get(host.lane.fault, 1)[0] == Fault::None, "a step has a fault");
        const auto statistics = memory.get(host.lane.statistic, places);
        for (std::size_t i = 0; i < places; ++i) {
            trail.statistics.push_back(tokens[i] >= 0 ? statistics[i] : 0);
        }
        outcome.keep(trail.numbers);
        outcome.keep(trail.tables);
        outcome.keep(trail.statistics);
    }
    return trails;
}

Outcome recordedSteps(Device& device) {
    Outcome outcome;
    const std::vector<int> names = {4, 0, 1, 2, 3};
    const std::vector<Trail> launched = run(device, names, false, outcome);
    outcome.expect(run(device, names, true, outcome) == launched, "a recorded step is not the launches one by one");
    for (const std::size_t lane : {std::size_t{1}, std::size_t{3}}) {
        const std::vector<Trail> alone = run(device, {names[lane]}, true, outcome);
        outcome.expect(alone[0] == launched[lane], "a lane has other bits than alone");
    }
    return outcome;
}

}  // namespace

std::vector<Check> wholeStepChecks() {
    return {{"whole steps, recorded", recordedSteps, true}};
}

}  // namespace kvw::device::check
