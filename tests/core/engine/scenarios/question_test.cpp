// SPDX-License-Identifier: Apache-2.0
/// Runs that generate and whose prompt ends before their text: the rest of it, or a question, is read token by token.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/session/spec/fork_text.h"
#include "core/session/spec/repeat_command.h"
#include "core/session/spec/run_changes.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kContext = 60, kText = 84, kSteps = 12;

RunSpec asking(const std::vector<std::string>& policies) {
    RunSpec s;
    s.ids = embeddedIds("story", kText);
    s.policies = policies;
    s.mode = Mode::Generate;
    s.promptTokens = kContext;
    s.steps = kSteps;
    return s;
}

/// Returns the run that reads what lane 0 read and generated.
RunSpec reading(const Recording& recording, RunSpec s) {
    s.mode = Mode::Teacher;
    s.ids->clear();
    for (std::int64_t step = 0; step < recording.trace(0).steps(); ++step) {
        s.ids->push_back(recording.trace(0).step(step).tokenId);
    }
    s.steps = -1;
    return s;
}

}  // namespace

class QuestionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theRestOfTheTextIsDecoded_data();
    void theRestOfTheTextIsDecoded();
    void onlyThePromptIsSelectedFrom();
    void lanesAreComparedWhileTheyRead();
    void theWholeTextIsThePrompt();
    void aQuestionHasTokensOfItsOwn();
    void anEndTokenOfTheQuestionEndsNothing();
    void tokensOfTheQuestionAreCounted();
    void questionsShareAPrompt();
    void forksContinueTheQuestion();
    void aStoppedRunIsRepeatedAsFarAsItCame();
    void theNextLogits_data();
    void theNextLogits();
    void noNextLogits();
    void whatIsRefused();

 private:
    QTemporaryDir m_folder;
    EngineRuns m_runs;
};

void QuestionTest::theRestOfTheTextIsDecoded_data() {
    QTest::addColumn<QString>("policy");
    QTest::addRow("full") << "full";
    QTest::addRow("evicts as it reads") << "streaming:sinks=4,recent=28";
    QTest::addRow("selects once") << "snapkv:capacity=24,window=8";
    QTest::addRow("in chunks") << "h2o:heavy=8,recent=16/prefill=streaming:16";
}

/// The same bits as a run that reads the question and what was generated.
void QuestionTest::theRestOfTheTextIsDecoded() {
    QFETCH(QString, policy);
    const RunSpec s = asking({policy.toStdString()});
    const auto asked = m_runs.finish(s);
    const RunDescription& run = asked->description();
    QCOMPARE(run.promptTokens, kContext);
    QCOMPARE(run.questionTokens, kText - kContext);
    QVERIFY(run.tokenIds == *s.ids);
    QCOMPARE(asked->trace(0).steps(), kText + kSteps);
    QVERIFY(std::isfinite(asked->trace(0).step(kContext).nll));
    double questionMs = 0;
    for (std::int64_t step = kContext; step < kText; ++step) {
        questionMs += static_cast<double>(asked->trace(0).step(step).ms());
    }
    QVERIFY(asked->ttft(0) > questionMs);  // the first token comes behind the question
    double generatedMs = 0;
    for (std::int64_t step = kText; step < kText + kSteps - 1; ++step) {
        generatedMs += static_cast<double>(asked->trace(0).step(step).ms());
    }
    const double tpot = summarize(*asked, 0).at("tpot_ms").get<double>();
    QVERIFY(std::abs(tpot - generatedMs / static_cast<double>(kSteps - 1)) < 1e-6 * tpot);
    QCOMPARE(firstDifference(asked->trace(0), m_runs.finish(reading(*asked, s))->trace(0)), std::string());
}

void QuestionTest::onlyThePromptIsSelectedFrom() {
    const std::vector<std::string> policy{"snapkv:capacity=24,window=8"};
    RunSpec context = asking(policy);
    context.ids->resize(kContext);
    context.steps = 0;
    const auto outside = heldBehindPrompt(*m_runs.finish(asking(policy)), 0);
    const auto alone = heldBehindPrompt(*m_runs.finish(context), 0);
    RunSpec whole = asking(policy);
    whole.promptTokens = -1;
    const auto inside = heldBehindPrompt(*m_runs.finish(whole), 0);
    QVERIFY(outside && alone && inside);
    QVERIFY(outside->kept == alone->kept);
    QVERIFY(outside->kept != inside->kept);
    QCOMPARE(inside->promptTokens, kText);
}

