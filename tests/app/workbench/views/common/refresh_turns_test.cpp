// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/refresh_turns.h"

#include <QWidget>
#include <QtTest>
#include <memory>

using kvw::wb::RefreshTurns;

class RefreshTurnsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void a_window_has_one_set_of_turns() {
        QWidget window, other;
        QCOMPARE(&RefreshTurns::of(&window), &RefreshTurns::of(&window));
        QVERIFY(&RefreshTurns::of(&window) != &RefreshTurns::of(&other));
    }

    void the_first_to_wait_is_the_first_refreshed_and_never_at_once() {
        QWidget window;
        QStringList seen;
        for (const char* name : {"strip", "nll", "budgets"}) {
            RefreshTurns::of(&window).wait(&window, [&seen, name] {
                seen += QString::fromLatin1(name);
                return true;
            });
        }
        QVERIFY(seen.isEmpty());
        QTRY_COMPARE(seen, (QStringList{"strip", "nll", "budgets"}));
    }

    void the_event_loop_is_free_between_two_turns() {
        QWidget window;
        QStringList seen;
        RefreshTurns& turns = RefreshTurns::of(&window);
        turns.wait(&window, [&] {
            seen += "first";
            QTimer::singleShot(0, &window, [&] { seen += "the user"; });
            return true;
        });
        turns.wait(&window, [&] {
            seen += "second";
            return true;
        });
        QTRY_COMPARE(seen, (QStringList{"first", "the user", "second"}));
    }

    void the_rest_between_turns_can_be_longer() {
        QWidget window;
        QStringList seen;
        RefreshTurns& turns = RefreshTurns::of(&window);
        turns.setRest(20);  // 60 ms at least
        turns.wait(&window, [&] {
            QTimer::singleShot(20, Qt::PreciseTimer, &window, [&] { seen += "the user"; });
            return true;
        });
        turns.wait(&window, [&] {
            seen += "second";
            return true;
        });
        QTRY_COMPARE(seen, (QStringList{"the user", "second"}));
    }

    /// The dock in front asks again as soon as it had its turn, as views do that the user zooms all the time.
    void what_is_in_front_comes_first_but_not_alone() {
        QWidget window;
        RefreshTurns& turns = RefreshTurns::of(&window);
        QStringList seen;
        int reports = 0;
        std::function<bool()> report = [&] {
            seen += "report";
            if (++reports < 20) {
                turns.waitInFront(&window, report);
            }
            return true;
        };
        for (const char* name : {"strip", "nll"}) {
            turns.wait(&window, [&seen, name] {
                seen += QString::fromLatin1(name);
                return true;
            });
        }
        turns.waitInFront(&window, report);
        QTRY_COMPARE(reports, 20);
        QCOMPARE(seen.mid(0, 5), (QStringList{"report", "strip", "report", "nll", "report"}));
    }

    void reports_keep_their_order_and_stale_ones_cost_no_turn() {
        QWidget window;
        RefreshTurns& turns = RefreshTurns::of(&window);
        QStringList seen;
        const auto say = [&seen](const char* name, bool worked) {
            return [&seen, name, worked] {
                seen += QString::fromLatin1(name);
                return worked;
            };
        };
        turns.wait(&window, say("strip", true));
        turns.waitInFront(&window, say("stale", false));
        turns.waitInFront(&window, say("first", true));
        turns.waitInFront(&window, say("second", true));
        QTRY_COMPARE(seen, (QStringList{"stale", "first", "strip", "second"}));
    }

    void an_owner_that_is_gone_and_one_without_news_give_their_turns_away() {
        QWidget window;
        bool called = false, last = false;
        auto owner = std::make_unique<QObject>();
        RefreshTurns& turns = RefreshTurns::of(&window);
        turns.wait(owner.get(), [&] { return called = true; });
        turns.wait(&window, [] { return false; });
        turns.wait(&window, [&] { return last = true; });
        owner.reset();
        QTRY_VERIFY(last);
        QVERIFY(!called);
    }

    void who_took_how_long_is_told() {
        QWidget window;
        window.setObjectName(QStringLiteral("nll"));
        RefreshTurns& turns = RefreshTurns::of(&window);
        QSignalSpy took(&turns, &RefreshTurns::took);
        turns.wait(&window, [] { return true; });
        turns.wait(&window, [] { return false; });
        QTRY_COMPARE(took.size(), 1);
        QCOMPARE(took[0][0].value<QObject*>(), &window);
        QVERIFY(took[0][1].toDouble() >= 0);
    }

    void turns_go_on_after_a_rest() {
        QWidget window;
        int refreshed = 0;
        for (int round = 1; round <= 3; ++round) {
            RefreshTurns::of(&window).wait(&window, [&] { return ++refreshed > 0; });
            QTRY_COMPARE(refreshed, round);
        }
    }
};

QTEST_MAIN(RefreshTurnsTest)
#include "refresh_turns_test.moc"
