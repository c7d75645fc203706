// SPDX-License-Identifier: GPL-3.0-or-later
/// Every dock with recordings that are no usual ones: empty, of one token, of lanes of different lengths, failed, long.
#include <QDoubleSpinBox>
#include <QScopeGuard>
#include <QtTest>

#include "app/workbench/plot/latest_job.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/support/german_locale.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kPatience = 60000;
constexpr std::int32_t kLong = 100'000;

std::shared_ptr<Recording> recordingOf(const QString& kind) {
    FakeShape shape;
    shape.rows = true;
    shape.lanes = 3;
    if (kind == QLatin1String("empty")) {
        return filledFakeRecording(shape, 0);
    }
    if (kind == QLatin1String("tiny")) {
        shape.tokens = shape.prompt = 1;
        return filledFakeRecording(shape, 1);
    }
    if (kind == QLatin1String("long")) {
        shape.rows = false;
        shape.lanes = 2;
        shape.tokens = kLong;
        return filledFakeRecording(shape, kLong);
    }
    auto recording = makeFakeRecording(shape);
    if (kind == QLatin1String("ragged")) {
        for (std::int32_t step = 0; step < 120; ++step) {
            for (std::int32_t lane = 0; lane < (step < 70 ? 2 : 1); ++lane) {
                addFakeStep(shape, recording->writer(lane), lane, step, " w");
            }
        }
        recording->setState(RunState::Stopped);
    } else {
        addFakeSteps(shape, *recording, 0, 55);
        recording->setState(RunState::Failed, "the policy kept a token that is not there");
    }
    return recording;
}

}  // namespace

class EveryDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { QVERIFY(tests::numbersAsInMain()); }

    void showsAnyRecording_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"empty", "tiny", "ragged", "failed", "long"}) {
            QTest::newRow(kind) << QString::fromLatin1(kind);
        }
    }
    void showsAnyRecording() {
        QFETCH(QString, kind);
        Bench bench;
        const auto recording = recordingOf(kind);
        bench.workspace->client().view(recording, QStringLiteral("bundle"));
        for (int lane = 1; lane < (kind == QLatin1String("ragged") ? 3 : 2); ++lane) {
            bench.workspace->selection().setLane(lane);
            for (const DockEntry& entry : dockEntries()) {
                Dock* dock = bench.window->dock(QString::fromLatin1(entry.id));
                bench.window->focusDock(*dock);
                QTRY_VERIFY2(dock->shown() && dock->refreshes() > 0, entry.id);
                for (const LatestJob* job : dock->findChildren<LatestJob*>()) {
                    QTRY_VERIFY2_WITH_TIMEOUT(job->idle(), entry.id, kPatience);
                }
                QCoreApplication::processEvents();
                // Its content, or a sentence in its place.
                QVERIFY2(coloursOf(dock->widget()->grab().toImage()) > 2, entry.id);
                static_cast<void>(dock->copyText());
                // From end to end, and what is behind the ends.
                const std::int64_t steps = recording->trace(lane).steps();
                for (const std::int64_t step : {std::int64_t{0}, steps / 2, steps - 1}) {
                    if (step >= 0) {
                        bench.workspace->selection().setStep(step);
                        QCoreApplication::processEvents();
                    }
                }
                bench.workspace->selection().setRange({steps / 4, std::max(steps / 4 + 1, steps / 2)});
                bench.workspace->selection().setLayer(2);
                QCoreApplication::processEvents();
                bench.workspace->selection().setRange({});
                bench.workspace->selection().setLayer(0);
            }
        }
        QCOMPARE(bench.workspace->recording(), std::shared_ptr<Recording>(recording));
        QCOMPARE(bench.workspace->problems().errors(), 0);
    }

    /// With a point in every language; a comma that is typed is one.
    void numbersAreTypedAlikeEverywhere_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en_US");
        QTest::newRow("German") << QStringLiteral("de_DE");
    }
    void numbersAreTypedAlikeEverywhere() {
        QFETCH(QString, language);
        const QLocale before;
        const auto back = qScopeGuard([&before] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale(language));
        Bench bench;
        bench.runToEnd();
        for (const QDoubleSpinBox* box : bench.window->findChildren<QDoubleSpinBox*>()) {
            QVERIFY2(box->locale().decimalPoint() == QLatin1String("."), qPrintable(box->accessibleName()));
        }
        const std::pair<const char*, const char*> boxes[] = {{"nll", "viewThreshold"},
                                                             {"preference", "viewTau1"},
                                                             {"preference", "viewTau2"},
                                                             {"playground", "viewTemperature"}};
        for (const auto& [id, name] : boxes) {
            auto* box = bench.window->dock(QString::fromLatin1(id))->findChild<QDoubleSpinBox*>(QLatin1String(name));
            QVERIFY2(box != nullptr, name);
            for (const char* typed : {"2.5", "3,5"}) {
                box->selectAll();
                QTest::keyClicks(box, QString::fromLatin1(typed));
                const double meant = typed[0] - '0' + 0.5;
                QVERIFY2(box->value() == meant, qPrintable(QStringLiteral("%1: %2").arg(name, box->text())));
            }
            // There is one of them.
            box->selectAll();
            QTest::keyClicks(box, QStringLiteral("1.2,5"));
            QVERIFY2(box->value() == 1.25, qPrintable(box->text()));
        }
    }
};

QTEST_MAIN(EveryDockTest)
#include "every_dock_test.moc"
