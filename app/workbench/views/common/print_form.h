// SPDX-License-Identifier: GPL-3.0-or-later
/// Controls of how a figure is printed (FigurePrint), for dialogs that export figures.
#pragma once

#include <QWidget>

#include "core/figures/figure.h"

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace kvw::wb {

class DecimalBox;

/// Thread: GUI thread.
class PrintForm : public QWidget {
    Q_OBJECT
 public:
    /// `ofPage`: the page has a width of its own, so the form has none.
    explicit PrintForm(bool ofPage, QWidget* parent);

    /// Returns the settings. Ends of an axis that are not two numbers, the first below the second, are left out.
    [[nodiscard]] FigurePrint print() const;

 Q_SIGNALS:
    void changed();

 private:
    QComboBox *m_font, *m_best;
    DecimalBox *m_width, *m_height;
    QLineEdit *m_x, *m_y;
    QCheckBox *m_values, *m_robust, *m_symbols, *m_short;
};

}  // namespace kvw::wb
