// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/gini_budgets.h"

#include <numeric>

#include "core/analysis/attention/prompt_rows.h"
#include "core/base/json/json_access.h"
#include "core/metrics/attention_shape.h"
#include "core/policy/kit/gini_shares.h"
#include "core/trace/lane_parameter.h"

namespace kvw {

bool hasGiniBudgets(const LaneInfo& lane) {
    return lane.policyId.find("+adap-gini") != std::string::npos;
}

GiniPlan giniPlan(const LaneInfo& lane) {
    GiniPlan plan;
    plan.capacity = laneParameter<std::int64_t>(lane, "capacity", plan.capacity);
    plan.isProtected = lane.sinks + lane.recent;
    if (hasGiniBudgets(lane)) {
        plan.window = laneParameter<std::int64_t>(lane, "window", plan.window);
        plan.temperature = laneParameter<double>(lane, "temperature", 1);
        plan.asCoded = textOf(lane.parameters, "direction") == "code";
    }
    return plan;
}

Result<LayerGinis> layerGinis(const Recording& recording, std::int32_t lane, std::int64_t window,
                              const std::function<bool()>& stale) {
    constexpr const char* kWhat = "Gini coefficients";
    KVW_TRY_ASSIGN(const auto of, promptRows(recording, lane, window, 1, kWhat));
    LayerGinis measured;
    measured.prompt = of.prompt;
    measured.window = of.rows;
    const std::int32_t heads = recording.trace(lane).shape().queryHeads;
    metrics::GiniScratch scratch;
    std::vector<double> sum;
    const auto add = [&](std::int32_t, std::int32_t head, const std::vector<float>& values) {
        sum.resize(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            sum[i] = (head == 0 ? 0.0 : sum[i]) + static_cast<double>(values[i]);
        }
        if (head + 1 == heads) {
            for (double& value : sum) {
                value /= static_cast<double>(heads);
            }
            measured.layers.push_back(metrics::gini(std::span<const double>(sum), scratch).value_or(kMissing));
        }
    };
    KVW_TRY(eachPromptHead(recording, lane, of, kWhat, stale, add));
    return measured;
}

GiniBudgets giniBudgets(const LayerGinis& measured, const GiniPlan& plan) {
    GiniBudgets result;
    const std::size_t layers = measured.layers.size();
    result.nominal = plan.capacity * static_cast<std::int64_t>(layers);
    result.guarded = measured.prompt <= plan.capacity || plan.capacity <= plan.isProtected;
    if (result.guarded) {
        result.tokens.assign(layers, plan.capacity);
        result.asked.assign(layers, static_cast<double>(plan.capacity));
    } else {
        for (const double share : sdk::gini_shares(measured.layers, plan.temperature)) {
            result.asked.push_back(plan.asCoded ? sdk::shared_as_coded(share, plan.capacity, measured.prompt)
                                                : sdk::shared_as_written(share, plan.capacity));
            result.tokens.push_back(sdk::whole_tokens(result.asked.back(), plan.isProtected, measured.prompt));
        }
    }
    result.sum = std::accumulate(result.tokens.begin(), result.tokens.end(), std::int64_t{0});
    return result;
}

}  // namespace kvw
