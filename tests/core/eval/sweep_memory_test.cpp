// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_memory.h"

#include <QtTest>

using namespace kvw;

class SweepMemoryTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatIsPromisedIsNotLeft() {
        QCOMPARE(bytesLeft(1000, 0, {}), 1000);
        // One has taken 100 of 400; another has more than was estimated.
        QCOMPARE(bytesLeft(1000, 0, {{1, {400, 100}}, {2, {200, 250}}}), 700);
        QCOMPARE(bytesLeft(1000, 800, {{1, {400, 100}}, {2, {200, 250}}}), 150);
        QCOMPARE(bytesLeft(100, 800, {}), 100);
        QVERIFY(bytesLeft(1000, 500, {{1, {600, 0}}}) < 0);
    }

    void aLargerRunNeedsMore() {
        PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        const Catalog catalog = Catalog::scan(paths);
        MemoryEstimate estimate(catalog);
        RunSpec small;
        small.ids = std::vector<std::int32_t>(1000, 1);
        small.promptTokens = 100;
        small.steps = 20;
        small.policies = {"full", "tova:capacity=64"};
        RunSpec longer = small;
        longer.steps = 800;
        RunSpec kept = longer;
        kept.policies = {"full", "full"};
        RunSpec half = longer;
        half.kvDtype = "bf16";
        const std::int64_t least = estimate.bytesOf(small);
        QVERIFY(least > (std::int64_t{256} << 20));
        QVERIFY(estimate.bytesOf(longer) > least);
        QVERIFY(estimate.bytesOf(kept) > estimate.bytesOf(longer));
        QVERIFY(estimate.bytesOf(half) < estimate.bytesOf(longer));
        QCOMPARE(estimate.bytesOf(small), least);
        // More than there is of a text is not read.
        RunSpec beyond = longer;
        beyond.steps = 1000000;
        RunSpec all = longer;
        all.steps = 900;
        QCOMPARE(estimate.bytesOf(beyond), estimate.bytesOf(all));
    }
};

QTEST_APPLESS_MAIN(SweepMemoryTest)
#include "sweep_memory_test.moc"
