// SPDX-License-Identifier: Apache-2.0
/// LongBench's layout as samples, and its scores by hand.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "core/eval/tasks/longbench/longbench_tasks.h"
#include "core/eval/tasks/tasks.h"
#include "tests/core/eval/tasks/byte_tokenizer.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

/// A copy of the layout with templates of its own.
class LongBenchData {
 public:
    LongBenchData() {
        write("config/dataset2prompt.json",
              R"({"hotpotqa": "Read. {context} Ask: {input}", "samsum": "{context}|{input}",
            "trec": "{context}|{input}", "passage_retrieval_zh": "{context}|{input}", "multifieldqa_zh": "{context}|{input}",
            "qmsum": "{context}|{input}"})");
        write("config/dataset2maxlen.json", R"({"hotpotqa": 32, "samsum": 128, "trec": 64, "passage_retrieval_zh": 32,
            "multifieldqa_zh": 64, "qmsum": 512})");
    }
    void write(const std::string& name, const std::string& text) const { test::writeBytes(path() / name, text); }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] Result<std::unique_ptr<SampleSource>> open(const std::map<std::string, std::string>& options,
                                                             std::int64_t maxTokens = 0) const {
        return m_task->open({path(), m_tokenizer, maxTokens, 42, test::optionValues(*m_task, options)});
    }
    [[nodiscard]] std::vector<Sample> samples(const std::map<std::string, std::string>& options,
                                              std::int64_t maxTokens = 0) const {
        return test::allSamples(*test::require(open(options, maxTokens)));
    }

 private:
    QTemporaryDir m_folder;
    Tokenizer m_tokenizer = test::byteTokenizer();
    const Task* m_task = &kLongBench;
};

std::string record(const std::string& context, const std::string& answers, const std::string& more = {}) {
    return R"({"input": "who?", "context": ")" + context + R"(", "answers": )" + answers +
           R"(, "length": 5000, "dataset": "d", "language": "en", "all_classes": null, "_id": "id-)" + context + "\"" +
           more + "}\n";
}

double scored(const char* subset, const std::string& answer, std::vector<std::string> references,
              std::vector<std::string> classes = {}) {
    Sample sample;
    sample.subset = subset;
    sample.references = std::move(references);
    sample.classes = std::move(classes);
    Answer given;
    given.text = answer;
    return kLongBench.score(sample, given).value;
}

}  // namespace

class LongBenchTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aRecordIsASample() {
        const LongBenchData data;
        data.write("data/hotpotqa.jsonl", record("text", R"(["Ann", "Anna"])"));
        const std::vector<Sample> samples = data.samples({{"tasks", "hotpotqa"}});
        QCOMPARE(samples.size(), 1U);
        const Sample& sample = samples[0];
        QCOMPARE(sample.subset, std::string("hotpotqa"));
        QCOMPARE(sample.id, std::string("id-text"));
        QVERIFY(sample.kind == AnswerKind::Generated);
        QCOMPARE(sample.context, std::string("Read. text"));
        QCOMPARE(sample.question, std::string(" Ask: who?"));
        QCOMPARE(sample.references, (std::vector<std::string>{"Ann", "Anna"}));
        QCOMPARE(sample.newTokens, 32);
        QCOMPARE(sample.truncated, 0);
        QVERIFY(sample.chat && sample.specialTokens && !sample.twoBegins && !sample.stopAtNewline);
    }

    void someTasksHaveRulesOfTheirOwn() {
        const LongBenchData data;
        data.write("samsum.jsonl", record("a", R"(["b"])"));
        data.write("trec.jsonl", R"({"input": "q", "context": "c", "answers": ["x"], "all_classes": ["x", "y"]})");
        const std::vector<Sample> samples = data.samples({{"tasks", "trec+samsum"}, {"double-bos", "true"}});
        QCOMPARE(samples.size(), 2U);
        QCOMPARE(samples[0].classes, (std::vector<std::string>{"x", "y"}));
        QCOMPARE(samples[0].id, std::string("0"));
        QVERIFY(!samples[0].chat && !samples[0].stopAtNewline && samples[0].twoBegins);
        QVERIFY(!samples[1].chat && samples[1].stopAtNewline);
        data.write("hotpotqa.jsonl", record("a", R"(["b"])"));
        QVERIFY(!data.samples({{"tasks", "hotpotqa"}, {"chat", "false"}})[0].chat);
    }

    /// The prompt "Read. 0123456789 Ask: who?" has 27 tokens with the begin token.
    void theMiddleIsCut() {
        const LongBenchData data;
        data.write("data/hotpotqa.jsonl", record("0123456789", R"(["b"])"));
        const auto cut = [&](const char* most, std::int64_t maxTokens = 0) {
            return data.samples({{"tasks", "hotpotqa"}, {"max-length", most}}, maxTokens)[0];
        };
        QCOMPARE(cut("27").truncated, 0);
        const Sample sample = cut("24");
        // 12 tokens from the front are the begin token and 11 characters.
        QCOMPARE(sample.context, std::string("Read. 01234") + "89");
        QCOMPARE(sample.question, std::string(" Ask: who?"));
        QCOMPARE(sample.truncated, 3);
        const Sample odd = cut("25");
        QCOMPARE(odd.context + odd.question, std::string("Read. 01234") + "89 Ask: who?");
        const Sample small = cut("8");  // the question is longer than the last tokens
        QCOMPARE(small.context + small.question, std::string("Rea") + "who?");
        // The model's positions less the answer and the chat template: 24.
        QCOMPARE(cut("auto", 24 + 32 + 64).context, sample.context);
        QCOMPARE(cut("auto").truncated, 0);
    }

    void bucketsOfLongBenchE() {
        const LongBenchData data;
        data.write("data/hotpotqa_e.jsonl",
                   record("a", R"(["b"])") + R"({"input": "q", "context": "c", "answers": ["x"], "length": 3999})" + "\n" +
                       R"({"input": "q", "context": "c", "answers": ["x"], "length": 8000})" + "\n" +
                       R"({"input": "q", "context": "c", "answers": ["x"]})");
        const auto source = test::require(data.open({{"tasks", "hotpotqa"}, {"e", "true"}}));
        std::vector<std::string> subsets;
        for (const Sample& sample : test::allSamples(*source)) {
            subsets.push_back(sample.subset);
        }
        QCOMPARE(subsets, (std::vector<std::string>{"hotpotqa/4-8k", "hotpotqa/0-4k", "hotpotqa/8k+"}));
        QCOMPARE(source->malformed(), 1);
        QVERIFY(!data.open({{"tasks", "qmsum"}, {"e", "true"}}).has_value());
    }

    void malformedRecordsAreSkippedAndNamed() {
        const LongBenchData data;
        data.write("hotpotqa.jsonl", record("a", R"(["b"])") + "{\n" + record("c", "7") + record("d", R"(["e"])"));
        const auto source = test::require(data.open({{"tasks", "hotpotqa"}}));
        QCOMPARE(source->peek()->second, std::string("id-a"));
        QVERIFY(test::require(source->skip()));
        QCOMPARE(source->peek(), std::optional(std::pair<std::string, std::string>("hotpotqa", "id-d")));
        const auto sample = test::require(source->next());
        QCOMPARE(sample->id, std::string("id-d"));
        QCOMPARE(source->malformed(), 2);
        QVERIFY(source->findings()[0].english().find("hotpotqa.jsonl, line 2") != std::string::npos);
        QVERIFY(source->findings()[1].english().find("hotpotqa.jsonl, line 3") != std::string::npos);
        QVERIFY(!source->peek());
        QVERIFY(!test::require(source->skip()));
        // So is the first record.
        data.write("hotpotqa.jsonl", record("c", "[]") + record("d", R"(["e"])"));
        QCOMPARE(data.samples({{"tasks", "hotpotqa"}}).at(0).id, std::string("id-d"));
    }

    void withoutChatTheAnswerFollowsTheLastLine() {
        const LongBenchData data;
        data.write("config/dataset2prompt.json", R"({"hotpotqa": "{context}\nAsk: {input}\nSay:"})");
        data.write("hotpotqa.jsonl", record("a", R"(["b"])"));
        const Sample sample = data.samples({{"tasks", "hotpotqa"}, {"chat", "false"}}).at(0);
        QCOMPARE(sample.question, std::string("\nAsk: who?\n"));
        QCOMPARE(sample.answerPrefix, std::string("Say:"));
        QCOMPARE(data.samples({{"tasks", "hotpotqa"}}).at(0).question, std::string("\nAsk: who?\nSay:"));
    }

    void anotherLayoutIsAnError() {
        const LongBenchData data;
        data.write("hotpotqa.jsonl", R"({"question": "q", "context": "c", "answers": []})");
        const auto sample = test::require(data.open({{"tasks", "hotpotqa"}}))->next();
        QVERIFY(!sample && sample.error().code == Code::BadInput);
        QVERIFY(sample.error().sentence().find("found answers, context, question, expected input, context, answers") !=
                std::string::npos);
        QVERIFY(data.open({{"tasks", "samsum"}}).error().code == Code::NotFound);
        QVERIFY(data.open({{"tasks", "lcc"}}).error().code == Code::BadInput);  // no template
    }

    void groupsAreTasks() {
        QCOMPARE(longBenchSelected("english", false).size(), 16U);
        QCOMPARE(longBenchSelected("chinese", false).size(), 5U);
        QCOMPARE(longBenchSelected("all", true).size(), 13U);
        QCOMPARE(longBenchSelected("lcc+english", false).size(), 16U);
        const ParameterSpec& tasks = kLongBench.info().parameters[0];
        QVERIFY(tasks.parse("hotpotqa+samsum", "x").has_value());
        QVERIFY(!tasks.parse("hotpotqa+hotpotqa", "x").has_value());
        QVERIFY(!tasks.parse("hotpotqa+other", "x").has_value());
        QVERIFY(!tasks.parse("", "x").has_value());
    }

    void theWordsOfChineseAnswersAreNoted() {
        const LongBenchData data;
        data.write("multifieldqa_zh.jsonl", record("a", R"(["b"])"));
        data.write("passage_retrieval_zh.jsonl", record("a", R"(["b"])"));
        QCOMPARE(test::require(data.open({{"tasks", "multifieldqa_zh"}}))->findings().size(), 1U);
        QVERIFY(test::require(data.open({{"tasks", "passage_retrieval_zh"}}))->findings().empty());
    }

    void scoresByHand() {
        // "cat sat on mat" and "cat on mat": 3 common words of 4 and 3.
        QVERIFY(std::abs(scored("hotpotqa", "The cat sat on the mat.", {"dog", "a cat on a mat"}) - 85.71428571) <
                1e-6);
        QCOMPARE(scored("hotpotqa/4-8k", "yes", {"yes"}), 100.0);
        QCOMPARE(scored("triviaqa", "\n\nParis\nLondon Rome", {"Paris"}), 100.0);
        QVERIFY(scored("hotpotqa", "\n\nParis\nLondon Rome", {"Paris"}) < 100);
        QCOMPARE(scored("trec", "Food", {"Food"}, {"Food", "Date"}), 100.0);
        QCOMPARE(scored("trec", "Food or Date", {"Food"}, {"Food", "Date"}), 50.0);
        QVERIFY(std::abs(scored("passage_count", "There are 3 or 5 paragraphs, 3", {"3"}) - 200.0 / 3) < 1e-9);
        QCOMPARE(scored("passage_count", "3", {"three"}), 0.0);
        QCOMPARE(scored("passage_retrieval_en", "Paragraph 12, 13", {"Paragraph 12"}), 50.0);
        QCOMPARE(scored("passage_retrieval_zh", "段落12", {"段落12"}), 100.0);
        QCOMPARE(scored("lcc", "# note\nabc", {"abc"}), 100.0);
        QVERIFY(std::abs(scored("qmsum", "the cat the cat sat", {"the cat sat. the dog ran"}) - 75) < 1e-4);
        QCOMPARE(scored("multifieldqa_zh", "北京。", {"北京"}), 100.0);
        QCOMPARE(scored("hotpotqa", "x", {}), 0.0);
    }
};

QTEST_GUILESS_MAIN(LongBenchTest)
#include "longbench_test.moc"
