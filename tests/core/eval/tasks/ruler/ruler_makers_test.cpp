// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/ruler/ruler_makers.h"

#include <QtTest>
#include <algorithm>
#include <map>
#include <sstream>

#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using eval::NiahKind;
using eval::RulerHaystack;
using eval::Sample;
using test::occurrences;

namespace {

const std::string kNoise(eval::kRulerNoise);

std::map<std::string, std::size_t> wordCounts(const std::string& text) {
    std::map<std::string, std::size_t> counts;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        ++counts[word];
    }
    return counts;
}

}  // namespace

class RulerMakersTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        m_words = std::make_shared<const eval::WordLists>(eval::WordLists::load().value());
        std::vector<std::string> prose;
        for (int i = 0; i < 30; ++i) {
            prose.insert(prose.end(), {"This", "is", "sentence", std::to_string(i) + "."});
        }
        m_prose = std::make_shared<const std::vector<std::string>>(std::move(prose));
    }

    /// Key, value and place as another program draws them.
    void aNeedleInNoise() {
        const Sample sample = niah(eval::kNiahKinds[0]).make(0, 3);
        QCOMPARE(sample.context,
                 "A secret number is hidden in the text below. Remember it; you will be asked for it afterwards.\n"
                 "The secret number that belongs to dreary-scarf is: 1491772.\n" +
                     kNoise + "\n" + kNoise + "\n" + kNoise);
        QCOMPARE(sample.question, std::string("\nWhich secret number belongs to dreary-scarf in the text above?"));
        QCOMPARE(sample.answerPrefix,
                 std::string(" In the text above, the secret number that belongs to dreary-scarf is"));
        QCOMPARE(sample.references, std::vector<std::string>{"1491772"});
        QCOMPARE(sample.facts, (std::vector<std::pair<std::string, double>>{{"depth", 0}}));
    }

    void everyNeedleIsInTheTextOnce_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(std::size(eval::kNiahKinds)); ++i) {
            QTest::newRow(std::string(eval::kNiahKinds[i].task).c_str()) << i;
        }
    }
    void everyNeedleIsInTheTextOnce() {
        QFETCH(int, number);
        const NiahKind& kind = eval::kNiahKinds[number];
        for (std::int64_t index = 0; index < 20; ++index) {
            const Sample sample = niah(kind).make(index, 60);
            QCOMPARE(std::ssize(sample.references), kind.values * kind.queries);
            for (const std::string& value : sample.references) {
                QCOMPARE(occurrences(sample.context, "is: " + value + "."), std::size_t{1});
                QCOMPARE(occurrences(sample.question + sample.answerPrefix, value), std::size_t{0});
                QCOMPARE(value.size(), kind.uuidValues ? std::size_t{36} : std::size_t{7});
                // The key in front of the value is one that is asked for.
                const std::size_t end = sample.context.find(" is: " + value);
                const std::size_t begin = sample.context.rfind(' ', end - 1) + 1;
                const std::string key = sample.context.substr(begin, end - begin);
                QVERIFY2(sample.question.find(key) != std::string::npos, key.c_str());
                QCOMPARE(occurrences(sample.context, "to " + key + " is:"), static_cast<std::size_t>(kind.values));
            }
            const auto needles = static_cast<std::size_t>(kind.keys * kind.values);
            QCOMPARE(occurrences(sample.context, " is: "),
                     needles + (kind.haystack == RulerHaystack::Needles ? std::size_t{60} : std::size_t{0}));
            const bool one = kind.values * kind.queries == 1;
            QCOMPARE(occurrences(sample.question, kind.uuidValues ? "UUIDs belong" : "numbers belong"),
                     one ? std::size_t{0} : std::size_t{1});
            QCOMPARE(occurrences(sample.question, ", and "), kind.queries > 1 ? std::size_t{1} : std::size_t{0});
            QCOMPARE(sample.facts.size(), needles == 1 ? std::size_t{1} : std::size_t{0});
            if (kind.haystack == RulerHaystack::Prose) {
                // 60 words are fifteen sentences, in their order.
                QCOMPARE(occurrences(sample.context, "This is sentence "), std::size_t{15});
                QVERIFY(sample.context.find("sentence 14.") != std::string::npos);
            }
        }
    }

    void aChainOfVariables() {
        const Sample sample = eval::makeChainMaker(42).make(0, 8);
        const std::vector<std::string> names{"KMGZH", "OQFLD", "FGPBV", "ZUNHE", "ZGIYF"};
        QCOMPARE(sample.references, names);
        QCOMPARE(occurrences(sample.question, "46622"), std::size_t{1});
        QCOMPARE(occurrences(sample.answerPrefix, "5 variables have the value 46622"), std::size_t{1});
        // The worked example stands first.
        QVERIFY(sample.context.find("VAR RUO = 32640") < sample.context.find("namely: RUO KEP IRI PUQ VYJ\n\n"));
        std::size_t at = sample.context.find("VYJ\n\n");
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string statement = "VAR " + names[i] + " = " + (i == 0 ? "46622" : "VAR " + names[i - 1]) + " ";
            QCOMPARE(occurrences(sample.context, statement), std::size_t{1});
            QVERIFY(sample.context.find(statement) > at);
            at = sample.context.find(statement);
        }
        QCOMPARE(occurrences(sample.context, "The moon is pale."), std::size_t{5 + 8});
    }

    void commonWords_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("units");
        QTest::addColumn<int>("often");
        QTest::addColumn<int>("seldom");
        QTest::newRow("short") << 2048 << 50 << 6 << 1;
        QTest::newRow("long") << 4096 << 50 << 30 << 3;
        QTest::newRow("more words than the lists have") << 131072 << 2000 << 30 << 3;
    }
    void commonWords() {
        QFETCH(int, size);
        QFETCH(int, units);
        QFETCH(int, often);
        QFETCH(int, seldom);
        const Sample sample = eval::makeCommonWordsMaker(42, size, m_words).make(3, units);
        QCOMPARE(sample.references.size(), std::size_t{10});
        const std::size_t example = sample.context.find("\n\n");
        const std::string list = sample.context.substr(sample.context.find(".\n1. ", example) + 2);
        auto counts = wordCounts(list);
        std::size_t numbers = 0, common = 0, rare = 0;
        for (const auto& [word, count] : counts) {
            numbers += word.ends_with('.') ? count : 0;
            const bool reference =
                std::find(sample.references.begin(), sample.references.end(), word) != sample.references.end();
            common += reference && count == static_cast<std::size_t>(often) ? 1 : 0;
            rare += !reference && !word.ends_with('.') && count == static_cast<std::size_t>(seldom) ? 1 : 0;
        }
        QCOMPARE(common, std::size_t{10});
        QCOMPARE(rare, static_cast<std::size_t>(units - 10));
        QCOMPARE(numbers, static_cast<std::size_t>(10 * often + (units - 10) * seldom));
        QVERIFY(list.starts_with("1. "));
        QCOMPARE(occurrences(sample.context.substr(0, example), "words that occur most often in the list are: 1. "),
                 std::size_t{1});
    }

    void frequentWords() {
        const Sample sample = eval::makeFrequentWordsMaker(42, 4096).make(0, 1000);
        // As another program draws them. 1000 words, by 6 / (pi k)^2: 607, 151, 67, 37
        QCOMPARE(sample.references, (std::vector<std::string>{"jwkgyj", "qazsjh", "qkfdag"}));
        const auto counts = wordCounts(sample.context.substr(sample.context.find('\n')));
        QCOMPARE(counts.at("..."), std::size_t{607});
        QCOMPARE(counts.at("jwkgyj"), std::size_t{151});
        QCOMPARE(counts.at("qazsjh"), std::size_t{67});
        QCOMPARE(counts.at("qkfdag"), std::size_t{37});
    }

    void questionsOnDocuments() {
        auto set = std::make_shared<eval::QaSet>();
        for (int i = 0; i < 9; ++i) {
            set->documents.push_back("Text " + std::to_string(i) + ".");
        }
        set->items = {{"Who?", {"Ann", "Anna"}, {4}, {5, 6}}, {"Where?", {"here"}, {1, 2}, {}}};
        const auto maker = eval::makeQaMaker("qa_1", 42, set);
        QCOMPARE(maker.leastUnits, std::int64_t{2});
        QCOMPARE(maker.mostUnits, std::int64_t{9});
        for (std::int64_t units = 2; units <= 9; ++units) {
            const Sample sample = maker.make(0, units);
            QCOMPARE(occurrences(sample.context, "Document "), static_cast<std::size_t>(units));
            QCOMPARE(occurrences(sample.context, "Text 4."), std::size_t{1});
            QCOMPARE(occurrences(sample.context, "Text 5.") + occurrences(sample.context, "Text 6."),
                     static_cast<std::size_t>(std::min<std::int64_t>(units - 1, 2)));
            QVERIFY(sample.context.find("Document 1:\n") < sample.context.find("\n\nDocument 2:\n"));
            QVERIFY(sample.question.ends_with("Question: Who?"));
            QCOMPARE(sample.references, (std::vector<std::string>{"Ann", "Anna"}));
        }
        const Sample other = maker.make(1, 3);
        QVERIFY(occurrences(other.context, "Text 1.") == 1 && occurrences(other.context, "Text 2.") == 1);
    }

 private:
    eval::RulerMaker niah(const NiahKind& kind) const {
        return eval::makeNiahMaker(kind, 42, m_words, m_prose);
    }

    std::shared_ptr<const eval::WordLists> m_words;
    std::shared_ptr<const std::vector<std::string>> m_prose;
};

QTEST_APPLESS_MAIN(RulerMakersTest)
#include "ruler_makers_test.moc"
