// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/strip_legend.h"

#include <QPainter>
#include <span>

#include "app/workbench/docks/strip_view.h"
#include "app/workbench/models/theme.h"

namespace kvw::wb {

namespace {

constexpr TokenState kShown[] = {TokenState::Sink,       TokenState::Recent,         TokenState::Kept,
                                 TokenState::EvictedNow, TokenState::EvictedEarlier, TokenState::Current};
constexpr TokenState kPinsShown[] = {TokenState::Sink,   TokenState::Recent,     TokenState::Kept,
                                     TokenState::Pinned, TokenState::EvictedNow, TokenState::EvictedEarlier,
                                     TokenState::Current};
constexpr TokenState kReadShown[] = {TokenState::Kept, TokenState::Unread, TokenState::Current};
constexpr WhatIfCell kPreviewShown[] = {WhatIfCell::Both, WhatIfCell::OnlyNext, WhatIfCell::OnlyRun,
                                        WhatIfCell::Neither};
constexpr int kSharesShown[] = {0, 25, 50, 75, 100};
constexpr int kSwatch = 12, kGap = 4, kSpace = 10;

std::span<const TokenState> statesOf(bool unread, bool pins) {
    return unread ? std::span<const TokenState>(kReadShown)
           : pins ? std::span<const TokenState>(kPinsShown)
                  : std::span<const TokenState>(kShown);
}

QString shareName(int percent) {
    return percent == 0     ? StripLegend::tr("held by no layer and head")
           : percent == 100 ? StripLegend::tr("by all of them")
                            : StripLegend::tr("%1 %").arg(percent);
}

}  // namespace

StripLegend::StripLegend(QWidget* parent) : QWidget(parent) {
    setAccessibleName(
        tr("Legend: sink underlined, recent and kept filled, evicted now framed, evicted earlier struck "
           "through, current with a caret, pinned with a pin; held but not read in half-tone"));
    setToolTip(
        tr("Lines above tokens: a fact is stated (line), asked for (dots), answered (thick). "
           "A dotted line between tokens: the prompt ends."));
}

void StripLegend::show(bool unread, bool pins, bool preview, bool shares) {
    if (m_unread != unread || m_pins != pins || m_preview != preview || m_shares != shares) {
        m_shares = shares;
        m_unread = unread;
        m_pins = pins;
        m_preview = preview;
        updateGeometry();
        update();
    }
}

QSize StripLegend::sizeHint() const {
    int width = 0;
    if (m_preview) {
        for (const WhatIfCell cell : kPreviewShown) {
            width += kSwatch + kGap + fontMetrics().horizontalAdvance(whatIfName(cell)) + kSpace;
        }
        return {width, fontMetrics().height() + 2};
    }
    if (m_shares) {
        for (const int percent : kSharesShown) {
            width += kSwatch + kGap + fontMetrics().horizontalAdvance(shareName(percent)) + kSpace;
        }
        return {width, fontMetrics().height() + 2};
    }
    for (const TokenState state : statesOf(m_unread, m_pins)) {
        width += kSwatch + kGap + fontMetrics().horizontalAdvance(stateName(state)) + kSpace;
    }
    return {width, fontMetrics().height() + 2};
}

QSize StripLegend::minimumSizeHint() const {
    return {0, fontMetrics().height() + 2};
}

void StripLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter, rect(), palette());
}

void StripLegend::paint(QPainter& painter, const QRect& area, const QPalette& paper) const {
    const QColor ink = paper.color(QPalette::WindowText);
    const QFontMetrics metrics = painter.fontMetrics();
    int x = area.left() + kSpace / 2;
    // Entries that do not fit are left out, not cut in two.
    const auto entry = [&](const QString& name, auto&& form) {
        const int need = kSwatch + kGap + metrics.horizontalAdvance(name) + kSpace;
        if (x + need > area.right() + 1) {
            return false;
        }
        form(QRect(x, area.top() + (area.height() - kSwatch) / 2, kSwatch, kSwatch));
        painter.setPen(ink);
        painter.drawText(x + kSwatch + kGap, area.top() + (area.height() + metrics.ascent() - metrics.descent()) / 2,
                         name);
        x += need;
        return true;
    };
    const auto struck = [&](const QRect& swatch) {
        painter.setPen(QPen(ink, 1));
        painter.drawLine(swatch.left(), swatch.center().y(), swatch.right(), swatch.center().y());
    };
    for (const WhatIfCell cell : kPreviewShown) {
        if (!m_preview || !entry(whatIfName(cell), [&](const QRect& swatch) {
                cell == WhatIfCell::Neither ? struck(swatch)
                                            : paintWhatIf(painter, swatch, cell, paper.color(QPalette::Base));
            })) {
            break;
        }
    }
    for (const int percent : kSharesShown) {
        if (m_preview || !m_shares || !entry(shareName(percent), [&](const QRect& swatch) {
                QColor color = stateColor(TokenState::Kept);
                color.setAlphaF(static_cast<float>(percent) / 140);
                percent == 0 ? struck(swatch) : painter.fillRect(swatch, color);
            })) {
            break;
        }
    }
    for (const TokenState state : statesOf(m_unread, m_pins)) {
        if (m_preview || m_shares ||
            !entry(stateName(state), [&](const QRect& swatch) { paintState(painter, swatch, state, ink); })) {
            break;
        }
    }
}

void StripLegend::paintState(QPainter& painter, const QRect& swatch, TokenState state, const QColor& ink) {
    const QColor color = stateColor(state);
    switch (state) {
        case TokenState::EvictedNow:
            painter.setPen(QPen(color, 2));
            painter.drawRect(swatch.adjusted(1, 1, -1, -1));
            break;
        case TokenState::EvictedEarlier:
            painter.setPen(QPen(ink, 1));
            painter.drawLine(swatch.left(), swatch.center().y(), swatch.right(), swatch.center().y());
            break;
        case TokenState::Current:
            painter.setPen(QPen(color, 1));
            painter.drawRect(swatch.adjusted(0, 0, -1, -1));
            painter.fillRect(swatch.right() - 2, swatch.top(), 3, swatch.height(), color);
            break;
        case TokenState::Unread:
            painter.fillRect(swatch, QBrush(color, Qt::Dense6Pattern));
            break;
        case TokenState::Pinned:
            painter.fillRect(swatch, QColor(color.red(), color.green(), color.blue(), 110));
            paintPin(painter, {swatch.right() - 4, swatch.top()}, color);
            break;
        case TokenState::Sink:
            painter.fillRect(swatch, QColor(color.red(), color.green(), color.blue(), 90));
            painter.fillRect(swatch.left(), swatch.bottom() - 1, swatch.width(), 2, color);
            break;
        default:
            painter.fillRect(swatch, QColor(color.red(), color.green(), color.blue(), 110));
            break;
    }
}

}  // namespace kvw::wb
