// SPDX-License-Identifier: GPL-3.0-or-later
/// Implements the story directives that make forks, and the predictions, which a fork reveals.
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/stories/story_forks.h"
#include "app/workbench/stories/story_player.h"

namespace kvw::wb {

namespace {

template <class... Actions>
bool isOneOf(const StoryDirective& directive) {
    return (std::holds_alternative<Actions>(directive.action) || ...);
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
