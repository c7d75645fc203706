// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_rule.h"

#include <bit>
#include <span>
#include <vector>

#include "core/engine/device/device_numbers.h"

namespace kvw {

namespace {

device::StepRule::Score scoreOf(sdk::StepScore::Kind kind) {
    switch (kind) {
        case sdk::StepScore::Kind::Token:
            break;
        case sdk::StepScore::Kind::NewestRow:
            return device::StepRule::Score::NewestRow;
        case sdk::StepScore::Kind::Mass:
        case sdk::StepScore::Kind::KeyNorm:
        case sdk::StepScore::Kind::Average:
            return device::StepRule::Score::Statistic;
        case sdk::StepScore::Kind::Hash:
            return device::StepRule::Score::Hash;
        case sdk::StepScore::Kind::Cosine:
            return device::StepRule::Score::Cosine;
        case sdk::StepScore::Kind::Pooled:
            break;  // has a way of its own
    }
    return device::StepRule::Score::Token;
}

device::StepRule::Fold foldOf(const sdk::StepScore& score) {
    switch (score.kind) {
        case sdk::StepScore::Kind::Mass:
            return device::StepRule::Fold::Add;
        case sdk::StepScore::Kind::KeyNorm:
            return device::StepRule::Fold::KeyNorm;
        case sdk::StepScore::Kind::Average:
            return device::StepRule::Fold::Average;
        case sdk::StepScore::Kind::Pooled:
            return score.pooled.value == sdk::PooledScore::Value::Row ? device::StepRule::Fold::None
                                                                      : device::StepRule::Fold::Moments;
        default:
            return device::StepRule::Fold::None;
    }
}

device::StepRule::Reduce reduceOf(const sdk::StepScore& score) {
    if (score.kind != sdk::StepScore::Kind::Average) {
        return device::StepRule::Reduce::Mean;
    }
    return score.heads == sdk::StepScore::Heads::Max      ? device::StepRule::Reduce::Max
           : score.heads == sdk::StepScore::Heads::Median ? device::StepRule::Reduce::Median
                                                          : device::StepRule::Reduce::MeanInTurn;
}

device::StepRule::Value valueOf(sdk::PooledScore::Value value) {
    switch (value) {
        case sdk::PooledScore::Value::Row:
            break;
        case sdk::PooledScore::Value::Sum:
            return device::StepRule::Value::Sum;
        case sdk::PooledScore::Value::Mean:
            return device::StepRule::Value::Mean;
        case sdk::PooledScore::Value::Variance:
            return device::StepRule::Value::Variance;
        case sdk::PooledScore::Value::Product:
            return device::StepRule::Value::Product;
    }
    return device::StepRule::Value::Row;
}

/// Returns the rule as kernels take it, without budgets and plan.
device::StepRule ruleOf(const sdk::StepRule& rule) {
    device::StepRule made;
    made.score = scoreOf(rule.score.kind);
    made.fold = foldOf(rule.score);
    made.reduce = reduceOf(rule.score);
    made.decay = rule.score.decay;
    made.compares = rule.compares;
    made.carriedWinsTies = rule.carriedWinsTies;
    made.lowest = rule.score.kind == sdk::StepScore::Kind::KeyNorm;
    made.perObserver = rule.score.perObserver;
    made.firstRow = limited(rule.score.firstRow);
    made.every = limited(rule.every);
    made.maxDrop = limited(rule.maxDrop);
    made.slack = limited(rule.slack);
    made.sinks = limited(rule.sinks);
    made.recent = limited(rule.recent);
    made.seed = rule.score.seed;
    made.keepsLengths = rule.score.keepsLengths;
    if (const sdk::PooledScore& pooled = rule.score.pooled; rule.score.kind == sdk::StepScore::Kind::Pooled) {
        made.poolWidth = limited(pooled.width);
        made.byPosition = pooled.byPosition;
        made.value = valueOf(pooled.value);
        made.gamma = pooled.gamma;
        made.rounding = pooled.rounding;
    }
    return made;
}

}  // namespace

std::int64_t DeviceRule::budgetOf(std::size_t unit) const {
    return m_rule->budgets[m_rule->budgetsPerUnit ? unit : unit / m_units];
}

Result<void> DeviceRule::use(const AttentionStore& store, std::optional<sdk::StepRule> rule, device::Lane& lane) {
    const bool stays = !changes(rule);
    m_rule = std::move(rule);
    if (stays) {
        return {};
    }
    lane.rule = nullptr;
    m_decides = false;
    if (!decides(m_rule)) {
        return {};
    }
    m_units = sizeOf(lane.units);
    m_unitsInAll = sizeOf(lane.layers) * m_units;
    if (m_memory == nullptr) {
        m_memory = std::make_unique<DeviceMemory>(m_device, kLaneCache);
        m_at = m_memory->room<device::StepRule>(1);
        m_budgets = m_memory->room<std::int32_t>(m_unitsInAll);
    }
    makeRoom(store, lane);
    device::StepRule made = ruleOf(*m_rule);
    made.keyType = numberOf(store.shape().dtype);
    m_rule->plan == nullptr ? putBudgets(made) : putPlan(made);
    m_memory->copyIn(m_at, std::span<const device::StepRule>(&made, 1));
    lane.rule = m_at;
    m_decides = m_at != nullptr;
    return m_memory->state();
}

void DeviceRule::makeRoom(const AttentionStore& store, device::Lane& lane) {
    const sdk::StepScore::Kind kind = m_rule->score.kind;
    const std::size_t stride = sizeOf(lane.stride), places = m_unitsInAll * stride;
    if (m_rule->showsScores && lane.scores == nullptr) {
        lane.scores = m_memory->room<float>(places);
    }
    if (kind == sdk::StepScore::Kind::NewestRow && lane.reduced == nullptr) {
        lane.reduced = m_memory->room<float>(places);
    }
    if (m_rule->score.statistics() > 0) {
        const std::span<const float> statistics = store.cache().allStatistics();
        if (lane.statistic == nullptr) {
            lane.statistics = store.shape().statistics;
            lane.statistic = m_memory->room<float>(statistics.size());
        }
        // The policy may have changed them since the device did.
        m_memory->copyIn(lane.statistic, statistics);
    }
    if (kind == sdk::StepScore::Kind::Pooled && lane.scratch == nullptr) {
        const std::size_t size = std::bit_ceil(stride);
        lane.scratch = m_memory->room<std::uint64_t>(m_unitsInAll * 3 * size);
        lane.scratchStride = static_cast<std::int32_t>(size);
        lane.closeCuts = m_memory->cleared<std::int32_t>(m_unitsInAll);
    }
    if (kind == sdk::StepScore::Kind::Cosine && lane.cosines == nullptr) {
        const std::size_t heads = sizeOf(lane.layers) * sizeOf(lane.storedHeads);
        lane.cosines = m_memory->room<double>(heads * sizeOf(lane.stride + store.shape().headDim));
    }
}

void DeviceRule::putBudgets(device::StepRule& made) {
    std::vector<std::int32_t> budgets;
    for (std::size_t i = 0; i < m_unitsInAll; ++i) {
        const std::int64_t budget = budgetOf(i);
        budgets.push_back(budget == sdk::kUnlimited ? -1 : limited(budget));
    }
    m_memory->copyIn(m_budgets, std::span<const std::int32_t>(budgets));
    made.budgets = m_budgets;
}

void DeviceRule::putPlan(device::StepRule& made) {
    std::vector<device::PlannedStep> plan;
    for (const sdk::StepPlan::Step& step : m_rule->plan->steps) {
        plan.push_back({step.accounted, step.younger});
    }
    if (plan.size() > m_planRoom) {
        m_plan = m_memory->room<device::PlannedStep>(plan.size());
        m_planRoom = plan.size();
    }
    m_memory->copyIn(m_plan, std::span<const device::PlannedStep>(plan));
    made.plan = m_plan;
    made.planFirst = limited(m_rule->plan->first);
    made.planSteps = static_cast<std::int32_t>(plan.size());
}

bool DeviceRule::evictsByPlan(std::int64_t token) const {
    return m_decides && m_rule->plan != nullptr && m_rule->plan->of(token).accounted >= 0;
}

std::int64_t DeviceRule::kept(std::size_t unit, std::int64_t held, std::int64_t token) const {
    if (m_rule->plan == nullptr) {
        return m_rule->kept(held, budgetOf(unit));
    }
    const std::int64_t accounted = m_rule->plan->of(token).accounted;
    // After edits by hand sinks and the newest may be in the way.
    return accounted >= 0 && held == accounted + 1 ? accounted : held;
}

void DeviceRule::send(DeviceCalls& calls, DeviceReport& report, const device::Lane& lane, bool evicts) const {
    const std::size_t units = m_decides ? m_unitsInAll : 0, places = units * sizeOf(lane.stride);
    report.counts.copy(calls, lane.editCount, units);
    report.slots.copy(calls, lane.editSlots, evicts ? places : 0);
    report.scores.copy(calls, lane.scores, evicts && m_rule->showsScores ? places : 0);
    const bool pooled = evicts && m_rule->score.kind == sdk::StepScore::Kind::Pooled;
    report.closeCuts.copy(calls, lane.closeCuts, pooled ? units : 0);
    const bool folds = m_decides && m_rule->score.statistics() > 0;
    report.statistics.copy(calls, lane.statistic, folds ? places * sizeOf(lane.statistics) : 0);
}

}  // namespace kvw
