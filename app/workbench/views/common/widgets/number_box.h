// SPDX-License-Identifier: GPL-3.0-or-later
/// A spin box for integers up to 2^53 and for numbers of any precision, shown as short as it can be.
#pragma once

#include "app/workbench/views/common/widgets/decimal_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"

namespace kvw::wb {

/// Thread: GUI thread.
class NumberBox : public DecimalBox {
    Q_OBJECT
 public:
    explicit NumberBox(QWidget* parent = nullptr) : DecimalBox(parent) {
        setGroupSeparatorShown(false);
        setKeyboardTracking(false);
        quietWheel(*this);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    [[nodiscard]] QString textFromValue(double value) const override {
        return decimals() == 0 ? QString::number(value, 'f', 0) : QString::number(value, 'g', 9);
    }
    [[nodiscard]] QSize sizeHint() const override { return {roomFor(7), DecimalBox::sizeHint().height()}; }
    /// Returns less than the size hint, so that a row with more widgets does not widen the dock.
    [[nodiscard]] QSize minimumSizeHint() const override { return {roomFor(4), sizeHint().height()}; }

 private:
    [[nodiscard]] int roomFor(int digits) const {
        constexpr int kBeside = 36;
        return fontMetrics().horizontalAdvance(QLatin1Char('0')) * digits + kBeside;
    }
};

}  // namespace kvw::wb
