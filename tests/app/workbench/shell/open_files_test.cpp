// SPDX-License-Identifier: GPL-3.0-or-later
/// Bundles that are opened: rows and sums that come later, saving, and files by somebody who means harm.
#include <QDir>
#include <QSignalSpy>
#include <QToolButton>

#include "app/workbench/session/files/bundle_saves.h"
#include "core/bundle/archive.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/core/bundle/sample.h"

namespace fs = std::filesystem;
using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class OpenFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }
    fs::path written(const char* name) const {
        const auto done = writeBundle(*sample::recording(), at(name));
        Q_ASSERT(done);
        return at(name);
    }
    static void open(Bench& bench, const fs::path& path) {
        bench.window->openPath(QString::fromStdString(path.string()));
    }
    /// Opens it and waits for the check.
    static void openWhole(Bench& bench, const fs::path& path) {
        QSignalSpy checked(&bench.workspace->bundles(), &BundleFiles::checked);
        open(bench, path);
        QTRY_COMPARE(checked.size(), 1);
    }

 private Q_SLOTS:
    void aChangedFileIsAProblemLater() {
        const fs::path bundle = written("changed");
        std::string csv = sample::slurp(bundle / "steps.csv");
        csv.replace(csv.find("prefill,0.6"), 11, "prefill,0.7");
        sample::spill(bundle / "steps.csv", csv);
        Bench bench;
        QSignalSpy opened(&bench.workspace->bundles(), &BundleFiles::opened);
        openWhole(bench, bundle);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(bench.workspace->client().steps(), 40);
        QVERIFY(bench.workspace->problems().copyText().contains("steps.csv: the file was changed"));
    }

    void rowsOfAnArchiveReachTheDocks() {
        Bench bench;
        QSignalSpy arrived(&bench.workspace->client(), &EngineClient::rowsArrived);
        openWhole(bench, written("rows.zip"));
        QVERIFY(!arrived.isEmpty());
        QVERIFY(bench.workspace->trace()->rows(30, 0).has_value());
        auto* progress = bench.window->findChild<QWidget*>(QStringLiteral("checkProgress"));
        QVERIFY(progress->isHidden());
    }

    void savingTellsHowFarAndCanBeStopped() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("run.zip"));
        Bench bench;
        openWhole(bench, written("saving"));
        auto* progress = bench.window->findChild<QWidget*>(QStringLiteral("saveProgress"));
        BundleFiles& bundles = bench.workspace->bundles();
        BundleSaves& saves = bundles.saves();
        QSignalSpy advanced(&saves, &BundleSaves::advanced), ended(&saves, &BundleSaves::ended),
            stopped(&saves, &BundleSaves::stopped);
        bundles.save(bench.workspace->recording(), file, true);
        QVERIFY(saves.saving(*bench.workspace->recording()));
        bench.window->findChild<QToolButton*>(QStringLiteral("stopSave"))->click();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(stopped.size(), 1);
        QVERIFY(progress->isHidden());
        QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        QVERIFY(bench.workspace->problems().errors() == 0);

        bool shown = false;
        connect(&saves, &BundleSaves::advanced, progress, [&] { shown = shown || !progress->isHidden(); });
        bundles.save(bench.workspace->recording(), file, true);
        QTRY_COMPARE(ended.size(), 2);
        QVERIFY(shown && progress->isHidden() && QFile::exists(file));
        QVERIFY(!saves.saving() && stopped.size() == 1);
    }

    void theCheckCanBeStopped() {
        Bench bench;
        auto* progress = bench.window->findChild<QWidget*>(QStringLiteral("checkProgress"));
        connect(
            &bench.workspace->bundles(), &BundleFiles::opened, this, [&] { bench.workspace->bundles().stopChecks(); },
            Qt::QueuedConnection);
        bool shown = false;
        connect(&bench.workspace->bundles(), &BundleFiles::checkAdvanced, this,
                [&] { shown = shown || !progress->isHidden(); });
        openWhole(bench, written("stopped.zip"));
        QVERIFY(shown && progress->isHidden());
        QVERIFY(!bench.workspace->bundles().checking());
        QCOMPARE(bench.workspace->client().steps(), 40);  // stopped or done by then: what is shown stays
        bench.window->findChild<QToolButton*>(QStringLiteral("stopCheck"))->click();
    }

    void closingDoesNotWaitForTheCheck() {
        const fs::path bundle = written("closing.zip");
        Bench bench;
        QSignalSpy opened(&bench.workspace->bundles(), &BundleFiles::opened);
        open(bench, bundle);
        QTRY_COMPARE(opened.size(), 1);
    }

    void hostileBundlesAreOneSentence_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("words");
        QTest::newRow("from the future") << "future"
                                         << "written by a newer version";
        QTest::newRow("half deleted") << "half"
                                      << "layers.csv: the bundle lacks this file";
        QTest::newRow("no archive") << "text"
                                    << "the archive cannot be opened";
        QTest::newRow("bomb") << "bomb"
                              << "too large when unpacked";
    }
    void hostileBundlesAreOneSentence() {
        QFETCH(QString, kind);
        QFETCH(QString, words);
        const fs::path folder = written(kind.toUtf8().constData());
        fs::path path = folder;
        if (kind == "future") {
            std::string manifest = sample::slurp(folder / "manifest.json");
            sample::spill(folder / "manifest.json",
                          manifest.replace(manifest.find("kvw-bundle-1"), 12, "kvw-bundle-9"));
        } else if (kind == "half") {
            fs::remove(folder / "layers.csv");
            fs::remove_all(folder / "figures");
        } else {
            path = at((kind.toStdString() + ".zip").c_str());
            fs::resize_file(folder / "layers.csv", 100'000'000);
            if (kind == "text") {
                sample::spill(path, "no archive");
            } else {
                QVERIFY(bundle::packFolder(folder, path));
            }
        }
        Bench bench;
        bench.runToEnd();
        const auto before = bench.workspace->recording();
        open(bench, path);
        QTRY_COMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY2(bench.workspace->problems().copyText().contains(words),
                 bench.workspace->problems().copyText().toUtf8().constData());
        QCOMPARE(bench.workspace->problems().copyText().count('\n'), 0);
        QCOMPARE(bench.workspace->recording(), before);  // nothing is lost
    }
};

QTEST_MAIN(OpenFilesTest)
#include "open_files_test.moc"
