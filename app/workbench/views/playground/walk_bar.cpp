// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/playground/walk_bar.h"

#include <QToolButton>
#include <algorithm>

#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

namespace {

/// A run is played in about kPlayMs; a layer is shown longer than a step.
constexpr int kPlayMs = 15'000, kStepMs = 60, kLayerMs = 700;

}  // namespace

WalkBar::WalkBar(Dock& dock)
    : QWidget(&dock),
      m_dock(dock),
      m_play(new QToolButton(this)),
      m_walk(new ViewChoice(this, "viewWalk", tr("What is played"),
                            {{tr("through the steps")}, {tr("through the layers")}})) {
    m_play->setObjectName(QStringLiteral("play"));
    m_play->setText(tr("Play"));
    m_play->setCheckable(true);
    m_play->setToolTip(tr("Goes through the steps or layers of the run; all docks follow"));
    m_walk->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    rowOf({m_play, {m_walk, 1}}, this, {0});
    connect(m_play, &QToolButton::toggled, this, &WalkBar::play);
    connect(m_walk, &QComboBox::activated, this, [this] { play(m_play->isChecked()); });
    connect(&m_timer, &QTimer::timeout, this, &WalkBar::next);
}

void WalkBar::stop() {
    m_play->setChecked(false);
}

WalkBar::Walk WalkBar::walks() const {
    return m_walk->shown<Walk>();
}

std::pair<std::int64_t, std::int64_t> WalkBar::ends(const Trace& trace) const {
    if (walks() == Walk::Layers) {
        return {0, trace.shape().layers - 1};
    }
    const StepRange range = m_dock.selection().range();
    return range.all() ? std::pair{std::int64_t{0}, trace.steps() - 1}
                       : std::pair{range.first, std::min(range.last, trace.steps() - 1)};
}

void WalkBar::play(bool on) {
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

void WalkBar::next() {
    const Trace* trace = m_dock.shownSelection().trace();
    if (!m_dock.shown() || trace == nullptr) {
        return stop();
    }
    const std::int64_t last = ends(*trace).second;
    const std::int64_t at = walks() == Walk::Layers ? m_dock.shownSelection().layer() : m_dock.shownSelection().step();
    if (at >= last) {
        stop();
    } else if (walks() == Walk::Layers) {
        m_dock.selection().setLayer(static_cast<int>(at + 1));
    } else {
        m_dock.selection().setStep(std::min(last, at + m_stride));
    }
}

}  // namespace kvw::wb
