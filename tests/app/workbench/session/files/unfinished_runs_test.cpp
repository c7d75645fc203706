// SPDX-License-Identifier: GPL-3.0-or-later
/// A run that goes on has a copy on the disk; what a window that was killed left is offered by the next one.
#include <QAbstractItemModel>
#include <QLabel>
#include <QPushButton>
#include <QtTest>
#include <atomic>
#include <fstream>
#include <thread>

#include "core/bundle/bundle.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;
namespace fs = std::filesystem;

namespace {

fs::path folderOf(const Bench& bench) {
    return unfinishedFolder(bench.folder.filePath(QStringLiteral("state")).toStdString());
}

/// The copies that are there, whole.
std::vector<fs::path> copies(const Bench& bench) {
    std::vector<fs::path> found;
    std::error_code none;
    for (fs::directory_iterator at(folderOf(bench), none), end; !none && at != end; at.increment(none)) {
        if (at->path().filename().string().starts_with("window-")) {
            found.push_back(at->path());
        }
    }
    return found;
}

std::int64_t stepsIn(const fs::path& copy) {
    const auto opened = readBundle(copy);
    return opened ? BundleFiles::stepsOf(**opened) : -1;
}

void writeAtOnce(Bench& bench) {
    bench.workspace->guard().setPace(CopyPace(std::chrono::milliseconds(0), std::chrono::milliseconds(0)));
}

/// As the window looks once a second, until the copies are as expected.
#define TRY_LOOK(condition) QTRY_VERIFY_WITH_TIMEOUT((bench.workspace->guard().look(), (condition)), 30000)

/// A run of a window whose process is gone.
fs::path leaveRun(const Bench& bench, int number) {
    const auto live = filledFakeRecording(FakeShape(), 200)->fork();
    UnfinishedCopy copy(folderOf(bench), "window", number);
    static_cast<void>(copy.write(*live));
    copy.leave();
    std::string name = copy.path().filename().string();
    name.replace(name.rfind('-', name.rfind('-') - 1) + 1, std::string::npos, "1-" + std::to_string(number));
    fs::rename(copy.path(), folderOf(bench) / name);
    return folderOf(bench) / name;
}

}  // namespace

class UnfinishedRunsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("KVW_RUNS", m_home->filePath(QStringLiteral("runs")).toUtf8());
        qputenv("XDG_CACHE_HOME", m_home->filePath(QStringLiteral("cache")).toUtf8());
    }

    void aRunHasACopyUntilItIsSaved() {
        Bench bench;
        writeAtOnce(bench);
        bench.startPaused();
        TRY_LOOK(copies(bench).size() == 1 && stepsIn(copies(bench).front()) == 40);
        QVERIFY(unfinishedRuns(folderOf(bench)).empty());  // not of another window's
        const auto opened = readBundle(copies(bench).front());
        QCOMPARE((*opened)->state(), RunState::Stopped);
        QVERIFY((*opened)->message().english().starts_with("The window ended during the run"));

        bench.press("step10");
        TRY_LOOK(copies(bench).size() == 1 && stepsIn(copies(bench).front()) == 50);
        bench.workspace->bundles().save(bench.workspace->recording(), m_home->filePath("saved"), false);
        TRY_LOOK(copies(bench).empty());
        // It goes on: what is saved is no longer all of it.
        bench.press("run");
        TRY_LOOK(copies(bench).size() == 1 && stepsIn(copies(bench).front()) == 200);
        QCOMPARE((*readBundle(copies(bench).front()))->state(), RunState::Finished);
        // The window ends by itself: what was not saved was let go.
        bench.window.reset();
        bench.workspace.reset();
        QVERIFY(copies(bench).empty());
    }

    void theEndOfTheWindowGivesUpTheCopyUnderWay() {
        Bench bench;
        writeAtOnce(bench);
        std::atomic<bool> begun = false, givenUp = false;
        bench.workspace->guard().setWriter([&](UnfinishedCopy&, const Recording&, const WriteWatch& watch) {
            begun = true;
            while (watch(0, 1)) {
                std::this_thread::yield();
            }
            givenUp = true;
            return Result<void>(fail(Code::Cancelled, "test", "given up"));
        });
        bench.startPaused();
        TRY_LOOK(begun);
        bench.window.reset();
        bench.workspace.reset();
        QVERIFY(givenUp && copies(bench).empty());
    }

    /// Where a policy does not return, the process ends before the destructors.
    void theCopiesGoBeforeTheProcessEnds() {
        Bench bench;
        writeAtOnce(bench);
        bench.startPaused();
        TRY_LOOK(copies(bench).size() == 1);
        bench.workspace->guard().letGo();
        QVERIFY(copies(bench).empty());
        bench.press("step10");
        bench.workspace->guard().look();
        QVERIFY(copies(bench).empty());
    }

    void aRunOfAMomentHasNoneAtFirst() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->guard().look();
        QVERIFY(!fs::exists(folderOf(bench)));
    }

    /// Nobody looks but its own timer.
    void aRunThatWasOverBeforeItsFirstCopyGetsOne() {
        Bench bench;
        bench.workspace->guard().setPace(CopyPace(std::chrono::milliseconds(1500), std::chrono::milliseconds(0)));
        bench.runToEnd();
        QTRY_COMPARE_WITH_TIMEOUT(copies(bench).size(), std::size_t{1}, 30000);
        QCOMPARE(stepsIn(copies(bench).front()), 200);
        QCOMPARE((*readBundle(copies(bench).front()))->state(), RunState::Finished);
    }

    void anotherRunReplacesItAndAForkDoesNot() {
        Bench bench;
        writeAtOnce(bench);
        bench.runToEnd();
        TRY_LOOK(copies(bench).size() == 1);
        const fs::path first = copies(bench).front();
        bench.runToEnd();
        TRY_LOOK(copies(bench).size() == 1 && copies(bench).front() != first);
        const fs::path parent = copies(bench).front();
        QVERIFY(bench.workspace->forks().fork(100, QStringLiteral("streaming:recent=16")).has_value());
        QTRY_COMPARE(bench.workspace->forks().tree().count(), 3);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(bench.workspace->forks().tree().node(2).parent, 1);
        TRY_LOOK(copies(bench).size() == 2);
        QCOMPARE(bench.workspace->problems().errors(), 0);
        QVERIFY(fs::exists(parent));
    }

    void aDiskThatTakesNothingIsSaidOnce() {
        Bench bench;
        writeAtOnce(bench);
        fs::create_directories(folderOf(bench).parent_path());
        std::ofstream(folderOf(bench)) << "no folder\n";
        bench.startPaused();
        TRY_LOOK(bench.workspace->problems().errors() == 1);
        bench.press("step10");
        QTRY_COMPARE(bench.workspace->client().steps(), 50);
        bench.workspace->guard().look();
        QTest::qWait(0);
        QCOMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY(bench.workspace->problems().problem(0).sentence().find("A crash would lose") != std::string::npos);
        QCOMPARE(bench.workspace->problems().problem(0).count, 1);
    }

    void whatAKilledWindowLeftIsOpened() {
        Bench bench;
        leaveRun(bench, 0);
        QWidget* page = bench.window->findChild<QWidget*>(QStringLiteral("startPage"));
        auto* frame = page->findChild<QWidget*>(QStringLiteral("unfinishedOffer"));
        QVERIFY(frame != nullptr);
        bench.workspace->unfinished().search();
        QTRY_VERIFY(frame->isVisible());
        const QString sentence = frame->findChild<QLabel*>()->text();
        QVERIFY2(sentence.contains(QStringLiteral("200 steps of streaming:sinks=4,recent=32 on a fake text")),
                 qPrintable(sentence));
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        frame->findChild<QPushButton*>(QStringLiteral("unfinishedOpen"))->click();
        QTRY_VERIFY(bench.workspace->client().viewing());
        QCOMPARE(bench.workspace->client().steps(), 200);
        QVERIFY(bench.workspace->client().source().startsWith(m_home->filePath(QStringLiteral("runs"))));
        QVERIFY(bench.workspace->problems().warnings() >= 1);
        QVERIFY(frame->isHidden());
        QVERIFY(copies(bench).empty());
    }

    void theNewestIsOfferedFirstAndForgotten() {
        Bench bench;
        leaveRun(bench, 0);
        leaveRun(bench, 1);
        bench.workspace->unfinished().search();
        QTRY_COMPARE(bench.workspace->unfinished().runs().size(), std::size_t{2});
        QVERIFY(bench.workspace->unfinished().sentence().endsWith(QStringLiteral("Older ones: 1.")));
        bench.workspace->unfinished().forget();
        QTRY_COMPARE(copies(bench).size(), std::size_t{1});
        // Another window took the other one.
        fs::remove_all(copies(bench).front());
        bench.workspace->unfinished().open();
        QTRY_COMPARE(bench.workspace->problems().errors(), 1);
        QTRY_VERIFY(bench.workspace->unfinished().runs().empty());
    }

 private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(UnfinishedRunsTest)
#include "unfinished_runs_test.moc"
