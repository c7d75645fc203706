// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figures.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

#include "core/analysis/attention/attention_reach.h"
#include "core/analysis/attention/attention_row.h"
#include "core/base/json/schema.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_hindsight.h"
#include "core/figures/builders/figure_layers.h"
#include "core/figures/figure_io.h"
#include "core/figures/latex_text.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "core/figures/tables.h"
#include "core/policy/host/bibtex.h"
#include "core/trace/parameter_changes.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/trace/support.h"

using namespace kvw;

namespace {

FigureCell cell(const FigureMap& map, int row, int column) {
    return map.cells[static_cast<std::size_t>(row * map.columns + column)];
}

}  // namespace

class FiguresTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Recording> m_single = sample::recording();
    std::shared_ptr<Recording> m_compare = sample::recording({2, 2, 40, 1});

 private Q_SLOTS:
    void standardFiguresHaveFiniteData() {
        const auto list = figures::standard(*m_single, 0);
        QCOMPARE(list.size(), std::size_t{6});
        for (const FigureSpec& figure : list) {
            std::int64_t finite = 0;
            for (const FigurePanel& panel : figure.panels) {
                for (const FigureSeries& series : panel.series) {
                    QCOMPARE(series.x.size(), series.y.size());
                    finite +=
                        std::count_if(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); });
                }
                for (const FigureMap& map : panel.maps) {
                    QCOMPARE(map.values.size(), map.cells.size());
                    QVERIFY(std::isfinite(map.minimum) && map.maximum > map.minimum);
                    finite += std::count(map.cells.begin(), map.cells.end(), FigureCell::Value);
                }
            }
            QVERIFY2(finite > 10, figure.id.c_str());
        }
    }

    void differenceNeedsAFullLane() {
        QCOMPARE(figures::nll(*m_single, 0).panels.size(), std::size_t{1});
        const FigureSpec figure = figures::nll(*m_compare, 1);
        QCOMPARE(figure.panels.size(), std::size_t{2});
        QVERIFY(std::abs(figure.panels[1].series[0].y[20] - 0.1) < 1e-12);
    }

    void pruneEventsAreMarks() {
        const auto marks = figures::nll(*m_single, 0).panels[0].marks;
        const auto band =
            std::find_if(marks.begin(), marks.end(), [](const FigureMark& m) { return m.kind == "prune"; });
        QVERIFY(band != marks.end());
        QCOMPARE(band->label, std::string("28 prunes"));
        QCOMPARE(band->to.value_or(0) - band->at, 27.0);
    }

    void changedParametersAreToldEverywhere() {
        const auto marks = figures::nll(*m_single, 0).panels[0].marks;
        const auto mark =
            std::find_if(marks.begin(), marks.end(), [](const FigureMark& m) { return m.kind == "parameter"; });
        QVERIFY(mark != marks.end());
        QCOMPARE(mark->label, std::string("recent = 12"));
        QCOMPARE(mark->at, 15.0);
        const std::string told = "recent=10, recent = 12 from step 15";
        QVERIFY(figures::toLatexCaption(figures::nll(*m_single, 0)).find(told) != std::string::npos);
        QVERIFY(tables::summary(*m_single, 0).caption.find(told) != std::string::npos);
        QVERIFY(tables::pruneEvents(*m_single, 0).caption.find(told) != std::string::npos);
        QVERIFY(tables::pruneEvents(*m_single, 0).caption.find("scales") == std::string::npos);
        QVERIFY(tables::pruneEvents(*m_single, 0, {}, 3.5).caption.find("3.5 scales") != std::string::npos);
        // A table has all of them.
        QVERIFY(tables::cellText(tables::comparison(*m_compare).rows[1][2]).find("scale=0.5, recent = 12 from") !=
                std::string::npos);
        for (const auto& [name, value] : figures::comparison(*m_compare).provenance) {
            QVERIFY(name != "parameters" || value.find("recent = 12 from step 15") != std::string::npos);
        }
    }

    void manyChangesAreCounted() {
        Trace trace(TraceShape{1, 1, 1, 2, 1}, Trace::Options{});
        const std::vector<LayerRecord> layers(2);
        for (std::int32_t step = 0; step < 12; ++step) {
            StepRecord record;
            record.step = step;
            QVERIFY(trace.addStep(record, "t", layers));
            trace.addEvent({step, "parameter", "recent = 1"});
            trace.addEvent({step, "parameter", "recent = " + std::to_string(step)});
            trace.addEvent({step, "pause", "recent = 7"});
        }
        trace.addEvent({12, "parameter", "recent = 99"});
        trace.publish();
        const auto changes = bundle::parameterChanges(trace);
        QCOMPARE(changes.size(), std::size_t{12});
        QCOMPARE(changes[3].text(), std::string("recent = 3"));
        const std::string text = bundle::changesText(changes);
        QVERIFY2(text.ends_with("recent = 7 from step 7 and 4 more changes"), text.c_str());
        QCOMPARE(bundle::changesJson(changes)[5].dump(),
                 std::string("{\"step\":5,\"parameter\":\"recent\",\"value\":\"5\"}"));
    }

    void evictedIsNotZeroInTheAttentionMap() {
        const FigureSpec figure = figures::attention(*m_single, 0, {1, 2});
        const FigureMap& map = figure.panels[0].maps[0];
        QVERIFY(cell(map, 30, 2) == FigureCell::Evicted);
        QVERIFY(std::isnan(map.values[static_cast<std::size_t>(30 * map.columns + 2)]));
        QVERIFY(cell(map, 30, 0) == FigureCell::Value);
        QVERIFY(cell(map, 30, 31) == FigureCell::Future);
        QVERIFY(figure.panels[0].y.reversed);
        for (const FigureMark& mark : figure.panels[0].marks) {
            QVERIFY(mark.kind != "prune" && !mark.vertical);
        }
    }

    void keepsetTellsSinksAndRecent() {
        const FigureSpec figure = figures::keepset(*m_single, 0, 0, 1);
        const FigureMap& map = figure.panels[0].maps[0];
        const auto value = [&](int token) { return map.values[static_cast<std::size_t>(token * map.columns + 39)]; };
        QCOMPARE(value(0), 2.0F);
        QCOMPARE(value(5), 0.0F);
        QCOMPARE(value(38), 3.0F);
    }

    void keepsetTellsWhatHandsPinned() {
        const auto recording = sample::recording();
        QVERIFY(figures::keepset(*recording, 0, 0, 1).panels[0].maps[0].categories ==
                (std::vector<std::string>{"evicted", "held", "sink", "recent"}));
        recording->writer(0).addEvent({20, "hand", "pin=35"});
        recording->writer(0).publish();
        const FigureSpec figure = figures::keepset(*recording, 0, 0, 1);
        const FigureMap& map = figure.panels[0].maps[0];
        QCOMPARE(map.categories, (std::vector<std::string>{"evicted", "held", "pinned", "sink", "recent"}));
        QCOMPARE(map.maximum, 4.0);
        const auto value = [&](int token) { return map.values[static_cast<std::size_t>(token * map.columns + 39)]; };
        QCOMPARE(value(0), 3.0F);
        QCOMPARE(value(35), 2.0F);
        QCOMPARE(value(38), 4.0F);
        // Captions and metadata say it, too.
        const std::string told = "recent = 12 from step 15, pin=35 at step 20";
        QVERIFY(figures::toLatexCaption(figures::nll(*recording, 0)).find(told) != std::string::npos);
    }

    void pgfplotsHasTheWordsOfMarksAboveTheData() {
        FigureSpec figure = figures::nll(*m_single, 0);
        figure.panels.resize(1);
        figure.panels[0].marks = {{10, true, "prompt", "end of the prompt", {}},
                                  {20, true, "parameter", "recent = 64", {}},
                                  {21, true, "parameter", "evict=800-805", {}},
                                  {15, true, "prune", "12 prunes", 39.0}};
        const std::string source = figures::toPgfplots(figure, 85);
        for (const char* words :
             {"{end of the prompt}", "{recent = 64}", "{evict=800-805}", "{12 prunes}", ", ymax="}) {
            QVERIFY2(source.find(words) != std::string::npos, source.c_str());
        }
        // Neighbours have rows of their own.
        const auto rowOf = [&source](const char* words) {
            const std::size_t at = source.rfind("rel axis cs:0,", source.find(words));
            return source.substr(at, source.find(')', at) - at);
        };
        QVERIFY(rowOf("{recent = 64}") != rowOf("{evict=800-805}"));
        figure.panels[0].marks.clear();
        figure.panels[0].y.minimum.reset();  // pgfplots chooses both ends
        QVERIFY(figures::toPgfplots(figure, 85).find("ymax=") == std::string::npos);
    }

    void aShortLogarithmicAxisHasPlainNumbers() {
        FigureSpec figure = figures::nll(*m_single, 0);
        figure.panels.resize(1);
        figure.panels[0].y.minimum.reset();  // pgfplots chooses the ends
        figure.panels[0].series = {{"a", {40, 100, 160}, {1, 2, 3}, FigureStyle::Points}};
        figure.panels[0].x.logarithmic = true;
        const std::string source = figures::toPgfplots(figure, 178);
        QVERIFY2(source.find("xmode=log, xtick={50,100,150}, xticklabels={50,100,150}") != std::string::npos,
                 source.c_str());
        figure.panels[0].series[0].x = {1, 100, 10000};
        QVERIFY(figures::toPgfplots(figure, 178).find("xtick=") == std::string::npos);
    }

    void aLegendWithoutRoomInsideStandsBelow() {
        FigureSpec figure = figures::nll(*m_single, 0);
        figure.legend = FigureLegend::Inside;
        figure.panels[0].y.minimum.reset();  // the lines fill the panel
        figure.panels[0].series = {{"a", {1, 2}, {1, 2}}, {"b", {1, 2}, {2, 1}}};
        // The lines cross: their ends are in the corners.
        const char* inside = "anchor=north, draw=none, cells={anchor=west}, fill opacity";
        QVERIFY(figures::toPgfplots(figure, 85).find(inside) != std::string::npos);
        for (int lane = 0; lane < 6; ++lane) {
            figure.panels[0].series.push_back({"snapkv+uniform:capacity=" + std::to_string(lane), {1, 2}, {2, 1}});
        }
        const std::string source = figures::toPgfplots(figure, 85);
        QVERIFY2(source.find("fill opacity=0.8, text opacity=1}, ") == std::string::npos &&
                     source.find("% The legend has no room inside") != std::string::npos,
                 source.c_str());
    }

    /// In one line each in usual type, else as they are broken.
    void titlesAreAsWideAsTheyAreSet() {
        tables::Table table;
        table.columns = {{"probe", "probe"},           {"stated", "stated", "token"}, {"asked", "asked", "token"},
                         {"held", "held", "%"},        {"nll", "NLL", "nats"},        {"nll_full", "NLL, full", "nats"},
                         {"delta_nll", "ΔNLL", "nats"}};
        table.rows = {{"Gazo: Zir", 10, 20, 100, 1.5, 1.25, 0.25}};
        const std::string latex = tables::toLatex(table, "tab:x");
        QVERIFY2(latex.find("\\footnotesize") != std::string::npos &&
                     latex.find("\\shortstack[r]{stated\\\\(token)}") != std::string::npos &&
                     latex.find("resizebox") == std::string::npos,
                 latex.c_str());
        const std::string events = tables::toLatex(tables::pruneEvents(*m_single, 0), "tab:x");
        QVERIFY2(events.find("resizebox") != std::string::npos, events.c_str());
    }

    void longRunsArePooled() {
        const auto recording = sample::recording({1, 2, 600, 1});
        const FigureMap map = figures::keepset(*recording, 0, 0, -1).panels[0].maps[0];
        QVERIFY(map.columns <= figures::kMapSide && map.rows == map.columns);
        QCOMPARE(map.xEnd, 599.5);
    }

    void jsonIsCompleteAndValid() {
        for (const FigureSpec& figure : figures::standard(*m_compare, 1)) {
            const auto json = figures::toJson(figure);
            const auto valid = schema::check("figure", json, figure.id);
            QVERIFY2(valid.has_value(), valid ? "" : valid.error().sentence().c_str());
            const auto again = figures::fromJson(json, figure.id);
            QVERIFY(again.has_value());
            QVERIFY(figures::toJson(*again) == json);
            QCOMPARE(figures::toCsv(*again), figures::toCsv(figure));
        }
    }

    void idsLeadBack() {
        for (const char* id : {"nll", "budgets", "inequality", "memory", "keepset-layer-1-head-1",
                               "attention-layer-0-head-3", "hindsight", "ages", "preference", "cascade", "probes",
                               "lorenz-layer-1-head-2-step-7", "lorenz-layer-0-step-39", "attention-lanes-layer-1",
                               "attention-margins-layer-1-step-39", "attention-margins-layer-0-step-7-tokens-2-5"}) {
            QCOMPARE(figures::byId(*m_single, 0, id)->id, std::string(id));
        }
        for (const char* id :
             {"", "nl", "keepset-layer-9", "keepset-layer-0-head-2", "attention-layer-x", "attention-layer-0-head-",
              "lorenz-layer-2", "lorenz-layer-0-head-4", "lorenz-layer-0-step-40", "lorenz-layer-0-step-x",
              "attention-lanes-layer-2", "attention-lanes-layer-0-head-4", "attention-margins-layer-2",
              "attention-margins-layer-0-step-40", "attention-margins-layer-0-step-7-tokens-5-2",
              "attention-margins-layer-0-tokens-40-40", "attention-margins-layer-0-tokens-3",
              "attention-margins-layer-x"}) {
            QVERIFY(!figures::byId(*m_single, 0, id));
        }
    }

    void inequalityIsOfAllHeadsOrOfOne() {
        for (const std::string id : {"inequality", "gini", "entropy", "variance"}) {
            const auto all = figures::byId(*m_single, 0, id), one = figures::byId(*m_single, 0, id + "-head-1");
            QVERIFY(all && one);
            QCOMPARE(one->id, id + "-head-1");
            QVERIFY(one->caption.find("KV head 1") != std::string::npos);
            QVERIFY(all->caption.find("KV head") == std::string::npos);
            QVERIFY(!one->panels[0].empty());
            for (const char* wrong : {"-head-2", "-head-x", "-head-"}) {
                QVERIFY(!figures::byId(*m_single, 0, id + wrong));
            }
        }
    }

    void reachIsWhatTheCommandPrints() {
        const auto lane = attentionReach(*m_compare, 1);
        QVERIFY(lane.has_value());
        std::size_t place = 0;
        for (const std::string id :
             {"effective-tokens", "mean-distance", "span", "normalised-entropy", "evicted-mass"}) {
            const auto figure = figures::byId(*m_compare, 1, id);
            QVERIFY2(figure.has_value(), id.c_str());
            const auto number = kReachNumbers[place++];
            const FigureSeries& means = figure->panels[1].series[0];
            QCOMPARE(means.y.size(), lane->layers.size());
            for (std::size_t layer = 0; layer < means.y.size(); ++layer) {
                QVERIFY2(std::abs(means.y[layer] - lane->layers[layer].*number) < 1e-5, id.c_str());
            }
            QVERIFY(!figures::byId(*m_compare, 1, id + "-exact"));
        }
        for (const auto& [id, panels] : {std::pair{"reach", std::size_t{3}}, {"reach-shares", std::size_t{2}}}) {
            const auto all = figures::byId(*m_compare, 1, id);
            const auto one = figures::byId(*m_compare, 1, std::string(id) + "-head-1");
            QVERIFY(all && one);
            QCOMPARE(all->panels.size(), panels);
            QVERIFY(!all->panels.back().empty());
            QVERIFY(one->caption.find("KV head 1") != std::string::npos);
            // The figure has decoded tokens alone: the prompt has no values.
            QVERIFY(std::isnan(all->panels[0].series[0].y[5]) && std::isfinite(all->panels[0].series[0].y[30]));
            QVERIFY(!figures::byId(*m_compare, 1, std::string(id) + "-head-2"));
            const auto refused = figures::byId(*m_compare, 1, std::string(id) + "-exact");
            QVERIFY(!refused && refused.error().expected.english().find("reach") != std::string::npos);
        }
    }

    void answersAreDrawnWhereTheyAreGiven() {
        const FigureSpec figure = figures::probes(*m_compare, 1);
        const ProbeResult result = probeResults(*m_compare, 1).front();
        QCOMPARE(figure.panels.size(), std::size_t{2});
        const FigureSeries& cost = figure.panels[0].series.back();
        QCOMPARE(cost.x, std::vector<double>{24});
        QCOMPARE(cost.y, std::vector<double>{result.nll});
        QCOMPARE(figure.panels[0].x.minimum, std::optional<double>(0));
        QCOMPARE(figure.panels[0].x.maximum, std::optional<double>(m_compare->trace(1).steps()));
        QCOMPARE(figure.panels[1].series.front().y, std::vector<double>{100 * result.factHeld});
        QVERIFY(schema::check("figure", figures::toJson(figure), figure.id).has_value());
        QCOMPARE(figures::byId(*m_compare, 1, "probes-steps-0-20")->panels[0].series.back().x.size(), std::size_t{0});
        // The full cache has one answer, its own.
        QCOMPARE(figures::probes(*m_compare, 0).panels[0].series.size(), std::size_t{1});
        const tables::Table table = tables::probes(*m_compare, 1, std::string(64, 'a'));
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.rows[0].size(), table.columns.size());
        QVERIFY(tables::toCsv(table).find("colour: blue,2,20,") != std::string::npos);
        QVERIFY(tables::toLatex(table, "tab:probes").find("bundle aaaaaaaaaaaa") != std::string::npos);
    }

    void furtherFiguresReadTheRows() {
        const auto list = figures::exportOnly(*m_compare, 1);
        QVERIFY(list.size() <= std::size_t{figures::kExportOnlyFigures});
        std::vector<std::string> ids;
        for (const FigureSpec& figure : list) {
            ids.push_back(figure.id);
            QVERIFY2(schema::check("figure", figures::toJson(figure), figure.id).has_value(), figure.id.c_str());
        }
        QVERIFY(std::find(ids.begin(), ids.end(), "lorenz-layer-0-step-39") != ids.end());
        QVERIFY(std::find(ids.begin(), ids.end(), "ages") != ids.end());
        QVERIFY(std::find(ids.begin(), ids.end(), "hindsight") != ids.end());
        // Even rows: the curve is the diagonal.
        const FigureSeries curve = figures::lorenz(*m_compare, 1, 0, -1, 39).panels[0].series[0];
        QCOMPARE(curve.x.size(), std::size_t{14});
        QVERIFY(std::abs(curve.y[6] - curve.x[6]) < 1e-6);
        // The full lane misses nothing.
        QVERIFY(figures::hindsight(*m_compare, 0, {}).panels[0].empty());
    }

    void hindsightOfWhatIsReadSaysThatItIsNotJudged() {
        const auto reading = [](std::int64_t bytes) {
            const tests::TraceRule rule{.step = [bytes](StepRecord& step) { step.bytesRead = bytes; }};
            return figures::hindsight(*tests::twoLanes(tests::traceOf({}), tests::traceOf(rule)), 1, {}).caption;
        };
        QVERIFY(reading(64).find("what it reads is not judged") != std::string::npos);
        QVERIFY(reading(-1).find("not judged") == std::string::npos);
    }

    void marginsAreOfAllTokensThatAreChosen() {
        sample::Options options;
        options.steps = 200;
        const auto recording = sample::recording(options);
        const Trace& trace = recording->trace(0);
        // A drag over the strip, the same with gaps, few: each by itself against what the rows hold.
        std::vector<std::int32_t> all(200), gaps, few{0, 1, 198, 199};
        std::iota(all.begin(), all.end(), 0);
        std::copy_if(all.begin(), all.end(), std::back_inserter(gaps), [](std::int32_t token) { return token != 198; });
        for (const std::vector<std::int32_t>& tokens : {all, gaps, few}) {
            const auto rows = trace.rows(199, 1);
            QVERIFY(rows.has_value());
            const std::vector<float> heads = attentionByHead(trace, 199, 1, tokens);
            QCOMPARE(heads.size(), rows->heads.size());
            for (std::size_t head = 0; head < heads.size(); ++head) {
                double sum = 0;
                for (std::size_t i = 0; i < rows->heads[head].tokens.size(); ++i) {
                    const bool chosen = std::ranges::count(tokens, rows->heads[head].tokens[i]) > 0;
                    sum += chosen ? static_cast<double>(rows->heads[head].probs[i]) : 0;
                }
                QVERIFY(sum > 0 && std::abs(static_cast<double>(heads[head]) - sum) < 1e-6);
            }
        }
        const auto figure = figures::byId(*recording, 0, "attention-margins-layer-0-tokens-0-199");
        QVERIFY(figure.has_value());
        QVERIFY(std::abs(figure->panels[0].series[0].y[0] - 1) < 1e-5);
        const FigureSpec many = figures::attentionMargins(*recording, 0, 0, 199, gaps);
        QVERIFY(many.caption.find("199 tokens from 0 to 199") != std::string::npos);
        QVERIFY(figures::byId(*recording, 0, many.id).has_value());
    }
    void marginsAreWhatTheRowsOfAStepRead() {
        const Trace& trace = m_compare->trace(1);
        const auto largest = figures::byId(*m_compare, 1, "attention-margins-layer-1");
        QVERIFY(largest.has_value());
        QCOMPARE(largest->id, std::string("attention-margins-layer-1-step-39"));
        QVERIFY(schema::check("figure", figures::toJson(*largest), largest->id).has_value());
        QCOMPARE(largest->panels.size(), std::size_t{2});
        const FigureSeries &layers = largest->panels[0].series[0], &heads = largest->panels[1].series[0];
        QCOMPARE(layers.y.size(), static_cast<std::size_t>(trace.shape().layers));
        QCOMPARE(heads.y.size(), static_cast<std::size_t>(trace.shape().queryHeads));
        const auto rows = trace.rows(39, 1);
        QVERIFY(rows.has_value());
        double mean = 0;
        for (std::size_t head = 0; head < heads.y.size(); ++head) {
            const auto& probs = rows->heads[head].probs;
            QCOMPARE(heads.y[head], static_cast<double>(*std::max_element(probs.begin(), probs.end())));
            mean += heads.y[head] / static_cast<double>(heads.y.size());
        }
        QVERIFY(std::abs(layers.y[1] - mean) < 1e-12);
        // All tokens together get all there is; an evicted one nothing.
        const auto all = figures::byId(*m_compare, 1, "attention-margins-layer-0-step-39-tokens-0-39");
        QVERIFY(std::abs(all->panels[0].series[0].y[0] - 1) < 1e-5);
        QVERIFY(all->caption.find("tokens 0 to 39") != std::string::npos);
    }

    void lanesShareOneScaleAndStandSideBySide() {
        const auto list = figures::shared(*m_compare);
        QCOMPARE(list.size(), std::size_t{figures::kSharedFigures - 1});  // no lane takes a prune apart
        const auto found = std::find_if(list.begin(), list.end(),
                                        [](const FigureSpec& one) { return one.id.starts_with("attention-lanes"); });
        QVERIFY(found != list.end());
        const FigureSpec& maps = *found;
        QCOMPARE(maps.columns, 2);
        QCOMPARE(maps.panels.size(), std::size_t{2});
        QCOMPARE(maps.panels[0].maps[0].maximum, maps.panels[1].maps[0].maximum);
        QCOMPARE(maps.panels[0].maps[0].minimum, maps.panels[1].maps[0].minimum);
        const auto again = figures::fromJson(figures::toJson(maps), maps.id);
        QVERIFY(again.has_value() && again->columns == 2);
        QVERIFY(figures::shared(*m_single).empty());
        QVERIFY(figures::isShared("comparison") && figures::isShared(maps.id) && !figures::isShared("nll"));
    }

    void emptyRunsHaveEmptyFigures() {
        const auto recording = sample::recording({1, 2, 0, 1});
        for (const FigureSpec& figure : figures::standard(*recording, 0)) {
            QVERIFY(schema::check("figure", figures::toJson(figure), figure.id).has_value());
        }
    }

    void captionsAreLatex() {
        FigureSpec figure = figures::nll(*m_single, 0);
        figure.caption = "50 % of a_b & c";
        const std::string caption = figures::toLatexCaption(figure);
        QVERIFY(caption.find("50 \\% of a\\_b \\& c") != std::string::npos);
        QVERIFY(caption.find("sinks=2") != std::string::npos);
    }

    void aCaptionsCommandIsTheCommand() {
        FigureSpec figure = figures::nll(*m_single, 0);
        figure.provenance.emplace_back("command", "kvw run --text 'a_b' --policy h2o:heavy=1,recent=2");
        const std::string caption = figures::toLatexCaption(figure);
        QVERIFY2(caption.find("command \\texttt{kvw run {-}{-}text \\textquotesingle{}a\\_b\\textquotesingle{} "
                              "{-}{-}policy h2o:heavy=1,\\allowbreak{}recent=2}") != std::string::npos,
                 caption.c_str());
        QCOMPARE(caption.find("--"), std::string::npos);
    }

    void nothingEndsAComment() {
        FigureSpec figure = figures::nll(*m_single, 0);
        figure.provenance.emplace_back("command", "kvw run --prompt 'a\r\\input{b}\v\f\x7F\x01'");
        const std::string drawn = figures::toPgfplots(figure, 178);
        const std::string first = drawn.substr(0, drawn.find('\n'));
        QVERIFY2(first.starts_with("% ") && first.find("\\input{b}") != std::string::npos, first.c_str());
        for (const std::string& text : {drawn, figures::toLatexCaption(figure)}) {
            QVERIFY(std::none_of(text.begin(), text.end(), [](char c) {
                return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
            }));
        }
        QCOMPARE(figures::latexText("a\x1B[2J\tb"), std::string("a [2J b"));
        QCOMPARE(figures::latexText("Größe – 5 × 3…"), std::string("Größe – 5 $\\times$ 3…"));
        QCOMPARE(figures::latexText("模"), std::string("\\ifdefined\\Umathchar 模\\else (U+6A21)\\fi{}"));
        QCOMPARE(figures::latexText("x\xE2\x80\xAEy\xFF"), std::string("x(U+202E)y(U+FFFD)"));
    }

    void rowsAreNoArgumentsOfTheLineAbove() {
        tables::Table table;
        table.columns = {{"*front", "*front"}, {"value", "value"}};
        table.rows = {{"[2pt]", 1}, {"*", 2}, {" [x]", 3}, {"plain", 4}};
        const std::string latex = tables::toLatex(table, "tab:x");
        for (const char* line : {"\n{}*front & value", "\n{}[2pt] & 1", "\n{}* & 2", "\n{} [x] & 3", "\nplain & 4"}) {
            QVERIFY2(latex.find(line) != std::string::npos, latex.c_str());
        }
    }

    void generatedTextIsNotComparedAndCaptionsSaySo() {
        sample::Options options{3, 2, 40, 1};
        QVERIFY(!tables::comparison(*sample::recording(options)).marked.empty());
        QVERIFY(figures::nll(*m_single, 0).caption.find("fixed text") != std::string::npos);
        QCOMPARE(figures::perplexity(*m_compare).caption.find("generated"), std::string::npos);
        options.generated = true;
        const auto generated = sample::recording(options);
        const tables::Table table = tables::comparison(*generated);
        QVERIFY(table.marked.empty());
        for (const std::string& caption :
             {table.caption, figures::nll(*generated, 1).caption, figures::nll(*generated, 1, {.lanes = true}).caption,
              figures::perplexity(*generated).caption, figures::comparison(*generated).caption,
              figures::laneCurves(*generated, figures::LaneCurve::MeanNll, 0).caption}) {
            QVERIFY2(caption.find("generated") != std::string::npos && caption.find("fixed") == std::string::npos,
                     caption.c_str());
        }
    }

    void lanesHaveLabelsOfTheirOwn() {
        std::set<std::string> labels;
        for (std::int32_t lane = 0; lane < m_compare->lanes(); ++lane) {
            FigureSpec figure = figures::nll(*m_compare, lane);
            figure.provenance.emplace_back("lane", std::to_string(lane));
            const std::string caption = figures::toLatexCaption(figure);
            labels.insert(caption.substr(caption.find("\\label{")));
        }
        QVERIFY(labels.contains("\\label{fig:nll}\n"));
        QVERIFY(labels.contains("\\label{fig:nll-lane-1}\n"));
        QCOMPARE(labels.size(), static_cast<std::size_t>(m_compare->lanes()));
    }
};

QTEST_GUILESS_MAIN(FiguresTest)
#include "figures_test.moc"
