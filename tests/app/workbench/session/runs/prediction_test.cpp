// SPDX-License-Identifier: GPL-3.0-or-later
/// Predict, then reveal, in the window on the fake engine, which prunes one token at every step.
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <algorithm>
#include <cmath>

#include "app/workbench/session/runs/prediction.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_player.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Milliseconds; a run steps behind everything else that the machine does.
constexpr int kPatience = 60000;

FakeShape withRows() {
    FakeShape shape;
    shape.rows = true;
    return shape;
}

struct PredictBench : Bench {
    explicit PredictBench(FakeShape shape = withRows()) : Bench(std::move(shape)) {}
    Prediction& prediction() { return workspace->prediction(); }
    template <class T>
    T* part(const char* name) {
        return window->findChild<T*>(QString::fromLatin1(name));
    }
    void markBefore100() {
        runToEnd();
        workspace->selection().setStep(99);
        press("predict");
        QCOMPARE(prediction().state(), Prediction::State::Marking);
    }
};

/// An engine on which no policy takes over a cache.
class NoSuccessor : public FakeEngine {
 public:
    NoSuccessor() : FakeEngine(withRows()) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                       const ProgressSink& progress) override {
        if (spec.policies.back().find("/streaming") != std::string::npos) {
            return fail(Code::BadUsage, "streaming", "this policy decides on the whole prompt at once");
        }
        return FakeEngine::start(spec, catalog, progress);
    }
};

}  // namespace

class PredictionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theAudienceMarksAndIsCompared() {
        PredictBench bench;
        QVERIFY(bench.part<QWidget>("predictBar")->isHidden());
        bench.markBefore100();
        Prediction& prediction = bench.prediction();
        QCOMPARE(prediction.step(), std::int64_t{100});
        QCOMPARE(prediction.count(), 1);
        QCOMPARE(bench.workspace->step(), 99);
        QVERIFY(!bench.part<QWidget>("predictBar")->isHidden());
        auto* reveal = bench.part<QPushButton>("reveal");
        QVERIFY(!reveal->isEnabled());
        bench.workspace->selection().setTokens({50});  // left long ago
        QVERIFY(prediction.marked().empty());
        bench.workspace->selection().setTokens({80, 81});
        QVERIFY(!reveal->isEnabled());
        QVERIFY(bench.part<QLabel>("predictText")->text().contains(QLatin1String("1 too many")));
        bench.workspace->selection().setTokens({80});
        QVERIFY(reveal->isEnabled());
        QVERIFY(bench.part<QLabel>("predictText")->text().contains(QLatin1String("1 of 1")));
        const auto predicted = bench.workspace->recording();
        reveal->click();
        QTRY_COMPARE_WITH_TIMEOUT(prediction.state(), Prediction::State::Revealed, kPatience);
        const Prediction::Outcome& outcome = prediction.outcome();
        QCOMPARE(outcome.people, 2.25);
        QCOMPARE(outcome.hindsight, 2.125);
        QCOMPARE(outcome.policy, 2.25);
        QCOMPARE(outcome.full, 2.0);
        QCOMPARE(outcome.tokens, std::int64_t{63});
        QCOMPARE(outcome.withPolicy, 0);
        QCOMPARE(outcome.withHindsight, 0);
        QCOMPARE(bench.workspace->recording(), predicted);
        QCOMPARE(bench.workspace->step(), 100);
        QCOMPARE(bench.workspace->selection().tokens(), (std::vector<std::int32_t>{80}));
        QVERIFY(bench.part<QLabel>("predictText")
                    ->text()
                    .contains(QLatin1String("you 2.250, the policy 2.250, hindsight 2.125")));
        // The scoreboard: the lowest first, and each choice with what it dropped.
        QVERIFY(!bench.part<QWidget>("predictBoard")->isHidden());
        QCOMPARE(bench.part<QPushButton>("score1")->text(), QStringLiteral("1. Hindsight"));
        QCOMPARE(bench.part<QPushButton>("score2")->text(), QStringLiteral("2. You"));
        QCOMPARE(bench.part<QPushButton>("score3")->text(), QStringLiteral("3. Policy"));
        QCOMPARE(bench.part<QLabel>("scoreNll1")->text(), QStringLiteral("2.125 nats"));
        QCOMPARE(prediction.dropped(Prediction::Who::People), (std::vector<std::int32_t>{80}));
        QCOMPARE(prediction.dropped(Prediction::Who::Hindsight), (std::vector<std::int32_t>{0}));
        const auto& byPolicy = prediction.dropped(Prediction::Who::Policy);
        QCOMPARE(byPolicy.size(), std::size_t{1});
        QVERIFY(std::binary_search(prediction.heldBefore().begin(), prediction.heldBefore().end(), byPolicy[0]));
        bench.part<QPushButton>("score3")->click();
        QCOMPARE(bench.workspace->selection().tokens(), byPolicy);
        const RunTree::Node& fork = bench.workspace->forks().tree().node(1);
        QCOMPARE(fork.parent, 0);
        const std::string command = fork.recording->description().commandLine;
        QVERIFY2(command.find("evict=80@100") != std::string::npos, command.c_str());
        QVERIFY2(command.find("evict=0@100") != std::string::npos, command.c_str());
        bench.part<QPushButton>("endPrediction")->click();
        QVERIFY(bench.part<QWidget>("predictBar")->isHidden());
    }
    void withoutRowsThereIsNoHindsight() {
        PredictBench bench{FakeShape{}};
        bench.markBefore100();
        bench.workspace->selection().setTokens({68});
        QVERIFY(bench.prediction().reveal().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(bench.prediction().state(), Prediction::State::Revealed, kPatience);
        QVERIFY(std::isnan(bench.prediction().outcome().hindsight));
        QVERIFY(!bench.part<QPushButton>("score2")->isHidden());
        QVERIFY(bench.part<QPushButton>("score3")->isHidden());
        QCOMPARE(bench.prediction().outcome().withPolicy, 1);
    }
    void behindThePromptThePolicyGoesOnToPruneInAllThatIsCompared() {
        PredictBench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(38);
        QVERIFY(bench.prediction().begin().has_value());
        QCOMPARE(bench.prediction().step(), std::int64_t{39});  // the prompt's last token; it prunes at each one after
        bench.workspace->selection().setTokens({20});
        QVERIFY(bench.prediction().reveal().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(bench.prediction().state(), Prediction::State::Revealed, kPatience);
        const std::string command = bench.workspace->forks().tree().node(1).recording->description().commandLine;
        for (const char* lane :
             {"full/evict=20@40/streaming:sinks=4,recent=32@40", "full/evict=0@40/streaming:sinks=4,recent=32@40"}) {
            QVERIFY2(command.find(lane) != std::string::npos, command.c_str());
        }
        QVERIFY(bench.prediction().sentence().contains(QLatin1String("the policy pruned again")));
        bench.prediction().cancel();
        bench.workspace->selection().setStep(99);
        QVERIFY(bench.prediction().begin().has_value());
        bench.workspace->selection().setTokens({80});
        QVERIFY(bench.prediction().reveal().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(bench.prediction().state(), Prediction::State::Revealed, kPatience);
        QVERIFY(!bench.prediction().sentence().contains(QLatin1String("the policy pruned again")));
    }
    void aPolicyThatCannotTakeOverIsNotRevealed_data() {
        QTest::addColumn<bool>("bundle");
        QTest::newRow("run") << false;
        QTest::newRow("bundle") << true;
    }
    void aPolicyThatCannotTakeOverIsNotRevealed() {
        QFETCH(bool, bundle);
        const QTemporaryDir folder;
        Workspace workspace(manifestsOnly(folder),
                            []() -> Result<std::unique_ptr<Engine>> { return std::make_unique<NoSuccessor>(); });
        if (bundle) {
            workspace.client().view(filledFakeRecording(withRows(), 200), QStringLiteral("bundle"));
        } else {
            QVERIFY(workspace.startDraft().has_value());
            QTRY_COMPARE_WITH_TIMEOUT(workspace.client().status().state, SessionState::Finished, kPatience);
        }
        Prediction& prediction = workspace.prediction();
        QSignalSpy told(&prediction, &Prediction::told);
        workspace.selection().setStep(38);
        QVERIFY(prediction.begin().has_value());
        workspace.selection().setTokens({20});
        const auto asked = prediction.reveal();
        QVERIFY2(asked.has_value(), asked ? "" : asked.error().sentence().c_str());
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 1, kPatience);
        QCOMPARE(prediction.state(), Prediction::State::Marking);
        const QString sentence = told[0][0].toString();
        QVERIFY2(sentence.contains(QLatin1String("only if it takes over")) &&
                     sentence.contains(QLatin1String("decides on the whole prompt")),
                 qPrintable(sentence));
    }
    void aRunThatIsUnderWayGoesOnUntilItIsThere() {
        PredictBench bench;
        bench.startPaused();
        bench.press("predict");
        QTRY_COMPARE_WITH_TIMEOUT(bench.prediction().state(), Prediction::State::Marking, kPatience);
        QVERIFY(bench.workspace->client().steps() > bench.prediction().step());
        QCOMPARE(bench.workspace->step(), bench.prediction().step() - 1);
    }
    void whatCannotBePredictedIsASentence() {
        PredictBench bench;
        const auto says = [&](const char* words) {
            const auto begun = bench.prediction().begin();
            QVERIFY(!begun);
            QVERIFY2(begun.error().sentence().find(words) != std::string::npos, begun.error().sentence().c_str());
            QCOMPARE(bench.prediction().state(), Prediction::State::None);
        };
        says("show one run");
        bench.runToEnd();
        bench.workspace->selection().setStep(199);
        says("no prune event is left");
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setLane(0);
        says("the full cache evicts nothing");
        bench.workspace->selection().setLane(1);
        QVERIFY(bench.prediction().begin().has_value());
        QVERIFY(!bench.prediction().reveal().has_value());
        QCOMPARE(bench.prediction().state(), Prediction::State::Marking);
    }
    void aStoryWaitsForIt() {
        PredictBench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        StoryPlayer player(*bench.workspace);
        player.open(*parseStory("# T\nS.\n## P\n::: predict\n::: show nll\n", "s.md"), {});
        QVERIFY2(player.waitingFor().contains(QLatin1String("1 tokens")), qPrintable(player.waitingFor()));
        bench.workspace->selection().setTokens({80});
        QVERIFY(bench.prediction().reveal().has_value());
        QTRY_VERIFY_WITH_TIMEOUT(player.pageDone(), kPatience);
        QCOMPARE(player.mistake(), QString());
    }
    void ofAStoryItsMarksEndWithThePageAndWhatItCameToWithTheRun() {
        PredictBench bench;
        bench.runToEnd();
        StoryPlayer player(*bench.workspace);
        player.open(*parseStory("# T\nS.\n## P\n::: lane 1\n::: goto step 99\n::: predict\n## Q\n::: show nll\n"
                                "## R\n::: load text=story policy=streaming:sinks=4,recent=32 prompt=40\n",
                                "s.md"),
                    {});
        const auto* bar = bench.part<QWidget>("predictBar");
        QCOMPARE(bench.prediction().state(), Prediction::State::Marking);
        player.next();
        QCOMPARE(bench.prediction().state(), Prediction::State::None);
        QVERIFY(bar->isHidden());
        // Back to a page that says: press Reveal.
        bench.workspace->selection().setStep(150);
        player.back();
        QCOMPARE(bench.prediction().state(), Prediction::State::Marking);
        QCOMPARE(bench.prediction().step(), std::int64_t{100});
        QVERIFY(!bar->isHidden() && !player.pageDone());
        bench.workspace->selection().setTokens({80});
        QVERIFY(bench.prediction().reveal().has_value());
        QTRY_VERIFY_WITH_TIMEOUT(player.pageDone(), kPatience);
        player.next();
        QCOMPARE(bench.prediction().state(), Prediction::State::Revealed);
        player.back();
        QCOMPARE(bench.prediction().state(), Prediction::State::Revealed);
        QVERIFY(!bar->isHidden() && player.pageDone());
        player.next();
        player.next();
        QCOMPARE(bench.prediction().state(), Prediction::State::None);
        QVERIFY(bar->isHidden());
        const auto predicted = bench.workspace->recording();
        QVERIFY(bench.workspace->startDraft().has_value());
        QTRY_VERIFY_WITH_TIMEOUT(bench.workspace->recording() != predicted, kPatience);
        player.back();
        player.back();
        // The page has its run on screen again, and asks anew.
        QCOMPARE(bench.workspace->recording(), predicted);
        QCOMPARE(player.mistake(), QString());
        QCOMPARE(bench.prediction().state(), Prediction::State::Marking);
        QCOMPARE(bench.prediction().step(), std::int64_t{100});
    }
    void leavingAStoryEndsWhatItBegan() {
        PredictBench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        StoryPlayer player(*bench.workspace);
        const auto story = parseStory("# T\nS.\n## P\n::: predict\n", "s.md");
        player.open(*story, {});
        bench.workspace->selection().setTokens({80});
        QVERIFY(bench.prediction().reveal().has_value());
        QTRY_VERIFY_WITH_TIMEOUT(player.pageDone(), kPatience);
        player.leave();
        QCOMPARE(bench.prediction().state(), Prediction::State::None);
        bench.workspace->selection().setStep(99);
        QVERIFY(bench.prediction().begin().has_value());  // by hand
        player.open(*parseStory("# T\nS.\n## P\n::: show nll\n", "s.md"), {});
        player.leave();
        QCOMPARE(bench.prediction().state(), Prediction::State::Marking);
    }
};

QTEST_MAIN(PredictionTest)
#include "prediction_test.moc"
