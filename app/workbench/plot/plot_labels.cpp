// SPDX-License-Identifier: GPL-3.0-or-later
/// Fits titles and numbers of a plot's axes to the available room.
#include <algorithm>

#include "app/workbench/plot/plot.h"
#include "app/workbench/plot/plot_tickers.h"

namespace kvw::wb {

namespace {

/// Minimum height in pixels of each of several panels for the x axis to have a title.
constexpr int kTitledFrom = 34;

/// Shortens a title to the room: of "cache (MiB)" all, the unit (which no legend states), or the beginning; of
/// "attention, max of 16 × 16" the part before the comma.
QString fitting(const QString& title, const QFontMetrics& metrics, int room) {
    if (metrics.horizontalAdvance(title) <= room) {
        return title;
    }
    const qsizetype open = title.lastIndexOf(QLatin1Char('('));
    const QString unit = open >= 0 ? title.mid(open + 1).chopped(1) : QString();
    const qsizetype comma = title.indexOf(QLatin1String(", "));
    for (const QString& part : {unit, comma > 0 ? title.left(comma) : QString()}) {
        if (!part.isEmpty() && metrics.horizontalAdvance(part) <= room) {
            return part;
        }
    }
    return metrics.elidedText(title, Qt::ElideRight, room);
}

}  // namespace

void Plot::setXTitle(const QString& title) {
    if (title != m_xTitle) {  // some callers set it at every refresh
        m_xTitle = title;
        fitLabels();
    }
}

void Plot::setStretch(int index, double stretch) {
    m_panels[static_cast<std::size_t>(index)].stretch = stretch;
    plotLayout()->setRowStretchFactor(index, stretch);
    m_heights.clear();
}

void Plot::share() {
    std::vector<int> heights, margins;
    int room = 0, shown = 0;
    double whole = 0;
    for (const Panel& each : m_panels) {
        heights.push_back(each.rect->height());
        margins.push_back(each.rect->outerRect().height() - each.rect->height());
        if (each.rect->visible()) {
            room += heights.back();
            whole += each.stretch;
            ++shown;
        }
    }
    std::vector<int> now = heights;
    now.insert(now.end(), margins.begin(), margins.end());
    now.push_back(m_panels.empty() ? 0 : m_panels.back().rect->width());  // limits the width of the title below
    if (now == m_heights || shown == 0 || room <= 0) {
        return;
    }
    m_heights = now;
    if (shown > 1) {
        for (int i = 0; i < panels(); ++i) {
            const Panel& each = m_panels[static_cast<std::size_t>(i)];
            if (each.rect->visible()) {
                plotLayout()->setRowStretchFactor(
                    i, std::max(1.0, room * each.stretch / whole + margins[static_cast<std::size_t>(i)]));
            }
        }
        // Hiding the title frees its height; subtract more than that, so that the title does not flicker.
        const int title = 3 * QFontMetrics(x(0)->labelFont()).height() / 2;
        m_low = room - (m_low ? title : 0) < shown * kTitledFrom;
    }
    fitLabels();
    redraw();
}

void Plot::setYTitle(int index, const QString& title) {
    m_panels[static_cast<std::size_t>(index)].title = title;
    fitLabels();
}

void Plot::setScaleTitle(const QString& title) {
    if (title != m_scaleTitle) {  // set with every image
        m_scaleTitle = title;
        fitLabels();
    }
}

void Plot::fitLabels() {
    constexpr int kLabelWidth = 62, kLabelHeight = 30, kScaleWidth = 60, kAround = 12;
    const bool aligned = panels() > 0 && !panel(0)->autoMargins().testFlag(QCP::msRight);
    const int beside = (m_scale != nullptr ? kScaleWidth : 0) + (m_marginal != nullptr ? kMarginalWidth : 0);
    const int wide = width() - kLeftMargin - (aligned ? panel(0)->margins().right() : beside);
    if (panels() > 0 && y(0)->rangeReversed()) {
        // The number of the first row is centred at the upper end; it is not drawn if the widget would clip it.
        QMargins margins = panel(0)->minimumMargins();
        margins.setTop(std::max(kTopMargin, QFontMetrics(y(0)->tickLabelFont()).height() / 2 + 1));
        panel(0)->setMinimumMargins(margins);
    }
    for (int i = 0; i < panels(); ++i) {
        const int high = panel(i)->height();
        x(i)->ticker()->setTickCount(std::clamp(wide / kLabelWidth, 1, 8));
        y(i)->ticker()->setTickCount(std::clamp(high / kLabelHeight, 2, 6));
        if (const auto numbers = qSharedPointerDynamicCast<WholeNumbers>(x(i)->ticker())) {
            numbers->setRoom(wide, QFontMetrics(x(i)->tickLabelFont()).horizontalAdvance(QLatin1Char('0')));
        }
        if (const auto numbers = qSharedPointerDynamicCast<Stacked>(y(i)->ticker())) {
            numbers->setRoom(high, QFontMetrics(y(i)->tickLabelFont()).height());
        }
        const QFontMetrics metrics(y(i)->labelFont());
        y(i)->setLabel(fitting(m_panels[static_cast<std::size_t>(i)].title, metrics, high + kAround));
    }
    if (panels() > 0) {
        // The title may extend a little on both sides, where there are only numbers.
        QCPAxis* below = x(panels() - 1);
        const int room = panel(panels() - 1)->width() + 2 * kAround;
        below->setLabel(m_low ? QString() : fitting(m_xTitle, QFontMetrics(below->labelFont()), room));
    }
    if (m_scale != nullptr && panels() > 0) {
        // The colour scale is as high as the first panel.
        QCPAxis* axis = m_scale->axis();
        const int high = panel(0)->height();
        axis->ticker()->setTickCount(std::clamp(high / kLabelHeight, 2, 6));
        axis->setLabel(fitting(m_scaleTitle, QFontMetrics(axis->labelFont()), high));
    }
}

}  // namespace kvw::wb
