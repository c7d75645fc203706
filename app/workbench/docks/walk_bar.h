// SPDX-License-Identifier: GPL-3.0-or-later
/// Plays the selection through the steps or the layers of what is recorded.
#pragma once

#include <QTimer>
#include <QWidget>
#include <utility>

#include "app/workbench/docks/dock.h"

class QComboBox;
class QToolButton;

namespace kvw::wb {

/// All linked docks follow, unless `dock` has a selection of its own. It stops at the end, and when `dock` cannot be
/// seen. Thread: GUI thread.
class WalkBar : public QWidget {
    Q_OBJECT
 public:
    explicit WalkBar(Dock& dock);
    void stop();

 private:
    enum class Walk { Steps, Layers };
    [[nodiscard]] Walk walks() const;
    /// The layers, or the steps of the range that is shown.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> ends(const Trace& trace) const;
    void play(bool on);
    void next();

    Dock& m_dock;
    QToolButton* m_play;
    QComboBox* m_walk;
    QTimer m_timer;
    std::int64_t m_stride = 1;
};

}  // namespace kvw::wb
