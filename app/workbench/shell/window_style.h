// SPDX-License-Identifier: GPL-3.0-or-later
/// Fusion style with dock titles in the size of the other type (Fusion keeps the size at start), an underlined title of
/// the dock last used, and check boxes that are visible on dark backgrounds.
#pragma once

#include <QFontMetrics>
#include <QProxyStyle>

namespace kvw::wb {

/// Thread: GUI thread.
class WindowStyle : public QProxyStyle {
    Q_OBJECT
 public:
    /// Property of the dock that keys act on.
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
