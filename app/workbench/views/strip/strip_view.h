// SPDX-License-Identifier: GPL-3.0-or-later
/// View of the text of a run, set as text and coloured token by token. Lays out and paints visible lines only.
#pragma once

#include <QAbstractScrollArea>
#include <QHash>
#include <QTimer>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/workbench/session/runs/what_if.h"
#include "app/workbench/session/token_states.h"
#include "app/workbench/session/words/glyphs.h"
#include "app/workbench/views/strip/strip_breaks.h"
#include "app/workbench/views/strip/strip_layout.h"
#include "app/workbench/views/strip/strip_line.h"
#include "app/workbench/views/strip/strip_scale.h"
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
    static constexpr int kAbove = 3;  ///< pixels above the letters for the lines of probes
    static constexpr int kBelow = 3;  ///< below them, for the line of a sink

    /// Marks drawn beside the letters, and where lines end.
    struct Shown {
        bool marks = false;      ///< white space is visible
        bool borders = false;    ///< a hairline begins each token
        bool asWritten = false;  ///< every line feed ends a line
        bool operator==(const Shown&) const = default;
    };
    /// Draws the letters of a token with the painter's pen.
    using Letters = std::function<void(QPainter&)>;

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
    /// Returns the same as the strip shows it: white space is blank, unless marks are shown.
    [[nodiscard]] QString displayed(std::int64_t token, const QFont& in) const;
    /// Returns the texts of the tokens [first, last) as a line of them has it in font `in`.
    [[nodiscard]] QStringList lineTexts(std::int64_t first, std::int64_t last, const QFont& in) const;

    void setShown(Shown shown);
    void setStates(TokenStates states);
    /// Colours tokens by a number, on the scale `by`, instead of their state; null: by state.
    void setValues(StripColour by, std::function<double(std::int64_t)> value);
    /// Draws arcs from a token to those that it reads most.
    void setArcs(StripArcs arcs);
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
    /// Says what may begin with the token.
    [[nodiscard]] StripBreak breakBefore(std::int64_t token) const { return m_before[static_cast<std::size_t>(token)]; }
    /// Returns whether the token is blank and may reach beyond the end of its line.
    [[nodiscard]] bool hangs(std::int64_t token) const {
        return !m_shown.marks && StripBreaks::isBlank((*m_texts)[static_cast<std::size_t>(token)]);
    }
    /// These paint a token into a box elsewhere, in the colours of `paper`: what lies behind the letters of all tokens,
    /// a token with its letters, the marks that lie over all of them, except the one under the mouse.
    void paintBehind(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper) const;
    void paintBox(QPainter& painter, std::int64_t token, const QRect& box, const QPalette& paper,
                  const Letters& letters) const;
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
    [[nodiscard]] float advanceOf(const QString& word) const;
    [[nodiscard]] const Glyphs& glyphsOf(const QFont& in) const;
    /// The result is valid until the layout changes.
    [[nodiscard]] const StripLine& lineAt(std::int64_t line) const;
    [[nodiscard]] QRect boxIn(std::int64_t line, std::int64_t token) const;
    void place(std::int64_t token);
    void dragTo(QPoint place);
    void setDragged(std::pair<std::int64_t, std::int64_t> tokens);
    void measure();
    void updateRange();
    [[nodiscard]] int lineHeight() const { return fontMetrics().height() + kAbove + kBelow; }
    [[nodiscard]] bool valued(std::int64_t token, TokenState state) const {
        return m_value != nullptr && state != TokenState::Ahead && !previewed(token);
    }
    [[nodiscard]] bool previewed(std::int64_t token) const {
        return token < static_cast<std::int64_t>(m_preview.size());
    }
    [[nodiscard]] TokenState stateOf(std::int64_t token) const {
        return m_states.valid() ? m_states[token] : TokenState::Ahead;
    }
    void paintArcs(QPainter& painter) const;
    [[nodiscard]] bool pulses(const QPainter& painter, TokenState state) const;
    /// Returns the colour of the letters. `struck`: a line goes through them.
    [[nodiscard]] QColor inkOf(const QPainter& painter, std::int64_t token, const QPalette& paper, bool& struck) const;

    StripLayout m_layout;
    StripBreaks m_breaks;
    std::unique_ptr<trace::TextColumn> m_texts = std::make_unique<trace::TextColumn>();
    std::vector<ProbePart> m_parts;
    std::vector<StripBreak> m_before;
    Shown m_shown;
    QString m_word;                                               // the last one
    mutable QHash<QString, float> m_advances;                     // of words: shaping one costs most of the layout
    mutable std::unordered_map<std::int64_t, StripLine> m_lines;  // lines that were painted or pointed at
    mutable Glyphs m_glyphs, m_printed;  // of the screen's font, and of the font that was printed in last
    TokenStates m_states;
    StripColour m_colour = StripColour::State;
    std::function<double(std::int64_t)> m_value;
    StripArcs m_arcs;
    std::vector<WhatIfCell> m_preview;
    std::vector<std::int32_t> m_selected;
    std::int64_t m_hovered = -1, m_pressed = -1, m_promptEnd = 0, m_firstDifference = -1, m_revealed = -1;
    std::pair<std::int64_t, std::int64_t> m_dragged{-1, -1};
    QPoint m_pressedAt, m_draggedTo;
    QTimer m_scrolls;  ///< runs while a drag is held beyond an edge
    bool m_pulse = false;
};

}  // namespace kvw::wb
