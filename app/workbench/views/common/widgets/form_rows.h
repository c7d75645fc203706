// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes forms, and shows and hides their rows.
#pragma once

#include <QFormLayout>
#include <algorithm>
#include <vector>

namespace kvw::wb {

/// Returns a form that fills `parent`.
inline QFormLayout* formIn(QWidget* parent) {
    auto* form = new QFormLayout(parent);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(3);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

/// Takes rows out of a form and puts them back in their places. `QFormLayout::setRowVisible` of Qt 6.4 keeps the old
/// index of hidden rows in a layout that is shorter, and writes beyond its end if a label wraps. Thread: GUI thread.
class FormRows {
 public:
    /// Learns the rows; call it once all are there. Rows whose field is a layout always stay.
    explicit FormRows(QFormLayout& form) : m_form(form) {
        for (int row = 0; row < m_form.rowCount(); ++row) {
            const auto widget = [&](QFormLayout::ItemRole role) {
                const QLayoutItem* item = m_form.itemAt(row, role);
                return item == nullptr ? nullptr : item->widget();
            };
            QWidget* across = widget(QFormLayout::SpanningRole);
            m_rows.push_back(
                {widget(QFormLayout::LabelRole), across != nullptr ? across : widget(QFormLayout::FieldRole), true});
        }
    }

    void show(QWidget* field, bool shown) {
        const auto row = std::ranges::find_if(m_rows, [&](const Row& each) { return each.field == field; });
        if (row == m_rows.end() || row->shown == shown) {
            return;
        }
        row->shown = shown;
        for (QWidget* widget : {row->label, row->field}) {
            if (widget != nullptr) {
                widget->setVisible(shown);
            }
        }
        if (!shown) {
            const QFormLayout::TakeRowResult taken = m_form.takeRow(field);
            delete taken.labelItem;
            delete taken.fieldItem;
            return;
        }
        const auto before =
            static_cast<int>(std::count_if(m_rows.begin(), row, [](const Row& each) { return each.shown; }));
        if (row->label != nullptr) {
            m_form.insertRow(before, row->label, field);
        } else {
            m_form.insertRow(before, field);
        }
    }

 private:
    struct Row {
        QWidget *label, *field;
        bool shown;
    };

    QFormLayout& m_form;
    std::vector<Row> m_rows;
};

}  // namespace kvw::wb
