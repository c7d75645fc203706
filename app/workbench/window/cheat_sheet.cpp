// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/cheat_sheet.h"

#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "app/workbench/docks/strip_legend.h"

namespace kvw::wb {

CheatSheet::CheatSheet(const Actions& actions, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys and colours"));
    resize(720, 620);
    auto* column = new QVBoxLayout(this);
    auto* text = new QTextBrowser(this);
    static const std::pair<Actions::Group, const char*> kGroups[] = {
        {Actions::Group::Run, "Run"},     {Actions::Group::Navigate, "Look around"}, {Actions::Group::File, "Files"},
        {Actions::Group::Edit, "Change"}, {Actions::Group::View, "Window"},          {Actions::Group::Help, "Help"}};
    QString html;
    for (const auto& [group, title] : kGroups) {
        html += QStringLiteral("<h3>%1</h3><table cellspacing='0' cellpadding='2'>").arg(tr(title));
        for (const Actions::Item& item : actions.all()) {
            if (item.group == group) {
                html += QStringLiteral("<tr><td width='130'><b>%1</b></td><td width='180'>%2</td><td>%3</td></tr>")
                            .arg(item.action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
                                 item.action->text().toHtmlEscaped(), item.action->statusTip().toHtmlEscaped());
            }
        }
        html += QStringLiteral("</table>");
    }
    text->setHtml(html);
    column->addWidget(text, 1);
    column->addWidget(new StripLegend(this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

}  // namespace kvw::wb
