// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_marks.h"

#include <algorithm>

#include "app/workbench/export/figure_plot.h"
#include "app/workbench/export/figure_style.h"

namespace kvw::wb {
namespace {

/// Height of a band, as a share of the panel, and the share of the axis from which on it is labelled.
constexpr double kBand = 0.015, kWorthALabel = 0.15;
constexpr double kSecondRow = 0.12;  // below the label of the prompt

class MarkPainter {
 public:
    MarkPainter(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect)
        : m_plot(plot),
          m_panel(panel),
          m_rect(rect),
          m_x(rect->axis(QCPAxis::atBottom)),
          m_y(rect->axis(QCPAxis::atLeft)) {}

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
                labelMark(mark, mark.at, mark.at > m_x->range().center(), QColor(0x60, 0x60, 0x60));
            }
            if (mark.kind == "parameter" && mark.vertical && m_panel.maps.empty()) {
                labelMark(mark, mark.at, mark.at > m_x->range().center(), markColor(mark), kSecondRow);
            }
        }
    }

 private:
    static QColor markColor(const FigureMark& mark) {
        return mark.kind == "prune"    ? QColor(0xd5, 0x5e, 0x00)
               : mark.kind == "prompt" ? QColor(0x70, 0x70, 0x70)
                                       : QColor(0xcc, 0x79, 0xa7);
    }

    /// A point of a mark: along the marked axis in its units, across it as a share of the panel.
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

    /// A strip along the edge where the lines would end: the data stay readable over a whole run of prunes.
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
            labelMark(mark, std::min(*mark.to, m_x->range().upper), true, markColor(mark));
        }
    }

    void labelMark(const FigureMark& mark, double at, bool toTheLeft, const QColor& color, double across = kBand) {
        auto* label = new QCPItemText(&m_plot);
        label->setClipAxisRect(m_rect);
        label->setLayer(QStringLiteral("overlay"));
        label->setBrush(QColor(255, 255, 255, 230));  // lines below do not run through the words
        label->setFont(textFont(kSmallPoints));
        label->setColor(color);
        label->setText(text(mark.label));
        label->position->setAxisRect(m_rect);
        label->position->setAxes(m_x, m_y);
        label->position->setTypeX(QCPItemPosition::ptPlotCoords);
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->setPositionAlignment(Qt::AlignTop | (toTheLeft ? Qt::AlignRight : Qt::AlignLeft));
        const int pad = static_cast<int>(figurePoints(2));
        label->setPadding(QMargins(pad, pad / 2, pad, 0));
        label->position->setCoords(at, across);
    }

    QCustomPlot& m_plot;
    const FigurePanel& m_panel;
    QCPAxisRect* m_rect;
    QCPAxis *m_x, *m_y;
};

}  // namespace

void drawMarks(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect) {
    MarkPainter(plot, panel, rect).draw();
}

}  // namespace kvw::wb
