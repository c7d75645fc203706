// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_warnings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace kvw {

namespace {

/// Returns the value of a parameter if the user changed it; else null.
const sdk::Value* changed(const ResolvedPart& part, const std::string& name) {
    const ParameterSpec* spec = part.provided.parameter(name);
    if (spec == nullptr || part.parameters.values().at(name) == spec->defaultValue) {
        return nullptr;
    }
    return &part.parameters.values().at(name);
}

/// Returns true if all heads of a layer share one set.
bool perLayer(const ResolvedPart& part) {
    const auto* sets = valueIf<std::string>(part.parameters, "granularity");
    return sets != nullptr && *sets == "layer";
}

/// Returns why the chosen granularity gives the same sets as another one; empty: it does not.
std::string whySameSets(const sdk::Value& chosen, const PolicyFacts& facts) {
    const std::string sets = toText(chosen);
    if (sets == "query-head" && facts.group == 1) {
        return "granularity has no effect: every KV head has one query head";
    }
    return sets != "query-head" && facts.kvHeads == 1 ? "granularity has no effect: the model has one KV head"
                                                      : std::string();
}

/// Adds a warning if the codec's tail in full precision holds the whole run.
void addUncoded(const ResolvedPolicy& policy, const PolicyFacts& facts, std::vector<std::string>& warnings) {
    const auto* residual =
        policy.codec() != nullptr ? valueIf<std::int64_t>(policy.codec()->parameters, "residual") : nullptr;
    if (residual != nullptr && *residual >= facts.prompt + facts.steps) {
        warnings.push_back(fmt::format("residual is {} and the run has {} tokens: nothing is stored in codes",
                                       *residual, facts.prompt + facts.steps));
    }
}

/// Returns "slack has no effect while max-drop is 0"; empty if the parameter has an effect.
std::string whyInert(const ResolvedPart& part, const ParameterSpec& spec) {
    const auto condition = parseCondition(spec.enabledIf);
    const auto& values = part.parameters.values();
    const Clause* broken = firstBroken(*condition, part);
    if (broken == nullptr) {
        return {};
    }
    std::vector<std::string> facts;
    for (const ParameterTest& test : *broken) {
        std::string fact = fmt::format("{} is {}", test.name, toText(values.at(test.name)));
        // Alternatives may be about the same parameter.
        if (std::find(facts.begin(), facts.end(), fact) == facts.end()) {
            facts.push_back(std::move(fact));
        }
    }
    return fmt::format("{} has no effect while {}", spec.name, fmt::join(facts, " and "));
}

void addSampling(const RunSpec& spec, std::vector<std::string>& warnings) {
    const RunSpec defaults;
    std::vector<const char*> set;
    if (spec.sampling.topK != defaults.sampling.topK) {
        set.push_back("top-k");
    }
    if (spec.sampling.topP != defaults.sampling.topP) {
        set.push_back("top-p");
    }
    const bool hot = spec.sampling.temperature > 0;
    const bool sampled = spec.mode == Mode::Generate && hot;
    if (spec.mode == Mode::Teacher && hot) {
        set.insert(set.begin(), "temperature");
    }
    if (!sampled && spec.seed != defaults.seed) {
        set.push_back("seed");
    }
    if (set.empty() || sampled) {
        return;
    }
    warnings.push_back(fmt::format("{} {} no effect: {}.", fmt::join(set, ", "), set.size() > 1 ? "have" : "has",
                                   spec.mode == Mode::Teacher ? "the text is followed, no token is chosen"
                                                              : "at temperature 0 the likeliest token is taken"));
}

}  // namespace

std::vector<std::string> runWarnings(const RunSpec& spec, bool ranks, std::int64_t prompt, std::int64_t text) {
    const RunSpec defaults;
    std::vector<std::string> warnings;
    addSampling(spec, warnings);
    if (spec.mode == Mode::Teacher && spec.steps > text - prompt) {
        warnings.push_back(fmt::format("{} steps were asked for, but the text ends {} token{} after the prompt.",
                                       spec.steps, text - prompt, text - prompt == 1 ? "" : "s"));
    }
    if (spec.rankKeys != defaults.rankKeys && !ranks) {
        warnings.emplace_back("rank-keys has no effect with original positions: a key's phase never changes.");
    }
    if (spec.rowsLimit > 0 && spec.capture != Capture::Maps) {
        warnings.emplace_back("rows-limit has no effect unless rows of attention are recorded (--capture maps).");
    }
    if (spec.streamingPrefill && spec.chunk != defaults.chunk && spec.chunk > prompt) {
        warnings.push_back(fmt::format("The prefill chunk of {} is longer than the prompt of {}: it is one pass.",
                                       spec.chunk, prompt));
    }
    return warnings;
}

