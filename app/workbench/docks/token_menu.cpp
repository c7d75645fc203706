// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/token_menu.h"

#include <QCoreApplication>
#include <QMenu>

#include "app/workbench/models/workspace.h"

namespace kvw::wb {

namespace {

struct TokenMenu {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::TokenMenu)
};

}  // namespace

void addTokenCommands(QMenu& menu, Workspace& workspace) {
    const auto add = [&](const QString& text, auto effect) {
        QObject::connect(menu.addAction(text), &QAction::triggered, &workspace, [&workspace, effect] {
            if (const Result<void> done = effect(workspace.forks(), workspace.selection().tokens()); !done) {
                workspace.refuse(done.error());
            }
        });
    };
    add(TokenMenu::tr("What did it forget?"), [](Forks& of, const auto& tokens) { return of.forget(tokens); });
    menu.addSeparator();
    const QString where = TokenMenu::tr(", in a fork from token %1").arg(workspace.forks().stepHere());
    const std::pair<QString, RunChange::Kind> kHands[] = {{TokenMenu::tr("Evict by hand"), RunChange::Kind::Evict},
                                                          {TokenMenu::tr("Pin"), RunChange::Kind::Pin},
                                                          {TokenMenu::tr("Release"), RunChange::Kind::Release},
                                                          {TokenMenu::tr("Put back"), RunChange::Kind::Restore}};
    for (const auto& [text, kind] : kHands) {
        add(text + where, [kind = kind](Forks& of, const auto& tokens) { return of.lay(kind, tokens); });
    }
}

}  // namespace kvw::wb
