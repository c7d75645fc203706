// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/compared_steps.h"

#include <QtTest>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

std::shared_ptr<Recording> lanesOf(const std::vector<std::int32_t>& steps) {
    RunDescription about;
    about.lanes.resize(steps.size());
    auto recording = std::make_shared<Recording>(about);
    for (std::size_t lane = 0; lane < steps.size(); ++lane) {
        recording->setTrace(static_cast<std::int32_t>(lane), traceOf({.steps = steps[lane]}));
    }
    return recording;
}

}  // namespace

class ComparedStepsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theShortestLaneEndsTheComparison() {
        QCOMPARE(comparedSteps(*lanesOf({9, 5, 7})), std::int64_t{5});
        QCOMPARE(comparedSteps(*lanesOf({9, 0, 7})), std::int64_t{7});  // one that has not begun ends nothing
        QCOMPARE(comparedSteps(*lanesOf({0})), std::int64_t{0});
    }

    void aLaneThatFailedAloneEndsNothing() {
        const auto recording = lanesOf({9, 5, 7});
        recording->writer(1).addEvent({5, kProblemEvent, "it failed"});
        recording->writer(1).publish();
        QVERIFY(failedAlone(*recording, 1) && !failedAlone(*recording, 2));
        QCOMPARE(comparedSteps(*recording), std::int64_t{7});
        const auto alone = lanesOf({9, 5});
        alone->writer(0).addEvent({9, kProblemEvent, "it failed"});
        alone->writer(1).addEvent({5, kProblemEvent, "it failed"});
        alone->writer(0).publish();
        alone->writer(1).publish();
        QCOMPARE(comparedSteps(*alone), std::int64_t{5});
    }

    void aCopyHasNoMore() {
        const auto recording = lanesOf({9, 5, 7});
        const auto cut = cutTo(*recording, 6);
        QVERIFY(cut != nullptr);
        QCOMPARE(cut->trace(0).steps(), std::int64_t{6});
        QCOMPARE(cut->trace(1).steps(), std::int64_t{5});
        QCOMPARE(cut->trace(2).steps(), std::int64_t{6});
        QVERIFY(cutTo(*recording, 9) == nullptr);
    }
};

QTEST_APPLESS_MAIN(ComparedStepsTest)
#include "compared_steps_test.moc"
