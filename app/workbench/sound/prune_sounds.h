// SPDX-License-Identifier: GPL-3.0-or-later
/// A click for every prune event that a run records or the cursor comes to: the higher, the more the tokens before it
/// have cost.
#pragma once

#include <QObject>

#include "app/workbench/models/workspace.h"
#include "app/workbench/sound/sound_player.h"

namespace kvw::wb {

/// Thread: GUI thread. Off at first. Events that come at once are heard one after the other, as far as the player keeps
/// them apart. A sound that cannot be played is a warning in the list of problems.
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
    std::int64_t m_heard = 0;  ///< steps of the shown recording that were listened to
    bool m_on = false;
};

}  // namespace kvw::wb
