// SPDX-License-Identifier: GPL-3.0-or-later
/// The help window: what F1 opens, what a search finds, where links lead; and the shipped pages against the window.
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextBlock>
#include <algorithm>

#include "app/workbench/help/help_browser.h"
#include "app/workbench/help/help_window.h"
#include "app/workbench/stories/story_library.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

const std::filesystem::path kShipped = KVW_SOURCE_DIR "/resources/help";

QString allText() {
    QString text;
    for (const HelpPage& page : helpPages(kShipped)) {
        text += page.text;
    }
    return text;
}

QStringList captured(const QString& pattern, const QString& text) {
    QStringList found;
    auto at = QRegularExpression(pattern).globalMatch(text);
    while (at.hasNext()) {
        found += at.next().captured(1);
    }
    return found;
}

QStringList visiblePages(const QListWidget& list) {
    QStringList titles;
    for (int row = 0; row < list.count(); ++row) {
        if (!list.item(row)->isHidden()) {
            titles += list.item(row)->text();
        }
    }
    return titles;
}

struct OpenHelp {
    OpenHelp() {
        bench.press("help");
        help = bench.window->findChild<HelpWindow*>();
        list = help->findChild<QListWidget*>(QStringLiteral("helpPages"));
        line = help->findChild<QLineEdit*>(QStringLiteral("helpSearch"));
        browser = help->findChild<HelpBrowser*>();
    }
    Bench bench;
    HelpWindow* help;
    QListWidget* list;
    QLineEdit* line;
    HelpBrowser* browser;
};

}  // namespace

class HelpWindowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void f1ListsEveryKey() {
        OpenHelp open;
        QVERIFY(open.help->isVisible());
        QVERIFY(!open.help->isModal());
        const QString text = open.browser->toPlainText();
        for (const Actions::Item& item : open.bench.window->actions().all()) {
            if (item.action->isVisible()) {
                QVERIFY2(text.contains(item.action->text()), qPrintable(item.action->text()));
                QVERIFY2(text.contains(item.action->shortcut().toString(QKeySequence::NativeText)),
                         qPrintable(item.action->text()));
            }
        }
        // Pressed again, it is the same window.
        open.bench.press("help");
        QCOMPARE(open.bench.window->findChildren<HelpWindow*>().size(), 1);
    }
    void everyDockIsExplained() {
        const QString text = allText();
        for (const DockEntry& entry : dockEntries()) {
            QVERIFY2(text.contains(QStringLiteral("](dock:%1)\n\n").arg(QLatin1String(entry.id))), entry.id);
        }
    }
    void everyLinkLeadsSomewhere() {
        OpenHelp open;
        for (const QString& id : captured(QStringLiteral("\\(dock:([^)]*)\\)"), allText())) {
            QVERIFY2(open.bench.window->dock(id) != nullptr, qPrintable(id));
        }
        QStringList stories{QString()};
        for (const StoryEntry& story : listStories({KVW_SOURCE_DIR "/resources/stories"})) {
            stories += story.name;
        }
        for (const QString& name : captured(QStringLiteral("\\(story:([^)]*)\\)"), allText())) {
            QVERIFY2(stories.contains(name), qPrintable(name));
        }
    }
    void everyTermOfAStoryIsInTheGlossary() {
        QString stories;
        for (const StoryEntry& story : listStories({KVW_SOURCE_DIR "/resources/stories"})) {
            QFile file(QString::fromStdString(story.file.string()));
            QVERIFY(file.open(QIODevice::ReadOnly));
            stories += QString::fromUtf8(file.readAll());
        }
        const std::vector<HelpPage> pages = helpPages(kShipped);
        const QStringList terms = captured(QStringLiteral("\\]\\(term:([^)]*)\\)"), stories);
        QVERIFY(terms.contains(QStringLiteral("nats")));
        for (const QString& term : terms) {
            QVERIFY2(std::ranges::any_of(pages, [&](const HelpPage& page) { return explainsTerm(page, term); }),
                     qPrintable(term));
        }
        QVERIFY(std::ranges::none_of(pages,
                                     [](const HelpPage& page) { return explainsTerm(page, QStringLiteral("none")); }));
    }
    void aTermIsShownInTheGlossary() {
        OpenHelp open;
        open.help->showTerm(QStringLiteral("lane"));
        QCOMPARE(open.list->currentItem()->text(), QStringLiteral("Glossary"));
        QCOMPARE(open.browser->textCursor().block().text().left(4), QStringLiteral("Lane"));
        open.help->showTerm(QStringLiteral("none"));
        QCOMPARE(open.list->currentRow(), 0);
    }
    void everyPictureIsThere() {
        const QStringList pictures = captured(QStringLiteral("\\(images/([^)]*)\\)"), allText());
        for (const DockEntry& entry : dockEntries()) {
            QVERIFY2(pictures.contains(QStringLiteral("%1.png").arg(QLatin1String(entry.id))), entry.id);
        }
        for (const StoryEntry& story : listStories({KVW_SOURCE_DIR "/resources/stories"})) {
            QVERIFY2(pictures.contains(QStringLiteral("story-%1.png").arg(story.name)), qPrintable(story.name));
        }
        for (const QString& name : pictures) {
            QVERIFY2(!QPixmap(QString::fromStdString((kShipped / "images" / name.toStdString()).string())).isNull(),
                     qPrintable(name));
        }
    }
    void aSearchFindsPagesAndMarksWords() {
        OpenHelp open;
        open.line->setText(QStringLiteral("gini entropy"));
        const QStringList found = visiblePages(*open.list);
        QVERIFY(!found.isEmpty());
        QVERIFY(found.size() < open.list->count());
        QVERIFY(found.contains(open.list->currentItem()->text()));
        const QList<QTextEdit::ExtraSelection> marks = open.browser->extraSelections();
        QVERIFY(marks.size() >= 2);
        for (const QTextEdit::ExtraSelection& mark : marks) {
            const QString word = mark.cursor.selectedText().toLower();
            QVERIFY2(word == QLatin1String("gini") || word == QLatin1String("entropy"), qPrintable(word));
        }
        const int first = open.browser->textCursor().position();
        QTest::keyClick(open.line, Qt::Key_Return);
        QVERIFY(open.browser->textCursor().position() != first);
        QVERIFY(open.help->isVisible());
        open.line->clear();
        QCOMPARE(visiblePages(*open.list).size(), open.list->count());
        QVERIFY(open.browser->extraSelections().isEmpty());
    }
    void nothingFoundIsSaid() {
        OpenHelp open;
        open.line->setText(QStringLiteral("xyzzy"));
        QVERIFY(visiblePages(*open.list).isEmpty());
        bool said = false;
        for (const QLabel* label : open.help->findChildren<QLabel*>()) {
            said = said || (label->isVisible() && label->text().contains(QLatin1String("xyzzy")));
        }
        QVERIFY(said);
    }
    void aLinkShowsTheDock() {
        OpenHelp open;
        Dock* dock = open.bench.window->dock(QStringLiteral("story"));
        QVERIFY(!dock->isVisible());
        Q_EMIT open.browser->anchorClicked(QUrl(QStringLiteral("dock:story")));
        QVERIFY(dock->isVisible());
    }
    void aDockIsExplainedByItsPage() {
        OpenHelp open;
        // The first page that mentions hindsight is about runs.
        open.bench.window->focusDock(*open.bench.window->dock(QStringLiteral("hindsight")));
        open.bench.press("explain");
        QVERIFY(open.browser->toPlainText().contains(QLatin1String("Regret")));
        QCOMPARE(open.list->currentItem()->text(), QStringLiteral("What was forgotten"));
    }
    void pagesReadNothingButTheirPictures() {
        QTemporaryDir folder;
        const auto write = [&](const QString& name, const QByteArray& bytes) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        };
        write(QStringLiteral("1.md"), "# A\n\n![](../secret.png)\n![](file:///etc/hostname)\n<script>no</script>\n");
        write(QStringLiteral("2.md"), "no heading\n");
        write(QStringLiteral("README.md"), "# Not a page\n");
        const std::vector<HelpPage> pages = helpPages(folder.path().toStdString());
        QCOMPARE(pages.size(), std::size_t{1});
        HelpBrowser browser;
        browser.showPage(pages.front());
        for (const char* name :
             {"../secret.png", "file:///etc/hostname", "https://example.org/x.png", "images/../x.png"}) {
            QVERIFY(!browser.loadResource(QTextDocument::ImageResource, QUrl(QString::fromLatin1(name))).isValid());
        }
        QVERIFY(helpPages(folder.filePath(QStringLiteral("missing")).toStdString()).empty());
    }
};

QTEST_MAIN(HelpWindowTest)
#include "help_window_test.moc"
