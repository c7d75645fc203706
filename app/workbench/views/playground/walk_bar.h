// SPDX-License-Identifier: GPL-3.0-or-later
/// Plays the selection through the recorded steps or through the layers.
#pragma once

#include <QTimer>
#include <QWidget>
#include <utility>

#include "app/workbench/views/common/dock.h"

class QToolButton;

namespace kvw::wb {

class ViewChoice;

/// All linked docks follow, unless `dock` has a selection of its own. It stops at the end, and when `dock` is hidden.
/// Thread: GUI thread.
class WalkBar : public QWidget {
    Q_OBJECT
 public:
    explicit WalkBar(Dock& dock);
    void stop();

 private:
    enum class Walk { Steps, Layers };
    [[nodiscard]] Walk walks() const;
    /// Returns the first and last layer, or the first and last step of the visible range.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> ends(const Trace& trace) const;
    void play(bool on);
    void next();

    Dock& m_dock;
    QToolButton* m_play;
    ViewChoice* m_walk;
    QTimer m_timer;
    std::int64_t m_stride = 1;
};

}  // namespace kvw::wb
