// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/modes.h"

#include <QApplication>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QSettings>
#include <QTimer>
#include <QToolBar>
#include <algorithm>

#include "app/workbench/plot/plot.h"
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

constexpr double kProjectorScale = 1.6;
constexpr const char* const kThemes[] = {"themeSystem", "themeLight", "themeDark"};
}  // namespace

/// Bar above the docks in projector mode that shows the step in large type and the keys pressed last. Thread: GUI
/// thread.
class StageBar : public QToolBar {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::StageBar)
 public:
    StageBar(Workspace& workspace, const Actions& actions, QWidget* parent)
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
    /// Shows the bar and listens for keys, or stops both.
    void setOn(bool on) {
        if (on != m_on) {
            m_on = on;
            on ? qApp->installEventFilter(this) : qApp->removeEventFilter(this);
        }
        setVisible(on);
        m_keys->clear();
        showStep();
    }

 protected:
    bool eventFilter(QObject* target, QEvent* event) override {
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

 private:
    void showStep() {
        const std::int64_t step = m_workspace.step();
        m_step->setText(m_workspace.trace() == nullptr || step < 0
                            ? QString()
                            : tr("Step %1 of %2").arg(step).arg(m_workspace.client().total() - 1));
    }
    void showKeys(const QKeySequence& keys) {
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

    Workspace& m_workspace;
    const Actions& m_actions;
    QLabel *m_step, *m_keys;
    QTimer m_fade;
    bool m_on = false;
};

Modes::Modes(Workspace& workspace, QMainWindow& window, Actions& actions, DockLayout& layout,
             const std::vector<DockLayout::Placed>& docks, QSettings* settings)
    : QObject(&window),
      m_workspace(workspace),
      m_window(window),
      m_actions(actions),
      m_layout(layout),
      m_docks(docks),
      m_settings(settings),
      m_systemPalette(QApplication::palette()),
      m_systemFont(QApplication::font()),
      m_sounds(new PruneSounds(workspace, new SoundPlayer, this)),
      m_stage(new StageBar(workspace, actions, &window)) {
    window.addToolBar(Qt::TopToolBarArea, m_stage);
    m_stage->setOn(false);
}

Modes::~Modes() {
    if (QApplication::font() != m_systemFont) {
        QApplication::setFont(m_systemFont);
    }
}

void Modes::restore() {
    const auto kept = [this](const char* key, const QVariant& otherwise) {
        return m_settings == nullptr ? otherwise : m_settings->value(QLatin1String(key), otherwise);
    };
    setTheme(static_cast<ThemeChoice>(std::clamp(kept("theme", 0).toInt(), 0, 2)));
    setTypeSize(kept("typeSize", 100).toInt());
    setSound(kept("sound", false).toBool());
}

QAction& Modes::action(const char* name) const {
    return *m_actions.named(QString::fromLatin1(name));
}

void Modes::keep(const char* key, const QVariant& value) {
    if (m_settings != nullptr) {
        m_settings->setValue(QLatin1String(key), value);
    }
}

void Modes::setTheme(ThemeChoice choice) {
    if (const QPalette palette = themePalette(choice, m_systemPalette); QApplication::palette() != palette) {
        QApplication::setPalette(palette);
        // A label fixes the colour of links when its text is set.
        for (QLabel* label : m_window.findChildren<QLabel*>()) {
            if (const QString text = label->text(); text.contains(QLatin1String("<a "))) {
                label->clear();
                label->setText(text);
            }
        }
    }
    action(kThemes[static_cast<int>(choice)]).setChecked(true);
    keep("theme", static_cast<int>(choice));
}

void Modes::setTypeSize(int percent) {
    m_typeSize = std::clamp(percent, kSmallestType, kLargestType);
    m_layout.adaptTo([this] { applyType(); });
    Actions::allow(action("typeLarger"), m_typeSize < kLargestType, tr("Already the largest size"));
    Actions::allow(action("typeSmaller"), m_typeSize > kSmallestType, tr("Already the smallest size"));
    Actions::allow(action("typeUsual"), m_typeSize != 100, tr("Already the usual size"));
    keep("typeSize", m_typeSize);
}

void Modes::applyType() {
    QFont font = m_systemFont;
    // Projector mode is limited to the largest type size, which the window is designed for.
    const double percent = std::min(m_typeSize * (m_projector ? kProjectorScale : 1), 1.0 * kLargestType);
    font.setPointSizeF(m_systemFont.pointSizeF() * percent / 100);
    if (font != QApplication::font()) {
        QApplication::setFont(font);
        rescaleType(m_window);
    }
}

void Modes::showBars(bool visible) {
    for (QToolBar* bar : m_window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (bar != m_stage) {
            bar->setVisible(visible);
        }
    }
    m_window.menuBar()->setVisible(visible);
    m_stage->setOn(!visible);
}

void Modes::showPlots() {
    for (Plot* plot : m_window.findChildren<Plot*>()) {
        plot->setPresenting(m_projector);
    }
}

void Modes::setProjector(bool on) {
    if (on == m_projector) {
        return;
    }
    m_projector = on;
    on ? qApp->installEventFilter(this) : qApp->removeEventFilter(this);
    QStringList docks;
    if (on) {
        docks = {QStringLiteral("strip"), QStringLiteral("nll"), QStringLiteral("attention")};
        if (m_layout.shown().contains(QStringLiteral("story"))) {
            docks += QStringLiteral("story");
        }
    }
    m_layout.showLarge(docks, [this] {
        applyType();
        showPlots();
        showBars(!m_projector);
    });
    action("projector").setChecked(on);
}

bool Modes::eventFilter(QObject* target, QEvent* event) {
    // Applies to plots created later, such as those of another lane.
    if (event->type() == QEvent::Show) {
        if (auto* plot = qobject_cast<Plot*>(target); plot != nullptr && m_window.isAncestorOf(plot)) {
            plot->setPresenting(true);
        }
    }
    return QObject::eventFilter(target, event);
}

void Modes::setExaminer(bool on) {
    m_window.setUpdatesEnabled(false);
    m_layout.showOnly({});  // the maximised dock may be one that gets hidden
    m_workspace.hideNames(on);
    for (const DockLayout::Placed& placed : m_docks) {
        placed.dock->toggleViewAction()->setEnabled(!placed.dock->withheld());
    }
    m_layout.withhold();
    m_window.setUpdatesEnabled(true);
    action("examiner").setChecked(on);
    Q_EMIT m_workspace.notice(on ? tr("Policy names are hidden; X shows them.") : tr("Policy names are shown again."));
    Q_EMIT m_workspace.dirty(DirtyFlag::Status);
}

void Modes::leave() {
    setProjector(false);
    if (m_workspace.namesHidden()) {
        setExaminer(false);
    }
}

void Modes::setSound(bool on) {
    m_sounds->setOn(on);
    action("sound").setChecked(on);
    keep("sound", on);
}

}  // namespace kvw::wb
