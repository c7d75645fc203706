// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <random>
#include <stdexcept>

#include "tests/plugins/cascade/oracle.h"

using namespace kvw::test;

namespace {

using Setting = CascadeSetting;
using Oracle = CascadeOracle;

Setting repo(Setting s) {
    s.eager = s.incomingWins = true;
    return s;
}

/// One head whose attention to a token does not depend on the query but for the normalisation: with gamma 0 the scores
/// that are compared keep this order.
FakeModel constantScores() {
    FakeModel model{1, 1, 1, {}};
    model.logit = [](std::int64_t, std::int64_t, std::int64_t, std::int64_t key) {
        static constexpr double kScores[] = {1e-3, 5,   1,   4,   2,   9,   3,   8,   6,   7,
                                             2.5,  1.5, 3.5, 5.5, 0.5, 8.5, 4.5, 1.2, 6.5, 2.2};
        return std::log(kScores[key]);
    };
    return model;
}

Setting drawn(std::mt19937_64& random) {
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
    Setting s;
    s.sinks = below(4);
    s.cascades = 1 + below(4);
    s.window = s.cascades * (1 + below(4));
    s.rate = 2 + below(3);
    s.gamma = std::vector<double>{-1, 0, 0.5, 0.9, 0.9999999}[static_cast<std::size_t>(below(5))];
    s.heads = std::vector<std::string>{"mean", "max", "median"}[static_cast<std::size_t>(below(3))];
    s.perKvHead = below(2) == 0;
    s.eager = below(2) == 0;
    s.incomingWins = below(2) == 0;
    s.selection = below(5) != 0;
    for (std::int64_t i = 0, some = below(3); some != 0 && i < s.cascades; ++i) {
        if (some != 1) {
            s.sizes.push_back(1 + below(4));
        }
        s.periods.push_back(1 + below(5));
    }
    return s;
}

std::string creationError(const Setting& setting) {
    try {
        const FakeEngine engine(constantScores(), cascade(setting));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

}  // namespace

class CascadeTest : public QObject {
    Q_OBJECT
 private:
    static void states(const Setting& setting, const QList<QByteArray>& expected) {
        FakeEngine engine(constantScores(), cascade(setting));
        engine.prefill(1);
        for (const QByteArray& state : expected) {
            engine.step();
            QCOMPARE(text(engine.kept(0, 0)), state);
        }
    }

 private Q_SLOTS:
    void goldenStatesOfThePaper() {
        states({1, 4, 2, 2, 0}, {"0 1", "0 1 2", "0 1 2 3", "0 1 3 4", "0 1 3 4 5", "0 1 3 5 6", "0 3 5 6 7",
                                 "0 3 5 7 8", "0 5 7 8 9", "0 5 7 9 10", "0 7 9 10 11", "0 7 9 11 12"});
    }
    void goldenStatesOfTheRepository() {
        states(repo({1, 4, 2, 2, 0}), {"0 1", "0 1 2", "0 1 2 3", "0 1 2 3 4", "0 2 3 4 5", "0 2 3 5 6", "0 3 5 6 7",
                                       "0 3 5 7 8", "0 5 7 8 9", "0 5 7 9 10", "0 7 9 10 11", "0 7 9 11 12"});
    }
    /// Computed by a program of its own, from the rule alone.
    void goldenStatesOfFreeSizesAndPeriods() {
        Setting setting{1, 4, 2, 2, 0};
        setting.sizes = {2, 1, 2};
        setting.periods = {1, 2, 6};
        states(setting,
               {"0 1", "0 1 2", "0 1 2 3", "0 1 3 4", "0 1 3 4 5", "0 1 3 5 6", "0 1 3 5 6 7", "0 1 3 5 7 8",
                "0 1 5 7 8 9", "0 1 5 7 9 10", "0 1 5 9 10 11", "0 1 5 9 11 12", "0 5 9 11 12 13", "0 5 9 12 13 14",
                "0 5 9 13 14 15", "0 5 9 13 15 16", "0 5 9 15 16 17", "0 5 9 15 17 18", "0 9 15 17 18 19"});
        setting = repo({1, 4, 2, 2, 0});
        setting.sizes = {2, 1, 3};
        setting.periods = {1, 2, 3};
        states(setting, {"0 1", "0 1 2", "0 1 2 3", "0 1 2 3 4", "0 1 2 3 4 5", "0 1 2 3 4 5 6", "0 2 3 4 5 6 7",
                         "0 2 3 4 5 7 8", "0 2 3 5 7 8 9", "0 2 3 5 7 9 10", "0 2 3 5 9 10 11", "0 2 3 5 9 11 12",
                         "0 3 5 9 11 12 13", "0 3 5 9 12 13 14", "0 3 5 9 13 14 15", "0 3 5 9 13 15 16",
                         "0 3 5 9 15 16 17", "0 3 5 9 15 17 18", "0 5 9 15 17 18 19"});
    }
    void goldenStatesWhereTheNewestCompete() {
        Setting setting{1, 4, 2, 2, 0};
        setting.sizes = {1, 3};
        setting.periods = {2, 3};
        states(setting, {"0 1", "0 1", "0 1 3", "0 1 3", "0 1 5", "0 1 5", "0 1 5 7", "0 1 5 7", "0 1 5 9", "0 1 5 9",
                         "0 1 5 11", "0 1 5 12", "0 1 5 12 13", "0 1 5 12 13", "0 1 5 13 15", "0 1 5 13 15",
                         "0 1 5 15 17", "0 1 5 15 18", "0 5 15 18 19"});
    }
    void listsOfTheSameAreTheSame() {
        Setting equal{1, 6, 3, 3, 0.5}, listed{1, 6, 3, 3, 0.5};
        listed.sizes = {2, 2, 2};
        listed.periods = {1, 3, 9};
        const FakeModel model = randomModel(5, 2, 4, 2, 3.0);
        FakeEngine one(model, cascade(equal)), other(model, cascade(listed));
        one.prefill(20);
        other.prefill(20);
        for (int i = 0; i < 20; ++i) {
            QCOMPARE(text(other.kept(1, 0)), text(one.kept(1, 0)));
            one.step();
            other.step();
        }
    }
    void listsMustAgree() {
        Setting setting{1, 4, 2, 2, 0};
        setting.sizes = {2, 1, 1};
        setting.periods = {1, 2};
        QCOMPARE(creationError(setting), std::string("there are 2 periods for 3 sub-caches: give one for each"));
        setting.sizes.clear();
        setting.periods = {1};
        QCOMPARE(creationError(setting), std::string("there are 1 periods for 2 sub-caches: give one for each"));
    }
    void reportSaysWhatPeriodsComeTo() {
        Setting setting{0, 4, 2, 2};
        setting.sizes = {4, 2, 2};
        setting.periods = {1, 2, 3};
        FakeEngine engine(constantScores(), cascade(setting));
        engine.prefill(1);
        const auto notes = engine.notes();
        QVERIFY(std::count(notes.begin(), notes.end(), "sub-caches of 4 + 2 + 2 tokens reach back over 20 tokens") ==
                1);
        QVERIFY(std::count(notes.begin(), notes.end(),
                           "sub-cache 2 takes one token in 6: those before it must take the token, too") == 1);
        setting.periods = {2, 2, 4};
        FakeEngine other(constantScores(), cascade(setting));
        other.prefill(1);
        const auto warnings = other.warnings();
        QVERIFY(std::count(warnings.begin(), warnings.end(),
                           "sub-cache 1 takes every token that comes to it: its period 2 keeps none out, so nothing "
                           "competes there") == 1);
        QVERIFY(std::count(warnings.begin(), warnings.end(),
                           "the newest sub-cache takes one token in 2: even the newest tokens compete") == 1);
    }
    void goldenStatesInChunks_data() {
        QTest::addColumn<int>("chunk");
        for (const int chunk : {0, 1, 2, 5, 13}) {
            QTest::addRow("chunks of %d", chunk) << chunk;
        }
    }
    void goldenStatesInChunks() {
        QFETCH(int, chunk);
        FakeEngine engine(constantScores(), cascade({1, 4, 2, 2, 0}));
        engine.prefill(13, chunk);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 7 9 11 12"));
    }
    void goldenAllEqual_data() {
        QTest::addColumn<double>("gamma");
        QTest::addColumn<bool>("selection");
        QTest::addColumn<double>("spread");
        QTest::newRow("gamma 1") << 1.0 << true << 3.0;
        QTest::newRow("without selection") << -1.0 << false << 3.0;
        QTest::newRow("uniform attention, gamma 0") << 0.0 << true << 0.0;
    }
    void goldenAllEqual() {
        QFETCH(double, gamma);
        QFETCH(bool, selection);
        QFETCH(double, spread);
        Setting setting{0, 6, 3, 2, gamma};
        setting.selection = selection;
        const FakeModel model = randomModel(7, 1, 3, 1, spread);
        for (const std::int64_t chunk : {0, 1, 7}) {
            FakeEngine paper(model, cascade(setting));
            FakeEngine repository(model, cascade(repo(setting)));
            paper.prefill(24, chunk);
            repository.prefill(24, chunk);
            QCOMPARE(text(paper.kept(0, 0)), QByteArray("10 14 18 20 22 23"));
            QCOMPARE(text(repository.kept(0, 0)), QByteArray("13 17 19 21 22 23"));
        }
        FakeEngine stepped(model, cascade(setting));
        stepped.prefill(1);
        for (int i = 1; i < 24; ++i) {
            stepped.step();
        }
        QCOMPARE(text(stepped.kept(0, 0)), QByteArray("10 14 18 20 22 23"));
    }
    void goldenMovingAverage() {
        // A sink takes what the golden's rows leave; mu of tokens 1 and 2 is [.05, .02] when the second chunk comes.
        FakeModel model{1, 1, 1, {}};
        model.logit = [](std::int64_t, std::int64_t, std::int64_t query, std::int64_t key) {
            static constexpr double kRows[5][5] = {{1}, {.6, .4}, {.66, .14, .2}, {0, .5, .1, .4}, {0, .4, .1, .2, .3}};
            return std::log(kRows[query][key]);
        };
        Setting setting{1, 4, 1, 2, .9};
        FakeEngine first(model, cascade(setting));
        first.prefill(3);
        QVERIFY(near(first.scores(0, 0, {1, 2}), {.05, .02}));
        FakeEngine second(model, cascade(setting));
        second.prefill(5, 3);
        QVERIFY(near(second.scores(0, 0, {1, 2, 3, 4}), {.1255, .0352, .056, .03}));
    }
    void chunksUpdateAsSingleRowsDo() {
        for (const char* heads : {"mean", "max", "median"}) {
            Setting setting{2, 20, 1};
            setting.heads = heads;
            const FakeModel model = randomModel(3, 2, 4, 2);
            FakeEngine rows(model, cascade(setting));
            rows.prefill(16, 1);
            for (const std::int64_t chunk : {0, 2, 5, 8}) {
                FakeEngine chunks(model, cascade(setting));
                chunks.prefill(16, chunk);
                QVERIFY(near(chunks.scores(1, 0, range(0, 16)), rows.scores(1, 0, range(0, 16))));
            }
        }
    }
    void oneSubCacheIsStreaming() {
        std::mt19937_64 random(8);
        for (int draw = 0; draw < 40; ++draw) {
            Setting setting = drawn(random);
            setting.cascades = 1;
            setting.sizes.clear();
            setting.periods.clear();
            Choice streaming;
            streaming.policy = {"streaming", {{"sinks", setting.sinks}, {"recent", setting.window}}};
            const FakeModel model = randomModel(random(), 2, 4, 2);
            FakeEngine one(model, cascade(setting), random());
            FakeEngine other(model, streaming, random());
            const auto prompt = static_cast<std::int64_t>(1 + random() % 18);
            const auto chunk = static_cast<std::int64_t>(random() % 4);
            one.prefill(prompt, chunk);
            other.prefill(prompt, chunk);
            for (int i = 0; i < 8; ++i) {
                QCOMPARE(text(one.kept(1, one.units() - 1)), text(other.kept(1, 0)));
                one.step();
                other.step();
            }
        }
    }
    void followsTheRuleOnLists() {
        std::mt19937_64 random(21);
        for (int draw = 0; draw < 150; ++draw) {
            const Setting setting = drawn(random);
            const FakeModel model = randomModel(random(), 2, 4, 2, 3.0);
            FakeEngine engine(model, cascade(setting), random());
            Oracle whole(setting, model, 1, setting.perKvHead ? Tokens{2, 3} : Tokens{0, 1, 2, 3});
            const auto prompt = static_cast<std::int64_t>(1 + random() % 30);
            const auto chunk = static_cast<std::int64_t>(random() % 7);
            engine.prefill(prompt, chunk);
            for (std::int64_t t = 0; t < prompt;) {
                const std::int64_t count = chunk == 0 ? prompt : std::min(chunk, prompt - t);
                whole.pass(count);
                t += count;
            }
            const std::int64_t unit = engine.units() - 1;
            for (int i = 0; i < 25; ++i) {
                const Tokens kept = engine.kept(1, unit);
                QCOMPARE(text(kept), text(whole.kept()));
                if (i == 0) {
                    QVERIFY(near(engine.scores(1, unit, kept), whole.scores()));
                }
                engine.step();
                whole.pass(1);
            }
        }
    }
    void stepsAreChunksOfOne() {
        std::mt19937_64 random(22);
        for (int draw = 0; draw < 30; ++draw) {
            const Setting setting = drawn(random);
            // A third of the draws has uniform attention: ties.
            const FakeModel model = randomModel(random(), 1, 4, 2, draw % 3 == 0 ? 0.0 : 3.0);
            FakeEngine prompted(model, cascade(setting), 1);
            FakeEngine stepped(model, cascade(setting), 2);
            prompted.prefill(40, 1);
            stepped.prefill(1);
            for (int i = 1; i < 40; ++i) {
                stepped.step();
            }
            QCOMPARE(text(stepped.kept(0, stepped.units() - 1)), text(prompted.kept(0, prompted.units() - 1)));
        }
    }
    void headsHaveCascadesOfTheirOwn() {
        Setting setting{0, 6, 3, 2, 0};
        setting.perKvHead = true;
        FakeModel model = randomModel(1, 1, 2, 2);
        model.logit = [](std::int64_t, std::int64_t head, std::int64_t, std::int64_t key) {
            return head == 0 ? static_cast<double>(key) : -static_cast<double>(key);
        };
        FakeEngine engine(model, cascade(setting));
        engine.prefill(24);
        // Rising scores: the carried token always wins, falling ones: never.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("13 17 19 21 22 23"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("10 14 18 20 22 23"));
    }
    void takesOverWhatLostNothing() {
        // With gamma 0 only the newest row counts, so it is as if it had read the text itself.
        for (const std::int64_t found : {1, 3, 5, 11, 12}) {
            FakeEngine engine(constantScores(), cascade({1, 4, 2, 2, 0}));
            FakeEngine own(constantScores(), cascade({1, 4, 2, 2, 0}));
            engine.find(range(0, found));
            engine.prefill(found + 1, 1);
            own.prefill(found + 1);
            QCOMPARE(text(engine.kept(0, 0)), text(own.kept(0, 0)));
            for (std::int64_t token = found + 1; token < 13; ++token) {
                engine.step();
                own.step();
                QCOMPARE(text(engine.kept(0, 0)), text(own.kept(0, 0)));
            }
        }
        Setting heads{2, 12, 3, 2, 0};
        heads.perKvHead = true;
        const FakeModel model = randomModel(4, 2, 4, 2);
        FakeEngine engine(model, cascade(heads));
        FakeEngine own(model, cascade(heads));
        engine.find(range(0, 40));
        engine.prefill(41, 1);
        own.prefill(41);
        QCOMPARE(text(engine.kept(1, 0)), text(own.kept(1, 0)));
        QCOMPARE(text(engine.kept(1, 1)), text(own.kept(1, 1)));
    }
    void takesOverWhatIsLeft() {
        // Behind a window: tokens 1 to 5 are gone. 6 and 7 fill the first sub-cache, then each carries one on.
        FakeEngine engine(constantScores(), cascade({1, 4, 2, 2, 0}));
        engine.find({0, 6, 7, 8});
        engine.prefill(10, 1);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 6 7 8 9"));
        for (const char* state : {"0 6 7 9 10", "0 7 9 10 11", "0 7 9 11 12"}) {
            engine.step();
            QCOMPARE(text(engine.kept(0, 0)), QByteArray(state));
        }
        // A sink that is gone is no longer accounted for.
        FakeEngine sinks(constantScores(), cascade({4, 4, 2, 2, 0}));
        sinks.find({0, 1, 7, 8});
        sinks.prefill(10, 1);
        sinks.step();
        sinks.step();
        QCOMPARE(text(sinks.kept(0, 0)).left(4), QByteArray("0 1 "));
        QCOMPARE(sinks.kept(0, 0).size(), std::size_t{6});
    }
    void effectiveGamma_data() {
        QTest::addColumn<qint64>("window");
        QTest::addColumn<double>("gamma");
        QTest::newRow("2048 / 4") << qint64{2048} << 0.991046;
        QTest::newRow("4096 / 4") << qint64{4096} << 0.995513;
    }
    void effectiveGamma() {
        QFETCH(qint64, window);
        QFETCH(double, gamma);
        const FakeEngine engine(constantScores(), cascade({4, window, 4}));
        const std::string note = engine.notes().front();
        QVERIFY(note.starts_with("gamma is "));
        QVERIFY(std::abs(std::stod(note.substr(9)) - gamma) < 5e-7);
    }
    void historyLengths_data() {
        QTest::addColumn<qint64>("window");
        QTest::addColumn<qint64>("cascades");
        QTest::addColumn<QByteArray>("note");
        QTest::newRow("2048 / 4") << qint64{2048} << qint64{4}
                                  << QByteArray("4 x 512 tokens reach back over 7680 tokens");
        QTest::newRow("4096 / 4") << qint64{4096} << qint64{4}
                                  << QByteArray("4 x 1024 tokens reach back over 15360 tokens");
        QTest::newRow("2048 / 2") << qint64{2048} << qint64{2}
                                  << QByteArray("2 x 1024 tokens reach back over 3072 tokens");
        QTest::newRow("2048 / 8") << qint64{2048} << qint64{8}
                                  << QByteArray("8 x 256 tokens reach back over 65280 tokens");
        QTest::newRow("1024 / 4") << qint64{1024} << qint64{4}
                                  << QByteArray("4 x 256 tokens reach back over 3840 tokens");
        QTest::newRow("1024 / 2") << qint64{1024} << qint64{2}
                                  << QByteArray("2 x 512 tokens reach back over 1536 tokens");
    }
    void historyLengths() {
        QFETCH(qint64, window);
        QFETCH(qint64, cascades);
        const FakeEngine engine(constantScores(), cascade({4, window, cascades}));
        QTEST(QByteArray::fromStdString(engine.notes().back()), "note");
    }
    void unevenWindowsAreRefused() {
        QCOMPARE(creationError({0, 10, 4}), std::string("the window of 10 tokens cannot be divided into 4 sub-caches "
                                                        "of equal size: take 8 or 12"));
        QCOMPARE(creationError({0, 3, 4}), std::string("the window of 3 tokens cannot be divided into 4 sub-caches of "
                                                       "equal size: take 4"));
        QVERIFY(creationError({0, 4, 4}).empty());
    }
    void contestsThatDecideNothingAreReported_data() {
        QTest::addColumn<qint64>("cascades");
        QTest::addColumn<double>("gamma");
        QTest::addColumn<bool>("selection");
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("plain") << qint64{2} << -1.0 << true << QByteArray();
        QTest::newRow("one sub-cache") << qint64{1} << -1.0 << true << QByteArray("one sub-cache: nothing competes");
        QTest::newRow("gamma 1") << qint64{2} << 1.0 << true << QByteArray("gamma is 1");
        QTest::newRow("no selection") << qint64{2} << 0.5 << false << QByteArray("token-selection is off");
    }
    void contestsThatDecideNothingAreReported() {
        QFETCH(qint64, cascades);
        QFETCH(double, gamma);
        QFETCH(bool, selection);
        QFETCH(QByteArray, begin);
        Setting setting{0, 4, cascades};
        setting.gamma = gamma;
        setting.selection = selection;
        FakeEngine engine(constantScores(), cascade(setting));
        engine.prefill(12);
        // Scores that stay 0 are a warning, what the settings say anyway is a note.
        const bool warns = begin.startsWith("gamma is 1");
        const auto sentences = warns ? engine.warnings() : engine.notes();
        QCOMPARE(engine.warnings().size(), std::size_t(warns ? 1 : 0));
        QVERIFY(
            QByteArray::fromStdString(sentences.front()).startsWith(begin.isEmpty() ? QByteArray("gamma is") : begin));
    }
    void reductionOfOneHeadIsReported() {
        Setting setting{0, 4, 2};
        setting.heads = "max";
        setting.perKvHead = true;
        FakeEngine alone(randomModel(1, 1, 2, 2), cascade(setting));
        FakeEngine grouped(randomModel(1, 1, 4, 2), cascade(setting));
        alone.prefill(8);
        grouped.prefill(8);
        QCOMPARE(alone.warnings().size(), std::size_t(1));
        QVERIFY(grouped.warnings().empty());
    }
    void promptsThatFitAreReported() {
        // The first contest comes with token 3 + sinks, long before the window is full.
        FakeEngine fits(randomModel(1, 1, 2, 1), cascade({1, 4, 2}));
        FakeEngine contested(randomModel(1, 1, 2, 1), cascade({1, 4, 2}));
        fits.prefill(4);
        contested.prefill(5);
        QCOMPARE(fits.warnings().size(), std::size_t(1));
        QCOMPARE(fits.warnings().front(), std::string("the prompt of 4 tokens is kept whole: sinks and window hold 5"));
        QVERIFY(contested.warnings().empty());
    }
    void tuningActsAtTheNextStep() {
        FakeEngine engine(randomModel(1, 1, 2, 1), cascade({0, 6, 3, 2, 1}));
        engine.prefill(24);
        FakeEngine fork = engine.fork();
        fork.tune({{"ties", std::string("incoming-wins")}});
        QCOMPARE(text(fork.kept(0, 0)), text(engine.kept(0, 0)));
        // Token 24 only drops the oldest; the insertion of 25 carries 23 against 22.
        for (FakeEngine* run : {&engine, &fork}) {
            run->step();
            run->step();
        }
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("14 18 20 22 24 25"));
        QCOMPARE(text(fork.kept(0, 0)), QByteArray("14 18 20 23 24 25"));
    }
    void tunedGammaHoldsFromTheNextRowOn() {
        FakeEngine engine(randomModel(1, 1, 2, 1, 0.0), cascade({0, 8, 2, 2, .5}));
        engine.prefill(2);
        QVERIFY(near(engine.scores(0, 0, {0, 1}), {.5 * .5 * 1 + .5 * .5, .5 * .5}));
        engine.tune({{"gamma", 0.0}});
        for (int i = 2; i < 6; ++i) {
            engine.step();
        }
        // Sub-caches of 4: tokens 0 ... 3, then 0 is carried to the empty second one, and 1 competes with it.
        QVERIFY(near(engine.scores(0, 0, {0, 1, 5}), {1. / 6, 1. / 6, 1. / 6}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 2 3 4 5"));
    }
    void smallest_data() {
        QTest::addColumn<qint64>("sinks");
        QTest::addColumn<qint64>("window");
        QTest::addColumn<qint64>("cascades");
        QTest::newRow("one place") << qint64{0} << qint64{1} << qint64{1};
        QTest::newRow("sub-caches of one") << qint64{0} << qint64{16} << qint64{16};
        QTest::newRow("more sinks than prompt") << qint64{9} << qint64{2} << qint64{2};
    }
    void smallest() {
        QFETCH(qint64, sinks);
        QFETCH(qint64, window);
        QFETCH(qint64, cascades);
        const Setting setting{sinks, window, cascades, 4};
        const FakeModel model = randomModel(5, 1, 2, 1);
        FakeEngine engine(model, cascade(setting));
        Oracle oracle(setting, model, 0, {0, 1});
        engine.prefill(1);
        oracle.pass(1);
        for (int i = 0; i < 40; ++i) {
            QCOMPARE(text(engine.kept(0, 0)), text(oracle.kept()));
            engine.step();
            oracle.pass(1);
        }
        QCOMPARE(text(engine.budgets()), QByteArray::number(sinks + window));
    }
};

QTEST_GUILESS_MAIN(CascadeTest)
#include "tests/plugins/cascade/policy_test.moc"
