// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <utility>

namespace kvw::wb {

namespace {

constexpr int kMargin = 4;  // around the text
constexpr int kScrollMs = 50;
constexpr qsizetype kMostPieces = 4096;

}  // namespace

StripView::StripView(QWidget* parent) : QAbstractScrollArea(parent), m_glyphs(font()), m_printed(font()) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Token strip"));
    m_scrolls.setInterval(kScrollMs);
    connect(&m_scrolls, &QTimer::timeout, this, [this] { dragTo(m_draggedTo); });
}

void StripView::clear() {
    m_layout.clear();
    m_texts = std::make_unique<trace::TextColumn>();
    m_parts.clear();
    m_endsLine.clear();
    m_states = {};
    m_share = nullptr;
    m_preview.clear();
    m_selected.clear();
    m_hovered = m_revealed = m_pressed = -1;
    setDragged({-1, -1});
    updateRange();
    viewport()->update();
}

const Glyphs& StripView::glyphsOf(const QFont& in) const {
    if (in == m_glyphs.font()) {
        return m_glyphs;
    }
    Glyphs& other = in == font() ? m_glyphs : m_printed;
    if (other.font() != in) {
        other = Glyphs(in);
    }
    return other;
}

QString StripView::text(std::int64_t token, const QFont& in) const {
    return glyphsOf(in).shown(characters(token));
}

const StripView::Piece& StripView::pieceOf(const QString& text) const {
    auto piece = m_pieces.find(text);
    if (piece == m_pieces.end()) {
        if (m_pieces.size() >= kMostPieces) {
            m_pieces.clear();
        }
        Piece made{fontMetrics().horizontalAdvance(text) + 2 * kPadding, QStaticText(text)};
        made.text.setTextFormat(Qt::PlainText);
        made.text.setPerformanceHint(QStaticText::AggressiveCaching);
        made.text.prepare({}, font());
        piece = m_pieces.insert(text, made);
    }
    return *piece;
}

void StripView::append(std::string_view bytes, ProbePart part) {
    const QString text = glyphsOf(font()).shown(visibleText(bytes));
    const bool endsLine = !bytes.empty() && bytes.back() == '\n';
    const int width = pieceOf(text).width;
    if (m_layout.count() == 0) {
        m_layout.setWidth(std::max(1, viewport()->width() - 2 * kMargin));
    }
    m_layout.append(width, endsLine);
    m_texts->append(bytes);
    m_parts.push_back(part);
    m_endsLine.push_back(endsLine);
}

void StripView::setStates(TokenStates states) {
    m_states = std::move(states);
    updateRange();
    viewport()->update();
}

void StripView::setShares(std::function<double(std::int64_t)> share) {
    m_share = std::move(share);
    viewport()->update();
}

void StripView::setPreview(std::vector<WhatIfCell> cells) {
    if (m_preview != cells) {
        m_preview = std::move(cells);
        viewport()->update();
    }
}

void StripView::setPulse(bool on) {
    if (m_pulse != on) {
        m_pulse = on;
        viewport()->update();
    }
}

void StripView::setSelected(std::vector<std::int32_t> tokens) {
    if (m_selected != tokens) {
        m_selected = std::move(tokens);
        viewport()->update();
    }
}

void StripView::setHovered(std::int64_t token) {
    if (m_hovered != token) {
        viewport()->update(rectOf(m_hovered).adjusted(-3, -3, 3, 3));
        m_hovered = token;
        viewport()->update(rectOf(m_hovered).adjusted(-3, -3, 3, 3));
    }
}

void StripView::updateRange() {
    const auto height = static_cast<int>(m_layout.lines()) * lineHeight() + 2 * kMargin;
    const int page = viewport()->height();
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(lineHeight());
    verticalScrollBar()->setRange(0, std::max(0, height - page));
}

void StripView::measure() {
    m_pieces.clear();
    StripLayout layout;
    layout.setWidth(std::max(1, viewport()->width() - 2 * kMargin));
    for (std::int64_t token = 0; token < count(); ++token) {
        layout.append(pieceOf(text(token)).width, m_endsLine[static_cast<std::size_t>(token)]);
    }
    m_layout = std::move(layout);
    updateRange();
}

void StripView::setPromptEnd(std::int64_t token) {
    if (m_promptEnd != token) {
        m_promptEnd = token;
        viewport()->update();
    }
}

void StripView::setFirstDifference(std::int64_t token) {
    if (m_firstDifference != token) {
        m_firstDifference = token;
        viewport()->update();
    }
}

void StripView::reveal(std::int64_t token) {
    if (token < 0 || token >= count()) {
        return;
    }
    const auto top = static_cast<int>(m_layout.lineOf(token)) * lineHeight() + kMargin;
    QScrollBar* bar = verticalScrollBar();
    m_revealed = token;
    if (top < bar->value() || top + lineHeight() > bar->value() + viewport()->height()) {
        bar->setValue(top - viewport()->height() / 2);
    }
}

QRect StripView::rectOf(std::int64_t token) const {
    if (token < 0 || token >= count()) {
        return {};
    }
    const auto top = static_cast<int>(m_layout.lineOf(token)) * lineHeight() + kMargin - verticalScrollBar()->value();
    return {m_layout.left(token) + kMargin, top, m_layout.width(token), fontMetrics().height()};
}

