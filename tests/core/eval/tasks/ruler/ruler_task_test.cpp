// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/eval/tasks/made_text.h"
#include "core/eval/tasks/ruler/ruler_makers.h"
#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using eval::Sample;
namespace fs = std::filesystem;
using nlohmann::json;
using Given = std::map<std::string, sdk::Value>;

namespace {

Given options(std::int64_t size, const char* tasks, std::int64_t samples, const char* haystack = "essays") {
    return {{"size", size}, {"tasks", std::string(tasks)}, {"samples", samples}, {"haystack", std::string(haystack)}};
}

std::vector<std::string> subsetsOf(const std::vector<Sample>& samples) {
    std::vector<std::string> subsets;
    for (const Sample& sample : samples) {
        if (subsets.empty() || subsets.back() != sample.subset) {
            subsets.push_back(sample.subset);
        }
    }
    return subsets;
}

bool holds(const std::vector<std::string_view>& codes, std::string_view code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

class RulerTaskTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() { qunsetenv("KVW_RESOURCES"); }

    void thirteenTasksAndTheirLengths() {
        QCOMPARE(eval::rulerTasks().size(), std::size_t{13});
        QCOMPARE(eval::rulerNewTokens("niah_multivalue"), std::int64_t{128});
        QCOMPARE(eval::rulerNewTokens("vt"), std::int64_t{30});
        QCOMPARE(eval::rulerNewTokens("cwe"), std::int64_t{120});
        QCOMPARE(eval::rulerNewTokens("fwe"), std::int64_t{50});
        QCOMPARE(eval::rulerNewTokens("qa_2"), std::int64_t{32});
        QCOMPARE(eval::rulerNewTokens("niah_single_9"), std::int64_t{0});
    }

    void whatNeedsNoFilesIsMade() {
        const auto source = opened(m_embedded, options(8192, "all", 2), {});
        QVERIFY2(source.has_value(), source ? "" : source.error().sentence().c_str());
        QCOMPARE((*source)->count(), std::optional<std::int64_t>(12));
        const std::vector<Sample> samples = test::samplesOf(**source);
        QCOMPARE(samples.size(), std::size_t{12});
        QCOMPARE(subsetsOf(samples),
                 (std::vector<std::string>{"niah_single_1", "niah_multikey_2", "niah_multikey_3", "vt", "cwe", "fwe"}));
        const auto codes = test::codesOf((*source)->findings());
        QCOMPARE(std::count(codes.begin(), codes.end(), "ruler-lacks-documents"), 2);
        QVERIFY(holds(codes, "ruler-lacks-essays") && holds(codes, "ruler-own-sentences"));
        fillsItsSize(samples, m_embedded, 8192);
    }

    void essaysAreReplacedByTheNovelOrByNoise() {
        for (const char* haystack : {"novel", "noise"}) {
            const auto source = opened(m_embedded, options(1024, "niah", 1, haystack), {});
            QVERIFY2(source.has_value(), source ? "" : source.error().sentence().c_str());
            const std::vector<Sample> samples = test::samplesOf(**source);
            QCOMPARE(samples.size(), std::size_t{8});
            QVERIFY(holds(test::codesOf((*source)->findings()), "ruler-other-haystack"));
            const bool novel = samples[1].context.find("Kellynch") != std::string::npos;
            QCOMPARE(novel, std::string_view(haystack) == "novel");
            fillsItsSize(samples, m_embedded, 1024);
        }
    }

    void essaysAndQuestionsComeFromData() {
        const QTemporaryDir folder;
        const fs::path data = folder.path().toStdString();
        std::string essay;
        for (int i = 0; i < 40; ++i) {
            essay += "Essay sentence number " + std::to_string(i) + ". ";
        }
        test::writeText(data / "PaulGrahamEssays.json", json{{"text", essay}}.dump());
        json records = json::array();
        for (int i = 0; i < 30; ++i) {
            const std::string title = "Title " + std::to_string(i);
            records.push_back({{"question", title + "?"},
                               {"answer", "answer " + std::to_string(i)},
                               {"context", json::array({json::array({title, json::array({"A sentence."})})})}});
        }
        test::writeText(data / "hotpotqa.json", records.dump());
        const auto source = opened(m_characters, options(2048, "all", 3), data);
        QVERIFY2(source.has_value(), source ? "" : source.error().sentence().c_str());
        const std::vector<Sample> samples = test::samplesOf(**source);
        const std::vector<std::string> subsets = subsetsOf(samples);
        QVERIFY(std::find(subsets.begin(), subsets.end(), "niah_single_2") != subsets.end());
        QCOMPARE(subsets.back(), std::string("qa_2"));
        for (const Sample& sample : samples) {
            if (sample.subset == "qa_2") {
                QCOMPARE(sample.references, std::vector<std::string>{"answer " + sample.id});
                QCOMPARE(test::occurrences(sample.context, "Title " + sample.id + "\n"), std::size_t{1});
            }
            // A character is a token.
            QVERIFY(test::promptOf(sample).size() + static_cast<std::size_t>(sample.newTokens) <= 2048);
        }
    }

    void aSeedMakesTheSameSamples() {
        const auto make = [&](std::int64_t seed) {
            const auto values = test::valuesOf(*m_task, options(2048, "niah", 3, "noise"));
            return test::samplesOf(**m_task->open({{}, m_characters, 0, seed, values}));
        };
        const auto first = make(42), again = make(42), other = make(43);
        QCOMPARE(first.size(), std::size_t{24});
        for (std::size_t i = 0; i < first.size(); ++i) {
            QCOMPARE(test::promptOf(first[i]), test::promptOf(again[i]));
            QVERIFY(test::promptOf(first[i]) != test::promptOf(other[i]));
        }
        const auto source = opened(m_characters, options(2048, "niah", 3, "noise"), {}).value();
        QCOMPARE(source->counts()->size(), std::size_t{8});
        for (int i = 0; i < 22; ++i) {
            QVERIFY(source->skip().value());
        }
        QCOMPARE(source->peek(), std::optional(std::pair(first[22].subset, first[22].id)));
        QCOMPARE(test::promptOf(**source->next()), test::promptOf(first[22]));
    }

    void samplesOfRulersScriptsAreRead() {
        const QTemporaryDir folder;
        const fs::path data = folder.path().toStdString();
        const auto line = [](int index, const char* question) {
            return json{{"index", index},
                        {"input", "Text.\n" + std::string(question)},
                        {"outputs", {"v" + std::to_string(index)}},
                        {"length", 50},
                        {"answer_prefix", " It is"}}
                       .dump() +
                   "\n";
        };
        test::writeText(data / "vt" / "validation.jsonl", line(0, "Question: 0") + "{\"input\n" + line(1, "No.") +
                                                              line(2, "Question: 2") + line(3, "Question: 3"));
        const auto source = opened(m_characters, options(2048, "vt", 2), data).value();
        const std::vector<Sample> samples = test::samplesOf(*source);
        QCOMPARE(samples.size(), std::size_t{2});
        QCOMPARE(samples[0].id, std::string("0"));
        QCOMPARE(samples[1].id, std::string("2"));
        QCOMPARE(samples[1].question, std::string("Question: 2"));
        QCOMPARE(source->malformed(), std::int64_t{2});
        QVERIFY(!source->count());
    }

    void rowsOfKvpressAreRead() {
        const QTemporaryDir folder;
        const fs::path data = folder.path().toStdString();
        std::string lines;
        for (const char* task : {"vt", "cwe", "vt", "qa_1", "vt"}) {
            lines += json{{"context", "c"},  {"question", "q"}, {"answer_prefix", "p"},
                          {"answer", {"a"}}, {"task", task},    {"max_new_tokens", 9}}
                         .dump() +
                     "\n";
        }
        test::writeText(data / "4096.jsonl", lines);
        std::vector<std::string> subsets;
        for (const Sample& sample : test::samplesOf(*opened(m_characters, options(4096, "all", 2), data).value())) {
            subsets.push_back(sample.subset);
            QCOMPARE(sample.id, std::to_string(subsets.size() - 1));
        }
        QCOMPARE(subsets, (std::vector<std::string>{"vt", "cwe", "vt", "qa_1"}));
        QCOMPARE(test::samplesOf(*opened(m_characters, options(4096, "adap-kv", 9), data).value()).size(),
                 std::size_t{2});
        // Another kind of file is no list of malformed rows.
        test::writeText(data / "4096.jsonl", R"({"text": "c"})");
        const auto other = opened(m_characters, options(4096, "all", 2), data).value()->next();
        QVERIFY(!other);
        QCOMPARE(other.error().code, Code::BadInput);
    }

    void otherPlacesOfFiles() {
        const QTemporaryDir folder;
        const fs::path data = folder.path().toStdString();
        QCOMPARE(opened(m_characters, options(2048, "vt", 2), data).error().code, Code::NotFound);
        const std::string line =
            json{{"input", "Text.\nQuestion: 1"}, {"outputs", {"v"}}, {"answer_prefix", " It is"}}.dump() + "\n";
        test::writeText(data / "validation.jsonl", line);
        QCOMPARE(test::samplesOf(*opened(m_characters, options(2048, "vt", 2), data).value()).size(), std::size_t{1});
        const json row{{"context", "c"}, {"question", "q"}, {"answer_prefix", "p"}, {"answer", {"a"}}, {"task", "vt"}};
        test::writeText(data / "2048" / "test.jsonl", row.dump() + "\n" + row.dump() + "\n");
        QCOMPARE(test::samplesOf(*opened(m_characters, options(2048, "vt", 9), data).value()).size(), std::size_t{2});
    }

    void whatCannotBeMadeIsRefused() {
        const auto sentence = [&](const Tokenizer& tokenizer, const Given& given, std::int64_t maxTokens) {
            const auto refused = m_task->open({{}, tokenizer, maxTokens, 42, test::valuesOf(*m_task, given)});
            return refused ? std::string("accepted") : refused.error().sentence();
        };
        QCOMPARE(sentence(m_embedded, options(4096, "vt", 1), 2048),
                 std::string("ruler: size is beyond the positions of the model; found 4096, expected at most 2048."));
        for (const char* task : {"qa_1", "vt"}) {
            const std::string none = sentence(m_characters, options(256, task, 1), 0);
            const std::string expected = "ruler: no task is left; found " + std::string(task) + ": left out";
            QVERIFY2(none.starts_with(expected), none.c_str());
        }
        const std::string lacking = sentence(test::asciiTokenizer("0123456789"), options(4096, "niah_single_1", 1), 0);
        QVERIFY2(lacking.starts_with("ruler, niah_single_1: the model's tokenizer lacks"), lacking.c_str());
    }

    void allReferencesCountOrAny() {
        Sample sample;
        sample.references = {"abc", "DEF"};
        sample.subset = "niah_multivalue";
        QCOMPARE(m_task->score(sample, test::said("xx def")).value, 50.0);
        QCOMPARE(m_task->score(sample, test::said("xx")).value, 0.0);
        sample.subset = "qa_1";
        QCOMPARE(m_task->score(sample, test::said("xx def")).value, 100.0);
    }

 private:
    Result<std::unique_ptr<eval::SampleSource>> opened(const Tokenizer& tokenizer, const Given& given,
                                                       const fs::path& data) {
        return m_task->open({data, tokenizer, 0, 42, test::valuesOf(*m_task, given)});
    }
    static void fillsItsSize(const std::vector<Sample>& samples, const Tokenizer& tokenizer, std::int64_t size) {
        for (const Sample& sample : samples) {
            const std::int64_t tokens = eval::promptTokens(tokenizer, sample).value() + sample.newTokens;
            QVERIFY2(tokens <= size && tokens > size * 4 / 5,
                     qPrintable(QString::fromStdString(sample.subset) + QStringLiteral(": %1").arg(tokens)));
            QVERIFY(sample.chat && sample.stopAtEnd && !sample.references.empty());
            QCOMPARE(sample.facts.back(), (std::pair<std::string, double>("length", static_cast<double>(size))));
        }
    }

    const Tokenizer m_embedded = test::embeddedTokenizer(), m_characters = test::asciiTokenizer();
    const eval::Task* const m_task = &eval::kRuler;
};

QTEST_APPLESS_MAIN(RulerTaskTest)
#include "ruler_task_test.moc"
