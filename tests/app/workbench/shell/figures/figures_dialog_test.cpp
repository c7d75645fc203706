// SPDX-License-Identifier: GPL-3.0-or-later
/// Every dock's export is opened again and checked, and a page holds several.
#include <QAbstractButton>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QLockFile>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QToolButton>
#include <QTreeView>
#include <QXmlStreamReader>
#include <QtTest>
#include <algorithm>
#include <clocale>
#include <cmath>

#include "app/workbench/export/figure_evidence.h"
#include "app/workbench/shell/figures/figures_dialog.h"
#include "app/workbench/views/common/export_dialog.h"
#include "app/workbench/views/runs/difference_plot.h"
#include "core/figures/figure_presets.h"
#include "core/figures/figures.h"
#include "core/library/entry.h"
#include "core/session/spec/command_line.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/shell/figures/publish_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// Not one colour, and of some size.
bool drawn(const QImage& image) {
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width() && colours.size() < 8; ++x) {
            colours.insert(image.pixel(x, y));
        }
    }
    return image.width() > 300 && image.height() > 100 && colours.size() >= 4;
}

int textNodes(const QByteArray& svg) {
    QXmlStreamReader xml(svg);
    int nodes = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        nodes += xml.isStartElement() && xml.name() == QLatin1String("text") ? 1 : 0;
    }
    return xml.hasError() ? -1 : nodes;
}

}  // namespace

class FiguresDialogTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    /// Although another layer, or another run, is shown by the time it is drawn.
    void aFigureIsOfWhatWasShownWhenItWasAskedFor() {
        PublishBench bench;
        Workspace& workspace = *bench.bench->workspace;
        workspace.client().view(plotRecording({.steps = 300}), QString());
        Dock& dock = bench.dock("attention");
        PublishBench::settle(dock);
        bench.bench->window->exportDockTo(dock, bench.file(QStringLiteral("layer.svg")));
        workspace.selection().setLayer(3);
        bench.written(QStringLiteral("layer.svg"));
        const auto layer = readEvidence(bench.file(QStringLiteral("layer.svg")).toStdString());
        QVERIFY(layer.has_value());
        QVERIFY2(layer->value("view").find("\"layer\":0") != std::string::npos, layer->value("view").c_str());
        Dock& plot = bench.dock("nll");
        PublishBench::settle(plot);
        bench.bench->window->exportDockTo(plot, bench.file(QStringLiteral("first.svg")));
        workspace.client().view(plotRecording({.steps = 100}), QString());
        bench.written(QStringLiteral("first.svg"));
        QVERIFY(bytesOf(bench.file(QStringLiteral("first.csv"))).contains(",299,"));
        QCOMPARE(workspace.problems().errors(), 0);
    }
    void everyDockExportsWhatItShows() {
        PublishBench bench;
        bench.write("run", {.steps = 160, .promptRows = true});
        bench.open("run");
        bench.bench->workspace->selection().setLane(1);
        const std::string hash = readEntry(bench.path("run")).hash;
        for (const char* id : {"nll", "budgets", "inequality", "memory", "attention", "lanes", "hindsight",
                               "preference", "side-by-side"}) {
            Dock& dock = bench.dock(id);
            QTRY_VERIFY(dock.shown());
            for (const QString& format : dock.exportFormats()) {
                const QString name = QStringLiteral("%1.%2").arg(QLatin1String(id), format);
                bench.exportTo(dock, name);
                const QByteArray bytes = bytesOf(bench.file(name));
                if (format == QLatin1String("svg")) {
                    QVERIFY2(textNodes(bytes) > 5, id);
                } else if (format == QLatin1String("pdf")) {
                    QVERIFY2(bytes.startsWith("%PDF") && bytes.contains("/FontFile2"), id);
                } else if (format == QLatin1String("png")) {
                    QVERIFY2(drawn(QImage(bench.file(name))), id);
                } else {
                    QVERIFY2(bytes.count('\n') > 3, id);
                    continue;
                }
                const auto evidence = readEvidence(bench.file(name).toStdString());
                QVERIFY2(evidence.has_value(), evidence ? "" : evidence.error().sentence().c_str());
                QCOMPARE(evidence->value("bundle"), hash);
                QVERIFY2(!evidence->value("command").empty() && !evidence->value("seed").empty(), id);
                QVERIFY2(evidence->value("policy").find("streaming 1.0.0") != std::string::npos, id);
                QVERIFY2(evidence->value("parameters").find("recent=92") != std::string::npos, id);
                QVERIFY2(evidence->value("view").find(id) != std::string::npos, id);
            }
            const QByteArray source = bytesOf(bench.file(QLatin1String(id) + QStringLiteral("-pgfplots.tex")));
            QVERIFY2(source.contains("\\begin{groupplot}") && source.contains("\\addplot"), id);
            QCOMPARE(source.count('{'), source.count('}'));
        }
    }

    void aFigureOfARunInNoBundleSavesNothing() {
        PublishBench bench;
        bench.bench->runToEnd();
        bench.exportTo(bench.dock("nll"), QStringLiteral("figure.pdf"));
        auto evidence = readEvidence(bench.file(QStringLiteral("figure.pdf")).toStdString());
        QVERIFY(evidence.has_value() && evidence->value("bundle").empty() && !evidence->value("command").empty());
        QVERIFY(!fs::exists(bench.path("")));
        // Once it is kept, figures name its bundle, and need no second one.
        Workspace& workspace = *bench.bench->workspace;
        bench.keep(workspace.recording());
        bench.exportTo(bench.dock("memory"), QStringLiteral("second.pdf"));
        evidence = readEvidence(bench.file(QStringLiteral("second.pdf")).toStdString());
        QVERIFY(evidence.has_value() && !evidence->value("bundle").empty());
        QCOMPARE(readEntry(fs::directory_iterator(bench.path(""))->path()).hash, evidence->value("bundle"));
        QCOMPARE(std::distance(fs::directory_iterator(bench.path("")), fs::directory_iterator()), 1);
    }

    void filesThatAreThereAreNamedBeforeTheyAreReplaced() {
        PublishBench bench;
        bench.write("run", {.steps = 120});
        bench.open("run");
        MainWindow& window = *bench.bench->window;
        Dock& dock = bench.dock("nll");
        PublishBench::settle(dock);
        const QString csv = bench.file(QStringLiteral("plot.csv"));
        QFile mine(csv);
        QVERIFY(mine.open(QIODevice::WriteOnly) && mine.write("mine") == 4);
        mine.close();
        const auto asked = [&] { return window.findChild<QMessageBox*>(QStringLiteral("askToReplace")); };
        window.askAndExport(dock, bench.file(QStringLiteral("plot.svg")));
        QVERIFY(asked() != nullptr);
        QVERIFY2(asked()->text().contains(QLatin1String("plot.csv")), qPrintable(asked()->text()));
        QVERIFY2(!asked()->text().contains(QLatin1String("plot.svg")), qPrintable(asked()->text()));
        asked()->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(asked() == nullptr);
        QCOMPARE(bytesOf(csv), QByteArray("mine"));
        QVERIFY(!QFile::exists(bench.file(QStringLiteral("plot.svg"))));
        window.askAndExport(dock, bench.file(QStringLiteral("plot.svg")));
        QAbstractButton* replace = nullptr;
        for (QAbstractButton* button : asked()->buttons()) {
            replace = asked()->buttonRole(button) == QMessageBox::AcceptRole ? button : replace;
        }
        QVERIFY(replace != nullptr);
        replace->click();
        bench.written(QStringLiteral("plot.svg"));
        QVERIFY(bytesOf(csv) != QByteArray("mine"));
        QTRY_VERIFY(asked() == nullptr);
        window.askAndExportAll(bench.home.path());
        QVERIFY(asked() != nullptr);
        QVERIFY2(asked()->text().contains(QLatin1String("plot-pgfplots.tex")), qPrintable(asked()->text()));
        asked()->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(asked() == nullptr);
        // Where nothing stands in the way nothing is asked.
        window.askAndExport(dock, bench.file(QStringLiteral("free.svg")));
        QVERIFY(asked() == nullptr);
        bench.written(QStringLiteral("free.svg"));
    }

    /// Although more is recorded by the time it is drawn.
    void aFigureOfARunThatGoesOnIsOfOneMoment() {
        PublishBench bench;
        FakeShape shape;
        shape.tokens = 100000;
        bench.bench.reset();
        bench.bench = std::make_unique<Bench>(shape);
        EngineClient& client = bench.bench->workspace->client();
        client.setSpeed(2000);
        QVERIFY(bench.bench->workspace->startDraft().has_value());
        QTRY_VERIFY(client.steps() > 100);
        bench.exportTo(bench.dock("nll"), QStringLiteral("live.svg"));
        QCOMPARE(bench.bench->state(), SessionState::Running);
        client.stop();
        QTRY_COMPARE(bench.bench->state(), SessionState::Stopped);
        const auto evidence = readEvidence(bench.file(QStringLiteral("live.svg")).toStdString());
        QVERIFY(evidence.has_value() && evidence->value("bundle").empty());
        const QString command = QString::fromStdString(evidence->value("command"));
        const auto told = QRegularExpression(QStringLiteral(" --steps (\\d+)")).match(command);
        QVERIFY2(told.hasMatch(), qPrintable(command));
        const std::int64_t steps = shape.prompt + told.captured(1).toLongLong();
        QVERIFY(steps > 100 && steps < client.steps());
        const QByteArray csv = bytesOf(bench.file(QStringLiteral("live.csv")));
        QVERIFY(csv.contains(",100,") && !csv.contains(',' + QByteArray::number(qint64{steps}) + ','));
        QVERIFY(!fs::exists(bench.path("")));
    }

    /// Two chosen runs, of which the one that is shown is not the one that the figure is of.
    void aDifferenceNamesTheRunsThatItIsOf() {
        PublishBench bench;
        bench.bench->runToEnd();
        Workspace& workspace = *bench.bench->workspace;
        Forks& forks = workspace.forks();
        workspace.selection().setStep(99);
        bench.bench->press("fork");
        QTRY_COMPARE(forks.tree().count(), 2);
        QTRY_COMPARE(bench.bench->state(), SessionState::Finished);
        QTRY_COMPARE(workspace.client().steps(), 200);
        forks.show(0);
        Dock& dock = bench.dock("runs");
        auto* plot = dock.findChild<DifferencePlot*>();
        QTRY_VERIFY(dock.shown() && plot->empty());
        auto* tree = dock.findChild<QTreeView*>();
        QTRY_VERIFY(tree->isExpanded(forks.tree().indexOf(0)));
        tree->selectAll();
        QTRY_VERIFY(!plot->empty());
        bench.keep(forks.tree().node(0).recording);
        bench.keep(forks.tree().node(1).recording);
        bench.exportTo(dock, QStringLiteral("difference.svg"));
        const auto evidence = readEvidence(bench.file(QStringLiteral("difference.svg")).toStdString());
        QVERIFY(evidence.has_value());
        const RunTree::Node &shown = forks.tree().node(0), &plotted = forks.tree().node(1);
        QCOMPARE(workspace.recording(), shown.recording);
        const QString problems = workspace.problems().copyText();
        QVERIFY2(!evidence->value("bundle").empty(), qPrintable(problems));
        QCOMPARE(evidence->value("bundle"), workspace.kept().hashOf(plotted.recording));
        QVERIFY(evidence->value("bundle") != workspace.kept().hashOf(shown.recording));
        const std::string command = evidence->value("command");
        QCOMPARE(command, commandLine(forks.specsOf(0, plotted.parentLane, 1)));
        QVERIFY2(command.find("kvw compare") == 0 && command.find("@100") != std::string::npos, command.c_str());
        // Both panels, drawn and as numbers.
        QVERIFY(bytesOf(bench.file(QStringLiteral("difference.svg"))).contains("gap (nats)"));
        QVERIFY(dock.exportTo(bench.file(QStringLiteral("values.csv"))).has_value());
        const QByteArray values = bytesOf(bench.file(QStringLiteral("values.csv")));
        QVERIFY2(values.contains("1,series,all so far,199,"), values.right(400).constData());
    }

    void aNameThatAnotherWindowTakesIsLeftToIt() {
        PublishBench bench;
        bench.bench->runToEnd();
        QDir().mkpath(QString::fromStdString(bench.path("").string()));
        std::vector<std::unique_ptr<QLockFile>> taken;
        for (int minute = 0; minute < 3; ++minute) {
            const QString name = QDateTime::currentDateTimeUtc()
                                     .addSecs(60 * minute)
                                     .toString(QStringLiteral("yyyy-MM-dd hh.mm 'streaming.lock'"));
            taken.push_back(std::make_unique<QLockFile>(QString::fromStdString(bench.path(qPrintable(name)).string())));
            QVERIFY(taken.back()->tryLock(0));
        }
        bench.keep(bench.bench->workspace->recording());
        QStringList kept;
        for (const auto& entry : fs::directory_iterator(bench.path(""))) {
            kept += entry.is_directory() ? QStringList{QString::fromStdString(entry.path().filename().string())}
                                         : QStringList();
        }
        QCOMPARE(kept.size(), 1);
        QVERIFY2(kept.front().endsWith(QStringLiteral("streaming 2")), qPrintable(kept.front()));
    }

    void presetsMakeAPage() {
        PublishBench bench;
        bench.write("run", {.steps = 160, .promptRows = true});
        bench.open("run");
        bench.bench->workspace->selection().setLane(1);
        bench.bench->press("figures");
        auto* dialog = bench.bench->window->findChild<FiguresDialog*>();
        QVERIFY(dialog != nullptr);
        auto* preset = dialog->findChild<QComboBox*>(QStringLiteral("figurePreset"));
        auto* legend = dialog->findChild<QComboBox*>(QStringLiteral("figureLegend"));
        for (const figures::FigurePreset& each : figures::presets()) {
            preset->setCurrentIndex(preset->findData(QString::fromLatin1(each.id)));
            Q_EMIT preset->activated(preset->currentIndex());
            legend->setCurrentIndex((legend->currentIndex() + 1) % legend->count());
            QTRY_VERIFY2(!dialog->computing(), each.id);
            QVERIFY2(!dialog->page().figures.empty() && dialog->page().id == each.id, each.id);
            for (const char* format : {"png", "svg", "pdf"}) {
                const QString name = QStringLiteral("%1.%2").arg(QLatin1String(each.id), QLatin1String(format));
                dialog->writeTo(bench.file(name));
                bench.written(name);
            }
            const QString base = QString::fromLatin1(each.id);
            QVERIFY2(drawn(QImage(bench.file(base + QStringLiteral(".png")))), each.id);
            QVERIFY2(textNodes(bytesOf(bench.file(base + QStringLiteral(".svg")))) > 5, each.id);
            QVERIFY2(bytesOf(bench.file(base + QStringLiteral(".pdf"))).contains("/FontFile2"), each.id);
            QVERIFY(bytesOf(bench.file(base + QStringLiteral("-pgfplots.tex"))).contains("\\begin{groupplot}"));
            QVERIFY(bytesOf(bench.file(base + QStringLiteral(".tex"))).contains("\\caption"));
            const auto evidence = readEvidence(bench.file(base + QStringLiteral(".pdf")).toStdString());
            QVERIFY(evidence.has_value() && evidence->value("bundle") == readEntry(bench.path("run")).hash);
        }
        preset->setCurrentIndex(preset->count() - 1);
        auto* list = dialog->findChild<QListWidget*>(QStringLiteral("figureList"));
        QVERIFY(list->count() > 15);
        // Whatever a dock draws of a run can stand on a page: maps, and what the strip colours.
        QStringList ids;
        for (int row = 0; row < list->count(); ++row) {
            ids << list->item(row)->data(Qt::UserRole).toString();
        }
        for (const char* id : {"nll",
                               "budgets",
                               "budgets-share",
                               "budgets-bytes",
                               "inequality",
                               "gini",
                               "entropy",
                               "variance",
                               "reach",
                               "reach-shares",
                               "memory",
                               "keepset-layer-0",
                               "attention-layer-0",
                               "attention-margins-layer-0-step-159",
                               "cache-map-step-159",
                               "hindsight",
                               "preference",
                               "cascade",
                               "comparison",
                               "lanes-kl",
                               "attention-lanes-layer-0",
                               "overlap-lane-1-step-159"}) {
            QVERIFY2(ids.contains(QLatin1String(id)), qPrintable(QLatin1String(id) + ids.join(QLatin1Char(' '))));
        }
        for (int row = 0; row < list->count(); ++row) {
            list->item(row)->setCheckState(Qt::Unchecked);
        }
        QTRY_VERIFY(!dialog->computing());
        QVERIFY(dialog->page().figures.empty());
        list->item(0)->setCheckState(Qt::Checked);
        QTRY_VERIFY(!dialog->computing());
        QCOMPARE(dialog->page().figures.size(), std::size_t{1});
    }

    void aFigureIsPrintedWithItsSettings() {
        PublishBench bench;
        bench.write("run", {.steps = 60});
        bench.open("run");
        Workspace& workspace = *bench.bench->workspace;
        auto* dialog = new ExportDialog(
            workspace, [run = workspace.recording()] { return figures::byId(*run, 0, "nll").value(); }, {},
            QStringLiteral("NLL"), QStringLiteral("nll"), bench.bench->window.get());
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("exportPrinted"))->isEnabled());
        QTRY_VERIFY(dialog->figure() != nullptr);
        QCOMPARE(dialog->figure()->id, std::string("nll"));
        dialog->findChild<QComboBox*>(QStringLiteral("printFont"))->setCurrentIndex(2);
        dialog->findChild<QDoubleSpinBox*>(QStringLiteral("printWidth"))->setValue(120);
        dialog->findChild<QDoubleSpinBox*>(QStringLiteral("printHeight"))->setValue(70);
        dialog->findChild<QLineEdit*>(QStringLiteral("printX"))->setText(QStringLiteral("2 50"));
        dialog->findChild<QCheckBox*>(QStringLiteral("printShort"))->setChecked(true);
        QCOMPARE(dialog->figure()->id, std::string("nll-print-font-serif-width-120-height-70-x-2-50-short"));
        dialog->writeTo(bench.file(QStringLiteral("own.svg")));
        bench.written(QStringLiteral("own.svg"));
        const auto evidence = readEvidence(bench.file(QStringLiteral("own.svg")).toStdString());
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->figure, dialog->figure()->id);
        QXmlStreamReader svg(bytesOf(bench.file(QStringLiteral("own.svg"))));
        QVERIFY(svg.readNextStartElement());
        const auto side = [&svg](const char* name) {
            return svg.attributes().value(QLatin1String(name)).toString().chopped(2).toDouble();
        };
        QVERIFY(std::abs(side("width") - 120) < 0.2 && std::abs(side("height") - 70) < 0.2);
        QVERIFY(!bytesOf(bench.file(QStringLiteral("own.tex"))).contains("ommand"));
        dialog->close();
    }

    void aPageIsPrintedWithItsSettings() {
        PublishBench bench;
        bench.write("run", {.steps = 60});
        bench.open("run");
        bench.bench->press("figures");
        const auto* dialog = bench.bench->window->findChild<FiguresDialog*>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(!dialog->computing() && !dialog->page().figures.empty());
        QVERIFY(!dialog->findChild<QCheckBox*>(QStringLiteral("printShort"))->isVisible());
        dialog->findChild<QToolButton*>(QStringLiteral("printSettings"))->click();
        QVERIFY(dialog->findChild<QCheckBox*>(QStringLiteral("printShort"))->isVisible());
        dialog->findChild<QCheckBox*>(QStringLiteral("printShort"))->click();
        QTRY_VERIFY(!dialog->computing());
        QVERIFY(!dialog->page().figures.empty());
        for (const FigureSpec& figure : dialog->page().figures) {
            QVERIFY2(figure.print.shortCaption && figure.id.ends_with("-print-short"), figure.id.c_str());
        }
    }

    /// As everywhere, with a point or a comma.
    void theWidthOfAPageIsTyped() {
        const QLocale before;
        const auto back = qScopeGuard([&before] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        PublishBench bench;
        bench.write("run", {.steps = 160, .promptRows = true});
        bench.open("run");
        bench.bench->press("figures");
        const auto* dialog = bench.bench->window->findChild<FiguresDialog*>();
        QVERIFY(dialog != nullptr);
        auto* width = dialog->findChild<QDoubleSpinBox*>();
        QVERIFY(width != nullptr);
        for (const char* typed : {"85.5", "86,5"}) {
            width->selectAll();
            QTest::keyClicks(width, QString::fromLatin1(typed));
            QVERIFY2(width->value() == typed[1] - '0' + 80.5, qPrintable(width->text()));
        }
        QTRY_VERIFY(!dialog->computing());
    }

    void everyDockIsExportedInEveryWidth() {
        PublishBench bench;
        bench.write("run", {.steps = 120, .promptRows = true});
        bench.open("run");
        bench.bench->workspace->selection().setLane(1);
        for (const char* id : {"nll", "attention", "cache", "side-by-side", "strip"}) {
            Dock& dock = bench.dock(id);
            QTRY_VERIFY(dock.shown());
            const QString format =
                dock.exportFormats().contains(QStringLiteral("svg")) ? QStringLiteral("svg") : QStringLiteral("png");
            for (const auto& [width, millimetres] :
                 {std::pair{FigureWidth::OneColumn, 85}, {FigureWidth::TwoColumns, 178}, {FigureWidth::Slide, 254}}) {
                const QString name = QStringLiteral("%1-%2.%3").arg(QLatin1String(id)).arg(millimetres).arg(format);
                bench.bench->window->exportDockTo(dock, bench.file(name), width);
                bench.written(name);
                if (format == QLatin1String("png")) {
                    const QImage image(bench.file(name));
                    const double wide = 1000.0 * image.width() / image.dotsPerMeterX();
                    QVERIFY2(std::abs(wide - millimetres) < 0.2,
                             qPrintable(QStringLiteral("%1 %2").arg(name).arg(wide)));
                    continue;
                }
                QXmlStreamReader svg(bytesOf(bench.file(name)));
                QVERIFY(svg.readNextStartElement());
                const double wide = svg.attributes().value(QLatin1String("width")).toString().chopped(2).toDouble();
                QVERIFY2(std::abs(wide - millimetres) < 0.2, qPrintable(QStringLiteral("%1 %2").arg(name).arg(wide)));
                const double high = svg.attributes().value(QLatin1String("height")).toString().chopped(2).toDouble();
                QVERIFY2(width != FigureWidth::Slide || std::abs(high - wide * 9 / 16) < 0.2, qPrintable(name));
            }
        }
    }
};

QTEST_MAIN(FiguresDialogTest)
#include "figures_dialog_test.moc"
