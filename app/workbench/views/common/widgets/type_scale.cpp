// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/type_scale.h"

#include <QApplication>
#include <QEvent>
#include <QVariant>
#include <QWidget>
#include <algorithm>
#include <utility>

namespace kvw::wb {

namespace {

constexpr const char* kFactor = "typeScale";

void apply(QWidget& widget) {
    QFont font = widget.font();
    font.setPointSizeF(QApplication::font().pointSizeF() * widget.property(kFactor).toDouble());
    widget.setFont(font);
}

class Fitter : public QObject {
 public:
    Fitter(QWidget& widget, std::function<void()> fit) : QObject(&widget), m_fit(std::move(fit)) {
        widget.installEventFilter(this);
        m_fit();
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::FontChange) {
            m_fit();
        }
        return QObject::eventFilter(watched, event);
    }

 private:
    std::function<void()> m_fit;
};

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

void fitToType(QWidget& widget, std::function<void()> fit) {
    new Fitter(widget, std::move(fit));
}

}  // namespace kvw::wb
