// SPDX-License-Identifier: GPL-3.0-or-later
/// Help window: a list of pages, a search line for all of them, and the current page. Does not block the main window.
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

#include "app/workbench/help/help_pages.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPixmap;

namespace kvw::wb {

class HelpBrowser;

/// Thread: GUI thread.
class HelpWindow : public QDialog {
    Q_OBJECT
 public:
    HelpWindow(std::vector<HelpPage> pages, QWidget* parent);

    /// Sets the picture shown for `<img src="NAME">` in a page made by the program.
    void addPicture(const QString& name, const QPixmap& picture);
    /// Shows the page with this title, or the first page if there is none.
    void showPage(const QString& title);
    /// Shows the page about this dock, that is, the one with a line `[...](dock:ID)`, or the first page if there is
    /// none.
    void showPageOf(const QString& dock);
    /// Shows the glossary at the entry of this term, which begins with `[...](term:TERM)`.
    void showTerm(const QString& term);

 Q_SIGNALS:
    void dockWanted(const QString& id);     ///< a link `dock:ID` was clicked
    void storyWanted(const QString& file);  ///< a link `story:NAME` was clicked; empty: the list of stories

 private:
    void showFirst(const std::function<bool(const HelpPage&)>& wanted);  ///< the first page if there is none
    void filter(const QString& typed);
    void turnTo(int row);
    void follow(const QUrl& link);

    std::vector<HelpPage> m_pages;
    QLineEdit* m_line;
    QListWidget* m_list;
    QLabel* m_nothing;
    HelpBrowser* m_browser;
};

}  // namespace kvw::wb