LaneRun withNativeChoices(const ResolvedPolicy& policy, LaneChoice choice, const RunSpec& run) {
    const auto native = nativeChoice(policy);
    choice.positions = native && choice.positions ? native->positions : choice.positions;
    choice.chunk = native && choice.chunk ? native->chunk : choice.chunk;
    return laneRun(run, choice);
}

std::vector<std::string> samplingWarnings(const ModelConfig& model, const RunSpec& spec) {
    const std::pair<const char*, std::string> done[] = {{"do_sample", spec.sampling.temperature > 0 ? "true" : "false"},
                                                        {"temperature", fmt::format("{}", spec.sampling.temperature)},
                                                        {"top_k", fmt::format("{}", spec.sampling.topK)},
                                                        {"top_p", fmt::format("{}", spec.sampling.topP)}};
    std::string advised;
    for (const auto& [key, value] : model.sampling) {
        const bool same = std::any_of(
            std::begin(done), std::end(done),
            [&, &name = key, &text = value](const auto& one) { return one.first == name && one.second == text; });
        if (!same) {
            advised += (advised.empty() ? "" : ", ") + key;
            advised.append(1, ' ').append(value);
        }
    }
    if (spec.mode != Mode::Generate || advised.empty()) {
        return {};
    }
    return {fmt::format("The model's files advise {}; tokens are chosen as the run says.", advised)};
}

std::vector<std::string> modelWarnings(const ModelConfig& model, std::int64_t total, bool cacheRank) {
    std::vector<std::string> warnings = model.warnings;
    const auto windowed = std::count_if(model.windows.begin(), model.windows.end(), [](auto w) { return w > 0; });
    if (windowed > 0 && total > *model.slidingWindow) {
        warnings.push_back(
            fmt::format("The model has a sliding window of {} tokens in {}: what is older is held but not attended{}.",
                        *model.slidingWindow,
                        windowed == model.layers ? std::string("every layer")
                                                 : fmt::format("{} of {} layers", windowed, model.layers),
                        cacheRank ? "; with cache-rank positions it counts ranks" : ""));
    }
    if (model.rope.scaling == RopeScaling::LongRope && static_cast<double>(total) > model.rope.originalContext) {
        warnings.push_back(fmt::format(
            "The run is longer than the {:.0f} tokens of the short RoPE factors: the long ones serve all of it.",
            model.rope.originalContext));
    }
    return warnings;
}

std::vector<std::string> valueWarnings(const ResolvedPolicy& policy, const RunSizes& sizes) {
    std::vector<std::string> warnings;
    for (const EffectiveValue& value : effectiveValues(policy, sizes)) {
        // The policy itself says that a default capacity covers the prompt: nothing is evicted.
        if (!value.isDefault || !value.name.ends_with("capacity")) {
            warnings.push_back(value.sentence());
        }
    }
    return warnings;
}

std::vector<std::string> policyWarnings(const ResolvedPolicy& policy, const PolicyFacts& facts) {
    std::vector<std::string> warnings;
    for (const ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            if (changed(part, spec.name) == nullptr) {
                continue;
            }
            const std::string inert = whyInert(part, spec);
            if (!inert.empty()) {
                warnings.push_back(inert);
            } else if (facts.group == 1 && spec.name.starts_with("group-") && !perLayer(part)) {
                warnings.push_back(spec.name + " has no effect: every KV head has one query head");
            } else if (spec.name == "granularity") {
                const std::string same = whySameSets(part.parameters.values().at(spec.name), facts);
                warnings.insert(warnings.end(), same.empty() ? 0 : 1, same);
            }
        }
    }
    addUncoded(policy, facts, warnings);
    const std::vector<std::string> values = valueWarnings(policy, {facts.prompt, facts.layers});
    warnings.insert(warnings.end(), values.begin(), values.end());
    if (!policy.composed()) {
        return warnings;
    }
    const auto* capacity = valueIf<std::int64_t>(policy.parts[1].parameters, "capacity");
    const std::int64_t guarded = policy.sinks + policy.recent;
    if (guarded > 0 && capacity != nullptr && *capacity <= guarded) {
        warnings.push_back(fmt::format(
            "sinks and recent ({}) take all of the capacity ({}): only protected tokens stay, no score matters",
            guarded, *capacity));
    }
    if (policy.cutInterval > std::max<std::int64_t>(1, facts.steps)) {
        warnings.push_back(
            fmt::format("the schedule every:{} cuts after {} decode steps at the earliest, the run has "
                        "{}: nothing is evicted after the prompt",
                        policy.cutInterval, policy.cutInterval, facts.steps));
    }
    return warnings;
}

}  // namespace kvw
