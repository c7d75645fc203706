// SPDX-License-Identifier: Apache-2.0
/// Maps of depth and length, and lines over a length, from records.
#include "core/eval/eval_figures.h"

#include <QtTest>

#include "core/eval/sweep_results.h"
#include "core/figures/figure_io.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

EvalRecord needleRecord(const std::string& policy, double length, double depth, double score) {
    EvalRecord record;
    record.subset = "single-en";
    record.policy = policy;
    record.score = score;
    record.facts = {{"length", length}, {"depth", depth}};
    return record;
}

std::vector<EvalRecord> needleRecords() {
    std::vector<EvalRecord> records{needleRecord("full", 2000, 0, 100),  needleRecord("full", 1000, 50, 20),
                                    needleRecord("full", 1000, 50, 40),  needleRecord("h2o", 1000, 50, 10),
                                    needleRecord("full", 1000, 50, 900), needleRecord("full", 1000, 0, kMissing)};
    records[4].problem = "no memory";
    return records;
}

TaskInfo needleTask(Total total = Total::Mean) {
    TaskInfo task;
    task.name = "needlebench";
    task.title = "NeedleBench";
    task.score = "score";
    task.total = total;
    return task;
}

}  // namespace

class EvalFiguresTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aMapHasAPanelPerLaneOnOneScale() {
        const std::vector<EvalRecord> records = needleRecords();
        const FigureSpec figure = factMap(records, needleTask(), "single-en", {"full", "h2o"});
        QCOMPARE(figure.id, std::string("eval-map-needlebench-single-en"));
        QCOMPARE(figure.panels.size(), 2U);
        const FigureMap& full = figure.panels[0].maps.at(0);
        QCOMPARE(figure.panels[0].x.names, (std::vector<std::string>{"1000", "2000"}));
        QCOMPARE(figure.panels[0].y.names, (std::vector<std::string>{"0", "50"}));
        QCOMPARE(full.values[full.at(0, 1)], 100.0F);
        QCOMPARE(full.values[full.at(1, 0)], 30.0F);
        QVERIFY(full.cells[full.at(1, 1)] == FigureCell::Missing);
        QCOMPARE(figure.panels[1].maps.at(0).values.at(2), 10.0F);
        QCOMPARE(figure.panels[1].maps[0].maximum, 100.0);
        QVERIFY(!kvw::figures::toJson(figure).empty());
        QCOMPARE(factMaps(records, needleTask(), {"full"}).size(), 1U);
        QVERIFY(factMap(records, needleTask(), "single-en", {"none"}).panels.at(0).empty());
    }

    void perplexityIsOfAllTokens() {
        std::vector<EvalRecord> records{needleRecord("full", 1, 0, 1), needleRecord("full", 1, 0, 2)};
        records[1].weight = 3;
        const FigureSpec figure = factMap(records, needleTask(Total::Perplexity), "single-en", {"full"});
        QCOMPARE(figure.panels.at(0).maps.at(0).values.at(0), static_cast<float>(std::exp(1.75)));
    }

    void linesHaveMeansAndDeviations() {
        const FigureSpec figure = factLines(needleRecords(), needleTask(), {"full", "h2o"});
        const FigureSeries& full = figure.panels.at(0).series.at(0);
        QCOMPARE(full.x, (std::vector<double>{1000, 2000}));
        QCOMPARE(full.y, (std::vector<double>{30, 100}));
        QCOMPARE(full.deviation.at(0), std::sqrt(200.0));
        QVERIFY(full.role == FigureRole::FullLane);
        QCOMPARE(figure.panels[0].series.at(1).index, 1);
    }

    void runningPerplexityIsOverTheTextsThatAreSoLong() {
        std::vector<EvalRecord> books{needleRecord("full", 0, 0, 1), needleRecord("full", 0, 0, 1),
                                      needleRecord("full", 0, 0, 1), needleRecord("h2o", 0, 0, 1)};
        books[0].running = {8, 27, 5};
        books[1].running = {2, 3};
        books[2].running = {100};
        books[2].problem = "no memory";
        const FigureSpec figure = runningLines(books, needleTask(Total::Perplexity), {"full", "h2o"});
        QCOMPARE(figure.panels.at(0).series.size(), std::size_t{1});  // h2o read no 256 tokens
        const FigureSeries& line = figure.panels[0].series.at(0);
        QCOMPARE(line.x, (std::vector<double>{256, 512, 768}));
        const std::vector<double> wanted{4, 9, 5};  // geometric means
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QVERIFY(std::abs(line.y.at(i) - wanted[i]) < 1e-9);
        }
        QVERIFY(runningLines({}, needleTask(), {"full"}).panels.at(0).empty());
    }
};

QTEST_APPLESS_MAIN(EvalFiguresTest)
#include "eval_figures_test.moc"
