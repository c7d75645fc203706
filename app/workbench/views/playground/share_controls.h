// SPDX-License-Identifier: GPL-3.0-or-later
/// Controls of a playground: rule, capacity, temperature, and the button that runs it.
#pragma once

#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/decimal_box.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/playground/playground.h"

namespace kvw::wb {

/// Has two rows, narrow enough for the window at 1024 pixels beside a story. Thread: GUI thread.
class ShareControls : public QWidget {
    Q_OBJECT
 public:
    explicit ShareControls(QWidget* parent)
        : QWidget(parent),
          m_rule(new ViewChoice(
              this, "viewRule", tr("Rule for a layer's share"),
              {{tr("Gini: even layers gain")}, {tr("Gini: uneven layers gain")}, {tr("preference (CAKE)")}})),
          m_capacity(new QSpinBox(this)),
          m_slider(new QSlider(Qt::Horizontal, this)),
          m_temperature(new DecimalBox(this)),
          m_run(new QPushButton(tr("Run with it"), this)) {
        setContentsLength(*m_rule);
        new ViewOption(*m_capacity, "viewCapacity");
        m_capacity->setRange(1, 1'000'000);
        m_capacity->setPrefix(QStringLiteral("C "));
        explained(m_capacity, tr("Capacity"), tr("Tokens held per layer on average"));
        makeNarrow(*m_capacity);
        m_slider->setRange(0, kPositions);
        explained(m_slider, tr("Temperature"),
                  tr("Left: few layers get nearly everything. Right: all layers get the same"));
        m_slider->setMinimumWidth(1);
        m_slider->setProperty(kTurns, QStringList{QStringLiteral("viewTemperature")});
        new ViewOption(*m_temperature, "viewTemperature");
        m_temperature->setRange(kLeast, kMost);
        m_temperature->setSingleStep(0.05);
        m_temperature->setPrefix(QStringLiteral("T "));
        m_temperature->setAccessibleName(tr("Temperature"));
        makeNarrow(*m_temperature);
        m_run->setObjectName(QStringLiteral("runPlayground"));
        auto* first = rowOf({{m_rule, 3}, {m_capacity, 2}});
        columnOf({first, rowOf({{m_slider, 3}, {m_temperature, 2}, m_run})}, this, {0, 2});
        connect(m_rule, &QComboBox::activated, this,
                [this](int rule) { Q_EMIT ruleChosen(static_cast<ShareRule>(rule)); });
        connect(m_capacity, &QSpinBox::valueChanged, this, &ShareControls::capacityTyped);
        connect(m_slider, &QSlider::valueChanged, this,
                [this](int position) { m_temperature->setValue(temperatureAt(position)); });
        connect(m_temperature, &QDoubleSpinBox::valueChanged, this, &ShareControls::temperatureTurned);
        connect(m_run, &QPushButton::clicked, this, &ShareControls::runPressed);
    }

    /// Shows the plan, and limits it to the ranges of the boxes.
    void show(Playground& plan) {
        const QSignalBlocker one(m_capacity), two(m_slider);
        m_rule->setCurrentIndex(static_cast<int>(plan.rule));
        m_capacity->setValue(static_cast<int>(std::min<std::int64_t>(plan.capacity, m_capacity->maximum())));
        m_temperature->follow(plan.temperature);
        if (std::abs(temperatureAt(m_slider->value()) - m_temperature->value()) > 0.006) {
            m_slider->setValue(positionOf(m_temperature->value()));
        }
        plan.capacity = m_capacity->value();
        plan.temperature = m_temperature->value();
    }

    void setRun(bool enabled, const QString& tip) {
        m_run->setEnabled(enabled);
        m_run->setToolTip(plainTip(tip));
    }

 Q_SIGNALS:
    void ruleChosen(kvw::wb::ShareRule rule);
    void capacityTyped(int tokens);
    void temperatureTurned(double temperature);
    void runPressed();

 private:
    /// Ends of the slider, whose positions are spaced evenly by the logarithm.
    static constexpr double kLeast = 0.05, kMost = 10;
    static constexpr int kPositions = 1000;

    static int positionOf(double temperature) {
        return static_cast<int>(std::lround(kPositions * std::log(temperature / kLeast) / std::log(kMost / kLeast)));
    }

    static double temperatureAt(int position) {
        return kLeast * std::pow(kMost / kLeast, static_cast<double>(position) / kPositions);
    }

    ViewChoice* m_rule;
    QSpinBox* m_capacity;
    QSlider* m_slider;
    DecimalBox* m_temperature;
    QPushButton* m_run;
};

}  // namespace kvw::wb
