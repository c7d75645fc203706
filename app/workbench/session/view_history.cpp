// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/view_history.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace kvw::wb {

namespace {
constexpr Dirty kUndoable{DirtyFlag::Range | DirtyFlag::Tokens | DirtyFlag::Unit | DirtyFlag::Cursors |
                          DirtyFlag::Draft};

QJsonValue valueAt(const QJsonObject& docks, const ViewHistory::Path& path) {
    QJsonValue value = docks;
    for (const QString& name : path) {
        value = value.toObject().value(name);
    }
    return value;
}

void put(QJsonObject& docks, const ViewHistory::Path& path, const QJsonValue& value, qsizetype from = 0) {
    const QString& name = path[from];
    if (from + 1 == path.size()) {
        docks[name] = value;
        return;
    }
    QJsonObject inner = docks.value(name).toObject();
    put(inner, path, value, from + 1);
    docks[name] = inner;
}
}  // namespace

ViewHistory::ViewHistory(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kTogetherMs);
    connect(&m_timer, &QTimer::timeout, this, &ViewHistory::settle);
    m_recording = workspace.recording();
    m_states.push_back(now());
    connect(&workspace, &Workspace::dirty, this, [this](Dirty what) {
        // Late rows of the same recording, or hiding its names, also set DirtyFlag::Recording.
        const auto recording = m_workspace.recording();
        if (what & DirtyFlag::Recording && recording != m_recording.lock()) {
            m_recording = recording;
            // Selections of the previous recording mean nothing in this one, and the user did not make the one it
            // begins with. Of the earlier changes, only those of the next run can still be undone.
            settle();
            forget(Part::All);
            m_otherRecording = true;
            m_timer.start();
        } else if (!m_applying &&
                   ((what & kUndoable) || ((what & DirtyFlag::Step) && !m_workspace.selection().following()))) {
            m_timer.start();
        }
    });
    connect(&workspace.selection(), &Selection::followingChanged, this, [this] {
        if (!m_applying) {
            m_timer.start();
        }
    });
}

bool ViewHistory::State::same(const State& other) const {
    const auto parts = [](const State& state) {
        return std::tie(state.step, state.selection, state.lanes, state.current, state.compare, state.chat,
                        state.chatName, state.system, state.command);
    };
    return parts(*this) == parts(other);
}

ViewHistory::State ViewHistory::now() {
    const Selection& selection = m_workspace.selection();
    RunDraft& draft = m_workspace.draft();
    State state;
    if (!selection.following()) {
        state.step = selection.step();
    }
    state.selection = selection.values();
    state.base = draft.base();
    state.lanes = draft.lanes().texts();
    state.current = draft.lanes().current();
    state.compare = draft.compareWithFull();
    state.chat = draft.chatWanted();
    state.chatName = draft.chatName();
    state.system = draft.system();
    state.command = draft.commandLine() + QString::number(draft.base().threads);
    return state;
}

void ViewHistory::setDocks(std::function<QJsonObject()> now, std::function<void(const QJsonObject&)> show) {
    m_docksNow = std::move(now);
    m_showDocks = std::move(show);
    m_timer.stop();
    m_touched.clear();
    m_docks = docksNow();
}

QJsonObject ViewHistory::docksNow() const {
    return m_docksNow ? m_docksNow() : QJsonObject();
}

void ViewHistory::expect(const Path& what) {
    if (!m_applying) {
        expect(what, valueAt(docksNow(), what));
    }
}

void ViewHistory::expect(const Path& what, const QJsonValue& now) {
    if (!m_applying && std::ranges::find(m_touched, what) == m_touched.end()) {
        put(m_docks, what, now);
    }
}

void ViewHistory::hold(const Path& what) {
    expect(what);
    if (!m_applying && std::ranges::find(m_held, what) == m_held.end()) {
        m_held.push_back(what);
    }
}

void ViewHistory::leaveOut(const std::function<void()>& change) {
    settle();
    m_applying = true;
    change();
    m_docks = docksNow();
    m_applying = false;
}

void ViewHistory::touch(const Path& what) {
    std::erase(m_held, what);
    if (m_applying) {
        return;
    }
    if (std::ranges::find(m_touched, what) == m_touched.end()) {
        m_touched.push_back(what);
    }
    m_timer.start();
}

void ViewHistory::settle() {
    m_timer.stop();
    if (std::exchange(m_otherRecording, false)) {
        forget(Part::Docks);
    }
    State state = now();
    const QJsonObject before = std::exchange(m_docks, docksNow());
    for (const Path& path : m_held) {
        put(m_docks, path, valueAt(before, path));
    }
    for (const Path& path : std::exchange(m_touched, {})) {
        if (const QJsonValue was = valueAt(before, path), is = valueAt(m_docks, path); was != is) {
            state.docks.push_back({path, was, is});
        }
    }
    if (state.docks.empty() && state.same(m_states[m_at])) {
        return;
    }
    m_states.erase(m_states.begin() + static_cast<std::ptrdiff_t>(m_at) + 1, m_states.end());
    m_states.push_back(std::move(state));
    if (m_states.size() > kMost) {
        m_states.pop_front();
    }
    m_at = m_states.size() - 1;
    Q_EMIT changed();
}

void ViewHistory::settleOther() {
    if (m_otherRecording) {
        settle();
    }
}

void ViewHistory::forget(Part part) {
    const State here = now();
    m_docks = docksNow();
    m_touched.clear();
    std::deque<State> states;
    std::size_t at = 0;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        State& state = m_states[i];
        state.docks.clear();
        if (part == Part::All) {
            state.step = here.step;
            state.selection = here.selection;
        }
        if (states.empty() || !state.same(states.back())) {
            states.push_back(std::move(state));
        }
        if (i == m_at) {
            at = states.size() - 1;
        }
    }
    m_states = std::move(states);
    m_at = at;
    Q_EMIT changed();
}

void ViewHistory::undo() {
    settle();
    if (canUndo()) {
        go(m_at - 1);
    }
}

void ViewHistory::redo() {
    settle();
    if (canRedo()) {
        go(m_at + 1);
    }
}

void ViewHistory::go(std::size_t to) {
    QJsonObject docks;
    const bool back = to < m_at;
    for (const State::Changed& each : m_states[back ? m_at : to].docks) {
        put(docks, each.path, back ? each.before : each.after);
    }
    m_at = to;
    const State state = m_states[to];
    m_applying = true;
    Selection& selection = m_workspace.selection();
    selection.setValues(state.selection);
    if (state.step) {
        selection.setStep(*state.step);
    } else {
        selection.setFollowing(true);
        selection.followTo(m_workspace.client().steps() - 1);
    }
    RunDraft& draft = m_workspace.draft();
    const Catalog& catalog = m_workspace.plugins().catalog();
    draft.setBase(state.base);
    draft.setChat(state.chat, state.system, state.chatName);
    auto done = draft.lanes().set(catalog, state.lanes);
    if (done) {
        done = draft.lanes().select(catalog, state.current);
    }
    draft.setCompareWithFull(state.compare);
    if (m_showDocks) {
        m_showDocks(docks);
    }
    m_docks = docksNow();
    m_applying = false;
    m_timer.stop();
    m_workspace.refuseIfFailed(done);
    Q_EMIT changed();
}

}  // namespace kvw::wb
