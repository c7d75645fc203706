// SPDX-License-Identifier: GPL-3.0-or-later
/// Applies the colours and fonts of the window to a plot.
#include <algorithm>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/theme.h"

namespace kvw::wb {

void Plot::styleAxis(QCPAxis* axis) const {
    const QColor base = palette().color(QPalette::Base);
    const QColor text = mixed(base, foreground(), 0.85);
    const QPen line(mixed(base, foreground(), 0.45), 1);
    QFont small = font();
    if (small.pointSizeF() > 0) {
        small.setPointSizeF(small.pointSizeF() * 0.9);
    }
    axis->setBasePen(line);
    axis->setTickPen(line);
    axis->setSubTickPen(line);
    axis->setSubTicks(false);
    axis->setTickLength(0, 4);
    axis->setLabelColor(text);
    axis->setTickLabelColor(text);
    axis->setLabelFont(small);
    axis->setTickLabelFont(small);
    axis->setLabelPadding(2);
    axis->setTickLabelPadding(3);
    axis->grid()->setPen(QPen(mixed(base, foreground(), 0.12), 1));
    axis->grid()->setZeroLinePen(QPen(mixed(base, foreground(), 0.35), 1));
}

void Plot::applyTheme() {
    const QColor base = palette().color(QPalette::Base);
    setBackground(QBrush(base));
    for (const Panel& each : m_panels) {
        for (QCPAxis* axis : each.rect->axes()) {
            styleAxis(axis);
        }
        each.rect->axis(QCPAxis::atBottom)->grid()->setZeroLinePen(Qt::NoPen);
    }
    const QPen hover(mixed(base, foreground(), 0.5), 1, Qt::DotLine);
    m_lines.setPen(PlotLines::Cursor, QPen(colorOf(figures::kOrange), 1));
    m_lines.setPen(PlotLines::Hover, hover);
    m_lines.setPen(PlotLines::Layer, hover);
    m_lines.setPen(PlotLines::MarkA, QPen(colorOf(figures::kPurple), 1));
    m_lines.setPen(PlotLines::MarkB, QPen(colorOf(figures::kPurple), 1, Qt::DashLine));
    m_lines.setPen(PlotLines::Boundary, QPen(mixed(base, foreground(), 0.6), 1, Qt::DashLine));
    if (m_scale != nullptr) {
        styleAxis(m_scale->axis());
        m_scale->setMargins(m_scale->minimumMargins());  // otherwise it would keep the larger margins of a larger font
    }
    if (m_marginal != nullptr) {
        for (QCPAxis* axis : m_marginal->axes()) {
            styleAxis(axis);
        }
    }
    if (m_boundaryText != nullptr) {
        QFont small = font();
        small.setPointSizeF(std::max(6.0, small.pointSizeF() * 0.8));
        m_boundaryText->setFont(small);
        m_boundaryText->setColor(mixed(base, foreground(), 0.75));
        m_boundaryText->setBrush(QBrush(base));
        m_boundaryText->setPadding(QMargins(2, 0, 2, 0));
    }
}

}  // namespace kvw::wb
