// SPDX-License-Identifier: Apache-2.0
/// Runs that generate: what they choose, and how long they are.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

std::vector<std::int32_t> recordedIds(const Trace& trace) {
    std::vector<std::int32_t> ids;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        ids.push_back(trace.step(step).tokenId);
    }
    return ids;
}

RunSpec generating(std::int64_t steps) {
    RunSpec s;
    s.ids = embeddedIds("story", 40);
    s.mode = Mode::Generate;
    s.steps = steps;
    return s;
}

}  // namespace

class GenerationTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void greedyTakesTheLikeliest();
    void logitsAreOfTheLoadedModel();
    void aStoppedLoadLeavesNoModel();
    void topKOneIsGreedy();
    void samplingIsSeeded();
    void lanesGenerateTheirOwnText();
    void endOfSequenceEnds();
    void noSteps();
    void lengthsOutOfRange_data();
    void lengthsOutOfRange();

 private:
    std::filesystem::path tiny(const TinyModel& model) {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / std::to_string(m_count++);
        writeTinyModel(path, model);
        return path;
    }
    std::vector<std::int32_t> generated(const RunSpec& s) { return recordedIds(m_runs.finish(s)->trace(0)); }
    QTemporaryDir m_folder;
    int m_count = 0;
    EngineRuns m_runs;
};

void GenerationTest::greedyTakesTheLikeliest() {
    const auto ids = generated(generating(50));
    QCOMPARE(ids.size(), std::size_t{90});
    std::size_t t = 0;
    std::vector<std::size_t> wrong;
    const auto done = m_runs.engine().logits(ids, [&](std::span<const float> row) -> Result<void> {
        const auto best = std::max_element(row.begin(), row.end()) - row.begin();
        if (++t >= 40 && t < ids.size() && best != ids[t]) {
            wrong.push_back(t);
        }
        return {};
    });
    QVERIFY(done);
    QVERIFY(wrong.empty());
    QCOMPARE(generated(generating(50)), ids);
}

void GenerationTest::logitsAreOfTheLoadedModel() {
    QVERIFY(m_runs.engine().loadModel(tiny({}), {}));
    QCOMPARE(m_runs.engine().model().vocabulary, std::int64_t{1000});
    std::size_t columns = 0;
    QVERIFY(m_runs.engine().logits(patternIds(3), [&](std::span<const float> row) -> Result<void> {
        columns = row.size();
        return {};
    }));
    QCOMPARE(columns, std::size_t{1000});
    QCOMPARE(m_runs.engine().model().vocabulary, std::int64_t{1000});
}

void GenerationTest::aStoppedLoadLeavesNoModel() {
    EngineRuns runs;
    Engine& engine = runs.engine();
    int told = 0;
    const auto cancel = [&](const Progress&) {
        ++told;
        engine.cancelLoad();
    };
    const auto loaded = engine.loadModel({}, cancel);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, Code::Cancelled);
    QCOMPARE(told, 1);
    QVERIFY(engine.modelDirectory().empty());
    // Nothing of it is left for the next one; of a model that is there no run is made for who stops.
    QVERIFY(engine.loadModel({}, {}));
    QVERIFY(!engine.modelDirectory().empty());
    const auto run = engine.start(generating(1), runs.catalog(), cancel);
    QVERIFY(!run);
    QCOMPARE(run.error().code, Code::Cancelled);
    QVERIFY(engine.start(generating(1), runs.catalog(), {}));
}

void GenerationTest::topKOneIsGreedy() {
    const auto greedy = generated(generating(30));
    RunSpec s = generating(30);
    s.sampling = {1.5, 1, 1};
    QCOMPARE(generated(s), greedy);
    s.sampling = {1.5, 0, 1e-9};
    QCOMPARE(generated(s), greedy);
}

void GenerationTest::samplingIsSeeded() {
    RunSpec s = generating(60);
    s.sampling = {1.2, 0, 1};
    s.seed = 5;
    const auto first = generated(s);
    QCOMPARE(generated(s), first);
    s.seed = 6;
    QVERIFY(generated(s) != first);
}

void GenerationTest::lanesGenerateTheirOwnText() {
    RunSpec s = generating(80);
    s.policies = {"full", "streaming:sinks=1,recent=6"};
    const auto recording = m_runs.finish(s);
    const auto full = recordedIds(recording->trace(0));
    QCOMPARE(full, generated(generating(80)));
    QVERIFY(recordedIds(recording->trace(1)) != full);
    // Texts part ways, so nothing is compared at decode.
    QVERIFY(std::isnan(recording->trace(1).step(90).kl));
}

void GenerationTest::endOfSequenceEnds() {
    TinyModel model;
    RunSpec s;
    s.model = tiny(model);
    s.ids = patternIds(20);
    s.mode = Mode::Generate;
    s.steps = 40;
    const auto ids = generated(s);
    QCOMPARE(ids.size(), std::size_t{60});
    // The same weights, where the token of the tenth step ends the text.
    model.endId = ids[29];
    const auto first = std::find(ids.begin() + 20, ids.end(), model.endId) - ids.begin();
    s.model = tiny(model);
    const auto ended = generated(s);
    QCOMPARE(static_cast<std::ptrdiff_t>(ended.size()), first + 1);
    QVERIFY(std::equal(ended.begin(), ended.end(), ids.begin()));
}

void GenerationTest::noSteps() {
    RunSpec s = generating(0);
    const auto run = m_runs.prefilled(s);
    QVERIFY(run->finished());
    QCOMPARE(run->recording()->trace(0).steps(), std::int64_t{40});
    s.mode = Mode::Teacher;
    s.promptTokens = 40;
    s.steps = -1;
    QVERIFY(m_runs.prefilled(s)->finished());
}

void GenerationTest::lengthsOutOfRange_data() {
    QTest::addColumn<int>("prompt");
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("chunk");
    QTest::addRow("no prompt") << 0 << -1 << 16;
    QTest::addRow("prompt beyond the text") << 41 << -1 << 16;
    QTest::addRow("negative steps") << 10 << -2 << 16;
    QTest::addRow("empty chunks") << 10 << -1 << 0;
}

void GenerationTest::lengthsOutOfRange() {
    QFETCH(int, prompt);
    QFETCH(int, steps);
    QFETCH(int, chunk);
    RunSpec s;
    s.ids = embeddedIds("story", 40);
    s.promptTokens = prompt;
    s.steps = steps;
    s.streamingPrefill = true;
    s.chunk = chunk;
    const auto run = m_runs.engine().start(s, m_runs.catalog(), {});
    QVERIFY(!run);
    QCOMPARE(run.error().code, Code::BadUsage);
}

QTEST_GUILESS_MAIN(GenerationTest)
#include "generation_test.moc"
