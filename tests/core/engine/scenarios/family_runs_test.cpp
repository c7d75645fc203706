// SPDX-License-Identifier: Apache-2.0
/// Runs on models whose limits are their own: sliding windows, RoPE scalings that follow the length of the text.
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/engine_runs.h"
#include "tests/support/family_model.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

QStringList sentences(const Recording& recording) {
    QStringList list;
    for (const auto& problem : recording.problems()) {
        list << QString::fromStdString(problem.sentence());
    }
    return list;
}

std::vector<double> nll(const Recording& recording) {
    std::vector<double> values;
    for (std::int64_t step = 1; step < recording.trace(0).steps(); ++step) {
        values.push_back(recording.trace(0).step(step).nll);
    }
    return values;
}

}  // namespace

class FamilyRunsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aWindowIsSaidOnceItActs();
    void aWindowIsZeroInTheRows();
    void readSelectionIsRefusedUnderAWindow();
    void dynamicScalingIsNoneWithinTheContext();
    void dynamicScalingIsRefusedWhereItWouldFollow();
    void longropeSaysWhichFactors();
    void everyFamilyRuns_data();
    void everyFamilyRuns();

 private:
    /// With room for the ids of the tokenizer.
    std::filesystem::path model(const std::string& name, const nlohmann::json& patch = nlohmann::json::object()) {
        FamilyModel wanted = familyModel(name);
        wanted.config["vocab_size"] = 300;
        for (const auto& [key, value] : patch.items()) {
            wanted.config[key] = value;
        }
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / std::to_string(m_count++);
        writeFamilyModel(path, wanted);
        return path;
    }
    static RunSpec spec(const std::filesystem::path& path, std::size_t tokens) {
        RunSpec s;
        s.model = path;
        s.ids = patternIds(tokens, 300);
        s.promptTokens = static_cast<std::int64_t>(tokens / 2);
        return s;
    }
    QString refusal(const RunSpec& s) {
        const auto run = m_runs.engine().start(s, m_runs.catalog(), {});
        return run ? QString() : QString::fromStdString(run.error().sentence());
    }
    QTemporaryDir m_folder;
    int m_count = 0;
    EngineRuns m_runs;
};

void FamilyRunsTest::aWindowIsSaidOnceItActs() {
    const auto path = model("mistral");
    const QString sentence =
        "The model has a sliding window of 24 tokens in every layer: what is older is held but not attended";
    QVERIFY(!sentences(*m_runs.finish(spec(path, 24))).contains(sentence + "."));
    RunSpec s = spec(path, 60);
    QVERIFY(sentences(*m_runs.finish(s)).contains(sentence + "."));
    s.positions = Positions::CacheRank;
    QVERIFY(sentences(*m_runs.finish(s)).contains(sentence + "; with cache-rank positions it counts ranks."));
    const auto some = sentences(*m_runs.finish(spec(model("gemma2"), 60)));
    QVERIFY(
        some.contains("The model has a sliding window of 16 tokens in 2 of 4 layers: what is older is held but not "
                      "attended."));
}

/// Everything stays held, and what is outside has weight exactly 0; what is inside has some.
void FamilyRunsTest::aWindowIsZeroInTheRows() {
    RunSpec s = spec(model("gemma2"), 60);
    s.capture = Capture::Maps;
    const auto recording = m_runs.finish(s);
    const Trace& trace = recording->trace(0);
    for (const std::int32_t step : {29, 59}) {
        for (std::int32_t layer = 0; layer < 4; ++layer) {
            const auto rows = trace.rows(step, layer);
            QVERIFY(rows.has_value());
            const auto tokens = rows->heads[0].tokens;
            const auto probs = rows->heads[0].probs;
            QCOMPARE(tokens.size(), static_cast<std::size_t>(step) + 1);
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                QCOMPARE(probs[i] > 0, layer % 2 == 1 || step - tokens[i] < 16);
            }
        }
    }
}

void FamilyRunsTest::readSelectionIsRefusedUnderAWindow() {
    RunSpec s = spec(model("mistral"), 60);
    s.policies = {"quest"};
    QVERIFY2(refusal(s).contains("layer 0 of this model attends a sliding window of 24 tokens"),
             qPrintable(refusal(s)));
    s.model = model("mistral", {{"sliding_window", nullptr}});
    QCOMPARE(refusal(s), QString());
}

void FamilyRunsTest::dynamicScalingIsNoneWithinTheContext() {
    const nlohmann::json dynamic = {{"type", "dynamic"}, {"factor", 2.0}};
    const auto scaled = model("llama-2", {{"max_position_embeddings", 64}, {"rope_scaling", dynamic}});
    const auto plain = model("llama-2", {{"max_position_embeddings", 64}});
    QCOMPARE(nll(*m_runs.finish(spec(scaled, 64))), nll(*m_runs.finish(spec(plain, 64))));
}

void FamilyRunsTest::dynamicScalingIsRefusedWhereItWouldFollow() {
    const nlohmann::json dynamic = {{"type", "dynamic"}, {"factor", 2.0}};
    RunSpec s = spec(model("llama-2", {{"max_position_embeddings", 64}, {"rope_scaling", dynamic}}), 65);
    QVERIFY2(refusal(s).contains("found 65 tokens, expected at most 64"), qPrintable(refusal(s)));
    s.ids->resize(40);
    s.positions = Positions::CacheRank;
    QVERIFY2(refusal(s).contains("its frequencies follow the length of the text"), qPrintable(refusal(s)));
    s.positions = Positions::Original;
    QCOMPARE(refusal(s), QString());
}

void FamilyRunsTest::longropeSaysWhichFactors() {
    const auto path = model("phi3-longrope-long");
    const QString sentence =
        "The run is longer than the 48 tokens of the short RoPE factors: the long ones serve all of it.";
    QVERIFY(!sentences(*m_runs.finish(spec(path, 48))).contains(sentence));
    const auto longer = m_runs.finish(spec(path, 60));
    QVERIFY(sentences(*longer).contains(sentence));
    // Also the tokens before the border are computed with them.
    const auto shorter = m_runs.finish(spec(path, 40));
    QVERIFY(longer->trace(0).step(20).nll != shorter->trace(0).step(20).nll);
}

void FamilyRunsTest::everyFamilyRuns_data() {
    QTest::addColumn<QString>("name");
    for (const FamilyModel& one : familyModels()) {
        QTest::addRow("%s", one.name.c_str()) << QString::fromStdString(one.name);
    }
}

/// With policies that drop, generate and stream; a chunk's divergence from the full lane is of the same rows.
void FamilyRunsTest::everyFamilyRuns() {
    QFETCH(QString, name);
    RunSpec s = spec(model(name.toStdString()), 80);
    s.policies = {"full", "streaming:sinks=2,recent=14", "full"};
    s.streamingPrefill = true;
    s.chunk = 9;
    const auto recording = m_runs.finish(s);
    QCOMPARE(recording->trace(0).steps(), std::int64_t{80});
    for (std::int64_t step = 1; step < 80; ++step) {
        const StepRecord& dropped = recording->trace(1).step(step);
        QVERIFY(std::isfinite(dropped.nll) && dropped.kl >= 0);
        QCOMPARE(dropped.nllFull, recording->trace(0).step(step).nll);
        QCOMPARE(recording->trace(2).step(step).kl, 0.0);
    }
    QVERIFY(recording->trace(1).step(79).kl > 0);
}

QTEST_GUILESS_MAIN(FamilyRunsTest)
#include "family_runs_test.moc"
