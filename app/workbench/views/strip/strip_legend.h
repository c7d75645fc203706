// SPDX-License-Identifier: GPL-3.0-or-later
/// Legend of the token strip: meaning of its colours and forms.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "app/workbench/session/token_states.h"

namespace kvw::wb {

class StripLegend : public QWidget {
    Q_OBJECT
 public:
    explicit StripLegend(QWidget* parent = nullptr);
    using QWidget::show;
    /// Selects the entries. `unread`: read selection, which evicts nothing but does not read everything. `pins`: some
    /// tokens are pinned. `preview`: the prompt is painted by what another policy would keep. `shares`: tokens are
    /// shaded by the share of layers and heads that hold them.
    void show(bool unread, bool pins, bool preview = false, bool shares = false);
    /// Lines over or between tokens; on the screen, the tooltip explains them.
    struct Marks {
        bool fact = false, question = false, answer = false, promptEnd = false;
    };
    /// Paints the legend into `area`, in as many lines as there is room for, with the colours of `paper` and the
    /// painter's font. Entries that do not fit are replaced by an ellipsis.
    void paint(QPainter& painter, const QRect& area, const QPalette& paper) const { paint(painter, area, paper, {}); }
    void paint(QPainter& painter, const QRect& area, const QPalette& paper, const Marks& marks) const;
    /// Returns the number of lines that the whole legend takes in this width.
    [[nodiscard]] int lines(const QFontMetrics& metrics, int width) const { return lines(metrics, width, {}); }
    [[nodiscard]] int lines(const QFontMetrics& metrics, int width, const Marks& marks) const;
    /// Paints the colour and form of one state.
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
    void fitLines();  ///< sets the height that the entries need
    static int widthOf(const Entry& entry, const QFontMetrics& metrics);
    static void strike(QPainter& painter, const QRect& swatch, const QPalette& paper);

    bool m_unread = false, m_pins = false, m_preview = false, m_shares = false;
};

}  // namespace kvw::wb
