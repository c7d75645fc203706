// SPDX-License-Identifier: Apache-2.0
/// A small copy of NeedleBench's files: haystacks and needles at their places, and scores computed by hand.
#include <fmt/format.h>

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "core/eval/tasks/needlebench/needle_context.h"
#include "core/eval/tasks/tasks.h"
#include "tests/core/eval/tasks/byte_tokenizer.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

/// A folder whose essays have ten bytes each.
class NeedleFolder {
 public:
    NeedleFolder() : m_path(m_folder.path().toStdString()) {
        write("PaulGrahamEssays.jsonl",
              "{\"text\": \"aaaaaaaaaa\"}\n{\"text\": \"bbbbbbbbbb\"}\n{\"text\": \"cccccccccc\"}\n");
        write(
            "needles.jsonl",
            R"({"needle": "N1", "retrieval_question": "Q1? Please answer in the format 'F1.'", "arg1": "x", "arg2": "A1", "language": "English"})"
            "\n"
            R"({"needle": "N2", "retrieval_question": "Q2? Please answer in the format 'F2.'", "arg1": "y", "arg2": "A2", "language": "English"})"
            "\n");
        write("multi_needle_reasoning_en.json",
              R"([{"derivation_count": 2, "derivations": ["D1", "D2"], "question": "Who?", "answer": "Ann Bee"}])");
        write("prompts.json", R"({"en": {"single": "S{context}|{question}", "retrieval": "R{context}|{question}",
            "reasoning": "T{context}|{question}", "guide": "Think. ", "before": "Please answer in the format",
            "format": "Please answer in the format of '{format}'"}})");
    }
    void write(const std::string& name, const std::string& text) const { test::writeBytes(m_path / name, text); }
    [[nodiscard]] Result<std::unique_ptr<SampleSource>> open(std::map<std::string, std::string> options) const {
        options.try_emplace("language", "en");
        options.try_emplace("lengths", "24");
        options.try_emplace("depths", "50");
        options.try_emplace("buffer", "0");
        options.try_emplace("repeats", "1");
        options.try_emplace("sentences", "2");
        return m_task->open({m_path, m_tokenizer, m_maxTokens, 42, test::optionValues(*m_task, options)});
    }
    [[nodiscard]] std::vector<Sample> samples(const std::map<std::string, std::string>& options) const {
        return test::allSamples(*test::require(open(options)));
    }
    [[nodiscard]] Score score(const std::string& subset, const std::vector<std::string>& references,
                              const std::string& text, bool keywords = false) const {
        Sample sample;
        sample.subset = subset;
        sample.references = references;
        if (keywords) {
            sample.classes = {"keywords"};
        }
        Answer answer;
        answer.text = text;
        return m_task->score(sample, answer);
    }
    [[nodiscard]] const Task& task() const { return *m_task; }
    std::int64_t m_maxTokens = 0;

 private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
    Tokenizer m_tokenizer = test::byteTokenizer();
    const Task* m_task = &kNeedleBench;
};

}  // namespace

class NeedleBenchTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aNeedleStandsBetweenNewlinesAtItsDepth() {
        // 24 tokens: 4 of "\nN2\n", 20 of the essays in the order 0, 2, 1 of random.seed(0). choice takes the second.
        const std::vector<Sample> samples = NeedleFolder().samples({{"subtask", "single"}, {"depths", "0/50/100"}});
        QCOMPARE(samples.size(), 3U);
        QCOMPARE(samples[0].context, std::string("S\nN2\naaaaaaaaaacccccccccc"));
        QCOMPARE(samples[1].context, std::string("Saaaaaaaaaa\nN2\ncccccccccc"));
        QCOMPARE(samples[2].context, std::string("Saaaaaaaaaacccccccccc\nN2\n"));
        QCOMPARE(samples[1].question, std::string("|Q2? Think. Please answer in the format 'F2.'"));
        QCOMPARE(samples[1].references, (std::vector<std::string>{"N2", "A2"}));
        QCOMPARE(samples[1].subset, std::string("single-en"));
        QCOMPARE(samples[1].id, std::string("depth=50,length=24,repeat=0"));
        QCOMPARE(samples[1].newTokens, std::int64_t{100});
        QVERIFY(samples[1].chat);
        QVERIFY(std::ranges::find(samples[1].facts, std::pair<std::string, double>("depth", 50)) !=
                samples[1].facts.end());
    }

    void aRepeatShufflesAgain() {
        const std::vector<Sample> samples = NeedleFolder().samples({{"subtask", "single"}, {"repeats", "2"}});
        // The second shuffle, of seed 1, begins with what the first has left: 2, 1, 0. choice of seed 1 takes the
        // first.
        QCOMPARE(samples[1].context, std::string("Scccccccccc\nN1\nbbbbbbbbbb"));
    }

    void severalNeedlesAreAskedForTogether() {
        const std::vector<Sample> samples = NeedleFolder().samples({{"subtask", "retrieval"}, {"depths", "0/50"}});
        QCOMPARE(samples.size(), 1U);
        // Seed 42 swaps the two, the repeat swaps them back.
        QCOMPARE(samples[0].context, std::string("R\nN1\naaaaaaaa\nN2\naacccccc"));
        QCOMPARE(samples[0].question, std::string("|Q1?、Q2?Think. Please answer in the format of 'F1、F2'"));
        QCOMPARE(samples[0].references, (std::vector<std::string>{"A1", "A2"}));
    }

    void aChainIsSpreadInSteps() {
        const std::vector<Sample> samples = NeedleFolder().samples({{"subtask", "reasoning"}, {"lengths", "28"}});
        QCOMPARE(samples[0].subset, std::string("reasoning-2-en"));
        // 20 tokens of essays: the first at 10, the second at 10 + 4 + 2, and 4 more as the reference has it.
        QCOMPARE(samples[0].context, std::string("Taaaaaaaaaa\nD1\ncccccc\nD2\ncccc"));
        QCOMPARE(samples[0].question, std::string("|Who?Think. "));
        QVERIFY(!NeedleFolder().open({{"subtask", "reasoning"}, {"sentences", "3"}}).has_value());
    }

    void spotsAreThoseOfTheReference() {
        QCOMPARE(NeedleSpots::inSteps(100, {4, 6}, 50, 10), (std::vector<std::int64_t>{50, 68}));
        QCOMPARE(NeedleSpots::inSteps(100, {4, 6}, 100, 10), (std::vector<std::int64_t>{100, 104}));
        QCOMPARE(NeedleSpots::atDepths(100, {4, 6}, {0, 50}), (std::vector<std::int64_t>{0, 54}));
    }

    void otherPlacementsRoundDown() {
        // 0.29 as a floating-point number, times 100, is below 29.
        QCOMPARE(NeedleSpots::atDepths(100, {4}, {29}), (std::vector<std::int64_t>{28}));
        QCOMPARE(NeedleSpots::atDepths(100, {4}, {29}, NeedlePlacement::Kvpress), (std::vector<std::int64_t>{29}));
    }

    void whatIsTooShortIsTold() {
        const NeedleFolder folder;
        QVERIFY(!folder.open({{"subtask", "single"}, {"buffer", "24"}}).has_value());
        QVERIFY(!folder.open({{"subtask", "single"}, {"depths", "50/50"}}).has_value());
        QVERIFY(!test::require(folder.open({{"subtask", "single"}, {"lengths", "4"}}))->next().has_value());
        const auto source = test::require(folder.open({{"subtask", "single"}, {"lengths", "40"}, {"repeats", "2"}}));
        QCOMPARE(test::allSamples(*source).size(), 2U);
        QCOMPARE(source->findings().size(), 2U);  // one for both, and that cl100k is not there
        QCOMPARE(test::require(folder.open({{"subtask", "retrieval"}, {"depths", "0/50/99"}}))->findings().size(), 2U);
    }

    void otherPlacementsAreOptions() {
        const Tokenizer tokenizer = test::byteTokenizer();
        NeedleHaystack haystack({"ab. cdef"}, tokenizer);
        const auto tokens = test::require(haystack.tokens({0}, 100));
        for (const auto& [placement, expected] : {std::pair(NeedlePlacement::NeedleBench, "ab. cd\nX\nef"),
                                                  {NeedlePlacement::Kvpress, "ab. cdXef"},
                                                  {NeedlePlacement::Factory, "ab.X cdef"}}) {
            const auto needle = test::require(haystack.needle("X", placement));
            QCOMPARE(haystack.text(tokens, {needle}, {6}, placement), std::string(expected));
        }
        // At the end nothing is moved.
        QCOMPARE(haystack.text(tokens, {{'X'}}, {8}, NeedlePlacement::Factory), std::string("ab. cdefX"));
    }

    void settingsAreThoseOfTheBenchmark() {
        const NeedleFolder folder;
        const auto count = [&](const std::string& setting, const std::string& subtask) {
            const auto source = test::require(folder.open({{"setting", setting},
                                                           {"subtask", subtask},
                                                           {"lengths", "auto"},
                                                           {"depths", "auto"},
                                                           {"repeats", "auto"}}));
            return source->count().value();
        };
        QCOMPARE(count("32k", "single"), std::int64_t{8 * 11 * 10});
        QCOMPARE(count("32k", "retrieval"), std::int64_t{8 * 25});
        QCOMPARE(count("8k", "single"), std::int64_t{4 * 20 * 10});
        QCOMPARE(count("8k", "reasoning"), std::int64_t{4 * 20 * 10});
    }

    void samplesThatDoNotFitAreLeftOut() {
        NeedleFolder folder;
        folder.m_maxTokens = 160;
        const auto source = test::require(folder.open({{"subtask", "single"}, {"lengths", "10/24"}, {"new", "90"}}));
        QCOMPARE(test::allSamples(*source).size(), 1U);
        QCOMPARE(source->findings().size(), 2U);  // with the one that cl100k is not there
    }

    void skippingGivesTheSameSamples() {
        const NeedleFolder folder;
        const auto source = test::require(folder.open({{"subtask", "single"}, {"depths", "0/50"}}));
        QCOMPARE(source->peek()->second, std::string("depth=0,length=24,repeat=0"));
        QCOMPARE(source->counts()->at("single-en"), std::int64_t{2});
        QVERIFY(test::require(source->skip()));
        QCOMPARE(test::require(source->next())->id, std::string("depth=50,length=24,repeat=0"));
        QVERIFY(!test::require(source->skip()));
    }

    void malformedRecordsAreSkippedAndNamed() {
        const NeedleFolder folder;
        const auto needle = [](const char* written, const char* question, const char* language) {
            return fmt::format("{{\"needle\": {}, \"retrieval_question\": \"{}? Please answer in the format 'F.'\", "
                               "\"arg1\": \"x\", \"arg2\": \"A\", \"language\": \"{}\"}}\n",
                               written, question, language);
        };
        folder.write("needles.jsonl", needle("\"N1\"", "Q1", "English") + "no JSON\n" + needle("3", "Q3", "English") +
                                          "{\"needle\": \"N2\"}\n" + needle("\"M1\"", "Q4", "Chinese"));
        folder.write("zh_finance.jsonl", "{\"text\": \"dddddddddddddddddddd\"}\n");
        folder.write("prompts.json", R"({"en": {"single": "S{context}|{question}", "retrieval": "R{context}|{question}",
            "reasoning": "T{context}|{question}", "guide": "Think. ", "before": "Please", "format": "as '{format}'"},
            "zh": {"single": "S{context}|{question}", "retrieval": "R{context}|{question}",
            "reasoning": "T{context}|{question}", "guide": "Think. ", "before": "Please", "format": "as '{format}'"}})");
        const auto source = test::require(folder.open({{"subtask", "single"}, {"language", "both"}}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(samples.size(), 2U);
        QCOMPARE(samples[0].references, (std::vector<std::string>{"N1", "A"}));
        QCOMPARE(samples[1].references, (std::vector<std::string>{"M1", "A"}));
        QCOMPARE(source->malformed(), std::int64_t{3});
        std::vector<std::string> told;
        for (const Finding& finding : source->findings()) {
            told.push_back(finding.english());
        }
        const auto naming = [&](const std::string& place) {
            const auto found = std::ranges::find_if(told, [&](const std::string& sentence) {
                return sentence.find("needles.jsonl") != std::string::npos && sentence.find(place) != std::string::npos;
            });
            return found == told.end() ? std::string() : *found;
        };
        QVERIFY2(!naming("line 2").empty() && !naming("line 3").empty(), fmt::format("{}", fmt::join(told, "\n")).c_str());
        // A record without some columns: the sentence names those that it has and those that are needed.
        const std::string lacking = naming("line 4");
        QVERIFY2(lacking.find("found needle") != std::string::npos &&
                     lacking.find("retrieval_question") != std::string::npos,
                 fmt::format("{}", fmt::join(told, "\n")).c_str());
    }

    void wrongFilesAreNamed() {
        const NeedleFolder folder;
        folder.write("needles.jsonl", "{\"needle\": \"N1\", \"question\": \"Q1\"}\n");
        const auto wrong = folder.open({{"subtask", "single"}});
        QVERIFY(!wrong.has_value());
        QVERIFY(wrong.error().sentence().find("needles.jsonl") != std::string::npos);
        QVERIFY(!folder.open({{"subtask", "single"}, {"language", "zh"}}).has_value());
        QVERIFY(!folder.open({{"subtask", "reasoning"}, {"count", "cl100k"}}).has_value());
        folder.write("prompts.json", R"({"en": {"single": "{question}{context}"}})");
        QVERIFY(!folder.open({{"subtask", "reasoning"}}).has_value());
    }

    void whatShipsIsEnough() {
        const Task* const task = &kNeedleBench;
        const Tokenizer tokenizer = test::byteTokenizer();
        const auto source = test::require(
            task->open({{}, tokenizer, 0, 42, test::optionValues(*task, {{"subtask", "all"}, {"lengths", "2048"}})}));
        const std::vector<Sample> samples = test::allSamples(*source);
        QCOMPARE(std::ssize(samples), source->count().value());
        for (const Sample& sample : samples) {
            QVERIFY(!sample.references.front().empty() && !sample.chat);
            QVERIFY2(sample.context.size() > 1500 && sample.context.size() < 2100, sample.id.c_str());
        }
        QVERIFY(samples.front().context.find(samples.front().references.front()) != std::string::npos);
    }

    void scoresAreThoseOfTheBenchmark() {
        const NeedleFolder folder;
        QCOMPARE(folder.score("single-en", {"abcd", "zz"}, "abxd").value, 15.0);
        QCOMPARE(folder.score("single-en", {"abcd", "zz"}, "it is zz").value, 100.0);
        QCOMPARE(folder.score("retrieval-en", {"A1", "A2", "A3", "A4"}, "A1 and A4").value, 50.0);
        QCOMPARE(folder.score("reasoning-2-en", {"Ann Bee"}, "It is Ann Bee.").value, 100.0);
        QCOMPARE(folder.score("reasoning-2-en", {"Ann Bee"}, "bee", true).value, 50.0);
        double weights = 0;
        for (const auto& [subset, weight] : folder.task().info().weights) {
            weights += weight;
        }
        QCOMPARE(weights, 1.0);
    }
};

QTEST_APPLESS_MAIN(NeedleBenchTest)
#include "needlebench_test.moc"
