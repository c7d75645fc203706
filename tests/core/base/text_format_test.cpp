// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <array>
#include <clocale>
#include <cmath>
#include <limits>

#include "core/base/json/json_text.h"
#include "core/base/text_format.h"
#include "core/bundle/arrays/npy.h"
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

    void textsSurviveWhateverTheirBytes() {
        std::string all;
        for (int byte = 0; byte < 256; ++byte) {
            all += static_cast<char>(byte);
        }
        for (const std::string& text :
             {all, std::string("é\xC3"), std::string("\xED\xA0\x80"), std::string("😀\"\\"), std::string()}) {
            QCOMPARE(*bytesOfJsonText(jsonText(text)), text);
        }
        QCOMPARE(jsonText("\xC3"), std::string("\"\\udcc3\""));
        QCOMPARE(*bytesOfJsonText("\"\\ud83d\\ude00\""), std::string("😀"));
        QVERIFY(!bytesOfJsonText("\"\\ud83d\"") && !bytesOfJsonText("\"a") && !bytesOfJsonText("\"\\x\"") &&
                !bytesOfJsonText("\"\\u12\""));
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

    void npyHeaderIsNumpys() {
        const std::array<std::int64_t, 2> shape{3, 4};
        const std::string header = npyHeader(NpyType::F32, shape);
        QCOMPARE(header.size() % 64, std::size_t{0});
        QCOMPARE(header.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
        QCOMPARE(static_cast<std::size_t>(static_cast<unsigned char>(header[8])) + 10, header.size());
        QCOMPARE(header.substr(10, 60),
                 std::string("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } ").substr(0, 60));
        QCOMPARE(header.back(), '\n');
        QVERIFY(npyHeader(NpyType::I64, std::array<std::int64_t, 1>{5}).find("'shape': (5,), }") != std::string::npos);
    }

    void npyReadsBackAndRefusesLies() {
        std::string bytes = npyHeader(NpyType::I32, std::array<std::int64_t, 1>{3});
        appendValues(bytes, std::span<const std::int32_t>(std::array{1, -2, 3}));
        const auto view = readNpy(bytes, "a.npy");
        QVERIFY(view.has_value());
        QCOMPARE(view->integer(1), std::int64_t{-2});
        QVERIFY(!readNpy(bytes.substr(0, bytes.size() - 1), "cut"));
        QVERIFY(!readNpy(bytes.substr(0, 40), "header"));
        std::string huge = bytes;
        huge.replace(huge.find("(3,), }    "), 11, "(9e9,)");
        QVERIFY(!readNpy(huge, "huge"));
        const std::string large =
            npyHeader(NpyType::F32, std::array<std::int64_t, 2>{std::int64_t{1} << 40, std::int64_t{1} << 40});
        QVERIFY(!readNpy(large, "overflow"));
    }

    void halvesRoundToNearestEven() {
        QCOMPARE(halfOf(1.0F), std::uint16_t{0x3C00});
        QCOMPARE(halfOf(65504.0F), std::uint16_t{0x7BFF});
        QCOMPARE(halfOf(65520.0F), std::uint16_t{0x7C00});
        QCOMPARE(halfOf(1.0F + 0x1p-11F), std::uint16_t{0x3C00});
        QCOMPARE(halfOf(1.0F + 0x1.8p-10F), std::uint16_t{0x3C02});
        QCOMPARE(halfOf(0x1p-24F), std::uint16_t{1});
        QCOMPARE(halfOf(0x1p-26F), std::uint16_t{0});
        QVERIFY(std::isnan(floatOf(halfOf(std::numeric_limits<float>::quiet_NaN()))));
        for (std::uint32_t bits = 0; bits < 0x7C00; ++bits) {
            QCOMPARE(halfOf(floatOf(static_cast<std::uint16_t>(bits))), static_cast<std::uint16_t>(bits));
        }
    }

    void deepJsonIsRefused() {
        QVERIFY(!parseJson(std::string(100000, '['), "deep"));
        QVERIFY(!parseJson("{\"a\":", "cut"));
        QVERIFY(parseJson("[[1]]", "fine").has_value());
    }
};

QTEST_GUILESS_MAIN(TextFormatTest)
#include "text_format_test.moc"
