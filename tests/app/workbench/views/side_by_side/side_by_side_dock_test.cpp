// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "app/workbench/views/common/plots/attention_map.h"
#include "app/workbench/views/common/plots/held_words.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/views/common/explore_runs.h"

using namespace kvw;
using namespace kvw::wb;

class SideBySideDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void lanesOfOnePolicyAreToldApartSideBySide() {
        const auto recording = readers({"quest:pages=4", "quest:pages=8"});
        QVERIFY(recording != nullptr);
        Shown shown(sideBySideDock());
        shown.view(recording);
        const auto maps = shown.dock->findChildren<AttentionMap*>();
        QCOMPARE(maps.size(), 2);
        Q_EMIT maps[1]->hovered(0, 1, 3);
        const QString unread = QStringLiteral(
            "step 3 → token 1: quest:pages=4 held, not read at this step · "
            "quest:pages=8 held, not read at this step");
        QCOMPARE(shown.text("readout"), unread);
        Q_EMIT maps[1]->hovered(0, 3, 3);
        QVERIFY(shown.text("readout").contains(QStringLiteral("quest:pages=8 0.5")));
        Q_EMIT maps[1]->hovered(0, 3, 2);
        QCOMPARE(shown.text("readout"), QStringLiteral("step 2 → token 3: later than the query"));
    }

    void lanesStandSideBySideOnOneScale() {
        Shown shown(sideBySideDock());
        shown.view(run());
        shown.settle();
        const auto maps = shown.dock->findChildren<AttentionMap*>();
        QCOMPARE(maps.size(), 2);
        QTRY_VERIFY(maps[0]->window().rows > 0 && maps[1]->window().rows > 0);
        QVERIFY(maps[0]->isVisible() && maps[1]->isVisible());
        QCOMPARE(maps[0]->geometry().height(), maps[1]->geometry().height());
        // Zoomed along the tokens: both.
        maps[0]->x(0)->setRange(20, 60);
        shown.settle();
        QCOMPARE(maps[1]->x(0)->range(), QCPRange(20, 60));
        Q_EMIT maps[1]->hovered(0, 30, 250);
        QVERIFY(shown.text("readout").contains(QStringLiteral("streaming evicted")));
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("map-evicted")));
        shown.save(QStringLiteral("side-by-side"));
        // That not all of them stand here is said.
        const auto says = [&](const char* words) {
            for (const auto* button : shown.dock->findChildren<QToolButton*>()) {
                if (button->text() == QLatin1String(words)) {
                    return true;
                }
            }
            return false;
        };
        QVERIFY(says("Lanes"));
        shown.dock->findChild<QAction*>(QStringLiteral("viewLane0"))->trigger();
        QVERIFY(says("Lanes: 1 of 2"));
    }

    void fiveLanesStandSideBySide() {
        tests::FakeShape shape;
        shape.lanes = 5;
        shape.units = shape.kvHeads;
        shape.rows = true;
        const auto recording = tests::filledFakeRecording(shape, 200);
        Shown shown(sideBySideDock());
        shown.view(recording);
        shown.settle();
        const auto maps = shown.dock->findChildren<AttentionMap*>();
        QCOMPARE(maps.size(), 5);
        QVERIFY(std::all_of(maps.begin(), maps.end(), [](const AttentionMap* map) { return map->isVisible(); }));
        // The mean over heads looks fuller than any head is: the line below says so.
        const QString held = heldByAnyHead(recording->trace(1), 199, 0, -1);
        QVERIFY2(held.contains(QStringLiteral("the heads hold 18 % of step 199 on average")), qPrintable(held));
        QCOMPARE(heldByAnyHead(recording->trace(1), 199, 0, 1), QString());
        shape.units = 1;
        QCOMPARE(heldByAnyHead(tests::filledFakeRecording(shape, 200)->trace(1), 199, 0, -1), QString());
    }

    void oneLaneAloneSaysWhatToDo() {
        const QTemporaryDir folder;
        Shown shown(sideBySideDock(), tests::manifestsOnly(folder));
        shown.view(tests::plotRecording({.steps = 100, .withFull = false}));
        QVERIFY(shown.dock->findChildren<AttentionMap*>().isEmpty() ||
                !shown.dock->findChildren<AttentionMap*>().first()->isVisible());
        RunDraft& draft = shown.workspace->draft();
        const Catalog& catalog = shown.workspace->plugins().catalog();
        QVERIFY(draft.form().load(catalog, QStringLiteral("h2o")).has_value());
        draft.setCompareWithFull(false);
        shown.settle();
        QVERIFY(shown.button() != nullptr);
        shown.button()->click();
        QVERIFY(draft.compareWithFull());
        shown.settle();
        QVERIFY(shown.button() == nullptr);
        const auto says = [&](const char* words) {
            for (const auto* label : shown.dock->findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(QLatin1String(words))) {
                    return true;
                }
            }
            return false;
        };
        QVERIFY(says("The next run has 2 of them."));
        // The full cache beside itself is one lane.
        draft.setCompareWithFull(false);
        QVERIFY(draft.form().load(catalog, QStringLiteral("full")).has_value());
        shown.settle();
        QVERIFY(shown.button() == nullptr && says("Choose a policy"));
        // Beside others it is one of several, also where it is the one in the form.
        QVERIFY(draft.lanes().set(catalog, {QStringLiteral("full"), QStringLiteral("h2o")}).has_value());
        QVERIFY(draft.lanes().select(catalog, 0).has_value());
        shown.settle();
        QVERIFY(says("The next run has 2 of them."));
    }
};

QTEST_MAIN(SideBySideDockTest)
#include "side_by_side_dock_test.moc"
