// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/figure_marks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/workbench/export/drawing/figure_layout.h"
#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/session/theme.h"
#include "core/figures/figure_lines.h"

namespace kvw::wb {
namespace {

constexpr double kBand = figures::kBandShare;
constexpr double kWorthALabel = 0.15;  // minimum share of the axis for a labelled band
constexpr double kBelowRows = 1;       // millimetres: a point and some space

/// Returns the height of a row of labels, in millimetres.
double rowHeight() {
    return wordsSize(QStringLiteral("X"), kSmallPoints).height() + 25.4 / 72;
}

/// Returns the rows of labels: parameter changes are below the end of the prompt, in two rows if there are many.
int rowsOf(const FigurePanel& panel, double width) {
    constexpr double kMany = 0.5;  // share of the width
    int changes = 0;
    double wide = 0;
    for (const FigureMark& mark : panel.marks) {
        if (mark.kind == "parameter" && mark.vertical) {
            ++changes;
            wide += wordsSize(text(mark.label), kSmallPoints).width();
        }
    }
    return changes == 0 ? 1 : changes > 2 && wide > kMany * width ? 3 : 2;
}

/// Label of a mark, entirely inside its panel: beside the mark if there is room, else over it. The label is omitted if
/// earlier labels in its rows leave no room on either side.
class MarkLabel : public QCPItemText {
 public:
    /// `rows`: possible positions of the upper edge, best first, as shares of the panel.
    MarkLabel(QCustomPlot& plot, QCPAxis& axis, double at, bool toTheLeft, std::vector<double> rows)
        : QCPItemText(&plot), m_axis(axis), m_at(at), m_rows(std::move(rows)), m_toTheLeft(toTheLeft) {
        setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
    }

    /// Sets the labels drawn before this one.
    void setBefore(std::vector<const MarkLabel*> before) { m_before = std::move(before); }
    void say(const QString& words) {
        m_words = words;
        setText(words);
    }

 protected:
    void draw(QCPPainter* painter) override {
        const QRect room = m_axis.axisRect()->rect();
        const QFontMetricsF metrics(font());
        const double pad = padding().left() + padding().right();
        setText(metrics.elidedText(m_words, Qt::ElideRight, room.width() - pad));
        const double wide = metrics.horizontalAdvance(text()) + pad, place = m_axis.coordToPixel(m_at);
        m_drawn = false;
        for (const double row : m_rows) {
            for (const bool before : {m_toTheLeft, !m_toTheLeft}) {
                if (!m_drawn) {
                    m_row = row;
                    m_start = std::clamp(before ? place - wide : place, static_cast<double>(room.left()),
                                         std::max(static_cast<double>(room.left()), room.right() + 1 - wide));
                    m_end = m_start + wide;
                    m_drawn = std::none_of(m_before.begin(), m_before.end(),
                                           [this](const MarkLabel* other) { return covers(*other); });
                }
            }
        }
        if (m_drawn) {
            position->setPixelPosition({m_start, room.top() + m_row * room.height()});
            QCPItemText::draw(painter);
        }
    }

 private:
    [[nodiscard]] bool covers(const MarkLabel& other) const {
        return other.m_drawn && other.m_row == m_row && m_start < other.m_end && other.m_start < m_end;
    }

    QCPAxis& m_axis;
    double m_at, m_row = 0, m_start = 0, m_end = 0;
    std::vector<double> m_rows;
    bool m_toTheLeft, m_drawn = false;
    QString m_words;
    std::vector<const MarkLabel*> m_before;
};

class MarkPainter {
 public:
    MarkPainter(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect, const QSizeF& size, FigureFont font)
        : m_plot(plot),
          m_panel(panel),
          m_rect(rect),
          m_x(rect->axis(QCPAxis::atBottom)),
          m_y(rect->axis(QCPAxis::atLeft)),
          m_rowShare(rowHeight() / size.height()),
          m_rows(rowsOf(panel, size.width())),
          m_font(font) {}

