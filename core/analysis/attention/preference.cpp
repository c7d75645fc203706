// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/preference.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/attention/prompt_rows.h"
#include "core/base/json/json_access.h"
#include "core/metrics/attention_shape.h"
#include "core/policy/kit/integer_step.h"
#include "core/trace/lane_parameter.h"

namespace kvw {

namespace {

/// Returns true for cake, also with a codec (@) or if another policy took over later (>).
bool isCake(const LaneInfo& lane) {
    return lane.policyId.substr(0, lane.policyId.find_first_of("@>")) == "cake";
}

bool isComposed(const LaneInfo& lane) {
    return !isCake(lane) && lane.policyId.find("+cake-preference") != std::string::npos;
}

}  // namespace

bool hasPreference(const LaneInfo& lane) {
    return isCake(lane) || isComposed(lane);
}

PreferencePlan preferencePlan(const LaneInfo& lane) {
    PreferencePlan plan;
    plan.capacity = laneParameter<std::int64_t>(lane, "capacity", plan.capacity);
    if (hasPreference(lane)) {
        plan.window = laneParameter<std::int64_t>(lane, "window", plan.window);
        plan.tau1 = laneParameter<double>(lane, "tau1", 1);
        plan.tau2 = laneParameter<double>(lane, "tau2", 1);
    }
    plan.composed = isComposed(lane);
    plan.beside = plan.composed ? lane.sinks + lane.recent : plan.window;
    const auto is = [&](const char* name, const char* word) {
        return isCake(lane) && textOf(lane.parameters, name) == word;
    };
    plan.windowInside = is("accounting", "paper");
    plan.integerStep = !is("integer-step", "none");
    plan.listingGuard = is("guard", "listing");
    return plan;
}

Result<LayerPreferences> layerPreferences(const Recording& recording, std::int32_t lane, std::int64_t window,
                                          const std::function<bool()>& stale) {
    constexpr const char* kWhat = "layer preferences";
    const LaneInfo& info = recording.description().lane(lane);
    KVW_TRY_ASSIGN(const auto of, promptRows(recording, lane, window, isComposed(info) ? 1 : 2, kWhat));
    LayerPreferences measured;
    measured.prompt = of.prompt;
    measured.window = of.rows;
    measured.layers.resize(static_cast<std::size_t>(recording.trace(lane).shape().layers));
    const auto add = [&](std::int32_t layer, std::int32_t, const std::vector<float>& values) {
        const metrics::RowBlock<float> block{values, 1, static_cast<std::size_t>(of.rows),
                                             static_cast<std::size_t>(of.prefix()),
                                             static_cast<std::size_t>(of.prefix())};
        LayerPreference& point = measured.layers[static_cast<std::size_t>(layer)];
        point.entropy += metrics::cakeEntropy(block).value_or(kMissing);
        point.variance += of.rows == 1 ? 0.0 : metrics::temporalVariance(block).value_or(kMissing);
    };
    KVW_TRY(eachPromptHead(recording, lane, of, kWhat, stale, add));
    for (LayerPreference& point : measured.layers) {
        point.entropy = std::max(0.0, point.entropy);
    }
    return measured;
}

std::vector<double> preferenceValues(const LayerPreferences& measured, double tau1, double tau2) {
    std::vector<double> values;
    for (const LayerPreference& layer : measured.layers) {
        values.push_back(metrics::cakePreference(layer.entropy, layer.variance, tau1, tau2).value_or(kMissing));
    }
    return values;
}

PreferenceBudgets preferenceBudgets(const LayerPreferences& measured, const PreferencePlan& plan, std::int32_t known) {
    PreferenceBudgets result;
    const auto layers = std::ssize(measured.layers);
    result.nominal = plan.capacity * layers;
    std::vector<double> values = preferenceValues(measured, plan.tau1, plan.tau2);
    if (known >= 0) {
        values.resize(std::min(values.size(), static_cast<std::size_t>(known)));
    }
    // The sum of capacity and `beside` could overflow, because a capacity may be as large as its type.
    result.guarded = plan.composed ? measured.prompt <= plan.capacity
                     : plan.listingGuard
                         ? measured.prompt <= plan.beside || measured.prompt <= plan.capacity - plan.beside
                         : measured.prompt <= plan.beside ||
                               measured.prompt - (plan.windowInside ? 0 : plan.beside) <= plan.capacity;
    const std::int64_t room = std::max<std::int64_t>(0, measured.prompt - plan.beside);
    const std::int64_t base = std::max<std::int64_t>(0, plan.capacity - plan.beside);
    if (plan.composed && (result.guarded || base == 0)) {
        result.tokens.assign(values.size(), plan.capacity);
    } else if (result.guarded) {
        result.tokens.assign(values.size(), measured.prompt);
    } else if (base == 0) {
        result.tokens.assign(values.size(), plan.beside);
    } else {
        const std::int64_t total = (plan.windowInside ? plan.capacity : base) * layers;
        const std::int64_t cap = plan.windowInside ? measured.prompt : room;
        const std::vector<double> real = sdk::real_shares(values, total);
        for (const std::int64_t share :
             plan.integerStep ? sdk::integer_step(real, total, cap) : sdk::truncated_shares(real, cap)) {
            result.tokens.push_back(
                (plan.windowInside ? std::clamp<std::int64_t>(share - plan.beside, 0, room) : share) + plan.beside);
            result.tokens.back() = std::max<std::int64_t>(result.tokens.back(), plan.composed ? 1 : 0);
        }
    }
    result.sum = std::accumulate(result.tokens.begin(), result.tokens.end(), std::int64_t{0});
    return result;
}

}  // namespace kvw
