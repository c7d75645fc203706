// SPDX-License-Identifier: Apache-2.0
/// Curves of lanes, step after step.
#include "core/figures/builders/figure_lanes.h"

#include <QTest>

#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;

namespace {

constexpr std::int32_t kSteps = 40;
constexpr std::int64_t kPrompt = 4;  // of tests::twoLanes

/// The full cache, and a policy whose NLL is larger by half a nat.
std::shared_ptr<Recording> scored(std::int32_t stepsOfFull = kSteps) {
    const auto rule = [](std::int32_t steps, double more) {
        return tests::TraceRule{.steps = steps, .step = [more](StepRecord& step) {
                                    step.nll = step.step + more;
                                    step.nllFull = step.step;
                                }};
    };
    return tests::twoLanes(tests::traceOf(rule(stepsOfFull, 0)), tests::traceOf(rule(kSteps, 0.5)));
}

}  // namespace

class FigureLanesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void meansBeginBehindThePromptWithEnoughTokens() {
        const auto recording = scored();
        figures::LaneCurveValues values(*recording, figures::LaneCurve::MeanNll, 1, 1);
        QCOMPARE(values.steps(), std::int64_t{kSteps});
        for (std::int64_t step = 0; step < kPrompt + figures::kFewestOfMean - 1; ++step) {
            QVERIFY(std::isnan(values.next()) && values.hasTooFew());
        }
        // Tokens 4 to 19, and half a nat.
        QCOMPARE(values.next(), 12.0);
        QVERIFY(!values.hasTooFew());
        QCOMPARE(values.next(), 12.5);
        QCOMPARE(values.given(), kPrompt + figures::kFewestOfMean + 1);
    }

    void aFigureHasTheSameValues() {
        const auto recording = scored();
        for (int curve = 0; curve <= static_cast<int>(figures::LaneCurve::Less); ++curve) {
            const auto which = static_cast<figures::LaneCurve>(curve);
            const FigureSpec figure = figures::laneCurves(*recording, which, 1);
            QCOMPARE(figures::isLess(which), figure.id.find("less") != std::string::npos);
            QCOMPARE(figures::isMean(which), figure.id.find("mean") != std::string::npos);
            for (const FigureSeries& series : figure.panels[0].series) {
                const std::int32_t lane = series.role == FigureRole::FullLane ? 0 : 1;
                figures::LaneCurveValues values(*recording, which, lane, 1);
                for (const double y : series.y) {
                    const double value = values.next();
                    QVERIFY(value == y || (std::isnan(value) && std::isnan(y)));
                }
            }
        }
    }

    void nothingIsSubtractedThatALaneDoesNotHave() {
        const auto recording = scored(10);
        figures::LaneCurveValues values(*recording, figures::LaneCurve::Less, 1, 0);
        QCOMPARE(values.steps(), std::int64_t{10});
        for (int step = 0; step < 10; ++step) {
            QCOMPARE(values.next(), 0.5);
        }
        QVERIFY(std::isnan(values.next()));
    }
};

QTEST_GUILESS_MAIN(FigureLanesTest)
#include "figure_lanes_test.moc"
