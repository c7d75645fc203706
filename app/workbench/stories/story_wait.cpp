// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_wait.h"

#include <QObject>

#include "app/workbench/stories/story_lines.h"

namespace kvw::wb {

bool runIsOver(const EngineClient& client) {
    const SessionState state = client.status().state;
    return client.viewing() || state == SessionState::Empty || state == SessionState::Ready ||
           state == SessionState::Finished || state == SessionState::Stopped || state == SessionState::Failed;
}

StoryWait::StoryWait(const WaitAction& wait, Workspace& workspace)
    : m_wait(wait),
      m_workspace(workspace),
      m_tokens(workspace.selection().tokens()),
      m_layer(workspace.selection().layer()),
      m_head(workspace.selection().head()),
      m_lane(workspace.selection().lane()),
      m_runs(workspace.forks().tree().count()),
      m_parameter(parameterText()) {}

QString StoryWait::parameterText() const {
    const ParameterModel* parameter = m_workspace.draft().form().parameter(QString::fromStdString(m_wait.parameter));
    return parameter == nullptr ? QString() : parameter->text();
}

bool StoryWait::done() const {
    const Selection& selection = m_workspace.selection();
    switch (m_wait.what) {
        case WaitAction::Finished:
            return runIsOver(m_workspace.client());
        case WaitAction::Step:
            return static_cast<double>(m_workspace.client().steps()) > m_wait.number || runIsOver(m_workspace.client());
        case WaitAction::Token:
            return !selection.tokens().empty() && selection.tokens() != m_tokens;
        case WaitAction::Layer:
            return selection.layer() != m_layer;
        case WaitAction::Head:
            return selection.head() != m_head;
        case WaitAction::Lane:
            return selection.lane() != m_lane;
        case WaitAction::Fork: {
            const int run = m_workspace.forks().current();
            return run >= m_runs && m_workspace.forks().tree().node(run).parent >= 0;
        }
        case WaitAction::Parameter:
            break;
    }
    const QString now = parameterText();
    if (m_wait.relation == WaitAction::Changed) {
        return now != m_parameter;
    }
    const auto number = numberOf(now.toStdString());
    return number && (m_wait.relation == WaitAction::AtLeast ? *number >= m_wait.number : *number <= m_wait.number);
}

QString StoryWait::sentence() const {
    const ParameterModel* parameter = m_workspace.draft().form().parameter(QString::fromStdString(m_wait.parameter));
    const QString name = parameter == nullptr ? QString::fromStdString(m_wait.parameter) : parameter->label();
    const QString number = QString::number(m_wait.number);
    switch (m_wait.what) {
        case WaitAction::Finished:
            return QObject::tr("the run to end (Space runs and pauses)");
        case WaitAction::Step:
            return QObject::tr("step %1 to be recorded (Space runs and pauses)").arg(number);
        case WaitAction::Token:
            return QObject::tr("you to choose other tokens: in the token strip, or by a row of the probes");
        case WaitAction::Layer:
            return QObject::tr("you to choose another layer (Up, Down)");
        case WaitAction::Head:
            return QObject::tr("you to choose another head ([ and ])");
        case WaitAction::Lane:
            return QObject::tr("you to choose another lane");
        case WaitAction::Fork:
            return QObject::tr("you to fork the run (F)");
        case WaitAction::Parameter:
            break;
    }
    return m_wait.relation == WaitAction::Changed ? QObject::tr("you to change “%1” in the run dock").arg(name)
           : m_wait.relation == WaitAction::AtLeast
               ? QObject::tr("you to set “%1” in the run dock to %2 or more").arg(name, number)
               : QObject::tr("you to set “%1” in the run dock to %2 or less").arg(name, number);
}

}  // namespace kvw::wb
