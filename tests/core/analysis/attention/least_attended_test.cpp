// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/least_attended.h"

#include <QtTest>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Six steps of a full lane in one layer with one head; every row gives token 1 half and the newest one half.
std::shared_ptr<Recording> recorded(bool rows, const std::string& policy = "full") {
    const TraceShape shape{1, 1, 1, 8, 1};
    auto trace = std::make_unique<Trace>(shape, Trace::Options{rows, 0});
    for (std::int32_t i = 0; i < 6; ++i) {
        QTest::qVerify(addStep(*trace, i), "addStep", "", __FILE__, __LINE__);
        std::vector<std::int32_t> tokens;
        std::vector<float> weights;
        for (std::int32_t token = 0; token <= i; ++token) {
            tokens.push_back(token);
            weights.push_back(token == 1 ? 0.5F : token == i ? 0.5F : 0.0F);
        }
        const std::vector<std::vector<std::int32_t>> units{tokens};
        const std::vector<std::vector<float>> heads{weights};
        static_cast<void>(trace->addRows(i, 0, units, heads));
        trace->publish();
    }
    RunDescription run;
    run.lanes.resize(1);
    run.lanes[0].policyId = policy;
    auto recording = std::make_shared<Recording>(run);
    recording->setTrace(0, std::move(trace));
    return recording;
}

}  // namespace

class LeastAttendedTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatIsAskedForLaterStays() {
        const std::vector<std::int32_t> candidates{3, 0, 1, 2, 4};
        QCOMPARE(leastAttended(*recorded(true), candidates, 2, 4, 6), (std::vector<std::int32_t>{0, 2}));
        QCOMPARE(leastAttended(*recorded(true), candidates, 3, 5, 6), (std::vector<std::int32_t>{0, 2, 3}));
        QCOMPARE(leastAttended(*recorded(true), candidates, 9, 4, 6), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
    }
    void withoutRowsOfAFullLaneThereIsNone() {
        const std::vector<std::int32_t> candidates{0, 1};
        QVERIFY(leastAttended(*recorded(false), candidates, 1, 2, 6).empty());
        QVERIFY(leastAttended(*recorded(true, "h2o"), candidates, 1, 2, 6).empty());
        QVERIFY(leastAttended(*recorded(true), candidates, 1, 6, 9).empty());
    }
};

QTEST_MAIN(LeastAttendedTest)
#include "least_attended_test.moc"
