// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/layer_signals.h"

#include <QtTest>
#include <cmath>

#include "tests/core/analysis/attention/fixture_recording.h"

using namespace kvw;
using namespace kvw::tests;

class LayerSignalsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// POLICIES.md 5 and 6, fixture A.
    void golden() {
        const auto signals = layerSignals(*fixtureA(), 0, 2);
        QVERIFY(signals.has_value());
        QCOMPARE(signals->prompt, 8);
        QCOMPARE(signals->window, 2);
        QVERIFY(std::abs(signals->gini[0] - .3126733) < 1e-6);
        QVERIFY(std::abs(signals->entropy[0] - 5.467097817) < 1e-6);
        QVERIFY(std::abs(signals->variance[1] - .0158674351) < 1e-6);
        QVERIFY(std::abs(signals->preference[0] - .1820307104) < 1e-6);
        QVERIFY(std::abs(signals->preference[1] - .0970619756) < 1e-6);
    }

    void withoutRowsThereAreNone() {
        QVERIFY(!layerSignals(*fixtureA(false), 0, 2).has_value());
        QVERIFY(!laterNeed(*fixtureA(false, "full"), 2, 0).has_value());
    }

    void whatABudgetCannotHold_data() {
        QTest::addColumn<int>("budget");
        QTest::addColumn<int>("recent");
        QTest::addColumn<double>("need");
        // Rows 4 to 7: each KV head gives 2 to token 0, 2 to token 1 and 2 to token 2.
        QTest::newRow("one") << 1 << 0 << 4.0 / 6;
        QTest::newRow("two") << 2 << 0 << 2.0 / 6;
        QTest::newRow("three") << 3 << 0 << 0.0;
        QTest::newRow("the newest stays and was not read") << 2 << 1 << 4.0 / 6;
        QTest::newRow("the whole prompt") << 4 << 1 << 0.0;
        QTest::newRow("more than the prompt") << 9 << 2 << 0.0;
        QTest::newRow("more recent than the budget") << 1 << 3 << 1.0;
    }
    void whatABudgetCannotHold() {
        QFETCH(int, budget);
        QFETCH(int, recent);
        QFETCH(double, need);
        const auto recording = twoLanes(traceOf({.keepRows = true, .row = laterRow}), traceOf({}));
        const auto needs = laterNeed(*recording, budget, recent);
        QVERIFY2(needs.has_value(), needs ? "" : needs.error().sentence().c_str());
        QCOMPARE(needs->size(), std::size_t{2});
        QVERIFY(std::abs(needs->at(0) - need) < 1e-12);
    }

    void itStopsWhenNobodyWaits() {
        const auto recording = twoLanes(traceOf({.keepRows = true, .row = laterRow}), traceOf({}));
        const auto needs = laterNeed(*recording, 2, 0, [] { return true; });
        QVERIFY(!needs.has_value() && needs.error().code == Code::Cancelled);
    }
};

QTEST_GUILESS_MAIN(LayerSignalsTest)
#include "layer_signals_test.moc"
