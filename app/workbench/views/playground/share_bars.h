// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of the Gini number of every layer, above the budget that the playground's rule gives to it.
#pragma once

#include "app/workbench/plot/plot.h"
#include "app/workbench/views/playground/playground.h"

namespace kvw {
class Trace;
}

namespace kvw::wb {

/// Thread: GUI thread.
class ShareBars : public Plot {
    Q_OBJECT
 public:
    explicit ShareBars(QWidget* parent);

    /// Step and options of the plot.
    struct At {
        std::int64_t step = 0;
        int layer = 0;          ///< highlighted
        bool budgeted = false;  ///< the run has budgets of its own, drawn as outlines
    };
    void show(const Trace& trace, const At& at, const LayerGinis& prompt, const LayerShares& shares);

    static const QColor kGiven, kLimited;

 private:
    QCPBars *m_gini, *m_chosenGini, *m_promptGini;
    QCPBars *m_given, *m_chosen, *m_limited, *m_recorded;
};

}  // namespace kvw::wb
