// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/stage_bar.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <algorithm>

#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {

constexpr int kKeysStayMs = 2500;

bool isModifier(int key) {
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_Meta ||
           key == Qt::Key_AltGr || key == 0 || key == Qt::Key_unknown;
}

/// Returns whether keys typed there are text rather than commands.
bool takesText(const QWidget* widget) {
    return widget != nullptr && widget->testAttribute(Qt::WA_InputMethodEnabled);
}

}  // namespace

StageBar::StageBar(Workspace& workspace, const Actions& actions, QWidget* parent)
    : QToolBar(tr("Stage"), parent),
      m_workspace(workspace),
      m_actions(actions),
      m_step(new QLabel(this)),
      m_keys(new QLabel(this)) {
    setObjectName(QStringLiteral("stage"));
    setMovable(false);
    m_step->setObjectName(QStringLiteral("stageStep"));
    m_keys->setObjectName(QStringLiteral("stageKeys"));
    m_keys->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_keys->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_step->setContentsMargins(8, 0, 8, 0);
    m_keys->setContentsMargins(8, 0, 8, 0);
    addWidget(m_step);
    addWidget(m_keys);
    toggleViewAction()->setEnabled(false);
    toggleViewAction()->setVisible(false);
    m_fade.setSingleShot(true);
    m_fade.setInterval(kKeysStayMs);
    connect(&m_fade, &QTimer::timeout, m_keys, &QLabel::clear);
    connect(&workspace, &Workspace::dirty, this, [this](Dirty what) {
        if (m_on && what & (DirtyFlag::Data | DirtyFlag::Status | DirtyFlag::Recording | DirtyFlag::Step)) {
            showStep();
        }
    });
    QFont bold = m_step->font();
    bold.setBold(true);
    m_step->setFont(bold);
    scaleType(*m_step, 1.8);
    hide();
}

void StageBar::setOn(bool on) {
    if (on != m_on) {
        m_on = on;
        on ? qApp->installEventFilter(this) : qApp->removeEventFilter(this);
    }
    setVisible(on);
    m_keys->clear();
    showStep();
}

void StageBar::showStep() {
    const std::int64_t step = m_workspace.step();
    m_step->setText(m_workspace.trace() == nullptr || step < 0
                        ? QString()
                        : tr("Step %1 of %2").arg(step).arg(m_workspace.client().total() - 1));
}

void StageBar::showKeys(const QKeySequence& keys) {
    QString does;
    for (const Actions::Item& item : m_actions.all()) {
        if (item.action->isEnabled() && item.action->shortcuts().contains(keys)) {
            does = item.action->text().remove(QLatin1Char('&')).remove(QChar(0x2026));
        }
    }
    if (does.isEmpty()) {
        return;  // a key without a command needs no explanation
    }
    m_keys->setText(QStringLiteral("%1   <b>&nbsp;%2&nbsp;</b>")
                        .arg(does.toHtmlEscaped(), keys.toString(QKeySequence::NativeText).toHtmlEscaped()));
    m_fade.start();
}

bool StageBar::eventFilter(QObject* target, QEvent* event) {
    // Qt sends this to the focus widget before any shortcut acts, and then to its parents.
    if (event->type() == QEvent::ShortcutOverride && target == QApplication::focusWidget()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const auto modifiers = key->modifiers() & ~Qt::KeypadModifier;
        const bool typed = !(modifiers & (Qt::ControlModifier | Qt::AltModifier)) && !key->text().isEmpty();
        if (!isModifier(key->key()) && !(typed && takesText(QApplication::focusWidget()))) {
            showKeys(QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(key->key()))));
        }
    }
    return QToolBar::eventFilter(target, event);
}

}  // namespace kvw::wb
