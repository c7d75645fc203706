// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_beside.h"

#include <utility>

#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

StripBeside::StripBeside(QWidget* parent) : QWidget(parent) {
    m_title = new QLabel(this);
    m_title->setTextFormat(Qt::PlainText);
    // A long name must not widen the dock.
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_view = new StripView(this);
    m_view->setObjectName(QStringLiteral("stripBeside"));
    columnOf({m_title, {m_view, 1}}, this, {0, 2});
}

void StripBeside::show(const Recording& recording, int lane, const QString& title, TokenStates states) {
    const Trace& trace = recording.trace(lane);
    if (&trace != m_shown) {
        m_text.clear(*m_view);
        m_shown = &trace;
    }
    m_text.appendTo(*m_view, recording.description(), trace);
    m_title->setText(title);
    m_title->setToolTip(plainTip(title));
    m_view->setAccessibleName(title);
    m_view->setPromptEnd(recording.description().promptTokens);
    m_view->setStates(std::move(states));
    setVisible(true);
}

void StripBeside::forget() {
    m_shown = nullptr;
    m_text.clear(*m_view);
    setVisible(false);
}

}  // namespace kvw::wb
