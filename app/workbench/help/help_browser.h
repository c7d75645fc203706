// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows one page of the help. Pictures come from the page's own folder or from the program, nothing from elsewhere;
/// links are told, not followed.
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

    /// What `<img src="NAME">` of a page that the program made stands for.
    void addPicture(const QString& name, const QPixmap& picture);
    void showPage(const HelpPage& page);
    /// Marks all places of these words, and moves to the first; empty: none.
    void mark(const QString& words);
    /// To the place after the one shown, after the last to the first.
    void markNext();

    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void fitPictures();
    void markAt(std::size_t place);

    std::map<QString, QPixmap> m_pictures;
    std::filesystem::path m_folder;
    std::vector<QTextCursor> m_places;
    std::size_t m_place = 0;
};

}  // namespace kvw::wb
