// SPDX-License-Identifier: GPL-3.0-or-later
/// Box for how much attention the next run records, with the measured cost of each level, and a button that switches
/// the live run from its next token on.
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "app/workbench/session/draft/run_draft.h"

class QComboBox;
class QPushButton;

namespace kvw::wb {

/// Thread: GUI thread.
class CaptureSwitch : public QWidget {
    Q_OBJECT
 public:
    CaptureSwitch(RunDraft& draft, QWidget* parent);
    /// Cost of recording per decode step in the last shown run of a level.
    struct Cost {
        double ms = 0, share = 0;  ///< of the step's time
        double bytes = 0;          ///< of attention rows
    };
    void measured(const QString& level, const Cost& cost);
    /// Shows the capture level of the draft.
    void refresh();
    /// Sets the level that the live run records now; empty: no live run is shown.
    void setRunningLevel(const QString& level);
    /// Returns the label of a level that recordings and commands call, for example, "maps".
    [[nodiscard]] static QString words(const QString& level);

 Q_SIGNALS:
    /// Emitted when the live run is to record at `level` from its next token on.
    void switched(const QString& level);

 private:
    void fill();
    void enableNow();

    static constexpr std::size_t kLevels = 4;
    RunDraft& m_draft;
    QComboBox* m_box;
    QPushButton* m_now;
    QString m_running;  ///< level of the live run
    std::array<std::optional<Cost>, kLevels> m_costs;
};

}  // namespace kvw::wb
