// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <set>

#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using eval::Sample;

class PasskeyTaskTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void keysLieInTheirBands() {
        const std::vector<Sample> samples = open(lengths({1024, 2048}, 3), 42);
        QCOMPARE(samples.size(), std::size_t{2 * 5 * 3});
        std::set<std::pair<std::string, std::string>> names;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Sample& sample = samples[i];
            const std::string length = i < 15 ? "1024" : "2048";
            QCOMPARE(sample.subset, length);
            QVERIFY(names.insert({sample.subset, sample.id}).second);
            QCOMPARE(sample.references.size(), std::size_t{1});
            const std::string& key = sample.references[0];
            QCOMPARE(key.size(), std::size_t{5});
            QCOMPARE(test::occurrences(sample.context, key), std::size_t{5});
            QCOMPARE(test::occurrences(sample.question + sample.answerPrefix, key), std::size_t{0});
            // A character is a token: the prompt is filled up, but for words that are shorter than those counted.
            const std::size_t tokens = test::promptOf(sample).size() + static_cast<std::size_t>(sample.newTokens);
            QVERIFY(tokens <= std::stoul(length) && tokens + 150 > std::stoul(length));
            const double band = static_cast<double>(i % 15 / 3);
            QCOMPARE(sample.facts, (std::vector<std::pair<std::string, double>>{{"length", std::stod(length)},
                                                                                {"depth", (band + 0.5) / 5}}));
            // The words in front of the block are that share of all words, but for those that are longer than others.
            const std::size_t begin = sample.context.find("#####"), start = sample.context.find("\n\n") + 2;
            const std::size_t end = sample.context.rfind("#####") + 5;
            const double before = static_cast<double>(begin - start);
            const double share = before / (before + static_cast<double>(sample.context.size() - end));
            QVERIFY2(share > band / 5 - 0.1 && share < (band + 1) / 5 + 0.1, qPrintable(QString::number(share)));
        }
        // As another program draws it.
        QCOMPARE(open(lengths({2048}, 1), 42)[0].references, std::vector<std::string>{"41760"});
    }

    void aSeedMakesTheSameSamples() {
        const auto first = open(lengths({512}, 2), 7), again = open(lengths({512}, 2), 7);
        const auto other = open(lengths({512}, 2), 8);
        QCOMPARE(first.size(), std::size_t{10});
        for (std::size_t i = 0; i < first.size(); ++i) {
            QCOMPARE(test::promptOf(first[i]), test::promptOf(again[i]));
            QVERIFY(test::promptOf(first[i]) != test::promptOf(other[i]));
        }
        // A skipped sample is not made, and those behind it are the same.
        const auto source = m_task->open({{}, m_tokenizer, 0, 7, test::valuesOf(*m_task, lengths({512}, 2))}).value();
        QCOMPARE(source->counts()->at("512"), std::int64_t{10});
        for (int i = 0; i < 9; ++i) {
            QVERIFY(source->skip().value());
        }
        QCOMPARE(source->peek(), std::optional(std::pair(first[9].subset, first[9].id)));
        QCOMPARE(test::promptOf(**source->next()), test::promptOf(first[9]));
        QVERIFY(!source->skip().value());
        QVERIFY(!source->next().value());
    }

    void lengthsBeyondTheModelAreLeftOut() {
        const auto source = m_task->open({{}, m_tokenizer, 1000, 42, test::valuesOf(*m_task, lengths({512, 2048}, 2))});
        QVERIFY(source.has_value());
        QCOMPARE((*source)->count(), std::optional<std::int64_t>(10));
        QCOMPARE(test::codesOf((*source)->findings()), std::vector<std::string_view>{"passkey-too-long"});
        const auto none = m_task->open({{}, m_tokenizer, 1000, 42, test::valuesOf(*m_task)});
        QVERIFY(!none);
        QCOMPARE(none.error().code, Code::BadUsage);
    }

    void aTokenizerWithoutDigitsIsRefused() {
        const Tokenizer letters = test::asciiTokenizer("0123456789");
        const auto refused = m_task->open({{}, letters, 0, 42, test::valuesOf(*m_task)});
        QVERIFY(!refused);
        const std::string sentence = refused.error().sentence();
        QVERIFY2(sentence.starts_with("passkey: the model's tokenizer lacks"), sentence.c_str());
    }

    void digitsScore() {
        Sample sample;
        sample.references = {"41760"};
        QCOMPARE(m_task->score(sample, test::said(" 41760.")).value, 100.0);
        QCOMPARE(m_task->score(sample, test::said(" 41769.")).value, 80.0);
        QCOMPARE(m_task->score(sample, test::said("none")).value, 0.0);
    }

 private:
    static std::map<std::string, sdk::Value> lengths(std::vector<std::int64_t> tokens, std::int64_t keys) {
        return {{"lengths", std::move(tokens)}, {"keys", keys}};
    }
    std::vector<Sample> open(const std::map<std::string, sdk::Value>& given, std::int64_t seed) {
        const auto source = m_task->open({{}, m_tokenizer, 0, seed, test::valuesOf(*m_task, given)});
        return source ? test::samplesOf(**source) : std::vector<Sample>();
    }

    const Tokenizer m_tokenizer = test::asciiTokenizer();
    const eval::Task* const m_task = &eval::kPasskey;
};

QTEST_APPLESS_MAIN(PasskeyTaskTest)
#include "passkey_task_test.moc"
