// SPDX-License-Identifier: GPL-3.0-or-later
/// Plays a click for every prune event that a run records or the cursor reaches; the pitch rises with the cost of the
/// tokens before it.
#pragma once

#include <QObject>

#include "app/workbench/session/workspace.h"
#include "app/workbench/sound/sound_player.h"

namespace kvw::wb {

/// Silent until switched on. Events that arrive together are played one after the other, up to the limit of the player.
/// A sound that cannot be played is a warning in the list of problems. Thread: GUI thread.
class PruneSounds : public QObject {
    Q_OBJECT
 public:
    PruneSounds(Workspace& workspace, SoundPlayer* player, QObject* parent = nullptr);
    void setOn(bool on);
    [[nodiscard]] bool on() const noexcept { return m_on; }

 Q_SIGNALS:
    void clicked(double hertz);

 private:
    void onDirty(Dirty what);
    void clickBetween(std::int64_t from, std::int64_t to);

    Workspace& m_workspace;
    SoundPlayer* m_player;
    std::int64_t m_heard = 0;  ///< steps of the shown recording already handled
    bool m_on = false;
};

}  // namespace kvw::wb