std::int64_t StripView::tokenAt(QPoint place) const {
    const int y = place.y() + verticalScrollBar()->value() - kMargin;
    return y < 0 ? -1 : m_layout.boxAt(y / lineHeight(), place.x() - kMargin);
}

std::pair<std::int64_t, std::int64_t> StripView::visibleTokens() const {
    const int top = verticalScrollBar()->value() - kMargin, bottom = top + viewport()->height();
    const auto first = std::clamp<std::int64_t>((top + lineHeight() - 1) / lineHeight(), 0, m_layout.lines());
    const auto least = std::min(first + 1, m_layout.lines());  // at least one line, even in a low dock
    const auto last = std::clamp<std::int64_t>(bottom / lineHeight(), least, m_layout.lines());
    return {m_layout.firstOf(first), m_layout.firstOf(last)};
}

void StripView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setFont(font());
    const int offset = verticalScrollBar()->value() - kMargin;
    const auto first = std::max<std::int64_t>(0, (event->rect().top() + offset) / lineHeight());
    const auto last = std::min(m_layout.lines() - 1, std::int64_t{(event->rect().bottom() + offset) / lineHeight()});
    const auto each = [&](auto&& paint) {
        for (std::int64_t line = first; line <= last; ++line) {
            const int top = static_cast<int>(line) * lineHeight() - offset;
            for (std::int64_t token = m_layout.firstOf(line); token < m_layout.lastOf(line); ++token) {
                paint(token, QRect(m_layout.left(token) + kMargin, top, m_layout.width(token), fontMetrics().height()));
            }
        }
    };
    each([&](std::int64_t token, const QRect& box) { paintBox(painter, token, box, palette()); });
    each([&](std::int64_t token, const QRect& box) {
        paintMarks(painter, token, box, palette());
        if (token == m_hovered) {
            painter.setPen(QPen(palette().color(QPalette::Text), 1, Qt::DashLine));
            painter.drawRect(box.adjusted(0, 0, -1, -1));
        }
    });
}

void StripView::resizeEvent(QResizeEvent* event) {
    // Lines break elsewhere: a revealed token that was visible stays visible.
    const int top = rectOf(m_revealed).top();
    const bool seen = m_revealed >= 0 && top >= -kGap && top < std::max(lineHeight(), event->oldSize().height());
    m_layout.setWidth(std::max(1, viewport()->width() - 2 * kMargin));
    updateRange();
    if (seen) {
        reveal(m_revealed);
    }
}

void StripView::mouseMoveEvent(QMouseEvent* event) {
    Q_EMIT hovered(tokenAt(event->pos()));
    const bool moved = (event->pos() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (event->buttons().testFlag(Qt::LeftButton) && m_pressed >= 0 && (moved || m_dragged.first >= 0)) {
        dragTo(event->pos());
    }
}

void StripView::dragTo(QPoint place) {
    m_draggedTo = place;
    const QRect seen = viewport()->rect();
    const int beyond = place.y() < seen.top() ? -1 : place.y() > seen.bottom() ? 1 : 0;
    QScrollBar& bar = *verticalScrollBar();
    bar.setValue(bar.value() + beyond * lineHeight());
    // Beyond an edge, the drag scrolls on while the mouse rests.
    const bool more = (beyond < 0 && bar.value() > bar.minimum()) || (beyond > 0 && bar.value() < bar.maximum());
    if (!more) {
        m_scrolls.stop();
    } else if (!m_scrolls.isActive()) {
        m_scrolls.start();
    }
    // Between two lines and beside the text, the last token stays.
    const QPoint inside(place.x(), std::clamp(place.y(), seen.top(), seen.bottom()));
    if (const std::int64_t token = tokenAt(inside); token >= 0) {
        setDragged(std::minmax(m_pressed, token));
    }
}

void StripView::setDragged(std::pair<std::int64_t, std::int64_t> tokens) {
    if (tokens.first < 0) {
        m_scrolls.stop();
    }
    if (m_dragged != tokens) {
        m_dragged = tokens;
        viewport()->update();
    }
}

void StripView::contextMenuEvent(QContextMenuEvent* event) {
    // A menu opened by key has no place: it acts on the selection.
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    Q_EMIT menuRequested(byMouse ? tokenAt(viewport()->mapFromGlobal(event->globalPos())) : -1, event->globalPos());
}

void StripView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_pressed = tokenAt(event->pos());
        m_pressedAt = event->pos();
        setDragged({-1, -1});
    }
}

void StripView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const bool add = event->modifiers().testFlag(Qt::ShiftModifier);
    std::pair<std::int64_t, std::int64_t> tokens = m_dragged;
    if (const std::int64_t released = tokenAt(event->pos()); tokens.first < 0 && m_pressed >= 0 && released >= 0) {
        tokens = std::minmax(m_pressed, released);
    }
    m_pressed = -1;
    setDragged({-1, -1});
    Q_EMIT picked(tokens.first, tokens.second, add);
}

void StripView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        measure();
    }
}

}  // namespace kvw::wb
