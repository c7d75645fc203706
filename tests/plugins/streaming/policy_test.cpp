// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

struct Setting {
    std::int64_t sinks, recent, interval = 1, slack = 0, maxDrop = 0, bridge = 0;
};

FakeEngine engineOf(const Setting& s, std::int64_t slots = 64) {
    Choice choice;
    choice.policy = {"streaming",
                     {{"sinks", s.sinks},
                      {"recent", s.recent},
                      {"bridge", s.bridge},
                      {"prune-interval", s.interval},
                      {"slack", s.slack},
                      {"max-drop", s.maxDrop}}};
    return FakeEngine(FakeModel{1, 1, 1, {}}, choice, 3, slots);
}

/// Rule of POLICIES.md section 3 on a list, written out once more.
void pruneList(Tokens& list, const Setting& s) {
    const std::int64_t capacity = s.sinks + s.recent + s.bridge;
    const auto length = static_cast<std::int64_t>(list.size());
    if (s.interval == 0 || length <= capacity || length - capacity < s.interval) {
        return;
    }
    const std::int64_t target =
        s.maxDrop == 0 ? capacity : std::min(std::max(length - s.maxDrop, capacity), capacity + s.slack);
    list.erase(list.begin() + s.sinks, list.begin() + s.sinks + (length - target));
}

QByteArray lengthsAfterSteps(const Setting& s, int steps) {
    FakeEngine engine = engineOf(s);
    engine.prefill(1);
    Tokens lengths{1};
    for (int i = 1; i < steps; ++i) {
        engine.step();
        lengths.push_back(static_cast<std::int64_t>(engine.kept(0, 0).size()));
    }
    return text(lengths);
}

}  // namespace

class StreamingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void golden1() {
        FakeEngine engine = engineOf({2, 3});
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 6 7"));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 6 7 8"));
    }
    void golden2() {
        FakeEngine engine = engineOf({4, 2000}, 5008);
        engine.prefill(5000);
        QCOMPARE(text(engine.kept(0, 0)), text(joined(range(0, 4), range(3000, 5000))));
    }
    void toyOfTheLazyPaper() {
        FakeEngine engine = engineOf({4, 2044, 32, 16, 32}, 2100);
        engine.prefill(2090);
        QCOMPARE(text(engine.kept(0, 0)), text(joined(range(0, 4), range(36, 2090))));
    }
    void lengthTraces_data() {
        QTest::addColumn<int>("slack");
        QTest::addColumn<int>("maxDrop");
        QTest::addColumn<QByteArray>("lengths");
        QTest::newRow("slack 0, max-drop 0") << 0 << 0 << QByteArray("1 2 3 4 5 6 7 4 5 6 7 4");
        QTest::newRow("slack 2, max-drop 1") << 2 << 1 << QByteArray("1 2 3 4 5 6 7 6 7 6 7 6");
        QTest::newRow("slack 9, max-drop 3") << 9 << 3 << QByteArray("1 2 3 4 5 6 7 5 6 7 5 6");
    }
    void lengthTraces() {
        QFETCH(int, slack);
        QFETCH(int, maxDrop);
        QTEST(lengthsAfterSteps({1, 3, 4, slack, maxDrop}, 12), "lengths");
    }
    void onePrunePerPass() {
        FakeEngine engine = engineOf({1, 3, 4, 2, 1});
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 3 4 5 6 7"));
    }
    void intervalZeroNeverPrunes() {
        FakeEngine engine = engineOf({1, 2, 0});
        engine.prefill(20);
        QCOMPARE(engine.edits(), 0);
        QCOMPARE(engine.warnings().size(), std::size_t(1));
        QVERIFY(engine.budgets().empty());
    }
    void bridgeEnlargesTheCapacity() {
        FakeEngine engine = engineOf({2, 3, 1, 0, 0, 2});
        engine.prefill(10);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 6 7 8 9"));
        QCOMPARE(text(engine.budgets()), QByteArray("7"));
    }
    void withoutSinks() {
        FakeEngine engine = engineOf({0, 2});
        engine.prefill(6);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("4 5"));
    }
    void chunksArePrunedOneByOne() {
        FakeEngine engine = engineOf({1, 2, 2});
        engine.prefill(7, 3);
        // 3 held; 6 -> {0,4,5}; then token 6 makes 4 < C + R.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 4 5 6"));
    }
    void liveTuningActsAtTheNextStep() {
        FakeEngine engine = engineOf({1, 5});
        engine.prefill(8);
        engine.tune({{"recent", std::int64_t{2}}});
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(6));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 7 8"));
    }
    void warnsOfInertKnobs_data() {
        QTest::addColumn<int>("interval");
        QTest::addColumn<int>("slack");
        QTest::addColumn<int>("maxDrop");
        QTest::addColumn<int>("warnings");
        QTest::newRow("plain") << 1 << 0 << 0 << 0;
        QTest::newRow("slack alone") << 4 << 2 << 0 << 1;
        QTest::newRow("max-drop alone") << 4 << 0 << 2 << 1;
        QTest::newRow("both act") << 4 << 2 << 2 << 0;
        QTest::newRow("max-drop below what the slack allows") << 6 << 2 << 3 << 1;
        QTest::newRow("max-drop at the interval") << 4 << 2 << 4 << 1;
        QTest::newRow("slack that just acts") << 4 << 3 << 1 << 0;
        QTest::newRow("slack at the interval") << 4 << 4 << 1 << 1;
        QTest::newRow("slack beyond what is dropped") << 4 << 3 << 2 << 1;
    }
    void warnsOfInertKnobs() {
        QFETCH(int, interval);
        QFETCH(int, slack);
        QFETCH(int, maxDrop);
        FakeEngine engine = engineOf({1, 3, interval, slack, maxDrop});
        engine.prefill(1);
        QTEST(static_cast<int>(engine.warnings().size()), "warnings");
    }
    void notesNameTargetAndPeriod() {
        FakeEngine engine = engineOf({1, 3, 4, 9, 3});
        engine.prefill(1);
        QCOMPARE(engine.notes().front(), std::string("token by token: down to 5 every 3 tokens, at most 8 held"));
    }
    void randomSettingsFollowTheRuleOnLists() {
        std::mt19937 random(5);
        const auto below = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
        for (int draw = 0; draw < 120; ++draw) {
            const Setting s{below(4), 1 + below(6), below(6), below(5), below(6), below(3)};
            FakeEngine engine = engineOf(s);
            const std::int64_t prompt = 1 + below(16);
            const std::int64_t chunk = below(5);
            Tokens list;
            engine.prefill(prompt, chunk);
            for (std::int64_t t = 0; t < prompt;) {
                const std::int64_t end = chunk == 0 ? prompt : std::min(prompt, t + chunk);
                while (t < end) {
                    list.push_back(t++);
                }
                pruneList(list, s);
            }
            for (std::int64_t t = prompt; t < prompt + 12; ++t) {
                engine.step();
                list.push_back(t);
                pruneList(list, s);
                QCOMPARE(text(engine.kept(0, 0)), text(list));
            }
        }
    }
    void forksAreIndependent() {
        FakeEngine engine = engineOf({1, 3});
        engine.prefill(6);
        FakeEngine fork = engine.fork();
        fork.tune({{"recent", std::int64_t{1}}});
        engine.step();
        fork.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 4 5 6"));
        QCOMPARE(text(fork.kept(0, 0)), QByteArray("0 6"));
    }
};

QTEST_GUILESS_MAIN(StreamingTest)
#include "tests/plugins/streaming/policy_test.moc"
