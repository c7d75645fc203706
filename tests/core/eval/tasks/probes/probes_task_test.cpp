// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <set>

#include "core/model/text/document.h"
#include "tests/core/eval/tasks/made_tasks.h"

using namespace kvw;
using eval::AnswerKind;
using eval::Sample;
namespace fs = std::filesystem;

class ProbesTaskTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() { qunsetenv("KVW_RESOURCES"); }

    void everyEmbeddedProbeIsTwoSamples() {
        const auto samples = open(m_embedded, {}, 0);
        QCOMPARE(samples.size(), std::size_t{2 * 276});
        std::set<std::pair<std::string, std::string>> names;
        std::map<std::string, std::string> texts;
        const std::vector<std::filesystem::path> documents = embeddedDocuments().value();
        for (const auto& path : documents) {
            texts[path.stem().string()] = Document::load(path)->text;
        }
        for (std::size_t i = 0; i < samples.size(); i += 2) {
            const Sample &asked = samples[i], &nll = samples[i + 1];
            QVERIFY(names.insert({asked.subset, asked.id}).second && names.insert({nll.subset, nll.id}).second);
            QCOMPARE(nll.subset, std::string("nll"));
            QCOMPARE(nll.id, asked.id);
            QCOMPARE(asked.kind, AnswerKind::Generated);
            QCOMPARE(nll.kind, AnswerKind::Likelihood);
            // Read from its beginning, the text goes on with the answer.
            const std::string& text = texts.at(asked.subset);
            const std::string prompt = test::promptOf(asked);
            QVERIFY(text.starts_with(prompt));
            QVERIFY(text.substr(prompt.size(), 1 + asked.references[0].size()).ends_with(asked.references[0]));
            QVERIFY(text.starts_with(nll.context) && nll.context.size() > prompt.size());
            if (asked.subset == "long-stream" && i % 32 != 0) {
                continue;  // some of so many long ones
            }
            // The parts are encoded as they are in the text.
            const auto tokens = [&](const std::string& part) { return std::ssize(encoded(part)); };
            QCOMPARE(tokens(asked.context), nll.promptTokens);
            QCOMPARE(tokens(prompt) + asked.newTokens, nll.scoredLast);
            QCOMPARE(tokens(nll.context), nll.scoredLast);
            const std::vector<std::int32_t> ids = encoded(nll.context);
            const std::string answer =
                m_embedded.decode(std::span(ids).subspan(static_cast<std::size_t>(nll.scoredFirst)));
            QVERIFY2(answer.find(asked.references[0]) <= 1, answer.c_str());
        }
    }

    void aLongTextIsReadFromALaterParagraph() {
        constexpr std::int64_t kPositions = 1000;
        std::size_t cut = 0;
        for (const Sample& sample : open(m_embedded, {{"form", std::string("exact")}}, kPositions)) {
            const auto tokens = std::ssize(encoded(test::promptOf(sample)));
            QVERIFY(tokens + sample.newTokens <= kPositions);
            QCOMPARE(sample.facts[0].first, std::string("length"));
            QVERIFY(std::abs(sample.facts[0].second - static_cast<double>(tokens)) <= 2);
            cut += sample.truncated > 0 ? 1 : 0;
        }
        QVERIFY(cut > 50);
    }

    void factsOutOfReachAreLeftOut() {
        const auto source = opened(m_embedded, {{"form", std::string("nll")}}, 1000, {});
        QVERIFY(source.has_value());
        const std::vector<std::string_view> codes = test::codesOf((*source)->findings());
        QVERIFY(std::find(codes.begin(), codes.end(), "probes-too-far") != codes.end());
        QVERIFY(*(*source)->count() < 276);
        const auto one = opened(m_embedded, {}, 2048, {});
        QVERIFY(one && !(*one)->findings().empty());
        const std::string said = (*one)->findings().front().english();
        QVERIFY2(said.find("long-stream: 1 probe is left out, because") != std::string::npos, said.c_str());
        const auto none = opened(m_embedded, {}, 20, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, Code::NotFound);
    }

    /// With a token for each character, all numbers can be counted by hand.
    void otherDocumentsMayBeGiven() {
        const QTemporaryDir folder;
        const fs::path path = folder.path().toStdString();
        const std::string text = "Tom has 78. A line.\n\nAgain, Tom has 78.";
        test::writeText(path / "tom.txt", text);
        test::writeText(path / "tom.json", R"({"probes":[{"name":"tom","fact_char_range":[0,11],
            "question_char_range":[21,35],"answer_char_range":[36,38],"answer":"78"}]})");
        test::writeText(path / "plain.txt", "No probes.");
        const auto samples = open(m_characters, {}, 0, path);
        QCOMPARE(samples.size(), std::size_t{2});
        QCOMPARE(samples[0].subset, std::string("tom"));
        QCOMPARE(samples[0].id, std::string("tom-001"));
        QCOMPARE(samples[0].context, std::string("Tom has 78. A line."));
        QCOMPARE(samples[0].question, std::string());
        QCOMPARE(samples[0].answerPrefix, std::string("\n\nAgain, Tom has"));
        QCOMPARE(samples[0].references, std::vector<std::string>{"78"});
        QCOMPARE(samples[0].newTokens, std::int64_t{3});
        QCOMPARE(samples[0].facts, (std::vector<std::pair<std::string, double>>{{"length", 36}, {"distance", 25}}));
        QCOMPARE(samples[1].context, text.substr(0, 38));
        QCOMPARE(samples[1].promptTokens, std::int64_t{19});
        QCOMPARE(samples[1].scoredFirst, std::int64_t{36});
        QCOMPARE(samples[1].scoredLast, std::int64_t{38});
    }

    void scores() {
        const auto* const task = &eval::kProbes;
        Sample sample;
        sample.references = {"4470"};
        QCOMPARE(task->score(sample, test::said(" 4470")).value, 100.0);
        QCOMPARE(task->score(sample, test::said(" 4471")).value, 0.0);
        sample.kind = AnswerKind::Likelihood;
        eval::Answer answer;
        answer.nllSum = 3;
        answer.scoredTokens = 2;
        const eval::Score score = task->score(sample, answer);
        QVERIFY(std::isnan(score.value));
        QCOMPARE(score.weight, 2.0);
        QCOMPARE(score.parts, (std::vector<std::pair<std::string, double>>{{"nll", 1.5}}));
    }

 private:
    Result<std::unique_ptr<eval::SampleSource>> opened(const Tokenizer& tokenizer,
                                                       const std::map<std::string, sdk::Value>& given,
                                                       std::int64_t maxTokens, const fs::path& data) {
        return m_task->open({data, tokenizer, maxTokens, 42, test::valuesOf(*m_task, given)});
    }
    std::vector<Sample> open(const Tokenizer& tokenizer, const std::map<std::string, sdk::Value>& given,
                             std::int64_t maxTokens, const fs::path& data = {}) {
        const auto source = opened(tokenizer, given, maxTokens, data);
        return source ? test::samplesOf(**source) : std::vector<Sample>();
    }
    std::vector<std::int32_t> encoded(const std::string& text) const { return m_embedded.encode(text, true)->ids; }

    const Tokenizer m_embedded = test::embeddedTokenizer(), m_characters = test::asciiTokenizer();
    const eval::Task* const m_task = &eval::kProbes;
};

QTEST_APPLESS_MAIN(ProbesTaskTest)
#include "probes_task_test.moc"
