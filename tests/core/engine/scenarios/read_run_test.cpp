// SPDX-License-Identifier: Apache-2.0
/// Runs with read selection through the engine, as `kvw` and the workbench make them.
#include <QTemporaryDir>
#include <QtTest>

#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 120, kTokens = 200;

RunSpec reading(const std::string& policy) {
    RunSpec s;
    s.ids = embeddedIds("story", kTokens);
    s.promptTokens = kPrompt;
    s.policies = {"full", policy};
    return s;
}

}  // namespace

class ReadRunTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void lanesAndSummary();
    void fewerPagesAreFewerBytes();
    void liveBudgetHoldsFromTheNextStepOn();
    void pageSizeWaitsForTheNextRun();
    void warningsAreReportedOnce();
    void misbehavingReaderEndsItsLaneAlone();
    void forkIsAnotherRun();
    void bundleKeepsWhatWasRead();

 private:
    QTemporaryDir m_folder;
    EngineRuns m_runs;
};

void ReadRunTest::lanesAndSummary() {
    const auto recording = m_runs.finish(reading("quest:budget=32,skip-layers=1"));
    const LaneInfo& lane = recording->description().lanes[1];
    QCOMPARE(lane.policyId, std::string("quest"));
    QCOMPARE(lane.policyText, std::string("quest:budget=32,skip-layers=1"));
    QCOMPARE(lane.parameters["min-pages"].get<int>(), 3);
    const auto full = summarize(*recording, 0);
    const auto quest = summarize(*recording, 1);
    QVERIFY(full["bytes_read_per_step"].is_null());
    QCOMPARE(quest["evictions"].get<int>(), 0);
    QVERIFY(quest["held"] == full["held"]);
    QVERIFY(quest["bytes_read_per_step"].get<double>() < 0.6 * full["peak_bytes_live"].get<double>());
    QVERIFY(quest["mean_kl"].get<double>() > 1e-6);
    // The prompt is read whole, so its last token predicts the same.
    QCOMPARE(recording->trace(1).step(kPrompt).kl, 0.0);
    QCOMPARE(recording->trace(1).layer(kTokens - 1, 3).retainedMass, 1.0F);
}

void ReadRunTest::fewerPagesAreFewerBytes() {
    double last = 0;
    for (const char* policy :
         {"quest:budget=16,min-pages=1", "quest:budget=48", "quest:budget=96", "quest:budget=160"}) {
        const double bytes = summarize(*m_runs.finish(reading(policy)), 1)["bytes_read_per_step"].get<double>();
        QVERIFY(bytes > last);
        last = bytes;
    }
}

void ReadRunTest::liveBudgetHoldsFromTheNextStepOn() {
    const auto run = m_runs.prefilled(reading("quest:budget=96,skip-layers=0"));
    const Trace& trace = run->recording()->trace(1);
    for (int i = 0; i < 5; ++i) {
        QVERIFY(run->step());
    }
    const std::int64_t before = trace.step(kPrompt + 4).bytesRead;
    QVERIFY(run->setParameter(1, "budget", "48"));
    QVERIFY(run->step());
    QVERIFY(trace.step(kPrompt + 5).bytesRead < before);
    QVERIFY(run->setParameter(1, "skip-layers", "64"));
    QVERIFY(run->step());
    QCOMPARE(trace.step(kPrompt + 6).bytesRead, trace.step(kPrompt + 6).bytesLive);
    QCOMPARE(trace.events(), std::int64_t{2});
    EngineRuns::finish(*run);
    const auto problems = run->recording()->problems();
    QVERIFY(std::any_of(problems.begin(), problems.end(), [](const Recording::Problem& problem) {
        return contains(problem.sentence(), "everything is read");
    }));
}

void ReadRunTest::pageSizeWaitsForTheNextRun() {
    const auto run = m_runs.prefilled(reading("quest:budget=96"));
    const auto done = run->setParameter(1, "page", "8");
    QVERIFY(!done);
    QVERIFY(contains(done.error().sentence(), "'page' takes effect at the next run only"));
    EngineRuns::finish(*run);
}

void ReadRunTest::warningsAreReportedOnce() {
    const auto problems = m_runs.finish(reading("quest:budget=20"))->problems();
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].lane, 1);
    QCOMPARE(problems[0].sentence(),
             std::string("budget 20 is 1 page of 16 tokens: 3 pages are read, as min-pages demands"));
}

void ReadRunTest::misbehavingReaderEndsItsLaneAlone() {
    auto spec = reading("throws-in-pages");
    spec.policies.emplace_back("quest:budget=64");
    const auto recording = m_runs.finish(spec);
    QCOMPARE(recording->trace(0).steps(), kTokens);
    QCOMPARE(recording->trace(1).steps(), kPrompt);
    QCOMPARE(recording->trace(2).steps(), kTokens);
    const auto problems = recording->problems();
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].sentence(),
             std::string("throws-in-pages 1.0.0, layer 0, step 120: it threw \"no query came\"; "
                         "the run was stopped."));
}

void ReadRunTest::forkIsAnotherRun() {
    const RunSpec spec = reading("quest:budget=48");
    const auto run = m_runs.prefilled(spec);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(run->step());
    }
    const auto fork = m_runs.forked(spec, *run);
    EngineRuns::finish(*run);
    EngineRuns::finish(*fork);
    QCOMPARE(firstDifference(run->recording()->trace(1), fork->recording()->trace(1)), std::string());
}

void ReadRunTest::bundleKeepsWhatWasRead() {
    const auto recording = m_runs.finish(reading("quest:budget=48"));
    const auto path = std::filesystem::path(m_folder.path().toStdString()) / "quest.zip";
    QVERIFY(writeBundle(*recording, path));
    const auto read = readBundle(path);
    QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
    QCOMPARE(firstDifference((*read)->trace(1), recording->trace(1)), std::string());
}

QTEST_GUILESS_MAIN(ReadRunTest)
#include "read_run_test.moc"
