// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/sound/prune_sounds.h"

#include <utility>
#include <vector>

#include "core/analysis/prune_sound.h"

namespace kvw::wb {

PruneSounds::PruneSounds(Workspace& workspace, SoundPlayer* player, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_player(player) {
    m_player->setParent(this);
    connect(&workspace, &Workspace::dirty, this, &PruneSounds::onDirty);
    connect(m_player, &SoundPlayer::failed, this, [&workspace](const QString& sentence) {
        workspace.problems().report({sentence.toStdString(), -1});
        Q_EMIT workspace.dirty(DirtyFlag::Problems);
    });
}

void PruneSounds::setOn(bool on) {
    m_on = on;
    m_heard = m_workspace.client().steps();
    m_player->forget();
    m_player->tryAgain();
}

void PruneSounds::onDirty(Dirty what) {
    const std::int64_t steps = m_workspace.client().steps();
    if (what & DirtyFlag::Recording) {
        m_heard = steps;  // recorded steps are not played when a recording is opened
        m_player->forget();
    }
    if (!m_on) {
        return;
    }
    if (steps > m_heard) {
        clickBetween(std::exchange(m_heard, steps), steps);
    } else if (what & DirtyFlag::Step && !m_workspace.selection().following()) {
        clickBetween(m_workspace.step(), m_workspace.step() + 1);
    }
}

void PruneSounds::clickBetween(std::int64_t from, std::int64_t to) {
    const auto recording = m_workspace.recording();
    const int lane = m_workspace.selection().lane();
    if (!recording || !recording->hasTrace(lane) || from < 0) {
        return;
    }
    std::vector<double> deltas;
    for (const PruneClick& click : pruneClicks(*recording, lane, from, to)) {
        deltas.push_back(click.delta);
        Q_EMIT clicked(clickPitch(click.delta));
    }
    m_player->play(deltas);
}

}  // namespace kvw::wb
