// SPDX-License-Identifier: Apache-2.0
#include "core/library/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "core/analysis/overlap.h"
#include "core/base/short_text.h"
#include "core/bundle/bundle.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/repeat_command.h"
#include "core/trace/capture_changes.h"
#include "core/trace/parameter_changes.h"

namespace kvw {
namespace {

/// Checks what two runs must have in common; the error names both values.
Result<void> checkAlike(const RunDescription& a, const RunDescription& b) {
    const auto differ = [](const char* what, const std::string& first, const std::string& second) {
        return fail(Code::BadUsage, "compare", what, second, first);
    };
    if (a.model.hash != b.model.hash || a.model.dtype != b.model.dtype) {
        return differ("the runs have different models", a.model.name + " " + a.model.dtype,
                      b.model.name + " " + b.model.dtype);
    }
    if (a.textHash != b.textHash) {
        return differ("the runs have different texts", a.textTitle, b.textTitle);
    }
    if (a.mode != b.mode || a.tokenIds != b.tokenIds) {
        return differ("the runs have different tokens", a.mode + ", " + std::to_string(a.tokenIds.size()) + " tokens",
                      b.mode + ", " + std::to_string(b.tokenIds.size()) + " tokens");
    }
    if (a.promptTokens != b.promptTokens) {
        return differ("the runs have different prompts", std::to_string(a.promptTokens) + " tokens",
                      std::to_string(b.promptTokens) + " tokens");
    }
    return {};
}

struct Source {
    const Recording* recording;
    std::int32_t lane;
    std::size_t run;  ///< number of its run in the comparison, from 1
};

const LaneInfo& laneOf(const Source& source) {
    return source.recording->description().lane(source.lane);
}

const Trace& traceOf(const Source& source) {
    return source.recording->trace(source.lane);
}

bool isFull(const Source& source) {
    return laneOf(source).isFullCache();
}

LaneSettings sourceSettings(const Source& source) {
    return settingsOf(source.recording->description(), source.lane);
}

/// Returns the events of the lane, except changes of what is captured.
std::vector<std::pair<std::int32_t, std::string>> doneTo(const Trace& trace) {
    std::vector<std::pair<std::int32_t, std::string>> done;
    for (const TraceEvent& event : eventsOf(trace)) {
        if (event.kind != kCaptureEvent) {
            done.emplace_back(event.step, event.kind + ' ' + event.text);
        }
    }
    return done;
}

/// Compares the steps that both have.
bool sameRecords(const Source& a, const Source& b) {
    const Trace &x = traceOf(a), &y = traceOf(b);
    return firstUnequal(x, y, std::min(x.steps(), y.steps())) < 0;
}

/// Returns true if showing both lanes would show the same lane twice.
bool identical(const Source& a, const Source& b) {
    if (isFull(a) && isFull(b)) {
        // A full cache keeps everything under any settings, so only its records matter.
        return sameRecords(a, b);
    }
    const LaneInfo &left = laneOf(a), &right = laneOf(b);
    return left.policyText == right.policyText && left.distinguishingText == right.distinguishingText &&
           left.policyVersion == right.policyVersion && left.parameters == right.parameters &&
           sourceSettings(a) == sourceSettings(b) && traceOf(a).steps() == traceOf(b).steps() &&
           doneTo(traceOf(a)) == doneTo(traceOf(b)) && sameRecords(a, b);
}

/// Returns true if `a` has more data than `b`, which is identical otherwise.
bool tellsMore(const Source& a, const Source& b) {
    // A full cache ran beside it, so its loss is known.
    const auto judged = [](const Trace& trace) {
        return trace.steps() > 0 && std::isfinite(trace.step(trace.steps() - 1).nllFull);
    };
    const Trace &x = traceOf(a), &y = traceOf(b);
    return std::tuple(x.steps(), judged(x), x.rowBytesStored() > 0) >
           std::tuple(y.steps(), judged(y), y.rowBytesStored() > 0);
}

/// Lanes of different runs without duplicates.
struct Chosen {
    struct Met {
        Source first, best;  ///< first: gives it its name; best: has the most data
        std::size_t times = 1;
    };
    std::vector<Met> lanes;

