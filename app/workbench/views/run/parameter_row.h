// SPDX-License-Identifier: GPL-3.0-or-later
/// Widgets of one parameter, made from its manifest entry: editor, slider, unit, badge, reset.
#pragma once

#include <QObject>

#include "app/workbench/session/draft/parameter_model.h"
#include "app/workbench/views/common/widgets/decimal_box.h"

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace kvw::wb {

/// A spin box for integers up to 2^53 and for numbers of any precision, shown as short as it can be.
class NumberBox : public DecimalBox {
    Q_OBJECT
 public:
    explicit NumberBox(QWidget* parent = nullptr);
    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] QSize sizeHint() const override { return {roomFor(7), DecimalBox::sizeHint().height()}; }
    /// Returns less than the size hint, so that a row with more widgets does not widen the dock.
    [[nodiscard]] QSize minimumSizeHint() const override { return {roomFor(4), sizeHint().height()}; }

 private:
    [[nodiscard]] int roomFor(int digits) const;
};

/// Totals that counts and shares of tokens refer to.
struct BudgetScale {
    std::int64_t tokens = 0;  ///< of the whole run; 0: not known
    std::int64_t prompt = 0;
    std::int64_t layers = 0;
};

/// Fills up to four rows of a grid (label, editor and badges above; slider; share of a budget; a sentence). Owned
/// by the grid's widget.
class ParameterRow : public QObject {
    Q_OBJECT
 public:
    static constexpr int kGridRows = 4;
    ParameterRow(ParameterModel& model, QGridLayout& grid, int row, QWidget* parent);
    /// Sets the totals. A count of tokens (unit "tok") then shows its share, a share (unit "of tok") its count, and a
    /// budget also its sum over the layers. Other parameters do not change.
    void setScale(const BudgetScale& scale);

 private:
    void makeEditor(QWidget* parent);
    void makeRadios(QWidget* parent);
    void makeShare(QWidget* parent);
    void makeOfPrompt(QWidget* parent);
    void askForShare(bool on);
    void show();
    void showShare();
    [[nodiscard]] bool countsTokens() const;
    [[nodiscard]] bool isShare() const;
    [[nodiscard]] QString sumText() const;
    [[nodiscard]] QString effectiveText() const;

    ParameterModel& m_model;
    QLabel *m_label, *m_note, *m_badge;
    QWidget* m_editor = nullptr;
    NumberBox* m_number = nullptr;
    QLineEdit* m_list = nullptr;   ///< list of integers
    NumberBox* m_share = nullptr;  ///< share of the tokens, in percent
    QLabel* m_shareOf = nullptr;
    QCheckBox* m_ofPrompt = nullptr;  ///< asks for the share itself instead of a count
    BudgetScale m_scale;
    QComboBox* m_choice = nullptr;
    QButtonGroup* m_radios = nullptr;  ///< for a choice of a few values
    QCheckBox* m_flag = nullptr;
    QCheckBox* m_auto = nullptr;
    QSlider* m_slider = nullptr;
    QToolButton* m_reset;
};

}  // namespace kvw::wb
