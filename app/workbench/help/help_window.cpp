// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/help/help_window.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QSplitter>
#include <algorithm>

#include "app/workbench/help/help_browser.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

HelpWindow::HelpWindow(std::vector<HelpPage> pages, QWidget* parent) : QDialog(parent), m_pages(std::move(pages)) {
    setObjectName(QStringLiteral("help"));
    setWindowTitle(tr("Help"));
    resize(980, 700);
    m_line = new QLineEdit(this);
    m_line->setObjectName(QStringLiteral("helpSearch"));
    m_line->setPlaceholderText(tr("Search all pages"));
    m_line->setAccessibleName(tr("Search all pages"));
    m_line->setToolTip(tr("Pages with all of these words; Return goes to the next match"));
    m_line->setClearButtonEnabled(true);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("helpPages"));
    m_list->setAccessibleName(tr("Pages"));
    for (const HelpPage& page : m_pages) {
        m_list->addItem(page.title);
    }
    m_nothing = new QLabel(this);
    m_nothing->setWordWrap(true);
    m_nothing->hide();
    m_browser = new HelpBrowser(this);
    auto* left = new QWidget(this);
    columnOf({m_line, {m_list, 1}, m_nothing}, left, {0});
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->setChildrenCollapsible(false);
    splitOf(halves, {left, {m_browser, 1}}, {240, 740});
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    columnOf({{halves, 1}, buttons}, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_line, &QLineEdit::textChanged, this, &HelpWindow::filter);
    connect(m_line, &QLineEdit::returnPressed, m_browser, &HelpBrowser::markNext);
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpWindow::turnTo);
    connect(m_browser, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
    m_list->setCurrentRow(0);
    m_line->setFocus();
}

void HelpWindow::addPicture(const QString& name, const QPixmap& picture) {
    m_browser->addPicture(name, picture);
    turnTo(m_list->currentRow());
}

void HelpWindow::showFirst(const std::function<bool(const HelpPage&)>& wanted) {
    const auto page = std::ranges::find_if(m_pages, wanted);
    m_line->clear();
    m_list->setCurrentRow(page == m_pages.end() ? 0 : static_cast<int>(page - m_pages.begin()));
}

void HelpWindow::showPage(const QString& title) {
    showFirst([&](const HelpPage& page) { return page.title == title; });
}

void HelpWindow::showPageOf(const QString& dock) {
    // Pages mention other docks in their sentences; the line that opens a dock is on the page about it.
    const QRegularExpression link(QStringLiteral("^\\[[^\\]]*\\]\\(dock:%1\\)$").arg(QRegularExpression::escape(dock)),
                                  QRegularExpression::MultilineOption);
    showFirst([&](const HelpPage& page) { return page.text.contains(link); });
}

void HelpWindow::showTerm(const QString& term) {
    showFirst([&](const HelpPage& page) { return explainsTerm(page, term); });
    m_browser->goToLink(QStringLiteral("term:") + term);
}

void HelpWindow::filter(const QString& typed) {
    int best = -1, most = 0;
    for (int row = 0; row < m_list->count(); ++row) {
        const int found = occurrences(typed, m_pages[static_cast<std::size_t>(row)]);
        m_list->item(row)->setHidden(found == 0);
        if (found > most) {
            best = row;
            most = found;
        }
    }
    m_nothing->setVisible(best < 0);
    m_nothing->setText(tr("No page has all of “%1”.").arg(typed.trimmed()));
    QListWidgetItem* current = m_list->currentItem();
    if (best >= 0 && (current == nullptr || current->isHidden())) {
        m_list->setCurrentRow(best);
    } else {
        m_browser->mark(typed);
    }
}

void HelpWindow::turnTo(int row) {
    if (row >= 0 && static_cast<std::size_t>(row) < m_pages.size()) {
        m_browser->showPage(m_pages[static_cast<std::size_t>(row)]);
        m_browser->mark(m_line->text());
    }
}

void HelpWindow::follow(const QUrl& link) {
    const QString target = link.path();
    if (link.scheme() == QLatin1String("dock")) {
        Q_EMIT dockWanted(target);
    } else if (link.scheme() == QLatin1String("story")) {
        Q_EMIT storyWanted(target);
    } else if (link.scheme() == QLatin1String("term")) {
        showTerm(target);
    } else if (link.scheme() == QLatin1String("https")) {
        QDesktopServices::openUrl(link);
    } else if (link.scheme().isEmpty()) {
        showPage(target);
    }
}

}  // namespace kvw::wb
