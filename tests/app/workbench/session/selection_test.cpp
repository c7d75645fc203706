// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/selection.h"

#include <QSignalSpy>
#include <QtTest>

using namespace kvw::wb;

class SelectionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void settingTheStepStopsFollowing() {
        Selection selection;
        QVERIFY(selection.following());
        selection.setStep(12);
        QVERIFY(!selection.following());
        QCOMPARE(selection.step(), 12);
    }
    void aLiveRunMovesTheStepOnlyWhileFollowing() {
        Selection selection;
        selection.followTo(5);
        QCOMPARE(selection.step(), 5);
        selection.setStep(3);
        selection.followTo(6);
        QCOMPARE(selection.step(), 3);
    }
    void sayingTheSameTwiceIsSaidOnce() {
        Selection selection;
        QSignalSpy changes(&selection, &Selection::changed);
        selection.setLayer(2);
        selection.setLayer(2);
        QCOMPARE(changes.count(), 1);
        QVERIFY(changes[0][0].value<Dirty>() & DirtyFlag::Unit);
    }
    void tokensAreAscendingAndUnique() {
        Selection selection;
        selection.setTokens({7, 3, 7, 1});
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{1, 3, 7}));
    }
    void togglingATokenTwiceRemovesIt() {
        Selection selection;
        selection.setTokens({1, 9});
        selection.toggleToken(4);
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{1, 4, 9}));
        selection.toggleToken(4);
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{1, 9}));
    }
    void clearingKeepsStepAndLayer() {
        Selection selection;
        selection.setStep(4);
        selection.setLayer(1);
        selection.setTokens({2});
        selection.setTokenRange({1, 3});
        selection.setCursorA(3);
        QVERIFY(selection.marks());
        selection.clear();
        QVERIFY(selection.tokens().empty() && selection.tokenRange().all());
        QVERIFY(!selection.marks());
        QVERIFY(!selection.cursorA());
        QCOMPARE(selection.step(), 4);
        QCOMPARE(selection.layer(), 1);
    }
    void anotherRecordingOfTheSameModelKeepsLayerAndHead() {
        Selection selection;
        selection.setLayer(2);
        selection.setHead(1);
        selection.setTokens({3});
        selection.setStep(9);
        selection.reset(1, true);
        QCOMPARE(std::tuple(selection.layer(), selection.head(), selection.lane()), std::tuple(2, 1, 1));
        QVERIFY(selection.tokens().empty() && selection.following());
        selection.reset(0);
        QCOMPARE(std::tuple(selection.layer(), selection.head(), selection.lane()), std::tuple(0, -1, 0));
    }
};

QTEST_GUILESS_MAIN(SelectionTest)
#include "selection_test.moc"
