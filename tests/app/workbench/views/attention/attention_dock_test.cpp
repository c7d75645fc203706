// SPDX-License-Identifier: GPL-3.0-or-later
/// The map of attention: rows that are missing, what is summed, its scale, and its export.
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QPushButton>
#include <QTest>
#include <array>
#include <numeric>

#include "app/workbench/views/attention/attention_bars.h"
#include "app/workbench/views/common/plots/attention_map.h"
#include "core/analysis/attention/attention_row.h"
#include "tests/app/workbench/views/common/explore_runs.h"
#include "tests/app/workbench/views/common/scale_title.h"
#include "tests/support/pooled_copy.h"

using namespace kvw;
using namespace kvw::wb;

class AttentionDockTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void attentionSaysThatRowsAreMissingAndOffersThem() {
        Shown shown(attentionDock());
        shown.view(tests::plotRecording({.steps = 100, .rows = false}));
        QVERIFY(!shown.plot()->isVisible());
        QPushButton* offer = shown.button();
        QVERIFY(offer != nullptr);
        offer->click();
        QCOMPARE(shown.workspace->draft().base().capture, Capture::Maps);
    }

    void attentionExportsWhatItsLayersRead() {
        Shown shown(attentionDock());
        const auto recording = tests::plotRecording({.steps = 120});
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(100);
        shown.workspace->selection().setTokens({99, 100});
        shown.settle();
        QVERIFY(!shown.dock->copyText().contains(QStringLiteral("attention on tokens")));
        shown.dock->findChild<QCheckBox*>(QStringLiteral("viewParts"))->click();
        shown.settle();
        const QString text = shown.dock->copyText();
        const double weight = stepMarginals(recording->trace(1), 100, 0, std::array{99, 100}).layers[2];
        QVERIFY(weight > 0.01);
        const QString row = QStringLiteral("3\tseries\tattention on tokens 99 to 100\t2\t\t");
        QVERIFY(text.contains(row));
        QVERIFY(std::abs(text.section(row, 1).section(QLatin1Char('\n'), 0, 0).toDouble() - weight) < 1e-6);
        QVERIFY(text.contains(QStringLiteral("4\tseries\tattention on tokens 99 to 100\t3\t")));
    }

    void attentionSumsAllThatIsChosen() {
        Shown shown(attentionDock());
        const auto recording = tests::plotRecording({.steps = 120});
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(100);
        std::vector<std::int32_t> all(120);
        std::iota(all.begin(), all.end(), 0);
        shown.workspace->selection().setTokens(all);
        shown.settle();
        shown.dock->findChild<QCheckBox*>(QStringLiteral("viewParts"))->click();
        shown.settle();
        // All weights of a row are one.
        const QString row = QStringLiteral("3\tseries\tattention on tokens 0 to 119\t2\t\t");
        const QString text = shown.dock->copyText();
        QVERIFY2(text.contains(row), qPrintable(text));
        QVERIFY(std::abs(text.section(row, 1).section(QLatin1Char('\n'), 0, 0).toDouble() - 1) < 1e-4);
    }

    /// A map that was pooled while it was recorded says so, and has neither a row nor cells that are finer.
    void attentionShowsWhatWasPooled() {
        Shown shown(attentionDock());
        shown.view(test::pooledCopy(*tests::plotRecording({.steps = 300}), {.side = 128, .layers = {1}}));
        QTRY_VERIFY(shown.dock->findChild<AttentionMap*>() != nullptr);
        QVERIFY(!shown.plot()->isVisible());  // layer 0 has no map
        shown.workspace->selection().setLayer(1);
        shown.settle();
        const auto* map = shown.dock->findChild<AttentionMap*>();
        QVERIFY(map->isVisibleTo(shown.dock));
        QTRY_COMPARE(map->window().level, 2);
        QTRY_VERIFY(scaleTitle(shown).startsWith(QStringLiteral("attention, max of 4")));
    }

    void attentionNamesThePoolingOnItsScale() {
        Shown shown(attentionDock());
        shown.view(tests::plotRecording({.steps = 700}));
        const auto title = [&] { return scaleTitle(shown); };
        QTRY_VERIFY(title().startsWith(QStringLiteral("attention, max of ")));
        auto* pooling = shown.dock->findChildren<QComboBox*>().constFirst();
        pooling->setCurrentIndex(1);
        Q_EMIT pooling->activated(1);
        QTRY_VERIFY(title().startsWith(QStringLiteral("attention, mean of ")));
    }

    void attentionIsDrawnFinerWithMoreRoom() {
        Shown shown(attentionDock());
        shown.view(tests::plotRecording({.steps = 700}));
        QTRY_VERIFY(scaleTitle(shown).startsWith(QStringLiteral("attention, max of ")));
        shown.window.resize(1500, 1300);
        QTRY_COMPARE(scaleTitle(shown), QStringLiteral("attention"));
        shown.window.resize(620, 460);
        QTRY_VERIFY(scaleTitle(shown).startsWith(QStringLiteral("attention, max of ")));
    }

    void attentionFollowsLayerAndHead() {
        Shown shown(attentionDock());
        shown.view(tests::plotRecording({.steps = 200}));
        const QImage before = shown.dock->grab().toImage();
        shown.workspace->selection().setLayer(3);
        shown.workspace->selection().setHead(1);
        shown.settle();
        QVERIFY(shown.text("legend").contains(QStringLiteral("layer 3, query head 1")));
        QVERIFY(shown.dock->grab().toImage() != before);
    }

    void aBarWithoutRowsHasADash() {
        AttentionBars bars(nullptr);
        bars.show({{0.5, kMissing}, {}}, 0, -1, QStringLiteral("largest"));
        QVERIFY(bars.describe(bars.layers(), 0, false).endsWith(QStringLiteral("0.5")));
        QVERIFY(bars.describe(bars.layers(), 1, false).endsWith(QStringLiteral("–")));
    }

    void marginalsNarrowToWhatIsChosen() {
        Shown shown(attentionDock());
        shown.view(run());
        Selection& selection = shown.workspace->selection();
        selection.setLane(1);
        selection.setStep(200);
        shown.settle();
        auto* map = shown.dock->findChild<AttentionMap*>();
        QTRY_VERIFY(map->window().rows > 0);
        // Behind the map: along its rows the largest weight, below the mean of each column.
        QCPGraph* beside = map->graph(0);
        QTRY_VERIFY(beside->dataCount() > 100);
        const auto most = [beside] {
            bool found = false;
            return beside->getValueRange(found).upper;
        };
        const double largest = most();
        QVERIFY(largest > 0 && largest <= 1);
        auto* bars = shown.dock->findChild<AttentionBars*>();
        QVERIFY(!bars->isVisible());
        shown.dock->findChild<QCheckBox*>(QStringLiteral("viewParts"))->setChecked(true);
        shown.settle();
        QVERIFY(bars->isVisible());
        const auto level = [](Plot* plot, int bar) {
            for (int i = 0; i < plot->plottableCount(); ++i) {
                const auto* each = qobject_cast<QCPBars*>(plot->plottable(i));
                for (const QCPBarsData& data : *each->data()) {
                    if (static_cast<int>(data.key) == bar) {
                        return data.value;
                    }
                }
            }
            return -1.0;
        };
        const double whole = level(bars->layers(), 1);
        QVERIFY(whole > 0);
        selection.setTokens({3});
        shown.settle();
        QTRY_VERIFY(most() < largest);
        QVERIFY(level(bars->layers(), 1) < whole);
        Q_EMIT bars->layers()->hovered(0, 1, 0.1);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("on the selected tokens at step 200")),
                 qPrintable(shown.text("readout")));
        Q_EMIT bars->layers()->picked(0, 2, 0.1);
        QCOMPARE(selection.layer(), 2);
        Q_EMIT bars->heads()->picked(0, 1, 0.1);
        QCOMPARE(selection.head(), 1);
        shown.settle();
        shown.save(QStringLiteral("attention-marginals"));
    }
};

QTEST_MAIN(AttentionDockTest)
#include "attention_dock_test.moc"
