// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <stdexcept>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

Choice keydiff(std::int64_t capacity, bool everyStep = false, std::int64_t sinks = 0, std::int64_t recent = 0) {
    Choice choice;
    choice.policy = {"keydiff",
                     {{"capacity", capacity},
                      {"schedule", std::string(everyStep ? "every-step" : "once")},
                      {"sinks", sinks},
                      {"recent", recent}}};
    return choice;
}

double length(const std::vector<double>& vector) {
    double squares = 0;
    for (const double channel : vector) {
        squares += channel * channel;
    }
    return std::sqrt(squares);
}

/// -cos(k, anchor) of the tokens of one head, written out.
std::vector<double> scoresOf(const FakeModel& model, std::int64_t layer, std::int64_t head, const Tokens& held) {
    std::vector<double> anchor(static_cast<std::size_t>(model.headDim), 0.0);
    for (const std::int64_t token : held) {
        const auto key = model.key(layer, head, token);
        for (std::size_t c = 0; c < key.size(); ++c) {
            anchor[c] += length(key) > 0 ? key[c] / length(key) / static_cast<double>(held.size()) : 0;
        }
    }
    std::vector<double> scores;
    for (const std::int64_t token : held) {
        const auto key = model.key(layer, head, token);
        double dot = 0;
        for (std::size_t c = 0; c < key.size(); ++c) {
            dot += key[c] * anchor[c];
        }
        const double lengths = length(key) * length(anchor);
        scores.push_back(lengths > 0 ? -dot / lengths : 0);
    }
    return scores;
}

}  // namespace

class KeydiffTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenScores() {
        FakeEngine engine(fixtureK5(), keydiff(3));
        engine.prefill(5);
        QVERIFY(near(engine.scores(0, 0, range(0, 5)), {-.9867593, -.4623022, -.8867225, .4623022, -.9539045}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 2 3"));
    }
    void goldenAnchorIsWhatTheTestUses() {
        const std::vector<double> scores = scoresOf(fixtureK5(), 0, 0, range(0, 5));
        QVERIFY(near(scores, {-.9867593, -.4623022, -.8867225, .4623022, -.9539045}));
    }
    void positiveScalingChangesNothing() {
        FakeModel model = fixtureK5();
        model.key = fromTable({{.75, 1}, {100, 0}, {0, 1e-20}, {-1e15, 0}, {1e-3, 1e-3}});
        FakeEngine engine(model, keydiff(3));
        engine.prefill(5);
        QVERIFY(near(engine.scores(0, 0, range(0, 5)), {-.9867593, -.4623022, -.8867225, .4623022, -.9539045}));
    }
    void zeroKeyHasNoDirection() {
        FakeModel model = fixtureK5();
        model.key = fromTable({{3, 4}, {0, 0}, {3, 4}, {0, 5}});
        FakeEngine engine(model, keydiff(2));
        engine.prefill(4);
        const std::vector<double> scores = engine.scores(0, 0, range(0, 4));
        QCOMPARE(scores[1], 0.0);
        QVERIFY(near(scores, scoresOf(model, 0, 0, range(0, 4))));
        // The best two: the zero key, then the one that differs from the other two.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 3"));
    }
    void zeroAnchorScoresNothing() {
        FakeModel model = fixtureK5();
        model.key = fromTable({{3, 4}, {-3, -4}, {7, 0}, {-2, 0}});
        FakeEngine engine(model, keydiff(2));
        engine.prefill(4);
        for (const double score : engine.scores(0, 0, range(0, 4))) {
            QCOMPARE(score, 0.0);
        }
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1"));
    }
    void equalKeysTie_data() {
        QTest::addColumn<int>("headDim");
        for (const int headDim : {2, 3, 7, 16, 67, 128}) {
            QTest::addRow("%d channels", headDim) << headDim;
        }
    }
    void equalKeysTie() {
        QFETCH(int, headDim);
        FakeModel model = hashedModel(8, 1, 1, 1, headDim);
        const auto key = model.key;
        model.key = [key](std::int64_t layer, std::int64_t head, std::int64_t token) {
            return key(layer, head, token % 3);
        };
        FakeEngine engine(model, keydiff(25), 2, 90);
        engine.prefill(67);
        const Tokens expected = keptByRule(range(0, 67), scoresOf(model, 0, 0, range(0, 67)), 25, 0, 0);
        QCOMPARE(text(engine.kept(0, 0)), text(expected));
    }
    void everyStepLooksAtWhatIsHeld() {
        for (std::uint64_t draw = 0; draw < 40; ++draw) {
            const FakeModel model = hashedModel(draw, 2, 4, 2, 2 + static_cast<std::int64_t>(draw % 9));
            const auto capacity = static_cast<std::int64_t>(2 + draw % 8);
            const auto sinks = static_cast<std::int64_t>(draw % 3);
            const auto recent = static_cast<std::int64_t>(draw % 4);
            const std::int64_t chunk = draw % 2 == 0 ? 0 : 1 + static_cast<std::int64_t>(draw % 7);
            FakeEngine engine(model, keydiff(capacity, true, sinks, recent), draw);
            engine.prefill(17, chunk);
            Tokens held;
            std::int64_t next = 0;
            const auto pass = [&](std::int64_t count) {
                for (std::int64_t i = 0; i < count; ++i) {
                    held.push_back(next++);
                }
                held = keptByRule(held, scoresOf(model, 1, 1, held), capacity, sinks, recent);
            };
            while (next < 17) {
                pass(std::min<std::int64_t>(chunk == 0 ? 17 : chunk, 17 - next));
            }
            for (int step = 0; step < 5; ++step) {
                QCOMPARE(text(engine.kept(1, 1)), text(held));
                engine.step();
                pass(1);
            }
        }
    }
    void everyStepNeedsACapacity() {
        QVERIFY_EXCEPTION_THROWN(FakeEngine(fixtureK5(), keydiff(0, true)), std::invalid_argument);
    }
    void fractionRemoved() {
        FakeEngine engine(fixtureK5(), keydiff(0));
        engine.prefill(5);
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(2));
    }
    void streamingOnlyAtEveryStep() {
        QVERIFY(!FakeEngine(fixtureK5(), keydiff(3)).acceptsStreaming());
        QVERIFY(FakeEngine(fixtureK5(), keydiff(3, true)).acceptsStreaming());
    }
    void sameAsTheComposition() {
        for (std::uint64_t draw = 0; draw < 20; ++draw) {
            const FakeModel model = hashedModel(draw, 2, 4, 2, 5);
            Choice composed;
            composed.scorer = {"keydiff", {}};
            composed.budget = {"uniform", {{"capacity", std::int64_t{6}}}};
            composed.sinks = 1;
            composed.recent = 2;
            composed.cutInterval = draw % 2 == 0 ? 0 : 1;
            FakeEngine one(model, keydiff(6, draw % 2 != 0, 1, 2), draw);
            FakeEngine other(model, composed, draw + 50);
            one.prefill(13);
            other.prefill(13);
            for (int step = 0; step < 4; ++step) {
                QCOMPARE(text(one.kept(0, 1)), text(other.kept(0, 1)));
                one.step();
                other.step();
            }
        }
    }
    void oneTokenStays() {
        FakeEngine engine(fixtureK5(), keydiff(1, true));
        engine.prefill(1);
        QCOMPARE(engine.edits(), 0);
        engine.step();
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(KeydiffTest)
#include "tests/plugins/keydiff/policy_test.moc"
