// SPDX-License-Identifier: Apache-2.0
/// When the copies of a needle left, and what the token that left was scored.
#include "core/analysis/needle.h"

#include <QtTest>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Ten steps; of layer 0, head 1 token 2 leaves at step 4 and token 3 at step 6; of layer 1 all heads lose both at step 8.
std::shared_ptr<Recording> losing() {
    RunDescription description;
    description.promptTokens = 2;
    description.lanes.resize(1);
    auto recording = std::make_shared<Recording>(std::move(description));
    auto trace = std::make_unique<Trace>(smallShape(2, 2), Trace::Options{});
    for (std::int32_t step = 0; step < 10; ++step) {
        if (step == 4) {
            EvictionRecord record = evictionOf(step, 0, 1, {1, 2});
            record.scores = {1.0F, 0.25F};
            record.cut = 0.5F;
            record.reason = "budget";
            trace->addEviction(record);
        } else if (step == 6) {
            trace->addEviction(evictionOf(step, 0, 1, {3}));
        } else if (step == 8) {
            trace->addEviction(evictionOf(step, 1, -1, {2, 3}));
        }
        QTest::qVerify(addStep(*trace, step), "step", "", __FILE__, __LINE__);
        trace->publish();
    }
    recording->setTrace(0, std::move(trace));
    return recording;
}

}  // namespace

class NeedleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyCopyHasItsStepAndItsScore() {
        const auto recording = losing();
        const auto autopsy = needleAutopsy(*recording, 0, {2, 4, 9, {}});
        QVERIFY2(autopsy.has_value(), autopsy ? "" : autopsy.error().sentence().c_str());
        QCOMPARE(autopsy->copies.size(), std::size_t{4});
        const NeedleCopy &held = autopsy->copies[0], &left = autopsy->copies[1], &late = autopsy->copies[3];
        QCOMPARE(held.left, std::int64_t{-1});
        QCOMPARE(held.held, 2);
        QCOMPARE(left.left, std::int64_t{4});
        QCOMPARE(left.gone, std::int64_t{6});
        QCOMPARE(left.token, 2);
        QCOMPARE(left.score, 0.25F);
        QCOMPARE(left.cut, 0.5F);
        QCOMPARE(left.reason, std::string("budget"));
        QCOMPARE(late.left, std::int64_t{8});
        QVERIFY(std::isnan(late.score));
        QCOMPARE(autopsy->whole(), 1);
        QVERIFY(autopsy->last() == nullptr);
    }
    void theEndOfAnEarlierStepCounts() {
        const auto recording = losing();
        QCOMPARE(needleAutopsy(*recording, 0, {2, 4, 3, {}})->whole(), 4);
        const auto between = needleAutopsy(*recording, 0, {2, 4, 5, {}});
        QCOMPARE(between->whole(), 3);
        QCOMPARE(between->copies[1].gone, std::int64_t{-1});
        QCOMPARE(between->copies[1].held, 1);
    }
    void theLastCopyIsTheOneThatLeftLast() {
        NeedleAutopsy autopsy;
        autopsy.copies.resize(3);
        autopsy.copies[0].left = 3;
        autopsy.copies[1].left = 9;
        autopsy.copies[2].left = 5;
        QCOMPARE(autopsy.last(), &autopsy.copies[1]);
    }
    void aNeedleOutsideTheTextIsRefused() {
        const auto recording = losing();
        for (const Needle& needle : {Needle{4, 4, 9, {}}, Needle{-1, 2, 9, {}}, Needle{8, 11, 9, {}},
                                     Needle{2, 4, 10, {}}, Needle{5, 7, 5, {}}}) {
            QCOMPARE(needleAutopsy(*recording, 0, needle).error().code, Code::BadUsage);
        }
        QVERIFY(!needleAutopsy(*recording, 1, {2, 4, 9, {}}).has_value());
        std::int64_t found = -1;
        QVERIFY(!needleOfText(*recording, 0, "not in there", found).has_value());
        QVERIFY(!needleOfText(*recording, 0, "", found).has_value());
        QCOMPARE(found, std::int64_t{0});
        QVERIFY(needlesOfProbes(*recording, 0).empty());
    }
    void aTextHasTheTokensThatItTouches() {
        const auto recording = losing();
        const Trace& trace = recording->trace(0);
        const std::string text = std::string(trace.tokenText(3)) + std::string(trace.tokenText(4));
        std::int64_t found = 0;
        const auto needle = needleOfText(*recording, 0, text, found);
        QVERIFY(needle.has_value());
        QVERIFY(found >= 1);
        std::string read;
        for (std::int32_t token = needle->begin; token < needle->end; ++token) {
            read += trace.tokenText(token);
        }
        QVERIFY(read.find(text) != std::string::npos);
        QCOMPARE(needle->at, std::int64_t{9});
    }
};

QTEST_GUILESS_MAIN(NeedleTest)
#include "needle_test.moc"
