// SPDX-License-Identifier: Apache-2.0
/// LooGLE's layouts as samples, and its scores by hand.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "core/eval/tasks/tasks.h"
#include "tests/core/eval/tasks/byte_tokenizer.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

/// A copy of the layout with templates of its own.
class LoogleData {
 public:
    explicit LoogleData(bool templates = true) {
        if (templates) {
            write("config/task2prompt.json",
                  "{\"shortdep_qa\": \"Text: {input}\\nAsk: {Q}\\nSay: \", \"longdep_summarization\": \"{input}\\n Sum: \",\n                      \"shortdep_cloze\": \"{{}} {input} {Q}\\nSay:\"}");
            write("config/task2maxlen.json",
                  R"({"shortdep_qa": 300, "longdep_summarization": 500, "shortdep_cloze": 50})");
        }
    }
    void write(const std::string& name, const std::string& text) const { test::writeBytes(path() / name, text); }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] Result<std::unique_ptr<SampleSource>> open(const std::map<std::string, std::string>& options,
                                                             std::int64_t maxTokens = 0) const {
        return m_task->open({path(), m_tokenizer, maxTokens, 42, test::optionValues(*m_task, options)});
    }
    [[nodiscard]] std::vector<Sample> samples(const std::map<std::string, std::string>& options = {},
                                              std::int64_t maxTokens = 0) const {
        return test::allSamples(*test::require(open(options, maxTokens)));
    }

 private:
    QTemporaryDir m_folder;
    Tokenizer m_tokenizer = test::byteTokenizer();
    const Task* m_task = &kLoogle;
};

Score scored(const char* subset, const std::string& answer, const std::string& reference) {
    Sample sample;
    sample.subset = subset;
    sample.references = {reference};
    Answer given;
    given.text = answer;
    return kLoogle.score(sample, given);
}

double part(const Score& score, const std::string& name) {
    for (const auto& [known, value] : score.parts) {
        if (known == name) {
            return value;
        }
    }
    return -1;
}

}  // namespace

class LoogleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void questionsOfADocumentFollowEachOther_data() {
        QTest::addColumn<QByteArray>("pairs");
        QTest::newRow("a list") << QByteArray(R"([{"Q": "q1", "A": "a1", "S": "s"}, {"Q": "q2", "A": "a2"}])");
        QTest::newRow("JSON text") << QByteArray(
            "\"[{\\\"Q\\\": \\\"q1\\\", \\\"A\\\": \\\"a1\\\"}, {\\\"Q\\\": \\\"q2\\\", \\\"A\\\": \\\"a2\\\"}]\"");
        QTest::newRow("a literal") << QByteArray("\"[{'Q': 'q1', 'A': \\\"a1\\\"}, {'Q': 'q2', 'A': 'a2'}]\"");
    }
    void questionsOfADocumentFollowEachOther() {
        QFETCH(QByteArray, pairs);
        const LoogleData data;
        data.write("shortdep_qa.jsonl",
                   R"({"input": "doc", "title": "t", "qa_pairs": )" + pairs.toStdString() + R"(, "output": "None"})");
        const std::vector<Sample> samples = data.samples();
        QCOMPARE(samples.size(), 2U);
        QCOMPARE(samples[0].context, std::string("Text: doc"));
        QCOMPARE(samples[1].context, samples[0].context);
        QCOMPARE(samples[0].question, std::string("\nAsk: q1\n"));
        QCOMPARE(samples[1].question, std::string("\nAsk: q2\n"));
        QCOMPARE(samples[0].answerPrefix, std::string("Say: "));
        QCOMPARE(samples[1].references, std::vector<std::string>{"a2"});
        QCOMPARE(samples[0].id, std::string("0-0"));
        QCOMPARE(samples[1].id, std::string("0-1"));
        QCOMPARE(samples[0].newTokens, 300);
        QVERIFY(samples[0].chat);
        const Sample plain = data.samples({{"form", "loogle"}})[1];
        QCOMPARE(plain.context + plain.question, std::string("Text: doc\nAsk: q2\n"));
        QVERIFY(plain.answerPrefix == "Say: " && !plain.chat);
    }

    void newerRowsAndThoseOfKvpress() {
        const LoogleData data(false);
        data.write("shortdep_qa.jsonl", R"({"context": "c", "question": "q", "answer": "a"})");
        QVERIFY(test::require(data.open({}))->next().error().code == Code::NotFound);  // no template
        data.write("shortdep_qa.jsonl", "{\"context\": \"Text: c\", \"question\": \"\\nAsk: q\\n\", \"answer\": \"a\", "
                                        "\"answer_prefix\": \"Say: \", \"task\": \"shortdep_qa\", \"max_new_tokens\": 7}");
        const Sample ready = data.samples()[0];
        QCOMPARE(ready.context, std::string("Text: c"));
        QCOMPARE(ready.question, std::string("\nAsk: q\n"));
        QCOMPARE(ready.answerPrefix, std::string("Say: "));
        QCOMPARE(ready.newTokens, 7);
        const LoogleData newer;
        newer.write("data/shortdep_qa.jsonl", R"({"context": "c", "question": "q", "answer": "a"})");
        QCOMPARE(newer.samples()[0].context, std::string("Text: c"));
        QCOMPARE(newer.samples()[0].question, std::string("\nAsk: q\n"));
    }

    void summariesAndClozes() {
        const LoogleData data;
        data.write("LooGLE-testdata/longdep_summarization.jsonl",
                   R"({"input": "doc", "qa_pairs": "none", "output": "sum"})");
        data.write("shortdep_cloze.jsonl", R"({"input": "doc", "qa_pairs": "[{'Q': 'q', 'A': {'<mask-0>': 'Bo'}}]"})"
                                           "\n"
                                           R"({"context": "doc", "question": "q", "answer": ["Bo", "Al"]})");
        const std::vector<Sample> samples = data.samples({{"tasks", "longdep_summarization+shortdep_cloze"}});
        QCOMPARE(samples.size(), 3U);
        QCOMPARE(samples[0].context, std::string("{} doc"));
        QCOMPARE(samples[0].references, std::vector<std::string>{R"({"<mask-0>":"Bo"})"});
        QCOMPARE(samples[1].references, std::vector<std::string>{R"({"<mask-0>":"Bo","<mask-1>":"Al"})"});
        QCOMPARE(samples[2].question, std::string("\n"));
        QCOMPARE(samples[2].answerPrefix, std::string("Sum: "));
        QCOMPARE(samples[2].references, std::vector<std::string>{"sum"});
    }

    void aDocumentAboveTheLimitKeepsItsFirstTokens() {
        const LoogleData data;
        data.write("shortdep_qa.jsonl",
                   R"({"input": "0123456789", "qa_pairs": [{"Q": "q", "A": "a"}, {"Q": "r", "A": "a"}]})");
        // Around the document: the begin token and 18 characters; 300 for the answer and 512 for the question.
        const std::vector<Sample> samples = data.samples({}, 300 + 512 + 19 + 4);
        QCOMPARE(samples[0].context, std::string("Text: 0123"));
        QCOMPARE(samples[1].context, samples[0].context);
        QCOMPARE(samples[0].truncated, 6);
        QCOMPARE(data.samples({}, 300 + 512 + 19 + 10)[0].truncated, 0);
    }

    void malformedRecordsAreSkippedAndNamed() {
        const LoogleData data;
        const std::string good = R"({"input": "d", "qa_pairs": [{"Q": "q", "A": "a"}]})"
                                 "\n";
        std::string lines;
        for (const char* line :
             {R"({"input": "d", "qa_pairs": "open('x') "})", R"({"input": "d", "qa_pairs": [{"Q": "q"}]})",
              R"({"input": "d", "qa_pairs": "none"})", R"({"input": 1, "qa_pairs": []})",
              R"({"context": "d", "question": "q", "answer": null})"}) {
            lines += std::string(line) + '\n';
        }
        data.write("shortdep_qa.jsonl", lines + good + "{\"text\": 1}\n" + good);
        const auto source = test::require(data.open({}));
        QCOMPARE(test::allSamples(*source).size(), 2U);
        QCOMPARE(source->malformed(), 6);
        QCOMPARE(source->findings().size(), 7U);
        QCOMPARE(source->findings()[0].code, std::string_view("bertscore-absent"));
        QVERIFY(source->findings()[1].english().find("shortdep_qa.jsonl, line 1") != std::string::npos);
    }

    void scoresOfTextsByHand() {
        const Score score = scored("shortdep_qa", "the cat the cat sat", "the cat sat. the dog ran");
        QVERIFY(std::abs(score.value - 0.6) < 1e-9);
        QCOMPARE(part(score, "rouge-l"), score.value);
        QVERIFY(std::abs(part(score, "rouge-1") - 0.6) < 1e-6);
        QVERIFY(std::abs(part(score, "rouge-2") - 0.4) < 1e-6);
        QVERIFY(std::abs(part(score, "rouge-l-textbook-f") - 0.5454545) < 1e-6);
        QVERIFY(part(score, "bleu-1") >= 0 && part(score, "bleu-4") >= 0 && part(score, "meteor") >= 0);
        QCOMPARE(scored("longdep_summarization", "", "a").value, 0.0);
    }

    void scoresOfClozesByHand() {
        const std::string right = R"({"<mask-0>": "Bo Diddley", "<mask-1>": "Al", "<mask-2>": "Cy"})";
        const Score score = scored("shortdep_cloze", " {'<mask-0>': 'Mr Bo', '<mask-1>': 'Al'}\n", right);
        QCOMPARE(score.value, 1.0 / 3);
        QCOMPARE(part(score, "partial-match"), 2.0 / 3);
        QCOMPARE(score.weight, 3.0);
        QCOMPARE(scored("shortdep_cloze", "Al", right).value, 0.0);
        QCOMPARE(scored("shortdep_cloze", right, right).value, 1.0);
    }
};

QTEST_GUILESS_MAIN(LoogleTest)
#include "loogle_test.moc"
