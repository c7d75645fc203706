// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/utf8.h"
#include "core/session/spec/command_line.h"

namespace kvw {

namespace {

constexpr const char* kGranularity = "granularity";

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
    const auto* sets = valueIf<std::string>(part.parameters, kGranularity);
    return sets != nullptr && *sets == "layer";
}

/// Returns why the chosen granularity gives the same sets as another one; none: it does not.
std::optional<Finding> whySameSets(const sdk::Value& chosen, const PolicyFacts& facts) {
    const std::string sets = toText(chosen);
    if (sets == "query-head" && facts.group == 1) {
        return finding("no-effect-one-query-head", kGranularity);
    }
    return sets != "query-head" && facts.kvHeads == 1 ? std::optional(finding("no-effect-one-kv-head", kGranularity))
                                                      : std::nullopt;
}

/// Adds a warning if the codec's tail in full precision holds the whole run.
void addUncoded(const ResolvedPolicy& policy, const PolicyFacts& facts, std::vector<Finding>& warnings) {
    const auto* residual =
        policy.codec() != nullptr ? valueIf<std::int64_t>(policy.codec()->parameters, "residual") : nullptr;
    if (residual != nullptr && *residual >= facts.prompt + facts.steps) {
        warnings.push_back(finding("nothing-in-codes", *residual, facts.prompt + facts.steps));
    }
}

/// Returns "slack has no effect while max-drop is 0"; none if the parameter has an effect.
std::optional<Finding> whyInert(const ResolvedPart& part, const ParameterSpec& spec) {
    const auto condition = parseCondition(spec.enabledIf);
    const auto& values = part.parameters.values();
    const Clause* broken = firstBroken(*condition, part);
    if (broken == nullptr) {
        return std::nullopt;
    }
    std::vector<Phrase> facts;
    for (const ParameterTest& test : *broken) {
        // Alternatives may be about the same parameter.
        addOnce<Phrase>(facts, finding("value-is", test.name, toText(values.at(test.name))));
    }
    return finding("no-effect-while", spec.name, joinedByAnd(std::move(facts)));
}

void addSampling(const RunSpec& spec, std::vector<Finding>& warnings) {
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
    const Finding why = spec.mode == Mode::Teacher ? finding("text-followed") : finding("likeliest-taken");
    const std::string names = joined(set);
    warnings.push_back(set.size() > 1 ? finding("sampling-unused", names, why)
                                      : finding("sampling-one-unused", names, why));
}

/// Names are recorded as JSON, which has no bytes but UTF-8.
void addNames(const RunSpec& spec, std::vector<Finding>& warnings) {
    const RunSpec recorded = recordedSpec(spec);
    for (const auto& [option, name] :
         {std::pair{"--model", recorded.model.string()}, std::pair{"--text", recorded.textFile.string()}}) {
        if (const std::string valid = lossyUtf8(name); valid != name) {
            warnings.push_back(finding("name-invalid", option, valid));
        }
    }
}

}  // namespace

std::vector<Finding> runWarnings(const RunSpec& spec, bool ranks, std::int64_t prompt, std::int64_t text) {
    const RunSpec defaults;
    std::vector<Finding> warnings;
    addNames(spec, warnings);
    addSampling(spec, warnings);
    if (spec.mode == Mode::Teacher && spec.steps > text - prompt) {
        warnings.push_back(finding("text-ends", spec.steps, counted(text - prompt, "token", "tokens")));
    }
    if (spec.rankKeys != defaults.rankKeys && !ranks) {
        warnings.push_back(finding("rank-keys-unused"));
    }
    if (spec.rowsLimit > 0 && (spec.capture != Capture::Maps || spec.pooling.on())) {
        warnings.push_back(finding("rows-limit-unused"));
    }
    if (spec.streamingPrefill && spec.chunk != defaults.chunk && spec.chunk > prompt) {
        warnings.push_back(finding("chunk-above-prompt", spec.chunk, prompt));
    }
    return warnings;
}

