// SPDX-License-Identifier: GPL-3.0-or-later
/// Undo and redo of what the user chose to look at and what the next run will be. Runs are not undone, nor is the
/// cursor's way through time.
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>

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
    /// Takes a change that is still waiting for others.
    void settle();

 Q_SIGNALS:
    void changed();  ///< of what can be undone or redone

 private:
    struct State {
        StepRange range;
        std::vector<std::int32_t> tokens;
        int layer = 0, head = -1, lane = 0;
        std::optional<std::int64_t> cursorA, cursorB;
        RunSpec base;
        QStringList lanes;
        int current = 0;
        bool compare = true, chat = true;
        QString system;
        QString command;  ///< stands for the draft where states are compared

        [[nodiscard]] bool same(const State& other) const;
    };
    [[nodiscard]] State now();
    void forgetSelections();
    void go(std::size_t to);

    Workspace& m_workspace;
    QTimer m_timer;
    std::deque<State> m_states;
    std::size_t m_at = 0;
    bool m_applying = false;
};

}  // namespace kvw::wb
