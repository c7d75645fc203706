// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/characters.h"

#include <QtTest>
#include <algorithm>

#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using eval::CharacterCheck;
using eval::LackingCharacters;
using eval::Sample;

class CharactersTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void charactersThatATokenizerLacksAreNamed() {
        Sample sample;
        sample.context = "Room 42.\n";
        sample.references = {"7"};
        QVERIFY(eval::checkCharacters(test::asciiTokenizer(), sample, "a task").has_value());
        QVERIFY(eval::checkCharacters(test::embeddedTokenizer(), sample, "a task").has_value());
        const auto refused = eval::checkCharacters(test::asciiTokenizer("0123456789\n"), sample, "a task");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Code::BadInput);
        const std::string sentence = refused.error().sentence();
        QVERIFY2(sentence.find("lacks 4 characters of this task; found \\n '2' '4' '7'") != std::string::npos,
                 sentence.c_str());
        QVERIFY(!eval::checkCharacters(Tokenizer::ofIds(100), sample, "a task"));
    }

    void eachCharacterIsToldOnce() {
        const Tokenizer tokenizer = test::asciiTokenizer();
        CharacterCheck check(tokenizer);
        Sample sample;
        sample.context = "na\u00efve";
        sample.question = "caf\u00e9?";
        const LackingCharacters first = check.newIn(sample).value();
        QCOMPARE(first.count, std::int64_t{2});
        QCOMPARE(first.shown, std::string("'\u00e9' '\u00ef'"));
        QCOMPARE(check.newIn(sample).value().count, std::int64_t{0});
        sample.references = {"\u00e9t\u00e9 \u00df"};
        QCOMPARE(check.newIn(sample).value().shown, std::string("'\u00df'"));
        QCOMPARE(check.newIn(Sample()).value().count, std::int64_t{0});
    }

    void aSentenceNamesTwenty() {
        const Tokenizer tokenizer = test::asciiTokenizer("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        Sample sample;
        sample.context = "the quick brown fox jumps over the lazy dog";
        const LackingCharacters lacking = CharacterCheck(tokenizer).newIn(sample).value();
        QCOMPARE(lacking.count, std::int64_t{26});
        QCOMPARE(std::count(lacking.shown.begin(), lacking.shown.end(), '\''), std::ptrdiff_t{40});
    }
};

QTEST_APPLESS_MAIN(CharactersTest)
#include "characters_test.moc"