LaneRun withNativeChoices(const ResolvedPolicy& policy, LaneChoice choice, const RunSpec& run) {
    const auto native = nativeChoice(policy);
    choice.positions = native && choice.positions ? native->positions : choice.positions;
    choice.chunk = native && choice.chunk ? native->chunk : choice.chunk;
    return laneRun(run, choice);
}

std::vector<Finding> samplingWarnings(const ModelConfig& model, const RunSpec& spec) {
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
    return {finding("sampling-advised", advised)};
}

std::vector<Finding> modelWarnings(const ModelConfig& model, std::int64_t total, bool cacheRank) {
    std::vector<Finding> warnings;
    for (const Phrase& sentence : model.warnings) {
        warnings.push_back(errorFinding(sentence, Severity::Warning));
    }
    const auto windowed = std::ranges::count_if(model.windows, [](auto w) { return w > 0; });
    if (windowed > 0 && total > *model.slidingWindow) {
        const Finding where =
            windowed == model.layers ? finding("every-layer") : finding("some-layers", windowed, model.layers);
        warnings.push_back(cacheRank ? finding("sliding-window-of-ranks", *model.slidingWindow, where)
                                     : finding("sliding-window", *model.slidingWindow, where));
    }
    if (model.rope.scaling == RopeScaling::LongRope && static_cast<double>(total) > model.rope.originalContext) {
        warnings.push_back(finding("long-rope", fmt::format("{:.0f}", model.rope.originalContext)));
    }
    return warnings;
}

std::vector<Finding> valueWarnings(const ResolvedPolicy& policy, const RunSizes& sizes) {
    std::vector<Finding> warnings;
    for (const EffectiveValue& value : effectiveValues(policy, sizes)) {
        // The policy itself says that a default capacity covers the prompt: nothing is evicted.
        if (!value.isDefault || !value.name.ends_with("capacity")) {
            warnings.push_back(value.warning());
        }
    }
    return warnings;
}

std::vector<Finding> policyWarnings(const ResolvedPolicy& policy, const PolicyFacts& facts) {
    std::vector<Finding> warnings;
    for (const ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            if (changed(part, spec.name) == nullptr) {
                continue;
            }
            if (auto inert = whyInert(part, spec)) {
                warnings.push_back(std::move(*inert));
            } else if (facts.group == 1 && spec.name.starts_with("group-") && !perLayer(part)) {
                warnings.push_back(finding("no-effect-one-query-head", spec.name));
            } else if (spec.name == kGranularity) {
                if (auto same = whySameSets(part.parameters.values().at(spec.name), facts)) {
                    warnings.push_back(std::move(*same));
                }
            }
        }
    }
    addUncoded(policy, facts, warnings);
    const std::vector<Finding> values = valueWarnings(policy, {facts.prompt, facts.layers});
    warnings.insert(warnings.end(), values.begin(), values.end());
    if (!policy.composed()) {
        return warnings;
    }
    const auto* capacity = valueIf<std::int64_t>(policy.parts[1].parameters, "capacity");
    const std::int64_t guarded = policy.sinks + policy.recent;
    if (guarded > 0 && capacity != nullptr && *capacity <= guarded) {
        warnings.push_back(finding("protected-take-capacity", guarded, *capacity));
    }
    if (policy.cutInterval > std::max<std::int64_t>(1, facts.steps)) {
        warnings.push_back(finding("schedule-above-run", policy.cutInterval, policy.cutInterval, facts.steps));
    }
    return warnings;
}

RunTraits traitsOf(const RunSpec& spec, const ModelConfig& model) {
    RunTraits traits;
    traits.streamingPrefill = spec.streamingPrefill;
    traits.turnedKeys = spec.positions == Positions::CacheRank && spec.rankKeys == RankKeys::Rotated;
    traits.roundedKeys = spec.kvDtype != "f32";
    const auto window = std::ranges::find_if(model.windows, [](std::int64_t tokens) { return tokens > 0; });
    if (window != model.windows.end()) {
        traits.windowLayer = window - model.windows.begin();
        traits.window = *window;
    }
    return traits;
}

}  // namespace kvw
