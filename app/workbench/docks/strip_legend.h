// SPDX-License-Identifier: GPL-3.0-or-later
/// What the colours and forms of the token strip mean.
#pragma once

#include <QWidget>

namespace kvw::wb {

class StripLegend : public QWidget {
    Q_OBJECT
 public:
    explicit StripLegend(QWidget* parent = nullptr);
    using QWidget::show;
    /// `unread`: read selection, where nothing is evicted, but not everything is read. `pins`: some tokens are pinned.
    void show(bool unread, bool pins);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    bool m_unread = false, m_pins = false;
};

}  // namespace kvw::wb