    void take(const Source& source) {
        const auto known = std::ranges::find_if(
            lanes, [&source](const Met& met) { return source.run != met.first.run && identical(source, met.best); });
        if (known == lanes.end()) {
            lanes.push_back({source, source});
            return;
        }
        ++known->times;
        if (tellsMore(source, known->best)) {
            known->best = source;
        }
    }
};

/// Returns the marks that may tell two lanes of the same policy and settings apart, in order of preference.
std::array<std::string, 5> marksOf(const Source& source) {
    const RunDescription& run = source.recording->description();
    const std::string changes = bundle::changesText(bundle::parameterChanges(traceOf(source)));
    std::string day(beginningOf(run.startedAt, 19));
    std::replace(day.begin(), day.end(), 'T', ' ');
    return {"version " + laneOf(source).policyVersion, changes.empty() ? "no change in mid-run" : changes,
            std::to_string(traceOf(source).steps()) + " tokens", std::move(day), fmt::format("run {}", source.run)};
}

void addMark(std::string& marks, const std::string& mark) {
    marks += (marks.empty() || mark.empty() ? "" : ", ") + mark;
}

/// Returns the lanes, each with the settings that differ from the first run and the marks that make its name unique.
std::vector<LaneInfo> namedApart(const std::vector<Chosen::Met>& chosen, const RunDescription& first) {
    std::vector<LaneInfo> lanes;
    std::vector<std::array<std::string, 5>> marks;
    for (const Chosen::Met& met : chosen) {
        const Source& source = met.first;
        LaneInfo info = laneOf(source);
        setOwn(info, sourceSettings(source), first);
        marks.push_back(marksOf(source));
        for (std::size_t mark = 0; mark < marks.back().size(); ++mark) {
            bool differs = false;
            for (std::size_t other = 0; other < lanes.size(); ++other) {
                differs =
                    differs || (laneName(lanes[other]) == laneName(info) && marks[other][mark] != marks.back()[mark]);
            }
            addMark(info.distinguishingText, differs ? marks.back()[mark] : std::string());
        }
        lanes.push_back(std::move(info));
    }
    return lanes;
}

/// Sets the state of the least successful run; a run that was still going on when it was read counts as stopped.
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
    std::vector<Source> all;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        KVW_TRY(checkAlike(first, runs[run]->description()));
        for (const std::int32_t lane : runs[run]->tracedLanes()) {
            all.push_back({runs[run].get(), lane, run + 1});
        }
    }
    // The full cache, with which the others are compared, must be the first lane.
    if (const auto full = std::ranges::find_if(all, isFull); full != all.end()) {
        std::rotate(all.begin(), full, full + 1);
    }
    Chosen chosen;
    for (const Source& source : all) {
        chosen.take(source);
    }
    RunDescription description = first;
    description.lanes = namedApart(chosen.lanes, first);
    description.bundleHash.clear();
    std::vector<std::vector<RunSpec>> specs;
    for (const auto& run : runs) {
        specs.push_back(repeatSpecs(*run));
    }
    description.specs = joinedSpecs(specs);
    description.commandLine = commandLine(description.specs);
    auto joined = std::make_shared<Recording>(std::move(description));
    for (std::size_t i = 0; i < chosen.lanes.size(); ++i) {
        const auto lane = static_cast<std::int32_t>(i);
        const Source& source = chosen.lanes[i].best;
        joined->setTrace(lane, traceOf(source).fork());
        joined->setNotes(lane, source.recording->notes(source.lane));
        joined->setTtft(lane, source.recording->ttft(source.lane));
        for (Recording::Problem problem : source.recording->problems()) {
            if (problem.lane == source.lane && problem.plugin != kBundleProblem) {
                problem.lane = lane;
                joined->report(std::move(problem));
            }
        }
        if (const std::size_t times = chosen.lanes[i].times; times > 1 && !isFull(source)) {
            joined->report({finding("shown-once", laneName(joined->description().lanes[i]), times), lane});
        }
    }
    for (const auto& run : runs) {
        for (const Recording::Problem& problem : run->problems()) {
            if (problem.plugin == kBundleProblem) {  // also of lanes that were dropped as duplicates
                joined->report({problem.finding, 0, -1, -1, kBundleProblem});
            }
        }
    }
    endAs(*joined, runs);
    return joined;
}

}  // namespace kvw
