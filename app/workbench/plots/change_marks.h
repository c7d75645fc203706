// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines in a plot over steps where a parameter was changed while the run went on: "recent 64".
#pragma once

#include <vector>

#include "app/workbench/models/live_changes.h"
#include "app/workbench/plots/plot.h"

namespace kvw::wb {

/// A child of its plot, across all panels. Thread: GUI thread.
class ChangeMarks : public QObject {
    Q_OBJECT
 public:
    explicit ChangeMarks(Plot& plot);

    /// Those of the trace. Cheap where nothing is new. `hidden`: as in `liveChanges`.
    void show(const Trace& trace, bool hidden);
    void forget() { m_changes.forget(); }      ///< another recording
    [[nodiscard]] QStringList labels() const;  ///< of all, in order of step

 private:
    struct Mark {
        double at;
        std::vector<QCPItemStraightLine*> lines;  ///< by panel
        QCPItemText* text;
    };
    void add(double at, const QString& label);
    void clear();
    /// A label that would stand over the one before it is left out.
    void placeLabels();

    Plot& m_plot;
    LiveChanges m_changes;
    int m_panels = 0;
    std::vector<Mark> m_marks;
};

}  // namespace kvw::wb
