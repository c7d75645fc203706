// SPDX-License-Identifier: GPL-3.0-or-later
/// Stories by somebody who means harm: a sentence or plain pages; nothing is fetched, opened or run.
#include <QDesktopServices>
#include <QFile>
#include <QLabel>
#include <QTextBrowser>
#include <clocale>

#include "app/workbench/stories/dock/story_controls.h"
#include "app/workbench/stories/story_handout.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_player.h"
#include "app/workbench/stories/story_text.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

const QString kFolder = QStringLiteral(KVW_SOURCE_DIR "/tests/app/workbench/stories/hostile");

QByteArray times(const QByteArray& text, int count) {
    return text.repeated(count);
}

QByteArray table(int columns, int rows) {
    return times("|", columns + 1) + "\n|" + times("-|", columns) + "\n" + times("x\n", rows);
}

/// Returns pages that are hostile by their size, one for each kind.
std::vector<std::pair<QString, QByteArray>> largePages() {
    QByteArray deep;
    for (int depth = 0; depth < 400; ++depth) {
        deep += times("  ", depth) + "- item\n";
    }
    deep = times(times(">", 1900) + " quote\n", 4) + "\n" + deep + "\n" + times("[", 1900) + "\n" + times("*_", 900) +
           "\n" + times("`", 1999) + "\n\n" + times("#", 1000) + " heading\n";
    return {
        {"deep.md", deep},
        {"tall-table.md", table(20, 7900)},
        {"hidden-table.md", "    ```\ntext\n\n" + table(490, 7900) + "\n    ```\n"},
        {"many-tables.md", times(table(8, 40) + "\n", 90)},
        {"many-loads.md", times("::: load text=story policy=streaming:recent=64 prompt=40\n"
                                "::: compare tova snapkv:capacity=64\n",
                                150)},
    };
}

/// Whoever opens an address, it arrives here.
class Addresses : public QObject {
    Q_OBJECT
 public:
    Addresses() {
        for (const char* scheme : kSchemes) {
            QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "opened");
        }
    }
    ~Addresses() override {
        for (const char* scheme : kSchemes) {
            QDesktopServices::unsetUrlHandler(QString::fromLatin1(scheme));
        }
    }
    Q_INVOKABLE void opened(const QUrl& url) { all += url.toString(); }
    QStringList all;

 private:
    static constexpr const char* kSchemes[] = {"http", "https", "file", "mailto", "ftp", "javascript", "data"};
};

/// No picture, no link and no other resource in what a page or a handout became.
void isPlain(const QString& html) {
    for (const char* never : {"<img", "<script", "href=\"", "src=\""}) {
        QVERIFY2(!html.contains(QLatin1String(never)), qPrintable(html.mid(html.indexOf(QLatin1String(never)), 200)));
    }
}

}  // namespace

class HostileStoriesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void everyFileIsASentenceOrPlainPages_data() {
        QTest::addColumn<QString>("file");
        for (const QString& name : QDir(kFolder).entryList({QStringLiteral("*.md")}, QDir::Files)) {
            QTest::newRow(qPrintable(name)) << kFolder + QLatin1Char('/') + name;
        }
        for (const auto& [name, page] : largePages()) {
            QFile file(m_large.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("# Large\nOne sentence.\n## Page\n" + page);
            QTest::newRow(qPrintable(name)) << file.fileName();
        }
    }
    void everyFileIsASentenceOrPlainPages() {
        QFETCH(QString, file);
        const Addresses addresses;
        Bench bench;
        const QSize before = bench.window->size();
        Q_EMIT bench.workspace->storyRequested(file);
        const auto story = readStory(file.toStdString());
        QCOMPARE(bench.workspace->problems().errors(), story ? 0 : 1);
        if (!story) {
            return;
        }
        auto& player = *bench.window->findChild<StoryPlayer*>();
        auto* text = bench.window->findChild<QTextBrowser*>(QStringLiteral("storyText"));
        QVERIFY(player.story() != nullptr && text != nullptr);
        for (int page = 0; page < static_cast<int>(story->pages.size()); ++page) {
            QCOMPARE(player.page(), page);
            isPlain(text->toHtml());
            QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, QPoint(20, 30));
            for (int turn = 0; turn < 20 && !player.pageDone(); ++turn) {
                player.reveal();
                QTest::qWait(5);
            }
            for (const QLabel* label : bench.window->dock(QStringLiteral("story"))->findChildren<QLabel*>()) {
                QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')),
                         qPrintable(label->text()));
            }
            player.next();
        }
        player.leave();
        QCOMPARE(addresses.all, QStringList());
        QCOMPARE(bench.window->size(), before);
        QTemporaryDir folder;
        QVERIFY(writeHandout(*story, folder.filePath("a.html").toStdString(), [](const QString&) {
                    return QString();
                }).has_value());
        QFile html(folder.filePath("a.html"));
        QVERIFY(html.open(QIODevice::ReadOnly));
        isPlain(QString::fromUtf8(html.readAll()));
    }
    void hugeAndBrokenFilesAreASentence() {
        Bench bench;
        const auto refused = [&](const char* name, const QByteArray& bytes, const char* says) {
            QFile file(bench.folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            Q_EMIT bench.workspace->storyRequested(file.fileName());
            const auto story = readStory(file.fileName().toStdString());
            QVERIFY(!story);
            QVERIFY2(story.error().sentence().find(says) != std::string::npos, story.error().sentence().c_str());
        };
        refused("huge.md", "# A\nB.\n## C\n" + QByteArray(2 << 20, 'x'), "too large for a story");
        refused("binary.md",
                QByteArray("\x7f"
                           "ELF\0\0",
                           6),
                "control character");
        refused("utf16.md", QByteArray("\xff\xfe#\0 \0A\0", 8), "not UTF-8");
        refused("empty.md", "", "no title");
        QCOMPARE(bench.workspace->problems().errors(), 4);
        QVERIFY(QFile::link(bench.folder.filePath("loop.md"), bench.folder.filePath("loop.md")));
        QVERIFY(!readStory(bench.folder.filePath("loop.md").toStdString()));
        QVERIFY(QFile::link(QStringLiteral("/dev/zero"), bench.folder.filePath("zero.md")));
        QVERIFY(!readStory(bench.folder.filePath("zero.md").toStdString()));
        for (const StoryEntry& entry : listStories({bench.folder.path().toStdString()})) {
            QVERIFY2(!entry.mistake.isEmpty(), qPrintable(entry.title));
        }
    }

 private:
    QTemporaryDir m_large;
};

QTEST_MAIN(HostileStoriesTest)
#include "hostile_stories_test.moc"
