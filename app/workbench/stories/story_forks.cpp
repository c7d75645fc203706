// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_forks.h"

#include "app/workbench/stories/story_wait.h"
#include "core/trace/token_list.h"

namespace kvw::wb {

namespace {

/// Returns the token where the probe's question begins, or the one after the prune event.
Result<std::optional<std::int64_t>> named(const ForkAction& fork, Workspace& workspace) {
    const auto recording = workspace.recording();
    const auto index = workspace.index();
    if (recording == nullptr || index == nullptr) {
        return fail(Code::BadUsage, "fork", "there is no run yet");
    }
    const auto number = static_cast<std::size_t>(fork.number);
    if (fork.where == ForkAction::Probe) {
        const auto& probes = recording->description().probes;
        if (number > probes.size()) {
            return fail(Code::BadUsage, "fork", "the text has no such probe", std::to_string(number),
                        phrase("at most %1", probes.size()));
        }
        return std::optional<std::int64_t>(probes[number - 1].questionBegin);
    }
    const auto prunes = index->pruneSteps();
    if (number <= prunes.size()) {
        return std::optional<std::int64_t>(prunes[number - 1] + 1);
    }
    if (!runIsOver(workspace.client())) {
        return std::optional<std::int64_t>();
    }
    return fail(Code::BadUsage, "fork", "the lane has no such prune event", std::to_string(number),
                phrase("at most %1", prunes.size()));
}

}  // namespace

Result<std::optional<std::int64_t>> forkStep(const ForkAction& fork, Workspace& workspace) {
    std::optional<std::int64_t> step = fork.where == ForkAction::Here ? workspace.forks().stepHere() : fork.number;
    if (fork.where == ForkAction::Probe || fork.where == ForkAction::Prune) {
        KVW_TRY_ASSIGN(auto found, named(fork, workspace));
        step = found;
    }
    const bool reached = step && workspace.client().steps() >= *step;
    return reached || runIsOver(workspace.client()) ? step : std::nullopt;
}

Result<void> startFork(const ForkAction& fork, std::int64_t step, Workspace& workspace) {
    Forks& forks = workspace.forks();
    Selection& selection = workspace.selection();
    const auto by = [&](RunChange::Kind kind) {
        const auto tokens = parseTokenList(fork.text);
        selection.setStep(std::max<std::int64_t>(0, step - 1));
        selection.setTokens(tokens.value_or(std::vector<std::int32_t>()));
        return forks.editTokens(kind, selection.tokens());
    };
    switch (fork.what) {
        case ForkAction::Policy:
            return forks.fork(step, QString::fromStdString(fork.text));
        case ForkAction::Forget: {
            const ProbeInfo& probe =
                workspace.recording()->description().probes[static_cast<std::size_t>(fork.number - 1)];
            std::vector<std::int32_t> fact;
            for (std::int32_t token = probe.factBegin; token < probe.factEnd; ++token) {
                fact.push_back(token);
            }
            selection.setStep(std::max<std::int64_t>(0, step - 1));
            selection.setTokens(fact);
            return forks.measureForgetting(fact);
        }
        case ForkAction::Evict:
            return by(RunChange::Kind::Evict);
        case ForkAction::Pin:
            return by(RunChange::Kind::Pin);
        case ForkAction::Release:
            return by(RunChange::Kind::Release);
        case ForkAction::Restore:
            return by(RunChange::Kind::Restore);
    }
    return {};
}

Result<void> showBeside(Workspace& workspace) {
    Forks& forks = workspace.forks();
    const int run = forks.current();
    const int parent = run < 0 ? -1 : forks.tree().node(run).parent;
    return parent < 0 ? fail(Code::BadUsage, "compare fork", "the shown run is not a fork")
                      : forks.compare(parent, run);
}

}  // namespace kvw::wb
