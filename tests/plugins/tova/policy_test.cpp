// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

Choice tova(std::int64_t capacity, bool protectNewest = false) {
    Choice choice;
    choice.policy = {"tova", {{"capacity", capacity}, {"protect-newest", protectNewest}}};
    return choice;
}

/// One head whose newest row has given weights.
FakeModel row(const std::vector<double>& weights) {
    return {1, 1, 1, [weights](std::int64_t, std::int64_t, std::int64_t, std::int64_t key) {
                return std::log(weights[static_cast<std::size_t>(key)]);
            }};
}

}  // namespace

class TovaTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenScores() {
        FakeEngine engine(fixtureA(), tova(4));
        engine.prefill(8);
        QVERIFY(near(engine.scores(0, 0, range(0, 8)), {.1567811678, .1277291800, .0635445559, .0537301757, .0899295925,
                                                        .4118128156, .0283408008, .0681317118}));
    }
    void goldenSets_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<bool>("protectNewest");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("4, the current token is dropped") << 4 << false << QByteArray("0 1 4 5");
        QTest::newRow("2") << 2 << false << QByteArray("0 5");
        QTest::newRow("2, kvpress form") << 2 << true << QByteArray("5 7");
        QTest::newRow("1, newest protected") << 1 << true << QByteArray("7");
    }
    void goldenSets() {
        QFETCH(int, capacity);
        QFETCH(bool, protectNewest);
        FakeEngine engine(fixtureA(), tova(capacity, protectNewest));
        engine.prefill(8);
        QTEST(text(engine.kept(0, 0)), "kept");
    }
    void goldenPlainRow() {
        FakeEngine engine(row({.5, .3, .15, .05}), tova(3));
        engine.prefill(4);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2"));
    }
    void newTokenMayLeaveAtItsOwnStep() {
        FakeEngine engine(row({.5, .3, .15, .2, .01, .9}), tova(3));
        engine.prefill(4);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 3"));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 3"));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5"));
    }
    void tiesLeaveTheYoungest() {
        FakeEngine engine(randomModel(1, 1, 3, 1, 0.0), tova(3));
        engine.prefill(7);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2"));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2"));
    }
    void chunksUseTheirLastRow() {
        FakeModel model{1, 1, 1, [](std::int64_t, std::int64_t, std::int64_t query, std::int64_t key) {
                            return query == 3 && key == 1 ? 2.0 : query == 5 && key == 4 ? 2.0 : 0.0;
                        }};
        FakeEngine engine(model, tova(2));
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(6, 4);
        // After the first chunk {0, 1}; row 5 prefers 4, then the oldest of the equal rest.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 4"));
    }
    void capacityIsLive() {
        FakeEngine engine(fixtureA(), tova(6));
        engine.prefill(8);
        engine.tune({{"capacity", std::int64_t{2}}});
        engine.step();
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(2));
        QCOMPARE(text(engine.budgets()), QByteArray("2"));
    }
    void protectNewestIsLive() {
        FakeEngine engine(row({.5, .3, .15, .05, .01}), tova(2));
        engine.prefill(4);
        engine.tune({{"protect-newest", true}});
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 4"));
    }
    void onSnapKvPrefixTheSameRanking() {
        // Identity of section 15: SnapKV with w = 1, k = 1 ranks the prefix as TOVA does (one group of all heads).
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const FakeModel model = randomModel(seed, 1, 4, 1);
            Choice snapkv;
            snapkv.policy = {"snapkv",
                             {{"capacity", std::int64_t{6}}, {"window", std::int64_t{1}}, {"kernel", std::int64_t{1}}}};
            FakeEngine one(model, snapkv, seed);
            FakeEngine other(model, tova(6, true), seed + 7);
            one.prefill(20);
            other.prefill(20);
            QCOMPARE(text(one.kept(0, 0)), text(other.kept(0, 0)));
        }
    }
};

QTEST_GUILESS_MAIN(TovaTest)
#include "tests/plugins/tova/policy_test.moc"
