// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/table_json.h"

#include <QtTest>
#include <cmath>

using namespace kvw;

class TableJsonTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aTableIsReadAsItWas() {
        tables::Table table;
        table.caption = "Caption.";
        table.columns = {{"name", "name"},
                         {"number", "number", "nats", true, [](const tables::Cell&) { return std::string("shown"); }},
                         {"hidden", "hidden", {}, false, nullptr}};
        table.add({std::string("a"), 0.5, std::int64_t{7}});
        table.add({std::string("b"), NAN, true});
        table.marked.emplace(1, 2);
        const auto read = tables::readTable(tables::wholeJson(table), "here");
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        QCOMPARE(read->table.caption, table.caption);
        QCOMPARE(tables::toCsv(read->table), tables::toCsv(table));
        QVERIFY(read->table.marked == table.marked);
        QCOMPARE(read->table.columns[1].heading(), std::string("number (nats)"));
        QVERIFY(read->table.columns[1].right);
        QVERIFY((read->shown == std::vector<bool>{true, true, false}));
        QCOMPARE(read->texts[0][1], std::string("shown"));
        QVERIFY(std::isnan(std::get<double>(read->table.rows[1][1])));
    }

    void anythingElseIsRefused_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("null") << QByteArray("null");
        QTest::newRow("no columns") << QByteArray(R"({"columns": [], "rows": []})");
        QTest::newRow("a short row") << QByteArray(R"({"columns": [{"id": "a"}, {"id": "b"}], "rows": [[{}]]})");
        QTest::newRow("a row that is none") << QByteArray(R"({"columns": [{"id": "a"}], "rows": [1]})");
    }
    void anythingElseIsRefused() {
        QFETCH(QByteArray, json);
        const auto read = tables::readTable(nlohmann::ordered_json::parse(json.toStdString()), "here");
        QVERIFY(!read.has_value());
        QVERIFY(read.error().sentence().starts_with("here: "));
    }
};

QTEST_GUILESS_MAIN(TableJsonTest)
#include "table_json_test.moc"
