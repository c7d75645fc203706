// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/table.h"

using namespace kvw::tables;

class TableTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void cellsHaveTypes() {
        QCOMPARE(cellText(Cell(0.1)), std::string("0.1"));
        QCOMPARE(cellText(Cell(std::int64_t{-7})), std::string("-7"));
        QCOMPARE(cellText(Cell("text")), std::string("text"));
        QCOMPARE(cellText(Cell(std::numeric_limits<double>::quiet_NaN())), std::string());
        QCOMPARE(numberIn(Cell(1.5)).value_or(0), 1.5);
        QCOMPARE(numberIn(Cell(std::int64_t{3})).value_or(0), 3.0);
        QVERIFY(isDefined(Cell(0.0)) && isDefined(Cell("3")) && isDefined(Cell(false)) && !isDefined(Cell()));
        QVERIFY(!isDefined(Cell(std::numeric_limits<double>::quiet_NaN())));
        QVERIFY(!numberIn(Cell("3")) && !numberIn(Cell()) && !numberIn(Cell(std::numeric_limits<double>::infinity())));
        QCOMPARE((Column{"mean_nll", "mean NLL", "nats"}.heading()), std::string("mean NLL (nats)"));
        QCOMPARE((Column{"policy", "policy"}.heading()), std::string("policy"));
    }

    void csvHasIdsAndGuardsItsTexts() {
        Table table;
        table.columns = {{"policy", "policy"}, {"delta_nll", "ΔNLL", "nats"}, {"runs", "runs"}};
        table.rows = {{"a,b", -0.25, 3}, {"=1+2", "", 0}};
        QCOMPARE(toCsv(table), std::string("policy,delta_nll,runs\n\"a,b\",-0.25,3\n'=1+2,,0\n"));
    }

    void jsonHasAnObjectPerRow() {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        Table table{{{"layer", "layer"}, {"", "shown"}, {"held", "held"}, {"kept", "kept"}}};
        table.rows = {{2, "only text", 0.5, true}, {"all", "", kNone, false}};
        QCOMPARE(toJson(table).dump(),
                 std::string(R"([{"layer":2,"held":0.5,"kept":true},{"layer":"all","held":null,"kept":false}])"));
    }

    void aColumnShowsItsCellsInItsOwnWay() {
        Table table{{{"layer", "layer"}, {"kept", "", {}, false, [](const Cell& kept) -> std::string {
                                              return std::get<bool>(kept) ? "kept" : "evicted";
                                          }}}};
        table.rows = {{1, true}, {2, false}};
        QCOMPARE(toText(table), std::string("layer\n1      kept\n2      evicted\n"));
        QCOMPARE(toCsv(table), std::string("layer,kept\n1,true\n2,false\n"));
    }

    void aColumnMayBeForProgramsOrForPeopleOnly() {
        Table table{{{"layer", "layer"}, {"us", "", {}, false, nullptr}, {"", "shown", {}, true}}};
        table.rows = {{1, 0.5, "x"}, {2, 0.25, "yz"}};
        QCOMPARE(toText(table), std::string("layer  shown\n1          x\n2         yz\n"));
        QCOMPARE(rowJson(table, 1).dump(), std::string(R"({"layer":2,"us":0.25})"));
    }

    void cellsAreAppendedOneAfterTheOther() {
        std::string line = "1\n";
        appendCells(line, std::size_t{2}, -7, 0.1F, std::numeric_limits<double>::quiet_NaN(), "a,b", std::string("=1"));
        QCOMPARE(line, std::string("1\n2,-7,0.1,,\"a,b\",'=1"));
    }

    void aTerminalShowsAlignedColumns() {
        Table table{{{"", "layer", "", true}, {"nll", "ΔNLL", "nats"}}};
        table.rows = {{"all", "–", "kept"}, {10, 0.25}};
        QCOMPARE(toText(table), std::string("layer  ΔNLL (nats)\n  all  –            kept\n   10  0.25\n"));
        table.columns = {{"", "", "", true}};
        QCOMPARE(toText(table, 2), std::string("  all  –     kept\n   10  0.25\n"));
        QCOMPARE(toText(Table()), std::string());
    }

    void columnsAreChosenWithTheirMarks() {
        Table table;
        table.columns = {{"n", "n"}, {"nll", "NLL"}, {"nll_sd", "nll_sd"}, {"kl", "KL"}};
        table.rows = {{1, 2, 3, 4}};
        table.marked = {{0, 1}, {0, 3}};
        const Table chosen = withColumns(table, {"kl", "none", "nll"});
        QCOMPARE(toCsv(chosen), std::string("kl,nll,nll_sd\n4,2,3\n"));
        QCOMPARE(chosen.marked, (std::set<std::pair<std::size_t, std::size_t>>{{0, 0}, {0, 1}}));
    }
};

QTEST_APPLESS_MAIN(TableTest)
#include "table_test.moc"
