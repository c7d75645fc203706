// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <clocale>
#include <cmath>
#include <limits>

#include "core/base/text_format.h"
#include "tests/support/german_locale.h"

using namespace kvw::bundle;

class TextFormatTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void numbersAreShortestAndLocaleProof() {
        const kvw::tests::GermanLocale german(LC_ALL);
        if (!german.there() && !kvw::tests::germanWasBuilt()) {
            QSKIP(kvw::tests::kNoGermanLocale);
        }
        QVERIFY(german.there());
        std::string out;
        appendNumber(out, 0.1F);
        out += ' ';
        appendNumber(out, 0.1);
        out += ' ';
        appendNumber(out, 1e300);
        appendNumber(out, std::numeric_limits<double>::quiet_NaN());
        appendNumber(out, std::numeric_limits<float>::infinity());
        QCOMPARE(out, std::string("0.1 0.1 1e+300"));
        QCOMPARE(*parseNumber<float>("0.1"), 0.1F);
        QVERIFY(std::isnan(*parseNumber<double>("")));
        QVERIFY(!parseNumber<double>("nan") && !parseNumber<double>("1,5") && !parseNumber<double>(" 1"));
    }

    void cellsAreQuotedWhereNeeded() {
        std::string line;
        appendCell(line, "a,\"b");
        line += ',';
        appendCell(line, "c");
        QCOMPARE(line, std::string("\"a,\"\"b\",c"));
        QCOMPARE(*splitCells(line), (std::vector<std::string>{"a,\"b", "c"}));
        QVERIFY(!splitCells("\"a") && !splitCells("a\"b\"") && !splitCells("\"a\"b"));
        QCOMPARE(splitCells(",")->size(), std::size_t{2});
    }

    void noCellIsAFormula_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        const auto row = [](const char* text, const char* cell) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(cell);
        };
        row("=1+1", "'=1+1");
        row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
        row("-2+3", "'-2+3");
        row("@SUM(A1)", "'@SUM(A1)");
        row("\t=1", "'\t=1");
        row("\r=1", "'\r=1");
        row("＝1", "'＝1");
        row("-1.5", "-1.5");
        row("-3e-07", "-3e-07");
        row("'=1", "''=1");
        row("'' -1", "'' -1");
        row("'quoted'", "'quoted'");
        row("streaming:recent=4", "streaming:recent=4");
        row("", "");
    }

    void noCellIsAFormula() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        QCOMPARE(QByteArray::fromStdString(guardedCell(text.toStdString())), cell);
        const std::string written = cell.toStdString();
        QCOMPARE(QByteArray::fromStdString(std::string(unguardedCell(written))), text);
        std::string line;
        appendCell(line, text.toStdString());
        QCOMPARE(QByteArray::fromStdString(std::string(unguardedCell(splitCells(line)->front()))), text);
    }

    void printedTextsTellOfNoFolder() {
        QCOMPARE(withoutFolders("kvw run --text /home/me/papers/a.txt --policy h2o"),
                 std::string("kvw run --text a.txt --policy h2o"));
        QCOMPARE(withoutFolders("--model '/home/me/my models/llama/' --out ~/runs/x"),
                 std::string("--model 'llama' --out x"));
        QCOMPARE(withoutFolders("model /srv/m/tiny, text (/home/me/b.txt)"), std::string("model tiny, text (b.txt)"));
        QCOMPARE(withoutFolders("streaming:recent=64/recent=12@15, a / b, 1/2, ./story.txt, /x"),
                 std::string("streaming:recent=64/recent=12@15, a / b, 1/2, ./story.txt, /x"));
    }
};

QTEST_GUILESS_MAIN(TextFormatTest)
#include "text_format_test.moc"
