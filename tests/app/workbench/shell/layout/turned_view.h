// SPDX-License-Identifier: GPL-3.0-or-later
/// All that is part of the view of a dock, set otherwise.
#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>

#include "app/workbench/plot/plot.h"
#include "app/workbench/views/common/dock_view.h"

namespace kvw::tests {

using namespace kvw::wb;

inline void choose(QComboBox& box, int index) {
    box.setCurrentIndex(index);
    Q_EMIT box.activated(index);
}

/// Every control that is part of the view to another value.
inline void turn(const Dock& dock) {
    for (auto* box : viewControls<QComboBox>(dock)) {
        const QVariant chosen = box->property("chosen");
        choose(*box, (chosen.isValid() ? chosen.toInt() : box->currentIndex()) == 0 ? 1 : 0);
    }
    for (auto* button : viewControls<QAbstractButton>(dock)) {
        button->toggle();
    }
    for (auto* action : viewControls<QAction>(dock)) {
        action->toggle();
    }
    for (auto* box : viewControls<QSpinBox>(dock)) {
        box->setValue(box->value() + 3);
    }
    for (auto* box : viewControls<QDoubleSpinBox>(dock)) {
        box->setValue(box->value() + 0.35);
    }
    for (auto* slider : viewControls<QSlider>(dock)) {
        slider->setValue(slider->value() == slider->minimum() ? slider->maximum() : slider->minimum());
    }
    for (auto* line : viewControls<QLineEdit>(dock)) {
        line->setText(QStringLiteral("of layer"));
    }
    for (auto* table : viewControls<QTableView>(dock)) {
        table->sortByColumn(table->horizontalHeader()->sortIndicatorSection() == 1 ? 0 : 1, Qt::DescendingOrder);
        QAbstractItemModel& rows = *sourceOf(*table);
        rows.setData(rows.index(rows.rowCount() - 1, 0), Qt::Checked, Qt::CheckStateRole);
    }
}

/// Every plot that is part of the view to a part of its columns.
inline void zoom(const Dock& dock) {
    for (auto* plot : viewControls<Plot>(dock)) {
        const QCPRange whole = plot->xBounds();
        plot->x(0)->setRange(whole.lower + 0.25 * whole.size(), whole.lower + 0.625 * whole.size());
    }
}

}  // namespace kvw::tests
