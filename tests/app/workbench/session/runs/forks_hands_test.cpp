// SPDX-License-Identifier: GPL-3.0-or-later
/// Tokens that are pinned, evicted and put back by hand, each in a fork.
#include <QAction>
#include <QClipboard>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include "app/workbench/session/token_states.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/app/workbench/session/runs/forks_bench.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

class ForksHandsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void pinnedTokensAreShown() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({97, 98, 99});
        bench.press("pinTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const Trace& trace = bench.workspace->recording()->trace(1);
        QCOMPARE(trace.events(), std::int64_t{1});
        QCOMPARE(trace.event(0).text, std::string("pin=97-99"));
        const TokenStates states(*bench.workspace->recording(), bench.workspace->index(), 1, 110, 0, -1);
        QVERIFY(states.knowsPins());
        QVERIFY(states[98] == TokenState::Pinned);
        QVERIFY(states[96] == TokenState::Recent);
        QVERIFY(states.sentence(98).contains(QStringLiteral("pinned by hand")));
        QVERIFY(!bench.window->grab().isNull());
        bench.workspace->selection().setStep(120);
        bench.workspace->selection().setTokens({96, 98});
        bench.press("releaseTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 3);
        QCOMPARE(forksOf(bench).tree().name(2), QStringLiteral("release=96,98"));
    }

    void handsFork() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({20});  // gone
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        for (const char* hand : {"evictTokens", "pinTokens"}) {
            bench.press(hand);
            QVERIFY(notices.back()[0].toString().contains(QStringLiteral("holds any of these tokens")));
        }
        bench.press("releaseTokens");
        QVERIFY(notices.back()[0].toString().contains(QStringLiteral("none of these tokens is pinned")));
        bench.workspace->selection().setTokens({98, 150});
        for (const char* hand : {"evictTokens", "pinTokens", "releaseTokens"}) {
            bench.press(hand);
            QVERIFY(notices.back()[0].toString().contains(QStringLiteral("no such tokens yet")));
        }
        QCOMPARE(forksOf(bench).tree().count(), 1);
        bench.workspace->selection().setTokens({2, 3});
        bench.press("evictTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("evict=2-3"));
    }

    void tokensArePutBack() {
        Bench bench;
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({98});  // held
        bench.press("restoreTokens");
        QCOMPARE(forksOf(bench).tree().count(), 1);
        QVERIFY2(notices[0][0].toString().contains(QStringLiteral("held")), qPrintable(notices[0][0].toString()));
        bench.workspace->selection().setTokens({20, 98});
        bench.press("restoreTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("restore=20"));
        // Told when the fork has come to its end.
        QTRY_VERIFY(notices.back()[0].toString().contains(QStringLiteral("−0.125 nats")));
    }

    void theStripHasAMenu() {
        Bench bench;
        bench.runToEnd();
        auto* view = bench.window->findChild<StripView*>();
        QTRY_COMPARE(view->count(), 200);
        Q_EMIT view->menuRequested(30, view->mapToGlobal(QPoint(5, 5)));
        QCOMPARE(bench.workspace->selection().tokens(), std::vector<std::int32_t>{30});
        QMenu* menu = nullptr;
        QTRY_VERIFY((menu = bench.window->dock(QStringLiteral("strip"))->findChild<QMenu*>()) != nullptr);
        QCOMPARE(menu->actions().size(), 14);  // three are lines, five those of every dock
        const auto evict = [](const QMenu& of) {
            for (QAction* action : of.actions()) {
                if (action->text().startsWith(QStringLiteral("Evict by hand"))) {
                    return action;
                }
            }
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(evict(*menu) != nullptr && !evict(*menu)->isEnabled());  // at the end
        delete menu;
        // Where hands have nothing to touch it says why.
        for (const auto& [step, possible] : {std::pair{10, false}, {99, true}}) {
            bench.workspace->selection().setStep(step);
            Q_EMIT view->menuRequested(5, view->mapToGlobal(QPoint(5, 5)));
            QTRY_VERIFY((menu = bench.window->dock(QStringLiteral("strip"))->findChild<QMenu*>()) != nullptr);
            QCOMPARE(evict(*menu)->isEnabled(), possible);
            QCOMPARE(evict(*menu)->toolTip().contains(QStringLiteral("a decoded token")), !possible);
            delete menu;
        }
    }
};

QTEST_MAIN(ForksHandsTest)
#include "forks_hands_test.moc"
