// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/phrase_json.h"

#include <QtTest>

#include "core/base/error.h"
#include "core/base/finding.h"

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

    void codesComeBack() {
        const Phrase inert = finding("no-effect-while", "slack", finding("value-is", "max-drop", 0));
        const Phrase asError = errorFinding(phrase("%2, then %1", std::string("a.txt"), "it threw"));
        for (const Phrase& each : {inert, asError, Phrase("a form"), Phrase(std::string("plain"))}) {
            QCOMPARE(phraseOf(ordered_json::parse(codedJson(each).dump())), each);
        }
        QCOMPARE(codedJson(asError).dump(),
                 std::string(R"({"code":"error","arguments":[{"code":"form","arguments":["%2, then %1","a.txt",)"
                             R"({"code":"form","arguments":["it threw"]}]}]})"));
        // Parts of a form without a code are written without theirs.
        QCOMPARE(phraseOf(codedJson(phrase("%1.", inert))).parts.front().code, std::string_view());
        QCOMPARE(phraseJson(inert).dump(), std::string(R"({"form":"%1 has no effect while %2","parts":["slack",)"
                                                       R"({"form":"%1 is %2","parts":["max-drop","0"]}]})"));
    }

    void whatIsNotWholeIsWrittenAsItsText() {
        Phrase unknown("x is %1"), reworded = finding("gamma", 1), incomplete = reworded;
        unknown.code = "of-a-plugin";
        unknown.parts.emplace_back(1);
        reworded.words = "gamma will be %1";
        incomplete.parts.clear();
        for (const Phrase& each : {unknown, reworded, incomplete, phrase("%1%1", 2), Phrase("%1")}) {
            QCOMPARE(codedJson(each), ordered_json(each.english()));
        }
    }

    void anythingElseIsEmpty() {
        for (const char* json : {"null", "3", "[]", "{}", "{\"form\": 3}", R"({"code": "x", "arguments": []})",
                                 R"({"code": "form", "arguments": []})"}) {
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
