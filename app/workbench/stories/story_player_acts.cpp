// SPDX-License-Identifier: GPL-3.0-or-later
/// Directives of a story that load, run and steer; those of forks and predictions are in story_player_forks.cpp.
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/files/model_fetch.h"
#include "app/workbench/stories/story_loader.h"
#include "app/workbench/stories/story_player.h"

namespace kvw::wb {

namespace {

/// Returns a sentence that there is no such layer, head or lane. Numbers count from 0, as in stories.
QString noSuchPlace(SelectAction::What what, int count, int number) {
    switch (what) {
        case SelectAction::Layer:
            return StoryPlayer::tr("There is no layer %1: the model's are 0 to %2.").arg(number).arg(count - 1);
        case SelectAction::Head:
            return StoryPlayer::tr("There is no head %1: the model's are 0 to %2.").arg(number).arg(count - 1);
        case SelectAction::Lane:
            break;
    }
    return count == 1 ? StoryPlayer::tr("There is no lane %1: the run has lane 0 only.").arg(number)
                      : StoryPlayer::tr("There is no lane %1: the run's are 0 to %2.").arg(number).arg(count - 1);
}

/// Returns whether the run is paused or will pause at its first step, so that `resume` makes it run on.
bool canGoOn(SessionState state) {
    return state == SessionState::Loading || state == SessionState::Prefill || state == SessionState::Paused;
}

}  // namespace

bool StoryPlayer::act(const LoadAction& action) {
    if (lacksModel(action)) {
        m_at = current().directives.size() - 1;  // the other directives of the page are about this run
        m_mistake = tr("The run of this page needs %1, which is not on this machine.")
                        .arg(QString::fromStdString(action.model));
        if (action.model == ModelFetch::kModel) {
            m_mistake += QLatin1Char(' ') + tr("“Try it on a real model” on the start page fetches it, and so does "
                                               "packaging/model %1; then “Page again” makes the run.")
                                                .arg(QLatin1String(ModelFetch::kModel));
        }
        return true;
    }
    const auto applied = applyLoad(action, m_folder, m_workspace);
    m_loaded = applied.has_value();
    m_loadedOn = m_page;
    return m_loaded || refuse(errorText(applied.error()));
}

bool StoryPlayer::act(const CompareAction& action) {
    const auto applied = applyCompare(action, m_workspace);
    m_loaded = applied.has_value();
    m_loadedOn = m_page;
    return m_loaded || refuse(errorText(applied.error()));
}

void StoryPlayer::expectStart() {
    const EngineClient& client = m_workspace.client();
    const SessionStatus status = client.status();
    m_start = Start{client.recording(), status.generation, status.state == SessionState::Failed};
}

bool StoryPlayer::begin(const RunAction& action) {
    EngineClient& client = m_workspace.client();
    if (m_loaded) {
        expectStart();
        // Pages expect the first layer and all heads, unless they select others after the run.
        m_workspace.selection().setLayer(0);
        m_workspace.selection().setHead(-1);
        if (const auto asked = m_workspace.startDraft(action.to >= 0); !asked) {
            return !refuse(errorText(asked.error()));
        }
        m_loaded = false;
    } else if (action.to < 0 && canGoOn(client.status().state) && !client.viewing()) {
        m_workspace.selection().setFollowing(true);
        client.resume();
    } else if (action.to >= 0 && client.busy()) {
        client.pause();
    }
    return true;
}

bool StoryPlayer::started() {
    const EngineClient& client = m_workspace.client();
    const SessionStatus status = client.status();
    if (client.recording() != m_start->recording && status.generation != m_start->generation) {
        m_start.reset();
        m_elsewhere = false;
        m_workspace.forks().tree().setDemonstration(*client.recording());
        return true;
    }
    const bool failed = status.state == SessionState::Failed;
    m_start->tried = m_start->tried || !failed;
    return failed && (m_start->tried || !m_start->failed);
}

/// Returns false while the run has not started. If the start failed, m_start is still set and the failure was reported.
bool StoryPlayer::awaitStart() {
    if (m_start && !started()) {
        return wait(tr("the run to start"));
    }
    return !m_start || refuse(tr("The run did not start. %1").arg(phraseText(m_workspace.client().status().message)));
}

bool StoryPlayer::act(const RunAction& action) {
    if (!m_begun && !begin(action)) {
        return true;
    }
    if (!awaitStart()) {
        return false;
    }
    if (m_start) {
        return true;
    }
    return action.to < 0 || runTo(action.to);
}

bool StoryPlayer::runTo(std::int64_t step) {
    EngineClient& client = m_workspace.client();
    const SessionStatus status = client.status();
    if (runIsOver(client) || (client.steps() > step && status.state == SessionState::Paused)) {
        return true;
    }
    if (!m_stepping && status.state == SessionState::Paused) {
        m_stepping = true;
        m_workspace.selection().setFollowing(true);
        client.stepBy(step + 1 - status.position);
    }
    return wait(tr("step %1 to be recorded (Space runs and pauses)").arg(step));
}

bool StoryPlayer::act(const PauseAction& /*action*/) {
    m_workspace.client().pause();
    return true;
}

bool StoryPlayer::act(const GoAction& action) {
    const std::int64_t steps = m_workspace.client().steps();
    const bool over = runIsOver(m_workspace.client());
    Selection& selection = m_workspace.selection();
    switch (action.where) {
        case GoAction::Probe:
            return goToProbe(action.number);
        case GoAction::Prune: {
            const auto index = m_workspace.index();
            const auto prunes = index == nullptr ? std::span<const std::int32_t>() : index->pruneSteps();
            if (prunes.size() >= static_cast<std::size_t>(action.number)) {
                selection.setStep(prunes[static_cast<std::size_t>(action.number - 1)]);
                return true;
            }
            return over ? refusePlace(tr("This lane has %1 prune events, so there is no number %2.")
                                          .arg(prunes.size())
                                          .arg(action.number))
                        : wait(tr("prune event %1 (Space runs and pauses)").arg(action.number));
        }
        case GoAction::Start:
        case GoAction::End:
        case GoAction::Step:
            break;
    }
    const std::int64_t step = action.where == GoAction::End ? std::max<std::int64_t>(0, steps - 1) : action.number;
    if (steps > step) {
        selection.setStep(step);
        return true;
    }
    return over ? refusePlace(tr("The run has %1 steps, so there is no step %2.").arg(steps).arg(step))
                : wait(tr("step %1 to be recorded (Space runs and pauses)").arg(step));
}

bool StoryPlayer::goToProbe(std::int64_t number) {
    const auto recording = m_workspace.recording();
    const bool over = runIsOver(m_workspace.client());
    if (recording == nullptr) {
        return over ? refusePlace(tr("There is no run yet.")) : wait(tr("the run to start"));
    }
    const std::vector<ProbeInfo>& probes = recording->description().probes;
    if (static_cast<std::size_t>(number) > probes.size()) {
        return refusePlace(
            probes.size() == 1
                ? tr("The text has one probe, so there is no number %1.").arg(number)
                : tr("The text has %1 probes, so there is no number %2.").arg(probes.size()).arg(number));
    }
    const ProbeInfo& probe = probes[static_cast<std::size_t>(number - 1)];
    if (m_workspace.client().steps() < probe.answerEnd && !over) {
        return wait(tr("the answer of probe %1 to be read (Space runs and pauses)").arg(number));
    }
    m_workspace.selection().setTokens(probe.factTokens());
    m_workspace.selection().setStep(std::max(0, probe.answerBegin - 1));
    return true;
}

bool StoryPlayer::act(const SelectAction& action) {
    const Trace* trace = m_workspace.trace();
    if (trace == nullptr) {
        return runIsOver(m_workspace.client()) ? refusePlace(tr("There is no run yet.")) : wait(tr("the run to start"));
    }
    Selection& selection = m_workspace.selection();
    const int count = action.what == SelectAction::Layer  ? trace->shape().layers
                      : action.what == SelectAction::Head ? trace->shape().queryHeads
                                                          : m_workspace.client().lanes();
    if (action.number >= count) {
        return refusePlace(noSuchPlace(action.what, count, action.number));
    }
    switch (action.what) {
        case SelectAction::Layer:
            selection.setLayer(action.number);
            break;
        case SelectAction::Head:
            selection.setHead(action.number);
            break;
        case SelectAction::Lane:
            selection.setLane(action.number);
            break;
    }
    return true;
}

bool StoryPlayer::act(const ShowAction& action) {
    Q_EMIT showDock(QString::fromStdString(action.dock), QString::fromStdString(action.mode));
    return true;
}

bool StoryPlayer::act(const LayoutAction& action) {
    QStringList docks;
    for (const std::string& dock : action.docks) {
        docks += QString::fromStdString(dock);
    }
    Q_EMIT showOnly(docks);
    return true;
}

bool StoryPlayer::act(const FillAction& action) {
    const QString name = QString::fromStdString(action.parameter), value = QString::fromStdString(action.value);
    ParameterModel* parameter = m_workspace.draft().form().parameter(name);
    if (parameter == nullptr) {
        return refuse(tr("The policy in the run dock has no parameter “%1”.").arg(name));
    }
    parameter->type(value);
    return parameter->error().isEmpty() || refuse(tr("“%1” takes no value %2.").arg(parameter->label(), value));
}

bool StoryPlayer::act(const HighlightAction& action) {
    m_highlighted = QString::fromStdString(action.control);
    Q_EMIT highlight(m_highlighted);
    return true;
}

bool StoryPlayer::act(const WaitAction& action) {
    if (!m_wait) {
        m_wait.emplace(action, m_workspace);
    }
    return m_wait->done() || wait(m_wait->sentence());
}

bool StoryPlayer::act(const AskAction& action) {
    m_question = &action;
    return answer() >= 0 || wait(tr("your answer"));
}

}  // namespace kvw::wb
