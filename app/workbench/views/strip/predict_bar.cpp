// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/predict_bar.h"

#include <QPushButton>

#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

PredictBar::PredictBar(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("predictBar"));
    m_text = sentenceIn(this, "predictText");
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = rowOf({{m_text, 1}}, this, {0});
    const auto button = [&](const QString& text, const char* name) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(QString::fromLatin1(name));
        made->setFocusPolicy(Qt::TabFocus);  // after a click, Space is meant for the run
        row->addWidget(made);
        return made;
    };
    m_reveal = button(tr("Reveal"), "reveal");
    m_reveal->setToolTip(tr("Runs your choice and that of hindsight beside the policy's, then compares them"));
    m_close = button(tr("End"), "endPrediction");
    m_close->setToolTip(tr("Ends the prediction"));
    Prediction& prediction = workspace.prediction();
    connect(m_reveal, &QPushButton::clicked, this,
            [this] { m_workspace.refuseIfFailed(m_workspace.prediction().reveal()); });
    connect(m_close, &QPushButton::clicked, &prediction, &Prediction::cancel);
    connect(&prediction, &Prediction::changed, this, [this] { showPrediction(m_workspace.prediction()); });
    showPrediction(prediction);
}

void PredictBar::showPrediction(const Prediction& prediction) {
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
            break;
    }
    m_reveal->setVisible(prediction.state() == Prediction::State::Marking);
    m_reveal->setEnabled(marked == prediction.count());
    setVisible(prediction.state() != Prediction::State::None);
}

}  // namespace kvw::wb
