// SPDX-License-Identifier: GPL-3.0-or-later
/// Undo and redo of the selection, of how docks show it, and of the settings of the next run. Runs are not undone: an
/// undo may stop following a run, but the run's steps stay.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/session/workspace.h"

namespace kvw::wb {

/// Thread: GUI thread. Keeps snapshots of a small state, the newest kMost; changes that follow each other closely (a
/// slider that is dragged) are one.
class ViewHistory : public QObject {
    Q_OBJECT
 public:
    static constexpr std::size_t kMost = 200;
    static constexpr int kTogetherMs = 100;

    explicit ViewHistory(Workspace& workspace, QObject* parent = nullptr);

    [[nodiscard]] bool canUndo() const noexcept { return m_at > 0; }
    [[nodiscard]] bool canRedo() const noexcept { return m_at + 1 < m_states.size(); }
    void undo();
    void redo();
    /// Records a change that is still waiting for others, so that the next change is an undo step of its own.
    void settle();
    /// Calls `settle` if another recording is shown since the last one, so that the next step starts from what the
    /// docks show of it now.
    void settleOther();
    /// Path of one value in the state of the docks: names, the outermost first.
    using Path = QStringList;
    /// Sets the functions that read and set the state of the docks; both empty: there are no docks. `show` gets only
    /// what a step changed.
    void setDocks(std::function<QJsonObject()> now, std::function<void(const QJsonObject&)> show);
    /// Announces that the user may change this value next. Undo restores the value it has now, whoever set that; `now`:
    /// the value, if the caller knows it.
    void expect(const Path& what);
    void expect(const Path& what, const QJsonValue& now);
    /// Announces that the user is changing this value until `touch`; changes that are recorded meanwhile leave it out.
    void hold(const Path& what);
    /// Calls `change`; its effect is no undo step and no part of another.
    void leaveOut(const std::function<void()>& change);
    /// Returns whether `undo`, `redo` or `leaveOut` is under way.
    [[nodiscard]] bool applying() const noexcept { return m_applying; }
    /// Says that the user may have changed this value. Other changes of the docks are not undone.
    void touch(const Path& what);

 Q_SIGNALS:
    void changed();  ///< what can be undone or redone has changed

 private:
    struct State {
        std::optional<std::int64_t> step;  ///< none: the run is followed
        SelectionValues selection;
        RunSpec base;
        QStringList lanes;
        int current = 0;
        bool compare = true, chat = true;
        QString chatName;
        QString system;
        QString command;  ///< stands for the draft when states are compared
        struct Changed {
            Path path;
            QJsonValue before, after;
        };
        std::vector<Changed> docks;  ///< changes by the user since the previous state

        [[nodiscard]] bool same(const State& other) const;
    };
    [[nodiscard]] State now();
    [[nodiscard]] QJsonObject docksNow() const;
    enum class Part { All, Docks };
    void forget(Part part);   ///< drops what belonged to another recording
    void go(std::size_t to);  ///< to a neighbouring state

    Workspace& m_workspace;
    QTimer m_timer;
    std::deque<State> m_states;
    std::size_t m_at = 0;
    QJsonObject m_docks;          ///< state of the docks when the last change was recorded
    std::vector<Path> m_touched;  ///< values the user may have changed since then
    std::vector<Path> m_held;
    bool m_applying = false;
    std::weak_ptr<const Recording> m_recording;
    bool m_otherRecording = false;  ///< not all docks have taken over the new recording yet
    std::function<QJsonObject()> m_docksNow;
    std::function<void(const QJsonObject&)> m_showDocks;
};

}  // namespace kvw::wb
