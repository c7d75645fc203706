// SPDX-License-Identifier: GPL-3.0-or-later
/// What the colours and forms of the token strip mean.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "app/workbench/models/token_states.h"

namespace kvw::wb {

class StripLegend : public QWidget {
    Q_OBJECT
 public:
    explicit StripLegend(QWidget* parent = nullptr);
    using QWidget::show;
    /// `unread`: read selection, where nothing is evicted, but not everything is read. `pins`: some tokens are pinned.
    /// `preview`: the prompt is painted by what another policy would keep. `shares`: by how many layers and heads hold
    /// it.
    void show(bool unread, bool pins, bool preview = false, bool shares = false);
    /// Lines that stand over or between tokens; on the screen the tip has them.
    struct Marks {
        bool fact = false, question = false, answer = false, promptEnd = false;
    };
    /// Into `area`, in as many lines as it has room for, in the colours of `paper` and the painter's font; what does
    /// not fit is left out, with a mark that it is.
    void paint(QPainter& painter, const QRect& area, const QPalette& paper) const { paint(painter, area, paper, {}); }
    void paint(QPainter& painter, const QRect& area, const QPalette& paper, const Marks& marks) const;
    /// Lines that all of it takes in this width.
    [[nodiscard]] int lines(const QFontMetrics& metrics, int width) const { return lines(metrics, width, {}); }
    [[nodiscard]] int lines(const QFontMetrics& metrics, int width, const Marks& marks) const;
    /// Colour and form of one.
    static void paintState(QPainter& painter, const QRect& swatch, TokenState state, const QColor& ink);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    struct Entry {
        QString name;
        std::function<void(QPainter& painter, const QRect& swatch, const QPalette& paper)> form;
    };
    [[nodiscard]] std::vector<Entry> entries(const Marks& marks) const;
    void fitLines();  ///< as high as what it says
    static int widthOf(const Entry& entry, const QFontMetrics& metrics);
    static void strike(QPainter& painter, const QRect& swatch, const QPalette& paper);

    bool m_unread = false, m_pins = false, m_preview = false, m_shares = false;
};

}  // namespace kvw::wb
