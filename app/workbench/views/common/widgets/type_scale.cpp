// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/type_scale.h"

#include <QApplication>
#include <QWidget>

#include "app/workbench/views/common/widgets/event_hook.h"

namespace kvw::wb {

namespace {

constexpr const char* kFactor = "typeScale";

void apply(QWidget& widget) {
    QFont font = widget.font();
    font.setPointSizeF(QApplication::font().pointSizeF() * widget.property(kFactor).toDouble());
    widget.setFont(font);
}

}  // namespace

double typeScale() {
    constexpr double kUsualPoints = 10;
    return std::max(1.0, QApplication::font().pointSizeF() / kUsualPoints);
}

void scaleType(QWidget& widget, double factor) {
    widget.setProperty(kFactor, factor);
    apply(widget);
}

void rescaleType(QWidget& root) {
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (widget->property(kFactor).isValid()) {
            apply(*widget);
        }
    }
}

void onTypeChange(QWidget& widget, std::function<void()> fit) {
    onEvent(widget, {QEvent::FontChange}, &widget, [fit = std::move(fit)](QWidget* /*widget*/) { fit(); });
}

}  // namespace kvw::wb
