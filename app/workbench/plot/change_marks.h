// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws labelled lines in a plot over steps where a parameter was changed during the run, such as "recent 64".
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/runs/live_changes.h"

namespace kvw::wb {

/// Child of its plot; its lines cross all panels. Thread: GUI thread.
class ChangeMarks : public QObject {
    Q_OBJECT
 public:
    explicit ChangeMarks(Plot& plot) : QObject(&plot), m_plot(plot) {
        connect(&plot, &QCustomPlot::afterLayout, this, &ChangeMarks::placeLabels);  // sizes are known after layout
    }

    /// Shows the changes of the trace. Cheap if there are no new ones. `hidden`: as in `liveChanges`.
    void show(const Trace& trace, bool hidden) {
        if (!m_changes.follow(&trace, hidden) && m_plot.panels() == m_panels) {
            return;
        }
        m_panels = m_plot.panels();
        clear();
        for (const LiveChange& change : m_changes.list()) {
            add(change.step - 0.5, change.label);
        }
        m_plot.redraw();
    }

    /// Draws the labels only while `named` returns true: one plot of a window says what all of them mark.
    void nameIf(std::function<bool()> named) { m_named = std::move(named); }
    void forget() { m_changes.forget(); }  ///< another recording will be shown
    /// Returns the labels of all marks, in order of step.
    [[nodiscard]] QStringList labels() const {
        QStringList labels;
        for (const Mark& mark : m_marks) {
            labels << mark.text->text();
        }
        return labels;
    }

 private:
    struct Mark {
        double at;
        std::vector<QCPItemStraightLine*> lines;  ///< by panel
        QCPItemText* text;
    };
    void add(double at, const QString& label) {
        const bool across = m_plot.stepAxis() == Qt::Horizontal;
        const auto bind = [&](QCPItemPosition* point, int panel, double along, double beside) {
            point->setAxisRect(m_plot.panel(panel));
            point->setAxes(m_plot.x(panel), m_plot.y(panel));
            (across ? point->setTypeY(QCPItemPosition::ptAxisRectRatio)
                    : point->setTypeX(QCPItemPosition::ptAxisRectRatio));
            point->setCoords(across ? along : beside, across ? beside : along);
        };
        Mark mark{at, {}, m_plot.addItem<QCPItemText>("overlay")};
        for (int panel = 0; panel < m_panels; ++panel) {
            auto* line = m_plot.addItem<QCPItemStraightLine>("overlay");
            line->setClipAxisRect(m_plot.panel(panel));
            bind(line->point1, panel, at, 0);
            bind(line->point2, panel, at, 1);
            mark.lines.push_back(line);
        }
        mark.text->setClipAxisRect(m_plot.panel(0));
        mark.text->setClipToAxisRect(true);
        // The label of the end of the prompt uses the opposite end.
        bind(mark.text->position, 0, at, across ? 1 : 0);
        mark.text->setPositionAlignment(across ? Qt::AlignBottom | Qt::AlignLeft : Qt::AlignTop | Qt::AlignLeft);
        mark.text->setPadding(QMargins(3, 0, 3, 1));
        mark.text->setText(label);
        m_marks.push_back(std::move(mark));
    }

    void clear() {
        for (const Mark& mark : m_marks) {
            for (QCPItemStraightLine* line : mark.lines) {
                m_plot.removeItem(line);
            }
            m_plot.removeItem(mark.text);
        }
        m_marks.clear();
    }

    /// Omits each label that would overlap the one before it.
    void placeLabels() {
        if (m_marks.empty()) {
            return;
        }
        const bool across = m_plot.stepAxis() == Qt::Horizontal;
        const QColor base = m_plot.palette().color(QPalette::Base), ink = m_plot.foreground();
        QColor paper = base;
        paper.setAlpha(190);
        QFont small = m_plot.font();
        small.setPointSizeF(std::max(6.0, small.pointSizeF() * 0.8));
        const QFontMetrics metrics(small);
        const QRect room = m_plot.panel(0)->rect();
        double free = across ? room.left() : -1e9;
        const bool named = m_named == nullptr || m_named();
        for (const Mark& mark : m_marks) {
            for (QCPItemStraightLine* line : mark.lines) {
                line->setPen(QPen(mixed(base, ink, 0.7), 1, Qt::DashDotLine));
            }
            const double place = (across ? m_plot.x(0) : m_plot.y(0))->coordToPixel(mark.at);
            const double wide = metrics.horizontalAdvance(mark.text->text()) + 6;
            bool fits = across ? place <= room.right() : place >= free;
            double start = place;
            if (across && fits) {
                const auto found = labelStart(place, wide, free, room.right());
                fits = found.has_value();
                start = found.value_or(place);
            }
            fits = fits && named;
            mark.text->setVisible(fits);
            mark.text->setFont(small);
            mark.text->setColor(mixed(base, ink, 0.85));
            mark.text->setBrush(QBrush(paper));
            if (fits) {
                if (across) {
                    mark.text->setPositionAlignment(Qt::AlignBottom | (start < place ? Qt::AlignRight : Qt::AlignLeft));
                }
                free = start + (across ? wide : metrics.height());
            }
        }
    }

    Plot& m_plot;
    LiveChanges m_changes;
    int m_panels = 0;
    std::vector<Mark> m_marks;
    std::function<bool()> m_named;
};

}  // namespace kvw::wb
