// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/file_job.h"

#include <QFile>
#include <QLabel>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QThreadPool>
#include <QWidget>

using namespace kvw;
using namespace kvw::wb;

class FileJobTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    /// Waits for `go`, then writes `file`, and says where each part ran.
    static FileWork gated(const std::shared_ptr<QSemaphore>& go, const QString& file,
                          const std::shared_ptr<QStringList>& parts) {
        const auto here = [parts, gui = QThread::currentThread()](const char* part) {
            parts->append(QLatin1String(part) + QLatin1String(QThread::currentThread() == gui ? " gui" : " worker"));
        };
        return [go, file, here](const LatestJob::Stale&) -> PaintFiles {
            go->acquire();
            here("compute");
            return [file, here]() -> Result<SaveFiles> {
                here("paint");
                return SaveFiles([file, here]() -> Result<void> {
                    here("save");
                    QFile out(file);
                    return out.open(QIODevice::WriteOnly) ? Result<void>()
                                                          : fail(Code::Io, file.toStdString(), "cannot be written");
                });
            };
        };
    }

 private Q_SLOTS:
    void onlyWhatIsDrawnIsDoneOnTheGuiThread() {
        QWidget window;
        const auto go = std::make_shared<QSemaphore>();
        const auto parts = std::make_shared<QStringList>();
        const QString file = m_folder.filePath(QStringLiteral("a.txt"));
        int done = 0;
        QPointer<FileJob> job = new FileJob(
            QStringLiteral("Writing a.txt…"), gated(go, file, parts),
            [&](const Result<void>& how) { done += how ? 1 : 9; }, &window);
        // The window goes on, and says so once it takes a while.
        auto* progress = window.findChild<QProgressDialog*>(QStringLiteral("fileJob"));
        QVERIFY(progress != nullptr);
        QTRY_VERIFY(progress->isVisible());
        QCOMPARE(progress->labelText(), QStringLiteral("Writing a.txt…"));
        QCOMPARE(done, 0);
        go->release();
        QTRY_COMPARE(done, 1);
        QTRY_VERIFY(job == nullptr && window.findChild<QProgressDialog*>() == nullptr);
        QCOMPARE(*parts, (QStringList{"compute worker", "paint gui", "save worker"}));
        QVERIFY(QFile::exists(file));
    }

    void cancelledNothingIsWritten() {
        QWidget window;
        const auto go = std::make_shared<QSemaphore>();
        const auto parts = std::make_shared<QStringList>();
        const QString file = m_folder.filePath(QStringLiteral("b.txt"));
        bool done = false;
        QPointer<FileJob> job = new FileJob(
            QStringLiteral("b"), gated(go, file, parts), [&](const Result<void>&) { done = true; }, &window);
        auto* progress = window.findChild<QProgressDialog*>(QStringLiteral("fileJob"));
        QTRY_VERIFY(progress->isVisible());
        progress->findChild<QPushButton*>()->click();
        QTRY_VERIFY(job == nullptr);
        go->release();
        LatestJob::leftThreads().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!done && !QFile::exists(file));
        QCOMPARE(*parts, QStringList{"compute worker"});
    }

    void aWindowThatGoesDoesNotWait() {
        auto window = std::make_unique<QWidget>();
        const auto go = std::make_shared<QSemaphore>();
        const auto parts = std::make_shared<QStringList>();
        bool done = false;
        new FileJob(
            QStringLiteral("c"), gated(go, m_folder.filePath(QStringLiteral("c.txt")), parts),
            [&](const Result<void>&) { done = true; }, window.get());
        window.reset();
        go->release();
        LatestJob::leftThreads().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!done && !QFile::exists(m_folder.filePath(QStringLiteral("c.txt"))));
    }

    void errorsOfEveryPartAreTold() {
        QWidget window;
        QStringList told;
        const auto tell = [&](const Result<void>& done) {
            told << (done ? QString() : QString::fromStdString(done.error().sentence()));
        };
        new FileJob(QStringLiteral("d"), failedWork(Error{Code::NotFound, "there is nothing", "NLL", {}, {}}), tell,
                    &window);
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(told[0].contains(QLatin1String("there is nothing")));
        new FileJob(QStringLiteral("e"),
                    textWork([](const LatestJob::Stale&) { return Result<std::string>("x"); }, "/dev/null/nowhere.csv"),
                    tell, &window);
        QTRY_COMPARE(told.size(), 2);
        QVERIFY2(told[1].contains(QLatin1String("/dev/null")), qPrintable(told[1]));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("could not be drawn")));
        new FileJob(
            QStringLiteral("f"), [](const LatestJob::Stale&) -> PaintFiles { throw std::bad_alloc(); }, tell, &window);
        QTRY_COMPARE(told.size(), 3);
        QVERIFY2(told[2].contains(QLatin1String("memory")), qPrintable(told[2]));
    }
};

QTEST_MAIN(FileJobTest)
#include "file_job_test.moc"
