// SPDX-License-Identifier: Apache-2.0
/// Literals as Python writes them, and texts that only look like one.
#include "core/eval/tasks/loogle/python_literal.h"

#include <QtTest>

using namespace kvw::eval;

class PythonLiteralTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void literalsAreRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char* text, const char* json) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(json);
        };
        row("[{'Q': \"who's?\", 'A': 'x'}]", R"([{"A":"x","Q":"who's?"}])");
        row(" {'a': 1, 'b': -2.5, } ", R"({"a":1,"b":-2.5})");
        row("[True, False, None, []]", "[true,false,null,[]]");
        row("('a', 'b')", R"(["a","b"])");
        row("('a',)", R"(["a"])");
        row("('a')", "\"a\"");
        row("()", "[]");
        row("'\\'\\\\\\n\\t\\x41\\u00e9\\U0001F600\\101\\q'", "\"'\\\\\\n\\tAé😀A\\\\q\"");
        row("1e3", "1000.0");
    }
    void literalsAreRead() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, json);
        const auto read = pythonLiteral(text.toStdString());
        QVERIFY(read.has_value());
        QCOMPARE(QByteArray::fromStdString(read->dump()), json);
    }

    void otherTextsAreNone_data() {
        QTest::addColumn<QByteArray>("text");
        int number = 0;
        for (const char* text : {"",
                                 "none",
                                 "[1",
                                 "[1 2]",
                                 "{'a': 1, 'a': 2}",
                                 "{1: 2}",
                                 "{'a'}",
                                 "'open",
                                 "'a\nb'",
                                 "'\\ud800'",
                                 "'\\x4'",
                                 "'\\N{DASH}'",
                                 "__import__('os')",
                                 "[x for x in y]",
                                 "1+1",
                                 "f'x'",
                                 "'a' 'b'",
                                 "nan",
                                 "[,]",
                                 "[1]]",
                                 "'\xFF'"}) {
            QTest::addRow("text %d", number++) << QByteArray(text);
        }
        QTest::newRow("deep") << QByteArray(101, '[') + QByteArray(101, ']');
        QTest::newRow("deep and open") << QByteArray(1000000, '(');
    }
    void otherTextsAreNone() {
        QFETCH(QByteArray, text);
        QVERIFY(!pythonLiteral(text.toStdString()));
        QVERIFY(!jsonOrLiteral(text.toStdString()));
    }

    void jsonIsReadToo() {
        QVERIFY(jsonOrLiteral(R"({"a": null})") == nlohmann::json::parse(R"({"a": null})"));
        QVERIFY(jsonOrLiteral("{'a': None}") == nlohmann::json::parse(R"({"a": null})"));
    }
};

QTEST_GUILESS_MAIN(PythonLiteralTest)
#include "python_literal_test.moc"
