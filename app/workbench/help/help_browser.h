// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows one page of the help. Pictures come only from the page's own folder or the program; links emit signals and are
/// not followed.
#pragma once

#include <QPixmap>
#include <QTextBrowser>
#include <map>

#include "app/workbench/help/help_pages.h"

namespace kvw::wb {

/// Thread: GUI thread.
class HelpBrowser : public QTextBrowser {
    Q_OBJECT
 public:
    explicit HelpBrowser(QWidget* parent = nullptr);

    /// Sets the picture shown for `<img src="NAME">` in a page made by the program.
    void addPicture(const QString& name, const QPixmap& picture);
    void showPage(const HelpPage& page);
    /// Highlights all occurrences of these words, and scrolls to the first; empty: removes the highlights.
    void mark(const QString& words);
    /// Selects the text of the first link to `address`, and scrolls to it.
    void goToLink(const QString& address);
    /// Goes to the next occurrence; after the last one, to the first.
    void markNext();

    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void fitPictures();
    void showMarks();
    void markAt(std::size_t place);

    std::map<QString, QPixmap> m_pictures;
    std::filesystem::path m_folder;
    std::vector<QTextCursor> m_places;
    std::size_t m_place = 0;
};

}  // namespace kvw::wb
