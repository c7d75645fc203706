// SPDX-License-Identifier: GPL-3.0-or-later
/// How much of the attention the next run records, with what each level cost in the runs that were looked at.
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "app/workbench/models/run_draft.h"

class QComboBox;

namespace kvw::wb {

/// Thread: GUI thread.
class CaptureSwitch : public QWidget {
    Q_OBJECT
 public:
    CaptureSwitch(RunDraft& draft, QWidget* parent);
    /// What recording took in a run of that level, a decode step; the last run of a level counts.
    struct Cost {
        double ms = 0, share = 0;  ///< of the step
        double bytes = 0;          ///< of rows
    };
    void measured(const QString& level, const Cost& cost);
    /// Follows the draft.
    void refresh();

 private:
    void fill();

    static constexpr std::size_t kLevels = 4;
    RunDraft& m_draft;
    QComboBox* m_box;
    std::array<std::optional<Cost>, kLevels> m_costs;
};

}  // namespace kvw::wb
