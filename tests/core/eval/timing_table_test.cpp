// SPDX-License-Identifier: Apache-2.0
/// Times of trials as tables, with numbers computed by hand.
#include "core/eval/timing_table.h"

#include <QtTest>

#include "core/figures/tables.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

constexpr const char *kHere = R"({"cpu":"A","threads":2,"isa":"avx2","gpu":null,"torch":"2.4"} 1.0)", *kThere = "B";

EvalRecord timedRecord(const std::string& policy, double total, double tpot, const std::string& machine = kHere,
                       const std::string& subset = "8+4") {
    EvalRecord record;
    record.subset = subset;
    record.policy = policy;
    record.tpotMs = tpot;
    record.machine = machine;
    record.parts = {{"total_s", total}, {"peak_kv_bytes", total * 1024 * 1024}};
    return record;
}

}  // namespace

class TimingTableTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void trialsGiveMeanDeviationAndMedian() {
        const std::vector<EvalRecord> records{timedRecord("full", 1, 8), timedRecord("full", 2, 8),
                                              timedRecord("h2o", 1, 2), timedRecord("full", 6, 8)};
        const std::vector<TimedMachine> machines = timedMachines(records, "full");
        QCOMPARE(machines.size(), 1U);
        const TimedRow& full = machines[0].rows.at(0);
        QCOMPARE(full.trials, std::int64_t{3});
        QCOMPARE(full.totalSeconds.spread.mean, 3.0);
        QCOMPARE(full.totalSeconds.spread.deviation, std::sqrt(7.0));  // (4 + 1 + 9) / 2
        QCOMPARE(full.totalSeconds.median, 2.0);
        QVERIFY(full.totalSeconds.interval.low >= 1 && full.totalSeconds.interval.high <= 6);
        QCOMPARE(full.peakKvBytes, 6.0 * 1024 * 1024);
        QVERIFY(std::isnan(full.deviceBytes));
        const TimedRow& other = machines[0].rows.at(1);
        QCOMPARE(other.speedup, 4.0);
        QCOMPARE(other.speedupTotal, 3.0);
    }

    void unlikeMachinesHaveTablesOfTheirOwn() {
        std::vector<EvalRecord> records{timedRecord("full", 1, 1), timedRecord("full", 9, 9, kThere),
                                        timedRecord("full", 3, 3)};
        records.push_back(timedRecord("full", 50, 50));
        records.back().problem = "no memory";
        records.push_back(timedRecord("full", 50, 50, ""));  // not timed
        const std::vector<TimedMachine> machines = timedMachines(records, {});
        QCOMPARE(machines.size(), 2U);
        QCOMPARE(machines[0].rows.at(0).totalSeconds.spread.mean, 2.0);
        QCOMPARE(machines[1].rows.at(0).totalSeconds.spread.mean, 9.0);
        QVERIFY(std::isnan(machines[0].rows[0].speedup));
    }

    void rowsOfASubsetStandTogether() {
        const std::vector<EvalRecord> records{timedRecord("full", 1, 1), timedRecord("full", 1, 1, kHere, "16+4"),
                                              timedRecord("h2o", 1, 1, kHere, "16+4"), timedRecord("h2o", 1, 1)};
        std::vector<std::string> rows;
        for (const TimedRow& row : timedMachines(records, "full").at(0).rows) {
            rows.push_back(row.subset + ' ' + row.policy);
        }
        QCOMPARE(rows, (std::vector<std::string>{"8+4 full", "8+4 h2o", "16+4 full", "16+4 h2o"}));
    }

    void theFingerprintIsReadable() {
        QCOMPARE(fingerprintText(kHere), std::string("A, 2 threads, avx2, torch 2.4, 1.0"));
        QCOMPARE(fingerprintText(kThere), std::string(kThere));
    }

    void tablesHaveEveryNumber() {
        const std::vector<EvalRecord> records{timedRecord("full", 1, 8), timedRecord("full", 3, 8),
                                              timedRecord("h2o", 1, 2)};
        const TimedMachine machine = timedMachines(records, "full").at(0);
        const std::string csv = tables::toCsv(timingNumbers(machine));
        QVERIFY(csv.starts_with("subset,policy,trials,total_s,total_s_sd,total_s_median,total_s_low,total_s_high"));
        QVERIFY(csv.find("8+4,full,2,2,1.414") != std::string::npos);
        const tables::Table page = timingPage(machine, "Times", "full");
        const std::string text = tables::toMarkdown(page);
        QVERIFY2(text.find("4.00x") != std::string::npos, text.c_str());
        QVERIFY(page.caption.ends_with("measured on A, 2 threads, avx2, torch 2.4, 1.0"));
        QVERIFY(page.marked.contains({1, 3}));  // the shorter total
        QVERIFY(text.find("published") == std::string::npos);
        const std::vector<PublishedNumber> printed{{"", "h2o", 0.54}};
        const std::string beside =
            tables::toMarkdown(timingPage(timedMachines(records, "full", printed).at(0), "Times", "full"));
        QVERIFY2(beside.find("published") != std::string::npos && beside.find("0.54") != std::string::npos,
                 beside.c_str());
    }
};

QTEST_APPLESS_MAIN(TimingTableTest)
#include "timing_table_test.moc"
