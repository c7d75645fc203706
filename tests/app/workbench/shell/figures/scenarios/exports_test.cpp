// SPDX-License-Identifier: GPL-3.0-or-later
/// Every dock that exports a figure, in all of its views: the PDF has its axes and their units as text, the SVG has
/// them as nodes, the PNG is not blank, and all say which run and which view they are of.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QtTest>
#include <clocale>
#include <set>
#include <utility>

#include "app/workbench/session/theme.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/library/entry.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/shell/figures/publish_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

struct Case {
    const char *dock, *control;  ///< a box of the dock; null: none
    int index;
    const char* figure;
    QStringList texts;
};

const QString kSteps = QStringLiteral("step (tokens)"), kLayer = QStringLiteral("layer"),
              kToken = QStringLiteral("token (index)");

std::vector<Case> cases() {
    return {
        {"strip", nullptr, 0, "strip", {"w145", "w149", "layer 2, all heads", "sink", "evicted now"}},
        {"strip", "viewColour", 1, "strip", {"w149", "share of all layers and heads"}},
        {"nll", nullptr, 0, "nll", {kSteps, "NLL (nats)", "ΔNLL (nats)"}},
        {"lanes",
         "viewCurve",
         0,
         "lanes-mean-nll-overlap-lane-1-step-149",
         {kSteps, "NLL (nats)", kLayer, "overlap (Jaccard)"}},
        {"lanes", "viewCurve", 5, "lanes-bytes-overlap-lane-1-step-149", {kSteps, "MiB"}},
        {"hindsight", "viewAgainst", 0, "hindsight", {kSteps, kLayer, "regret (of later attention)"}},
        {"hindsight", "viewAgainst", 1, "hindsight-protected", {kSteps, kLayer, "protected alike"}},
        {"side-by-side", nullptr, 0, "attention-lanes-layer-2", {kToken, kSteps, "attention"}},
        {"budgets", "viewUnit", 0, "budgets-step-149", {kSteps, kLayer, "held (tokens)", "at step 149"}},
        {"budgets", "viewUnit", 1, "budgets-share-step-149", {kSteps, kLayer, "%"}},
        {"budgets", "viewUnit", 2, "budgets-bytes-step-149", {kSteps, kLayer, "MiB"}},
        {"budgets", "viewPer", 2, "budgets-bytes-all-lanes-step-149", {kSteps, kLayer, "MiB", "full", "budget"}},
        {"cache", "viewColour", 0, "cache-map-step-149", {kToken, kLayer, "held", "later attention", "rows"}},
        {"cache", "viewColour", 1, "cache-map-age-step-149", {kToken, kLayer, "token held", "evicted"}},
        {"cache", "viewColour", 3, "cache-map-score-step-149", {kToken, kLayer, "score", "no value"}},
        {"cache", "viewColour", 2, "cache-map-attention-step-149", {kToken, kLayer, "attention", "evicted"}},
        {"cache", "viewOrder", 1, "cache-map-attention-by-slot-step-149", {"slot", kLayer, "attention"}},
        {"attention", "viewPooling", 0, "attention-layer-2", {kToken, kSteps, "attention", "evicted"}},
        {"attention", "viewPooling", 1, "attention-layer-2-mean", {kToken, kSteps, "attention"}},
        {"inequality", "viewWhat", 0, "inequality", {kSteps, "Gini", "entropy (nats)"}},
        {"inequality", "viewWhat", 1, "lorenz-layer-2-step-149", {"share of tokens, least read first"}},
        {"inequality", "viewWhat", 2, "ages", {"place in the text seen, oldest to newest"}},
        {"inequality", "viewWhat", 3, "gini", {kSteps, kLayer, "Gini"}},
        {"inequality", "viewWhat", 4, "reach", {kSteps, "effective", "distance", "span"}},
        {"inequality", "viewWhat", 5, "reach-shares", {kSteps, "H / ln n", "evicted"}},
        {"preference", "viewWhat", 0, "preference", {"H (nats, sum over heads and rows)", kLayer, "budget (tokens)"}},
        {"preference", "viewWhat", 1, "cascade", {"layers done", kLayer, "held (tokens)"}},
        {"playground", nullptr, 0, "playground-lorenz-layer-2-step-149", {"share of tokens, least read first", kLayer}},
        {"probes", nullptr, 0, "probes", {kSteps, "NLL of the answer", "fact held (%)", "full cache"}},
        {"memory", nullptr, 0, "memory", {kSteps, "cache (MiB)", "layers done"}},
    };
}

}  // namespace

class ExportsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void everyFigureHasItsWords() {
        PublishBench bench;
        bench.write("run", {.steps = 160, .promptRows = true, .probe = true, .scores = true});
        bench.open("run");
        bench.selection().setLane(1);
        bench.selection().setLayer(2);
        bench.selection().setStep(149);
        std::set<QString> seen;
        int number = 0;
        for (const Case& each : cases()) {
            Dock& dock = bench.dock(each.dock);
            QTRY_VERIFY(dock.shown());
            if (each.control != nullptr) {
                auto* box = dock.findChild<QComboBox*>(QString::fromLatin1(each.control));
                box->setCurrentIndex(each.index);
                Q_EMIT box->activated(each.index);
            }
            PublishBench::settle(dock);
            const QString folder = bench.file(QString::number(++number)) + QLatin1Char('/');
            QVERIFY(QDir().mkpath(folder));
            checkExports(dock, folder, each.figure, each.texts);
            if (QTest::currentTestFailed()) {
                qWarning() << each.dock << each.figure;
                return;
            }
            seen.insert(dock.objectName());
        }
        // Tested where there is something to show in them: two runs, a preview, a sweep, a story.
        seen.insert(
            {QStringLiteral("runs"), QStringLiteral("what-if"), QStringLiteral("sweep"), QStringLiteral("story")});
        for (const DockLayout::Placed& placed : bench.bench->window->docks()) {
            QVERIFY2(!placed.dock->exportFormats().contains(QStringLiteral("pdf")) ||
                         seen.contains(placed.dock->objectName()),
                     qPrintable(placed.dock->objectName()));
        }
    }

    void theStripIsExportedAsFarAsItIsSeen() {
        PublishBench bench;
        bench.write("run", {.steps = 3000, .rows = false});
        bench.open("run");
        bench.selection().setStep(1500);
        Dock& dock = bench.dock("strip");
        PublishBench::settle(dock);
        const auto* strip = dock.findChild<StripView*>();
        QTRY_VERIFY(strip->visibleTokens().first > 0);
        const auto [first, last] = strip->visibleTokens();
        QVERIFY(first <= 1500 && last > 1500 && last < 3000);
        QVERIFY(QDir().mkpath(bench.file(QStringLiteral("out"))));
        checkExports(dock, bench.file(QStringLiteral("out/")), "strip",
                     {QStringLiteral("w%1").arg(first), QStringLiteral("w%1").arg(last - 1)});
        const QString text = readSvg(bytesOf(bench.file(QStringLiteral("out/strip.svg")))).texts.join(QLatin1Char(' '));
        for (const std::int64_t away : {first - 1, last}) {
            QVERIFY2(!text.contains(QStringLiteral("w%1").arg(away)), qPrintable(text));
        }
    }

    void picturesOfTablesAreLightInTheDarkTheme() {
        Bench bench;
        bench.runToEnd();
        bench.window->modes().setTheme(ThemeChoice::Dark);
        for (const char* id : {"probes", "runs"}) {
            Dock& dock = *bench.window->dock(QString::fromLatin1(id));
            bench.window->focusDock(dock);
            QTRY_VERIFY(dock.shown());
            QTRY_VERIFY(lightnessOf(dock.grab().toImage()) < 120);
            const QString file = bench.folder.filePath(QString::fromLatin1(id) + QStringLiteral(".png"));
            const auto done = dock.exportTo(file);
            QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
            const QImage picture(file);
            QVERIFY2(lightnessOf(picture) > 200, id);
            QVERIFY2(qGray(picture.pixel(picture.width() - 4, picture.height() - 4)) > 200, id);
            QVERIFY2(coloursOf(picture) > 12, id);
            // The screen is what it was.
            for (const auto* view : dock.findChildren<QAbstractItemView*>()) {
                QVERIFY2(isDark(view->palette()) && isDark(view->viewport()->palette()), id);
            }
            QVERIFY2(lightnessOf(dock.grab().toImage()) < 120, id);
        }
        bench.window->modes().setTheme(ThemeChoice::System);
    }

    void theProbesAreATable() {
        PublishBench bench;
        bench.write("run", {.steps = 160, .probe = true});
        bench.open("run");
        bench.selection().setLane(1);
        Dock& dock = bench.dock("probes");
        PublishBench::settle(dock);
        const std::string hash = readEntry(bench.path("run")).hash;
        for (const auto& [format, words] :
             {std::pair{"csv", "colour: blue,10,100,"}, {"tex", "\\toprule"}, {"md", "| colour: blue |"}}) {
            const QString name = QStringLiteral("probes.") + QLatin1String(format);
            bench.exportTo(dock, name);
            const QByteArray text = bytesOf(bench.file(name));
            QVERIFY2(text.contains(words), text.constData());
            QVERIFY2(!qstrcmp(format, "csv") || text.contains(hash.substr(0, 12).c_str()), text.constData());
        }
    }

    void anEmptyStripSaysWhy() {
        PublishBench bench;
        const auto done = bench.dock("strip").exportTo(bench.file(QStringLiteral("strip.pdf")));
        QVERIFY(!done && done.error().sentence().find("an open bundle") != std::string::npos);
    }
};

QTEST_MAIN(ExportsTest)
#include "exports_test.moc"
