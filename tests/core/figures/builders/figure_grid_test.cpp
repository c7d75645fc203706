// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>

#include "core/figures/builders/figure_attention.h"
#include "core/figures/figures.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "tests/core/bundle/sample.h"
#include "tests/support/pooled_copy.h"

using namespace kvw;

/// Grids of the attention maps of layers and lanes.
class FigureGridTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Recording> m_compare = sample::recording({.lanes = 2});

 private Q_SLOTS:
    void aLaneHasARowOfItsLayersOnOneScale() {
        const FigureSpec figure = figures::attentionGrid(*m_compare, {});
        QCOMPARE(figure.id, std::string("attention-grid"));
        QCOMPARE(figure.panels.size(), std::size_t{4});
        QCOMPARE(figure.columns, 2);
        QCOMPARE(figure.panels[1].title.find("layer 1, "), std::size_t{0});
        QVERIFY(figure.panels[0].title != figure.panels[2].title);
        double high = 0;
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            high = std::max(high, figures::attention(*m_compare, lane, {1}).panels[0].maps[0].maximum);
        }
        for (const FigurePanel& panel : figure.panels) {
            QCOMPARE(panel.maps[0].maximum, figure.panels[0].maps[0].maximum);
            QVERIFY(panel.maps[0].maximum >= high);
            QCOMPARE(panel.maps[0].minimum, panel.maps[0].maximum * figures::kAttentionDecades);
        }
        QVERIFY(figures::isShared(figure.id));
    }

    void anIdChoosesLayersAndLanes() {
        for (const char* id : {"attention-grid", "attention-grid-head-1-mean-linear-steps-3-20-tokens-0-9-layers-1",
                               "attention-grid-layers-0-1-lanes-1"}) {
            const auto figure = figures::byId(*m_compare, 0, id);
            QVERIFY2(figure.has_value(), id);
            QCOMPARE(figure->id, std::string(id));
        }
        QCOMPARE(figures::byId(*m_compare, 0, "attention-grid-layers-1")->panels.size(), std::size_t{2});
        QCOMPARE(figures::byId(*m_compare, 0, "attention-grid-lanes-1")->panels.size(), std::size_t{2});
        QVERIFY(!figures::byId(*m_compare, 0, "attention-grid-layers-2"));
        QVERIFY(!figures::byId(*m_compare, 0, "attention-grid-layer-1"));
    }

    void pooledMapsMakeAGridOfTheirLayers() {
        const auto pooled = test::pooledCopy(*sample::recording({.steps = 300}), {.side = 128, .layers = {1}});
        const FigureSpec figure = figures::attentionGrid(*pooled, {});
        QCOMPARE(figure.panels.size(), std::size_t{1});
        QCOMPARE(figure.panels[0].title, std::string("layer 1"));
        const auto further = figures::exportOnly(*pooled, 0);
        QVERIFY(std::ranges::any_of(further, [](const FigureSpec& each) { return each.id == "attention-grid"; }));
        QVERIFY(!figures::toPgfplots(figure).empty());
    }

    void manyLayersStandInAGridOfTheirOwn() {
        auto recording = std::make_shared<Recording>(m_compare->description());
        auto trace = std::make_unique<Trace>(TraceShape{10, 4, 2, 8, 1}, Trace::Options{true, 0});
        for (std::int32_t layer = 0; layer < 10; ++layer) {
            QVERIFY(trace->addRows(0, layer, std::vector<std::vector<std::int32_t>>{{0}},
                                   std::vector<std::vector<float>>(4, {1.0F}))
                        .has_value());
        }
        QVERIFY(trace->addStep({}, "t", std::vector<LayerRecord>(std::size_t{10} * 3)).has_value());
        trace->publish();
        recording->setTrace(0, std::move(trace));
        const FigureSpec figure = figures::attentionGrid(*recording, {});
        QCOMPARE(figure.panels.size(), std::size_t{10});
        QCOMPARE(figure.columns, 4);
    }
};

QTEST_GUILESS_MAIN(FigureGridTest)
#include "figure_grid_test.moc"
