// SPDX-License-Identifier: GPL-3.0-or-later
/// The help: pages in a list, a line to search them all, and the page. Stands beside the window, which stays usable.
#pragma once

#include <QDialog>
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

    /// What `<img src="NAME">` of a page that the program made stands for.
    void addPicture(const QString& name, const QPixmap& picture);
    /// By title; the first where there is none of that title.
    void showPage(const QString& title);
    /// The page that has a link to this dock, if there is one.
    void showPageOf(const QString& dock);

 Q_SIGNALS:
    void dockWanted(const QString& id);     ///< a link `dock:ID`
    void storyWanted(const QString& file);  ///< a link `story:NAME`; empty: the list of them

 private:
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
