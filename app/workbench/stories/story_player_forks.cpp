// SPDX-License-Identifier: GPL-3.0-or-later
/// The directives of a story that make forks.
#include "app/workbench/stories/story_forks.h"
#include "app/workbench/stories/story_player.h"

namespace kvw::wb {

bool StoryPlayer::act(const ForkAction& action) {
    if (!m_start) {
        const auto step = forkStep(action, m_workspace);
        if (!step) {
            return refuse(QString::fromStdString(step.error().sentence()));
        }
        if (!*step) {
            return wait(tr("the run to come to where it is forked (Space runs and pauses)"));
        }
        expectStart();
        if (const auto asked = startFork(action, **step, m_workspace); !asked) {
            return refuse(QString::fromStdString(asked.error().sentence()));
        }
    }
    return awaitStart();
}

bool StoryPlayer::act(const BesideAction& /*action*/) {
    const auto shown = showBeside(m_workspace);
    return shown || refuse(QString::fromStdString(shown.error().sentence()));
}

bool StoryPlayer::act(const PredictAction& /*action*/) {
    Prediction& prediction = m_workspace.prediction();
    if (!m_begun) {
        if (const auto begun = prediction.begin(); !begun) {
            return refuse(QString::fromStdString(begun.error().sentence()));
        }
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

}  // namespace kvw::wb
