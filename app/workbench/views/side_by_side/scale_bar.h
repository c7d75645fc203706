// SPDX-License-Identifier: GPL-3.0-or-later
/// Horizontal colour scale shared by several maps.
#pragma once

#include <QCoreApplication>
#include <QWidget>

#include "app/workbench/plot/colors.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ScaleBar : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ScaleBar)

 public:
    explicit ScaleBar(QWidget* parent);
    void setScale(double low, double high, bool logarithmic, Shades shades, const QString& title);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    double m_low = 0, m_high = 1;
    bool m_logarithmic = false;
    Shades m_shades = Shades::Usual;
    QString m_title;
};

}  // namespace kvw::wb
