// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/fit_text.h"

#include <QtTest>

using namespace kvw;
using namespace kvw::wb;

class FitTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatFitsIsSaidForBoth() {
        const QStringList lines = fitLines({std::int64_t{16} << 30, 131'072, 131'072, 256 << 20, 131'072}, machine(24));
        QCOMPARE(lines.value(0), QStringLiteral("Memory: weights 16 GiB, full cache 16 GiB, under the policy 256 MiB"));
        QCOMPARE(lines.value(1),
                 QStringLiteral("24 GiB of RAM free: with the full cache it does not fit, under the policy it fits"));
        QCOMPARE(lines.value(2), QStringLiteral("The full cache fits up to 65536 of the model's 131072 tokens"));
        QCOMPARE(lines.size(), 3);
    }
    void aPolicyThatKeepsEverythingIsNoSecondCase() {
        for (const std::optional<std::int64_t> bytes :
             {std::optional<std::int64_t>(), std::optional<std::int64_t>(1'024'000)}) {
            const QStringList lines = fitLines({1 << 20, 1024, 1000, bytes, 2048}, machine(24));
            QCOMPARE(lines.value(1), QStringLiteral("24 GiB of RAM free: with the full cache it fits"));
            QCOMPARE(lines.size(), 2);
        }
    }
    /// Weights that are in memory are missing from what is free already.
    void loadedWeightsAreNotCountedTwice() {
        FitFacts facts{std::int64_t{16} << 30, 131'072, 65'536, 256 << 20, 65'536};
        QVERIFY(fitLines(facts, machine(10)).value(1).contains(QStringLiteral("under the policy it does not fit")));
        facts.loaded = true;
        const QStringList lines = fitLines(facts, machine(10));
        QVERIFY2(lines.value(0).startsWith(QStringLiteral("Memory: weights 16 GiB (loaded), full")),
                 qPrintable(lines.value(0)));
        QCOMPARE(lines.value(1),
                 QStringLiteral("10 GiB of RAM free: with the full cache it fits, under the policy it fits"));
        QCOMPARE(lines.size(), 2);
        facts.together = std::int64_t{11} << 30;
        QVERIFY(fitLines(facts, machine(10)).value(1).contains(QStringLiteral("with all lanes it does not fit")));
    }
    void copiesPerQueryHeadMayTakeMoreThanTheFullCache() {
        const QStringList lines = fitLines({1 << 20, 1 << 20, 1024, std::int64_t{3} << 30, 2048}, machine(2));
        QVERIFY2(lines.value(1).endsWith(QStringLiteral("it fits, under the policy it does not fit")),
                 qPrintable(lines.value(1)));
    }
    void aGpuHasALineOfItsOwn() {
        Machine with = machine(24);
        with.gpus.push_back({"A GPU", std::int64_t{8} << 30, std::int64_t{7} << 30});
        QCOMPARE(fitLines({std::int64_t{16} << 30, 1, 1, {}, 1}, with).last(),
                 QStringLiteral("A GPU, 7.0 GiB free: with the full cache it does not fit"));
    }
    void unknownMemorySaysNothing() { QCOMPARE(fitLines({1, 1, 1, {}, 1}, Machine{}).size(), 1); }

 private:
    static Machine machine(std::int64_t gibibytes) { return {gibibytes << 30, gibibytes << 30, {}}; }
};

QTEST_GUILESS_MAIN(FitTextTest)
#include "fit_text_test.moc"
