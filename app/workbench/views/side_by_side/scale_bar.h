// SPDX-License-Identifier: GPL-3.0-or-later
/// Horizontal colour scale shared by several maps.
#pragma once

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QWidget>
#include <algorithm>

#include "app/workbench/plot/colors.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ScaleBar : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ScaleBar)

 public:
    explicit ScaleBar(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
    void setScale(double low, double high, bool logarithmic, Shades shades, const QString& title) {
        m_low = low;
        m_high = high;
        m_logarithmic = logarithmic;
        m_shades = shades;
        m_title = title;
        setAccessibleName(tr("%1, from %2 to %3").arg(title, scaleNumber(low), scaleNumber(high)));
        update();
    }

    QSize sizeHint() const override { return {kMostBar * 2, fontMetrics().height() + 4}; }
    QSize minimumSizeHint() const override { return {60, fontMetrics().height() + 4}; }

 protected:
    void paintEvent(QPaintEvent*) override {
        if (m_title.isEmpty()) {
            return;
        }
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        const QString low = scaleNumber(m_low), high = scaleNumber(m_high) + (m_logarithmic ? tr(" (log)") : QString());
        const QFontMetrics metrics = fontMetrics();
        const int lowWidth = metrics.horizontalAdvance(low), highWidth = metrics.horizontalAdvance(high);
        const int bar = std::min(kMostBar, width() - lowWidth - highWidth - 4 * kBarGap);
        if (bar < 10) {
            return;
        }
        const QRect all = rect();
        int x = kBarGap;
        painter.drawText(QRect(x, 0, lowWidth, all.height()), Qt::AlignVCenter, low);
        x += lowWidth + kBarGap;
        const int high0 = metrics.ascent() * 3 / 4, top = (all.height() - high0) / 2;
        for (int i = 0; i < bar; ++i) {
            painter.fillRect(x + i, top, 1, high0, sequentialColor(static_cast<double>(i) / (bar - 1), m_shades));
        }
        x += bar + kBarGap;
        painter.drawText(QRect(x, 0, highWidth, all.height()), Qt::AlignVCenter, high);
        x += highWidth + 2 * kBarGap;
        painter.drawText(QRect(x, 0, std::max(0, all.width() - x), all.height()), Qt::AlignVCenter,
                         metrics.elidedText(m_title, Qt::ElideRight, std::max(0, all.width() - x)));
    }

 private:
    static constexpr int kBarGap = 6, kMostBar = 160;

    static QString scaleNumber(double value) { return QLocale::c().toString(value, 'g', 2); }

    double m_low = 0, m_high = 1;
    bool m_logarithmic = false;
    Shades m_shades = Shades::Usual;
    QString m_title;
};

}  // namespace kvw::wb
