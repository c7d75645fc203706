// SPDX-License-Identifier: GPL-3.0-or-later
/// Creates and implements the commands that move through a run.
#include <algorithm>

#include "app/workbench/shell/commands/actions.h"
#include "app/workbench/views/common/transport_icon.h"

namespace kvw::wb {

namespace {

bool steerable(const EngineClient& client) {
    const SessionState state = client.status().state;
    return !client.viewing() && (state == SessionState::Paused || state == SessionState::Running);
}

}  // namespace

void Actions::addNavigation(const WindowCommands& commands) {
    const auto needs = [this](QAction* action) {
        m_needsSteps.push_back(action);
        return action;
    };
    // Layers and heads can be selected during prefill, when budgets arrive layer by layer.
    const auto needsRun = [this](QAction* action) { m_needsRecording.push_back(action); };
    const auto back = [&](const char* name, const QString& text, std::int64_t count, const QKeySequence& key) {
        needs(add(Group::Navigate, name, text, key, tr("Moves the cursor back through the recorded run"),
                  [this, count] { selection().setStep(std::max<std::int64_t>(0, shownSelection().step() - count)); }));
    };
    back("back1", tr("Back 1"), 1, Qt::Key_Left);
    back("back10", tr("Back 10"), 10, Qt::SHIFT | Qt::Key_Left);
    back("back100", tr("Back 100"), 100, Qt::CTRL | Qt::Key_Left);
    needs(add(Group::Navigate, "first", tr("First step"), Qt::Key_Home, tr("Cursor to the first step"),
              [this] { selection().setStep(0); }));
    needs(add(Group::Navigate, "last", tr("Last step"), Qt::Key_End, tr("Cursor to the last recorded step"),
              [this] { selection().setStep(m_workspace.client().steps() - 1); }));
    m_live = needs(add(Group::Navigate, "live", tr("Live"), Qt::Key_L, tr("Follows the run"), [this] {
        m_workspace.selection().setFollowing(true);
        m_workspace.selection().followTo(m_workspace.client().steps() - 1);
        update();
    }));
    m_live->setCheckable(true);
    m_live->setIcon(transportIcon(Sign::Live));
    const auto prune = [&](const char* name, const QString& text, const QKeySequence& key, bool forward) {
        needs(add(
            Group::Navigate, name, text, key, tr("Moves the cursor to a step that evicted tokens"), [this, forward] {
                const auto index = shownSelection().index();
                const std::int32_t step = index == nullptr ? -1
                                          : forward        ? index->nextPrune(shownSelection().step())
                                                           : index->previousPrune(shownSelection().step());
                if (step >= 0) {
                    selection().setStep(step);
                } else {
                    Q_EMIT m_workspace.notice(forward ? tr("No later prune event.") : tr("No earlier prune event."));
                }
            }));
    };
    prune("nextPrune", tr("Next prune event"), Qt::Key_N, true);
    prune("previousPrune", tr("Previous prune event"), Qt::SHIFT | Qt::Key_N, false);
    // Down selects the next layer, since maps show the first layer on top.
    needsRun(add(Group::Navigate, "layerUp", tr("Next layer"), Qt::Key_Down, tr("Selects the next layer"),
                 [this] { changeLayer(1); }));
    needsRun(add(Group::Navigate, "layerDown", tr("Previous layer"), Qt::Key_Up, tr("Selects the layer before"),
                 [this] { changeLayer(-1); }));
    needsRun(add(Group::Navigate, "headDown", tr("Previous head"), Qt::Key_BracketLeft,
                 tr("Selects the head before; before the first: all heads"), [this] { changeHead(-1); }));
    needsRun(add(Group::Navigate, "headUp", tr("Next head"), Qt::Key_BracketRight, tr("Selects the next head"),
                 [this] { changeHead(1); }));
    needs(add(Group::Navigate, "cursorA", tr("Cursor A here"), Qt::Key_A,
              tr("Sets measuring cursor A at the selected step"),
              [this] { selection().setCursorA(shownSelection().step()); }));
    needs(add(Group::Navigate, "cursorB", tr("Cursor B here"), Qt::Key_B,
              tr("Sets measuring cursor B at the selected step"),
              [this] { selection().setCursorB(shownSelection().step()); }));
    needs(add(Group::Navigate, "goToStep", tr("Go to step…"), Qt::Key_G, tr("Asks for a step"), commands.goToStep));
    needs(add(Group::Navigate, "resetZoom", tr("Reset zoom"), Qt::Key_0,
              tr("Shows the whole run on all axes of steps and tokens, and whole maps in the dock last used"),
              commands.resetZoom));
    needs(add(Group::Navigate, "zoomIn", tr("Zoom in"), Qt::Key_Plus,
              tr("Shows half as many steps, around the cursor, on every time axis"), [this] { zoom(0.5); }));
    addKey(Qt::Key_Equal);
    needs(add(Group::Navigate, "zoomOut", tr("Zoom out"), Qt::Key_Minus, tr("Shows twice as many steps"),
              [this] { zoom(2); }));
    needs(add(Group::Navigate, "zoomMarks", tr("Zoom to A and B"), Qt::Key_Z,
              tr("Shows the steps between the measuring cursors"), [this] {
                  const auto a = selection().cursorA(), b = selection().cursorB();
                  if (a && b && *a != *b) {
                      selection().setRange({std::min(*a, *b), std::max(*a, *b)});
                  } else {
                      Q_EMIT m_workspace.notice(tr("Set cursors A and B first, at different steps."));
                  }
              }));
    const auto token = [&](const char* name, const QString& text, const QString& tip, int by, bool extend,
                           const QKeySequence& key) {
        needs(add(Group::Navigate, name, text, key, tip, [this, by, extend] { chooseToken(by, extend); }));
    };
    token("tokenNext", tr("Next token"), tr("Selects the token behind the selected ones"), 1, false,
          Qt::ALT | Qt::Key_Right);
    token("tokenPrevious", tr("Previous token"), tr("Selects the token before the selected ones"), -1, false,
          Qt::ALT | Qt::Key_Left);
    token("tokensForward", tr("Add next token"), tr("Selects one more token behind the selected ones"), 1, true,
          Qt::ALT | Qt::SHIFT | Qt::Key_Right);
    token("tokensBack", tr("Add previous token"), tr("Selects one more token before the selected ones"), -1, true,
          Qt::ALT | Qt::SHIFT | Qt::Key_Left);
    add(Group::Navigate, "clear", tr("Clear selection"), Qt::Key_Escape,
        tr("Clears tokens, range and cursors; if there are none, leaves a maximised dock, projector mode or full "
           "screen"),
        [this, leave = commands.leaveView] { selection().marks() ? selection().clear() : leave(); });
}

Selection& Actions::selection() const {
    Selection* own = m_own ? m_own() : nullptr;
    return own != nullptr ? *own : m_workspace.selection();
}

void Actions::move(std::int64_t steps) {
    const std::int64_t last = m_workspace.client().steps() - 1;
    const std::int64_t at = shownSelection().step();
    if (at < last && !selection().following()) {
        selection().setStep(std::min(last, at + steps));
        return;
    }
    if (steerable(m_workspace.client())) {
        m_workspace.selection().setFollowing(true);
        m_workspace.client().stepBy(steps);
    }
}

void Actions::zoom(double factor) {
    const std::int64_t steps = m_workspace.client().steps();
    const StepRange shown = selection().range().all() ? StepRange{0, steps - 1} : selection().range();
    constexpr std::int64_t kLeast = 4;
    const auto length =
        std::max(kLeast, static_cast<std::int64_t>(static_cast<double>(shown.last - shown.first + 1) * factor));
    if (length >= steps) {
        selection().setRange({});
        return;
    }
    // Keep the cursor in view, in the middle if possible.
    const std::int64_t first = std::clamp<std::int64_t>(shownSelection().step() - length / 2, 0, steps - length);
    selection().setRange({first, first + length - 1});
}

void Actions::chooseToken(int by, bool extend) {
    const std::int64_t last = m_workspace.client().steps() - 1;
    std::vector<std::int32_t> tokens = selection().tokens();
    const std::int64_t from = tokens.empty() ? shownSelection().step() - by : by > 0 ? tokens.back() : tokens.front();
    const auto token =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(from + by, 0, std::max<std::int64_t>(0, last)));
    if (!extend) {
        tokens.clear();
    }
    tokens.push_back(token);
    selection().setTokens(std::move(tokens));
}

void Actions::changeLayer(int by) {
    if (const Trace* trace = shownSelection().trace()) {
        selection().setLayer(std::clamp(shownSelection().layer() + by, 0, trace->shape().layers - 1));
    }
}

void Actions::changeHead(int by) {
    if (const Trace* trace = shownSelection().trace()) {
        selection().setHead(std::clamp(selection().head() + by, -1, trace->shape().queryHeads - 1));
    }
}

}  // namespace kvw::wb
