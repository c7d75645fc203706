// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/rows_missing.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace kvw::wb {

void recordRows(Workspace& workspace) {
    RunSpec spec = workspace.draft().base();
    spec.capture = Capture::Maps;
    workspace.draft().setBase(std::move(spec));
    Q_EMIT workspace.notice(QObject::tr("The next run records attention rows."));
}

QString recordRowsLabel(Workspace& workspace) {
    return workspace.draft().base().capture == Capture::Maps ? QString() : QObject::tr("Record them in the next run");
}

RowsMissing::RowsMissing(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_text(new QLabel(this)), m_button(new QPushButton(this)) {
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->addStretch();
    column->addWidget(m_text);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch();
    connect(m_button, &QPushButton::clicked, this, [this] {
        recordRows(m_workspace);
        m_button->hide();
    });
}

void RowsMissing::say(const QString& sentence) {
    m_text->setText(sentence);
    m_button->setText(recordRowsLabel(m_workspace));
    m_button->setVisible(!m_button->text().isEmpty());
}

}  // namespace kvw::wb
