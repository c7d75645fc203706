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
#include <vector>

namespace kvw::wb {

namespace {

constexpr int kMargin = 4;  // around the text
constexpr int kScrollMs = 50;
constexpr qsizetype kMostWords = 16384;
constexpr std::size_t kMostLines = 512;

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
    m_breaks = StripBreaks(m_shown.asWritten);
    m_texts = std::make_unique<trace::TextColumn>();
    m_parts.clear();
    m_before.clear();
    m_lines.clear();
    m_word.clear();
    m_states = {};
    m_value = nullptr;
    m_arcs = {};
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

QString StripView::displayed(std::int64_t token, const QFont& in) const {
    return m_shown.marks ? text(token, in) : glyphsOf(in).shown(plainText((*m_texts)[static_cast<std::size_t>(token)]));
}

QStringList StripView::lineTexts(std::int64_t first, std::int64_t last, const QFont& in) const {
    QStringList texts;
    for (std::int64_t token = first; token < last; ++token) {
        texts << displayed(token, in);
    }
    // The space before the first word of a broken line is where the line broke.
    const bool broken = first < last && breakBefore(first) < StripBreak::Line;
    if (broken && !m_shown.marks && texts.front().size() > 1 && texts.front().startsWith(QLatin1Char(' '))) {
        texts.front().remove(0, 1);
    }
    return texts;
}

float StripView::advanceOf(const QString& word) const {
    auto advance = m_advances.find(word);
    if (advance == m_advances.end()) {
        if (m_advances.size() >= kMostWords) {
            m_advances.clear();
        }
        advance = m_advances.insert(word, static_cast<float>(QFontMetricsF(font()).horizontalAdvance(word)));
    }
    return *advance;
}

const StripLine& StripView::lineAt(std::int64_t line) const {
    auto found = m_lines.find(line);
    if (found == m_lines.end()) {
        if (m_lines.size() >= kMostLines) {
            m_lines.clear();
        }
        const QStringList texts = lineTexts(m_layout.firstOf(line), m_layout.lastOf(line), font());
        found = m_lines.emplace(line, StripLine(texts, font())).first;
    }
    return found->second;
}

/// Places a token whose bytes are known behind the others.
void StripView::place(std::int64_t token) {
    const std::string_view bytes = (*m_texts)[static_cast<std::size_t>(token)];
    const StripBreak before = m_breaks.next(bytes);
    if (before != StripBreak::None) {
        m_word.clear();
    }
    const float start = m_word.isEmpty() ? 0 : advanceOf(m_word);
    m_word += displayed(token, font());
    m_before.push_back(before);
    const float width = std::max(static_cast<float>(StripLine::kLeast), advanceOf(m_word) - start);
    const std::int64_t changed = m_layout.append(width, before, hangs(token));
    for (std::int64_t line = changed; line < m_layout.lines(); ++line) {
        m_lines.erase(line);
    }
}

void StripView::append(std::string_view bytes, ProbePart part) {
    if (m_layout.count() == 0) {
        m_layout.setWidth(std::max(1, viewport()->width() - 2 * kMargin));
    }
    m_texts->append(bytes);
    m_parts.push_back(part);
    place(m_layout.count());
}

void StripView::setShown(Shown shown) {
    if (m_shown == shown) {
        return;
    }
    const std::int64_t top = visibleTokens().first;
    const bool sameLines = m_shown.marks == shown.marks && m_shown.asWritten == shown.asWritten;
    m_shown = shown;
    if (!sameLines) {
        measure();
        if (top < count()) {
            verticalScrollBar()->setValue(static_cast<int>(m_layout.lineOf(top)) * lineHeight());
        }
    }
    viewport()->update();
}

void StripView::setStates(TokenStates states) {
    m_states = std::move(states);
    updateRange();
    viewport()->update();
}

void StripView::setValues(StripColour by, std::function<double(std::int64_t)> value) {
    m_colour = by;
    m_value = std::move(value);
    viewport()->update();
}

void StripView::setArcs(StripArcs arcs) {
    if (m_arcs != arcs) {
        m_arcs = std::move(arcs);
        viewport()->update();
    }
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
    m_advances.clear();
    m_lines.clear();
    m_before.clear();
    m_word.clear();
    m_breaks = StripBreaks(m_shown.asWritten);
    const std::int64_t tokens = count();
    m_layout.clear();
    m_layout.setWidth(std::max(1, viewport()->width() - 2 * kMargin));
    for (std::int64_t token = 0; token < tokens; ++token) {
        place(token);
    }
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
    return boxIn(m_layout.lineOf(token), token);
}

/// Returns the box of the letters of a token; what is drawn above and below them is outside.
QRect StripView::boxIn(std::int64_t line, std::int64_t token) const {
    const StripLine& text = lineAt(line);
    const auto at = static_cast<std::size_t>(token - m_layout.firstOf(line));
    const int left = qRound(text.left(at)), right = std::max(left + 1, qRound(text.right(at)));
    const int top = static_cast<int>(line) * lineHeight() + kMargin - verticalScrollBar()->value();
    return {left + kMargin, top, right - left, fontMetrics().height()};
}

std::int64_t StripView::tokenAt(QPoint place) const {
    const int y = place.y() + verticalScrollBar()->value() - kMargin;
    const int line = y / lineHeight();
    if (y < 0 || line >= m_layout.lines()) {
        return -1;
    }
    const std::int64_t at = lineAt(line).at(place.x() - kMargin);
    return at < 0 ? -1 : m_layout.firstOf(line) + at;
}

std::pair<std::int64_t, std::int64_t> StripView::visibleTokens() const {
    const int top = verticalScrollBar()->value() - kMargin, bottom = top + viewport()->height();
    const auto first = std::clamp<std::int64_t>((top + lineHeight() - 1) / lineHeight(), 0, m_layout.lines());
    auto least = std::min(first + 1, m_layout.lines());  // at least one line, even in a low dock
    if (m_layout.firstOf(least) == m_layout.firstOf(first)) {
        least = std::min(least + 1, m_layout.lines());  // that between two paragraphs has no token
    }
    const auto last = std::clamp<std::int64_t>(bottom / lineHeight(), least, m_layout.lines());
    return {m_layout.firstOf(first), m_layout.firstOf(last)};
}

void StripView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setFont(font());
    const int offset = verticalScrollBar()->value() - kMargin;
    // Lines reach above and below their letters.
    const auto first = std::max<std::int64_t>(0, (event->rect().top() + offset - kBelow) / lineHeight());
    const auto last =
        std::min(m_layout.lines() - 1, std::int64_t{(event->rect().bottom() + offset + kAbove) / lineHeight()});
    struct Seen {
        std::int64_t token, line;
        QRect box;
    };
    std::vector<Seen> tokens;
    for (std::int64_t line = first; line <= last; ++line) {
        for (std::int64_t token = m_layout.firstOf(line); token < m_layout.lastOf(line); ++token) {
            tokens.push_back({token, line, boxIn(line, token)});
        }
    }
    for (const Seen& each : tokens) {
        paintBehind(painter, each.token, each.box, palette());
    }
    const int ascent = fontMetrics().ascent();
    for (const Seen& each : tokens) {
        paintBox(painter, each.token, each.box, palette(), [&](QPainter& to) {
            lineAt(each.line).paint(to, static_cast<std::size_t>(each.token - m_layout.firstOf(each.line)), kMargin,
                                    each.box.top() + ascent);
        });
    }
    for (const Seen& each : tokens) {
        paintMarks(painter, each.token, each.box, palette());
        if (each.token == m_hovered) {
            painter.setPen(QPen(palette().color(QPalette::Text), 1, Qt::DashLine));
            painter.drawRect(each.box.adjusted(-1, -1, 0, 0));
        }
    }
    paintArcs(painter);
}

void StripView::resizeEvent(QResizeEvent* event) {
    // Lines break elsewhere: a revealed token that was visible stays visible.
    const int top = rectOf(m_revealed).top();
    const bool seen = m_revealed >= 0 && top >= -kBelow && top < std::max(lineHeight(), event->oldSize().height());
    if (m_layout.setWidth(std::max(1, viewport()->width() - 2 * kMargin))) {
        m_lines.clear();
    }
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
