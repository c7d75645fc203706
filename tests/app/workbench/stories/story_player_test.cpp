// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_player.h"

#include <QSignalSpy>

#include "app/workbench/session/trace_index.h"
#include "app/workbench/stories/story_check.h"
#include "app/workbench/stories/story_parser.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/manifest_catalog.h"

#include <QtTest>

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// The fake engine: 40 tokens of prompt, then to 200; lane 1 holds 4 + 32, so that it prunes from step 36 on.
struct Stage {
    explicit Stage(FakeShape shape = {})
        : workspace(manifestsOnly(folder), fakeEngine(std::move(shape))), player(workspace) {}

    void play(const std::string& pages) {
        auto story = parseStory("# T\nS.\n" + pages, "s.md");
        QVERIFY2(story.has_value(), story ? "" : story.error().sentence().c_str());
        player.open(std::move(*story), folder.path().toStdString());
    }
    SessionState state() { return workspace.client().status().state; }
    std::string checked(const std::string& pages, const Recording* shown = nullptr) {
        const auto story = parseStory("# T\nS.\n" + pages, "s.md");
        if (!story) {
            return story.error().sentence();
        }
        const StoryControls controls{[](const QString& id) { return id == QLatin1String("nll"); },
                                     [](const QString& name) { return name == QLatin1String("start"); },
                                     [](const QString& id, const QString& mode) {
                                         return id == QLatin1String("nll") && mode == QLatin1String("lanes");
                                     },
                                     [](const QString& term) { return term == QLatin1String("nats"); }};
        const auto fits = checkStory(*story, folder.filePath("s.md").toStdString(), workspace, controls, shown);
        return fits ? "fits" : fits.error().sentence();
    }

    QTemporaryDir folder;
    Workspace workspace;
    StoryPlayer player;
};

const std::string kLoad = "::: load text=story policy=streaming:sinks=4,recent=32 prompt=40\n";

}  // namespace

class StoryPlayerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void loadFillsTheDraftAndStartsNothing() {
        Stage stage;
        stage.play(
            "## P\n::: load text=ledger policy=h2o:heavy=64 policy=tova prompt=300 steps=50 positions=cache-rank\n");
        QVERIFY(stage.player.pageDone());
        QCOMPARE(stage.player.mistake(), QString());
        QCOMPARE(stage.state(), SessionState::Empty);
        const auto spec = stage.workspace.draft().spec();
        QVERIFY(spec.has_value());
        QCOMPARE(spec->policies, (std::vector<std::string>{"full", "h2o:heavy=64", "tova"}));
        QCOMPARE(spec->textFile.filename().string(), std::string("ledger.txt"));
        QCOMPARE(spec->promptTokens, 300);
        QCOMPARE(spec->steps, 50);
        QVERIFY(spec->positions == Positions::CacheRank);
    }
    void compareChangesThePoliciesOnly() {
        Stage stage;
        stage.play("## P\n" + kLoad + "::: compare snapkv:capacity=64 tova\n");
        QTRY_VERIFY(stage.player.pageDone());
        const auto spec = stage.workspace.draft().spec();
        QCOMPARE(spec->policies, (std::vector<std::string>{"full", "snapkv:capacity=64", "tova"}));
        QCOMPARE(spec->promptTokens, 40);
    }
    void manyLoadsLeaveTheWindowAlive() {
        Stage stage;
        std::string loads;
        for (int i = 0; i < 40; ++i) {
            loads += kLoad;
        }
        stage.play("## P\n" + loads + "::: pause\n---\n" + kLoad);
        QVERIFY(!stage.player.pageDone());
        QCOMPARE(stage.player.waitingFor(), QString());
        int turns = 0;  // of the event loop, which are as many of the user's
        while (!stage.player.pageDone()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            QVERIFY(++turns < 10'000);
        }
        QVERIFY2(turns > 10, qPrintable(QString::number(turns)));
        // Whoever turns the page meanwhile has left what is behind.
        stage.player.repeat();
        QVERIFY(!stage.player.pageDone());
        stage.player.next();
        QVERIFY(stage.player.pageDone());
        QCOMPARE(stage.player.page(), 1);
    }
    void aTextBesideTheStoryIsReadAndNothingElse() {
        Stage stage;
        QFile own(stage.folder.filePath("own.txt"));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("Some words of a teacher.");
        own.close();
        stage.play("## P\n::: load text=own.txt policy=full\n");
        QCOMPARE(stage.workspace.draft().base().textFile.filename().string(), std::string("own.txt"));
        for (const char* outside : {"../own.txt", "/etc/passwd", "..", ".", "sub/own.txt"}) {
            stage.play(std::string("## P\n::: load text=") + outside + " policy=full\n");
            QVERIFY2(stage.player.mistake().contains(QLatin1String("there is no such text")), outside);
        }
        QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), stage.folder.filePath("link.txt")));
        stage.play("## P\n::: load text=link.txt policy=full\n");
        QVERIFY(stage.player.mistake().contains(QLatin1String("a link to a file outside the story's folder")));
    }
    void runToPausesThereAndRunGoesOn() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: run to 60\n::: goto step 50\n---\n::: run\n::: wait for finished\n");
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.state(), SessionState::Paused);
        QCOMPARE(stage.workspace.client().steps(), 61);
        QCOMPARE(stage.workspace.step(), 50);
        stage.player.next();
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.state(), SessionState::Finished);
        QCOMPARE(stage.player.waitingFor(), QString());
    }
    void skippingPlaysWhatStandsBehindTheQuestion() {
        Stage stage;
        stage.play("## A\n" + kLoad +
                   "::: run to 60\n---\n::: ask Q?\n- [x] a\n- [ ] b\nE.\n:::\n::: run\n::: wait for finished\n"
                   "::: layer 2\n::: wait for token\n---\n::: goto end\n---\n");
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY(!stage.player.waitsForLearner());
        stage.player.next();
        QVERIFY(stage.player.waitsForLearner());
        stage.player.skip();
        QVERIFY(!stage.player.waitsForLearner());
        QTRY_COMPARE(stage.player.page(), 2);
        QCOMPARE(stage.state(), SessionState::Finished);
        QCOMPARE(stage.workspace.layer(), 2);
        QCOMPARE(stage.workspace.step(), 199);
        QCOMPARE(stage.player.mistake(), QString());
        // One page only.
        QTest::qWait(0);
        QCOMPARE(stage.player.page(), 2);
    }
    void aSecondRunIsPlayedOnTheSecondRecording() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: run\n::: wait for finished\n---\n" + kLoad + "::: run to 70\n::: layer 2\n");
        QTRY_VERIFY(stage.player.pageDone());
        const auto first = stage.workspace.recording();
        stage.player.next();
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY(stage.workspace.recording() != first);
        QCOMPARE(stage.workspace.client().steps(), 71);
        QCOMPARE(stage.workspace.layer(), 2);
    }
    void selectionsAndPlaces() {
        Stage stage;
        stage.play("## A\n" + kLoad +
                   "::: run\n::: wait for finished\n::: layer 1\n::: head 3\n::: lane 1\n::: goto prune 2\n---\n"
                   "::: head all\n::: lane 0\n::: goto probe 1\n---\n::: goto start\n---\n::: goto end\n");
        const Selection& selection = stage.workspace.selection();
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(selection.layer(), 1);
        QCOMPARE(selection.head(), 3);
        QCOMPARE(selection.lane(), 1);
        QCOMPARE(selection.step(), 37);
        stage.player.next();
        QVERIFY(stage.player.pageDone());
        QCOMPARE(selection.head(), -1);
        QCOMPARE(selection.lane(), 0);
        QCOMPARE(selection.step(), 53);
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{5, 6, 7, 8}));
        stage.player.next();
        QCOMPARE(selection.step(), 0);
        stage.player.next();
        QCOMPARE(selection.step(), 199);
        QCOMPARE(stage.player.mistake(), QString());
    }
    void whatIsNotThereIsSaidAndLeftOut() {
        Stage stage;
        stage.play("## A\n::: layer 1\n::: show nll\n");
        QVERIFY(stage.player.pageDone());
        QVERIFY(stage.player.mistake().contains(QLatin1String("no run yet")));
        const auto says = [&](const std::string& directive, const char* words) {
            stage.play("## A\n" + kLoad + "::: run\n::: wait for finished\n" + directive + "\n");
            QTRY_VERIFY(stage.player.pageDone());
            QVERIFY2(stage.player.mistake().contains(QLatin1String(words)), qPrintable(stage.player.mistake()));
        };
        says("::: layer 9", "no layer 9: the model's are 0 to 2");
        says("::: lane 5", "no lane 5: the run's are 0 to 1");
        says("::: goto step 900", "no step 900");
        says("::: goto prune 900", "no number 900");
        says("::: goto probe 7", "one probe");
        says("::: load text=story policy=nonsense", "nonsense");
    }
    void aPageOfAModelThatIsNotHereIsLeftOutAndNoFaultOfTheStory() {
        const QTemporaryDir models;
        qputenv("KVW_MODELS", models.path().toUtf8());
        const std::string pages =
            "## A\n::: load model=mine text=story policy=streaming prompt=40\n::: run\n::: layer 2\n::: layer 99\n"
            "## B\n" +
            kLoad;
        Stage stage;
        QCOMPARE(stage.checked(pages), std::string("fits"));
        stage.play(pages);
        QVERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("mine, which is not on this machine")),
                 qPrintable(stage.player.mistake()));
        QCOMPARE(stage.state(), SessionState::Empty);
        QCOMPARE(stage.workspace.problems().rowCount(), 0);
        stage.player.next();
        QCOMPARE(stage.player.mistake(), QString());
        stage.player.back();  // to a page that was left behind its end
        QVERIFY(stage.player.pageDone());

        const std::filesystem::path mine = models.filePath("mine").toStdString();
        std::filesystem::copy(*embeddedModelDir(), mine);
        QVERIFY(QString::fromStdString(stage.checked(pages)).contains(QLatin1String("no such layer; found 99")));
        stage.player.repeat();
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.workspace.client().loadedModel(), mine);
        QCOMPARE(stage.workspace.selection().layer(), 2);
        stage.player.next();
        stage.player.repeat();  // it was seen before
        QVERIFY(stage.workspace.draft().base().model.empty());
        qunsetenv("KVW_MODELS");
    }
    void aRunThatTheLearnerStopsIsNoFaultOfTheStory() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: run to 60\n::: wait for finished\n::: goto step 150\n::: goto prune 900\n");
        QTRY_COMPARE(stage.workspace.client().status().state, SessionState::Paused);
        stage.workspace.client().stop();
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("was stopped")), qPrintable(stage.player.mistake()));
        QCOMPARE(stage.workspace.problems().copyText(), QString());
        // Nor where it is shown again, without its session.
        stage.workspace.client().view(stage.workspace.recording(), QStringLiteral("again"));
        stage.play("## A\n::: goto step 150\n");
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("was stopped")), qPrintable(stage.player.mistake()));
        QCOMPARE(stage.workspace.problems().copyText(), QString());
    }
    void aPlaceThatNoRunHasIsAFaultWhileTheRunGoesOn() {
        Stage stage;
        stage.workspace.client().setSpeed(50);
        stage.play("## A\n" + kLoad + "::: run\n::: wait for step 60\n::: layer 9\n");
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY2(stage.workspace.problems().copyText().contains(QLatin1String("no layer 9")),
                 qPrintable(stage.workspace.problems().copyText()));
        stage.workspace.client().stop();
    }
    void theFirstMistakeStaysAndAllAreProblems() {
        Stage stage;
        stage.play(
            "## A\n::: on enter layer 9\n::: load text=stori policy=streaming\n::: run to 60\n::: goto prune 1\n## "
            "B\n");
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("no run yet")), qPrintable(stage.player.mistake()));
        ProblemsModel& problems = stage.workspace.problems();
        QCOMPARE(problems.warnings(), 3);
        QCOMPARE(problems.errors(), 0);
        QVERIFY2(
            problems.copyText().contains(QLatin1String("Story s.md, line 5: text: there is no such text; found stori")),
            qPrintable(problems.copyText()));
        QVERIFY(problems.copyText().contains(QLatin1String("Story s.md, line 7: This lane has 0 prune events")));
        stage.player.next();
        QCOMPARE(stage.player.mistake(), QString());
        stage.player.back();
        QCOMPARE(problems.warnings(), 3);  // counted, not listed again
        stage.play("## A\n::: load text=stori policy=streaming\n::: run to 60\n::: goto prune 1\n");
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("stori")), qPrintable(stage.player.mistake()));
    }
    void waitsForWhatTheLearnerDoes() {
        Stage stage;
        stage.play("## A\n" + kLoad +
                   "::: run\n::: wait for finished\n::: wait for token\n::: wait for layer\n::: wait for lane\n"
                   "::: wait for recent >= 64\n::: wait for sinks changed\n::: wait for recent <= 8\n");
        const auto waits = [&](const char* words) {
            return stage.player.waitingFor().contains(QString::fromUtf8(words));
        };
        QTRY_VERIFY(waits("token"));
        stage.workspace.selection().setTokens({7});
        QTRY_VERIFY(waits("layer"));
        stage.workspace.selection().setLayer(2);
        QTRY_VERIFY(waits("lane"));
        stage.workspace.selection().setLane(0);
        QTRY_VERIFY(waits("“Recent” in the run dock to 64 or more"));
        PolicyForm& form = stage.workspace.draft().form();
        form.parameter(QStringLiteral("recent"))->type(QStringLiteral("63"));
        QTRY_VERIFY(waits("64"));
        form.parameter(QStringLiteral("recent"))->type(QStringLiteral("100"));
        QTRY_VERIFY(waits("change “Sinks”"));
        form.parameter(QStringLiteral("sinks"))->type(QStringLiteral("2"));
        QTRY_VERIFY(waits("8 or less"));
        form.parameter(QStringLiteral("recent"))->type(QStringLiteral("8"));
        QTRY_VERIFY(stage.player.pageDone());
        QTRY_VERIFY(stage.player.waitingFor().isEmpty());
    }
    void aQuestionComesBeforeWhatItReveals() {
        Stage stage;
        const std::string ask = "::: ask Which?\n- [ ] a\n- [x] b\nSo.\n:::\n";
        stage.play("## A\n" + ask + "::: show nll\n## B\n" + ask + "## C\n");
        QSignalSpy shown(&stage.player, &StoryPlayer::showDock);
        QVERIFY(stage.player.question() != nullptr);
        QCOMPARE(stage.player.answer(), -1);
        QVERIFY(stage.player.waitingFor().contains(QLatin1String("your answer")));
        QCOMPARE(shown.size(), 0);
        stage.player.answerWith(0);
        QCOMPARE(stage.player.answer(), 0);
        QCOMPARE(shown.size(), 1);
        stage.player.answerWith(1);
        QCOMPARE(stage.player.answer(), 0);
        stage.player.next();
        stage.player.reveal();
        QCOMPARE(stage.player.answer(), 2);
        stage.player.back();
        QCOMPARE(stage.player.answer(), 0);
        QCOMPARE(shown.size(), 1);
        stage.player.repeat();
        QCOMPARE(stage.player.answer(), -1);
    }
    void anAnswerIsLockedUntilTheRunHasShownIt() {
        Stage stage;
        stage.play("## A\n" + kLoad +
                   "::: ask How many?\n= 36 within 1\nSo.\n:::\n::: run\n::: reveal after finished\n");
        QTRY_VERIFY(stage.player.question() != nullptr);
        stage.player.answerWithNumber(35.5);
        QCOMPARE(stage.player.answer(), 0);
        QCOMPARE(stage.player.typed(), 35.5);
        QVERIFY(!stage.player.revealed());
        stage.player.answerWithNumber(1);
        QCOMPARE(stage.player.typed(), 35.5);
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY(stage.player.revealed());
        QCOMPARE(stage.state(), SessionState::Finished);
        stage.play("## A\n::: ask How many?\n= 36\nSo.\n:::\n");
        stage.player.reveal();
        QCOMPARE(stage.player.answer(), 1);
        QVERIFY(stage.player.revealed());
    }
    void fillTypesIntoTheForm() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: fill recent 48\n");
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.player.mistake(), QString());
        QCOMPARE(stage.workspace.draft().form().parameter(QStringLiteral("recent"))->text(), QStringLiteral("48"));
        stage.play("## A\n" + kLoad + "::: fill recent many\n");
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("many")), qPrintable(stage.player.mistake()));
        stage.play("## A\n" + kLoad + "::: fill nonsense 4\n");
        QTRY_VERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("nonsense")), qPrintable(stage.player.mistake()));
    }
    void layoutAndModesAreForTheWindow() {
        Stage stage;
        QSignalSpy only(&stage.player, &StoryPlayer::showOnly), shown(&stage.player, &StoryPlayer::showDock);
        stage.play("## A\n::: layout strip nll\n::: show nll mode=lanes\n## B\n::: on enter layout none\n");
        QCOMPARE(only.size(), 1);
        QCOMPARE(only[0][0].toStringList(), (QStringList{QStringLiteral("strip"), QStringLiteral("nll")}));
        QCOMPARE(shown[0][1].toString(), QStringLiteral("lanes"));
        stage.player.next();
        QCOMPARE(only.size(), 2);
        QVERIFY(only[1][0].toStringList().isEmpty());
    }
    void theCheckKnowsModesTermsAndValues() {
        Stage stage;
        QCOMPARE(stage.checked("## A\n" + kLoad + "::: fill recent 64\n::: layout nll\n::: show nll mode=lanes\n"),
                 std::string("fits"));
        const auto says = [&](const std::string& page, const char* words) {
            const std::string sentence = stage.checked("## A\n" + kLoad + page);
            QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
        };
        says("::: fill recent many\n", "recent takes no such value; found many");
        says("::: fill none 4\n", "streaming has no such parameter; found none");
        says("::: layout nll elsewhere\n", "there is no such dock; found elsewhere");
        says("::: show nll mode=odd\n", "nll has no such mode; found odd");
        says("A [word](term:word).\n", "the help explains no such term; found word");
        says("A [word](term:nats).\n", "fits");
    }
    void aPageIsPlayedOnceAndTurningNeverWaits() {
        Stage stage;
        stage.play("## A\n::: highlight start\n::: wait for token\n::: show nll\n## B\n::: show strip\n## C\n");
        QSignalSpy shown(&stage.player, &StoryPlayer::showDock);
        QCOMPARE(stage.player.highlighted(), QStringLiteral("start"));
        stage.player.next();
        QCOMPARE(stage.player.page(), 1);
        QCOMPARE(stage.player.highlighted(), QString());
        stage.workspace.selection().setTokens({1});
        QCoreApplication::processEvents();
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0][0].toString(), QStringLiteral("strip"));
        stage.player.back();
        stage.player.next();
        QCOMPARE(shown.size(), 1);
        stage.player.next();
        stage.player.next();
        QCOMPARE(stage.player.page(), 2);
        stage.player.back();
        stage.player.repeat();
        QCOMPARE(shown.size(), 2);
    }
    void aPageThatIsTurnedToAgainGoesOnWhereItWasLeft() {
        Stage stage;
        stage.play("## A\n::: ask Which?\n- [ ] a\n- [x] b\nSo.\n:::\n" + kLoad +
                   "::: run to 60\n::: highlight start\n::: wait for token\n::: show nll\n## B\n::: show strip\n"
                   "## C\n" +
                   kLoad + "::: run to 50\n");
        QSignalSpy shown(&stage.player, &StoryPlayer::showDock);
        stage.player.next();
        stage.player.back();
        QVERIFY(stage.player.question() != nullptr);
        QVERIFY(stage.player.waitingFor().contains(QLatin1String("your answer")));
        stage.player.answerWith(1);
        QTRY_VERIFY(stage.player.waitingFor().contains(QLatin1String("token")));
        stage.player.next();
        QCOMPARE(shown.size(), 1);
        stage.player.back();
        QCOMPARE(stage.player.answer(), 1);
        QCOMPARE(stage.player.highlighted(), QStringLiteral("start"));
        stage.workspace.selection().setTokens({7});
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(shown.size(), 2);
        QCOMPARE(shown[1][0].toString(), QStringLiteral("nll"));
        // Each page shows its run, and what was looked at.
        const auto ofA = stage.workspace.recording();
        stage.workspace.selection().setStep(21);
        stage.player.next();
        stage.player.next();
        QTRY_VERIFY(stage.player.pageDone());
        const auto ofC = stage.workspace.recording();
        QVERIFY(ofC != ofA);
        stage.workspace.selection().setStep(33);
        stage.player.back();
        stage.player.back();
        QCOMPARE(stage.workspace.recording(), ofA);
        QCOMPARE(stage.workspace.selection().step(), 21);
        QCOMPARE(stage.workspace.selection().tokens(), (std::vector<std::int32_t>{7}));
        stage.player.next();
        stage.player.next();
        QCOMPARE(stage.workspace.recording(), ofC);
        QCOMPARE(stage.workspace.selection().step(), 33);
        QCOMPARE(stage.player.mistake(), QString());
    }
    void whatARunThatIsOverCannotGoOnWithIsSaid() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: run to 50\n::: wait for token\n::: run\n## B\n" + kLoad + "::: run to 50\n");
        QTRY_VERIFY(stage.player.waitingFor().contains(QLatin1String("token")));
        stage.player.next();
        QTRY_VERIFY(stage.player.pageDone());
        stage.player.back();
        QVERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("Page again")), qPrintable(stage.player.mistake()));
        stage.player.repeat();
        QTRY_VERIFY(stage.player.waitingFor().contains(QLatin1String("token")));
        QCOMPARE(stage.player.mistake(), QString());
    }
    void aRunThatWasPassedOverIsNoMistakeOfTheStory() {
        Stage stage;
        stage.play("## A\n::: wait for token\n" + kLoad + "::: run\n## B\n::: lane 1\n::: goto prune 1\n");
        stage.player.next();
        QVERIFY(stage.player.pageDone());
        QVERIFY2(stage.player.mistake().contains(QLatin1String("not shown")), qPrintable(stage.player.mistake()));
        QCOMPARE(stage.workspace.problems().copyText(), QString());
    }
    void aPageStartsNoRunOfALaterOne() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: wait for token\n::: run\n## B\n" + kLoad + "::: wait for layer\n::: run\n");
        stage.player.next();
        stage.player.back();
        QVERIFY2(stage.player.mistake().contains(QLatin1String("Page again")), qPrintable(stage.player.mistake()));
        stage.workspace.selection().setTokens({7});
        QCoreApplication::processEvents();
        QVERIFY(stage.workspace.recording() == nullptr);
        stage.player.next();
        QVERIFY(stage.player.waitingFor().contains(QLatin1String("layer")));
    }
    void leavingStopsNothing() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: run to 60\n");
        QTRY_VERIFY(stage.player.pageDone());
        const auto recording = stage.workspace.recording();
        stage.workspace.client().resume();
        stage.player.leave();
        QVERIFY(stage.player.story() == nullptr);
        QTRY_COMPARE(stage.state(), SessionState::Finished);
        QCOMPARE(stage.workspace.recording(), recording);
        QCOMPARE(stage.workspace.draft().form().policyText(), QStringLiteral("streaming:recent=32"));
    }
    void forksAreThoseOfTheRunsDock() {
        Stage stage;
        stage.play("## A\n" + kLoad +
                   "::: run\n::: wait for finished\n::: lane 1\n::: fork at 100 full\n::: wait for finished\n---\n"
                   "::: compare fork\n---\n::: fork at probe 9 full\n---\n::: fork at 100 nonsense\n");
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.player.mistake(), QString());
        Forks& forks = stage.workspace.forks();
        const int run = forks.current();
        QCOMPARE(run, 1);
        QCOMPARE(forks.tree().node(run).parent, 0);
        QCOMPARE(forks.tree().node(run).step, 100);
        stage.player.next();
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.player.mistake(), QString());
        QCOMPARE(forks.current(), -1);
        QCOMPARE(stage.workspace.recording()->lanes(), 3);
        forks.show(0);
        stage.player.next();
        QTRY_VERIFY(stage.player.mistake().contains(QLatin1String("no such probe")));
        stage.player.next();
        QTRY_VERIFY(stage.player.mistake().contains(QLatin1String("nonsense")));
    }
    void aForkWaitsForItsPlaceAndALearnersForkIsSeen() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: run to 60\n::: lane 1\n::: fork at 90 full\n---\n::: wait for fork\n");
        QTRY_VERIFY(stage.player.waitingFor().contains(QLatin1String("to reach the fork")));
        stage.workspace.client().stepBy(40);
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.workspace.forks().tree().node(1).step, 90);
        stage.player.next();
        QTRY_VERIFY(stage.player.waitingFor().contains(QLatin1String("fork the run (F)")));
        stage.workspace.forks().show(0);
        stage.workspace.selection().setLane(1);
        QVERIFY(stage.workspace.forks().fork(70, QStringLiteral("full")).has_value());
        QTRY_VERIFY(stage.player.pageDone());
    }
    void theForkOfAPausedRunGoesOn() {
        for (const char* fork : {"fork at 50 full", "fork evict 1-5 at 45"}) {
            Stage stage;
            stage.play("## A\n" + kLoad + "::: run to 60\n::: lane 1\n---\n::: " + fork +
                       "\n::: run\n::: wait for finished\n::: compare fork\n");
            QTRY_VERIFY(stage.player.pageDone());
            QCOMPARE(stage.state(), SessionState::Paused);
            stage.player.next();
            QTRY_VERIFY2(stage.player.pageDone(), qPrintable(stage.player.waitingFor()));
            QCOMPARE(stage.player.mistake(), QString());
            QCOMPARE(stage.state(), SessionState::Finished);
            QCOMPARE(stage.workspace.forks().tree().node(1).recording->trace(0).steps(), 200);
        }
    }
    void whatAProbesFactCostIsAskedByAFork() {
        Stage stage;
        stage.play("## A\n" + kLoad + "::: run\n::: wait for finished\n::: lane 1\n::: fork forget probe 1\n");
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.player.mistake(), QString());
        const RunTree::Node& fork = stage.workspace.forks().tree().node(1);
        QCOMPARE(fork.parent, 0);
        const std::string command = fork.recording->description().commandLine;
        QVERIFY2(command.find("restore=") != std::string::npos, command.c_str());
    }
    void hooksArePlayedAtTheirMoments() {
        Stage stage;
        stage.play(
            "## A\n::: on enter show nll\n::: on leave show strip\n::: on done highlight start\n"
            "::: wait for token\n::: show probes\n## B\n::: on done show memory\n");
        QStringList shown;
        QObject::connect(&stage.player, &StoryPlayer::showDock, &stage.player, [&](const QString& id) { shown += id; });
        QCOMPARE(stage.player.highlighted(), QString());
        stage.workspace.selection().setTokens({1});
        QTRY_VERIFY(stage.player.pageDone());
        QCOMPARE(stage.player.highlighted(), QStringLiteral("start"));
        stage.player.next();
        stage.player.back();
        QCOMPARE(shown.join(QLatin1Char(' ')), QStringLiteral("probes strip memory nll"));
        QCOMPARE(stage.player.highlighted(), QStringLiteral("start"));
        stage.player.leave();
        QCOMPARE(shown.back(), QStringLiteral("strip"));
    }
    void pausePauses() {
        Stage stage;
        stage.workspace.client().setSpeed(20);
        stage.play("## A\n" + kLoad + "::: run\n::: wait for step 45\n::: pause\n");
        QTRY_COMPARE(stage.state(), SessionState::Paused);
        QVERIFY(stage.workspace.client().steps() < 100);
    }
    void theCheckNamesTheFirstThatDoesNotFit() {
        Stage stage;
        const std::string load = "## P\n::: load text=story policy=streaming prompt=100\n";
        const auto says = [&](const std::string& pages, const char* words) {
            const std::string sentence = stage.checked(pages);
            QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
        };
        says(load +
                 "::: run to 500\n::: layer 5\n::: head 5\n::: lane 1\n::: goto probe 16\n::: show nll\n"
                 "::: highlight start\n::: wait for recent >= 3\n::: goto step 1400\n",
             "fits");
        says("## P\n::: load text=stori policy=streaming\n",
             "s.md, line 4: text: there is no such text; found stori, expected story");
        says("## P\n::: load text=story policy=streming\n", "streming");
        says("## P\n::: load text=story policy=streaming:recnt=3\n", "recnt");
        says("## P\n::: load text=story policy=streaming prompt=99999\n", "takes the whole text");
        says(load + "::: run\n::: compare cak\n", "s.md, line 6");
        says(load + "::: layer 6\n", "line 5: there is no such layer; found 6, expected a number below 6");
        says(load + "::: head 6\n", "no such head");
        says(load + "::: lane 2\n", "no such lane");
        says(load + "::: goto probe 17\n", "no such probe");
        says(load + "::: goto step 1431\n", "no such step");
        says(load + "::: run to 1431\n", "no such step");
        says(load + "::: show nnl\n", "line 5: there is no such dock; found nnl");
        says(load + "::: highlight strat\n", "no such control");
        says(load + "::: wait for recnt >= 3\n",
             "streaming has no such parameter; found recnt, expected sinks, recent");
        says(load + "::: fork at 1431 full\n", "no such step");
        says(load + "::: fork at probe 17 full\n", "no such probe");
        says(load + "::: fork at 500 h2o:heavi=3\n", "s.md, line 5: ");
        says(load + "::: fork at 500 h2o:heavy=3\n::: compare fork\n", "fits");
        says(load + "::: on done show nnl\n", "line 5: there is no such dock; found nnl");
        says("## P\n::: layer 99\n::: wait for anything changed\n", "fits");
    }
    void theCheckKnowsTheBundleUntilTheStoryLoadsARun() {
        const auto shown = filledFakeRecording({}, 200);  // 3 layers, 4 heads, 1 probe; lane 1 prunes
        TraceIndex index(shown->trace(1));
        index.advance();
        const auto prunes = std::to_string(index.pruneSteps().size());
        const auto tooMany = std::to_string(index.pruneSteps().size() + 1);
        const auto says = [&](const std::string& directives, const std::string& words) {
            Stage stage;
            const std::string sentence = stage.checked("## P\n" + directives, shown.get());
            QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
        };
        says("::: layer 2\n::: head 3\n::: lane 1\n::: goto step 199\n::: goto probe 1\n::: goto prune " + prunes +
                 "\n::: wait for step 199\n::: predict\n",
             "fits");
        says("::: show nll\n::: layer 3\n", "line 5: the bundle has no such layer; found 3, expected a number below 3");
        says("::: head 4\n", "the bundle has no such head");
        says("::: lane 2\n", "the bundle has no such lane");
        says("::: goto step 200\n", "the bundle has no such step");
        says("::: wait for step 200\n", "the bundle has no such step");
        says("::: goto probe 2\n", "the text of the bundle has no such probe");
        says("::: goto prune " + tooMany + "\n",
             "lane 1 of the bundle has no such prune event; found " + tooMany + ", expected at most " + prunes);
        says("::: fork at prune " + tooMany + " full\n", "no such prune event");
        says("::: lane 0\n::: goto prune 1\n", "lane 0 of the bundle has no such prune event");
        says("::: lane 0\n::: predict\n", "lane 0 of the bundle has no such prune event");
        // A fork has other lanes, a run of its own is another run.
        says("::: fork at 100 full\n::: lane 2\n::: goto prune 900\n", "fits");
        says("::: fork at 100 full\n::: layer 3\n", "no such layer");
        says("::: load text=story policy=streaming prompt=100\n::: layer 5\n::: goto step 1400\n::: goto prune 900\n",
             "fits");
    }
};

QTEST_MAIN(StoryPlayerTest)
#include "story_player_test.moc"
