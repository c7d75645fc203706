// SPDX-License-Identifier: GPL-3.0-or-later
/// Implements the story directives that make forks, and the predictions, which a fork reveals.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/stories/story.h"
#include "app/workbench/stories/story_player.h"
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

/// Returns the first token that the fork decodes itself; none: the run has not come that far. Errors: the run has no
/// such probe or prune event.
Result<std::optional<std::int64_t>> forkStep(const ForkAction& fork, Workspace& workspace) {
    std::optional<std::int64_t> step = fork.where == ForkAction::Here ? workspace.forks().stepHere() : fork.number;
    if (fork.where == ForkAction::Probe || fork.where == ForkAction::Prune) {
        KVW_TRY_ASSIGN(step, named(fork, workspace));
    }
    const bool reached = step && workspace.client().steps() >= *step;
    return reached || runIsOver(workspace.client()) ? step : std::nullopt;
}

/// Requests the fork at that token; it arrives as a new recording. Errors: those of Forks.
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
            const std::vector<std::int32_t> fact = probe.factTokens();
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

/// Shows the fork and its parent side by side. Errors: the shown run is no fork.
Result<void> showBeside(Workspace& workspace) {
    Forks& forks = workspace.forks();
    const int run = forks.current();
    const int parent = run < 0 ? -1 : forks.tree().node(run).parent;
    return parent < 0 ? fail(Code::BadUsage, "compare fork", "the shown run is not a fork")
                      : forks.compare(parent, run);
}

/// Returns whether the directive changes the run or waits for it.
bool isOfRun(const StoryDirective& directive) {
    return isOneOf<LoadAction, CompareAction, RunAction, PauseAction, ForkAction, BesideAction, WaitAction, AskAction>(
        directive);
}

}  // namespace

bool StoryPlayer::act(const ForkAction& action) {
    if (!m_start) {
        const auto step = forkStep(action, m_workspace);
        if (!step) {
            return refusePlace(errorText(step.error()));
        }
        if (!*step) {
            return wait(tr("the run to reach the fork (Space runs and pauses)"));
        }
        expectStart();
        if (const auto asked = startFork(action, **step, m_workspace); !asked) {
            return refusePlace(errorText(asked.error()));
        }
    }
    return awaitStart();
}

bool StoryPlayer::act(const BesideAction& /*action*/) {
    const auto shown = showBeside(m_workspace);
    return shown || refusePlace(errorText(shown.error()));
}

bool StoryPlayer::act(const PredictAction& /*action*/) {
    Prediction& prediction = m_workspace.prediction();
    if (!m_begun) {
        if (const auto begun = prediction.begin(); !begun) {
            return refusePlace(errorText(begun.error()));
        }
        m_predicts = true;
        m_predictedOn = m_workspace.recording();
    }
    switch (prediction.state()) {
        case Prediction::State::Seeking:
            return wait(tr("the next prune event"));
        case Prediction::State::Marking:
            return wait(tr("you to mark %1 tokens in the token strip and to press Reveal").arg(prediction.count()));
        case Prediction::State::Running:
            return wait(tr("the choices to be compared"));
        case Prediction::State::None:
        case Prediction::State::Revealed:
            break;
    }
    return true;
}

void StoryPlayer::endPredictionBefore(const StoryPage& page) {
    if (std::any_of(page.directives.begin(), page.directives.end(), &isOneOf<LoadAction, CompareAction, RunAction>)) {
        endPrediction();
    }
}

void StoryPlayer::endPrediction() {
    if (std::exchange(m_predicts, false)) {
        m_workspace.prediction().cancel();
    }
}

void StoryPlayer::predictAgain() {
    const auto& directives = current().directives;
    const auto asked = std::find_if(directives.begin(), directives.end(), &isOneOf<PredictAction>);
    if (asked == directives.end() || asked - directives.begin() > static_cast<std::ptrdiff_t>(m_at) ||
        m_workspace.prediction().state() != Prediction::State::None) {
        return;
    }
    if (m_predictedOn.lock() != m_workspace.recording()) {
        runIsGone();
        return;
    }
    // Play again from where the run was ready, since the page's lane and step selection belongs to the prediction.
    const auto made = std::find_if(std::make_reverse_iterator(asked), directives.rend(), &isOfRun);
    m_at = static_cast<std::size_t>(made.base() - directives.begin());
}

}  // namespace kvw::wb
