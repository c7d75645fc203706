// SPDX-License-Identifier: GPL-3.0-or-later
/// Push button that wraps its text, for titles that must be readable in a dock of any width.
#pragma once

#include <QPushButton>

namespace kvw::wb {

/// Thread: GUI thread.
class TitleButton : public QPushButton {
 public:
    explicit TitleButton(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace kvw::wb
