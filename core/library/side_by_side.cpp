// SPDX-License-Identifier: Apache-2.0
#include "core/library/side_by_side.h"

#include <algorithm>
#include <string>

#include "core/library/joined_command.h"

namespace kvw {
namespace {

/// What two runs must have in common, and how they say it.
Result<void> checkAlike(const RunDescription& a, const RunDescription& b) {
    const auto differ = [](const char* what, const std::string& first, const std::string& second) {
        return fail(Code::BadUsage, "compare", std::string("the runs have different ") + what, second, first);
    };
    if (a.model.hash != b.model.hash || a.model.dtype != b.model.dtype) {
        return differ("models", a.model.name + " " + a.model.dtype, b.model.name + " " + b.model.dtype);
    }
    if (a.textHash != b.textHash) {
        return differ("texts", a.textTitle, b.textTitle);
    }
    if (a.mode != b.mode || a.tokenIds != b.tokenIds) {
        return differ("tokens", a.mode + ", " + std::to_string(a.tokenIds.size()) + " tokens",
                      b.mode + ", " + std::to_string(b.tokenIds.size()) + " tokens");
    }
    if (a.promptTokens != b.promptTokens) {
        return differ("prompts", std::to_string(a.promptTokens) + " tokens",
                      std::to_string(b.promptTokens) + " tokens");
    }
    return {};
}

struct Source {
    const Recording* recording;
    std::int32_t lane;
};

const LaneInfo& laneOf(const Source& source) {
    return source.recording->description().lanes[static_cast<std::size_t>(source.lane)];
}

/// Also what all lanes of a run share but runs of different days may not.
std::string settingsOf(const Source& source) {
    const RunDescription& run = source.recording->description();
    return laneOf(source).policyText + '\n' + run.positions + '\n' + run.prefill + '\n' + run.kvDtype + '\n' +
           std::to_string(run.seed);
}

/// The policy, and what of the run is not as in the first one.
std::string nameOf(const Source& source, const RunDescription& first) {
    const RunDescription& run = source.recording->description();
    std::string name = laneOf(source).policyText;
    const auto add = [&name](bool differs, const std::string& what) { name += differs ? " [" + what + ']' : ""; };
    add(run.positions != first.positions, run.positions);
    add(run.prefill != first.prefill, run.prefill);
    add(run.kvDtype != first.kvDtype, run.kvDtype);
    add(run.seed != first.seed, "seed " + std::to_string(run.seed));
    return name;
}

std::string commandOfAll(const std::vector<std::shared_ptr<const Recording>>& runs) {
    std::vector<std::string> commands;
    for (const auto& run : runs) {
        commands.push_back(run->description().commandLine);
    }
    return joinedCommand(commands);
}

/// How the least successful of them ended; one that was read while it went on does not go on here.
void endAs(Recording& joined, const std::vector<std::shared_ptr<const Recording>>& runs) {
    const auto rank = [](RunState state) {
        return state == RunState::Failed ? 2 : state == RunState::Finished ? 0 : 1;
    };
    const auto worst = std::max_element(runs.begin(), runs.end(), [&rank](const auto& a, const auto& b) {
        return rank(a->state()) < rank(b->state());
    });
    const RunState state = (*worst)->state();
    joined.setState(state == RunState::Running ? RunState::Stopped : state, (*worst)->message());
}

}  // namespace

Result<std::shared_ptr<Recording>> sideBySide(const std::vector<std::shared_ptr<const Recording>>& runs) {
    if (runs.size() < 2) {
        return fail(Code::BadUsage, "compare", "there are not enough runs", std::to_string(runs.size()), "two or more");
    }
    const RunDescription& first = runs.front()->description();
    std::vector<Source> sources;
    const auto take = [&sources](const std::shared_ptr<const Recording>& run, bool full) {
        for (std::int32_t lane = 0; lane < run->lanes(); ++lane) {
            const Source source{run.get(), lane};
            const bool known = std::any_of(sources.begin(), sources.end(), [&](const Source& other) {
                return settingsOf(other) == settingsOf(source) || (full && laneOf(other).policyId == "full");
            });
            if (run->hasTrace(lane) && (laneOf(source).policyId == "full") == full && !known) {
                sources.push_back(source);
            }
        }
    };
    for (const bool full : {true, false}) {
        for (const auto& run : runs) {
            if (auto alike = checkAlike(first, run->description()); !alike) {
                return tl::unexpected(alike.error());
            }
            take(run, full);
        }
    }
    RunDescription description = first;
    description.lanes.clear();
    description.commandLine = commandOfAll(runs);
    for (const Source& source : sources) {
        LaneInfo info = laneOf(source);
        info.policyText = nameOf(source, first);
        description.lanes.push_back(std::move(info));
    }
    auto joined = std::make_shared<Recording>(std::move(description));
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto lane = static_cast<std::int32_t>(i);
        joined->setTrace(lane, sources[i].recording->trace(sources[i].lane).fork());
        joined->setNotes(lane, sources[i].recording->notes(sources[i].lane));
        joined->setTtft(lane, sources[i].recording->ttft(sources[i].lane));
        for (Recording::Problem problem : sources[i].recording->problems()) {
            if (problem.lane == sources[i].lane) {
                problem.lane = lane;
                joined->report(std::move(problem));
            }
        }
    }
    endAs(*joined, runs);
    return joined;
}

}  // namespace kvw
