// SPDX-License-Identifier: GPL-3.0-or-later
/// Commands for the selected tokens of the window, which act in a fork of the shown run.
#pragma once

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/workspace.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

struct TokenMenu {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::TokenMenu)
};

/// Adds the commands to `menu`. The shown run must be one that can be forked (Forks::current).
inline void addTokenCommands(QMenu& menu, Workspace& workspace) {
    menu.setToolTipsVisible(true);
    const auto add = [&](const QString& text, auto effect) {
        QAction* action = menu.addAction(text);
        QObject::connect(action, &QAction::triggered, &workspace, [&workspace, effect] {
            workspace.refuseIfFailed(effect(workspace.forks(), workspace.selection().tokens()));
        });
        return action;
    };
    add(TokenMenu::tr("What did it forget?"),
        [](Forks& of, const auto& tokens) { return of.measureForgetting(tokens); });
    menu.addSeparator();
    const QString where = TokenMenu::tr(", in a fork from token %1").arg(workspace.forks().stepHere());
    const std::pair<QString, RunChange::Kind> kHands[] = {{TokenMenu::tr("Evict by hand"), RunChange::Kind::Evict},
                                                          {TokenMenu::tr("Pin"), RunChange::Kind::Pin},
                                                          {TokenMenu::tr("Release"), RunChange::Kind::Release},
                                                          {TokenMenu::tr("Put back"), RunChange::Kind::Restore}};
    const auto recording = workspace.recording();
    const int lanes = recording ? recording->lanes() : 0;
    for (const auto& [text, kind] : kHands) {
        QAction* action =
            add(text + where, [kind = kind](Forks& of, const auto& tokens) { return of.editTokens(kind, tokens); });
        const auto can = lanes > 0 ? checkForkAt(*recording, std::clamp(workspace.selection().lane(), 0, lanes - 1),
                                                 workspace.forks().stepHere(), {{0, kind, {}, {}}})
                                   : Result<void>();
        if (!can) {
            action->setEnabled(false);
            action->setToolTip(plainTip(errorText(can.error())));
        }
    }
}

}  // namespace kvw::wb
