// SPDX-License-Identifier: GPL-3.0-or-later
/// Line above the token strip while the user predicts a prune event: how many tokens to mark, a button to reveal, the
/// result as a sentence and a scoreboard.
#pragma once

#include <QPushButton>
#include <QWidget>

#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/strip/predict_board.h"

namespace kvw::wb {

/// Thread: GUI thread. Hidden while there is no prediction.
class PredictBar : public QWidget {
    Q_OBJECT
 public:
    explicit PredictBar(Workspace& workspace, QWidget* parent = nullptr) : QWidget(parent), m_workspace(workspace) {
        setObjectName(QStringLiteral("predictBar"));
        m_text = sentenceIn(this, "predictText");
        m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_reveal = buttonIn(this, tr("Reveal"), "reveal",
                            tr("Runs your choice and that of hindsight beside the policy's, then compares them"));
        auto* end = buttonIn(this, tr("End"), "endPrediction", tr("Ends the prediction"));
        for (QPushButton* button : {m_reveal, end}) {
            button->setFocusPolicy(Qt::TabFocus);  // after a click, Space is meant for the run
        }
        m_board = new PredictBoard(workspace, this);
        columnOf({rowOf({{m_text, 1}, m_reveal, end}), m_board}, this, {0});
        Prediction& prediction = workspace.prediction();
        connect(m_reveal, &QPushButton::clicked, this,
                [this] { m_workspace.refuseIfFailed(m_workspace.prediction().reveal()); });
        connect(end, &QPushButton::clicked, &prediction, &Prediction::cancel);
        connect(&prediction, &Prediction::changed, this, [this] { showPrediction(m_workspace.prediction()); });
        showPrediction(prediction);
    }

 private:
    void showPrediction(const Prediction& prediction) {
        const auto marked =
            static_cast<int>(prediction.state() == Prediction::State::Marking ? prediction.marked().size() : 0);
        switch (prediction.state()) {
            case Prediction::State::None:
                break;
            case Prediction::State::Seeking:
                m_text->setText(tr("Looking for the next prune event…"));
                break;
            case Prediction::State::Marking:
                m_text->setText(
                    tr("After token %1 the policy drops %2 of the tokens that are held. Which would you drop? Mark "
                       "them (drag, Shift adds): %3 of %2.")
                        .arg(prediction.step())
                        .arg(prediction.count())
                        .arg(marked) +
                    (marked > prediction.count()
                         ? QLatin1Char(' ') +
                               tr("%1 too many: Shift and a click takes one back.").arg(marked - prediction.count())
                         : QString()));
                break;
            case Prediction::State::Running:
                m_text->setText(tr("Running your choice and hindsight's beside the policy's…"));
                break;
            case Prediction::State::Revealed:
                m_text->setText(prediction.sentence());
                m_board->showOutcome(prediction);
                break;
        }
        m_board->setVisible(prediction.state() == Prediction::State::Revealed);
        m_reveal->setVisible(prediction.state() == Prediction::State::Marking);
        m_reveal->setEnabled(marked == prediction.count());
        setVisible(prediction.state() != Prediction::State::None);
    }

    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton* m_reveal;
    PredictBoard* m_board;
};

}  // namespace kvw::wb
