// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/type_scale.h"

#include <QApplication>
#include <QVariant>
#include <QWidget>

namespace kvw::wb {

namespace {

constexpr const char* kFactor = "typeScale";

void apply(QWidget& widget) {
    QFont font = widget.font();
    font.setPointSizeF(QApplication::font().pointSizeF() * widget.property(kFactor).toDouble());
    widget.setFont(font);
}

}  // namespace

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

}  // namespace kvw::wb
