// SPDX-License-Identifier: GPL-3.0-or-later
/// Controls of a playground: rule, capacity, temperature, and the button that runs it.
#pragma once

#include <QWidget>

#include "app/workbench/views/playground/playground.h"

class QPushButton;
class QSlider;
class QSpinBox;

namespace kvw::wb {

class DecimalBox;
class ViewChoice;

/// Has two rows, narrow enough for the window at 1024 pixels beside a story. Thread: GUI thread.
class ShareControls : public QWidget {
    Q_OBJECT
 public:
    explicit ShareControls(QWidget* parent);

    /// Shows the plan, and limits it to the ranges of the boxes.
    void show(Playground& plan);
    void setRun(bool enabled, const QString& tip);

 Q_SIGNALS:
    void ruleChosen(kvw::wb::ShareRule rule);
    void capacityTyped(int tokens);
    void temperatureTurned(double temperature);
    void runPressed();

 private:
    ViewChoice* m_rule;
    QSpinBox* m_capacity;
    QSlider* m_slider;
    DecimalBox* m_temperature;
    QPushButton* m_run;
};

}  // namespace kvw::wb
