// SPDX-License-Identifier: GPL-3.0-or-later
/// The part of the window that looks or sounds different by choice: theme, projector, examiner, sound.
#include <QApplication>
#include <QMenuBar>
#include <QSettings>
#include <QTimer>
#include <QToolBar>

#include "app/workbench/window/main_window.h"

namespace kvw::wb {

namespace {
constexpr double kProjectorScale = 1.6;
constexpr int kSettled = 100;  // ms
}  // namespace

void MainWindow::setTheme(ThemeChoice choice) {
    const bool unchanged = choice == ThemeChoice::System && QApplication::palette() == m_systemPalette;
    if (!unchanged) {
        QApplication::setPalette(themePalette(choice, m_systemPalette));
    }
    static const char* const kNames[] = {"themeSystem", "themeLight", "themeDark"};
    m_actions->named(QString::fromLatin1(kNames[static_cast<int>(choice)]))->setChecked(true);
    if (m_settings != nullptr) {
        m_settings->setValue(QStringLiteral("theme"), static_cast<int>(choice));
    }
}

void MainWindow::setProjector(bool on) {
    if (on == m_projector) {
        return;
    }
    m_projector = on;
    QFont font = QApplication::font();
    font.setPointSizeF(on ? font.pointSizeF() * kProjectorScale : font.pointSizeF() / kProjectorScale);
    QApplication::setFont(font);
    QStringList docks;
    if (on) {
        docks = {QStringLiteral("strip"), QStringLiteral("nll"), QStringLiteral("attention")};
        if (const QString story = QStringLiteral("story"); !dock(story)->isHidden()) {
            docks += story;
        }
    }
    const auto showBars = [this](bool visible) {
        for (QToolBar* bar : findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            bar->setVisible(visible);
        }
        menuBar()->setVisible(visible);
    };
    // What is kept has the bars in it, and what is brought back needs the room that they leave.
    if (on) {
        m_layout->showLarge(docks);
        showBars(false);
    } else {
        const QSize before = size();
        showBars(true);
        m_layout->showLarge({});
        // While the docks change places and type they ask for more room than they need once that is done.
        QTimer::singleShot(kSettled, this, [this, before] {
            if (!isMaximized() && !isFullScreen()) {
                resize(before);
            }
        });
    }
    m_actions->named(QStringLiteral("projector"))->setChecked(on);
}

void MainWindow::setExaminer(bool on) {
    setProjector(false);
    m_workspace.hideNames(on);
    QStringList left;
    for (const DockLayout::Placed& placed : m_docks) {
        if (!placed.dock->tellsPolicies()) {
            left += placed.dock->objectName();
        }
        placed.dock->toggleViewAction()->setEnabled(!on || !placed.dock->tellsPolicies());
    }
    m_layout->showOnly(on ? left : QStringList{});
    m_actions->named(QStringLiteral("examiner"))->setChecked(on);
    Q_EMIT m_workspace.notice(on ? tr("Which policy is which? X tells.") : tr("Policies have their names again."));
    showStatus();
}

void MainWindow::setSound(bool on) {
    m_sounds->setOn(on);
    m_actions->named(QStringLiteral("sound"))->setChecked(on);
    if (m_settings != nullptr) {
        m_settings->setValue(QStringLiteral("sound"), on);
    }
}

}  // namespace kvw::wb
