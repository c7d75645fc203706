// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/made_text.h"

#include <QtTest>
#include <algorithm>
#include <set>

#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using eval::MadeSize;
using eval::Sample;

namespace {

/// A prompt of ten characters for each unit and five more.
Result<Sample> tenPerUnit(std::int64_t units) {
    Sample sample;
    sample.context = std::string(static_cast<std::size_t>(10 * units), 'x');
    sample.question = "?";
    sample.answerPrefix = " yes";
    return sample;
}

}  // namespace

class MadeTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void asManyUnitsAsFit() {
        const Tokenizer tokenizer = test::asciiTokenizer();
        QCOMPARE(eval::promptTokens(tokenizer, *tenPerUnit(3)).value(), std::int64_t{35});
        const auto units = [&](std::int64_t tokens, std::int64_t most) {
            return eval::unitsThatFit(tokenizer, MadeSize{tokens, 1, most}, tenPerUnit, "a task").value();
        };
        QCOMPARE(units(15, 100), std::int64_t{1});
        QCOMPARE(units(24, 100), std::int64_t{1});
        QCOMPARE(units(25, 100), std::int64_t{2});
        QCOMPARE(units(484, 100), std::int64_t{47});
        QCOMPARE(units(485, 100), std::int64_t{48});
        QCOMPARE(units(5000, 100), std::int64_t{100});
        QCOMPARE(units(5000, 1), std::int64_t{1});
        const auto refused = eval::unitsThatFit(tokenizer, MadeSize{14, 1, 100}, tenPerUnit, "a task");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Code::BadUsage);
        QCOMPARE(
            refused.error().sentence(),
            std::string("a task: the smallest sample is longer than the size; found 15 tokens, expected at most 14."));
    }

    void aLongerSampleHasFewerUnits() {
        const Tokenizer tokenizer = test::asciiTokenizer();
        const auto sample = eval::sampleThatFits(tokenizer, MadeSize{100, 1, 50}, 12, tenPerUnit).value();
        QVERIFY(sample.has_value());
        QCOMPARE(sample->context.size(), std::size_t{90});
        QVERIFY(!eval::sampleThatFits(tokenizer, MadeSize{30, 3, 50}, 12, tenPerUnit).value());
    }

    void blanksAreFilled() {
        QCOMPARE(eval::fillBlanks("{a} and {b}, {c} {a", {{"a", "1"}, {"b", "{a}"}}), std::string("1 and {a}, {c} {a"));
        QCOMPARE(eval::fillBlanks("", {}), std::string());
    }

    void noWordStandsTwice() {
        const auto lists = eval::WordLists::load();
        QVERIFY2(lists.has_value(), lists ? "" : lists.error().sentence().c_str());
        QVERIFY(lists->adjectives.size() > 200 && lists->nouns.size() > 400);
        std::set<std::string> words;
        for (const auto* list : {&lists->adjectives, &lists->nouns}) {
            for (const std::string& word : *list) {
                QVERIFY2(words.insert(word).second, word.c_str());
                QVERIFY2(std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }),
                         word.c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(MadeTextTest)
#include "made_text_test.moc"
