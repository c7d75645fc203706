// SPDX-License-Identifier: GPL-3.0-or-later
/// Exports of long runs, of runs that go on, and from dialogs that are closed: the window goes on meanwhile.
#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QThreadPool>
#include <QtTest>
#include <clocale>

#include "app/workbench/export/file_job.h"
#include "app/workbench/shell/figures/figures_dialog.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/support/slowness.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kPatience = 120000 * kSanitizerSlowness;
constexpr std::int32_t kLong = 1000000;

QByteArray bytesOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

/// One lane of one layer, so that its many steps are made soon.
std::shared_ptr<Recording> longRecording(std::int32_t steps = kLong) {
    FakeShape shape;
    shape.layers = shape.queryHeads = shape.kvHeads = shape.lanes = 1;
    shape.tokens = steps;
    return filledFakeRecording(shape, steps);
}

/// Turns of the event loop since it was made.
struct Turns {
    Turns() {
        QObject::connect(&timer, &QTimer::timeout, &timer, [this] { ++count; });
        timer.start(0);
    }
    QTimer timer;
    int count = 0;
};

}  // namespace

/// Least number of turns of the event loop: had the window computed itself, there would be one or two, and on a busy
/// machine it gets few.
constexpr int kSome = 2;

class LongExportTest : public QObject {
    Q_OBJECT
    std::shared_ptr<Recording> m_long;

