// SPDX-License-Identifier: GPL-3.0-or-later
/// Painting of the strip's tokens: their states, shares and marks.
#include <QPainter>
#include <algorithm>

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

void StripView::paintToken(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const {
    const QColor base = paper.color(QPalette::Base);
    const QColor ink = paper.color(QPalette::Text);
    const TokenState state = m_states.valid() ? m_states[token] : TokenState::Ahead;
    const QColor color = stateColor(state);
    QColor textColor = ink;
    const double tint = isDark(paper) ? 0.42 : 0.30;
    if (m_share && state != TokenState::Ahead) {
        paintShare(painter, token, box, paper);
        return;
    }
    switch (state) {
        case TokenState::Sink:
        case TokenState::Recent:
        case TokenState::Kept:
        case TokenState::Pinned:
        case TokenState::Current:
            painter.fillRect(box, blend(base, color, tint));
            break;
        case TokenState::Unread:
            // Half-tone: the token is held, but was not read.
            painter.fillRect(box, QBrush(blend(base, color, 0.5), Qt::Dense6Pattern));
            textColor = blend(base, ink, 0.8);
            break;
        case TokenState::EvictedNow:
            if (m_pulse && painter.device() == viewport()) {
                painter.fillRect(box, color);
                textColor = Qt::black;  // readable on it in both themes
            } else {
                painter.fillRect(box, blend(base, color, tint));
            }
            break;
        case TokenState::EvictedEarlier:
        case TokenState::Ahead:
            textColor = blend(base, ink, 0.62);
            break;
    }
    painter.setPen(textColor);
    paintText(painter, token, box);
    switch (state) {
        case TokenState::Sink:
            painter.fillRect(box.left(), box.bottom() - 1, box.width() - 1, 2, color);
            break;
        case TokenState::Pinned:
            paintPin(painter, {box.right() - 4, box.top()}, color);
            break;
        case TokenState::EvictedEarlier:
            painter.fillRect(box.left(), box.top() + box.height() / 2 + 1, box.width(), 1, textColor);
            break;
        case TokenState::EvictedNow:
            painter.setPen(QPen(color, 2));
            painter.drawRect(box.adjusted(1, 1, -1, -1));
            break;
        case TokenState::Current:
            painter.setPen(QPen(color, 1));
            painter.drawRect(box.adjusted(0, 0, -1, -1));
            painter.fillRect(box.right() - 2, box.top(), 3, box.height(), color);
            break;
        default:
            break;
    }
}

void StripView::paintShare(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const {
    const double share = m_share(token);
    painter.fillRect(
        box, blend(paper.color(QPalette::Base), stateColor(TokenState::Kept), (isDark(paper) ? 0.65 : 0.55) * share));
    paintText(painter, token, box, paper, share <= 0);
}

void StripView::paintPreview(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const {
    const WhatIfCell cell = m_preview[static_cast<std::size_t>(token)];
    paintWhatIf(painter, box, cell, paper.color(QPalette::Base));
    paintText(painter, token, box, paper, cell == WhatIfCell::Neither);
}

void StripView::paintText(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper,
                          bool struck) const {
    const QColor ink = paper.color(QPalette::Text);
    const QColor color = struck ? blend(paper.color(QPalette::Base), ink, 0.62) : ink;
    painter.setPen(color);
    paintText(painter, token, box);
    if (struck) {
        painter.fillRect(box.left(), box.top() + box.height() / 2 + 1, box.width(), 1, color);
    }
}

void StripView::paintMarks(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const {
    // The parts of a probe are lines above the token: solid for the fact, dotted for the question, thick for the
    // answer.
    const ProbePart part = m_parts[static_cast<std::size_t>(token)];
    if (part != ProbePart::None) {
        const QColor ink = paper.color(QPalette::Text);
        if (part == ProbePart::Answer) {
            painter.fillRect(box.left(), box.top(), box.width(), 3, ink);
        } else {
            painter.setPen(QPen(ink, 1, part == ProbePart::Fact ? Qt::SolidLine : Qt::DotLine));
            painter.drawLine(box.left(), box.top(), box.right(), box.top());
        }
    }
    const bool dragged = m_dragged.first >= 0 && token >= m_dragged.first && token <= m_dragged.second;
    if (dragged || std::binary_search(m_selected.begin(), m_selected.end(), static_cast<std::int32_t>(token))) {
        painter.setPen(QPen(paper.color(QPalette::Highlight), 2));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
    }
    if (token == m_promptEnd && token > 0) {
        painter.setPen(QPen(paper.color(QPalette::Text), 2, Qt::DotLine));
        painter.drawLine(box.left(), box.top() - 1, box.left(), box.bottom() + 1);
    }
    if (token == m_firstDifference) {
        const QColor ink = paper.color(QPalette::Text);
        painter.setPen(QPen(ink, 2));
        painter.drawRect(box.adjusted(-1, 0, 0, -1));
        painter.fillRect(box.left() - 1, box.top() - 2, 5, 5, ink);
    }
}

void StripView::paintText(QPainter& painter, std::int64_t token, const QRect& box) const {
    if (painter.device() == viewport()) {
        painter.drawStaticText(box.left() + kPadding, box.top(), pieceOf(text(token)).text);
    } else {  // a figure has another font
        painter.drawText(box.left() + kPadding, box.top() + painter.fontMetrics().ascent(),
                         text(token, painter.font()));
    }
}

void StripView::paintBox(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const {
    token < static_cast<std::int64_t>(m_preview.size()) ? paintPreview(painter, token, box, paper)
                                                        : paintToken(painter, token, box, paper);
}

}  // namespace kvw::wb
