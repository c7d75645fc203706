// SPDX-License-Identifier: GPL-3.0-or-later
/// Painting of the strip's tokens: their states, numbers and marks.
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/strip/strip_view.h"

namespace kvw::wb {

namespace {

QColor blend(const QColor& back, const QColor& front, double share) {
    const auto mix = [share](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return {mix(back.red(), front.red()), mix(back.green(), front.green()), mix(back.blue(), front.blue())};
}

}  // namespace

void paintPin(QPainter& painter, QPoint tip, const QColor& color) {
    painter.fillRect(tip.x() - 1, tip.y(), 5, 4, color);
    painter.fillRect(tip.x() + 1, tip.y() + 4, 1, 4, color);
}

void paintWhatIf(QPainter& painter, const QRect& box, WhatIfCell cell, const QColor& base) {
    const QColor color = whatIfColor(cell);
    if (cell == WhatIfCell::Neither) {
        return;
    }
    painter.fillRect(box, blend(base, color, 0.16));
    painter.fillRect(box, QBrush(blend(base, color, 0.6), Qt::BDiagPattern));
    if (cell == WhatIfCell::OnlyNext) {
        painter.fillRect(box.left(), box.bottom() - 1, box.width() - 1, 2, color);
    } else if (cell == WhatIfCell::OnlyRun) {
        painter.fillRect(box.left(), box.center().y(), box.width(), 2, color);
    }
}

bool StripView::pulses(const QPainter& painter, TokenState state) const {
    return m_pulse && state == TokenState::EvictedNow && painter.device() == viewport();
}

void StripView::paintBehind(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const {
    const QColor base = paper.color(QPalette::Base);
    if (previewed(token)) {
        paintWhatIf(painter, box, m_preview[static_cast<std::size_t>(token)], base);
        return;
    }
    const TokenState state = stateOf(token);
    const bool dark = isDark(paper);
    if (valued(token, state)) {
        const double value = m_value(token);
        painter.fillRect(box, blend(base, StripScale::hue(m_colour, value),
                                    (dark ? 0.65 : 0.55) * StripScale::strength(m_colour, value)));
        return;
    }
    const QColor color = stateColor(state);
    switch (state) {
        case TokenState::Unread:
            // Half-tone: the token is held, but was not read.
            painter.fillRect(box, QBrush(blend(base, color, 0.5), Qt::Dense6Pattern));
            break;
        case TokenState::EvictedEarlier:
        case TokenState::Ahead:
            break;
        default:
            painter.fillRect(box, pulses(painter, state) ? color : blend(base, color, dark ? 0.42 : 0.30));
            break;
    }
}

QColor StripView::inkOf(const QPainter& painter, std::int64_t token, const QPalette& paper, bool& struck) const {
    const QColor base = paper.color(QPalette::Base), ink = paper.color(QPalette::Text);
    constexpr double kFaint = 0.62, kHalf = 0.8;
    const TokenState state = stateOf(token);
    if (previewed(token)) {
        struck = m_preview[static_cast<std::size_t>(token)] == WhatIfCell::Neither;
        return struck ? blend(base, ink, kFaint) : ink;
    }
    if (valued(token, state)) {
        struck = m_colour == StripColour::Share && m_value(token) <= 0;
        return struck ? blend(base, ink, kFaint) : ink;
    }
    struck = state == TokenState::EvictedEarlier;
    return struck || state == TokenState::Ahead ? blend(base, ink, kFaint)
           : state == TokenState::Unread        ? blend(base, ink, kHalf)
           : pulses(painter, state)             ? QColor(Qt::black)  // readable on it in both themes
                                                : ink;
}

void StripView::paintBox(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper,
                         const Letters& letters) const {
    bool struck = false;
    const QColor ink = inkOf(painter, token, paper, struck);
    painter.setPen(ink);
    letters(painter);
    if (m_shown.borders) {
        painter.fillRect(box.left(), box.top(), 1, box.height(),
                         blend(paper.color(QPalette::Base), paper.color(QPalette::Text), 0.3));
    }
    if (struck) {
        painter.fillRect(box.left(), box.top() + box.height() / 2 + 1, box.width(), 1, ink);
    }
    const TokenState state = stateOf(token);
    if (previewed(token) || valued(token, state)) {
        return;
    }
    const QColor color = stateColor(state);
    switch (state) {
        case TokenState::Sink:
            painter.fillRect(box.left(), box.bottom() + 1, std::max(1, box.width() - 1), 2, color);
            break;
        case TokenState::Pinned:
            paintPin(painter, {box.right() - 4, box.top() - kAbove}, color);
            break;
        case TokenState::EvictedNow:
            painter.setPen(QPen(color, 1));
            painter.drawRect(box.adjusted(0, -1, -1, 0));
            painter.drawRect(box.adjusted(-1, -2, 0, 1));
            break;
        case TokenState::Current:
            painter.setPen(QPen(color, 1));
            painter.drawRect(box.adjusted(0, -1, -1, 0));
            painter.fillRect(box.right(), box.top() - 1, 3, box.height() + 2, color);
            break;
        default:
            break;
    }
}

void StripView::paintArcs(QPainter& painter) const {
    if (m_arcs.to.empty() || m_arcs.from < 0 || m_arcs.from >= count()) {
        return;
    }
    const auto above = [this](std::int64_t token) {
        const QRectF box(rectOf(token));
        return QPointF(box.center().x(), box.top());
    };
    const QPointF start = above(m_arcs.from);
    const double most = m_arcs.to.front().second;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [token, weight] : m_arcs.to) {
        if (token < 0 || token >= count()) {
            continue;
        }
        const QPointF end = above(token);
        constexpr double kLeast = 14, kFlat = 5;
        const double high = kLeast + std::abs(end.x() - start.x()) / kFlat;
        QColor color = stateColor(TokenState::Pinned);
        color.setAlphaF(static_cast<float>(0.4 + 0.6 * weight / most));
        painter.setPen(QPen(color, 1 + 2 * weight / most));
        QPainterPath arc(start);
        arc.quadTo((start.x() + end.x()) / 2, std::min(start.y(), end.y()) - high, end.x(), end.y());
        painter.drawPath(arc);
    }
}

void StripView::paintMarks(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const {
    // The parts of a probe are lines above the letters: solid for the fact, dotted for the question, thick for the
    // answer.
    const ProbePart part = m_parts[static_cast<std::size_t>(token)];
    if (part != ProbePart::None) {
        const QColor ink = paper.color(QPalette::Text);
        if (part == ProbePart::Answer) {
            painter.fillRect(box.left(), box.top() - kAbove, box.width(), kAbove, ink);
        } else {
            painter.setPen(QPen(ink, 1, part == ProbePart::Fact ? Qt::SolidLine : Qt::DotLine));
            painter.drawLine(box.left(), box.top() - 2, box.right(), box.top() - 2);
        }
    }
    const bool dragged = m_dragged.first >= 0 && token >= m_dragged.first && token <= m_dragged.second;
    if (dragged || std::binary_search(m_selected.begin(), m_selected.end(), static_cast<std::int32_t>(token))) {
        // Around the letters, so that the frame leaves them free.
        painter.setPen(QPen(paper.color(QPalette::Highlight), 1));
        painter.drawRect(box.adjusted(0, -1, -1, 0));
        painter.drawRect(box.adjusted(-1, -2, 0, 1));
    }
    if (token == m_promptEnd && token > 0) {
        painter.setPen(QPen(paper.color(QPalette::Text), 2, Qt::DotLine));
        painter.drawLine(box.left(), box.top() - 1, box.left(), box.bottom() + 1);
    }
    if (token == m_firstDifference) {
        const QColor ink = paper.color(QPalette::Text);
        painter.setPen(QPen(ink, 2));
        painter.drawRect(box.adjusted(-1, -1, 1, 1));
        painter.fillRect(box.left() - 2, box.top() - kAbove, 5, kAbove, ink);
    }
}

}  // namespace kvw::wb
