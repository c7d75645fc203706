// SPDX-License-Identifier: Apache-2.0
/// A lane whose cache concatenates has the bits of a lane with slots.
#include <QtTest>

#include "core/session/spec/lane_choice.h"
#include "core/session/spec/run_changes.h"
#include "tests/core/engine/fork_runs.h"

using namespace kvw;
using namespace kvw::test;

class StorageTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theBitsAreTheSame_data() {
        QTest::addColumn<QString>("policy");
        QTest::addRow("full") << "full";
        QTest::addRow("window") << "streaming:sinks=4,recent=28";
        QTest::addRow("ranks") << "streaming:sinks=4,recent=28/positions=cache-rank/prefill=streaming:1";
        QTest::addRow("scores") << "h2o:heavy=8,recent=16";
        QTest::addRow("selects once") << "snapkv:capacity=24,window=8";
        QTest::addRow("cascades") << "cascade:window=24,cascades=3";
    }
    void theBitsAreTheSame() {
        QFETCH(QString, policy);
        const std::string text = policy.toStdString();
        const auto slots = m_runs.finish(of({text})), concatenated = m_runs.finish(of({text + "/storage=concat"}));
        QCOMPARE(firstDifference(slots->trace(0), concatenated->trace(0)), std::string());
        const RunDescription& run = concatenated->description();
        QCOMPARE(settingsOf(run, 0).storage, std::string("concat"));
        QVERIFY(settingsOf(slots->description(), 0).storage.empty());
        QVERIFY(run.specs[0].policies[0].ends_with("/storage=concat"));
    }

    void lanesShareAPrompt() {
        const auto both = m_runs.finish(of({"full", "streaming:sinks=4,recent=28/storage=concat"}));
        const auto usual = m_runs.finish(of({"full", "streaming:sinks=4,recent=28"}));
        QCOMPARE(firstDifference(both->trace(1), usual->trace(1)), std::string());
        QCOMPARE(laneName(both->description().lanes[1]),
                 both->description().lanes[1].policyText + " [storage concat]");
    }

    void forksConcatenate() {
        const auto parent = m_runs.finish(of({"streaming:sinks=4,recent=28/storage=concat"}));
        const auto spec = forkSpec(*parent, 0, kFork, {*parseChange("recent=12", kFork)}, {});
        QVERIFY2(spec, spec ? "" : spec.error().sentence().c_str());
        const auto fork = m_runs.finish(*spec);
        QCOMPARE(settingsOf(fork->description(), 0).storage, std::string("concat"));
        QCOMPARE(firstOther(parent->trace(0), fork->trace(0), kFork), std::int64_t{-1});
    }

    void refusals_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("device");
        QTest::addRow("codec") << "full@kivi:bits=4,group=8,residual=16"
                               << "cpu";
        QTest::addRow("device") << "full"
                                << "emulated";
    }
    void refusals() {
        QFETCH(QString, policy);
        QFETCH(QString, device);
        RunSpec spec = of({policy.toStdString() + "/storage=concat"});
        spec.device = device.toStdString();
        const auto run = m_runs.engine().start(spec, m_runs.catalog(), {});
        QVERIFY(!run);
        QCOMPARE(run.error().code, Code::BadUsage);
        QVERIFY2(run.error().sentence().find("concatenate") != std::string::npos, run.error().sentence().c_str());
    }

 private:
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(StorageTest)
#include "storage_test.moc"
