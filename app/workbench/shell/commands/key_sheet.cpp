// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/key_sheet.h"

#include "app/workbench/shell/commands/actions.h"

namespace kvw::wb {

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

}  // namespace kvw::wb
