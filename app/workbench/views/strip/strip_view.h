// SPDX-License-Identifier: GPL-3.0-or-later
/// View of the text of a run, one box per token, coloured by the token's state. Paints visible lines only.
#pragma once

#include <QAbstractScrollArea>
#include <QHash>
#include <QStaticText>
#include <QTimer>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "app/workbench/session/runs/what_if.h"
#include "app/workbench/session/token_states.h"
#include "app/workbench/session/words/glyphs.h"
#include "app/workbench/views/strip/strip_layout.h"
#include "core/trace/text_column.h"

namespace kvw::wb {

/// Part of a probe that a token belongs to.
enum class ProbePart : std::uint8_t { None, Fact, Question, Answer };

/// Paints the mark of a pinned token, with its head at `tip`.
void paintPin(QPainter& painter, QPoint tip, const QColor& color);
/// Paints the mark of a token in a preview: hatched, with a line below it if only the other policy keeps it, or through
/// it if only the run held it. `base`: background colour.
void paintWhatIf(QPainter& painter, const QRect& box, WhatIfCell cell, const QColor& base);

/// Knows texts, states and marks, but no runs. Thread: GUI thread.
class StripView : public QAbstractScrollArea {
    Q_OBJECT
 public:
    static constexpr int kPadding = 1;  ///< pixels left and right of a token's text
    static constexpr int kGap = 4;      ///< between lines

    explicit StripView(QWidget* parent = nullptr);

    void clear();
    /// Appends one token by its raw bytes; it is shown with the next `setStates`.
    void append(std::string_view bytes, ProbePart part);
    [[nodiscard]] std::int64_t count() const noexcept { return m_layout.count(); }
    [[nodiscard]] QString characters(std::int64_t token) const {
        return visibleText((*m_texts)[static_cast<std::size_t>(token)]);
    }
    /// Returns the same as the screen's font can show it.
    [[nodiscard]] QString text(std::int64_t token) const { return text(token, font()); }
    /// Returns the text as font `in` can show it, with bytes for characters that neither it nor its substitutes have.
    [[nodiscard]] QString text(std::int64_t token, const QFont& in) const;

    void setStates(TokenStates states);
    /// Shades tokens by `share` (0 to 1) instead of the colour of their state; null: by state.
    void setShares(std::function<double(std::int64_t)> share);
    /// Paints the tokens of the prompt, hatched, by what another policy would keep; empty: by state.
    void setPreview(std::vector<WhatIfCell> cells);
    /// Highlights the tokens evicted in this step while `on`.
    void setPulse(bool on);
    void setSelected(std::vector<std::int32_t> tokens);
    void setHovered(std::int64_t token);
    /// Marks where decoding begins with a dotted line before this token; 0 or less: no mark.
    void setPromptEnd(std::int64_t token);
    [[nodiscard]] std::int64_t promptEnd() const noexcept { return m_promptEnd; }
    [[nodiscard]] ProbePart part(std::int64_t token) const { return m_parts[static_cast<std::size_t>(token)]; }
    /// Boxes the first token at which this text or cache differs from the one beside it; -1: none.
    void setFirstDifference(std::int64_t token);
    [[nodiscard]] std::int64_t firstDifference() const noexcept { return m_firstDifference; }
    /// Scrolls to a token if it is not visible. It stays visible when the view is resized, until the user scrolls away.
    void reveal(std::int64_t token);
    [[nodiscard]] std::int64_t hoveredToken() const noexcept { return m_hovered; }  ///< -1: none
    [[nodiscard]] QRect rectOf(std::int64_t token) const;                           ///< in the viewport
    [[nodiscard]] std::int64_t tokenAt(QPoint place) const;
    /// Returns the tokens [first, last] of a drag under way, which are marked as if selected; first = -1: none.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> dragged() const noexcept { return m_dragged; }
    /// Returns the tokens [first, last) of the visible lines.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> visibleTokens() const;
    /// Returns true if the next token begins a line.
    [[nodiscard]] bool endsLine(std::int64_t token) const { return m_endsLine[static_cast<std::size_t>(token)]; }
    /// paintBox paints a token as it is shown into a box elsewhere, in the colours of `paper`; paintMarks then paints
    /// the marks that lie over all boxes, except the one under the mouse.
    void paintBox(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const;
    void paintMarks(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const;

 Q_SIGNALS:
    void hovered(qint64 token);  ///< -1: none
    /// Emitted after a click, or a drag over the tokens [first, last]; first = -1: no token was hit.
    void picked(qint64 first, qint64 last, bool add);
    void menuRequested(qint64 token, QPoint place);  ///< place on the screen; token -1: none

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override { Q_EMIT hovered(-1); }
    void changeEvent(QEvent* event) override;

 private:
    struct Piece {
        int width = 0;
        QStaticText text;
    };
    /// The result is valid until the next call.
    [[nodiscard]] const Piece& pieceOf(const QString& text) const;
    [[nodiscard]] const Glyphs& glyphsOf(const QFont& in) const;
    void dragTo(QPoint place);
    void setDragged(std::pair<std::int64_t, std::int64_t> tokens);
    void measure();
    void updateRange();
    [[nodiscard]] int lineHeight() const { return fontMetrics().height() + kGap; }
    void paintText(QPainter& painter, std::int64_t token, const QRect& box) const;
    /// `struck`: the token is held nowhere; its text is faint, with a line through it.
    void paintText(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper, bool struck) const;
    void paintToken(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const;
    void paintShare(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const;
    void paintPreview(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const;

    StripLayout m_layout;
    std::unique_ptr<trace::TextColumn> m_texts = std::make_unique<trace::TextColumn>();
    std::vector<ProbePart> m_parts;
    std::vector<bool> m_endsLine;
    mutable QHash<QString, Piece> m_pieces;  // by text: shaping one costs most of the painting
    mutable Glyphs m_glyphs, m_printed;      // of the screen's font, and of the font that was printed in last
    TokenStates m_states;
    std::function<double(std::int64_t)> m_share;
    std::vector<WhatIfCell> m_preview;
    std::vector<std::int32_t> m_selected;
    std::int64_t m_hovered = -1, m_pressed = -1, m_promptEnd = 0, m_firstDifference = -1, m_revealed = -1;
    std::pair<std::int64_t, std::int64_t> m_dragged{-1, -1};
    QPoint m_pressedAt, m_draggedTo;
    QTimer m_scrolls;  ///< runs while a drag is held beyond an edge
    bool m_pulse = false;
};

}  // namespace kvw::wb
