// SPDX-License-Identifier: GPL-3.0-or-later
/// All figures of a run: only what is drawn is done on the GUI thread, and what was cancelled leaves whole files.
#include "app/workbench/export/figure_export.h"

#include <QDir>
#include <QDirIterator>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/plot/plot_run.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

QStringList filesIn(const QString& folder) {
    QStringList files;
    for (QDirIterator all(folder, QDir::Files, QDirIterator::Subdirectories); all.hasNext();) {
        files << all.next();
    }
    return files;
}

}  // namespace

class FigureExportTest : public QObject {
    Q_OBJECT
    std::shared_ptr<Recording> m_run = tests::plotRecording({.steps = 160, .layers = 2});

 private Q_SLOTS:
    void everyFileIsMadeWhereItsWriterRuns() {
        const QTemporaryDir folder;
        FigureWriter writer(m_run, "abc", folder.path().toStdString());
        int files = 0;
        while (writer.done() < writer.total()) {
            if (const std::int32_t part = writer.neededPart(); part >= 0) {
                FigureWriter::Part made;
                std::thread([&] { made = writer.compute(part); }).join();
                writer.take(std::move(made));
            }
            const auto write = writer.draw();
            QVERIFY(write.has_value());
            if (!*write) {
                continue;
            }
            QCOMPARE(filesIn(folder.path()).size(), files);
            Result<std::filesystem::path> written;
            std::thread([&] { written = (*write)(); }).join();
            QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
            QVERIFY(std::filesystem::exists(*written));
            ++files;
        }
        QCOMPARE(filesIn(folder.path()).size(), files);
        QVERIFY2(files > 100 && files % 6 == 0, qPrintable(QString::number(files)));
        const QImage image(folder.filePath(QStringLiteral("1-streaming/nll.png")));
        QCOMPARE(image.text(QStringLiteral("kvw-bundle")), QStringLiteral("abc"));
        QCOMPARE(image.text(QStringLiteral("kvw-lane")), QStringLiteral("1"));
    }

    void theWindowDrawsOneFileInATurn() {
        const QTemporaryDir folder;
        FigureExport all(m_run, "abc", folder.path(), nullptr);
        QSignalSpy progressed(&all, &FigureExport::progressed), finished(&all, &FigureExport::finished);
        all.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        const int files = finished.front().at(0).toInt();
        QVERIFY(finished.front().at(1).value<Phrase>().empty());
        QCOMPARE(filesIn(folder.path()).size(), files);
        QCOMPARE(progressed.count(), files);
        QVERIFY(progressed.back().at(0).toInt() <= all.total());
    }

    void whatIsCancelledEndsAtOnce() {
        const QTemporaryDir folder;
        FigureExport all(m_run, {}, folder.path(), nullptr);
        QSignalSpy finished(&all, &FigureExport::finished);
        connect(&all, &FigureExport::progressed, &all, [&all] { all.cancel(); });
        all.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        LatestJob::leftThreads().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(finished.count(), 1);
        const QStringList files = filesIn(folder.path());
        QCOMPARE(files.size(), 1);
        QVERIFY(tests::bytesOf(files.front()).contains("%%EOF"));
    }

    void aFolderThatCannotBeMadeIsSaid() {
        FigureExport all(m_run, {}, QStringLiteral("/proc/nowhere"), nullptr);
        QSignalSpy finished(&all, &FigureExport::finished);
        all.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        QVERIFY(finished.front().at(1).value<Phrase>().english().find("/proc/nowhere") != std::string::npos);
    }
};

QTEST_MAIN(FigureExportTest)
#include "figure_export_test.moc"
