// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/phrase_json.h"

#include <QtTest>

#include "core/base/error.h"

using namespace kvw;
using nlohmann::ordered_json;

class PhraseJsonTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void phrasesComeBack() {
        const Error error{Code::BadInput, phrase("%1 is missing", std::string("a")), std::string("b.txt"),
                          phrase("at most %1", 3), "nothing"};
        for (const Phrase& each : {error.asPhrase(), Phrase(std::string("plain")), Phrase("a form"), Phrase()}) {
            QCOMPARE(phraseOf(ordered_json::parse(phraseJson(each).dump())), each);
        }
        QCOMPARE(phraseOf(phraseJson(error.asPhrase())).english(), error.sentence());
    }

    void anythingElseIsEmpty() {
        for (const char* json : {"null", "3", "[]", "{}", "{\"form\": 3}"}) {
            QVERIFY(phraseOf(ordered_json::parse(json)).empty());
        }
        std::string deep = "\"x\"";
        for (int i = 0; i < 50; ++i) {
            deep = "{\"form\": \"%1\", \"parts\": [" + deep + "]}";
        }
        QVERIFY(phraseOf(ordered_json::parse(deep)).english().empty());
    }

    void aFormWhoseTextWouldBeHugeIsNotFilled() {
        std::string twice = "\"x\"";
        for (int i = 0; i < 20; ++i) {
            twice = "{\"form\": \"%1%1\", \"parts\": [" + twice + "]}";
        }
        QCOMPARE(phraseOf(ordered_json::parse(twice)), Phrase(std::string("%1%1")));
    }
};

QTEST_APPLESS_MAIN(PhraseJsonTest)
#include "phrase_json_test.moc"
