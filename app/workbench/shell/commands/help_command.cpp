// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/help_command.h"

#include "app/workbench/help/help_pages.h"
#include "app/workbench/help/help_window.h"
#include "app/workbench/shell/commands/actions.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/views/strip/strip_legend.h"

namespace kvw::wb {

namespace {

/// Name of the picture in which the page shows the colours.
constexpr const char* kLegendPicture = "program:legend";

HelpPage keySheet(const Actions& actions) {
    static const std::pair<Actions::Group, const char*> kGroups[] = {
        {Actions::Group::Run, QT_TRANSLATE_NOOP("kvw::wb::Actions", "Run")},
        {Actions::Group::Navigate, QT_TRANSLATE_NOOP("kvw::wb::Actions", "Look around")},
        {Actions::Group::File, QT_TRANSLATE_NOOP("kvw::wb::Actions", "Files")},
        {Actions::Group::Edit, QT_TRANSLATE_NOOP("kvw::wb::Actions", "Change")},
        {Actions::Group::View, QT_TRANSLATE_NOOP("kvw::wb::Actions", "Window")},
        {Actions::Group::Help, QT_TRANSLATE_NOOP("kvw::wb::Actions", "Help")}};
    HelpPage page;
    page.title = Actions::tr("Keys and colours");
    page.html = true;
    page.text = QStringLiteral("<h1>%1</h1><h3>%2</h3><p><img src='%3'></p>")
                    .arg(page.title.toHtmlEscaped(), Actions::tr("Colours of tokens"), QLatin1String(kLegendPicture));
    for (const auto& [group, title] : kGroups) {
        page.text += QStringLiteral("<h3>%1</h3><table cellspacing='0' cellpadding='2'>").arg(Actions::tr(title));
        for (const Actions::Item& item : actions.all()) {
            if (item.group == group && item.action->isVisible()) {
                page.text +=
                    QStringLiteral("<tr><td width='130'><b>%1</b></td><td width='180'>%2</td><td>%3</td></tr>")
                        .arg(QKeySequence::listToString(item.action->shortcuts(), QKeySequence::NativeText)
                                 .replace(QLatin1String("; "), QLatin1String(", "))
                                 .toHtmlEscaped(),
                             item.action->text().toHtmlEscaped(), Actions::tipOf(*item.action).toHtmlEscaped());
            }
        }
        page.text += QStringLiteral("</table>");
    }
    return page;
}

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

void explainTerm(const Actions& actions, Workspace& workspace, MainWindow& window, const QString& term) {
    helpOf(actions, workspace, window).showTerm(term);
}

}  // namespace kvw::wb
