// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/latest_job.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <functional>
#include <memory>
#include <new>
#include <vector>

using namespace kvw::wb;

class LatestJobTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theNewestIsReported() {
        LatestJob job;
        QStringList told;
        QSemaphore go;
        const auto work = [&](const QString& name) {
            return [&go, &told, name](const LatestJob::Stale&) {
                go.acquire();
                return LatestJob::Report([&told, name] { told << name; });
            };
        };
        job.request(work(QStringLiteral("first")), false);
        job.request(work(QStringLiteral("second")), false);
        job.request(work(QStringLiteral("third")), false);
        go.release(2);
        QTRY_VERIFY(job.idle());
        QCOMPARE(told, (QStringList{"first", "third"}));
        job.request(work(QStringLiteral("fourth")), true);
        job.cancel();
        go.release();
        QTRY_VERIFY(job.idle());
        QCOMPARE(told.size(), 2);
    }

    void reportsAreHeldInTheirOrder() {
        LatestJob job;
        QStringList told;
        std::vector<std::function<bool()>> held;
        job.holdReports([&](std::function<bool()> report) { held.push_back(std::move(report)); });
        const auto work = [&](const char* name) {
            return [&told, name](const LatestJob::Stale&) {
                return LatestJob::Report([&told, name] { told << QString::fromLatin1(name); });
            };
        };
        job.request(work("first"), false);
        job.request(work("second"), false);
        QTRY_COMPARE(held.size(), std::size_t{1});
        QCoreApplication::processEvents();
        QVERIFY(told.isEmpty() && !job.idle() && held.size() == 1);  // nothing is launched meanwhile
        QVERIFY(held[0]());
        QCOMPARE(told, (QStringList{"first"}));
        QTRY_COMPARE(held.size(), std::size_t{2});
        QVERIFY(held[1]());
        QCOMPARE(told, (QStringList{"first", "second"}));
        QVERIFY(job.idle());
    }

    /// A report function that was kept may be called when nobody wants it any more, or nobody is there.
    void aReportThatIsNoLongerWantedSaysSo() {
        auto job = std::make_unique<LatestJob>();
        int told = 0;
        std::vector<std::function<bool()>> held;
        job->holdReports([&](std::function<bool()> report) { held.push_back(std::move(report)); });
        const auto work = [&told](const LatestJob::Stale&) { return LatestJob::Report([&told] { ++told; }); };
        QSignalSpy finished(job.get(), &LatestJob::finished);
        job->request(work, false);
        QTRY_COMPARE(held.size(), std::size_t{1});
        job->cancel();
        QVERIFY(!held[0]());
        QVERIFY(job->idle());
        QCOMPARE(finished.count(), 1);
        job->request(work, false);
        QTRY_COMPARE(held.size(), std::size_t{2});
        job->request(work, true);  // another one takes its place
        QVERIFY(!held[1]());
        QTRY_COMPARE(held.size(), std::size_t{3});
        job.reset();
        QVERIFY(!held[2]());
        QCOMPARE(told, 0);
    }

    void anExceptionIsNotHeld() {
        LatestJob job;
        std::vector<std::function<bool()>> held;
        job.holdReports([&](std::function<bool()> report) { held.push_back(std::move(report)); });
        QSignalSpy failed(&job, &LatestJob::failed);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("could not be drawn")));
        job.request([](const LatestJob::Stale&) -> LatestJob::Report { throw std::bad_alloc(); }, true);
        bool told = false;
        job.request([&](const LatestJob::Stale&) { return LatestJob::Report([&told] { told = true; }); }, false);
        QTRY_COMPARE(failed.count(), 1);
        QTRY_COMPARE(held.size(), std::size_t{1});
        QVERIFY(held[0]() && told && job.idle());
    }

    void whatIsLeftOutlivesWhoAsked() {
        const auto go = std::make_shared<QSemaphore>(), ended = std::make_shared<QSemaphore>();
        bool told = false;
        auto job = std::make_unique<LatestJob>(nullptr, LatestJob::End::Leave);
        job->request(
            [go, ended, &told](const LatestJob::Stale& stale) {
                go->acquire();
                ended->release(stale() ? 1 : 2);
                return LatestJob::Report([&told] { told = true; });
            },
            true);
        job.reset();  // does not wait: the job goes on when it may
        go->release();
        ended->acquire();
        QCOMPARE(ended->available(), 0);  // it was told that it is stale
        LatestJob::leftThreads().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!told);
    }

    void anExceptionIsTold() {
        LatestJob job;
        QSignalSpy failed(&job, &LatestJob::failed);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("could not be drawn")));
        job.request([](const LatestJob::Stale&) -> LatestJob::Report { throw std::bad_alloc(); }, true);
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(job.idle());
        bool told = false;
        job.request([&](const LatestJob::Stale&) { return LatestJob::Report([&told] { told = true; }); }, true);
        QTRY_VERIFY(told);
    }
};

QTEST_GUILESS_MAIN(LatestJobTest)
#include "latest_job_test.moc"
