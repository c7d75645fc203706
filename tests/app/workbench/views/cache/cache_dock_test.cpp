// SPDX-License-Identifier: GPL-3.0-or-later
/// The map of the cache: ghosts, slots, what a step changed, what a reader passed over.
#include <QComboBox>
#include <QTest>

#include "app/workbench/views/cache/cache_map.h"
#include "tests/app/workbench/views/common/explore_runs.h"

using namespace kvw;
using namespace kvw::wb;

class CacheDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theCacheMapHasGhostsAndSlots() {
        Shown shown(cacheDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(160);
        shown.settle();
        auto* map = shown.dock->findChild<CacheMap*>();
        QTRY_VERIFY(map->cells() != nullptr && map->cells()->look.step == 160);
        QCOMPARE(map->cells()->layers, 4);
        const std::size_t evicted = map->cells()->at(0, 10);
        QVERIFY(map->cells()->cells[evicted] == CacheCell::Ghost);
        QVERIFY(map->cells()->cells[map->cells()->at(0, 1)] == CacheCell::Sink);
        QVERIFY(map->cells()->cells[map->cells()->at(0, 160)] == CacheCell::Current);
        const float before = map->cells()->ghosts[evicted];
        QVERIFY(before > 0);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("its ghosts")), qPrintable(shown.text("readout")));
        // It darkens as the run goes on.
        shown.workspace->selection().setStep(250);
        shown.settle();
        QTRY_VERIFY(map->cells()->look.step == 250);
        QVERIFY(map->cells()->ghosts[map->cells()->at(0, 10)] > before);
        Q_EMIT map->hovered(0, 10, 2);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("rows' worth")), qPrintable(shown.text("readout")));
        QCOMPARE(shown.workspace->selection().hover().token, 10);
        Q_EMIT map->picked(0, 10, 2);
        QCOMPARE(shown.workspace->selection().layer(), 2);
        QCOMPARE(shown.workspace->selection().tokens(), (std::vector<std::int32_t>{10}));
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("later attention")));
        shown.settle();
        shown.save(QStringLiteral("cache-map"));
        // By slot there are fewer places than tokens, and each names its token.
        turnTo(shown, 1);
        QTRY_VERIFY(map->cells()->look.order == CacheOrder::Slots);
        QVERIFY(map->cells()->columns < 250);
        Q_EMIT map->hovered(0, 2, 0);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("slot 2")), qPrintable(shown.text("readout")));
        shown.save(QStringLiteral("cache-slots"));
    }

    void whatAStepChangedStandsOut() {
        Shown shown(cacheDock());
        const auto recording = run();
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        const Trace& trace = recording->trace(1);
        std::int64_t prune = 100;  // a step at which something goes
        while (trace.layer(prune, 0).held >= trace.layer(prune - 1, 0).held) {
            ++prune;
        }
        shown.workspace->selection().setStep(prune);
        shown.settle();
        auto* map = shown.dock->findChild<CacheMap*>();
        for (const CacheOrder order : {CacheOrder::Tokens, CacheOrder::Slots}) {
            turnTo(shown, static_cast<int>(order));
            QTRY_VERIFY(map->cells() != nullptr && map->cells()->look.step == prune &&
                        map->cells()->look.order == order);
            const CacheCells& cells = *map->cells();
            CacheColors colors = map->colors(CacheColor::State);
            colors.first = 0;
            colors.last = cells.columns;
            colors.most = static_cast<int>(cells.columns);
            const QImage calm = paintCache(cells, colors).image;
            colors.changes = true;
            const QImage changes = paintCache(cells, colors).image;
            int gone = 0, come = 0, overwritten = 0;
            for (int column = 0; column < static_cast<int>(cells.columns); ++column) {
                const std::size_t at = cells.at(0, column);
                const bool hole = cells.cells[at] == CacheCell::EvictedNow,
                           here = cells.cells[at] == CacheCell::Current;
                const bool other = !cells.overwritten.empty() && cells.overwritten[at];
                gone += hole ? 1 : 0;
                come += here ? 1 : 0;
                overwritten += other ? 1 : 0;
                QVERIFY(changes.pixel(column, 0) == (hole || here || other ? colors.ink : calm.pixel(column, 0)));
            }
            QVERIFY(come == 1 && gone + overwritten > 0);
        }
    }

    void theCacheMapShowsWhatTheLastSelectionMadeOfTokens() {
        Shown shown(cacheDock());
        shown.view(tests::plotRecording({.steps = 300, .prompt = 60, .scores = true}));
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(250);
        shown.settle();
        auto* map = shown.dock->findChild<CacheMap*>();
        QTRY_VERIFY(map->cells() != nullptr && map->cells()->look.step == 250);
        QVERIFY(map->cells()->ranks.empty());  // nobody asked
        auto* colour = shown.dock->findChild<QComboBox*>(QStringLiteral("viewColour"));
        colour->setCurrentIndex(3);
        Q_EMIT colour->activated(3);
        shown.settle();
        QTRY_VERIFY(map->cells()->look.scored && map->cells()->ranks.size() == map->cells()->cells.size());
        const auto rank = [&](int layer, int token) { return map->cells()->ranks[map->cells()->at(layer, token)]; };
        QVERIFY(std::isnan(rank(0, 1)));    // a sink is not compared
        QVERIFY(std::isnan(rank(1, 200)));  // nothing was compared in this layer
        QVERIFY(rank(0, 200) > 0 && rank(0, 200) < rank(0, 220) && rank(0, 220) <= 1);
        shown.save(QStringLiteral("cache-scores"));
    }

    void whatAReaderPassedOverIsHeldAndUnread() {
        const auto recording = readers({"quest"});
        QVERIFY(recording != nullptr);
        Shown shown(cacheDock());
        shown.view(recording);
        auto* map = shown.dock->findChild<CacheMap*>();
        QTRY_VERIFY(map->cells() != nullptr);
        QCOMPARE(map->cells()->cells[map->cells()->at(0, 1)], CacheCell::Unread);
        QCOMPARE(map->cells()->cells[map->cells()->at(0, 0)], CacheCell::Kept);
        QVERIFY(shown.text("legend").contains(QStringLiteral("held,&nbsp;not&nbsp;read")));
        Shown attention(attentionDock());
        attention.view(recording);
        QVERIFY2(attention.text("readout").contains(QStringLiteral("2 tokens read")),
                 qPrintable(attention.text("readout")));
        attention.workspace->selection().setTokens({2});
        attention.settle();
        QVERIFY2(attention.text("readout").contains(QStringLiteral("held, not read")),
                 qPrintable(attention.text("readout")));
    }
};

QTEST_MAIN(CacheDockTest)
#include "cache_dock_test.moc"
