// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws labelled lines in a plot over steps where a parameter was changed during the run, such as "recent 64".
#pragma once

#include <vector>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/runs/live_changes.h"

namespace kvw::wb {

/// Child of its plot; its lines cross all panels. Thread: GUI thread.
class ChangeMarks : public QObject {
    Q_OBJECT
 public:
    explicit ChangeMarks(Plot& plot);

    /// Shows the changes of the trace. Cheap if there are no new ones. `hidden`: as in `liveChanges`.
    void show(const Trace& trace, bool hidden);
    void forget() { m_changes.forget(); }      ///< another recording will be shown
    [[nodiscard]] QStringList labels() const;  ///< labels of all marks, in order of step

 private:
    struct Mark {
        double at;
        std::vector<QCPItemStraightLine*> lines;  ///< by panel
        QCPItemText* text;
    };
    void add(double at, const QString& label);
    void clear();
    /// Omits each label that would overlap the one before it.
    void placeLabels();

    Plot& m_plot;
    LiveChanges m_changes;
    int m_panels = 0;
    std::vector<Mark> m_marks;
};

}  // namespace kvw::wb
