// SPDX-License-Identifier: GPL-3.0-or-later
/// Plays the selection through the recorded steps or through the layers.
#pragma once

#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"

namespace kvw::wb {

/// All linked docks follow, unless `dock` has a selection of its own. It stops at the end, and when `dock` is hidden.
/// Thread: GUI thread.
class WalkBar : public QWidget {
    Q_OBJECT
 public:
    explicit WalkBar(Dock& dock)
        : QWidget(&dock),
          m_dock(dock),
          m_play(new QToolButton(this)),
          m_walk(new ViewChoice(this, "viewWalk", tr("Play through steps or layers"),
                                {{tr("through the steps")}, {tr("through the layers")}})) {
        m_play->setObjectName(QStringLiteral("play"));
        m_play->setText(tr("Play"));
        m_play->setCheckable(true);
        m_play->setToolTip(tr("Goes through the steps or layers of the run; all docks follow"));
        setContentsLength(*m_walk);
        rowOf({m_play, {m_walk, 1}}, this, {0});
        connect(m_play, &QToolButton::toggled, this, &WalkBar::play);
        connect(m_walk, &QComboBox::activated, this, [this] { play(m_play->isChecked()); });
        connect(&m_timer, &QTimer::timeout, this, &WalkBar::next);
    }

    void stop() { m_play->setChecked(false); }

 private:
    /// A run is played in about kPlayMs; a layer is shown longer than a step.
    static constexpr int kPlayMs = 15'000, kStepMs = 60, kLayerMs = 700;

    enum class Walk { Steps, Layers };
    [[nodiscard]] Walk walks() const { return m_walk->shown<Walk>(); }
    /// Returns the first and last layer, or the first and last step of the visible range.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> ends(const Trace& trace) const {
        if (walks() == Walk::Layers) {
            return {0, trace.shape().layers - 1};
        }
        const StepRange range = m_dock.selection().range();
        return range.all() ? std::pair{std::int64_t{0}, trace.steps() - 1}
                           : std::pair{range.first, std::min(range.last, trace.steps() - 1)};
    }

    void play(bool on) {
        m_play->setText(on ? tr("Pause") : tr("Play"));
        m_timer.stop();
        const Trace* trace = m_dock.shownSelection().trace();
        if (!on || trace == nullptr || trace->steps() == 0) {
            return;
        }
        Selection& selection = m_dock.selection();
        const auto [first, last] = ends(*trace);
        if (walks() == Walk::Layers) {
            if (m_dock.shownSelection().layer() >= last) {
                selection.setLayer(0);
            }
            m_timer.start(kLayerMs);
        } else {
            if (m_dock.shownSelection().step() >= last || m_dock.shownSelection().step() < first) {
                selection.setStep(first);
            }
            m_stride = std::max<std::int64_t>(1, (last - first) * kStepMs / kPlayMs);
            m_timer.start(kStepMs);
        }
    }

    void next() {
        const Trace* trace = m_dock.shownSelection().trace();
        if (!m_dock.shown() || trace == nullptr) {
            return stop();
        }
        const std::int64_t last = ends(*trace).second;
        const std::int64_t at =
            walks() == Walk::Layers ? m_dock.shownSelection().layer() : m_dock.shownSelection().step();
        if (at >= last) {
            stop();
        } else if (walks() == Walk::Layers) {
            m_dock.selection().setLayer(static_cast<int>(at + 1));
        } else {
            m_dock.selection().setStep(std::min(last, at + m_stride));
        }
    }

    Dock& m_dock;
    QToolButton* m_play;
    ViewChoice* m_walk;
    QTimer m_timer;
    std::int64_t m_stride = 1;
};

}  // namespace kvw::wb
