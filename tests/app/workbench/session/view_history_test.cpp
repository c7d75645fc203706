// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/view_history.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/app/workbench/manifest_catalog.h"

using namespace kvw;
using namespace kvw::wb;

class ViewHistoryTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void changesOfTheSelectionAreUndoneAndMadeAgain() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        QVERIFY(!history.canUndo() && !history.canRedo());
        Selection& selection = workspace.selection();
        selection.setLayer(2);
        history.settle();
        selection.setRange({10, 20});
        selection.setTokenRange({2, 9});
        selection.setTokens({3, 4});
        history.settle();
        QVERIFY(history.canUndo());
        history.undo();
        QVERIFY(selection.range().all() && selection.tokenRange().all());
        QVERIFY(selection.tokens().empty());
        QCOMPARE(selection.layer(), 2);
        history.undo();
        QCOMPARE(selection.layer(), 0);
        QVERIFY(!history.canUndo());
        history.redo();
        history.redo();
        QCOMPARE(selection.layer(), 2);
        QCOMPARE(selection.range(), (StepRange{10, 20}));
        QCOMPARE(selection.tokenRange(), (wb::TokenRange{2, 9}));
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{3, 4}));
        QVERIFY(!history.canRedo());
    }

    void parametersAndLanesAreUndone() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        RunDraft& draft = workspace.draft();
        const QString before = draft.commandLine();
        draft.form().parameter(QStringLiteral("recent"))->type(QStringLiteral("64"));
        history.settle();
        QVERIFY(draft.lanes().add(workspace.plugins().catalog()).has_value());
        QVERIFY(draft.form().load(workspace.plugins().catalog(), QStringLiteral("tova:capacity=50")).has_value());
        history.settle();
        const QString after = draft.commandLine();
        history.undo();
        QCOMPARE(draft.lanes().texts(),
                 QStringList{QStringLiteral("streaming:recent=64/positions=original/prefill=layer-major")});
        history.undo();
        QCOMPARE(draft.commandLine(), before);
        history.redo();
        history.redo();
        QCOMPARE(draft.commandLine(), after);
        QCOMPARE(draft.lanes().current(), 1);
        QCOMPARE(draft.form().id(), QStringLiteral("tova"));
    }

    void typedPromptsAndChatAreUndone() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        RunDraft& draft = workspace.draft();
        draft.typePrompt(QStringLiteral("Hi"));
        history.settle();
        draft.setChat(false, QStringLiteral("Be brief."));
        history.settle();
        QVERIFY(history.canUndo());
        history.undo();
        QVERIFY(draft.chatWanted() && draft.system().isEmpty());
        history.undo();
        QVERIFY(!draft.base().prompt && !draft.base().textFile.empty());
        history.redo();
        history.redo();
        QCOMPARE(draft.base().prompt.value_or(""), std::string("Hi"));
        QCOMPARE(draft.system(), QStringLiteral("Be brief."));
        QVERIFY(!draft.chatWanted());
    }

    void aNewChangeEndsWhatCouldBeMadeAgain() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        workspace.selection().setLayer(1);
        history.settle();
        history.undo();
        QVERIFY(history.canRedo());
        workspace.selection().setHead(3);
        history.settle();
        QVERIFY(!history.canRedo());
        history.undo();
        QCOMPARE(workspace.selection().head(), -1);
    }

    void aNewRecordingLeavesOnlyTheNextRunToUndo() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        const QString before = workspace.draft().commandLine();
        workspace.draft().form().parameter(QStringLiteral("recent"))->type(QStringLiteral("64"));
        history.settle();
        workspace.selection().setLayer(2);
        QVERIFY(workspace.startDraft().has_value());
        QTRY_COMPARE(workspace.client().status().state, SessionState::Finished);
        QCOMPARE(workspace.selection().lane(), 1);
        workspace.selection().setLayer(1);
        history.undo();
        QCOMPARE(workspace.selection().layer(), 0);
        // The lane that is shown came with the run; before it nothing was chosen but a parameter.
        QVERIFY(history.canUndo());
        history.undo();
        QCOMPARE(workspace.draft().commandLine(), before);
        QCOMPARE(workspace.selection().lane(), 1);
        QVERIFY(!history.canUndo());
    }

    void whatComesTogetherIsOneChange() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        const QSignalSpy changed(&history, &ViewHistory::changed);
        for (int layer = 1; layer < 6; ++layer) {
            workspace.selection().setLayer(layer);
        }
        QTRY_COMPARE(changed.count(), 1);
        history.undo();
        QCOMPARE(workspace.selection().layer(), 0);
        QVERIFY(!history.canUndo());
    }

    void jumpsToAnotherStepAreUndone() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        QVERIFY(workspace.startDraft().has_value());
        QTRY_COMPARE(workspace.client().status().state, SessionState::Finished);
        QTRY_COMPARE(workspace.client().steps(), 200);
        history.settle();
        Selection& selection = workspace.selection();
        QVERIFY(selection.following() && !history.canUndo());
        selection.setStep(60);
        history.settle();
        for (std::int64_t step = 61; step < 70; ++step) {  // scrubbed
            selection.setStep(step);
        }
        history.settle();
        selection.setStep(120);
        history.undo();
        QCOMPARE(selection.step(), 69);
        history.undo();
        QCOMPARE(selection.step(), 60);
        QVERIFY(!selection.following());
        history.undo();
        QVERIFY(selection.following());
        QCOMPARE(selection.step(), 199);
        QVERIFY(!history.canUndo());
        for (int i = 0; i < 3; ++i) {
            history.redo();
        }
        QCOMPARE(selection.step(), 120);
        QVERIFY(!selection.following() && !history.canRedo());
        // In another run it means nothing.
        const auto before = workspace.recording();
        QVERIFY(workspace.startDraft().has_value());
        QTRY_VERIFY(workspace.recording() != before);
        QTRY_COMPARE(workspace.client().status().state, SessionState::Finished);
        history.settle();
        QVERIFY(selection.following() && !history.canUndo());
    }

    void aRunThatIsFollowedIsNoChange() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        QVERIFY(workspace.startDraft(true).has_value());
        QTRY_COMPARE(workspace.client().status().state, SessionState::Paused);
        QTRY_COMPARE(workspace.client().steps(), 40);
        history.settle();
        workspace.client().stepBy(20);
        QTRY_COMPARE(workspace.client().steps(), 60);
        history.settle();
        QVERIFY(!history.canUndo());
        Selection& selection = workspace.selection();
        selection.setStep(10);
        history.settle();
        selection.setFollowing(true);
        selection.followTo(59);
        history.settle();
        workspace.client().stepBy(20);
        QTRY_COMPARE(selection.step(), 79);
        history.undo();
        QCOMPARE(selection.step(), 10);
        QVERIFY(!selection.following());
        history.redo();
        QVERIFY(selection.following() && !history.canRedo());
        QCOMPARE(selection.step(), 79);  // as far as it is by now
    }

    void aWalkThroughStepsIsOneChange() {
        const QTemporaryDir folder;
        Workspace workspace(tests::manifestsOnly(folder), tests::fakeEngine());
        ViewHistory history(workspace);
        const QSignalSpy changed(&history, &ViewHistory::changed);
        for (std::int64_t step = 0; step < 50; ++step) {
            workspace.selection().setStep(step);
        }
        QTRY_COMPARE(changed.count(), 1);
        history.undo();
        QVERIFY(workspace.selection().following() && !history.canUndo());
    }
};

QTEST_GUILESS_MAIN(ViewHistoryTest)
#include "view_history_test.moc"