    static bool busy(const Bench& bench) { return !bench.window->findChildren<FileJob*>().isEmpty(); }

 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        m_long = longRecording();
    }
    void cleanup() { LatestJob::leftThreads().waitForDone(); }

    void theWindowGoesOnWhileALongRunIsExported() {
        Bench bench;
        bench.workspace->client().view(m_long, QStringLiteral("long"));
        Dock& dock = *bench.window->dock(QStringLiteral("nll"));
        bench.window->focusDock(dock);
        QTRY_VERIFY(dock.shown());
        const QString file = bench.folder.filePath(QStringLiteral("nll.csv"));
        bool wrote = false;
        connect(bench.workspace.get(), &Workspace::notice, this,
                [&](const QString& said) { wrote = wrote || said.startsWith(QLatin1String("Wrote")); });
        bench.window->exportDockTo(dock, file);
        const Turns turns;
        QVERIFY(busy(bench) && !QFile::exists(file));
        QTRY_VERIFY_WITH_TIMEOUT(wrote && !busy(bench), kPatience);
        QVERIFY2(turns.count > kSome, qPrintable(QString::number(turns.count)));
        QVERIFY(bytesOf(file).count('\n') > kLong);
        QVERIFY(QFile::exists(bench.folder.filePath(QStringLiteral("nll-pgfplots.tex"))));
    }

    void theWindowGoesOnWhileItsValuesAreCopied() {
        Bench bench;
        bench.workspace->client().view(m_long, QStringLiteral("long"));
        Dock& dock = *bench.window->dock(QStringLiteral("nll"));
        bench.window->focusDock(dock);
        QTRY_VERIFY(dock.shown());
        QApplication::clipboard()->setText(QStringLiteral("before"));
        bench.press("copy");
        const Turns turns;
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
        QTRY_VERIFY_WITH_TIMEOUT(!busy(bench), kPatience);
        QVERIFY2(turns.count > kSome, qPrintable(QString::number(turns.count)));
        QVERIFY(QApplication::clipboard()->text().count(QLatin1Char('\n')) > kLong);
        QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
        // Contents that are put on the clipboard meanwhile stay.
        bench.press("copy");
        QVERIFY(busy(bench));
        QApplication::clipboard()->setText(QStringLiteral("mine"));
        QTRY_VERIFY(!busy(bench));
        LatestJob::leftThreads().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("mine"));
    }

    void aDialogMayBeClosedWhileItComputes() {
        auto bench = std::make_unique<Bench>();
        bench->workspace->client().view(longRecording(kLong / 5), QStringLiteral("long"));
        bench->press("figures");
        QPointer<FiguresDialog> dialog = bench->window->findChild<FiguresDialog*>();
        const Turns turns;
        QVERIFY(dialog->computing());
        QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("figuresState"))->text(),
                 QStringLiteral("Computing figures…"));
        dialog->close();
        QTRY_VERIFY(dialog == nullptr);
        // Opened again, it gets to the end of its list and to its picture.
        bench->press("figures");
        dialog = bench->window->findChild<FiguresDialog*>();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->computing(), kPatience);
        QVERIFY2(turns.count > kSome, qPrintable(QString::number(turns.count)));
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("figuresState"))->text().isEmpty());
        QCOMPARE(dialog->page().id, std::string("overview"));
        QVERIFY(dialog->page().figures.size() >= 3);
        QVERIFY(dialog->findChild<QListWidget*>(QStringLiteral("figureList"))->count() > 5);
        // The run goes, and with it the dialog and the window, while something is computed.
        bench->press("copy");
        bench->workspace->client().view(filledFakeRecording({}, 50), QStringLiteral("short"));
        QTRY_VERIFY(dialog == nullptr);
        bench->press("figures");
        bench->press("copy");
        bench.reset();
        LatestJob::leftThreads().waitForDone();
        QCoreApplication::processEvents();
    }

    void aRunIsExportedWhileItGoesOn() {
        FakeShape shape;
        shape.tokens = 100000;
        Bench bench(shape);
        bench.workspace->client().setSpeed(2000);  // so that it goes on for long
        QVERIFY(bench.workspace->startDraft().has_value());
        QTRY_VERIFY(bench.workspace->client().steps() > 200);
        Dock& dock = *bench.window->dock(QStringLiteral("nll"));
        bench.window->focusDock(dock);
        for (int round = 0; round < 3; ++round) {
            const std::int64_t before = bench.workspace->client().steps();
            const QString file = bench.folder.filePath(QStringLiteral("round-%1.csv").arg(round));
            bench.window->exportDockTo(dock, file);
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file) && !busy(bench), kPatience);
            const QList<QByteArray> lines = bytesOf(file).split('\n');
            QVERIFY(lines.size() > before);
            for (const QByteArray& line : lines) {
                QVERIFY2(line.isEmpty() || line.count(',') >= lines.front().count(','), line.constData());
            }
        }
        // A page of it, too, which waits for its bundle.
        bench.press("figures");
        auto* dialog = bench.window->findChild<FiguresDialog*>();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->page().figures.empty(), kPatience);
        QCOMPARE(bench.state(), SessionState::Running);
        bench.workspace->client().stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QCOMPARE(bench.workspace->problems().errors(), 0);
    }

    void aPageThatCannotBeWrittenIsAProblem() {
        QTemporaryDir runs;
        qputenv("KVW_RUNS", runs.path().toUtf8());
        Bench bench;
        bench.runToEnd();
        bench.press("figures");
        auto* dialog = bench.window->findChild<FiguresDialog*>();
        QTRY_VERIFY(!dialog->computing() && !dialog->page().figures.empty());
        dialog->writeTo(QStringLiteral("/nowhere/at/all.pdf"));
        QTRY_COMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY(bench.workspace->problems().copyText().contains("/nowhere/at/all.pdf"));
        // One that was asked for is written, with the dialog or without.
        const QString file = bench.folder.filePath(QStringLiteral("page.svg"));
        dialog->writeTo(file);
        dialog->close();
        QTRY_VERIFY(QFile::exists(file) && !busy(bench));
        QVERIFY(QFile::exists(bench.folder.filePath(QStringLiteral("page-pgfplots.tex"))));
        QCOMPARE(bench.workspace->problems().errors(), 1);
    }
};

QTEST_MAIN(LongExportTest)
#include "long_export_test.moc"
