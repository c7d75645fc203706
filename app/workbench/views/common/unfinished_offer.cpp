// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/unfinished_offer.h"

#include <QPushButton>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

UnfinishedOffer::UnfinishedOffer(Workspace& workspace, QWidget* parent)
    : QFrame(parent), m_workspace(workspace), m_text(sentenceIn(this)) {
    setFrameShape(QFrame::StyledPanel);
    setObjectName(QStringLiteral("unfinishedOffer"));
    // A layout with too little room would cut its second line.
    fitToType(*m_text, [this] { m_text->setMinimumHeight(2 * m_text->fontMetrics().lineSpacing()); });
    auto* open = new QPushButton(tr("Open it"), this);
    open->setObjectName(QStringLiteral("unfinishedOpen"));
    open->setToolTip(tr("Keeps it as a bundle in the folder of runs, and shows it"));
    auto* forget = new QPushButton(tr("Forget it"), this);
    forget->setObjectName(QStringLiteral("unfinishedForget"));
    forget->setToolTip(tr("Removes what was recorded"));
    rowOf({{m_text, 1}, open, forget}, this);
    connect(open, &QPushButton::clicked, &workspace.unfinished(), &UnfinishedRuns::open);
    connect(forget, &QPushButton::clicked, &workspace.unfinished(), &UnfinishedRuns::forget);
    connect(&workspace.unfinished(), &UnfinishedRuns::changed, this, &UnfinishedOffer::refresh);
    refresh();
}

void UnfinishedOffer::refresh() {
    const QString sentence = m_workspace.unfinished().sentence();
    m_text->setText(sentence);
    setVisible(!sentence.isEmpty());
}

}  // namespace kvw::wb
