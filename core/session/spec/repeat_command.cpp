// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/repeat_command.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/session/spec/command_line.h"
#include "core/session/spec/command_words.h"
#include "core/session/spec/run_changes.h"

namespace kvw {
namespace {

/// Returns the indices of a flag's values.
std::vector<std::size_t> valuesOf(const std::vector<std::string>& words, const char* flag) {
    std::vector<std::size_t> places;
    for (std::size_t i = 3; i < words.size(); ++i) {
        if (words[i - 1] == flag) {
            places.push_back(i);
        }
    }
    return places;
}

/// Replaces the policy that each lane was asked for by the chain that it went through.
void tellTurned(const Recording& recording, bool stopped, std::vector<std::string>& words) {
    std::vector<std::size_t> policies = valuesOf(words, "--policy");
    const std::vector<std::string> asked = specOf(recording.description()).policies;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        if (!recording.hasTrace(lane)) {
            continue;
        }
        // Changes planned after the end would be refused in a run that ends there.
        const std::int64_t end = stopped ? recording.trace(lane).steps() : std::numeric_limits<std::int64_t>::max();
        const auto chain = chainBefore(recording, lane, end);
        if (!chain) {
            continue;
        }
        const std::string went = shellWord(toText(*chain));
        const std::string given = shellWord(asked[static_cast<std::size_t>(lane)]);
        const auto stands = [&](const std::string& text) {
            return std::find_if(policies.begin(), policies.end(),
                                [&](std::size_t place) { return words[place] == text; });
        };
        auto place = stands(went);
        place = place != policies.end() ? place : stands(given);
        if (place != policies.end()) {
            words[*place] = went;
            policies.erase(place);
        }
    }
}

/// Sets --steps in its place among the flags (command_line.h).
void setSteps(std::vector<std::string>& words, std::int64_t steps) {
    if (const auto known = valuesOf(words, "--steps"); !known.empty()) {
        words[known.front()] = std::to_string(steps);
        return;
    }
    const std::vector<std::string> flag{"--steps", std::to_string(steps)};
    for (const char* before : {"--prompt-tokens", "--mode", "--policy"}) {
        if (const auto places = valuesOf(words, before); !places.empty()) {
            words.insert(words.begin() + static_cast<std::ptrdiff_t>(places.back()) + 1, flag.begin(), flag.end());
            return;
        }
    }
    words.insert(words.end(), flag.begin(), flag.end());
}

}  // namespace

std::string repeatCommand(const Recording& recording) {
    const RunDescription& run = recording.description();
    std::vector<std::string> words = quotedWords(run.commandLine);
    const bool one =
        words.size() > 1 && words[0] == "kvw" && (words[1] == "run" || words[1] == "compare") &&
        std::none_of(words.begin(), words.end(), [](const std::string& word) { return word.ends_with(';'); });
    if (!one) {
        return run.commandLine;
    }
    const bool stopped = recording.state() == RunState::Stopped;
    tellTurned(recording, stopped, words);
    if (stopped) {
        std::int64_t recorded = 0;
        for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
            recorded = std::max(recorded, recording.hasTrace(lane) ? recording.trace(lane).steps() : 0);
        }
        setSteps(words, std::max<std::int64_t>(0, recorded - run.promptTokens));
    }
    std::string line;
    for (const std::string& word : words) {
        line += (line.empty() ? "" : " ") + word;
    }
    return line;
}

}  // namespace kvw
