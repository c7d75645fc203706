// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/run/policy_form_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "app/workbench/views/run/parameter_row.h"

namespace kvw::wb {

PolicyFormView::PolicyFormView(PolicyForm& form, QWidget* parent) : QWidget(parent), m_form(form) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    connect(&form, &PolicyForm::rebuilt, this, &PolicyFormView::rebuild);
    rebuild();
}

void PolicyFormView::setScale(const BudgetScale& scale) {
    m_scale = scale;
    for (ParameterRow* row : m_parameters) {
        row->setScale(scale);
    }
}

void PolicyFormView::rebuild() {
    delete m_rows;
    m_parameters.clear();
    m_rows = new QWidget(this);
    auto* grid = new QGridLayout(m_rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(3);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (ParameterModel* parameter : m_form.parameters()) {
        m_parameters.push_back(new ParameterRow(*parameter, *grid, row, m_rows));
        m_parameters.back()->setScale(m_scale);
        row += ParameterRow::kGridRows;
    }
    if (m_form.parameters().empty() && !m_form.id().isEmpty()) {
        grid->addWidget(new QLabel(tr("This policy has no parameters."), m_rows), row++, 0, 1, 4);
    }
    if (!m_form.references().empty()) {
        QString links;
        for (const Reference& reference : m_form.references()) {
            links += QStringLiteral("<p style='margin:2px 0'><a href=\"%1\">%2</a></p>")
                         .arg(QString::fromStdString(reference.url).toHtmlEscaped(),
                              QString::fromStdString(reference.title).toHtmlEscaped());
        }
        auto* label = new QLabel(links, m_rows);
        label->setWordWrap(true);
        label->setOpenExternalLinks(true);
        label->setTextInteractionFlags(Qt::TextBrowserInteraction);
        label->setAccessibleName(tr("References"));
        grid->addWidget(label, row, 0, 1, 4);
    }
    layout()->addWidget(m_rows);
}

}  // namespace kvw::wb
