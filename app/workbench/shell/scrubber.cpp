// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/scrubber.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "app/workbench/session/theme.h"

namespace kvw::wb {

namespace {
constexpr int kMargin = 9, kTrack = 6, kBesideLabel = 3;
}

Scrubber::Scrubber(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("scrubber"));
    setAccessibleName(tr("Time: steps of the run"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    connect(&workspace, &Workspace::dirty, this, [this](Dirty what) {
        if (what & (DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Step | DirtyFlag::Unit | DirtyFlag::Cursors |
                    DirtyFlag::Hover)) {
            if (what & DirtyFlag::Recording) {
                m_changes.forget();
            }
            update();
        }
    });
}

QSize Scrubber::sizeHint() const {
    return {400, 26};
}

QSize Scrubber::minimumSizeHint() const {
    return {120, 26};
}

int Scrubber::xOf(std::int64_t step) const {
    const std::int64_t last = std::max<std::int64_t>(1, m_workspace.client().total() - 1);
    return kMargin + static_cast<int>((width() - 2 * kMargin) *
                                      std::clamp(static_cast<double>(step) / static_cast<double>(last), 0.0, 1.0));
}

std::int64_t Scrubber::stepAt(int x) const {
    const std::int64_t recorded = m_workspace.client().steps();
    const std::int64_t last = std::max<std::int64_t>(1, m_workspace.client().total() - 1);
    const double share = static_cast<double>(x - kMargin) / std::max(1, width() - 2 * kMargin);
    const auto step = qRound64(share * static_cast<double>(last));
    return std::clamp<std::int64_t>(step, 0, std::max<std::int64_t>(0, recorded - 1));
}

void Scrubber::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const int middle = height() / 2;
    const QColor ink = palette().color(QPalette::WindowText);
    QColor faint = ink;
    faint.setAlpha(50);
    painter.fillRect(kMargin, middle - kTrack / 2, width() - 2 * kMargin, kTrack, faint);
    const std::int64_t recorded = m_workspace.client().steps();
    if (recorded == 0) {
        return;
    }
    QColor done = palette().color(QPalette::Highlight);
    done.setAlpha(120);
    painter.fillRect(QRect(QPoint(kMargin, middle - kTrack / 2), QPoint(xOf(recorded - 1), middle + kTrack / 2 - 1)),
                     done);
    const auto recording = m_workspace.recording();
    if (const std::int64_t prompt = recording->description().promptTokens; prompt > 0) {
        const int x = xOf(prompt);
        painter.setPen(QPen(ink, 1, Qt::DotLine));
        painter.drawLine(x, 2, x, height() - 3);
    }
    if (const auto index = m_workspace.index(); index != nullptr) {
        // Draw at most one tick per pixel: a policy that prunes at every step would paint thousands on top of each
        // other.
        painter.setPen(stateColor(TokenState::EvictedNow));
        int painted = -1;
        for (const std::int32_t step : index->pruneSteps()) {
            if (const int x = xOf(step); x != painted) {
                painter.drawLine(x, middle + kTrack / 2, x, middle + kTrack / 2 + 4);
                painted = x;
            }
        }
    }
    m_changes.follow(m_workspace.trace(), m_workspace.namesHidden());
    int free = 0;
    QFont small = font();
    small.setPointSizeF(std::max(6.0, small.pointSizeF() * 0.8));
    painter.setFont(small);
    for (const LiveChange& change : m_changes.list()) {
        const int x = xOf(change.step);
        painter.setPen(ink);
        painter.drawLine(x, 2, x, height() - 3);
        const int wide = painter.fontMetrics().horizontalAdvance(change.label) + 2 * kBesideLabel;
        if (const auto start = labelStart(x, wide, free, width())) {
            painter.drawText(static_cast<int>(*start) + kBesideLabel, painter.fontMetrics().ascent(), change.label);
            free = static_cast<int>(*start) + wide;
        }
    }
    painter.setFont(font());
    const auto cursor = [&](std::optional<std::int64_t> step, const QString& name) {
        if (step) {
            painter.setPen(ink);
            painter.drawLine(xOf(*step), 1, xOf(*step), height() - 2);
            painter.drawText(xOf(*step) + 2, painter.fontMetrics().ascent(), name);
        }
    };
    cursor(m_workspace.selection().cursorA(), QStringLiteral("A"));
    cursor(m_workspace.selection().cursorB(), QStringLiteral("B"));
    const int x = xOf(std::max<std::int64_t>(0, m_workspace.step()));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1));
    painter.setBrush(palette().color(QPalette::Button));
    painter.drawEllipse(QPointF(x, middle), 6.5, 6.5);
    if (m_workspace.selection().following()) {
        painter.setBrush(stateColor(TokenState::EvictedNow));
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QPointF(x, middle), 3, 3);
    }
}

void Scrubber::seek(int x) {
    if (m_workspace.client().steps() > 0) {
        m_workspace.selection().setStep(stepAt(x));
    }
}

void Scrubber::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_dragging = true;
        seek(event->pos().x());
    }
}

void Scrubber::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragging) {
        seek(event->pos().x());
    }
}

void Scrubber::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
}

bool Scrubber::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QString text = tr("step %1 of %2; orange ticks: something was evicted; dotted: end of the prompt")
                           .arg(stepAt(help->pos().x()))
                           .arg(m_workspace.client().total());
        m_changes.follow(m_workspace.trace(), m_workspace.namesHidden());
        for (const LiveChange& change : m_changes.list()) {
            if (std::abs(xOf(change.step) - help->pos().x()) < kMargin) {
                text += QLatin1Char('\n') + tr("from step %1: %2").arg(change.step).arg(change.label);
            }
        }
        QToolTip::showText(help->globalPos(), text);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace kvw::wb