    void draw() {
        bool labelled = false;
        for (const FigureMark& mark : m_panel.marks) {
            if (mark.to) {
                drawBand(mark);
            } else {
                drawLine(mark);
            }
            if (mark.kind == "prompt" && !labelled && m_panel.maps.empty()) {
                labelled = true;
                labelMark(mark, mark.at, mark.at > m_x->range().center(), labelColor(mark));
            }
            if (mark.kind == "parameter" && mark.vertical && m_panel.maps.empty()) {
                labelMark(mark, mark.at, mark.at > m_x->range().center(), labelColor(mark), changeRows());
            }
        }
    }

 private:
    /// Prefers the second row, since the first holds the label of the prompt.
    [[nodiscard]] std::vector<double> changeRows() const {
        std::vector<double> rows{kBand + m_rowShare, kBand};
        if (m_rows > 2) {
            rows.push_back(kBand + 2 * m_rowShare);
        }
        return rows;
    }

    static QColor markColor(const FigureMark& mark) { return colorOf(figures::markColour(mark)); }

    static QColor labelColor(const FigureMark& mark) { return colorOf(figures::markLabelColour(mark)); }

    /// Sets a point of a mark: `along` the marked axis in its units, `across` it as a share of the panel.
    void place(QCPItemPosition* point, const FigureMark& mark, double along, double across) {
        point->setAxisRect(m_rect);
        point->setAxes(m_x, m_y);
        point->setTypeX(mark.vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        point->setTypeY(mark.vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
        point->setCoords(mark.vertical ? along : across, mark.vertical ? across : along);
    }

    void drawLine(const FigureMark& mark) {
        auto* line = new QCPItemStraightLine(&m_plot);
        line->setClipAxisRect(m_rect);
        line->setLayer(QStringLiteral("main"));
        line->setPen(pen(markColor(mark), mark.kind == "prune" ? 0.3 : 0.5,
                         mark.kind == "prompt"  ? Qt::DashLine
                         : mark.kind == "prune" ? Qt::SolidLine
                                                : Qt::DotLine));
        place(line->point1, mark, mark.at, 0);
        place(line->point2, mark, mark.at, 1);
    }

    /// Draws a strip at the edge of the panel, so that the data stay readable in a long series of prune events.
    void drawBand(const FigureMark& mark) {
        auto* band = new QCPItemRect(&m_plot);
        band->setClipAxisRect(m_rect);
        band->setLayer(QStringLiteral("main"));
        band->setPen(Qt::NoPen);
        band->setBrush(markColor(mark));
        place(band->topLeft, mark, mark.at - 0.5, 0);
        place(band->bottomRight, mark, *mark.to + 0.5, kBand);
        const double range = (mark.vertical ? m_x : m_y)->range().size();
        if (mark.vertical && m_panel.maps.empty() && *mark.to - mark.at > kWorthALabel * range) {
            labelMark(mark, std::min(*mark.to, m_x->range().upper), true, labelColor(mark));
        }
    }

    void labelMark(const FigureMark& mark, double at, bool toTheLeft, const QColor& color,
                   std::vector<double> rows = {kBand}) {
        auto* label = new MarkLabel(m_plot, *m_x, at, toTheLeft, std::move(rows));
        label->setClipAxisRect(m_rect);
        label->setLayer(QStringLiteral("overlay"));
        label->setBrush(QColor(255, 255, 255, 230));  // keeps lines from crossing the text
        label->setFont(textFont(kSmallPoints, m_font));
        label->setColor(color);
        label->position->setType(QCPItemPosition::ptAbsolute);
        const int pad = static_cast<int>(figurePoints(2));
        label->setPadding(QMargins(pad, pad / 2, pad, 0));
        label->say(text(mark.label));
        label->setBefore(m_labels);
        m_labels.push_back(label);
    }

    QCustomPlot& m_plot;
    const FigurePanel& m_panel;
    QCPAxisRect* m_rect;
    QCPAxis *m_x, *m_y;
    double m_rowShare;
    int m_rows;
    FigureFont m_font;
    std::vector<const MarkLabel*> m_labels;
};

}  // namespace

double marksRoom(const FigurePanel& panel, const QSizeF& size) {
    const bool said = panel.maps.empty() && !panel.marks.empty();
    return said ? kBand + (rowsOf(panel, size.width()) * rowHeight() + kBelowRows) / size.height() : 0;
}

void drawMarks(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect, const QSizeF& size, FigureFont font) {
    MarkPainter(plot, panel, rect, size, font).draw();
}

}  // namespace kvw::wb
