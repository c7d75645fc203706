// SPDX-License-Identifier: Apache-2.0
/// Rounds of prompts: every length once in each, in an order of its own.
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "core/eval/tasks/tasks.h"
#include "tests/core/eval/tasks/byte_tokenizer.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

Result<std::unique_ptr<SampleSource>> openTiming(const std::map<std::string, std::string>& options,
                                                 std::int64_t maxTokens = 0, const std::filesystem::path& data = {}) {
    static const Tokenizer tokenizer = test::byteTokenizer();
    const Task* const task = &kTiming;
    return task->open({data, tokenizer, maxTokens, 42, test::optionValues(*task, options)});
}

}  // namespace

class TimingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyRoundHasEveryLengthOnce() {
        const auto source = test::require(openTiming({{"preset", "adap-kv"}, {"trials", "6"}}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(samples.size(), 18U);
        QCOMPARE(std::ssize(samples), source->count().value());
        QCOMPARE(source->counts()->at("2000+150"), std::int64_t{6});
        QVERIFY(!source->peek());
        std::set<std::vector<std::string>> orders;
        for (std::size_t round = 0; round < 6; ++round) {
            std::vector<std::string> order;
            for (std::size_t at = 3 * round; at < 3 * round + 3; ++at) {
                QCOMPARE(samples[at].id, "trial=" + std::to_string(round + 1));
                order.push_back(samples[at].subset);
            }
            orders.insert(order);
            QCOMPARE((std::set<std::string>(order.begin(), order.end())),
                     (std::set<std::string>{"2000+150", "4000+150", "8000+150"}));
        }
        QVERIFY(orders.size() > 1);
    }

    void promptsAreTheFirstIds() {
        const std::vector<Sample> samples =
            test::allSamples(*test::require(openTiming({{"lengths", "300"}, {"new", "7"}, {"trials", "1"}})));
        const Sample& sample = samples.at(0);
        QVERIFY(sample.kind == AnswerKind::Timed && !sample.stopAtEnd);
        QCOMPARE(sample.newTokens, std::int64_t{7});
        QCOMPARE(sample.ids.size(), 300U);
        QCOMPARE(sample.ids[256], 256);
        QCOMPARE(sample.ids[257], 0);  // the vocabulary has 257 tokens
    }

    void textsCanBePrompts() {
        const QTemporaryDir folder;
        test::writeBytes(folder.path().toStdString() + "/a.txt", "abc");
        const std::vector<Sample> samples = test::allSamples(*test::require(
            openTiming({{"lengths", "6"}, {"new", "1"}, {"trials", "1"}}, 0, folder.path().toStdString())));
        QCOMPARE(samples.at(0).ids, (std::vector<std::int32_t>{256, 'a', 'b', 'c', 256, 'a'}));
    }

    void malformedTextsAreSkippedAndNamed() {
        const QTemporaryDir folder;
        test::writeBytes(folder.path().toStdString() + "/a.jsonl", "{\"text\": \"abc\"}\nno JSON\n{\"text\": 1}\n");
        const auto source = test::require(
            openTiming({{"lengths", "6"}, {"new", "1"}, {"trials", "1"}}, 0, folder.path().toStdString()));
        QCOMPARE(test::allSamples(*source).at(0).ids, (std::vector<std::int32_t>{256, 'a', 'b', 'c', 256, 'a'}));
        QCOMPARE(source->malformed(), std::int64_t{2});
        QVERIFY(source->findings().at(0).english().find("a.jsonl") != std::string::npos);
    }

    void lengthsThatDoNotFitAreLeftOut() {
        const auto source = test::require(openTiming({{"lengths", "10/100"}, {"new", "5"}, {"trials", "2"}}, 50));
        QCOMPARE(test::allSamples(*source).size(), 2U);
        QCOMPARE(source->findings().size(), 1U);
        QVERIFY(!openTiming({{"lengths", "100"}, {"new", "5"}}, 50).has_value());
        QVERIFY(!openTiming({{"lengths", "10/10"}}).has_value());
    }
};

QTEST_APPLESS_MAIN(TimingTest)
#include "timing_test.moc"
