// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/repeat_command.h"

#include <algorithm>
#include <limits>

#include "core/base/comma_list.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_changes.h"

namespace kvw {
namespace {

/// Replaces the policy that each lane was asked for by the chain that it went through.
void takeChainsOfLanes(const Recording& recording, bool stopped, std::vector<std::string>& policies) {
    const std::vector<std::string> asked = specOf(recording.description()).policies;
    std::vector<bool> taken(policies.size(), false);
    for (const std::int32_t lane : recording.tracedLanes()) {
        // Changes planned after the end would be refused in a run that ends there.
        const std::int64_t end = stopped ? recording.trace(lane).steps() : std::numeric_limits<std::int64_t>::max();
        const auto chain = chainBefore(recording, lane, end);
        if (!chain) {
            continue;
        }
        const auto placeOf = [&](const std::string& text) {
            std::size_t place = 0;
            while (place < policies.size() && (taken[place] || policies[place] != text)) {
                ++place;
            }
            return place;
        };
        const std::string changed = toText(*chain);
        std::size_t place = placeOf(changed);
        place = place < policies.size() ? place : placeOf(asked[static_cast<std::size_t>(lane)]);
        if (place < policies.size()) {
            policies[place] = changed;
            taken[place] = true;
        }
    }
}

}  // namespace

std::vector<RunSpec> repeatSpecs(const Recording& recording) {
    const RunDescription& run = recording.description();
    std::vector<RunSpec> specs = run.specs;
    if (specs.size() != 1) {
        return specs;
    }
    RunSpec& spec = specs.front();
    const bool stopped = recording.state() == RunState::Stopped;
    takeChainsOfLanes(recording, stopped, spec.policies);
    // Older versions left the rest of the text out.
    if (spec.mode == Mode::Generate && spec.promptTokens >= 0 && !spec.ids && run.questionTokens == 0) {
        spec.questionTokens = 0;
    }
    if (stopped) {
        std::int64_t recorded = run.promptTokens;
        for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
            recorded = std::max(recorded, recording.stepsOf(lane));
        }
        spec.steps = std::max<std::int64_t>(recorded - run.generatesFrom(), 0);
        if (recorded < run.generatesFrom()) {
            spec.questionTokens = recorded - run.promptTokens;
        }
    }
    return specs;
}

std::vector<RunSpec> joinedSpecs(const std::vector<std::vector<RunSpec>>& runs) {
    std::vector<RunSpec> specs;
    std::vector<std::string> policies;
    bool alike = true;
    for (const std::vector<RunSpec>& run : runs) {
        if (run.empty()) {
            return {};
        }
        for (RunSpec spec : run) {
            addOnce(specs, spec);
            for (const std::string& policy : spec.policies) {
                addOnce(policies, policy);
            }
            spec.policies = specs.front().policies;
            alike = alike && spec == specs.front();
        }
    }
    if (alike && specs.size() > 1) {
        std::stable_partition(policies.begin(), policies.end(), [](const std::string& policy) {
            return policy == "full" || policy.starts_with("full:");
        });
        specs.front().policies = std::move(policies);
        specs.resize(1);
    }
    return specs;
}

std::string repeatCommand(const Recording& recording) {
    const std::vector<RunSpec> specs = repeatSpecs(recording);
    return specs.empty() ? recording.description().commandLine : commandLine(specs);
}

}  // namespace kvw
