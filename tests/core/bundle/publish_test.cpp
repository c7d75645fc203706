// SPDX-License-Identifier: Apache-2.0
/// Figures for papers: presets, parts of a figure, pgfplots source.
#include <QtTest>
#include <cmath>

#include "core/bundle/figure_crop.h"
#include "core/bundle/figure_io.h"
#include "core/bundle/figure_parts.h"
#include "core/bundle/figure_pgfplots.h"
#include "core/bundle/figure_presets.h"
#include "core/bundle/figures.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;

namespace {

FigureSpec lineFigure(int points) {
    FigureSpec figure;
    figure.id = "line";
    figure.title = "A line & more";
    FigurePanel panel;
    panel.x.label = "step";
    panel.y = {"ΔNLL", "nats", false, {}, {}};
    FigureSeries series{"a_b", {}, {}};
    for (int i = 0; i < points; ++i) {
        series.x.push_back(i);
        series.y.push_back(i == points / 2 ? 100.0 : 0.0);
    }
    panel.series = {series, {"other", {0, 1}, {0, NAN}}};
    panel.marks.push_back({5, true, "prune", "prune", 7.0});
    figure.panels.push_back(panel);
    return figure;
}

FigureMap square(int side) {
    FigureMap map;
    map.label = "m";
    map.rows = map.columns = side;
    for (int i = 0; i < side * side; ++i) {
        map.values.push_back(static_cast<float>(i));
        map.cells.push_back(FigureCell::Value);
    }
    map.xBegin = map.yBegin = -0.5;
    map.xEnd = map.yEnd = side - 0.5;
    map.maximum = side * side;
    return map;
}

}  // namespace

class PublishTest : public QObject {
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

    void pgfplotsKeepsSpikesAndBalancesItsBraces() {
        FigureSpec figure = lineFigure(5000);
        figure.panels[0].maps.push_back(square(100));
        const std::string text = figures::toPgfplots(figure, 85);
        QVERIFY(text.find("(2500,100)") != std::string::npos);
        QVERIFY(text.size() < 200000);
        QVERIFY(text.find("$\\Delta$NLL (nats)") != std::string::npos);
        QVERIFY(text.find("a\\_b") != std::string::npos && text.find("Thinned") != std::string::npos);
        QCOMPARE(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
        QVERIFY(text.find("\\addlegendentry") != std::string::npos);
        figure.legend = FigureLegend::None;
        QVERIFY(figures::toPgfplots(figure).find("\\addlegendentry") == std::string::npos);
    }

    void panelsShareOneLegendInLatex() {
        FigureSpec figure = lineFigure(20);
        figure.panels.push_back(figure.panels[0]);
        const auto count = [](const std::string& text, const std::string& what) {
            std::size_t found = 0;
            for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
                ++found;
            }
            return found;
        };
        for (const FigureLegend place : {FigureLegend::Below, FigureLegend::Above, FigureLegend::Right}) {
            figure.legend = place;
            const std::string text = figures::toPgfplots(figure, 85);
            QCOMPARE(count(text, "\\nextgroupplot"), std::size_t{2});
            QCOMPARE(count(text, "\\addlegendentry"), figure.panels[0].series.size());
            // Under the last panel, else beside the first: never between two.
            QCOMPARE(text.find("\\addlegendentry") > text.rfind("\\nextgroupplot"), place == FigureLegend::Below);
        }
    }

    void countsHaveNoHalvesInLatex() {
        FigureSpec figure = lineFigure(3);
        QVERIFY(figures::toPgfplots(figure, 85).find(", xtick={0,1,2}") != std::string::npos);
        figure.panels[0].series[0].x[1] = 0.5;  // a share
        QVERIFY(figures::toPgfplots(figure, 85).find("xtick") == std::string::npos);
        QVERIFY(figures::toPgfplots(lineFigure(500), 85).find("xtick") == std::string::npos);
        figure.panels[0].maps.push_back(square(4));
        const std::string map = figures::toPgfplots(figure, 85);
        QVERIFY(map.find(", xtick={0,1,2,3}, ytick={0,1,2,3}") != std::string::npos);
    }

    void panelsWithNothingInThemAreLeftOut() {
        FigureSpec figure = lineFigure(20);
        figure.panels.emplace_back();
        figures::dropEmptyPanels(figure);
        QCOMPARE(figure.panels.size(), std::size_t{1});
        figure.panels[0].series.clear();
        figures::dropEmptyPanels(figure);
        QCOMPARE(figure.panels.size(), std::size_t{1});
    }

    void theLegendsPlaceIsKept() {
        FigureSpec figure = lineFigure(3);
        figure.legend = FigureLegend::Right;
        QCOMPARE(static_cast<int>(figures::fromJson(figures::toJson(figure), "figure")->legend),
                 static_cast<int>(FigureLegend::Right));
    }
};

QTEST_APPLESS_MAIN(PublishTest)
#include "publish_test.moc"
