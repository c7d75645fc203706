// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/help_command.h"

#include "app/workbench/help/help_window.h"
#include "app/workbench/shell/commands/key_sheet.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/views/strip/strip_legend.h"

namespace kvw::wb {

namespace {

HelpWindow& helpOf(const Actions& actions, Workspace& workspace, MainWindow& window) {
    auto* help = window.findChild<HelpWindow*>(QString(), Qt::FindDirectChildrenOnly);
    if (help == nullptr) {
        std::vector<HelpPage> pages = installedHelp();
        pages.insert(pages.begin(), keySheet(actions));
        help = new HelpWindow(std::move(pages), &window);
        help->setAttribute(Qt::WA_DeleteOnClose);
        StripLegend legend;
        legend.show(false, true);
        legend.resize(720, legend.sizeHint().height());  // wide enough for one line
        help->addPicture(QString::fromLatin1(kLegendPicture), legend.grab());
        QObject::connect(help, &HelpWindow::dockWanted, &window, [&window](const QString& id) {
            if (Dock* dock = window.dock(id)) {
                window.focusDock(*dock);
            }
        });
        QObject::connect(help, &HelpWindow::storyWanted, &window, [&workspace](const QString& name) {
            for (const StoryEntry& story : listStories()) {
                if (!name.isEmpty() && story.name == name) {
                    Q_EMIT workspace.storyRequested(QString::fromStdString(story.file.string()));
                    return;
                }
            }
            Q_EMIT workspace.storyRequested({});
        });
    }
    help->show();
    help->raise();
    help->activateWindow();
    return *help;
}

}  // namespace

void showHelp(const Actions& actions, Workspace& workspace, MainWindow& window) {
    helpOf(actions, workspace, window);
}

void explainDock(const Actions& actions, Workspace& workspace, MainWindow& window, const Dock* dock) {
    HelpWindow& help = helpOf(actions, workspace, window);
    if (dock != nullptr) {
        help.showPageOf(dock->objectName());
    }
}

}  // namespace kvw::wb
