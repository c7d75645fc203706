// SPDX-License-Identifier: GPL-3.0-or-later
/// Undo and redo of what the user chose to look at, how docks show it, and what the next run will be. Runs are not
/// undone: that one is followed is taken back, the steps that it makes are not.
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

#include "app/workbench/models/workspace.h"

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
    /// Takes a change that is still waiting for others: what follows is a step of its own.
    void settle();
    /// The same if another recording is shown since: the docks have it as far as the next step needs it.
    void settleOther();
    /// Where in what docks show one thing stands: names, from the outside in.
    using Path = QStringList;
    /// How docks show what is selected; both empty: there are none. `show` gets what a step changed and nothing else.
    void setDocks(std::function<QJsonObject()> now, std::function<void(const QJsonObject&)> show);
    /// The user is about to change this, maybe: what it is by now, whoever set it, is what undo brings back.
    void expect(const Path& what);
    void expect(const Path& what, const QJsonValue& now);
    /// From here to its touch() the user has this in hand: what is taken in between leaves it for then.
    void hold(const Path& what);
    /// What `change` does is no step, and nothing that another one takes back.
    void leaveOut(const std::function<void()>& change);
    /// It is being brought back, or left out.
    [[nodiscard]] bool applying() const noexcept { return m_applying; }
    /// The user did something that may have changed this. What docks changed beside it is nothing to undo.
    void touch(const Path& what);

 Q_SIGNALS:
    void changed();  ///< of what can be undone or redone

 private:
    struct State {
        std::optional<std::int64_t> step;  ///< none: the run is followed
        StepRange range;
        TokenRange tokenRange;
        std::vector<std::int32_t> tokens;
        int layer = 0, head = -1, lane = 0;
        std::optional<std::int64_t> cursorA, cursorB;
        RunSpec base;
        QStringList lanes;
        int current = 0;
        bool compare = true, chat = true;
        QString chatName;
        QString system;
        QString command;  ///< stands for the draft where states are compared
        struct Changed {
            Path path;
            QJsonValue before, after;
        };
        std::vector<Changed> docks;  ///< what the user changed in them since the state before

        [[nodiscard]] bool same(const State& other) const;
    };
    [[nodiscard]] State now();
    [[nodiscard]] QJsonObject docksNow() const;
    enum class Part { All, Docks };
    void forget(Part part);   ///< of what belonged to another recording
    void go(std::size_t to);  ///< a neighbour

    Workspace& m_workspace;
    QTimer m_timer;
    std::deque<State> m_states;
    std::size_t m_at = 0;
    QJsonObject m_docks;          ///< as they were when the last change was taken
    std::vector<Path> m_touched;  ///< since then
    std::vector<Path> m_held;
    bool m_applying = false;
    std::weak_ptr<const Recording> m_recording;
    bool m_otherRecording = false;  ///< docks have not all taken it yet
    std::function<QJsonObject()> m_docksNow;
    std::function<void(const QJsonObject&)> m_showDocks;
};

}  // namespace kvw::wb