void QuestionTest::lanesAreComparedWhileTheyRead() {
    const auto recording = m_runs.finish(asking({"full", "streaming:sinks=2,recent=10"}));
    const Trace& lane = recording->trace(1);
    QVERIFY(std::isfinite(lane.step(kText - 1).nllFull) && std::isfinite(lane.step(kText - 1).kl));
    // Texts part from the first generated token on.
    QVERIFY(std::isnan(lane.step(kText + 1).nllFull) && std::isnan(lane.step(kText + 1).kl));
    const auto read = m_runs.finish(reading(*recording, asking({"full", "streaming:sinks=2,recent=10"})));
    QCOMPARE(lane.step(kText - 1).kl, read->trace(1).step(kText - 1).kl);
}

void QuestionTest::theWholeTextIsThePrompt() {
    RunSpec s = asking({"full"});
    s.promptTokens = kText;
    const auto said = m_runs.finish(s);
    s.promptTokens = -1;
    const auto silent = m_runs.finish(s);
    QCOMPARE(said->description().questionTokens, std::int64_t{0});
    QCOMPARE(said->description().tokenIds.size(), static_cast<std::size_t>(kText));
    QCOMPARE(said->description().specs[0].questionTokens, std::int64_t{-1});
    QCOMPARE(firstDifference(said->trace(0), silent->trace(0)), std::string());
}

void QuestionTest::aQuestionHasTokensOfItsOwn() {
    const auto prompt = [&](const char* text, const char* question) {
        RunSpec s;
        s.prompt = text;
        s.mode = Mode::Generate;
        s.steps = 0;
        if (question != nullptr) {
            s.question = question;
        }
        return m_runs.finish(s)->description();
    };
    const RunDescription context = prompt("The miller had three sons", nullptr), first = prompt("Who?", nullptr);
    const RunDescription both = prompt("The miller had three sons", "Who?");
    QCOMPARE(both.promptTokens, context.promptTokens);
    QVERIFY(std::equal(context.tokenIds.begin(), context.tokenIds.end(), both.tokenIds.begin()));
    // Without the begin token that a text of its own gets.
    QCOMPARE(both.questionTokens, first.promptTokens - 1);
    QVERIFY(std::equal(first.tokenIds.begin() + 1, first.tokenIds.end(), both.tokenIds.begin() + both.promptTokens));
    QCOMPARE(both.textHash, context.textHash);
    QVERIFY(contains(both.commandLine, "--question"));
    QVERIFY(both.specs[0].question == std::optional<std::string>("Who?"));
    QCOMPARE(prompt("The miller", "").questionTokens, std::int64_t{0});
}

void QuestionTest::anEndTokenOfTheQuestionEndsNothing() {
    TinyModel model;
    RunSpec s;
    s.model = std::filesystem::path(m_folder.path().toStdString()) / "tiny";
    s.ids = patternIds(30);
    model.endId = (*s.ids)[24];
    writeTinyModel(s.model, model);
    s.mode = Mode::Generate;
    s.promptTokens = 20;
    s.steps = 1;
    QCOMPARE(m_runs.finish(s)->trace(0).steps(), std::int64_t{31});
}

void QuestionTest::tokensOfTheQuestionAreCounted() {
    RunSpec s = asking({"full"});
    for (const std::int64_t wanted : {std::int64_t{0}, std::int64_t{5}, std::int64_t{500}}) {
        s.questionTokens = wanted;
        const auto recording = m_runs.finish(s);
        const std::int64_t read = std::min(wanted, kText - kContext);
        QCOMPARE(recording->description().questionTokens, read);
        QCOMPARE(static_cast<std::int64_t>(recording->description().tokenIds.size()), kContext + read);
        QCOMPARE(recording->trace(0).steps(), kContext + read + kSteps);
        QCOMPARE(recording->description().specs[0].questionTokens, wanted == 500 ? std::int64_t{-1} : wanted);
    }
}

void QuestionTest::questionsShareAPrompt() {
    RunSpec s;
    s.prompt = "Once upon a time there was a miller who had three sons, and when he died";
    s.question = " Who had sons?";
    s.mode = Mode::Generate;
    s.policies = {"full", "snapkv:capacity=8,window=4"};
    s.steps = 4;
    s.observationBytes = std::int64_t{1} << 30;
    const auto first = m_runs.prefilled(s);
    const auto read = first->observedPrompt();
    QVERIFY2(read, read ? "" : read.error().sentence().c_str());
    s.question = " When was it, and where?";
    const auto again = m_runs.start(s);
    QVERIFY(again->takePrompt(**read));
    QVERIFY(again->prefill({}));
    EngineRuns::finish(*again);
    const auto alone = m_runs.finish(s);
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        QCOMPARE(firstDifference(again->recording()->trace(lane), alone->trace(lane)), std::string());
    }
    s.prompt = *s.prompt + " one day";
    QVERIFY(!m_runs.start(s)->takePrompt(**read));
}

