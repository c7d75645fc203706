// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/lanes_model.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QtTest>

#include "app/workbench/models/number_order.h"
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
