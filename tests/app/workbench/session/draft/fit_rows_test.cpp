// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/fit_rows.h"

#include <QtTest>

using namespace kvw;
using namespace kvw::wb;

class FitRowsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatFitsIsSaidForBoth() {
        const std::vector<CostRow> rows =
            fitRows({std::int64_t{16} << 30, 131'072, 131'072, 256 << 20, 131'072}, machine(24));
        QCOMPARE(rows, (std::vector<CostRow>{{"Weights", "16 GiB"},
                                             {"Free memory", "24 GiB, full cache: does not fit, this policy: fits"},
                                             {"Full cache up to", "65536 of 131072 tokens"}}));
    }
    void aPolicyThatKeepsEverythingIsNoSecondCase() {
        for (const std::optional<std::int64_t> bytes :
             {std::optional<std::int64_t>(), std::optional<std::int64_t>(1'024'000)}) {
            const std::vector<CostRow> rows = fitRows({1 << 20, 1024, 1000, bytes, 2048}, machine(24));
            QCOMPARE(rows, (std::vector<CostRow>{{"Weights", "1.0 MiB"}, {"Free memory", "24 GiB, fits"}}));
        }
    }
    /// Weights that are in memory are missing from what is free already.
    void loadedWeightsAreNotCountedTwice() {
        FitFacts facts{std::int64_t{16} << 30, 131'072, 65'536, 256 << 20, 65'536};
        QCOMPARE(rowOf(facts, "Free memory", 10), QStringLiteral("10 GiB, does not fit"));
        facts.loaded = true;
        QCOMPARE(rowOf(facts, "Weights", 10), QStringLiteral("16 GiB (loaded)"));
        QCOMPARE(rowOf(facts, "Free memory", 10), QStringLiteral("10 GiB, fits"));
        QCOMPARE(rowOf(facts, "All lanes", 10), QString());
        facts.together = std::int64_t{11} << 30;
        QCOMPARE(rowOf(facts, "All lanes", 10), QStringLiteral("11 GiB"));
        QCOMPARE(rowOf(facts, "Free memory", 10), QStringLiteral("10 GiB, full cache: fits, all lanes: does not fit"));
    }
    void copiesPerQueryHeadMayTakeMoreThanTheFullCache() {
        QCOMPARE(rowOf({1 << 20, 1 << 20, 1024, std::int64_t{3} << 30, 2048}, "Free memory", 2),
                 QStringLiteral("2.0 GiB, full cache: fits, this policy: does not fit"));
    }
    void aGpuHasARowOfItsOwn() {
        Machine with = machine(24);
        with.gpus.push_back({"A GPU", std::int64_t{8} << 30, std::int64_t{7} << 30});
        QCOMPARE(fitRows({std::int64_t{16} << 30, 1, 1, {}, 1}, with).back(),
                 (CostRow{"A GPU", "7.0 GiB free, full cache: does not fit"}));
    }
    void unknownMemorySaysNothing() { QCOMPARE(fitRows({1, 1, 1, {}, 1}, Machine{}).size(), std::size_t{1}); }

 private:
    static Machine machine(std::int64_t gibibytes) { return {gibibytes << 30, gibibytes << 30, {}}; }
    /// Returns the value of a row; empty: there is none.
    static QString rowOf(const FitFacts& facts, const char* what, std::int64_t gibibytes) {
        for (const CostRow& row : fitRows(facts, machine(gibibytes))) {
            if (row.what == QLatin1String(what)) {
                return row.value;
            }
        }
        return {};
    }
};

QTEST_GUILESS_MAIN(FitRowsTest)
#include "fit_rows_test.moc"
