// SPDX-License-Identifier: Apache-2.0
/// Figures for papers: presets, parts of a figure, colours and captions.
#include <QtTest>
#include <cmath>

#include "core/figures/figure_colours.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figure_io.h"
#include "core/figures/figure_presets.h"
#include "core/figures/figures.h"
#include "core/figures/legend_spot.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/figures/made_figures.h"

using namespace kvw;
using kvw::test::lineFigure;
using kvw::test::square;

class FigurePresetsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyPresetHasItsFigures() {
        sample::Options options;
        options.lanes = 2;
        const auto recording = sample::recording(options);
        for (const figures::FigurePreset& preset : figures::presets()) {
            const auto made = figures::presetFigures(*recording, 1, preset.id);
            QVERIFY2(made.has_value() || made.error().code == Code::NotFound, preset.id);
            for (std::size_t i = 0; made && i < made->size(); ++i) {
                QVERIFY2(!figures::nothingToDraw((*made)[i]) && !(*made)[i].caption.empty(), preset.id);
                const auto again = figures::fromJson(figures::toJson((*made)[i]), "figure");
                QVERIFY2(again.has_value(), again ? "" : again.error().sentence().c_str());
            }
        }
        QCOMPARE(figures::presetFigures(*recording, 1, "nothing").error().code, Code::BadUsage);
    }

    void perplexityIsTheExponentOfTheMeanSoFar() {
        sample::Options options;
        options.lanes = 2;
        const auto recording = sample::recording(options);
        const FigureSpec figure = figures::perplexity(*recording);
        for (std::size_t lane = 0; lane < figure.panels[0].series.size(); ++lane) {
            double sum = 0;
            int count = 0;
            const Trace& trace = recording->trace(static_cast<std::int32_t>(lane));
            for (std::int64_t i = 0; i < trace.steps(); ++i) {
                if (std::isfinite(trace.step(i).nll)) {
                    sum += trace.step(i).nll;
                    ++count;
                }
            }
            QVERIFY(std::abs(figure.panels[0].series[lane].y.back() - std::exp(sum / count)) < 1e-9);
        }
    }

    void everyCurveOfLanesHasAnId() {
        sample::Options options;
        options.lanes = 2;
        const auto recording = sample::recording(options);
        for (int i = 0; i < 8; ++i) {
            const std::string id = figures::laneCurveId(static_cast<figures::LaneCurve>(i), 1);
            const auto figure = figures::byId(*recording, 0, id);
            QVERIFY2(figure.has_value(), id.c_str());
            QCOMPARE(figure->id, id);
            QVERIFY(figures::isShared(id));
        }
        QVERIFY(figures::byId(*recording, 0, "overlap-lane-1-step-3").has_value());
        QVERIFY(!figures::byId(*recording, 0, "overlap-lane-9").has_value());
        QVERIFY(!figures::byId(*recording, 0, "lanes-less").has_value());
    }

    void policiesOfAllLanesHaveTheirVersions() {
        sample::Options options;
        options.lanes = 2;
        const FigureSpec figure = figures::comparison(*sample::recording(options));
        for (const auto& [name, value] : figure.provenance) {
            if (name == "policy") {
                QCOMPARE(value, std::string("full 1.0.0; streaming 1.0.0"));
            }
        }
    }

    void aPartHasItsCellsAndPointsOnly() {
        FigureSpec figure = lineFigure(20);
        figure.panels[0].maps.push_back(square(20));
        figures::crop(figure, "step", 4, 9);
        const FigurePanel& panel = figure.panels[0];
        QCOMPARE(panel.series[0].x.size(), std::size_t{6});
        QCOMPARE(panel.maps[0].rows, 20);
        QVERIFY(panel.maps[0].columns >= 5 && panel.maps[0].columns <= 7);
        QCOMPARE(panel.maps[0].values.size(), static_cast<std::size_t>(20 * panel.maps[0].columns));
        QCOMPARE(panel.maps[0].values[0], 4.0F);
        QCOMPARE(panel.marks.size(), std::size_t{1});
        figures::crop(figure, "step", 8, 9);
        QVERIFY(figure.panels[0].marks.empty());
    }

    void coloursAreTheSameInEveryFormat() {
        FigureSpec figure = lineFigure(3);
        FigureSeries series = figure.panels[0].series[0];
        figure.panels[0].series.clear();
        for (int layer = 0; layer < 12; ++layer) {
            series.role = FigureRole::Layer;
            series.index = layer;
            figure.panels[0].series.push_back(series);
        }
        for (const FigureRole role : {FigureRole::Live, FigureRole::Allocated, FigureRole::Full, FigureRole::FullLane,
                                      FigureRole::Budget, FigureRole::Lane}) {
            series.role = role;
            figure.panels[0].series.push_back(series);
        }
        const std::string text = figures::toPgfplots(figure, 178);
        for (const FigureSeries& each : figure.panels[0].series) {
            const auto [red, green, blue] = figures::seriesColour(each, 12);
            const QByteArray rgb = QByteArray("{rgb,255:red,") + QByteArray::number(red) + ";green," +
                                   QByteArray::number(green) + ";blue," + QByteArray::number(blue) + "}";
            QVERIFY2(text.find(rgb.toStdString()) != std::string::npos, rgb.constData());
        }
        QVERIFY(figures::layerColour(7, 8) != figures::layerColour(7, 12));
    }

    void captionsNameNoFolderAndNoDefaults() {
        FigureSpec figure = lineFigure(3);
        figure.title = "A line of /home/me/secret/text.txt";
        figure.caption = "As '/home/me/a b.txt' has it.";
        figure.provenance = {{"model", "/home/me/models/tiny"}, {"command", "kvw run --text /home/me/secret/text.txt"}};
        for (const std::string& text : {figures::toLatexCaption(figure), figures::toPgfplots(figure, 85),
                                        figures::toJson(figure).dump(), figures::provenanceLine(figure)}) {
            QVERIFY2(text.find("/home") == std::string::npos && text.find("secret") == std::string::npos, text.c_str());
        }
        const auto recording = sample::recording();
        const std::string caption = figures::toLatexCaption(figures::nll(*recording, 0));
        QVERIFY2(caption.find("recent=10") != std::string::npos && caption.find("sinks=2") != std::string::npos,
                 caption.c_str());
        QVERIFY2(caption.find("scale=0.5") == std::string::npos, caption.c_str());
    }

    void aLegendInsideHidesTheFewestData() {
        const figures::AxisEnds unit{0, 1, false};
        const figures::LegendBox box{100, 50, 25, 10};
        FigurePanel panel;
        const auto spot = [&] { return figures::bestLegendSpot(panel, unit, unit, box); };
        QCOMPARE(spot(), figures::LegendSpot::TopRight);
        panel.series = {{"u", {0, 0.2, 0.5, 0.8, 1}, {1, 0.05, 0, 0.05, 1}}};
        QCOMPARE(spot(), figures::LegendSpot::Top);
        panel.series = {{"rising", {0, 1}, {0, 1}}};
        QCOMPARE(spot(), figures::LegendSpot::TopLeft);
        panel.series = {{"points", {0.1, 0.5, 0.9}, {0.9, 0.9, 0.9}, FigureStyle::Points}};
        QCOMPARE(spot(), figures::LegendSpot::BottomRight);
        panel.series.push_back({"bars", {0, 0.1, 0.9, 1}, {0.1, 0.1, 0.1, 0.1}, FigureStyle::Bars});
        QCOMPARE(spot(), std::nullopt);  // they are 0.6 wide, and meet
        // A triangle of cells, layers downwards: the lower left is free.
        panel.series.clear();
        panel.y.reversed = true;
        FigureMap map = square(6);
        map.xBegin = map.yBegin = 0;
        map.xEnd = map.yEnd = 1;
        for (std::size_t at = 0; at < map.cells.size(); ++at) {
            map.cells[at] = at % 6 < at / 6 ? FigureCell::Missing : FigureCell::Value;
        }
        panel.maps = {map};
        QCOMPARE(spot(), figures::LegendSpot::BottomLeft);
        panel.maps = {square(6)};
        panel.maps[0].xBegin = panel.maps[0].yBegin = 0;
        panel.maps[0].xEnd = panel.maps[0].yEnd = 1;
        QCOMPARE(spot(), std::nullopt);
    }

    void aFigureThatTheRunDoesNotHaveSaysWhy() {
        const auto recording = sample::recording({1, 2, 40, 1});
        const auto why = [&](const char* id) { return figures::byId(*recording, 0, id).error().sentence(); };
        const std::pair<const char*, const char*> reasons[] = {
            {"attention-layer-99", "the model has no such layer"},
            {"keepset-layer-0-head-99", "the model has no such head"},
            {"attention-margins-layer-0-step-40", "the run is not that long"},
            {"nll-steps-10-4000", "the run is not that long"},
            {"attention-layer-1-steps-30-10", "the range ends before it begins"}};
        for (const auto& [id, reason] : reasons) {
            QVERIFY2(why(id).starts_with(std::string("figures: ") + reason) && why(id).size() < 200, why(id).c_str());
        }
        QVERIFY(why("attention-layer-1-steps-30-10").find("steps-10-30") != std::string::npos);
        QVERIFY(why("nothing").starts_with("figures: there is no such figure"));
    }
};

QTEST_APPLESS_MAIN(FigurePresetsTest)
#include "figure_presets_test.moc"
