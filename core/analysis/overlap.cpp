// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/metrics/attention_shape.h"

namespace kvw {
namespace {

constexpr double kNoRounding = 1e-6;

/// Keep-sets of a layer's units, each read once.
class Sets {
 public:
    Sets(const Trace& trace, std::int64_t step, std::int32_t layer) : m_trace(trace), m_step(step), m_layer(layer) {}
    const std::vector<std::int64_t>& of(std::int32_t unit) {
        const auto [found, added] = m_units.try_emplace(unit);
        if (added) {
            const std::vector<std::int32_t> dropped = m_trace.evictedAt(m_step, m_layer, unit);
            for (std::size_t token = 0; token < dropped.size(); ++token) {
                if (dropped[token] < 0) {
                    found->second.push_back(static_cast<std::int64_t>(token));
                }
            }
        }
        return found->second;
    }

 private:
    const Trace& m_trace;
    std::int64_t m_step;
    std::int32_t m_layer;
    std::map<std::int32_t, std::vector<std::int64_t>> m_units;
};

}  // namespace

std::vector<double> keepSetOverlap(const Recording& recording, std::int32_t a, std::int32_t b, std::int64_t step,
                                   const std::function<bool()>& stale) {
    const Trace &left = recording.trace(a), &right = recording.trace(b);
    const TraceShape &shape = left.shape(), &other = right.shape();
    if (step < 0 || step >= std::min(left.steps(), right.steps()) || shape.layers != other.layers ||
        shape.queryHeads != other.queryHeads) {
        return {};
    }
    std::vector<double> overlap;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (stale && stale()) {
            return {};
        }
        Sets ofLeft(left, step, layer), ofRight(right, step, layer);
        std::map<std::pair<std::int32_t, std::int32_t>, double> known;
        double sum = 0;
        for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
            const std::pair units{shape.unitOf(head), other.unitOf(head)};
            const auto [found, added] = known.try_emplace(units, 0);
            if (added) {
                found->second = metrics::jaccard(ofLeft.of(units.first), ofRight.of(units.second));
            }
            sum += found->second;
        }
        overlap.push_back(sum / std::max(1, shape.queryHeads));
    }
    return overlap;
}

std::int64_t firstDifference(const Recording& recording, std::int32_t a, std::int32_t b, std::int64_t from) {
    const Trace &left = recording.trace(a), &right = recording.trace(b);
    const std::int64_t steps = std::min(left.steps(), right.steps());
    for (std::int64_t step = from; step < steps; ++step) {
        const StepRecord& record = right.step(step);
        if (record.tokenId != left.step(step).tokenId || record.kl > kNoRounding) {
            return step;
        }
    }
    return -1;
}

std::int64_t firstUnequal(const Trace& a, const Trace& b, std::int64_t end, std::int64_t from) {
    const std::int64_t last = std::min({end, a.steps(), b.steps()});
    for (std::int64_t i = from; i < last; ++i) {
        const StepRecord &x = a.step(i), &y = b.step(i);
        const bool sameNll = x.nll == y.nll || (std::isnan(x.nll) && std::isnan(y.nll));
        if (!sameNll || x.tokenId != y.tokenId || x.heldTotal != y.heldTotal) {
            return i;
        }
    }
    return -1;
}

Result<void> checkComparable(const Recording& a, std::int32_t laneOfA, const Recording& b, std::int32_t laneOfB) {
    const RunDescription &left = a.description(), &right = b.description();
    const char* differs =
        left.model.hash != right.model.hash       ? "the runs cannot be compared: they are of different models"
        : left.tokenIds != right.tokenIds         ? "the runs cannot be compared: they read different texts"
        : left.promptTokens != right.promptTokens ? "the runs cannot be compared: their prompts end at different tokens"
        : left.mode != right.mode ? "the runs cannot be compared: one follows the text, the other generates"
        : !a.hasTrace(laneOfA) || !b.hasTrace(laneOfB) ? "the runs cannot be compared: one of them has recorded nothing"
                                                       : nullptr;
    if (differs != nullptr) {
        return fail(Code::BadInput, "comparison", differs);
    }
    return {};
}

Result<std::shared_ptr<Recording>> combineLanes(const Recording& a, std::int32_t laneOfA, const Recording& b,
                                                std::int32_t laneOfB, std::vector<RunSpec> specs,
                                                std::string commandLine) {
    KVW_TRY(checkComparable(a, laneOfA, b, laneOfB));
    const auto full = [](const Recording& run) {
        return run.lanes() > 1 && run.description().beginsWithFull() && run.hasTrace(0)
                   ? run.trace(0).steps()
                   : std::int64_t{-1};
    };
    struct Lane {
        const Recording* run;
        std::int32_t lane;
    };
    std::vector<Lane> lanes{{&a, laneOfA}, {&b, laneOfB}};
    const bool ofA = full(a) >= full(b);
    const std::int32_t shown = ofA ? laneOfA : laneOfB;
    if (std::max(full(a), full(b)) >= 0 && shown != 0) {
        lanes.insert(lanes.begin(), Lane{ofA ? &a : &b, 0});
    }
    RunDescription description = a.description();
    description.specs = std::move(specs);
    description.commandLine = std::move(commandLine);
    description.lanes.clear();
    for (const Lane& each : lanes) {
        const RunDescription& from = each.run->description();
        LaneInfo lane = from.lane(each.lane);
        setOwn(lane, settingsOf(from, each.lane), a.description());
        description.lanes.push_back(std::move(lane));
    }
    auto together = std::make_shared<Recording>(std::move(description));
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto lane = static_cast<std::int32_t>(i);
        together->setTrace(lane, lanes[i].run->trace(lanes[i].lane).fork());
        together->setNotes(lane, lanes[i].run->notes(lanes[i].lane));
        together->setTtft(lane, lanes[i].run->ttft(lanes[i].lane));
    }
    together->setState(RunState::Finished);
    return together;
}

}  // namespace kvw
