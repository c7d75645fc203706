// SPDX-License-Identifier: GPL-3.0-or-later
/// Lanes of a run that goes on may differ by a step: a bundle of it lacks the last step of some.
#include "app/workbench/session/files/kept_runs.h"

#include <QtTest>

#include "app/workbench/session/files/bundle_saves.h"
#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;

class KeptRunsTest : public QObject {
    Q_OBJECT
    const tests::FakeShape m_shape{};
    std::shared_ptr<Recording> m_recording;

    void addLast(std::int32_t lane) { tests::addFakeStep(m_shape, m_recording->writer(lane), lane, 49, "last"); }
 private Q_SLOTS:
    void init() {
        m_recording = tests::makeFakeRecording(m_shape);
        tests::addFakeSteps(m_shape, *m_recording, 0, 49);
        addLast(0);
    }
    void aBundleHoldsTheRunIfItHasAllStepsOfEachLane() {
        BundleFiles bundles;
        KeptRuns kept(bundles);
        Q_EMIT bundles.known(m_recording, QStringLiteral("first"), BundleFiles::laneSteps(*m_recording));
        QVERIFY(kept.holds(m_recording));
        QCOMPARE(kept.hashOf(m_recording), std::string("first"));
        addLast(1);
        QVERIFY(!kept.holds(m_recording));
        QCOMPARE(kept.hashOf(m_recording), std::string());
        Q_EMIT bundles.known(m_recording, QStringLiteral("second"), BundleFiles::laneSteps(*m_recording));
        QCOMPARE(kept.hashOf(m_recording), std::string("second"));
    }
    void aSaveHasAllOfTheRunIfNoLaneHasMoreSinceItBegan() {
        const BundleFiles bundles;
        BundleSaves& saves = bundles.saves();
        static_cast<void>(saves.begin(m_recording, QStringLiteral("here")));
        QVERIFY(saves.savingAll(*m_recording));
        addLast(1);
        QVERIFY(saves.saving(*m_recording) && !saves.savingAll(*m_recording));
    }
};

QTEST_GUILESS_MAIN(KeptRunsTest)
#include "kept_runs_test.moc"
