// SPDX-License-Identifier: Apache-2.0
/// Which tokens are held; that they are encoded afresh is the engine's work (core/engine/policy/reencode_test).
#include <QtTest>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

FakeEngine engineOf(std::int64_t window, std::int64_t layers = 1) {
    Choice choice;
    choice.policy = {"window-recompute", {{"window", window}}};
    return FakeEngine(FakeModel{layers, 2, 1, {}}, choice, 3);
}

}  // namespace

class WindowRecomputeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void holdsTheNewest_data() {
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<int>("chunk");
        for (const int window : {1, 2, 5, 8, 9, 40}) {
            for (const int prompt : {1, 8, 9}) {
                for (const int chunk : {0, 1, 3}) {
                    QTest::addRow("window %d, prompt %d, chunk %d", window, prompt, chunk) << window << prompt << chunk;
                }
            }
        }
    }
    void holdsTheNewest() {
        QFETCH(int, window);
        QFETCH(int, prompt);
        QFETCH(int, chunk);
        FakeEngine engine = engineOf(window, 3);
        engine.prefill(prompt, chunk);
        for (std::int64_t tokens = prompt; tokens < prompt + 12; ++tokens) {
            for (std::int64_t layer = 0; layer < 3; ++layer) {
                QCOMPARE(text(engine.kept(layer, 0)), text(range(std::max<std::int64_t>(tokens - window, 0), tokens)));
            }
            engine.step();
        }
    }
    void budgetIsTheWindow() {
        FakeEngine engine = engineOf(5, 2);
        engine.prefill(9);
        QCOMPARE(text(engine.budgets()), QByteArray("5 5"));
        QVERIFY(engine.warnings().empty());
        QCOMPARE(engine.notes().front(),
                 std::string("beyond 5 tokens every step is a prefill of 5 tokens at positions 0 to 4"));
    }
    void saysWhereItIsTheFullCache_data() {
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("warnings");
        QTest::newRow("below the prompt") << 8 << 0;
        QTest::newRow("the prompt") << 9 << 1;
        QTest::newRow("above") << 100 << 1;
    }
    void saysWhereItIsTheFullCache() {
        QFETCH(int, window);
        FakeEngine engine = engineOf(window);
        engine.prefill(9);
        QTEST(static_cast<int>(engine.warnings().size()), "warnings");
    }
    void liveTuningActsAtTheNextStep() {
        FakeEngine engine = engineOf(6);
        engine.prefill(8);
        engine.tune({{"window", std::int64_t{2}}});
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(6));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("7 8"));
        engine.tune({{"window", std::int64_t{4}}});
        engine.step();
        engine.step();
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("8 9 10 11"));
    }
    void forksAreIndependent() {
        FakeEngine engine = engineOf(4);
        engine.prefill(6);
        FakeEngine fork = engine.fork();
        fork.tune({{"window", std::int64_t{1}}});
        engine.step();
        fork.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("3 4 5 6"));
        QCOMPARE(text(fork.kept(0, 0)), QByteArray("6"));
    }
};

QTEST_GUILESS_MAIN(WindowRecomputeTest)
#include "tests/plugins/window-recompute/policy_test.moc"
