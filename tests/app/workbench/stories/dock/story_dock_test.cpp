// SPDX-License-Identifier: GPL-3.0-or-later
/// The story dock in the real window, on the fake engine.
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTextBrowser>
#include <clocale>

#include "app/workbench/help/help_browser.h"
#include "app/workbench/help/help_window.h"
#include "app/workbench/stories/dock/finished_stories.h"
#include "app/workbench/stories/dock/story_controls.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_player.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

const QByteArray kStory =
    "# Two pages\nOne sentence.\n## First\nSome *text* and an ![image](file:///etc/passwd).\n"
    "::: load text=story policy=streaming:sinks=4,recent=32 prompt=40\n::: run to 60\n::: show probes\n"
    "::: highlight parameter:recent\n"
    "## Second\nMore text.\n::: ask Which?\n- [ ] this one\n- [x] that one\nBecause *it* <i>is</i> so.\n:::\n"
    "::: highlight action:run\n::: run\n::: wait for finished\n";

struct StoryBench : Bench {
    StoryBench() {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kStory);
    }
    QString path() const { return folder.filePath(QStringLiteral("two.md")); }
    /// Opens a story with these pages.
    void openPages(const QByteArray& pages) {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# T\nS.\n" + pages);
        file.close();
        window->openPath(path());
    }
    Dock* dock() { return window->dock(QStringLiteral("story")); }
    template <class T = QPushButton>
    T* child(const char* name) {
        return dock()->findChild<T*>(QString::fromLatin1(name));
    }
    void click(const char* name) {
        auto* button = child(name);
        QVERIFY2(button != nullptr && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    /// Opens the story, whose first page runs to a pause.
    void openStory() {
        window->openPath(path());
        QTRY_COMPARE(state(), SessionState::Paused);
    }
    /// Turns to its second page, which asks.
    void openQuestion() {
        openStory();
        click("storyNext");
        QTRY_VERIFY(child("optionA")->isVisible());
    }
    QString explanation() {
        const auto* label = child<QLabel>("explanation");
        return label == nullptr ? QString() : label->text();
    }
    QString progress() { return child<QLabel>("storyProgress")->text(); }
    static bool buttonHasFocus() { return qobject_cast<QAbstractButton*>(QApplication::focusWidget()) != nullptr; }
    QString waiting() { return child<QLabel>("storyWaiting")->text(); }
    QWidget* marked() {
        const auto marks = window->findChildren<QWidget*>(QStringLiteral("storyMark"));
        return marks.size() == 1 ? marks.front()->parentWidget() : nullptr;
    }
};

}  // namespace

class StoryDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void hiddenUntilSomebodyWantsStories() {
        StoryBench bench;
        QVERIFY(!bench.dock()->isVisible());
        bench.window->findChild<QPushButton*>(QStringLiteral("stories"))->click();
        QVERIFY(bench.dock()->isVisible());
        QVERIFY(bench.child("story:01-sinks") != nullptr);
        QVERIFY(bench.child("story:06-past-the-context") != nullptr);
        QCOMPARE(bench.state(), SessionState::Empty);
    }
    void anExampleLeadsToItsStory() {
        StoryBench bench;
        int led = 0;
        for (auto* sentence : bench.window->findChildren<QLabel*>()) {
            if (sentence->text().contains(QStringLiteral("href=\"02-forgotten-fact\""))) {
                ++led;
                Q_EMIT sentence->linkActivated(QStringLiteral("02-forgotten-fact"));
            }
        }
        QCOMPARE(led, 1);
        QVERIFY(bench.dock()->isVisible());
        QVERIFY(bench.child<QWidget>("storyText")->isVisible());
        QVERIFY(bench.child<QLabel>("storyProgress")->isVisible());
        QCOMPARE(bench.workspace->problems().warnings(), 0);
    }
    void theHelpMenuOpensTheList() {
        StoryBench bench;
        bench.press("stories");
        QVERIFY(bench.dock()->isVisible());
        bench.click("story:01-sinks");
        QVERIFY(bench.child<QTextBrowser>("storyText")->toPlainText().contains(QLatin1String("Where attention goes")));
    }
    void aStoryIsOpenedByItsFileAndATextIsNot() {
        StoryBench bench;
        QFile text(bench.folder.filePath(QStringLiteral("text.md")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("# A heading\n\nA text to read.\n");
        text.close();
        bench.window->openPath(text.fileName());
        QVERIFY(!bench.dock()->isVisible());
        QCOMPARE(bench.workspace->draft().base().textFile.filename().string(), std::string("text.md"));
        bench.window->openPath(bench.path());
        QVERIFY(bench.dock()->isVisible());
        QCOMPARE(bench.progress(), QStringLiteral("page 1 of 2"));
    }
    void playedToItsEndByClicks() {
        StoryBench bench;
        bench.window->openPath(bench.path());
        QVERIFY(bench.child<QTextBrowser>("storyText")->toPlainText().contains(QLatin1String("file:///etc/passwd")));
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QTRY_COMPARE(bench.workspace->client().steps(), 61);
        QTRY_VERIFY(bench.window->dock(QStringLiteral("probes"))->isVisible());
        QTRY_VERIFY(bench.marked() != nullptr);
        QCOMPARE(bench.marked()->objectName(), QStringLiteral("parameter:recent"));
        QVERIFY(!bench.child("storyBack")->isEnabled());
        bench.click("storyNext");
        QCOMPARE(bench.marked(), nullptr);
        QCOMPARE(bench.child("storyNext")->text(), QStringLiteral("Skip"));
        QVERIFY(bench.waiting().contains(QLatin1String("your answer")));
        QCOMPARE(bench.explanation(), QString());
        QTRY_VERIFY(bench.child("optionA")->isVisible());
        bench.click("optionA");
        QTRY_COMPARE(bench.explanation(),
                     QStringLiteral("You said A, it is B. Because <i>it</i> &lt;i&gt;is&lt;/i&gt; so."));
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_VERIFY(bench.waiting().isEmpty());
        QVERIFY(!bench.child("storyNext")->isEnabled());
        bench.click("storyBack");
        bench.click("storyNext");
        QVERIFY(!bench.explanation().isEmpty());
        const auto recording = bench.workspace->recording();
        bench.click("allStories");
        QVERIFY(bench.child("story:01-sinks")->isVisible());
        QCOMPARE(bench.workspace->recording(), recording);
        QCOMPARE(bench.marked(), nullptr);
    }
    void aClickOnTheTextOfAnOptionAnswers() {
        StoryBench bench;
        bench.openQuestion();
        QTest::mouseClick(bench.child<QLabel>("optionTextA"), Qt::LeftButton);
        QTRY_VERIFY(bench.explanation().startsWith(QStringLiteral("You said A")));
    }
    void aLetterAnswersAndSetsNoCursor() {
        StoryBench bench;
        QVERIFY(bench.activate());
        bench.openQuestion();
        bench.key(Qt::Key_B);
        QTRY_VERIFY(bench.explanation().startsWith(QStringLiteral("Right, it is B.")));
        QVERIFY(!bench.workspace->selection().cursorB());
        // Once it is answered, the letter is the window's again.
        bench.key(Qt::Key_B);
        QTRY_VERIFY(bench.workspace->selection().cursorB().has_value());
    }
    /// Page 2 asks what its run will show.
    void theAnswerIsToldOnceTheRunIsOver() {
        StoryBench bench;
        bench.openQuestion();
        bench.click("optionA");
        QCOMPARE(bench.explanation(), QString());
        QCOMPARE(bench.child<QLabel>("guess")->text(), QStringLiteral("You said A. The run will show it."));
        QTRY_VERIFY(!bench.explanation().isEmpty());
        QCOMPARE(bench.state(), SessionState::Finished);
    }
    void aNumberIsTypedAndComparedAfterwards() {
        StoryBench bench;
        bench.openPages("## P\n::: ask How many?\n= 260 within 2\nFour and *256*.\n:::\n");
        QTRY_VERIFY(bench.child<QLineEdit>("countBox") != nullptr);
        auto* box = bench.child<QLineEdit>("countBox");
        QVERIFY(!bench.child("lockNumber")->isEnabled());
        box->setText(QStringLiteral("many"));
        QVERIFY(!bench.child("lockNumber")->isEnabled());
        box->setText(QStringLiteral("257,5"));
        QVERIFY(bench.child("lockNumber")->isEnabled());
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(bench.explanation(), QStringLiteral("You said 257.5, it is 260. Four and <i>256</i>."));
        QTRY_VERIFY(bench.child("lockNumber") == nullptr);
        bench.click("repeatPage");
        QVERIFY(bench.child("lockNumber") != nullptr);
        bench.child<QLineEdit>("countBox")->setText(QStringLiteral("261"));
        bench.child("lockNumber")->click();
        QTRY_COMPARE(bench.explanation(), QStringLiteral("Right, it is 260. Four and <i>256</i>."));
    }
    void aLayoutShowsItsDocksAndThoseFromBeforeReturn() {
        StoryBench bench;
        bench.press("stories");
        QVERIFY(bench.window->dock(QStringLiteral("run"))->isVisible());
        bench.openPages("## P\n::: layout strip nll\n");
        for (const char* id : {"strip", "nll", "story"}) {
            QVERIFY2(bench.window->dock(QString::fromLatin1(id))->isVisible(), id);
        }
        QVERIFY(!bench.window->dock(QStringLiteral("run"))->isVisible());
        QVERIFY(!bench.window->dock(QStringLiteral("budgets"))->isVisible());
        bench.click("allStories");
        QTRY_VERIFY(bench.window->dock(QStringLiteral("run"))->isVisible());
        QVERIFY(bench.dock()->isVisible());
        bench.openPages("## P\n::: layout elsewhere\n");
        QCOMPARE(bench.waiting(), QStringLiteral("There is no dock “elsewhere”."));
        QVERIFY(bench.window->dock(QStringLiteral("run"))->isVisible());
    }
    void aModeSetsTheControlsOfItsDock() {
        StoryBench bench;
        QVERIFY(hasMode(*bench.window, QStringLiteral("attention"), QStringLiteral("mean")));
        QVERIFY(!hasMode(*bench.window, QStringLiteral("attention"), QStringLiteral("odd")));
        QVERIFY(!hasMode(*bench.window, QStringLiteral("none"), QStringLiteral("mean")));
        QVERIFY(!setMode(*bench.window, QStringLiteral("attention"), QString()));
        auto* pooling =
            bench.window->dock(QStringLiteral("attention"))->findChild<QComboBox*>(QStringLiteral("viewPooling"));
        QCOMPARE(pooling->currentIndex(), 0);
        bench.openPages("## P\n::: show attention mode=mean\n");
        QCOMPARE(pooling->currentIndex(), 1);
        QCOMPARE(bench.waiting(), QString());
        bench.openPages("## P\n::: show attention mode=odd\n");
        QCOMPARE(bench.waiting(), QStringLiteral("“Attention” has no mode “odd”."));
    }
    void aFinishedStoryHasATickAlsoInTheNextSession() {
        StoryBench bench;
        QSettings settings(bench.folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        auto& finished = *bench.window->findChild<FinishedStories*>();
        finished.rememberIn(&settings);
        bench.openPages("## P\nText.\n");
        QVERIFY(!finished.has(QString()));  // it is not in the list
        Q_EMIT bench.workspace->storyRequested(QStringLiteral("01-sinks"));
        const auto pages = static_cast<int>(readStory(listStories().front().file)->pages.size());
        QVERIFY(!finished.has(QStringLiteral("01-sinks")));
        auto& player = *bench.window->findChild<StoryPlayer*>();
        for (int page = 1; page < pages; ++page) {
            player.next();
        }
        QTRY_VERIFY(finished.has(QStringLiteral("01-sinks")));
        bench.click("allStories");
        QVERIFY2(bench.child("story:01-sinks")->accessibleName().startsWith(QStringLiteral("✓ ")),
                 qPrintable(bench.child("story:01-sinks")->accessibleName()));
        QVERIFY(!bench.child("story:02-forgotten-fact")->accessibleName().contains(QStringLiteral("✓")));
        FinishedStories later;
        later.rememberIn(&settings);
        QVERIFY(later.has(QStringLiteral("01-sinks")));
        QVERIFY(!later.has(QStringLiteral("02-forgotten-fact")));
    }
    void aTermLeadsToTheGlossary() {
        StoryBench bench;
        bench.openPages("## P\nTwo [nats](term:nats).\n");
        Q_EMIT bench.child<QTextBrowser>("storyText")->anchorClicked(QUrl(QStringLiteral("https://example.org")));
        QVERIFY(bench.window->findChild<HelpWindow*>() == nullptr);
        Q_EMIT bench.child<QTextBrowser>("storyText")->anchorClicked(QUrl(QStringLiteral("term:nats")));
        auto* help = bench.window->findChild<HelpWindow*>();
        QVERIFY(help != nullptr && help->isVisible());
        const auto marks = help->findChild<HelpBrowser*>()->extraSelections();
        QCOMPARE(marks.size(), 1);
        QCOMPARE(marks.front().cursor.selectedText(), QStringLiteral("Nats"));
    }
    void nobodyIsAskedToKeepTheRunsOfAStory() {
        StoryBench bench;
        bench.openStory();
        bench.click("storyNext");
        bench.click("storyNext");
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QVERIFY(bench.window->close());
    }
    void spaceRunsAfterAClickIntoTheStory() {
        StoryBench bench;
        QVERIFY(bench.activate());
        bench.window->openPath(bench.path());
        QTRY_COMPARE(bench.workspace->client().steps(), 61);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.click("storyNext");
        bench.key(Qt::Key_Space);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void spaceRunsAStoryOfTheList_data() {
        QTest::addColumn<bool>("byClick");
        QTest::addRow("click") << true;
        QTest::addRow("key") << false;
    }
    void spaceRunsAStoryOfTheList() {
        QFETCH(bool, byClick);
        StoryBench bench;
        QVERIFY(bench.activate());
        bench.press("stories");
        auto* button = bench.child("story:05-lazy-pruning");
        QVERIFY(button != nullptr);
        if (byClick) {
            QTest::mouseClick(button, Qt::LeftButton);
        } else {
            button->setFocus(Qt::TabFocusReason);
            bench.key(Qt::Key_Space);  // which, like Enter, presses a button
        }
        QVERIFY(bench.child("storyNext")->isVisible());
        QVERIFY(!bench.buttonHasFocus());
        QTRY_VERIFY(bench.state() == SessionState::Running || bench.state() == SessionState::Paused ||
                    bench.state() == SessionState::Finished);
        QTRY_VERIFY(bench.state() != SessionState::Running);
        bench.key(Qt::Key_Space);
        QVERIFY(bench.child("storyNext")->isVisible());
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void noButtonHasTheFocusThatANoLongerSeenOneHad() {
        StoryBench bench;
        QVERIFY(bench.activate());
        bench.openStory();
        bench.child("storyNext")->setFocus(Qt::TabFocusReason);
        bench.key(Qt::Key_Space);  // who went there on purpose turns the page
        QCOMPARE(bench.progress(), QStringLiteral("page 2 of 2"));
        QTRY_VERIFY(bench.child("optionA")->isVisible());
        bench.child("optionA")->setFocus(Qt::TabFocusReason);
        bench.key(Qt::Key_Space);
        QTRY_VERIFY(!bench.explanation().isEmpty());
        QVERIFY(!bench.buttonHasFocus());
        bench.child("storyBack")->setFocus(Qt::TabFocusReason);
        bench.key(Qt::Key_Space);
        QVERIFY(!bench.child("storyBack")->isEnabled());
        QVERIFY(!bench.buttonHasFocus());
        bench.click("allStories");
        QVERIFY(bench.child("story:01-sinks")->isVisible());
        QVERIFY(!bench.buttonHasFocus());
    }
    void theLastPageIsSkippedToo() {
        StoryBench bench;
        bench.openStory();
        bench.click("storyNext");
        bench.click("storyNext");
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_VERIFY(!bench.child("storyNext")->isEnabled());
        QCOMPARE(bench.progress(), QStringLiteral("page 2 of 2"));
    }
    void aClosedDockComesBackWithItsPage() {
        StoryBench bench;
        bench.openStory();
        bench.click("storyNext");
        bench.dock()->hide();
        const auto recording = bench.workspace->recording();
        bench.press("stories");
        QVERIFY(bench.child<QLabel>("storyProgress")->isVisible());
        QCOMPARE(bench.progress(), QStringLiteral("page 2 of 2"));
        QCOMPARE(bench.workspace->recording(), recording);
    }
    void theListGoesOnWithTheStoryThatWasLeft() {
        StoryBench bench;
        bench.openQuestion();
        bench.click("optionA");
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        const auto recording = bench.workspace->recording();
        bench.click("allStories");
        QCOMPARE(bench.child("storyGoOn")->accessibleName(), QStringLiteral("Go on with “Two pages”, page 2 of 2"));
        bench.dock()->hide();
        bench.press("stories");
        bench.click("storyGoOn");
        QCOMPARE(bench.progress(), QStringLiteral("page 2 of 2"));
        QVERIFY(!bench.explanation().isEmpty());
        QCOMPARE(bench.workspace->recording(), recording);
        bench.click("allStories");
        QVERIFY(bench.child("storyGoOn") != nullptr);
        bench.click("story:01-sinks");
        bench.click("allStories");
        QVERIFY(bench.child("storyGoOn") == nullptr ||
                !bench.child("storyGoOn")->accessibleName().contains(QLatin1String("Two pages")));
    }
    void theMarkFollowsAControlThatIsMadeAnew() {
        StoryBench bench;
        bench.window->openPath(bench.path());
        QTRY_VERIFY(bench.marked() != nullptr);
        QVERIFY(bench.workspace->draft().lanes().set(bench.workspace->plugins().catalog(), {"h2o"}).has_value());
        QTRY_VERIFY(bench.marked() != nullptr && bench.marked()->window() == bench.window.get());
        bench.dock()->hide();
        QTRY_COMPARE(bench.marked(), nullptr);
        bench.dock()->show();
        QTRY_VERIFY(bench.marked() != nullptr);
    }
    void controlsAreFoundByName() {
        StoryBench bench;
        for (const char* name : {"nll", "strip", "run", "start", "scrubber", "statusLine", "parameter:recent",
                                 "addLane", "action:run", "action:live", "story"}) {
            QVERIFY2(controlOf(*bench.window, QString::fromLatin1(name)) != nullptr, name);
        }
        QCOMPARE(controlOf(*bench.window, QStringLiteral("action:none")), nullptr);
        QCOMPARE(controlOf(*bench.window, QStringLiteral("none")), nullptr);
        QCOMPARE(controlOf(*bench.window, QString()), nullptr);
    }
    void whatIsNotInTheWindowIsSaid() {
        StoryBench bench;
        const auto plays = [&](const QByteArray& directives) {
            QFile file(bench.path());
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("# T\nS.\n## P\nText.\n" + directives);
            file.close();
            bench.window->openPath(bench.path());
        };
        plays("::: show nnl\n::: highlight strat\n::: highlight none\n");
        QCOMPARE(bench.waiting(), QStringLiteral("There is no dock “nnl”."));
        QVERIFY(bench.child<QWidget>("storyWaiting")->isVisible());
        QCOMPARE(bench.workspace->problems().warnings(), 2);
        plays("::: on enter highlight strat\n");
        QCOMPARE(bench.waiting(), QStringLiteral("There is no control “strat” to mark."));
        // The form of the policy is there as soon as it is loaded.
        plays("::: load text=story policy=h2o:heavy=64 prompt=40\n::: highlight parameter:heavy\n");
        QCOMPARE(bench.waiting(), QString());
        QVERIFY(bench.marked() != nullptr);
    }
    void aFileWithAMistakeIsASentence() {
        StoryBench bench;
        QFile file(bench.folder.filePath(QStringLiteral("bad.md")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# T\nS.\n## P\n::: exec\n");
        file.close();
        bench.window->openPath(file.fileName());
        QCOMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY(bench.dock()->isVisible());
    }
    void whatAnswersCostIsSeenBesideAStory() {
        StoryBench bench;
        bench.window->fitTo(QSize(1280, 800));
        bench.window->resize(1280, 800);
        bench.window->openPath(bench.path());
        Dock* probes = bench.window->dock(QStringLiteral("probes"));
        QTRY_VERIFY(probes->shown());
        const auto* table = probes->findChild<QTableView*>();
        QTRY_VERIFY(table->model()->rowCount() > 0);
        const auto* header = table->horizontalHeader();
        const auto fits = [&] {
            return header->sectionSize(0) >= table->fontMetrics().averageCharWidth() * 9 &&
                   header->length() <= table->viewport()->width();
        };
        QTRY_VERIFY2(fits(), qPrintable(QString::number(header->sectionSize(0))));
        QVERIFY(header->isSectionHidden(ProbesModel::Answer));
        bench.window->focusDock(*probes);
        bench.press("maximise");
        QTRY_VERIFY(!header->isSectionHidden(ProbesModel::Answer) && fits());
    }
    void widthsThatFit() {
        StoryBench bench;
        bench.window->resize(1024, 700);
        bench.window->openPath(bench.path());
        QCoreApplication::processEvents();
        QVERIFY2(bench.window->width() <= 1024, qPrintable(QString::number(bench.window->width())));
        QVERIFY(bench.dock()->width() >= 150);
    }
    void thereIsRoomToReadWhereTheWindowHasIt() {
        StoryBench bench;
        bench.window->resize(1600, 1000);
        bench.window->openPath(bench.path());
        QTRY_VERIFY2(bench.dock()->width() >= 280, qPrintable(QString::number(bench.dock()->width())));
        QCOMPARE(bench.window->width(), 1600);
    }
};

QTEST_MAIN(StoryDockTest)
#include "story_dock_test.moc"
