// SPDX-License-Identifier: GPL-3.0-or-later
/// What becomes of runs when the window goes: keeping them can be given up, and what a crash left is found again.
#include <QDir>
#include <QProgressDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include "app/workbench/models/bundle_saves.h"
#include "tests/app/workbench/window/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;
namespace fs = std::filesystem;

class ClosingTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_runs;

 private Q_SLOTS:
    void init() { qputenv("KVW_RUNS", m_runs.path().toUtf8()); }

    void keepingIsGivenUp() {
        Bench bench;
        bench.runToEnd();
        BundleSaves& saves = BundleSaves::of(bench.workspace->bundles());
        QSignalSpy ended(&saves, &BundleSaves::ended), stopped(&saves, &BundleSaves::stopped);
        QVERIFY(!bench.window->close());
        bench.window->findChild<QPushButton*>(QStringLiteral("keepRuns"))->click();
        auto* progress = bench.window->findChild<QProgressDialog*>();
        QVERIFY(progress != nullptr && saves.saving());
        Q_EMIT progress->canceled();
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(stopped.count(), 1);
        QVERIFY(QDir(m_runs.path()).isEmpty(QDir::Dirs | QDir::NoDotAndDotDot));
        // The window is there as before, and asks again.
        QTRY_VERIFY(bench.window->findChild<QMessageBox*>() == nullptr);
        QVERIFY(bench.window->isVisible() && !bench.window->close());
        QVERIFY(bench.window->findChild<QPushButton*>(QStringLiteral("keepRuns")) != nullptr);
    }

    void whatTheUserSavesGoesOn() {
        Bench bench;
        bench.runToEnd();
        QTemporaryDir folder;
        QStringList written;
        const auto save = [&](const char* name) {
            bench.workspace->bundles().save(bench.workspace->recording(), folder.filePath(QLatin1String(name)), false,
                                            [&written, name](bool done) { written += done ? name : "nothing"; });
        };
        QSignalSpy stopped(&BundleSaves::of(bench.workspace->bundles()), &BundleSaves::stopped);
        save("before");
        QVERIFY(!bench.window->close());
        bench.window->findChild<QPushButton*>(QStringLiteral("keepRuns"))->click();
        save("after");
        Q_EMIT bench.window->findChild<QProgressDialog*>()->canceled();
        QTRY_COMPARE(written.size(), 2);
        QCOMPARE(written, (QStringList{"before", "after"}));
        QCOMPARE(stopped.count(), 1);
    }

    void anEmptyLibraryOffersWhatACrashLeft() {
        Bench bench;
        bench.window->focusDock(*bench.window->dock("library"));
        auto* offer = bench.window->dock("library")->findChild<QWidget*>(QStringLiteral("unfinishedOffer"));
        LibraryClient& library = bench.workspace->library();
        QTRY_VERIFY(library.searched());
        QVERIFY(library.entries().empty() && !offer->isVisible());
        const fs::path folder = unfinishedFolder(bench.folder.filePath(QStringLiteral("state")).toStdString());
        UnfinishedCopy copy(folder, "window", 1);
        QVERIFY(copy.write(*filledFakeRecording(FakeShape(), 60)->fork()).has_value());
        copy.leave();
        std::string name = copy.path().filename().string();
        name.replace(name.rfind('-', name.rfind('-') - 1) + 1, std::string::npos, "1-1");  // of another process
        fs::rename(copy.path(), folder / name);
        bench.workspace->unfinished().look();
        QTRY_VERIFY(offer->isVisible());
        bench.workspace->unfinished().forget();
        QTRY_VERIFY(!offer->isVisible());
    }
};

QTEST_MAIN(ClosingTest)
#include "closing_test.moc"
