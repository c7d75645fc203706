// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/lanes/lanes_model.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QtTest>

#include "app/workbench/session/words/number_order.h"
#include "tests/core/trace/support.h"
#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

QStringList names(const QAbstractItemModel& model) {
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) {
        all += cell(model, row, LanesModel::Name);
    }
    return all;
}

bool bold(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data(Qt::FontRole).value<QFont>().bold();
}

/// Lane i > 0 has NLL 2 + i / 4 and KL i / 8; all of them hold the same.
std::shared_ptr<Recording> fourLanes(std::int32_t steps) {
    tests::FakeShape shape;
    shape.lanes = 4;
    auto recording = tests::makeFakeRecording(shape);
    tests::addFakeSteps(shape, *recording, 0, steps);
    return recording;
}

/// A full cache and two policies after a prompt of 10 tokens, of which policy i has NLL 2 + i / 4 and half the bytes;
/// from token 60 on all NLLs are 1 higher.
std::shared_ptr<Recording> lanesOfLengths(const std::vector<std::int32_t>& steps) {
    RunDescription about = tests::fakeDescription({.prompt = 10, .lanes = static_cast<std::int32_t>(steps.size())});
    auto recording = std::make_shared<Recording>(std::move(about));
    for (std::size_t lane = 0; lane < steps.size(); ++lane) {
        const auto of = static_cast<std::int32_t>(lane);
        recording->setTrace(of, tests::traceOf({.steps = steps[lane], .step = [of](StepRecord& step) {
                                                    step.nllFull = step.step < 60 ? 2 : 3;
                                                    step.nll = step.nllFull + 0.25 * of;
                                                    step.bytesFull = (step.step + 1) * 2048;
                                                    step.bytesLive = step.bytesFull / (of == 0 ? 1 : 2);
                                                }}));
    }
    recording->setState(RunState::Finished);
    return recording;
}

}  // namespace

class LanesModelTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aDifferenceThatRoundsToNothingHasNoSign() {
        const auto delta = [](double below) {
            tests::FakeShape shape;
            shape.below = below;
            auto recording = tests::makeFakeRecording(shape);
            tests::addFakeSteps(shape, *recording, 0, 60);
            LanesModel model;
            model.update(recording);
            return cell(model, 1, LanesModel::Delta);
        };
        QCOMPARE(delta(0.2502), QStringLiteral("0.000"));
        QCOMPARE(delta(0.2498), QStringLiteral("0.000"));
        QCOMPARE(delta(0.5), QStringLiteral("−0.250"));
    }
    void numbersAreMeansOverTheTokensAfterThePrompt() {
        LanesModel model;
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 0);
        model.update(fourLanes(100));
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(cell(model, 0, LanesModel::Nll), QStringLiteral("2.000"));
        QCOMPARE(cell(model, 0, LanesModel::Delta), QStringLiteral("–"));
        QCOMPARE(cell(model, 2, LanesModel::Nll), QStringLiteral("2.500"));
        QCOMPARE(cell(model, 2, LanesModel::Delta), QStringLiteral("+0.500"));
        QCOMPARE(cell(model, 2, LanesModel::Kl), QStringLiteral("0.250"));
        QCOMPARE(cell(model, 1, LanesModel::Held), QStringLiteral("36.0 %"));  // 36 of 100 tokens
        QCOMPARE(cell(model, 1, LanesModel::Milliseconds), QStringLiteral("1.00"));
        QCOMPARE(cell(model, 1, LanesModel::Differs), QStringLiteral("1"));  // a KL from the first scored token
        QCOMPARE(cell(model, 0, LanesModel::Differs), QStringLiteral("–"));
    }

    void millisecondsAreTheTpotOfTheSummary() {
        tests::FakeShape shape;
        auto recording = tests::makeFakeRecording(shape);
        tests::addFakeSteps(shape, *recording, 0, 60);
        StepRecord slow = recording->trace(1).step(59);
        slow.step = 60;
        slow.decodeMs = 1000;  // of the last token, after which none was new
        const std::vector<LayerRecord> layers(
            static_cast<std::size_t>(shape.layers * (recording->trace(1).shape().parts() + 1)));
        QVERIFY(recording->writer(1).addStep(slow, " ", layers).has_value());
        recording->writer(1).publish();
        LanesModel model;
        model.update(recording);
        QCOMPARE(cell(model, 1, LanesModel::Milliseconds),
                 QString::number(summarize(*recording, 1)["tpot_ms"].get<double>(), 'f', 2));
        QCOMPARE(cell(model, 1, LanesModel::Milliseconds), QStringLiteral("1.00"));
    }

    void growingGivesTheSameAsAllAtOnce() {
        tests::FakeShape shape;
        shape.lanes = 3;
        const auto recording = tests::makeFakeRecording(shape);
        LanesModel growing, whole;
        for (std::int32_t step = 0; step < 90; step += 7) {
            tests::addFakeSteps(shape, *recording, step, std::min(step + 7, 90));
            growing.update(recording);
        }
        whole.update(recording);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < LanesModel::ColumnCount; ++column) {
                QCOMPARE(cell(growing, row, column), cell(whole, row, column));
            }
        }
    }

    void theBestPolicyIsMarkedAndTiesAreTies() {
        LanesModel model;
        model.update(fourLanes(100));
        QVERIFY(bold(model, 1, LanesModel::Nll));
        QVERIFY(!bold(model, 2, LanesModel::Nll));
        QVERIFY(!bold(model, 0, LanesModel::Nll));  // the full cache is what they are measured against
        for (int row = 1; row < 4; ++row) {
            QVERIFY(bold(model, row, LanesModel::Bytes));
        }
        QVERIFY(!bold(model, 1, LanesModel::Evicted));
    }

    void lanesAreComparedOverWhatAllHave() {
        LanesModel model;
        model.update(lanesOfLengths({100, 100, 60}));
        QCOMPARE(cell(model, 0, LanesModel::Nll), QStringLiteral("2.000"));
        QCOMPARE(cell(model, 1, LanesModel::Nll), QStringLiteral("2.250"));
        QCOMPARE(cell(model, 1, LanesModel::Delta), QStringLiteral("+0.250"));
        QCOMPARE(cell(model, 2, LanesModel::Nll), QStringLiteral("2.500"));
        QVERIFY(bold(model, 1, LanesModel::Nll) && !bold(model, 2, LanesModel::Nll));
        QCOMPARE(cell(model, 1, LanesModel::Bytes), cell(model, 2, LanesModel::Bytes));
        QVERIFY(bold(model, 1, LanesModel::Bytes) && bold(model, 2, LanesModel::Bytes));
        QCOMPARE(model.comparedOver(),
                 QStringLiteral("Means over tokens 10 to 59, which all lanes have; bytes behind token 59."));
        model.update(lanesOfLengths({100, 100, 5}));
        QCOMPARE(cell(model, 1, LanesModel::Nll), QStringLiteral("–"));
        QCOMPARE(model.comparedOver(), QStringLiteral("Bytes behind token 4, which is the last that all lanes have."));
        model.update(lanesOfLengths({100, 100, 100}));
        QVERIFY(model.comparedOver().isEmpty());
    }

    void aLaneThatFailedIsNoBestAndCutsNoOther() {
        const auto recording = lanesOfLengths({100, 100, 100, 60});
        recording->writer(3).addEvent({60, kProblemEvent, "it failed"});
        recording->writer(3).publish();
        LanesModel model;
        model.update(recording);
        QCOMPARE(cell(model, 1, LanesModel::Nll), QStringLiteral("2.694"));  // 50 tokens of 2.25, 40 of 3.25
        QCOMPARE(cell(model, 3, LanesModel::Nll), QStringLiteral("2.750"));  // its own
        QVERIFY(bold(model, 1, LanesModel::Bytes) && !bold(model, 3, LanesModel::Bytes));
        QCOMPARE(model.comparedOver(), QStringLiteral("A lane that failed has the numbers of its own tokens."));
    }

    void aLaneThatBeginsLaterStartsTheOthersOver() {
        tests::FakeShape shape;
        const auto recording = tests::makeFakeRecording(shape);
        const auto add = [&](std::int32_t lane, std::int32_t from, std::int32_t to) {
            for (std::int32_t step = from; step < to; ++step) {
                tests::addFakeStep(shape, recording->writer(lane), lane, step, " w");
            }
        };
        add(0, 0, 90);
        LanesModel growing, whole;
        growing.update(recording);
        add(1, 0, 60);
        growing.update(recording);
        whole.update(recording);
        QCOMPARE(cell(growing, 0, LanesModel::Bytes), cell(whole, 0, LanesModel::Bytes));
        add(1, 60, 90);
        growing.update(recording);
        QVERIFY(growing.comparedOver().isEmpty());
        QCOMPARE(cell(growing, 1, LanesModel::Evicted), QString::number(shape.layers * shape.kvHeads * (90 - 36)));
    }

    void pinnedLanesStayOnTopInBothDirections() {
        LanesModel model;
        model.update(fourLanes(60));
        PinnedOrder order(LanesModel::Name);
        order.setSourceModel(&model);
        order.setSortRole(Qt::UserRole);
        QVERIFY(model.setData(model.index(2, LanesModel::Name), Qt::Checked, Qt::CheckStateRole));
        order.sort(LanesModel::Nll, Qt::AscendingOrder);
        QCOMPARE(order.mapToSource(order.index(0, 0)).row(), 2);
        QCOMPARE(order.mapToSource(order.index(1, 0)).row(), 0);
        QCOMPARE(order.mapToSource(order.index(3, 0)).row(), 3);
        order.sort(LanesModel::Nll, Qt::DescendingOrder);
        QCOMPARE(order.mapToSource(order.index(0, 0)).row(), 2);
        QCOMPARE(order.mapToSource(order.index(1, 0)).row(), 3);
        order.sort(LanesModel::Delta, Qt::DescendingOrder);
        QCOMPARE(order.mapToSource(order.index(3, 0)).row(), 0);  // has no difference: last either way
        order.sort(LanesModel::Delta, Qt::AscendingOrder);
        QCOMPARE(order.mapToSource(order.index(3, 0)).row(), 0);
        order.sort(-1);
        for (const auto& [row, source] : {std::pair{0, 2}, {1, 0}, {2, 1}, {3, 3}}) {
            QCOMPARE(order.mapToSource(order.index(row, 0)).row(), source);
        }
    }

    void anotherRecordingStartsOver() {
        LanesModel model;
        model.update(fourLanes(100));
        model.setData(model.index(1, LanesModel::Name), Qt::Checked, Qt::CheckStateRole);
        tests::FakeShape shape;
        model.update(tests::filledFakeRecording(shape, 50));
        QCOMPARE(names(model), (QStringList{"full", "streaming:sinks=4,recent=32"}));
        QVERIFY(!model.pinned(1));
        model.update(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(LanesModelTest)
#include "lanes_model_test.moc"
