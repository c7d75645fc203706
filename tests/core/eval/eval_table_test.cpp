// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_table.h"

#include <QtTest>
#include <cmath>

#include "core/figures/tables.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

EvalRecord scoreOf(const std::string& subset, const std::string& id, const std::string& policy, double score,
                   double weight = 1) {
    EvalRecord record;
    record.task = "sums";
    record.subset = subset;
    record.id = id;
    record.policy = policy;
    record.score = score;
    record.weight = weight;
    record.bytes = 1 << 20;
    return record;
}

const EvalRow& rowFor(const std::vector<EvalRow>& rows, const std::string& subset, const std::string& policy) {
    static const EvalRow kNone;
    for (const EvalRow& row : rows) {
        if (row.subset == subset && row.policy == policy) {
            return row;
        }
    }
    return kNone;
}

bool close(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

}  // namespace

class EvalTableTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void meansDeviationsAndDifferences() {
        const std::vector<EvalRecord> records{scoreOf("a", "1", "full", 100), scoreOf("a", "2", "full", 50),
                                              scoreOf("a", "3", "full", 0),   scoreOf("b", "1", "full", 80),
                                              scoreOf("a", "1", "tova", 100), scoreOf("a", "2", "tova", 20),
                                              scoreOf("b", "1", "tova", 60)};
        const auto rows = evalRows(records, m_task, {{"full", "tova"}, "full"});
        QVERIFY(rows.has_value());
        QCOMPARE(rows->size(), std::size_t{6});
        const EvalRow& full = rowFor(*rows, "a", "full");
        QCOMPARE(full.samples, std::int64_t{3});
        QVERIFY(close(full.value, 50) && close(full.sd, 50));
        QVERIFY(full.low >= 0 && full.low <= 50 && full.high >= 50 && full.high <= 100);
        QVERIFY(std::isnan(full.difference));
        // Samples 1 and 2 have both: (0 - 30) / 2.
        const EvalRow& tova = rowFor(*rows, "a", "tova");
        QCOMPARE(tova.pairs, std::int64_t{2});
        QVERIFY(close(tova.value, 60) && close(tova.difference, -15));
        QVERIFY(close(rowFor(*rows, "b", "tova").difference, -20));
        // Subsets count alike: (50 + 80) / 2, and a difference of (-15 - 20) / 2.
        QVERIFY(close(rowFor(*rows, "", "full").value, 65));
        QVERIFY(close(rowFor(*rows, "", "tova").value, 60));
        QVERIFY(close(rowFor(*rows, "", "tova").difference, -17.5));
        // The same results give the same intervals.
        QCOMPARE(toJson(rowFor(*evalRows(records, m_task, {{"full", "tova"}, "full"}), "", "tova")),
                 toJson(rowFor(*rows, "", "tova")));
    }

    void groupsOfSubsetsHaveTheWeightsOfTheTask() {
        m_task.weights = {{"one", 0.4}, {"two", 0.6}};
        const std::vector<EvalRecord> records{scoreOf("one-en", "1", "full", 10), scoreOf("one-zh", "1", "full", 30),
                                              scoreOf("two", "1", "full", 50), scoreOf("two", "2", "full", 70)};
        const auto rows = evalRows(records, m_task, {{"full"}, {}});
        QVERIFY(close(rowFor(*rows, "", "full").value, 0.4 * 20 + 0.6 * 60));
        m_task.weights.clear();
    }

    void perplexityCountsTokens() {
        TaskInfo task = m_task;
        task.total = Total::Perplexity;
        task.higherIsBetter = false;
        const std::vector<EvalRecord> records{
            scoreOf("books", "1", "full", 1, 300), scoreOf("books", "2", "full", 2, 100),
            scoreOf("books", "1", "tova", 1.5, 300), scoreOf("books", "2", "tova", 2.5, 100)};
        const auto rows = evalRows(records, task, {{"full", "tova"}, "full"});
        QCOMPARE(rows->size(), std::size_t{2});  // one subset is the total
        QVERIFY(close(rows->at(0).value, std::exp(1.25)));
        QVERIFY(close(rows->at(1).value, std::exp(1.75)));
        QVERIFY(close(rows->at(1).difference, 0.5));
        QVERIFY(close(rows->at(1).differenceLow, 0.5) && close(rows->at(1).differenceHigh, 0.5));
        QVERIFY(rows->at(0).low >= std::exp(1.0) && rows->at(0).high <= std::exp(2.0));
    }

    void aFailedLaneIsCountedAndHasNoScore() {
        std::vector<EvalRecord> records{scoreOf("a", "1", "full", 10), scoreOf("a", "1", "tova", 4),
                                        scoreOf("a", "2", "full", 30), scoreOf("a", "2", "tova", kMissing)};
        records.back().problem = phrase("the policy gave no answer");
        const auto rows = evalRows(records, m_task, {{"full", "tova"}, "full"});
        QCOMPARE(rows->at(1).failed, std::int64_t{1});
        QCOMPARE(rows->at(1).samples, std::int64_t{1});
        QCOMPARE(rows->at(1).pairs, std::int64_t{1});
        QVERIFY(close(rows->at(1).value, 4) && close(rows->at(1).difference, -6));
        const std::string page = tables::toMarkdown(evalPage(*rows, m_task, "Sums"));
        QVERIFY2(page.find("failed") != std::string::npos, page.c_str());
    }

    void partsAndPublishedNumbersHaveColumns() {
        std::vector<EvalRecord> records{scoreOf("a", "1", "full", 10), scoreOf("a", "2", "full", 20)};
        records[0].parts = {{"edit", 1}};
        records[1].parts = {{"edit", 4}};
        // Its parts count, though it has no score.
        records.push_back(scoreOf("a", "3", "full", kMissing));
        records.back().parts = {{"nll", 0.5}};
        TableOptions options{{"full"}, {}};
        options.published = {{"a", "full", 17.5}};
        const auto rows = evalRows(records, m_task, options);
        QCOMPARE(rows->at(0).samples, std::int64_t{2});
        QCOMPARE(rows->at(0).parts.size(), std::size_t{2});
        QVERIFY(close(rows->at(0).parts[0].spread.mean, 2.5) && close(rows->at(0).published, 17.5));
        const tables::Table page = evalPage(*rows, m_task, "Sums");
        QCOMPARE(page.caption, std::string("Sums"));
        const std::string csv = tables::toCsv(evalNumbers(*rows, m_task));
        QVERIFY2(csv.find("published,edit,edit_sd,edit_median,edit_low,edit_high,nll,") != std::string::npos,
                 csv.c_str());
        QVERIFY2(csv.find("17.5,2.5,") != std::string::npos, csv.c_str());
    }

    void timesOfUnlikeMachinesAreRefused() {
        std::vector<EvalRecord> records{scoreOf("a", "1", "full", 10), scoreOf("a", "1", "tova", 10)};
        records[0].machine = records[1].machine = "one";
        records[0].tpotMs = 30;
        records[1].tpotMs = 20;
        const auto rows = evalRows(records, m_task, {{"full", "tova"}, "full"});
        QVERIFY(close(rows->at(0).speedup, 1) && close(rows->at(1).speedup, 1.5));
        records[1].machine = "two";
        QVERIFY(!evalRows(records, m_task, {{"full", "tova"}, "full"}).has_value());
    }

    void theBestLaneOfASubsetIsMarked() {
        const std::vector<EvalRecord> records{scoreOf("a", "1", "full", 90), scoreOf("a", "1", "tova", 40),
                                              scoreOf("a", "1", "snapkv", 60)};
        const auto rows = evalRows(records, m_task, {{"full", "tova", "snapkv"}, {}});
        const tables::Table page = evalPage(*rows, m_task, "Sums");
        QCOMPARE(page.marked.size(), std::size_t{1});
        QCOMPARE(page.marked.begin()->first, std::size_t{2});
    }

 private:
    static TaskInfo sums() {
        TaskInfo info;
        info.name = "sums";
        info.title = "Sums";
        info.score = "right (%)";
        return info;
    }
    TaskInfo m_task = sums();
};

QTEST_GUILESS_MAIN(EvalTableTest)
#include "eval_table_test.moc"
