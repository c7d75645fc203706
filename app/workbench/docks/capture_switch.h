// SPDX-License-Identifier: GPL-3.0-or-later
/// How much of the attention the next run records, or the one that goes on from its next token, with what each level
/// cost in the runs that were looked at.
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "app/workbench/models/run_draft.h"

class QComboBox;
class QPushButton;

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
    /// What the run that goes on records now; empty: none goes on, or another is shown.
    void follow(const QString& level);
    /// As the box calls a level that recordings and commands call "maps".
    [[nodiscard]] static QString words(const QString& level);

 Q_SIGNALS:
    /// The run that goes on is to record so.
    void switched(const QString& level);

 private:
    void fill();
    void enableNow();

    static constexpr std::size_t kLevels = 4;
    RunDraft& m_draft;
    QComboBox* m_box;
    QPushButton* m_now;
    QString m_running;  ///< level of the run that goes on
    std::array<std::optional<Cost>, kLevels> m_costs;
};

}  // namespace kvw::wb
