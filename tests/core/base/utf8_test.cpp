// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"

#include <QtTest>

class Utf8Test : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyCodePointIsReadBack() {
        for (char32_t point = 0; point <= 0x10FFFF; ++point) {
            if (point == 0xD800) {
                point = 0xE000;
            }
            // The letter in front keeps Qt from taking U+FEFF for a byte order mark.
            const char32_t letterAndPoint[] = {U'a', point};
            const std::string text = QString::fromUcs4(letterAndPoint, 2).toStdString();
            const kvw::Utf8Step step = kvw::nextUtf8(text, 1);
            if (!step.valid || step.codePoint != point || 1 + step.length != text.size()) {
                QFAIL(std::to_string(static_cast<unsigned>(point)).c_str());
            }
        }
    }

    void illFormed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        // Table 3-8 of the Unicode standard and its neighbours.
        QTest::newRow("table 3-8") << QByteArray::fromHex("61F18080E180C262806380BF64")
                                   << QStringLiteral("a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
        QTest::newRow("overlong") << QByteArray::fromHex("C0AF") << QStringLiteral("\uFFFD\uFFFD");
        QTest::newRow("surrogate") << QByteArray::fromHex("EDA080") << QStringLiteral("\uFFFD\uFFFD\uFFFD");
        QTest::newRow("beyond the last plane")
            << QByteArray::fromHex("F4908080") << QStringLiteral("\uFFFD\uFFFD\uFFFD\uFFFD");
        QTest::newRow("cut") << QByteArray::fromHex("78F09F98") << QStringLiteral("x\uFFFD");
    }
    void illFormed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        QCOMPARE(kvw::lossyUtf8(bytes.toStdString()), text.toStdString());
    }

    void cutAtTheEndIsToldFromWrong() {
        QVERIFY(kvw::nextUtf8("\xE2\x82", 0).truncated);
        QVERIFY(!kvw::nextUtf8("\xE2\x82z", 0).truncated);
        QVERIFY(!kvw::nextUtf8("\xFF", 0).truncated);
    }
};

QTEST_GUILESS_MAIN(Utf8Test)
#include "utf8_test.moc"
