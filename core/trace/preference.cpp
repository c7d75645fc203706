// SPDX-License-Identifier: Apache-2.0
#include "core/trace/preference.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/metrics/attention_shape.h"
#include "core/policy/sdk/integer_step.h"

namespace kvw {
namespace {

/// A parameter of the lane, also where a composition names the part it belongs to.
template <class T>
T parameter(const LaneInfo& lane, const std::string& name, T otherwise) {
    for (const std::string& key : {"budget." + name, name}) {
        if (lane.parameters.is_object() && lane.parameters.contains(key) && lane.parameters[key].is_number()) {
            return lane.parameters[key].get<T>();
        }
    }
    return otherwise;
}

/// Rows of one query head, [rows, prefix]; false: one was not recorded.
bool headRows(const Trace& trace, std::int32_t layer, std::size_t head, std::int64_t prompt, std::int64_t rows,
              std::vector<float>& values) {
    const auto prefix = static_cast<std::size_t>(prompt - rows);
    values.assign(static_cast<std::size_t>(rows) * prefix, 0.0F);
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto recorded = trace.rows(prompt - rows + row, layer);
        if (!recorded || head >= recorded->heads.size()) {
            return false;
        }
        const auto& one = recorded->heads[head];
        for (std::size_t i = 0; i < one.tokens.size() && i < one.probs.size(); ++i) {
            if (const auto token = static_cast<std::size_t>(one.tokens[i]); token < prefix) {
                values[static_cast<std::size_t>(row) * prefix + token] = one.probs[i];
            }
        }
    }
    return true;
}

}  // namespace

bool hasPreference(const LaneInfo& lane) {
    return lane.policyId == "cake" || lane.policyId.find("+cake-preference") != std::string::npos;
}

PreferencePlan preferencePlan(const LaneInfo& lane) {
    PreferencePlan plan;
    plan.capacity = parameter<std::int64_t>(lane, "capacity", plan.capacity);
    if (hasPreference(lane)) {
        plan.window = parameter<std::int64_t>(lane, "window", plan.window);
        plan.tau1 = parameter<double>(lane, "tau1", 1);
        plan.tau2 = parameter<double>(lane, "tau2", 1);
    }
    plan.beside = hasPreference(lane) && lane.policyId != "cake" ? lane.sinks + lane.recent : plan.window;
    plan.windowInside = lane.policyId == "cake" && lane.parameters.is_object() &&
                        lane.parameters.value("accounting", std::string()) == "paper";
    return plan;
}

Result<LayerPreferences> layerPreferences(const Recording& recording, std::int32_t lane, std::int64_t window,
                                          const std::function<bool()>& stale) {
    const Trace& trace = recording.trace(lane);
    LayerPreferences measured;
    measured.prompt = std::min(recording.description().promptTokens, trace.steps());
    measured.window = std::clamp<std::int64_t>(window, 2, std::max<std::int64_t>(2, measured.prompt - 1));
    const auto refuse = [&](const char* what) { return fail(Code::BadUsage, fmt::format("lane {}", lane), what); };
    if (measured.prompt < 3) {
        return refuse("layer preferences are measured on the last rows of a prompt of at least 3 tokens");
    }
    std::vector<float> values;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        LayerPreference point;
        for (std::int32_t head = 0; head < trace.shape().queryHeads; ++head) {
            if (stale && stale()) {
                return fail(Code::Cancelled, "preferences", "no longer wanted");
            }
            if (!headRows(trace, layer, static_cast<std::size_t>(head), measured.prompt, measured.window, values)) {
                return refuse(
                    "layer preferences are measured on the last prompt rows, which this run has not recorded; "
                    "capture \"maps\" records them");
            }
            const metrics::RowBlock<float> block{values, 1, static_cast<std::size_t>(measured.window),
                                                 static_cast<std::size_t>(measured.prompt - measured.window),
                                                 static_cast<std::size_t>(measured.prompt - measured.window)};
            point.entropy += metrics::cakeEntropy(block).value_or(kMissing);
            point.variance += metrics::temporalVariance(block).value_or(kMissing);
        }
        point.entropy = std::max(0.0, point.entropy);
        measured.layers.push_back(point);
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
    const auto layers = static_cast<std::int64_t>(measured.layers.size());
    result.nominal = plan.capacity * layers;
    std::vector<double> values = preferenceValues(measured, plan.tau1, plan.tau2);
    if (known >= 0) {
        values.resize(std::min(values.size(), static_cast<std::size_t>(known)));
    }
    // The sum is not formed: a capacity may be as large as its type.
    result.guarded =
        measured.prompt <= plan.beside || measured.prompt - (plan.windowInside ? 0 : plan.beside) <= plan.capacity;
    const std::int64_t room = std::max<std::int64_t>(0, measured.prompt - plan.beside);
    const std::int64_t base = std::max<std::int64_t>(0, plan.capacity - plan.beside);
    if (result.guarded) {
        result.tokens.assign(values.size(), measured.prompt);
    } else if (base == 0) {
        result.tokens.assign(values.size(), plan.beside);
    } else {
        const std::int64_t total = (plan.windowInside ? plan.capacity : base) * layers;
        for (const std::int64_t share :
             sdk::integer_step(sdk::real_shares(values, total), total, plan.windowInside ? measured.prompt : room)) {
            result.tokens.push_back(
                (plan.windowInside ? std::clamp<std::int64_t>(share - plan.beside, 0, room) : share) + plan.beside);
        }
    }
    result.sum = std::accumulate(result.tokens.begin(), result.tokens.end(), std::int64_t{0});
    return result;
}

}  // namespace kvw
