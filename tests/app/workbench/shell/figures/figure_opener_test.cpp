// SPDX-License-Identifier: GPL-3.0-or-later
/// A figure or a page that is dropped on the window shows its runs and its views, or says what it needs for that.
#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QScopeGuard>
#include <QtTest>
#include <algorithm>
#include <clocale>
#include <map>

#include "app/workbench/export/figure_evidence.h"
#include "app/workbench/shell/figures/figure_opener.h"
#include "app/workbench/shell/figures/figures_dialog.h"
#include "core/figures/figure_presets.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/shell/figures/publish_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class FigureOpenerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void aDroppedFigureShowsItsRunAndView_data() {
        QTest::addColumn<QString>("format");
        for (const char* format : {"pdf", "svg", "png"}) {
            QTest::newRow(format) << QString::fromLatin1(format);
        }
    }
    void aDroppedFigureShowsItsRunAndView() {
        QFETCH(QString, format);
        PublishBench bench;
        bench.write("run", {.steps = 160, .promptRows = true});
        bench.write("another", {.steps = 120, .withFull = false});
        bench.open("run");
        Selection& selection = bench.bench->workspace->selection();
        selection.setLane(1);
        selection.setLayer(2);
        selection.setHead(1);
        selection.setStep(100);
        selection.setRange({20, 140});
        Dock& dock = bench.dock("inequality");
        auto* what = dock.findChild<QComboBox*>(QStringLiteral("viewWhat"));
        what->setCurrentIndex(1);
        Q_EMIT what->activated(1);
        QTRY_VERIFY(dock.shown());
        const QString name = QStringLiteral("figure.") + format;
        bench.exportTo(dock, name);
        bench.open("another");
        what->setCurrentIndex(0);
        bench.drop(name);
        QTRY_VERIFY(bench.source() == QString::fromStdString(bench.path("run").string()));
        QTRY_COMPARE(selection.range(), (StepRange{20, 140}));
        QCOMPARE(selection.lane(), 1);
        QCOMPARE(selection.layer(), 2);
        QCOMPARE(selection.head(), 1);
        QCOMPARE(selection.step(), std::int64_t{100});
        QCOMPARE(what->currentIndex(), 1);
        // Its run is shown already: only the view changes.
        selection.setLayer(0);
        bench.drop(name);
        QTRY_COMPARE(selection.layer(), 2);
    }

    void aViewThatDoesNotFitIsShownAsFarAsItDoes() {
        PublishBench bench;
        bench.write("run", {.steps = 120, .promptRows = true});
        bench.open("run");
        bench.exportTo(bench.dock("attention"), QStringLiteral("figure.svg"));
        QByteArray svg = bytesOf(bench.file(QStringLiteral("figure.svg")));
        const QByteArray start("{&quot;"),
            hostile(
                "{&quot;dock&quot;:&quot;attention&quot;,&quot;lane&quot;:77,&quot;layer&quot;:2147483647,"
                "&quot;head&quot;:999999,&quot;step&quot;:1e300,&quot;steps&quot;:[1e18,-1e300],"
                "&quot;tokens&quot;:[2000000000,-4,&quot;x&quot;,7],&quot;A&quot;:-1e300,&quot;B&quot;:1e300,"
                "&quot;columns&quot;:{&quot;viewMap&quot;:[-1e308,1e308]}}");
        const qsizetype begin = svg.indexOf(start), end = svg.indexOf('<', begin);
        QVERIFY(begin > 0 && end > begin);
        svg.replace(begin, end - begin, hostile);
        QFile file(bench.file(QStringLiteral("hostile.svg")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(svg) == svg.size());
        file.close();
        bench.drop(QStringLiteral("hostile.svg"));
        const Selection& selection = bench.bench->workspace->selection();
        const TraceShape shape = bench.bench->workspace->trace()->shape();
        QTRY_COMPARE(selection.head(), shape.queryHeads - 1);
        QCOMPARE(selection.layer(), shape.layers - 1);
        QCOMPARE(selection.lane(), bench.bench->workspace->recording()->lanes() - 1);
        QCOMPARE(selection.step(), std::int64_t{119});
        QVERIFY(selection.range().all());
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{7}));
        QVERIFY(!selection.cursorA() && selection.cursorB() == 119);
        QTRY_VERIFY(bench.dock("attention").shown());
    }

    void aRunThatIsNotInTheLibraryIsAskedForByName() {
        PublishBench bench;
        bench.write("run", {.steps = 120});
        bench.write("another", {.steps = 90});
        bench.open("run");
        bench.exportTo(bench.dock("nll"), QStringLiteral("figure.svg"));
        bench.open("another");
        QVERIFY(QFile::rename(QString::fromStdString(bench.path("run").string()), bench.file(QStringLiteral("moved"))));
        bench.drop(QStringLiteral("figure.svg"));
        QTRY_VERIFY(bench.question() != nullptr);
        const QString asked = bench.question()->text();
        QVERIFY2(asked.contains(QLatin1String("streaming")) && asked.contains(QLatin1String("A text")),
                 qPrintable(asked));
        FigureOpener& opener = bench.bench->window->figureOpener();
        QSignalSpy notices(bench.bench->workspace.get(), &Workspace::notice);
        opener.openBundle(QString::fromStdString(bench.path("another").string()));
        QVERIFY(notices.last().first().toString().contains(QLatin1String("another run")));
        opener.openBundle(bench.file(QStringLiteral("moved")));
        QTRY_VERIFY(bench.source() == bench.file(QStringLiteral("moved")));
    }

    /// Where `kvw export` and `--export-figures` write it: in a bundle that no library knows.
    void theBundleAroundAFigureIsItsRun() {
        PublishBench bench;
        bench.write("run", {.steps = 120});
        bench.write("another", {.steps = 90});
        bench.open("run");
        bench.exportTo(bench.dock("nll"), QStringLiteral("figure.svg"));
        bench.open("another");
        const QString moved = bench.file(QStringLiteral("moved"));
        QVERIFY(QFile::rename(QString::fromStdString(bench.path("run").string()), moved));
        const QString figures = moved + QStringLiteral("/figures");
        QVERIFY(QDir().mkpath(figures));
        QVERIFY(QFile::copy(bench.file(QStringLiteral("figure.svg")), figures + QStringLiteral("/nll.svg")));
        bench.drop(QStringLiteral("moved/figures/nll.svg"));
        QTRY_COMPARE(bench.source(), moved);
        QCOMPARE(bench.question(), nullptr);
        // Not the one around it, where that is another run.
        const QString wrong = QString::fromStdString(bench.path("another").string());
        bench.open("another");
        QVERIFY(QFile::rename(figures + QStringLiteral("/nll.svg"), wrong + QStringLiteral("/nll.svg")));
        bench.drop(QStringLiteral("runs/another/nll.svg"));
        QTRY_VERIFY(bench.question() != nullptr);
    }

    void aFigureOffersNoCommandOfAnotherProgram() {
        PublishBench bench;
        bench.exportSeismograph();
        const QByteArray svg = bytesOf(bench.file(QStringLiteral("figure.svg")));
        const auto evidence = readEvidence(bench.file(QStringLiteral("figure.svg")).toStdString());
        QVERIFY(evidence.has_value());
        const QByteArray command = QByteArray::fromStdString(evidence->value("command"));
        const QByteArray hash = QByteArray::fromStdString(evidence->value("bundle"));
        QVERIFY(!command.isEmpty() && svg.contains(command) && svg.contains(hash));
        for (const char* behind : {"", "; echo pwned\n", " | sh"}) {
            QByteArray other = svg;
            QFile file(bench.file(QStringLiteral("other.svg")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(other.replace(hash, QByteArray(hash.size(), '0')).replace(command, command + behind));
            file.close();
            bench.drop(QStringLiteral("other.svg"));
            QTRY_VERIFY(bench.question() != nullptr);
            int copies = 0;
            for (const QAbstractButton* button : bench.question()->buttons()) {
                copies += button->text().contains(QLatin1String("kvw")) ? 1 : 0;
            }
            QCOMPARE(copies, *behind == '\0' ? 1 : 0);
            bench.question()->button(QMessageBox::Cancel)->click();
            QTRY_VERIFY(bench.question() == nullptr);
        }
    }

    /// Its run is found, but not what the dock shows of it.
    void aFigureOfWhatNoBundleHoldsSaysWhatItNeeds() {
        PublishBench bench;
        bench.exportSeismograph();
        const QByteArray svg = bytesOf(bench.file(QStringLiteral("figure.svg")));
        const auto evidence = readEvidence(bench.file(QStringLiteral("figure.svg")).toStdString());
        QVERIFY(evidence.has_value());
        const QString command = QString::fromStdString(evidence->value("command"));
        QVERIFY(!command.isEmpty());
        QSignalSpy notices(bench.bench->workspace.get(), &Workspace::notice);
        const QByteArray view("&quot;dock&quot;:&quot;nll&quot;");
        QVERIFY(svg.contains(view));
        const auto need = [&] { return bench.bench->window->findChild<QMessageBox*>(QStringLiteral("figureNeed")); };
        for (const char* id : {"what-if", "runs"}) {
            QByteArray other = svg;
            QFile file(bench.file(QLatin1String(id) + QStringLiteral(".svg")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(other.replace(view, QByteArray("&quot;dock&quot;:&quot;") + id + "&quot;"));
            file.close();
            bench.drop(QLatin1String(id) + QStringLiteral(".svg"));
            QTRY_VERIFY2(need() != nullptr, id);
            QVERIFY2(need()->text().contains(QLatin1String(id)), qPrintable(need()->text()));
            if (QByteArray(id) == "runs") {
                QVERIFY2(need()->text().contains(command), qPrintable(need()->text()));
            }
            QAbstractButton* act = nullptr;
            for (QAbstractButton* button : need()->buttons()) {
                act = need()->buttonRole(button) == QMessageBox::AcceptRole ? button : act;
            }
            QVERIFY(act != nullptr);
            for (const QList<QVariant>& notice : notices) {
                QVERIFY(!notice.front().toString().startsWith(QLatin1String("This is what")));
            }
            notices.clear();
            act->click();
            QVERIFY2(!notices.isEmpty(), id);  // that it did, or why it could not
            QTRY_VERIFY(need() == nullptr);
        }
        QCOMPARE(QGuiApplication::clipboard()->text(), command);
    }

    void aFigureOfALayerThatItsRunDoesNotHaveSaysSo() {
        PublishBench bench;
        bench.exportSeismograph();
        const QByteArray layer("&quot;layer&quot;:0");
        QByteArray svg = bytesOf(bench.file(QStringLiteral("figure.svg")));
        QVERIFY(svg.contains(layer));
        QFile file(bench.file(QStringLiteral("far.svg")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(svg.replace(layer, "&quot;layer&quot;:4000000000"));
        file.close();
        QSignalSpy notices(bench.bench->workspace.get(), &Workspace::notice);
        bench.drop(QStringLiteral("far.svg"));
        const auto told = [&] {
            const auto& problems = bench.bench->workspace->problems();
            for (int row = 0; row < problems.rowCount(); ++row) {
                for (int column = 0; column < problems.columnCount(); ++column) {
                    if (problems.index(row, column).data().toString().contains(QLatin1String("layer 4000000000"))) {
                        return true;
                    }
                }
            }
            return false;
        };
        QTRY_VERIFY(told());
        for (const QList<QVariant>& notice : notices) {
            QVERIFY(!notice.front().toString().startsWith(QLatin1String("This is what")));
        }
    }

    void aForeignFileIsOneSentence() {
        PublishBench bench;
        QImage(64, 64, QImage::Format_RGB32).save(bench.file(QStringLiteral("foreign.png")));
        const std::pair<const char*, const char*> kFiles[] = {
            {"empty.pdf", ""},
            {"broken.svg", "<svg><metadata><kvw:bundle xmlns:kvw=\"urn:kvworkbench:figure\">12"},
            {"bomb.svg",
             "<!DOCTYPE s [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><svg>&b;</svg>"}};
        QStringList names{QStringLiteral("foreign.png")};
        for (const auto& [name, content] : kFiles) {
            QFile file(bench.file(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) >= 0);
            names << QString::fromLatin1(name);
        }
        for (const QString& name : names) {
            QSignalSpy notices(bench.bench->workspace.get(), &Workspace::notice);
            bench.drop(name);
            QVERIFY2(!notices.isEmpty() || bench.question() != nullptr, qPrintable(name));
        }
        QVERIFY(bench.bench->workspace->recording() == nullptr);
    }

    /// A page carries no view, but the ids of its figures.
    void aDroppedPageShowsTheDocksOfItsFigures() {
        PublishBench bench;
        bench.write("run", {.steps = 160, .promptRows = true});
        bench.open("run");
        MainWindow& window = *bench.bench->window;
        QVERIFY(window.dock(QString()) == nullptr);  // not the first one that there is
        bench.selection().setLane(1);
        bench.bench->press("figures");
        auto* dialog = window.findChild<FiguresDialog*>();
        QVERIFY(dialog != nullptr);
        auto* preset = dialog->findChild<QComboBox*>(QStringLiteral("figurePreset"));
        const std::map<std::string, QStringList> docks{{"overview", {"nll", "budgets", "inequality", "memory"}},
                                                       {"cascading", {"side-by-side"}},
                                                       {"maps", {"attention"}},
                                                       {"cake", {"preference"}},
                                                       {"cake-steps", {"inequality"}},
                                                       {"adap-kv", {"inequality"}},
                                                       {"sage", {"inequality", "strip"}},
                                                       {"lazy", {"lanes"}},
                                                       {"perplexity", {"lanes"}},
                                                       {"memory", {"lanes"}}};
        for (const figures::FigurePreset& each : figures::presets()) {
            preset->setCurrentIndex(preset->findData(QString::fromLatin1(each.id)));
            Q_EMIT preset->activated(preset->currentIndex());
            QTRY_VERIFY2(!dialog->computing(), each.id);
            const QString name = QLatin1String(each.id) + QStringLiteral(".svg");
            dialog->writeTo(bench.file(name));
            bench.written(name);
        }
        dialog->close();
        QSignalSpy notices(bench.bench->workspace.get(), &Workspace::notice);
        for (const figures::FigurePreset& each : figures::presets()) {
            const auto wanted = docks.find(each.id);
            QVERIFY2(wanted != docks.end(), each.id);
            bench.selection().setLane(0);
            (void)bench.dock("strip");
            notices.clear();
            bench.drop(QLatin1String(each.id) + QStringLiteral(".svg"));
            QTRY_VERIFY2(!notices.isEmpty(), each.id);
            QCOMPARE(bench.selection().lane(), 1);
            QTRY_VERIFY2(window.dock(wanted->second.front())->shown(), each.id);
            const QString said = notices.last().front().toString();
            QVERIFY2(said.contains(QLatin1String("page")), qPrintable(said));
            for (const QString& dock : wanted->second) {
                QVERIFY2(said.contains(window.dock(dock)->windowTitle()), qPrintable(said));
            }
            if (wanted->first == "memory") {
                QCOMPARE(window.dock(QStringLiteral("lanes"))
                             ->findChild<QComboBox*>(QStringLiteral("viewCurve"))
                             ->currentIndex(),
                         5);
            }
        }
    }

    void aPageThatNamesTooManyFiguresShowsTheFirst() {
        PublishBench bench;
        bench.write("run", {.steps = 120});
        bench.open("run");
        bench.bench->press("figures");
        auto* dialog = bench.bench->window->findChild<FiguresDialog*>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(!dialog->computing() && !dialog->page().figures.empty());
        dialog->writeTo(bench.file(QStringLiteral("page.svg")));
        bench.written(QStringLiteral("page.svg"));
        dialog->close();
        const auto evidence = readEvidence(bench.file(QStringLiteral("page.svg")).toStdString());
        QVERIFY(evidence.has_value());
        const QByteArray ids = QByteArray::fromStdString(evidence->value("figures"));
        QByteArray svg = bytesOf(bench.file(QStringLiteral("page.svg")));
        QVERIFY(!ids.isEmpty() && svg.contains(ids));
        svg.replace(ids, ids + QByteArray(" nll").repeated(5000));
        QFile file(bench.file(QStringLiteral("hostile.svg")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(svg) == svg.size());
        file.close();
        QSignalSpy notices(bench.bench->workspace.get(), &Workspace::notice);
        bench.drop(QStringLiteral("hostile.svg"));
        QTRY_COMPARE(bench.bench->workspace->problems().errors(), 1);
        const QString problem = bench.bench->workspace->problems().copyText();
        QVERIFY2(problem.contains(QLatin1String("64")), qPrintable(problem));
        QTRY_VERIFY(!notices.isEmpty());
        QVERIFY(notices.last().front().toString().contains(QLatin1String("page")));
    }
};

QTEST_MAIN(FigureOpenerTest)
#include "figure_opener_test.moc"
