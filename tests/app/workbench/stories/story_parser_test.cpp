// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_parser.h"

#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "app/workbench/stories/story_library.h"
#include "app/workbench/stories/story_text.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

const std::string kHead = "# A title\nOne sentence.\n";

template <class T>
T only(const std::string& directive) {
    const auto story = parseStory(kHead + "## P\n" + directive + "\n", "s.md");
    if (!story) {
        qWarning("%s", story.error().sentence().c_str());
        return {};
    }
    const T* action = std::get_if<T>(&story->pages.at(0).directives.at(0).action);
    return action == nullptr ? T{} : *action;
}

QByteArray mistake(const std::string& text) {
    const auto story = parseStory(text, "s.md");
    return story ? QByteArray("none") : QByteArray::fromStdString(story.error().sentence());
}

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

class StoryParserTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void pagesTextsAndDirectives() {
        const auto story = parseStory(
            "<!-- SPDX-License-Identifier: Apache-2.0 -->\n\n# A title\r\n\nOne sentence,\nover two lines.\n\n"
            "## First\n\nText *here*.\n::: run\nMore.\n\n```\n::: not one\n---\n```\n\n---\n\nSecond page.\n"
            "::: show nll\n::: goto step 5\n\n## Third\n",
            "s.md");
        QVERIFY(story.has_value());
        QCOMPARE(story->title, std::string("A title"));
        QCOMPARE(story->summary, std::string("One sentence, over two lines."));
        QCOMPARE(story->pages.size(), std::size_t{3});
        QCOMPARE(story->pages[0].title, std::string("First"));
        QCOMPARE(story->pages[0].text, std::string("Text *here*.\nMore.\n\n```\n::: not one\n---\n```"));
        QCOMPARE(story->pages[0].directives.size(), std::size_t{1});
        QCOMPARE(story->pages[0].directives[0].line, 11);
        QVERIFY(story->pages[1].title.empty());
        QCOMPARE(story->pages[1].text, std::string("Second page."));
        QCOMPARE(story->pages[1].directives.size(), std::size_t{2});
        QCOMPARE(story->pages[2].title, std::string("Third"));
    }
    void aRuleBeforeAHeadingMakesOnePage() {
        const auto story = parseStory(kHead + "\nText without a heading.\n---\n## Second\nText.\n---\n", "s.md");
        QVERIFY(story.has_value());
        QCOMPARE(story->pages.size(), std::size_t{2});
        QCOMPARE(story->pages[0].text, std::string("Text without a heading."));
        QCOMPARE(story->pages[1].title, std::string("Second"));
    }
    void everyDirective() {
        const auto load = only<LoadAction>(
            "::: load text=ledger policy=h2o:heavy=128,recent=64 policy=tova prompt=400 steps=9 positions=cache-rank "
            "full=no model=org/name");
        QCOMPARE(load.text, std::string("ledger"));
        QCOMPARE(load.policies, (std::vector<std::string>{"h2o:heavy=128,recent=64", "tova"}));
        QCOMPARE(load.model, std::string("org/name"));
        QCOMPARE(load.prompt, 400);
        QCOMPARE(load.steps, 9);
        QVERIFY(load.cacheRank && !load.full);
        QCOMPARE(only<CompareAction>("::: compare a b:c=1").policies, (std::vector<std::string>{"a", "b:c=1"}));
        QCOMPARE(only<RunAction>("::: run").to, -1);
        QCOMPARE(only<RunAction>("  :::run to 512").to, 512);
        QCOMPARE(only<GoAction>("::: goto end").where, GoAction::End);
        QCOMPARE(only<GoAction>("::: goto prune 3").number, 3);
        QCOMPARE(only<GoAction>("::: goto probe 2").where, GoAction::Probe);
        QCOMPARE(only<GoAction>("::: goto step 0").where, GoAction::Step);
        QCOMPARE(only<SelectAction>("::: layer 3").number, 3);
        QCOMPARE(only<SelectAction>("::: head all").number, -1);
        QCOMPARE(only<SelectAction>("::: lane 2").what, SelectAction::Lane);
        QCOMPARE(only<ShowAction>("::: show nll").dock, std::string("nll"));
        const auto mode = only<ShowAction>("::: show attention mode=mean");
        QCOMPARE(mode.dock, std::string("attention"));
        QCOMPARE(mode.mode, std::string("mean"));
        QCOMPARE(only<LayoutAction>("::: layout strip nll").docks, (std::vector<std::string>{"strip", "nll"}));
        const auto before = parseStory(kHead + "## P\n::: layout none\n", "s.md");
        QVERIFY(before && std::get<LayoutAction>(before->pages[0].directives[0].action).docks.empty());
        const auto fill = only<FillAction>("::: fill recent 128");
        QCOMPARE(fill.parameter, std::string("recent"));
        QCOMPARE(fill.value, std::string("128"));
        QCOMPARE(only<WaitAction>("::: reveal after step 9").number, 9.0);
        QCOMPARE(only<WaitAction>("::: reveal after finished").what, WaitAction::Finished);
        QCOMPARE(only<HighlightAction>("::: highlight parameter:recent").control, std::string("parameter:recent"));
        QCOMPARE(only<HighlightAction>("::: highlight none").control, std::string());
        QCOMPARE(only<WaitAction>("::: wait for finished").what, WaitAction::Finished);
        QCOMPARE(only<WaitAction>("::: wait for step 9").number, 9.0);
        QCOMPARE(only<WaitAction>("::: wait for recent <= 0.5").relation, WaitAction::AtMost);
        QCOMPARE(only<WaitAction>("::: wait for recent >= 64").number, 64.0);
        QCOMPARE(only<WaitAction>("::: wait for recent changed").parameter, std::string("recent"));
        QCOMPARE(only<WaitAction>("::: wait for token").what, WaitAction::Token);
        QCOMPARE(only<WaitAction>("::: wait for fork").what, WaitAction::Fork);
        const auto fork = only<ForkAction>("::: fork at 700 h2o:heavy=64");
        QVERIFY(fork.what == ForkAction::Policy && fork.where == ForkAction::Step && fork.number == 700);
        QCOMPARE(fork.text, std::string("h2o:heavy=64"));
        QVERIFY(only<ForkAction>("::: fork at probe 2 full").where == ForkAction::Probe);
        QVERIFY(only<ForkAction>("::: fork at prune 2 full").where == ForkAction::Prune);
        QVERIFY(only<ForkAction>("::: fork here full").where == ForkAction::Here);
        const auto forget = only<ForkAction>("::: fork forget probe 3");
        QVERIFY(forget.what == ForkAction::Forget && forget.number == 3);
        const auto hand = only<ForkAction>("::: fork evict 12,20-25 at 700");
        QVERIFY(hand.what == ForkAction::Evict && hand.number == 700);
        QCOMPARE(hand.text, std::string("12,20-25"));
        QVERIFY(only<ForkAction>("::: fork restore 5 here").what == ForkAction::Restore);
        const auto beside = parseStory(kHead + "## P\n::: compare fork\n", "s.md");
        QVERIFY(beside && std::holds_alternative<BesideAction>(beside->pages[0].directives[0].action));
        const auto ask = only<AskAction>("::: ask What stays?\n- [ ] the old\n- [x] the new\nBecause\nof this.\n:::");
        QCOMPARE(ask.question, std::string("What stays?"));
        QCOMPARE(ask.options, (std::vector<std::string>{"the old", "the new"}));
        QCOMPARE(ask.right, std::size_t{1});
        QCOMPARE(ask.explanation, std::string("Because of this."));
        QCOMPARE(ask.choices(), std::size_t{2});
        const auto count = only<AskAction>("::: ask How many?\n= 0.5 within 0.1\nSo many.\n:::");
        QVERIFY(count.number.has_value() && count.options.empty());
        QCOMPARE(*count.number, 0.5);
        QCOMPARE(count.within, 0.1);
        QCOMPARE(count.choices(), std::size_t{1});
        QCOMPARE(count.explanation, std::string("So many."));
        QCOMPARE(only<AskAction>("::: ask How many?\n= 128\nSo many.\n:::").within, 0.0);
    }
    void hooksArePartsOfTheirPage() {
        const auto story = parseStory(
            kHead + "## P\n::: on enter show nll\n::: run\n::: on leave highlight none\n::: on done goto end\n",
            "s.md");
        QVERIFY(story.has_value());
        const StoryPage& page = story->pages[0];
        QCOMPARE(page.directives.size(), std::size_t{1});
        QCOMPARE(std::get<ShowAction>(page.enter.at(0).action).dock, std::string("nll"));
        QVERIFY(std::holds_alternative<HighlightAction>(page.leave.at(0).action));
        QVERIFY(std::holds_alternative<GoAction>(page.done.at(0).action));
        QCOMPARE(page.done[0].line, 7);
    }
    void everyMistakeIsASentenceWithItsLine_data() {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* lines, const char* says) {
            QTest::newRow(name) << QString::fromUtf8(lines) << QString::fromUtf8(says);
        };
        row("unknown", "::: hihglight start",
            "s.md, line 4: there is no such directive; found hihglight, expected highlight.");
        row("unknown, far", "::: exec rm", "line 4: there is no such directive; found exec");
        row("nothing", ":::", "line 4: a directive is missing after :::");
        row("no text", "::: load policy=h2o", "line 4: load needs a text and a policy");
        row("no policy", "::: load text=story", "line 4: load needs a text and a policy");
        row("setting", "::: load text=story polcy=h2o",
            "line 4: load has no such setting; found polcy, expected policy.");
        row("no setting", "::: load story", "line 4: load takes settings only; found story");
        row("tokens", "::: load text=a policy=b prompt=-3", "line 4: prompt is not a number of tokens; found -3");
        row("huge", "::: load text=a policy=b steps=99999999999999999999", "line 4: steps is not a number of tokens");
        row("positions", "::: load text=a policy=b positions=rank", "line 4: there are no such positions; found rank");
        row("full", "::: load text=a policy=b full=1", "line 4: full is neither yes nor no");
        row("lanes", "::: load text=a policy=1 policy=1 policy=1 policy=1 policy=1 policy=1 policy=1",
            "more policies than lanes");
        row("compare", "::: compare", "line 4: compare names one to six policies");
        row("run", "::: run until 5", "line 4: run has no such form");
        row("pause", "::: pause now", "line 4: pause takes no arguments; found now.");
        row("goto", "::: goto somewhere", "line 4: goto has no such target; found somewhere");
        row("goto prune 0", "::: goto prune 0", "line 4: goto has no such target");
        row("goto step x", "::: goto step x", "line 4: goto has no such target");
        row("layer", "::: layer all", "line 4: layer needs one number; found all");
        row("show", "::: show", "line 4: show needs one name");
        row("show mode", "::: show nll mode=", "line 4: show needs one name");
        row("layout", "::: layout", "line 4: layout names one or two docks");
        row("layout many", "::: layout a b c", "line 4: layout names one or two docks; found 3");
        row("fill", "::: fill recent", "line 4: fill needs a parameter and a value; found recent");
        row("reveal", "::: reveal", "line 4: reveal has no such form");
        row("reveal token", "::: reveal after token", "line 4: reveal has no such form; found token");
        row("ask number", "::: ask Why?\n= many\nSo.\n:::", "line 5: this is not a number to find; found = many");
        row("ask within", "::: ask Why?\n= 5 within -1\nSo.\n:::", "line 5: this is not a number to find");
        row("ask both",
            "::: ask Why?\n- [x] a\n- [ ] b\n= 5\nSo.\n:::", "line 4: a question has options or a number, not both");
        row("highlight", "::: highlight a b", "line 4: highlight needs one name");
        row("fork", "::: fork", "line 4: fork has no such form; expected ::: fork at 700");
        row("fork nowhere", "::: fork full", "line 4: fork has no such form; found full");
        row("fork twice", "::: fork at 5 full full", "line 4: fork has no such form");
        row("fork probe 0", "::: fork at probe 0 full", "line 4: fork has no such form");
        row("fork forget", "::: fork forget probe x", "line 4: fork has no such form");
        row("fork tokens", "::: fork evict me at 7", "line 4: these are no tokens; found me");
        row("fork many tokens", "::: fork evict 0-999999999 at 7", "line 4: these are no tokens");
        row("predict", "::: predict 5", "line 4: predict takes no arguments; found 5");
        row("on", "::: on time show nll", "line 4: on has no such moment; found time");
        row("on nothing", "::: on enter", "line 4: on has no such moment; found enter");
        row("on waits", "::: on done run", "line 4: this directive cannot be used there; found run");
        row("on on", "::: on enter on enter show nll", "line 4: there is no such directive; found on");
        row("wait", "::: wait for ever", "line 4: wait for has no such event; found ever");
        row("wait value", "::: wait for recent >= many", "line 4: wait for has no such event");
        row("wait nan", "::: wait for recent >= nan", "line 4: wait for has no such event");
        row("ask", "::: ask", "line 4: ask has no question");
        row("ask open", "::: ask Why?\n- [ ] a\n- [x] b\nSo.\n", "line 4: the question is not closed");
        row("ask right", "::: ask Why?\n- [ ] a\n- [ ] b\nSo.\n:::", "found 2 options, 0 right");
        row("ask one", "::: ask Why?\n- [x] a\nSo.\n:::", "found 1 options, 1 right");
        for (const char* option : {"- [] c", "- [x]c", "-[ ] c", "* [ ] c", "+ [x] c", "- [ ]", "- [y] c"}) {
            row(option, qPrintable(QStringLiteral("::: ask Why?\n- [x] a\n- [ ] b\n%1\nSo.\n:::").arg(option)),
                qPrintable(QStringLiteral("line 7: this is not an option; found %1, expected - [ ]").arg(option)));
        }
        row("ask why", "::: ask Why?\n- [x] a\n- [ ] b\n:::", "line 4: the question has no explanation");
        row("ask order", "::: ask Why?\nSo.\n- [x] a\n:::", "line 5: a question is followed by its options; found So.");
        row("ask late option",
            "::: ask Why?\n- [x] a\nSo.\n- [ ] b\n:::", "line 7: an option stands behind the explanation");
        row("ask inside", "::: ask Why?\n- [x] a\n::: run\n:::", "line 6: a directive stands within a question");
        row("ask twice", "::: ask Why?\n- [x] a\n- [ ] b\nSo.\n:::\n::: ask Why?",
            "line 9: the page has a question already");
        row("title twice", "# Another", "line 4: a story has one title; found # Another");
        row("fence", "```\ncode", "line 4: the code block is not closed");
        row("control", "\x07", "line 4: there is a control character; found number 7");
        row("turned", "a \xE2\x80\xAE b", "line 4: there is a control character; found U+202E, expected plain text");
        row("set apart", "::: ask \xE2\x81\xA6?", "line 4: there is a control character; found U+2066");
        row("escape", "a\x1b[31m", "line 4: there is a control character; found number 27");
    }
    void everyMistakeIsASentenceWithItsLine() {
        QFETCH(QString, lines);
        QFETCH(QString, says);
        const QByteArray sentence = mistake(kHead + "## P\n" + lines.toStdString() + "\n");
        QVERIFY2(sentence.contains(says.toUtf8()), sentence.constData());
        QVERIFY2(sentence.startsWith("s.md, line "), sentence.constData());
        QVERIFY(!sentence.contains('\n') && (sentence.endsWith('.') || sentence.endsWith('?')));
    }
    void aStoryHasTitleSummaryAndPages() {
        QVERIFY(mistake("").contains("no title"));
        QVERIFY(mistake("text\n").contains("line 1: a story begins with its title; found text"));
        QVERIFY(mistake("```\n").contains("line 1: a story begins with its title"));
        QVERIFY(mistake("# Title\n").contains("no summary"));
        QVERIFY(mistake("# Title\n## Page\nText\n").contains("no summary"));
        QVERIFY(mistake("# Title\nSummary.\n").contains("no page"));
        QVERIFY(mistake("# Title\nSummary.\n---\n---\n").contains("no page"));
    }
    void aHostileFileIsRefused() {
        QVERIFY(mistake(std::string(10 << 20, 'a')).contains("too large for a story; found 10485760 bytes"));
        QVERIFY(mistake(kHead + "## P\n" + std::string(3000, '>')).contains("line 4: the line is too long"));
        std::string many = kHead + "## P\n";
        for (int i = 0; i < 100'000; ++i) {
            many += "::: run\n";
        }
        QVERIFY(mistake(many).contains("line 1004: there are too many directives"));
        std::string pages = kHead;
        for (int i = 0; i < 1000; ++i) {
            pages += "## P\n";
        }
        QVERIFY(mistake(pages).contains("none") || mistake(pages).contains("too many pages"));
        std::string text = kHead + "## P\n";
        for (int i = 0; i < 1000; ++i) {
            text += std::string(100, 'x') + "\n";
        }
        QVERIFY(mistake(text).contains("the text of the page is too long"));
        const std::string bars = std::string(33, '|') + "\n";
        QVERIFY(mistake(kHead + "## P\n" + bars).contains("line 4: the table is too wide; found 33 times |, expected"));
        QVERIFY(mistake(kHead + "## P\n```\n" + bars + "```\n").contains("line 5: the table is too wide"));
        std::string rows = "|a|b|\n|-|-|\n";
        for (int i = 0; i < 998; ++i) {
            rows += i % 100 == 0 ? "::: run\nx\n" : "x\n";  // a directive is no empty line of the page
        }
        QCOMPARE(mistake(kHead + "## P\n" + rows + "\nWords.\n\n## Q\n" + rows), QByteArray("none"));
        QVERIFY(mistake(kHead + "## P\n" + rows + "\n|a|\n").contains("line 1015: the tables of the page are too"));
        QVERIFY(mistake(kHead + "## P\n" + rows + "x\n").contains("the tables of the page are too large"));
        std::string options = kHead + "## P\n::: ask Why?\n";
        for (int i = 0; i < 1000; ++i) {
            options += "- [ ] x\n";
        }
        QVERIFY(mistake(options).contains("too many options"));
        QVERIFY(mistake(kHead + "## \xff\xfe\n").contains("line 3: the text is not UTF-8; found byte 255"));
        QVERIFY(mistake(kHead + "## \xc0\xaf\n").contains("not UTF-8"));
        QVERIFY(mistake(kHead + "## \xed\xa0\x80\n").contains("not UTF-8"));
        QVERIFY(mistake(kHead + "## \xe2\x82").contains("not UTF-8"));
        QVERIFY(mistake(kHead + std::string("## a\0b\n", 7)).contains("control character; found number 0"));
        QVERIFY(mistake(kHead + "::: " + std::string(1500, 'z') + "\n").size() < 300);
    }
    void onlyFilesAreRead() {
        QTemporaryDir folder;
        QVERIFY(readStory(folder.path().toStdString()).error().sentence().find("is not a file") != std::string::npos);
        QVERIFY(readStory("/dev/zero").error().sentence().find("is not a file") != std::string::npos);
        QVERIFY(readStory(folder.filePath("none.md").toStdString()).error().code == Code::NotFound);
        const QString big = folder.filePath("big.md");
        write(big, QByteArray(11 << 20, 'a'));
        QVERIFY(readStory(big.toStdString()).error().sentence().find("too large") != std::string::npos);
        QVERIFY(!isStory(big.toStdString()));
        write(big, "# A story\nYes.\n## P\n" + QByteArray(2 << 20, 'a') + "\n::: run\n");
        QVERIFY(isStory(big.toStdString()));
        write(folder.filePath("text.md"), "# A text\n\nWithout directives.\n```\n::: run\n```\n");
        QVERIFY(!isStory(folder.filePath("text.md").toStdString()));
        write(folder.filePath("story.md"), "# A story\nYes.\n## P\n::: run\n");
        QVERIFY(isStory(folder.filePath("story.md").toStdString()));
    }
    void theListNamesStoriesAndWhatIsWrongWithThem() {
        QTemporaryDir folder;
        write(folder.filePath("b.md"), "# B\nSays b.\n## P\nText.\n");
        write(folder.filePath("a.md"), "no title\n");
        write(folder.filePath("README.md"), "# Read me\n");
        write(folder.filePath("c.txt"), "# C\n");
        const auto entries = listStories({folder.path().toStdString(), "/nonexistent"});
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].title, QStringLiteral("a.md"));
        QVERIFY(entries[0].mistake.startsWith(QLatin1String("a.md, line 1: ")));
        QCOMPARE(entries[1].title, QStringLiteral("B"));
        QCOMPARE(entries[1].summary, QStringLiteral("Says b."));
        QCOMPARE(entries[1].pages, 1);
        QVERIFY(entries[1].mistake.isEmpty());
    }
    void theListHasWordsWithoutMarks() {
        const QTemporaryDir folder;
        write(folder.filePath("a.md"), "# **One** `code` & 2 < 3\nSays *so*.\n## P\nText.\n");
        const auto entries = listStories({folder.path().toStdString()});
        QCOMPARE(entries.size(), std::size_t{1});
        QCOMPARE(entries[0].title, QStringLiteral("One code & 2 < 3"));
        QCOMPARE(entries[0].summary, QStringLiteral("Says so."));
    }
    void linksImagesAndHtmlAreText() {
        StoryDocument document;
        document.setStory(
            QStringLiteral("A [link](https://example.org/x), ![picture](file:///etc/passwd) and "
                           "<img src='https://example.org/y'> <script>1</script> https://example.org/z"));
        const QString text = document.toPlainText();
        QVERIFY2(text.contains(QLatin1String("link (https://example.org/x)")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("file:///etc/passwd")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("<script>1</script>")), qPrintable(text));
        const QString html = document.toHtml();
        QVERIFY2(!html.contains(QLatin1String("<img")) && !html.contains(QLatin1String("href=")), qPrintable(html));
        QCOMPARE(
            document.resource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/passwd"))).toByteArray(),
            QByteArray());
    }
    void picturesBesideTheStoryAreShownAndNoOthers() {
        const QTemporaryDir folder;
        QImage picture(40, 20, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QVERIFY(picture.save(folder.filePath(QStringLiteral("own.png"))));
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("own.png")), folder.filePath(QStringLiteral("link.png"))));
        write(folder.filePath(QStringLiteral("broken.png")), "no picture");
        write(folder.filePath(QStringLiteral("text.txt")), "text");
        StoryDocument document;
        document.setStory(QStringLiteral("![own](own.png) ![broken](broken.png) ![text](text.txt) ![link](link.png) "
                                         "![up](../own.png) ![far](https://example.org/own.png)"),
                          folder.path().toStdString());
        QCOMPARE(document.toHtml().count(QLatin1String("<img")), 1);
        const QString text = document.toPlainText();
        for (const char* words : {"[broken broken.png]", "[text text.txt]", "[link link.png]", "[up ../own.png]",
                                  "[far https://example.org/own.png]"}) {
            QVERIFY2(text.contains(QString::fromUtf8(words)), qPrintable(text));
        }
        document.fitPictures(30);
        QVERIFY2(document.toHtml().contains(QLatin1String("width=\"30\"")), qPrintable(document.toHtml()));
        document.setStory(QStringLiteral("![own](own.png)"));
        QCOMPARE(document.toPlainText(), QStringLiteral("[own own.png]"));
        // Once a document has a layout, Qt loads addresses by itself: a picture elsewhere stays words.
        const QTemporaryDir elsewhere;
        QVERIFY(picture.save(elsewhere.filePath(QStringLiteral("far.png"))));
        document.setTextWidth(300);
        QVERIFY(document.size().height() > 0);
        const QString far = elsewhere.filePath(QStringLiteral("far.png"));
        document.setStory(QStringLiteral("![far](%1)").arg(far), folder.path().toStdString());
        QCOMPARE(document.toPlainText(), QStringLiteral("[far %1]").arg(far));
    }
    void linksToTermsStayOnAPageOnly() {
        StoryDocument document;
        const QString line = QStringLiteral("Two [nats](term:nats) and [a link](https://example.org)");
        document.setStory(line, std::filesystem::path("/nonexistent"));
        QVERIFY(document.toHtml().contains(QLatin1String("href=\"term:nats\"")));
        QCOMPARE(document.toPlainText(), QStringLiteral("Two nats and a link (https://example.org)"));
        document.setStory(line);
        QVERIFY(!document.toHtml().contains(QLatin1String("href=")));
        QCOMPARE(document.toPlainText(), QStringLiteral("Two nats and a link (https://example.org)"));
    }
    void formulasAreLettersAndScripts() {
        QCOMPARE(lineAsHtml(QStringLiteral("$\\alpha_i^{2} \\le \\frac{a+b}{2}$")),
                 QStringLiteral("α<sub>i</sub><sup>2</sup> ≤ (a+b)/2"));
        QCOMPARE(lineAsHtml(QStringLiteral("$x_{min}$ and `$y_2$`")),
                 QStringLiteral("x<sub>min</sub> and <code>$y_2$</code>"));
        QCOMPARE(lineAsHtml(QStringLiteral("$5 and $6")), QStringLiteral("$5 and $6"));
        QCOMPARE(lineAsHtml(QStringLiteral("$\\unknown{a$")), QStringLiteral("\\unknowna"));
        QCOMPARE(lineAsHtml(QStringLiteral("$x_{a_b}$")), QStringLiteral("x<sub>ab</sub>"));
        QCOMPARE(lineAsHtml(QStringLiteral("$\\frac{x_1+y}{b}$")), QStringLiteral("(x<sub>1</sub>+y)/b"));
    }
    void deepNestingIsLaidOut() {
        StoryDocument document;
        QString markdown;
        for (int i = 0; i < 9; ++i) {
            markdown += QString(1900, QLatin1Char('>')) + QLatin1Char('\n');
        }
        document.setStory(markdown + QString(1900, QLatin1Char('[')) + QLatin1Char('\n') +
                          QString(1900, QLatin1Char('*')));
        document.setTextWidth(300);
        QVERIFY(document.size().height() >= 0);
    }
};

QTEST_MAIN(StoryParserTest)
#include "story_parser_test.moc"
