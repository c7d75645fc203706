// SPDX-License-Identifier: GPL-3.0-or-later
/// Preferences of layers: temperatures and the budgets that follow, and the cascade.
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/workbench/views/preference/cascade_view.h"
#include "app/workbench/views/preference/preference_plane.h"
#include "core/figures/figures.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/views/common/explore_runs.h"

using namespace kvw;
using namespace kvw::wb;

class PreferenceDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPromptTooShortIsNotHelpedByRows() {
        for (const auto& dock : {preferenceDock(), playgroundDock()}) {
            Shown shown(dock);
            shown.view(tests::plotRecording({.steps = 10, .prompt = 2, .promptRows = true}));
            QTRY_VERIFY2(emptyText(shown).contains("at least 3 tokens"), qPrintable(emptyText(shown)));
            QVERIFY(shown.button() == nullptr);
            shown.view(tests::plotRecording({.steps = 60, .prompt = 20, .rows = false}));
            QTRY_VERIFY(shown.button() != nullptr);
        }
    }

    void temperaturesMoveTheBudgets() {
        Shown shown(preferenceDock());
        shown.view(tests::plotRecording({.steps = 300, .prompt = 200, .promptRows = true}));
        shown.settle();
        QTRY_VERIFY(shown.text("readout").contains(QStringLiteral("fits")));
        const auto temperatures = shown.dock->findChildren<QDoubleSpinBox*>();
        QSpinBox* capacity = nullptr;
        for (auto* box : shown.dock->findChildren<QSpinBox*>()) {
            capacity = box;
        }
        QCOMPARE(temperatures.size(), 2);
        QVERIFY(capacity != nullptr);
        capacity->setValue(80);
        const QString even = shown.text("readout");
        QVERIFY2(even.contains(QStringLiteral("Σ budgets 320 of 320 tokens")), qPrintable(even));
        Q_EMIT shown.dock->findChild<PreferencePlane*>()->turned(0.5, 0.25);
        QCOMPARE(temperatures[0]->value(), 0.5);
        QCOMPARE(temperatures[1]->value(), 0.25);
        QVERIFY(shown.text("readout") != even);
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("by preference")));
        shown.settle();
        shown.save(QStringLiteral("preference-plane"));
    }

    /// As of a real model: every layer has a number where there is room, else some have, and the chosen one.
    void numbersOfManyLayersHaveRoom() {
        PreferencePlane plane(nullptr);
        LayerPreferences measured;
        for (int layer = 0; layer < 30; ++layer) {
            measured.layers.push_back({.entropy = 200 + 40.0 * ((layer * 7) % 30), .variance = 0.3 + 0.02 * layer});
        }
        measured.layers.front().variance = 1e-5;  // far below: the others lie close together
        plane.setLayers(measured);
        plane.choose(13);
        plane.resize(220, 220);
        plane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plane));
        const auto numbers = [&] {
            plane.replot();
            std::vector<const QCPItemText*> seen;
            for (int i = 0; i < plane.itemCount(); ++i) {
                bool number = false;
                const auto* text = qobject_cast<QCPItemText*>(plane.item(i));
                if (text != nullptr && text->visible() && (text->text().toInt(&number), number)) {
                    seen.push_back(text);
                }
            }
            return seen;
        };
        const auto few = numbers();
        QVERIFY2(few.size() >= 4 && few.size() < 30, qPrintable(QString::number(few.size())));
        QVERIFY(std::any_of(few.begin(), few.end(), [](const auto* each) { return each->text() == "13"; }));
        for (const auto* one : few) {
            for (const auto* other : few) {
                const auto box = [](const QCPItemText* text) {
                    const QFontMetricsF metrics(text->font());
                    QRectF rect(0, 0, metrics.horizontalAdvance(text->text()), metrics.ascent());
                    rect.moveCenter(text->position->pixelPosition());
                    return rect;
                };
                QVERIFY2(one == other || !box(one).intersects(box(other)),
                         qPrintable(one->text() + ' ' + other->text()));
            }
        }
        plane.resize(1200, 900);
        QCOMPARE(numbers().size(), std::size_t{30});
    }

    void aShareOfNothingIsADash() {
        // A single row has no variance, and so no preference.
        const auto made = tests::plotRecording({.steps = 80, .withFull = false, .promptRows = true});
        RunDescription description = made->description();
        description.lanes[0].policyId = "snapkv+cake-preference";
        description.lanes[0].parameters = {{"window", 1}, {"capacity", 20}};
        const auto recording = std::make_shared<Recording>(description);
        recording->setTrace(0, made->trace(0).fork());
        recording->setState(RunState::Finished);
        Shown shown(preferenceDock());
        shown.view(recording);
        QTRY_VERIFY2(shown.text("readout").contains(QStringLiteral("V\u00a00, share –")),
                     qPrintable(shown.text("readout")));
    }

    void temperaturesGoIntoTheNextRun() {
        const QTemporaryDir folder;
        Shown shown(preferenceDock(), tests::manifestsOnly(folder));
        shown.view(run());
        shown.workspace->plugins().rescan();
        Q_EMIT shown.dock->findChild<PreferencePlane*>()->turned(1.5, 0.5);
        shown.dock->findChild<QPushButton*>(QStringLiteral("usePreference"))->click();
        QCOMPARE(shown.workspace->draft().form().id(), QStringLiteral("cake"));
        QVERIFY2(shown.workspace->draft().form().policyText().contains(QStringLiteral("tau1=1.5,tau2=0.5")),
                 qPrintable(shown.workspace->draft().form().policyText()));
    }

    void temperaturesGoIntoThePolicyOfTheShownRun() {
        const QTemporaryDir folder;
        Shown shown(preferenceDock(), tests::manifestsOnly(folder));
        const auto recorded = run();
        RunDescription description = recorded->description();
        description.lanes[1].policyId = "cake";
        description.lanes[1].policyText = "cake:capacity=64,window=8,accounting=paper/capacity=32@90";
        description.lanes[1].parameters = {{"capacity", 64}, {"window", 8}, {"accounting", "paper"}};
        const auto cake = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < recorded->lanes(); ++lane) {
            cake->setTrace(lane, recorded->trace(lane).fork());
        }
        cake->setState(RunState::Finished);
        shown.view(cake);
        shown.workspace->selection().setLane(1);
        shown.workspace->plugins().rescan();
        shown.settle();
        QVERIFY(shown.workspace->draft().form().load(shown.workspace->plugins().catalog(), QStringLiteral("tova")));
        Q_EMIT shown.dock->findChild<PreferencePlane*>()->turned(1.5, 0.5);
        shown.dock->findChild<QPushButton*>(QStringLiteral("usePreference"))->click();
        const QString next = shown.workspace->draft().form().policyText();
        QVERIFY2(next.startsWith(QStringLiteral("cake:")), qPrintable(next));
        for (const char* each : {"window=8", "accounting=paper", "tau1=1.5", "tau2=0.5", "capacity=64"}) {
            QVERIFY2(next.contains(QLatin1String(each)), qPrintable(next));
        }
    }

    void theCascadeIsPlayed() {
        Shown shown(preferenceDock());
        shown.view(run());
        turnTo(shown, 1);
        auto* cascade = shown.dock->findChild<CascadeView*>();
        QVERIFY(cascade->isVisible());
        QCOMPARE(cascade->stages().size(), std::size_t{4});
        QCOMPARE(cascade->stage(), 3);
        QVERIFY(shown.text("readout").contains(QStringLiteral("after layer 3")));
        QSignalSpy stages(cascade, &CascadeView::stageChanged);
        for (auto* button : cascade->findChildren<QToolButton*>()) {
            button->click();
        }
        QTRY_VERIFY(cascade->stage() == 3 && stages.count() >= 4);
        shown.save(QStringLiteral("preference-cascade"));
    }

    void thePromptIsWatchedLayerByLayer() {
        tests::FakeShape shape;
        const auto recording = tests::makeFakeRecording(shape);
        const auto done = [&](std::int32_t layer, std::vector<float> held) {
            for (const std::int32_t lane : {1, 0}) {
                recording->writer(lane).addPrefillStage(layer, held);
                recording->writer(lane).publish();
                held[0] -= 1;
            }
        };
        done(0, {40, 0, 0});
        Shown cascadeDock(preferenceDock()), budgets(budgetsDock());
        for (Shown* shown : {&cascadeDock, &budgets}) {
            shown->view(recording);
        }
        auto* cascade = cascadeDock.dock->findChild<CascadeView*>();
        QVERIFY(cascade->isVisible());
        QCOMPARE(cascade->stages().size(), std::size_t{1});
        QVERIFY(budgets.text("readout").contains(QStringLiteral("1 of 3 layers done")));
        done(1, {24, 32, 0});
        for (Shown* shown : {&cascadeDock, &budgets}) {
            Q_EMIT shown->workspace->dirty(DirtyFlag::Status);  // as when the run says how far it is
            shown->settle();
        }
        QCOMPARE(cascade->stage(), 1);
        QCOMPARE(cascade->stages()[1].held, (std::vector<double>{24, 32, 0}));
        QVERIFY(cascadeDock.text("readout").startsWith(QStringLiteral("reading the prompt: after layer 1")));
        QVERIFY(budgets.text("readout").contains(QStringLiteral("2 of 3 layers done")));
        QCOMPARE(budgets.plot()->yAxis->range().upper, 32 * 1.06);
        budgets.save(QStringLiteral("budgets-prompt"));
        cascadeDock.save(QStringLiteral("preference-prompt"));
        cascadeDock.workspace->selection().setLane(0);
        cascadeDock.settle();
        QCOMPARE(cascade->stages()[1].held, (std::vector<double>{23, 32, 0}));
        // With its first step both are what they are of any run.
        tests::addFakeSteps(shape, *recording, 0, 60);
        for (Shown* shown : {&cascadeDock, &budgets}) {
            shown->workspace->client().view(nullptr, {});
            shown->view(recording);
            QVERIFY(!shown->text("readout").startsWith(QStringLiteral("reading the prompt")));
        }
        QVERIFY(!cascade->isVisible());
    }
};

QTEST_MAIN(PreferenceDockTest)
#include "preference_dock_test.moc"
