// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_handout.h"

#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_text.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

const std::string kStory =
    "# On `paper`\nOne *sentence*.\n## First\nSome *text*, [a link](https://example.org/x), ![a](file:///etc/passwd) "
    "and <script>alert(1)</script>.\n"
    "::: load text=needle policy=streaming:sinks=4,recent=256 prompt=403\n::: run to 420\n::: highlight probes\n"
    "::: ask Is **2** * 3 * 4 <b>bold</b>?\n- [ ] `one_of_them`\n- [x] the other\nBecause [it](https://example.org/y) "
    "is.\n:::\n"
    "::: lane 1\n::: fork forget probe 1\n::: wait for recent >= 64\n::: compare fork\n## Second\n::: compare "
    "tova\n::: show nll\n::: run\n";

QString titleOf(const QString& id) {
    return id == QLatin1String("nll") ? QStringLiteral("NLL seismograph") : QString();
}

Story story() {
    return *parseStory(kStory, "s.md");
}

QByteArray written(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class StoryHandoutTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tellsWhatTheWindowAndTheLearnerDo() {
        StoryDocument document;
        document.setStory(handoutMarkdown(story(), titleOf));
        const QString text = document.toPlainText();
        for (const char* words :
             {"On paper", "One sentence.", "1. First",
              "kvw compare --text needle --policy full --policy "
              "streaming:sinks=4,recent=256 --prompt-tokens 403",
              "The run goes on to token 420.", "Is 2 * 3 * 4 <b>bold</b>?", "A: one_of_them", "B: the other",
              "put back", "set recent to 64 or more", "Look at the dock NLL seismograph.", "2. Second",
              "--policy full --policy tova", "Answers", "Page 1: B. Because it (https://example.org/y) is."}) {
            QVERIFY2(text.contains(QString::fromUtf8(words)), qPrintable(QString::fromUtf8(words) + "\n" + text));
        }
        QVERIFY(text.indexOf(QLatin1String("Because")) > text.indexOf(QLatin1String("2. Second")));
    }
    void pdfHtmlMarkdownAndNothingElse() {
        QTemporaryDir folder;
        const auto to = [&](const char* name) {
            return writeHandout(story(), folder.filePath(QString::fromLatin1(name)).toStdString(), titleOf);
        };
        QVERIFY(to("a.pdf").has_value());
        QVERIFY(written(folder.filePath("a.pdf")).startsWith("%PDF"));
        QVERIFY(written(folder.filePath("a.pdf")).size() > 5000);
        // One sheet, and the answers on its back.
        QCOMPARE(written(folder.filePath("a.pdf")).count("/Type /Page\n"), 2);
        QVERIFY(to("a.html").has_value());
        const QByteArray html = written(folder.filePath("a.html"));
        QVERIFY(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        for (const char* never : {"<script", "<img", "href=", "src="}) {
            QVERIFY2(!html.contains(never), never);
        }
        QVERIFY(to("a.md").has_value());
        const QString markdown = QString::fromUtf8(written(folder.filePath("a.md")));
        QTextDocument read;
        read.setMarkdown(markdown);
        for (const char* words : {"First", "<script>alert(1)</script>", "a link (https://example.org/x)", "Answers",
                                  "one_of_them", "Is 2 * 3 * 4 <b>bold</b>?"}) {
            QVERIFY2(read.toPlainText().contains(QString::fromUtf8(words)), qPrintable(words + markdown));
        }
        QVERIFY(!markdown.contains(QLatin1String("![")));
        // A command is one line, as it is typed.
        QVERIFY2(markdown.contains(QLatin1String("`kvw compare --text needle --policy full --policy "
                                                 "streaming:sinks=4,recent=256 --prompt-tokens 403`")),
                 qPrintable(markdown));
        QVERIFY(to("a.doc").error().sentence().find(".html or .md") != std::string::npos);
        QVERIFY(to("none/a.pdf").error().sentence().find("cannot be written") != std::string::npos);
    }
    void figuresStandOnThePdf() {
        const QTemporaryDir folder;
        QImage picture(400, 200, QImage::Format_RGB32);
        picture.fill(Qt::blue);
        const auto to = [&](const QString& name, const std::vector<HandoutFigure>& figures) {
            const QString file = folder.filePath(name);
            return writeHandout(story(), file.toStdString(), titleOf, figures) ? written(file) : QByteArray();
        };
        const QByteArray with = to(QStringLiteral("a.pdf"), {{QStringLiteral("Lanes"), picture}});
        const QByteArray without = to(QStringLiteral("b.pdf"), {});
        QCOMPARE(with.count("/Subtype /Image"), 1);
        QCOMPARE(without.count("/Subtype /Image"), 0);
        QCOMPARE(with.count("/Type /Page\n"), 2);
    }
    void aLongStoryTakesMoreSheetsAndOneWithoutQuestionsHasNoBack() {
        const QTemporaryDir folder;
        const auto sheets = [&](const std::string& pages) {
            const auto made = parseStory("# A\nB.\n" + pages, "s.md");
            const QString file = folder.filePath(QStringLiteral("s.pdf"));
            const bool done = made && writeHandout(*made, file.toStdString(), titleOf);
            return done ? static_cast<int>(written(file).count("/Type /Page\n")) : -1;
        };
        QCOMPARE(sheets("## P\nText.\n"), 1);
        std::string many;
        for (int page = 0; page < 60; ++page) {
            many += "## P\n";
            for (int line = 0; line < 20; ++line) {
                many += "Some words of a page that go on and on and on.\n\n";
            }
        }
        QVERIFY(sheets(many) > 2);
    }
    void formulasStandInMarkdownAsTheyAreTyped() {
        const QTemporaryDir folder;
        const auto made = parseStory("# A\nB.\n## C\nOf $x_{min}^2$.\n::: ask How many?\n= 16\nSo.\n:::\n", "s.md");
        const QString file = folder.filePath(QStringLiteral("a.md"));
        QVERIFY(made && writeHandout(*made, file.toStdString(), titleOf));
        const QString text = QString::fromUtf8(written(file));
        QVERIFY2(text.contains(QStringLiteral("x\\_{min}^2")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Page 1: **16**. So.")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Your number:")), qPrintable(text));
    }
    void signsOfATextAreNoHtml_data() {
        QTest::addColumn<QString>("page");
        QTest::newRow("a backtick") << QStringLiteral("Use the \\` key and IMG <script>x</script>");
        QTest::newRow("backticks around") << QStringLiteral("`a` \\` IMG \\` `b`");
        QTest::newRow("a backslash") << QStringLiteral("A \\\\IMG");
        QTest::newRow("a link") << QStringLiteral("A \\[b](https://example.org) IMG");
        QTest::newRow("code") << QStringLiteral("The `IMG` and \\``IMG`");
        QTest::newRow("code that touches code") << QStringLiteral("The **`a`**`` ` IMG ``");
        QTest::newRow("a table") << QStringLiteral("| `IMG` | b |\n|---|---|\n| c \\| d | IMG |");
        QTest::newRow("a fence in a fence") << QStringLiteral("````\n```\nIMG\n```\n````");
        QTest::newRow("a fence in a list") << QStringLiteral("- one\n\n  ```\n  IMG\n  ```\n\n1. two\n   - IMG");
        QTest::newRow("a quotation") << QStringLiteral("> one\n> IMG\n>\n>     IMG");
    }
    void signsOfATextAreNoHtml() {
        QFETCH(QString, page);
        const QString tag = QStringLiteral("<img src=x onerror=alert(1)>");
        const auto images = page.count(QStringLiteral("IMG"));
        const auto made = parseStory(
            "# A\nB.\n## C\n" + QString(page).replace(QLatin1String("IMG"), tag).toStdString() + "\n", "s.md");
        QVERIFY2(made.has_value(), made ? "" : made.error().sentence().c_str());
        QTemporaryDir folder;
        QVERIFY(writeHandout(*made, folder.filePath(QStringLiteral("a.md")).toStdString(), titleOf).has_value());
        const QString markdown = QString::fromUtf8(written(folder.filePath(QStringLiteral("a.md"))));
        QTextDocument read;
        read.setMarkdown(markdown);
        QVERIFY2(read.toPlainText().count(tag) == images, qPrintable(markdown));
        QVERIFY2(!read.toHtml().contains(QLatin1String("<img")), qPrintable(markdown));
        QVERIFY2(!markdown.contains(QRegularExpression(QStringLiteral("(^|[^\\\\])\\[b\\]"))), qPrintable(markdown));
    }
};

QTEST_MAIN(StoryHandoutTest)
#include "story_handout_test.moc"