void QuestionTest::forksContinueTheQuestion() {
    const RunSpec s = asking({"streaming:sinks=4,recent=28"});
    const auto parent = m_runs.finish(s);
    for (const std::int64_t at : {kContext + 5, kText + 3}) {
        const auto fork = forkSpec(*parent, 0, at, {*parseChange("recent=12", at)}, {});
        QVERIFY2(fork, fork ? "" : fork.error().sentence().c_str());
        const auto forked = m_runs.finish(*fork);
        QVERIFY(checkSameText(*parent, *forked).has_value());
        QCOMPARE(forked->description().questionTokens, kText - kContext);
        QCOMPARE(forked->trace(0).steps(), kText + kSteps);
        for (std::int64_t step = 1; step < at; ++step) {
            QCOMPARE(forked->trace(0).step(step).nll, parent->trace(0).step(step).nll);
        }
    }
    const auto read = forkSpec(*parent, 0, kContext + 5, {*parseChange("evict=0-3", kContext + 5)}, {},
                               ForkText::Parents);
    QVERIFY2(read, read ? "" : read.error().sentence().c_str());
    QVERIFY(!read->question && read->questionTokens == -1 && read->mode == Mode::Teacher);
    QCOMPARE(static_cast<std::int64_t>(read->ids->size()), kText + kSteps);
    QVERIFY(checkSameText(*parent, *m_runs.finish(*read)).has_value());
}

void QuestionTest::aStoppedRunIsRepeatedAsFarAsItCame() {
    const RunSpec s = asking({"full"});
    const auto run = m_runs.prefilled(s);
    for (int step = 0; step < 6; ++step) {
        QVERIFY(run->step());
    }
    run->close(RunState::Stopped, {});
    RunSpec again = repeatSpecs(*run->recording()).at(0);
    QCOMPARE(again.questionTokens, std::int64_t{6});
    QCOMPARE(again.steps, std::int64_t{0});
    again.ids = s.ids;  // as the file of the bundle has them
    again.model = s.model;
    QCOMPARE(firstDifference(m_runs.finish(again)->trace(0), run->recording()->trace(0)), std::string());
}

void QuestionTest::theNextLogits_data() {
    QTest::addColumn<QString>("device");
    QTest::addRow("cpu") << "cpu";
    QTest::addRow("emulated") << "emulated";
}

void QuestionTest::theNextLogits() {
    QFETCH(QString, device);
    RunSpec s = asking({"full", "streaming:sinks=4,recent=28"});
    s.device = device.toStdString();
    const auto run = m_runs.prefilled(s);
    std::vector<std::vector<float>> expected;
    const std::span<const std::int32_t> ids(s.ids->data(), static_cast<std::size_t>(kContext + 1));
    QVERIFY(m_runs.engine().logits(ids, [&](std::span<const float> row) -> Result<void> {
        expected.emplace_back(row.begin(), row.end());
        return {};
    }));
    // The sums of a device, and those over another number of tokens, are in another order.
    constexpr float kLimit = 2e-3F;
    for (const std::int64_t read : {kContext, kContext + 1}) {
        const auto logits = run->nextLogits(0);
        QVERIFY2(logits, logits ? "" : logits.error().sentence().c_str());
        const std::vector<float>& wanted = expected[static_cast<std::size_t>(read - 1)];
        QCOMPARE(logits->size(), wanted.size());
        float most = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            most = std::max(most, std::abs((*logits)[i] - wanted[i]));
        }
        QVERIFY2(most <= kLimit, std::to_string(most).c_str());
        QVERIFY(run->step());
    }
    QVERIFY(*run->nextLogits(0) != *run->nextLogits(1));
}

void QuestionTest::noNextLogits() {
    const auto run = m_runs.start(asking({"full"}));
    QCOMPARE(run->nextLogits(0).error().code, Code::BadUsage);
    QVERIFY(run->prefill({}));
    QCOMPARE(run->nextLogits(1).error().code, Code::BadUsage);
    QCOMPARE(run->nextLogits(-1).error().code, Code::BadUsage);
    QVERIFY(run->nextLogits(0));
}

void QuestionTest::whatIsRefused() {
    RunSpec s = asking({"full"});
    s.mode = Mode::Teacher;
    s.question = "Who?";
    QCOMPARE(m_runs.engine().start(s, m_runs.catalog(), {}).error().code, Code::BadUsage);
    s = asking({"full"});
    s.questionTokens = -2;
    QCOMPARE(m_runs.engine().start(s, m_runs.catalog(), {}).error().code, Code::BadUsage);
    s = asking({"full"});
    s.question = "Who?";
    s.promptTokens = kText + 1;  // the question is no part of the prompt
    QCOMPARE(m_runs.engine().start(s, m_runs.catalog(), {}).error().code, Code::BadUsage);
}

QTEST_GUILESS_MAIN(QuestionTest)
#include "question_test.moc"
