// SPDX-License-Identifier: Apache-2.0
#include "core/base/phrase.h"

#include <QtTest>

using namespace kvw;

class PhraseTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void partsFillTheirPlaces() {
        QCOMPARE(phrase("%1 to %2", 3, std::string("all")).english(), std::string("3 to all"));
        QCOMPARE(phrase("`%1`, then `kvw --enable %1`", std::string("x")).english(),
                 std::string("`x`, then `kvw --enable x`"));
        QCOMPARE(phrase("at most %1", 0.25).english(), std::string("at most 0.25"));
        QCOMPARE(phrase("at most %1", 0.1F).english(), std::string("at most 0.1"));
        QVERIFY(Phrase().empty() && Phrase("").empty() && Phrase().english().empty());
    }

    void whatFillsAPlaceHasNoPlaces() {
        QCOMPARE(phrase("\"%1\" of %2", std::string("%2"), 7).english(), std::string("\"%2\" of 7"));
        QCOMPARE(Phrase(std::string("25%1")).english(), std::string("25%1"));
        QCOMPARE(Phrase("100%").english(), std::string("100%"));
        QCOMPARE(Phrase("at most %1").english(), std::string("at most "));
    }

    void formsAndPlainTextsDiffer() {
        QVERIFY(Phrase("the file is empty").isForm && !Phrase(std::string("the file is empty")).isForm);
        QVERIFY(Phrase("x") != Phrase(std::string("x")));
        const Phrase nested = phrase("%1: %2", std::string("a.txt"), "the file is empty");
        QVERIFY(!nested.parts[0].isForm && nested.parts[1].isForm);
        QCOMPARE(withTexts(nested, [](const std::string& text) { return text == "a.txt" ? "b" : text; }).english(),
                 std::string("b: the file is empty"));
        QCOMPARE(englishOf(std::vector<Phrase>{nested}), std::vector<std::string>{"a.txt: the file is empty"});
    }
};

QTEST_APPLESS_MAIN(PhraseTest)
#include "phrase_test.moc"
