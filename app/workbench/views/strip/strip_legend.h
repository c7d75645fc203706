// SPDX-License-Identifier: GPL-3.0-or-later
/// Legend of the token strip: meaning of its colours and forms.
#pragma once

#include <QPainter>
#include <QWidget>
#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "app/workbench/session/theme.h"
#include "app/workbench/session/token_states.h"
#include "app/workbench/views/strip/strip_scale.h"
#include "app/workbench/views/strip/strip_view.h"

namespace kvw::wb {

class StripLegend : public QWidget {
    Q_OBJECT
 public:
    explicit StripLegend(QWidget* parent = nullptr) : QWidget(parent) {
        setAccessibleName(
            tr("Legend: sink underlined, recent and kept filled, evicted now framed, evicted earlier struck "
               "through, current with a caret, pinned with a pin; held but not read in half-tone"));
        setToolTip(accessibleName() + QLatin1Char('\n') +
                   tr("Lines above tokens: a fact is stated (line), asked for (dots), answered (thick). "
                      "A dotted line between tokens: the prompt ends."));
    }

    using QWidget::show;
    /// Selects the entries. `unread`: read selection, which evicts nothing but does not read everything. `pins`: some
    /// tokens are pinned. `preview`: the prompt is painted by what another policy would keep. `by`: what colours the
    /// tokens; `nothing`: no token has such a number.
    void show(bool unread, bool pins, bool preview = false, StripColour by = StripColour::State, bool nothing = false) {
        if (m_unread != unread || m_pins != pins || m_preview != preview || m_by != by || m_nothing != nothing) {
            m_unread = unread;
            m_pins = pins;
            m_preview = preview;
            m_by = by;
            m_nothing = nothing;
            updateGeometry();
            fitLines();
            update();
        }
    }

    /// Lines over or between tokens; on the screen, the tooltip explains them.
    struct Marks {
        bool fact = false, question = false, answer = false, promptEnd = false;
    };
    /// Paints the legend into `area`, in as many lines as there is room for, with the colours of `paper` and the
    /// painter's font. Entries that do not fit are replaced by an ellipsis.
    void paint(QPainter& painter, const QRect& area, const QPalette& paper) const { paint(painter, area, paper, {}); }
    void paint(QPainter& painter, const QRect& area, const QPalette& paper, const Marks& marks) const {
        const QFontMetrics metrics = painter.fontMetrics();
        const int count = std::max(1, area.height() / (metrics.height() + 2)), high = area.height() / count;
        int x = area.left() + kSpace / 2, line = 0;
        for (const Entry& entry : entries(marks)) {
            const int need = widthOf(entry, metrics);
            if (x + need > area.right() + 1 && line + 1 < count) {
                ++line;
                x = area.left() + kSpace / 2;
            }
            if (x + need > area.right() + 1) {
                // Entries that do not fit are left out, not cut; the tooltip has them.
                const int cut = metrics.horizontalAdvance(kCut);
                painter.setPen(paper.color(QPalette::WindowText));
                painter.drawText(std::min(x, area.right() + 1 - cut),
                                 area.top() + line * high + (high + metrics.ascent() - metrics.descent()) / 2, kCut);
                return;
            }
            const int top = area.top() + line * high;
            entry.form(painter, QRect(x, top + (high - kSwatch) / 2, kSwatch, kSwatch), paper);
            painter.setPen(paper.color(QPalette::WindowText));
            painter.drawText(x + kSwatch + kGap, top + (high + metrics.ascent() - metrics.descent()) / 2, entry.name);
            x += need;
        }
    }

    /// Returns the number of lines that the whole legend takes in this width.
    [[nodiscard]] int lines(const QFontMetrics& metrics, int width) const { return lines(metrics, width, {}); }
    [[nodiscard]] int lines(const QFontMetrics& metrics, int width, const Marks& marks) const {
        int x = kSpace / 2, count = 1;
        for (const Entry& entry : entries(marks)) {
            const int need = widthOf(entry, metrics);
            if (x + need > width && x > kSpace / 2) {
                ++count;
                x = kSpace / 2;
            }
            x += need;
        }
        return count;
    }

    /// Paints the colour and form of one state.
    static void paintState(QPainter& painter, const QRect& swatch, TokenState state, const QColor& ink) {
        const QColor color = stateColor(state);
        switch (state) {
            case TokenState::EvictedNow:
                painter.setPen(QPen(color, 2));
                painter.drawRect(swatch.adjusted(1, 1, -1, -1));
                break;
            case TokenState::EvictedEarlier:
                strike(painter, swatch, ink);
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

    [[nodiscard]] QSize sizeHint() const override {
        int width = 0;
        for (const Entry& entry : entries({})) {
            width += widthOf(entry, fontMetrics());
        }
        return {width, fontMetrics().height() + 2};
    }

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, fontMetrics().height() + 2}; }

 protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paint(painter, rect(), palette());
    }
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        fitLines();
    }
    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::FontChange) {
            fitLines();
        }
    }

 private:
    static constexpr TokenState kShown[] = {TokenState::Sink,       TokenState::Recent,         TokenState::Kept,
                                            TokenState::EvictedNow, TokenState::EvictedEarlier, TokenState::Current};
    static constexpr TokenState kPinsShown[] = {TokenState::Sink,   TokenState::Recent,     TokenState::Kept,
                                                TokenState::Pinned, TokenState::EvictedNow, TokenState::EvictedEarlier,
                                                TokenState::Current};
    static constexpr TokenState kReadShown[] = {TokenState::Kept, TokenState::Unread, TokenState::Current};
    static constexpr WhatIfCell kPreviewShown[] = {WhatIfCell::Both, WhatIfCell::OnlyNext, WhatIfCell::OnlyRun,
                                                   WhatIfCell::Neither};
    static constexpr QChar kCut{0x2026};
    static constexpr int kSwatch = 12, kGap = 4, kSpace = 10;

    static std::span<const TokenState> statesOf(bool unread, bool pins) {
        return unread ? std::span<const TokenState>(kReadShown)
               : pins ? std::span<const TokenState>(kPinsShown)
                      : std::span<const TokenState>(kShown);
    }

    struct Entry {
        QString name;
        std::function<void(QPainter& painter, const QRect& swatch, const QPalette& paper)> form;
    };
    [[nodiscard]] std::vector<Entry> entries(const Marks& marks) const {
        std::vector<Entry> list;
        if (m_preview) {
            for (const WhatIfCell cell : kPreviewShown) {
                list.push_back(
                    {whatIfName(cell), [cell](QPainter& painter, const QRect& swatch, const QPalette& paper) {
                         cell == WhatIfCell::Neither ? strike(painter, swatch, paper.color(QPalette::WindowText))
                                                     : paintWhatIf(painter, swatch, cell, paper.color(QPalette::Base));
                     }});
            }
        } else if (m_by != StripColour::State && m_nothing) {
            list.push_back({StripScale::nothing(m_by), [](QPainter&, const QRect&, const QPalette&) {}});
        } else if (m_by != StripColour::State) {
            for (const StripScale::Step& step : StripScale::steps(m_by)) {
                list.push_back({step.name, [by = m_by, value = step.value](QPainter& painter, const QRect& swatch,
                                                                           const QPalette& paper) {
                                    QColor color = StripScale::hue(by, value);
                                    color.setAlphaF(static_cast<float>(0.7 * StripScale::strength(by, value)));
                                    painter.fillRect(swatch, color);
                                    if (by == StripColour::Share && value <= 0) {
                                        strike(painter, swatch, paper.color(QPalette::WindowText));
                                    } else {  // also where the colour is that of the paper
                                        painter.setPen(paper.color(QPalette::Mid));
                                        painter.drawRect(swatch.adjusted(0, 0, -1, -1));
                                    }
                                }});
            }
        } else {
            for (const TokenState state : statesOf(m_unread, m_pins)) {
                list.push_back(
                    {stateName(state), [state](QPainter& painter, const QRect& swatch, const QPalette& paper) {
                         paintState(painter, swatch, state, paper.color(QPalette::WindowText));
                     }});
            }
        }
        const auto mark = [&list](bool shown, const QString& name, Qt::PenStyle style, int wide, bool across) {
            if (shown) {
                list.push_back(
                    {name, [style, wide, across](QPainter& painter, const QRect& swatch, const QPalette& paper) {
                         painter.setPen(QPen(paper.color(QPalette::WindowText), wide, style, Qt::FlatCap));
                         const QPoint middle = swatch.center();
                         across ? painter.drawLine(middle.x(), swatch.top(), middle.x(), swatch.bottom())
                                : painter.drawLine(swatch.left(), middle.y(), swatch.right() + 1, middle.y());
                     }});
            }
        };
        mark(marks.fact, tr("a fact is stated"), Qt::SolidLine, 1, false);
        mark(marks.question, tr("a fact is asked for"), Qt::DotLine, 1, false);
        mark(marks.answer, tr("the answer"), Qt::SolidLine, 3, false);
        mark(marks.promptEnd, tr("the prompt ends"), Qt::DotLine, 2, true);
        return list;
    }

    /// Sets the height that the entries need.
    void fitLines() {
        constexpr int kMost = 2;  // the text below needs the room more
        setFixedHeight(std::min(kMost, lines(fontMetrics(), width())) * (fontMetrics().height() + 2));
    }
    static int widthOf(const Entry& entry, const QFontMetrics& metrics) {
        return kSwatch + kGap + metrics.horizontalAdvance(entry.name) + kSpace;
    }
    static void strike(QPainter& painter, const QRect& swatch, const QColor& ink) {
        painter.setPen(QPen(ink, 1));
        painter.drawLine(swatch.left(), swatch.center().y(), swatch.right(), swatch.center().y());
    }

    bool m_unread = false, m_pins = false, m_preview = false, m_nothing = false;
    StripColour m_by = StripColour::State;
};

}  // namespace kvw::wb
