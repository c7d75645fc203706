// SPDX-License-Identifier: GPL-3.0-or-later
/// Fusion with titles of docks that are as large as the rest of the type (its own stay as they were at the start), a
/// line under that of the dock last used, and boxes to tick that can be seen on dark ground.
#pragma once

#include <QFontMetrics>
#include <QProxyStyle>

namespace kvw::wb {

/// Thread: GUI thread.
class WindowStyle : public QProxyStyle {
    Q_OBJECT
 public:
    /// Property of a dock: keys act on it.
    static constexpr const char* kLastUsed = "lastUsed";

    WindowStyle();
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;

 private:
    QFontMetrics m_usual;
};

}  // namespace kvw::wb
