// SPDX-License-Identifier: Apache-2.0
/// Figures of what a dock shows: the cache, attention, bars, lines, maps.
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/base/json/schema.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_budgets.h"
#include "core/figures/builders/figure_layers.h"
#include "core/figures/figure_io.h"
#include "core/figures/figure_lines.h"
#include "core/figures/figures.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;

namespace {

std::size_t place(const FigureMap& map, int row, int column) {
    return static_cast<std::size_t>(row * map.columns + column);
}

std::string stateAt(const FigureMap& map, int row, int column) {
    const std::size_t at = place(map, row, column);
    return map.cells[at] == FigureCell::Value ? map.categories[static_cast<std::size_t>(map.values[at])] : "";
}

int count(const std::string& text, const std::string& word) {
    int found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        ++found;
    }
    return found;
}

}  // namespace

class DockFiguresTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Recording> m_compare = sample::recording({2, 2, 40, 1});
    std::shared_ptr<Recording> m_long = sample::recording({2, 1, 600, 1});
    std::shared_ptr<Recording> m_single = sample::recording({1, 1, 40, 1});

    FigureSpec made(const std::shared_ptr<Recording>& recording, const std::string& id) {
        const auto figure = figures::byId(*recording, 1, id);
        return figure ? *figure : FigureSpec();
    }

 private Q_SLOTS:
    void theCacheIsColouredAsTheWindowColoursIt() {
        const Trace& trace = m_compare->trace(1);
        const std::vector<std::int32_t> dropped = trace.evictedAt(20, 1, -1);
        const FigureMap states = made(m_compare, "cache-map-step-20").panels[0].maps[0];
        const FigureMap ages = made(m_compare, "cache-map-age-step-20").panels[0].maps[0];
        const FigureMap read = made(m_compare, "cache-map-attention-step-20").panels[0].maps[0];
        QCOMPARE(ages.columns, 21);
        QVERIFY(read.scale == FigureScale::Logarithmic);
        QVERIFY(std::abs(read.minimum / read.maximum - figures::kAttentionDecades) < 1e-12);
        for (int token = 0; token <= 20; ++token) {
            const std::size_t at = place(ages, 1, token);
            const std::int32_t gone = dropped[static_cast<std::size_t>(token)];
            if (gone >= 0) {
                QCOMPARE(stateAt(states, 1, token), std::string(gone == 20 ? "evicted now" : "evicted"));
                QVERIFY(ages.cells[at] == FigureCell::Evicted && read.cells[at] == FigureCell::Evicted);
                QVERIFY(std::isnan(ages.values[at]));
            } else {
                QCOMPARE(stateAt(states, 1, token), std::string(token < 2 ? "sink" : "recent"));
                QCOMPARE(ages.values[at], static_cast<float>(token));
                QVERIFY(std::abs(read.values[at] - 1.0F / 13.0F) < 1e-6F);
            }
        }
        QVERIFY(std::find(states.categories.begin(), states.categories.end(), "pinned") == states.categories.end());
        // Nothing was compared: what is held has no value, and what is gone is gone.
        const FigureMap ranks = made(m_compare, "cache-map-score-step-20").panels[0].maps[0];
        QVERIFY(ranks.cells[place(ranks, 1, 0)] == FigureCell::Missing);
        QVERIFY(ranks.cells[place(ranks, 1, 5)] == FigureCell::Evicted);
        QVERIFY(std::find(ranks.cells.begin(), ranks.cells.end(), FigureCell::Value) == ranks.cells.end());
    }

    void slotsHoldTokensWhereTheyLie() {
        const FigureSpec figure = made(m_compare, "cache-map-age-by-slot-step-39");
        QCOMPARE(figure.panels.size(), std::size_t{1});  // ghosts have no slot
        QCOMPARE(figure.panels[0].x.label.english(), std::string("slot"));
        QVERIFY(figure.caption.find("first head") != std::string::npos);
        const FigureMap& map = figure.panels[0].maps[0];
        std::vector<float> held;
        for (int slot = 0; slot < map.columns; ++slot) {
            if (map.cells[place(map, 0, slot)] == FigureCell::Value) {
                held.push_back(map.values[place(map, 0, slot)]);
            }
        }
        std::sort(held.begin(), held.end());
        QCOMPARE(held.size(), std::size_t{12});
        QVERIFY(held.front() == 0 && held.back() == 39);
        const FigureMap states = made(m_compare, "cache-map-by-slot-step-39").panels[0].maps[0];
        QCOMPARE(states.categories.front(), std::string("free"));
    }

    void aPartIsPooledByItself() {
        const FigureMap whole = made(m_long, "cache-map-age-step-599").panels[0].maps[0];
        QCOMPARE(whole.columns, 200);
        QCOMPARE(whole.label, std::string("token held, mean of 3 tokens"));
        const FigureMap part = made(m_long, "cache-map-age-step-599-tokens-580-599").panels[0].maps[0];
        QCOMPARE(part.columns, 20);
        QCOMPARE(part.xBegin, 579.5);
        QCOMPARE(part.xEnd, 599.5);
        QCOMPARE(part.values[19], 599.0F);
        QVERIFY(part.minimum == whole.minimum && part.maximum == whole.maximum);
        QCOMPARE(part.label, std::string("token held"));

        const FigureSpec attention = made(m_long, "attention-layer-0-steps-500-530-tokens-490-530");
        const FigureMap& map = attention.panels[0].maps[0];
        QCOMPARE(map.rows, 31);
        QCOMPARE(map.columns, 41);
        QCOMPARE(map.yBegin, 499.5);
        QCOMPARE(map.xBegin, 489.5);
        QCOMPARE(map.label, std::string("attention"));
        QVERIFY(map.cells[place(map, 0, 10)] == FigureCell::Value &&
                map.cells[place(map, 0, 11)] == FigureCell::Future);
        QVERIFY(map.cells[place(map, 30, 0)] == FigureCell::Evicted);
        const FigureMap all = made(m_long, "attention-layer-0").panels[0].maps[0];
        QCOMPARE(all.label, std::string("attention, max of 3 × 3"));
        QCOMPARE(all.maximum, map.maximum);
        QCOMPARE(made(m_long, "attention-layer-0-mean").panels[0].maps[0].label,
                 std::string("attention, mean of 3 × 3"));

        const FigureMap gini = made(m_long, "gini-steps-100-149").panels[0].maps[0];
        QCOMPARE(gini.columns, 50);
        const FigureMap budgets = made(m_long, "budgets-steps-100-149").panels[0].maps[0];
        QCOMPARE(budgets.columns, 50);
        QCOMPARE(budgets.xBegin, 99.5);
    }

    void aPartHasTheScaleOfAllThatIsRecorded() {
        for (const std::string id : {"budgets", "budgets-share", "budgets-bytes", "gini", "entropy", "variance"}) {
            const FigureMap all = made(m_long, id).panels[0].maps[0];
            for (const char* part : {"-steps-0-3", "-steps-100-149", "-steps-590-599"}) {
                const FigureMap map = made(m_long, id + part).panels[0].maps[0];
                QVERIFY2(map.minimum == all.minimum && map.maximum == all.maximum, (id + part).c_str());
            }
        }
        // Not of means: the first step holds one token, though a cell stands for three of them.
        const FigureMap held = made(m_long, "budgets").panels[0].maps[0];
        QCOMPARE(held.minimum, 1.0);
        QVERIFY(static_cast<double>(held.values[0]) > held.minimum);
    }

    void attentionIsPooledAndScaledAsItSays() {
        const FigureMap linear = made(m_compare, "attention-layer-0-linear").panels[0].maps[0];
        QVERIFY(linear.scale == FigureScale::Linear && linear.minimum == 0);
        QCOMPARE(linear.maximum, 1.0);  // the first token reads itself
        const FigureSpec lanes = made(m_compare, "attention-lanes-layer-0-linear");
        QVERIFY(lanes.panels[0].maps[0].scale == FigureScale::Linear && lanes.panels[1].maps[0].minimum == 0);
        // Cells of which some are evicted have the mean of the others.
        const FigureMap mean = made(m_long, "attention-layer-0-mean").panels[0].maps[0];
        const FigureMap most = made(m_long, "attention-layer-0").panels[0].maps[0];
        for (std::size_t at = 0; at < mean.values.size(); ++at) {
            QVERIFY(mean.cells[at] == most.cells[at]);
            QVERIFY(mean.cells[at] != FigureCell::Value || mean.values[at] <= most.values[at] + 1e-7F);
        }
    }

    void barsAreOfTheirStep() {
        const FigurePanel early = made(m_compare, "budgets-step-3").panels[1];
        QCOMPARE(early.x.label.english(), std::string("layer, at step 3"));
        QCOMPARE(early.series[0].y, (std::vector<double>{4, 4}));
        const FigureSpec heads = made(m_compare, "budgets-share-heads-layer-1-step-19");
        QCOMPARE(heads.panels[1].x.label.english(), std::string("KV head of layer 1, at step 19"));
        QCOMPARE(heads.panels[1].series[0].y, (std::vector<double>{60, 60}));
        QVERIFY(heads.caption.find("heads of layer 1") != std::string::npos);
        // One set for all heads has one bar.
        const FigurePanel one = made(m_long, "budgets-heads-layer-0-step-3").panels[1];
        QCOMPARE(one.x.label.english(), std::string("all heads of layer 0, at step 3"));
        QCOMPARE(one.series[0].y, (std::vector<double>{4}));
        // The budget of the settings, with the changes until then; a tenfold budget does not flatten the shares.
        const auto asked = [&](const std::string& id) {
            const FigurePanel bars = made(m_compare, id).panels[1];
            const auto found = std::find_if(bars.series.begin(), bars.series.end(), [](const FigureSeries& each) {
                return each.label == "asked for, on average";
            });
            return found == bars.series.end() ? -1.0 : found->y.front();
        };
        QCOMPARE(asked("budgets-step-12"), 12.0);
        QCOMPARE(asked("budgets-step-30"), 14.0);
        QCOMPARE(made(m_compare, "budgets-share-step-1").panels[1].y.maximum.value_or(0), 106.0);
        QVERIFY(!made(m_compare, "budgets-share-step-39").panels[1].y.maximum);
    }

    void capacityStandsOverTheBars() {
        const auto capacities = [&](const std::string& id) {
            const FigurePanel bars = made(m_compare, id).panels[1];
            const auto found = std::find_if(bars.series.begin(), bars.series.end(),
                                            [](const FigureSeries& each) { return each.label == "capacity"; });
            return found == bars.series.end() ? std::vector<double>() : found->y;
        };
        const auto room = static_cast<double>(m_compare->trace(1).layer(30, 1).capacity);
        QCOMPARE(capacities("budgets-step-30"), (std::vector<double>{room, room}));
        QCOMPARE(capacities("budgets-share-step-30"), (std::vector<double>(2, 100.0 / 31 * room)));
        QCOMPARE(capacities("budgets-heads-layer-1-step-30"), (std::vector<double>{room, room}));
        // All slots of a layer together are what is recorded as allocated.
        const auto bytes = capacities("budgets-bytes-step-30");
        const double allocated = static_cast<double>(m_compare->trace(1).step(30).bytesAllocated) / (1024 * 1024);
        QVERIFY(std::abs(bytes[0] + bytes[1] - allocated) < 1e-12);
        // In the middle of the prompt's pass it is not known.
        QVERIFY(capacities("budgets-step-3").empty());
        QVERIFY(figures::toPgfplots(made(m_compare, "budgets-step-30"), 85).find("mark=-]") != std::string::npos);
    }

    void headsThatWereMeasuredForAWhileAreKnown() {
        Trace trace(TraceShape{1, 2, 2, 8, 1}, Trace::Options{});
        for (std::int32_t step = 0; step < 2000; ++step) {
            StepRecord record;
            record.step = step;
            std::vector<LayerRecord> layers(3);
            layers[2].gini = step < 500 ? 0.5F : kMissingF;  // then capture was switched off
            QVERIFY(trace.addStep(record, "t", layers).has_value());
        }
        trace.publish();
        QCOMPARE(figures::measuredPart(trace, 1), 1);
        QCOMPARE(figures::measuredPart(trace, 0), -1);
        QCOMPARE(figures::measuredPart(trace, 2), -1);
    }

    void barsOfAllLanesStandBesideOneAnother() {
        const auto three = sample::recording({3, 2, 40, 1});
        const FigureSpec figure = figures::byId(*three, 1, "budgets-all-lanes-step-30").value();
        const FigurePanel& bars = figure.panels[1];
        std::vector<std::string> labels;
        std::vector<double> shifts, of;
        for (const FigureSeries& series : bars.series) {
            labels.push_back(series.label);
            if (series.style == FigureStyle::Bars) {
                shifts.push_back(figures::barPlace(bars, series).shift);
                of.push_back(series.y[1]);
            } else {
                QCOMPARE(figures::barPlace(bars, series).shift, shifts.back());  // over its bars
            }
        }
        QCOMPARE(shifts.size(), std::size_t{3});
        QVERIFY(shifts[0] < shifts[1] && shifts[1] < shifts[2]);
        QCOMPARE(shifts[1], 0.0);
        QVERIFY(bars.series[0].role == FigureRole::FullLane);
        for (std::int32_t lane = 0; lane < 3; ++lane) {
            QCOMPARE(of[static_cast<std::size_t>(lane)], static_cast<double>(three->trace(lane).layer(30, 1).held));
            const auto& info = three->description().lanes[static_cast<std::size_t>(lane)];
            const auto named = [&](const std::string& label) { return label.find(info.policyText) != label.npos; };
            QVERIFY(std::any_of(labels.begin(), labels.end(), named));
        }
        // The legend has one entry for what marks the budgets, the values tell whose they are.
        std::vector<std::string> entries;
        for (const FigureSeries& series : bars.series) {
            if (const std::string name = figures::legendName(bars, series); !name.empty()) {
                entries.push_back(name);
            }
        }
        QCOMPARE(std::count(entries.begin(), entries.end(), "budget"), std::ptrdiff_t{1});
        QCOMPARE(std::count(entries.begin(), entries.end(), "capacity"), std::ptrdiff_t{1});
        QCOMPARE(entries.size(), std::size_t{5});
        QVERIFY(figures::toCsv(figure).find("budget, ") != std::string::npos);
        const std::string tex = figures::toPgfplots(figure, 178);
        QCOMPARE(count(tex, "\\addlegendentry{budget}"), 1);
        QCOMPARE(count(tex, "bar width=0.227"), 3);
        // The map stays that of the lane, and the page says so.
        const std::string mapped = three->description().lanes[1].policyText;
        QVERIFY2(figure.caption.find("over the run of " + mapped) != std::string::npos, figure.caption.c_str());
        QVERIFY(!figures::byId(*m_single, 0, "budgets-all-lanes"));
    }

    void regretIsAgainstWhatIsCompared() {
        const FigureMap any = made(m_compare, "hindsight").panels[0].maps[0];
        const FigureMap alike = made(m_compare, "hindsight-protected").panels[0].maps[0];
        QCOMPARE(any.label, std::string("regret"));
        QCOMPARE(alike.label, std::string("regret, protected alike"));
        QCOMPARE(any.columns, alike.columns);
        // All that it holds is protected.
        QVERIFY(std::all_of(alike.values.begin(), alike.values.end(), [](float value) { return !(value > 1e-6F); }));
        const FigureSpec part = made(m_compare, "hindsight-steps-20-29");
        QCOMPARE(part.panels[0].maps[0].columns, 10);
        QCOMPARE(part.panels[0].maps[0].maximum, any.maximum);
        for (const double step : part.panels[1].series[0].x) {
            QVERIFY(step >= 20 && step <= 29);
        }
    }

    void mapsHaveTheFirstLayerOnTop() {
        for (const char* id : {"budgets", "hindsight", "gini", "cascade", "cache-map"}) {
            QVERIFY2(made(m_compare, id).panels[0].y.reversed, id);
        }
    }

    void lanesSideBySideAreThoseThatWereShown() {
        const auto five = sample::recording({5, 2, 40, 1});
        const auto made = [&](const std::string& id) { return figures::byId(*five, 0, id).value(); };
        const FigureSpec some = made("attention-lanes-layer-1-head-2-linear-steps-5-30-lanes-0-2-3");
        QCOMPARE(some.id, std::string("attention-lanes-layer-1-head-2-linear-steps-5-30-lanes-0-2-3"));
        QCOMPARE(some.panels.size(), std::size_t{3});
        QVERIFY(figures::isShared(some.id));
        const FigureSpec all = made("attention-lanes-layer-1-lanes-0-1-2-3-4");
        QCOMPARE(all.id, std::string("attention-lanes-layer-1"));
        QCOMPARE(all.panels.size(), std::size_t{5});
        for (const std::vector<std::int32_t>& lanes : {std::vector<std::int32_t>{0, 2, 3}, {4}, {0, 1, 2, 3, 4}}) {
            figures::AttentionFigure what{.layer = 1};
            what.lanes = lanes;
            const FigureSpec figure = figures::attentionLanes(*five, what);
            QCOMPARE(figure.panels.size(), lanes.size());
            QCOMPARE(figures::toCsv(made(figure.id)), figures::toCsv(figure));
        }
        QVERIFY(!figures::byId(*five, 0, "attention-lanes-layer-1-lanes-0-5"));
    }

    void marginsAreWhatStandsBesideTheMap() {
        const FigureSpec figure = made(m_compare, "attention-layer-0-steps-20-29-tokens-0-9-margins-step-25");
        QCOMPARE(figure.panels.size(), std::size_t{5});
        const FigureSeries &received = figure.panels[1].series[0], &given = figure.panels[2].series[0];
        QCOMPARE(received.x.size(), std::size_t{10});
        QCOMPARE(given.x.front(), 20.0);
        QCOMPARE(given.x.back(), 29.0);
        // Twelve are held, and read alike.
        const Trace& trace = m_compare->trace(1);
        const std::vector<std::int32_t> dropped = trace.evictedAt(20, 0, -1);
        for (std::size_t token = 0; token < 10; ++token) {
            const bool seen = dropped[token] < 0 || dropped[token] >= 20;
            QVERIFY(seen ? received.y[token] > 0.05 : std::isnan(received.y[token]));
        }
        QVERIFY(std::all_of(given.y.begin(), given.y.end(), [](double y) { return y > 0.05 && y < 0.1; }));
        // All tokens together get all there is.
        const FigureSpec chosen = made(m_compare, "attention-layer-0-margins-step-25-of-0-39");
        for (const double y : chosen.panels[2].series[0].y) {
            QVERIFY(std::abs(y - 1) < 1e-5);
        }
        QVERIFY(chosen.caption.find("tokens 0 to 39") != std::string::npos);
        const FigureSpec alone = made(m_compare, "attention-margins-layer-0-step-25-tokens-0-39");
        QVERIFY(chosen.panels[4].series[0].y == alone.panels[1].series[0].y);
    }

    void agesOfAllDecodedRowsAreTheUsualOnes() {
        const std::string behind = std::to_string(m_compare->description().promptTokens);
        const FigureSpec all = made(m_compare, "ages"), named = made(m_compare, "ages-steps-" + behind + "-39");
        QCOMPARE(named.id, std::string("ages"));
        QCOMPARE(figures::toCsv(named), figures::toCsv(all));
        QCOMPARE(made(m_compare, "ages-steps-12-39").id, std::string("ages-steps-12-39"));
    }

    void agesOfARunThatDecodedNothingAreThoseOfItsPrompt() {
        const auto run = sample::recording({.lanes = 1, .units = 1, .steps = 24});
        RunDescription description = run->description();
        description.promptTokens = 24;
        Recording prompt(description);
        prompt.setTrace(0, run->trace(0).fork());
        const auto all = figures::byId(prompt, 0, "ages");
        QVERIFY(all.has_value());
        QCOMPARE(all->id, std::string("ages"));
        QVERIFY(!all->panels[0].empty());
        // From the first that sees twenty tokens on.
        QVERIFY2(all->caption.find(" 5 rows") != std::string::npos, all->caption.c_str());
    }

    void overlapStandsBelowTheCurves() {
        const FigureSpec both = made(m_compare, "lanes-kl-overlap-lane-1-step-12");
        const FigureSpec below = made(m_compare, "overlap-lane-1-step-12");
        QCOMPARE(both.panels.size(), std::size_t{2});
        QCOMPARE(both.panels[1].series[0].y, below.panels[0].series[0].y);
        QVERIFY(both.caption.ends_with(below.caption));
        QVERIFY(figures::isShared(both.id));
    }

    void cellsWithoutAValueAreNamedInLatex() {
        const std::string lanes = figures::toPgfplots(made(m_compare, "attention-lanes-layer-0"), 178);
        const std::string evicted = "{rgb,255:red,216;green,216;blue,216}";
        QVERIFY(count(lanes, "\\fill[color=" + evicted) > 20);
        QCOMPARE(count(lanes, "draw=none, fill=" + evicted + "}\n\\addlegendentry{evicted}"), 1);
        QCOMPARE(count(lanes, "\\addlegendentry"), 1);
        QCOMPARE(count(lanes, "\\addplot["), count(lanes, "\\addplot[forget plot"));  // they take no entry
        FigureSpec without = made(m_compare, "attention-layer-0");
        without.legend = FigureLegend::None;
        QCOMPARE(count(figures::toPgfplots(without, 85), "\\addlegend"), 0);
        // A row of equal neighbours becomes one rectangle; where a value falls into a cell of the picture, it is shown.
        FigureSpec map;
        FigurePanel& panel = map.panels.emplace_back();
        FigureMap& cells = panel.maps.emplace_back();
        cells.rows = 1;
        cells.columns = 96;  // two of them are one in TeX
        cells.values.assign(96, std::nanf(""));
        cells.cells.assign(96, FigureCell::Evicted);
        cells.cells[0] = FigureCell::Missing;
        cells.cells[1] = FigureCell::Future;
        cells.cells[95] = FigureCell::Value;
        cells.values[95] = 1;
        const std::string one = figures::toPgfplots(map, 85);
        QCOMPARE(count(one, "\\fill[color="), 2);
        QCOMPARE(count(one, "\\addlegendentry"), 2);
    }

    void panelsOfOneScaleShareAColourBarInLatex() {
        const std::string lanes = figures::toPgfplots(made(m_compare, "attention-lanes-layer-0"), 178);
        QCOMPARE(count(lanes, "\\nextgroupplot"), 2);
        QCOMPARE(count(lanes, "colorbar,"), 1);
        QVERIFY(lanes.find("colorbar,") > lanes.rfind("\\nextgroupplot"));
        QCOMPARE(count(lanes, "ylabel={step (tokens)}"), 1);
        // Stacked, each has its own.
        QCOMPARE(count(figures::toPgfplots(made(m_compare, "attention-lanes-layer-0"), 85), "colorbar,"), 2);
        const std::string states = figures::toPgfplots(made(m_compare, "cache-map-step-20"), 178);
        QVERIFY(states.find("colormap={states}{ rgb255=(216,216,216)") != std::string::npos);
        QVERIFY(states.find("point meta min=-0.5") != std::string::npos);
        // The map of what became of the evicted has cells without a value, the states have none.
        QVERIFY(states.find("\\fill[color={rgb") > states.rfind("\\nextgroupplot"));
        QVERIFY(states.find("\\addlegendimage") > states.rfind("\\nextgroupplot"));
        // Bars stand on zero.
        const std::string budgets = figures::toPgfplots(made(m_compare, "budgets"), 85);
        QCOMPARE(count(budgets, "ymin=0"), 1);
        QVERIFY(budgets.find("ymin=0") > budgets.rfind("\\nextgroupplot"));
    }
};

QTEST_GUILESS_MAIN(DockFiguresTest)
#include "dock_figures_test.moc"
