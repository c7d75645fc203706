// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/print_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/decimal_box.h"
#include "core/figures/print/figure_print.h"

namespace kvw::wb {

namespace {

/// Returns the numbers of "0 300"; a comma is a point. None: they are no ends of an axis.
std::optional<FigurePrint::Ends> endsOf(QString text) {
    const QStringList words =
        text.replace(QLatin1Char(','), QLatin1Char('.')).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    bool isLow = false, isHigh = false;
    const double low = words.value(0).toDouble(&isLow), high = words.value(1).toDouble(&isHigh);
    const bool fits = words.size() == 2 && isLow && isHigh && std::isfinite(low) && std::isfinite(high) && low < high;
    return fits ? std::optional(FigurePrint::Ends{low, high}) : std::nullopt;
}

/// Returns a side; 0: none is asked for.
double sideOf(const DecimalBox& box) {
    return box.value() > 0 ? std::max(box.value(), figures::kLeastMillimetres) : 0;
}

}  // namespace

PrintForm::PrintForm(bool ofPage, QWidget* parent)
    : QWidget(parent),
      m_font(named(new QComboBox(this), "printFont", {},
                   tr("LaTeX: Latin Modern where it is installed; pgfplots has the font of the document "
                      "unless sans serif or serif is chosen"))),
      m_best(named(new QComboBox(this), "printBest", {}, tr("Draws a frame around a cell of a map"))),
      m_width(named(new DecimalBox(this), "printWidth", {}, tr("Width of the figure"))),
      m_height(named(new DecimalBox(this), "printHeight", {}, tr("Height of the figure"))),
      m_x(named(new QLineEdit(this), "printX", {}, tr("Two numbers, such as 0 300; empty: the ends of the figure"))),
      m_y(named(new QLineEdit(this), "printY", {}, tr("Two numbers, such as 0 300; empty: the ends of the figure"))),
      m_values(named(new QCheckBox(this), "printValues", {}, tr("Writes numbers into cells that have room for them"))),
      m_robust(named(new QCheckBox(this), "printRobust", {},
                     tr("A few extreme cells do not take the whole scale; the colour bar says so"))),
      m_symbols(named(new QCheckBox(this), "printSymbols", {}, tr("Writes the symbols of the works, γ for gamma"))),
      m_short(named(new QCheckBox(this), "printShort", {},
                    tr("Title, model, policy, parameters, seed and bundle, without command and text"))) {
    m_font->addItems({tr("as usual"), tr("sans serif"), tr("serif"), tr("LaTeX")});
    m_best->addItems({tr("no cell"), tr("the smallest cell"), tr("the largest cell")});
    for (DecimalBox* box : {m_width, m_height}) {
        box->setRange(0, figures::kMostMillimetres);
        box->setDecimals(1);
        box->setSuffix(QStringLiteral(" mm"));
        box->setSpecialValueText(tr("as usual"));
        box->setKeyboardTracking(false);
    }
    m_values->setText(tr("Numbers in cells"));
    m_robust->setText(tr("Colours from the 1st to the 99th percentile"));
    m_symbols->setText(tr("Symbols for parameters"));
    m_short->setText(tr("Short caption"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Font"), m_font);
    if (ofPage) {
        m_width->hide();
    } else {
        form->addRow(tr("Width"), m_width);
    }
    form->addRow(tr("Height"), m_height);
    form->addRow(tr("x axis"), m_x);
    form->addRow(tr("y axis"), m_y);
    form->addRow(tr("Frame"), m_best);
    for (QCheckBox* box : {m_values, m_robust, m_symbols, m_short}) {
        form->addRow(box);
        connect(box, &QCheckBox::toggled, this, &PrintForm::changed);
    }
    for (QComboBox* box : {m_font, m_best}) {
        connect(box, &QComboBox::currentIndexChanged, this, &PrintForm::changed);
    }
    for (DecimalBox* box : {m_width, m_height}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &PrintForm::changed);
    }
    for (QLineEdit* line : {m_x, m_y}) {
        connect(line, &QLineEdit::textChanged, this, &PrintForm::changed);
    }
}

FigurePrint PrintForm::print() const {
    FigurePrint print;
    print.font = static_cast<FigureFont>(std::max(0, m_font->currentIndex()));
    print.width = sideOf(*m_width);
    print.height = sideOf(*m_height);
    print.x = endsOf(m_x->text());
    print.y = endsOf(m_y->text());
    print.values = m_values->isChecked();
    print.best = static_cast<FigureBest>(std::max(0, m_best->currentIndex()));
    print.robust = m_robust->isChecked();
    print.symbols = m_symbols->isChecked();
    print.shortCaption = m_short->isChecked();
    return print;
}

}  // namespace kvw::wb
