// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/plugins/check.h"

using namespace kvw::test;

class FullTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void keepsEverything() {
        FakeEngine engine(randomModel(1, 2, 4, 2), {{"full", {}}, {}, {}, 0, 0, 0});
        engine.prefill(9);
        for (int i = 0; i < 5; ++i) {
            engine.step();
        }
        QCOMPARE(text(engine.kept(1, 0)), text(range(0, 14)));
        QCOMPARE(engine.edits(), 0);
    }
    void acceptsBothSchedules() {
        FakeEngine engine(randomModel(1, 1, 1, 1), {{"full", {}}, {}, {}, 0, 0, 0});
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(10, 3);
        QCOMPARE(text(engine.kept(0, 0)), text(range(0, 10)));
    }
};

QTEST_GUILESS_MAIN(FullTest)
#include "tests/plugins/full/policy_test.moc"
