// SPDX-License-Identifier: Apache-2.0
#include "core/base/short_text.h"

#include <QtTest>

using namespace kvw;

class ShortTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aCharacterThatDoesNotFitIsLeftOut_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("most");
        QTest::addColumn<QByteArray>("beginning");
        const auto row = [](const char* name, const char* text, int most, const char* beginning) {
            QTest::newRow(name) << QByteArray(text) << most << QByteArray(beginning);
        };
        row("all fits", "aé", 3, "aé");
        row("none", "aé", 0, "");
        row("between characters", "aéb", 3, "aé");
        row("within two bytes", "aé", 2, "a");
        row("within three bytes", "€€", 5, "€");
        row("behind the first of three", "€€", 4, "€");
        row("within four bytes", "a😀", 4, "a");
        row("behind the first of four", "a😀", 2, "a");
        row("the first does not fit", "😀", 3, "");
        row("no UTF-8", "\x80\x81\x82\x83\x84\x85", 5, "\x80\x81\x82\x83\x84");
    }
    void aCharacterThatDoesNotFitIsLeftOut() {
        QFETCH(const QByteArray, text);
        QFETCH(const int, most);
        QFETCH(const QByteArray, beginning);
        const std::string whole = text.toStdString();
        QCOMPARE(QByteArray::fromStdString(std::string(beginningOf(whole, static_cast<std::size_t>(most)))), beginning);
    }
    void aTextThatIsCutSaysSo() {
        QCOMPARE(shortText("äöü", 6), std::string("äöü"));
        QCOMPARE(shortText("äöüa", 6), std::string("ä..."));
        QCOMPARE(shortText("abcdefg", 6), std::string("abc..."));
    }
};

QTEST_APPLESS_MAIN(ShortTextTest)
#include "short_text_test.moc"
