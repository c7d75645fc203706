// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines that offer to open or remove what a crash left of a run.
#pragma once

#include <QFrame>
#include <QPushButton>

#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

/// Thread: GUI thread. Hidden where there is nothing to offer.
class UnfinishedOffer : public QFrame {
    Q_OBJECT
 public:
    UnfinishedOffer(Workspace& workspace, QWidget* parent)
        : QFrame(parent), m_workspace(workspace), m_text(sentenceIn(this)) {
        setFrameShape(QFrame::StyledPanel);
        setObjectName(QStringLiteral("unfinishedOffer"));
        // A layout with too little room would cut its second line.
        fitToType(*m_text, [](QLabel& text) { text.setMinimumHeight(2 * text.fontMetrics().lineSpacing()); });
        auto* open = buttonIn(this, tr("Open it"), "unfinishedOpen",
                              tr("Keeps it as a bundle in the folder of runs, and shows it"));
        auto* forget = buttonIn(this, tr("Discard it"), "unfinishedForget", tr("Removes what was recorded"));
        rowOf({{m_text, 1}, open, forget}, this);
        connect(open, &QPushButton::clicked, &workspace.unfinished(), &UnfinishedRuns::open);
        connect(forget, &QPushButton::clicked, &workspace.unfinished(), &UnfinishedRuns::forget);
        connect(&workspace.unfinished(), &UnfinishedRuns::changed, this, &UnfinishedOffer::refresh);
        refresh();
    }

 private:
    void refresh() {
        const QString sentence = m_workspace.unfinished().sentence();
        m_text->setText(sentence);
        setVisible(!sentence.isEmpty());
    }

    Workspace& m_workspace;
    QLabel* m_text;
};

}  // namespace kvw::wb
