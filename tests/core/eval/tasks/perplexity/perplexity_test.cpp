// SPDX-License-Identifier: Apache-2.0
/// Texts of the layouts of PG19 and WikiText as samples, and their scores.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "core/eval/eval_plan.h"
#include "core/eval/tasks/tasks.h"
#include "tests/core/eval/tasks/byte_tokenizer.h"
#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using namespace kvw::eval;
using kvw::test::byteIds;

namespace {

class TextsOfATest {
 public:
    explicit TextsOfATest(const std::string& name = "texts") : m_path(m_folder.path().toStdString() + '/' + name) {
        std::filesystem::create_directories(m_path);
    }
    void write(const std::string& name, const std::string& text) const { test::writeBytes(m_path / name, text); }
    [[nodiscard]] Result<std::unique_ptr<SampleSource>> open(const std::map<std::string, std::string>& options) const {
        return m_task->open({m_path, m_tokenizer, 0, 42, test::optionValues(*m_task, options)});
    }
    [[nodiscard]] std::vector<Sample> samples(const std::map<std::string, std::string>& options = {}) const {
        return test::allSamples(*test::require(open(options)));
    }
    [[nodiscard]] const Task& task() const { return *m_task; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
    Tokenizer m_tokenizer = test::byteTokenizer();
    const Task* m_task = &kPerplexity;
};

std::vector<std::string> idsOf(const std::vector<Sample>& samples) {
    std::vector<std::string> ids;
    for (const Sample& sample : samples) {
        ids.push_back(sample.id);
    }
    return ids;
}

struct ThreeBooks : TextsOfATest {
    ThreeBooks() {
        write("a.txt", "abcd");
        write("b.txt", "ab");
        write("c.txt", "abc");
    }
};

}  // namespace

class PerplexityTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void eachBookIsAStreamOfItsOwn() {
        const std::vector<Sample> samples = ThreeBooks().samples();
        QCOMPARE(idsOf(samples), (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(samples[0].ids, byteIds("abcd"));
        QVERIFY(samples[0].kind == AnswerKind::Likelihood);
        QCOMPARE(samples[0].promptTokens, std::int64_t{1});
        QCOMPARE(samples[0].scoredFirst, std::int64_t{1});
    }

    void placesCountInTheOrderOfTokens() {
        const ThreeBooks books;
        QCOMPARE(idsOf(books.samples({{"places", "0/1"}})), (std::vector<std::string>{"b", "c"}));
        QCOMPARE(idsOf(books.samples({{"places", "1/2"}})), (std::vector<std::string>{"c", "a"}));
        QVERIFY(!books.open({{"places", "1/3"}}).has_value());
        QVERIFY(!books.open({{"places", "2/1"}}).has_value());
    }

    void booksAndTokensAreCut() {
        const std::vector<Sample> samples = ThreeBooks().samples({{"books", "2"}, {"tokens", "3"}, {"prompt", "0"}});
        QCOMPARE(samples.size(), 2U);
        QCOMPARE(samples[0].ids, byteIds("ab"));
        QCOMPARE(samples[0].promptTokens, std::int64_t{3});  // the whole text
    }

    void rowsOfATextColumnAreTexts() {
        const TextsOfATest rows;
        rows.write("test.jsonl", "{\"text\": 1}\n{\"title\": \"x\"}\nno JSON\n{\"text\": \"c\"}\n{\"text\": \"ab\"}\n");
        const auto source = test::require(rows.open({}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(idsOf(samples), (std::vector<std::string>{"test/4", "test/5"}));
        QCOMPARE(samples[0].ids, byteIds("c"));
        QCOMPARE(source->malformed(), std::int64_t{3});
    }

    void aFileWithoutThatColumnIsRefused() {
        const TextsOfATest rows;
        rows.write("test.jsonl", "{\"content\": \"ab\"}\n");
        const auto source = rows.open({});
        QVERIFY(source.has_value());
        const auto sample = (*source)->next();
        QVERIFY(!sample.has_value());
        const std::string sentence = sample.error().sentence();
        QVERIFY(sentence.find("test.jsonl") != std::string::npos && sentence.find("text") != std::string::npos);
        QVERIFY(!TextsOfATest().open({}).has_value());  // no texts at all
    }

    void theSplitForTestsIsRead() {
        const TextsOfATest texts;
        texts.write("metadata.csv", "id\n1\n");
        texts.write("wiki.train.raw", "ab");
        texts.write("wiki.test.raw", "cd");
        QCOMPARE(idsOf(texts.samples()), (std::vector<std::string>{"wiki.test"}));
        texts.write("test/7.txt", "ef");
        texts.write("test/7.raw", "gh");
        QCOMPARE(idsOf(texts.samples()), (std::vector<std::string>{"7.raw", "7.txt"}));
    }

    void parquetNamesItsConversion() {
        const TextsOfATest texts;
        texts.write("data/train-0.parquet", "PAR1");
        texts.write("data/test-0.parquet", "PAR1");
        const auto refused = texts.open({});
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().sentence().find("read_parquet('test-0.parquet')") != std::string::npos);
    }

    void optionsOfAnotherProtocolAreRefused() {
        const ThreeBooks books;
        const TaskInfo& info = findTask("perplexity")->info();
        for (const char* wrong : {"perplexity:stop=3", "perplexity:window=3", "perplexity:extra=3", "perplexity:back=3",
                                  "perplexity:restream=true,stop=3"}) {
            const auto read = readTaskText(info, wrong);
            QVERIFY2(!read && read.error().sentence().find("has no effect") != std::string::npos, wrong);
        }
        QVERIFY(readTaskText(info, "perplexity:restream=true,window=3").has_value());
        QVERIFY(!books.open({{"restream", "true"}, {"style", "streaming-llm"}}).has_value());
    }

    void linesOfWikiTextAreOneStream() {
        const TextsOfATest lines("wikitext-2-raw-v1");
        lines.write("test.jsonl", "{\"text\": \" = A =\\n\"}\n{\"text\": \"\"}\n{\"text\": \"b\\n\"}\n");
        const std::vector<Sample> samples = lines.samples();
        QCOMPARE(samples.size(), 1U);
        QCOMPARE(samples[0].ids, byteIds(" = A =\nb\n"));
        QCOMPARE(lines.samples({{"layout", "texts"}}).size(), 2U);
    }

    void theSecondReadingAloneIsScored() {
        const TextsOfATest texts;
        texts.write("long.txt", "0123456789");
        texts.write("short.txt", "01234");
        const auto source =
            test::require(texts.open({{"restream", "true"}, {"window", "4"}, {"extra", "3"}, {"back", "3"}}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(samples.size(), 1U);
        std::vector<std::int32_t> expected = byteIds("012345");
        expected.insert(expected.end(), {'3', '4', '5'});
        QCOMPARE(samples[0].ids, expected);
        QCOMPARE(samples[0].subset, std::string("second reading"));
        QCOMPARE(samples[0].scoredFirst, std::int64_t{8});  // the token at 7 is a jump
        QCOMPARE(source->findings().size(), 1U);
    }

    void textsInARowKeepTheCache() {
        const TextsOfATest texts;
        texts.write("a.txt", "ab");
        texts.write("b.txt", "c");
        texts.write("c.txt", "de");
        std::vector<Sample> samples = texts.samples({{"style", "streaming-llm"}});
        QCOMPARE(samples.size(), 1U);
        QCOMPARE(samples[0].ids, (std::vector<std::int32_t>{256, 'a', 'b', 256, 'c', 256, 'd', 'e'}));
        QCOMPARE(samples[0].unscored, (std::vector<std::int64_t>{3, 5}));
        samples = texts.samples({{"style", "streaming-llm"}, {"stop", "4"}});
        QCOMPARE(samples[0].ids, (std::vector<std::int32_t>{256, 'a', 'b', 256, 'c', 256, 'd'}));
    }

    /// The first window of each text, then the second; at equal distances from each other and from both ends.
    void windowsAreCutOfAllTexts() {
        const TextsOfATest texts;
        texts.write("a.txt", "0123456789");
        texts.write("b.txt", "abcdefghijklmnop");
        texts.write("c.txt", "ABCDEF");
        const auto source = test::require(texts.open({{"windows", "2"}, {"tokens", "4"}}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(idsOf(samples), (std::vector<std::string>{"a/1", "b/1", "a/2", "b/2"}));
        QCOMPARE(samples[0].ids, byteIds("123"));  // of 0123 the first gives way to the begin token
        QCOMPARE(samples[1].ids, byteIds("def"));
        QCOMPARE(samples[2].ids, byteIds("567"));
        QCOMPARE(samples[3].ids, byteIds("jkl"));
        QCOMPARE(source->findings().size(), 1U);  // c is too short
    }

    void theContinuedTokensAloneAreScored() {
        const TextsOfATest texts;
        texts.write("a.txt", "0123456789");
        texts.write("b.txt", "01");
        const auto source =
            test::require(texts.open({{"prompt", "4"}, {"scored", "continued"}, {"measured", "spikes"}}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(idsOf(samples), std::vector<std::string>{"a"});
        QCOMPARE(samples[0].promptTokens, std::int64_t{4});
        QCOMPARE(samples[0].scoredFirst, std::int64_t{4});
        QVERIFY(samples[0].measured == Measured::Spikes);
        QCOMPARE(source->findings().size(), 1U);  // nothing of b is behind the prompt
    }

    void charactersThatATokenizerLacksAreNamed() {
        const TextsOfATest texts;
        texts.write("a.txt", "na\xc3\xafve");
        texts.write("b.txt", "na\xc3\xafve again");
        const Tokenizer ascii = test::asciiTokenizer();
        const auto source =
            test::require(texts.task().open({texts.path(), ascii, 0, 42, test::optionValues(texts.task(), {})}));
        QCOMPARE(test::allSamples(*source).size(), 2U);
        QCOMPARE(source->findings().size(), 1U);
        QCOMPARE(Phrase(source->findings()[0]).english(), std::string("a: the model's tokenizer lacks '\xc3\xaf'"));
    }

    void whatLeavesNothingIsRefused_data() {
        using Options = std::map<std::string, std::string>;
        QTest::addColumn<Options>("options");
        QTest::newRow("no length") << Options{{"windows", "2"}};
        QTest::newRow("windows read again") << Options{{"windows", "2"}, {"tokens", "4"}, {"restream", "true"}};
        QTest::newRow("windows in a row") << Options{{"windows", "2"}, {"tokens", "4"}, {"style", "streaming-llm"}};
        QTest::newRow("all is prompt") << Options{{"scored", "continued"}, {"prompt", "0"}};
        QTest::newRow("the prompt is longer") << Options{{"scored", "continued"}, {"prompt", "8"}, {"tokens", "8"}};
    }
    void whatLeavesNothingIsRefused() {
        using Options = std::map<std::string, std::string>;
        QFETCH(Options, options);
        const ThreeBooks books;
        const auto source = books.open(options);
        QVERIFY(!source.has_value());
        QCOMPARE(source.error().code, Code::BadUsage);
    }

    void theScoreIsNllPerToken() {
        const TextsOfATest texts;
        Answer answer;
        answer.nllSum = 6;
        answer.scoredTokens = 4;
        const Score score = texts.task().score({}, answer);
        QCOMPARE(score.value, 1.5);
        QCOMPARE(score.weight, 4.0);
        QVERIFY(std::isnan(texts.task().score({}, {}).value));
    }
};

QTEST_APPLESS_MAIN(PerplexityTest)
#include "perplexity_test.moc"
