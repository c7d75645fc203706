// SPDX-License-Identifier: Apache-2.0
/// The metrics of a step are those of its recorded rows: gini, entropy, variance, retained mass. METRICS.md.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/analysis/attention/hindsight.h"
#include "core/session/spec/run_changes.h"
#include "core/trace/capture_changes.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 60, kTokens = 110;
constexpr std::size_t kWindow = 8;

double gini(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    double weighted = 0;
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        weighted += (2 * static_cast<double>(i + 1) - n - 1) * values[i];
        total += values[i];
    }
    return total > 0 ? weighted / (n * total) : 0;
}

double entropy(std::span<const float> row) {
    double sum = 0;
    for (const float p : row) {
        sum -= static_cast<double>(p) * std::log(static_cast<double>(p) + 1e-10);
    }
    return sum;
}

/// Recorded with float rows and stored as float.
bool close(float found, double expected) {
    if (std::isnan(expected)) {
        return std::isnan(found);
    }
    return std::abs(static_cast<double>(found) - expected) <= 2e-6 + 2e-5 * std::abs(expected);
}

using Row = std::map<std::int32_t, double>;  ///< token -> probability

class Rows {
 public:
    explicit Rows(const Trace& trace) : m_trace(trace) {}

    std::vector<Row> at(std::int64_t step, std::int32_t layer) const {
        std::vector<Row> rows;
        const auto recorded = m_trace.rows(step, layer);
        for (std::size_t h = 0; recorded && h < recorded->heads.size(); ++h) {
            Row row;
            const auto& head = recorded->heads[h];
            for (std::size_t i = 0; i < head.tokens.size(); ++i) {
                row[head.tokens[i]] = static_cast<double>(head.probs[i]);
            }
            rows.push_back(std::move(row));
        }
        return rows;
    }
    /// Returns the Gini of the mean over query heads [first, last); a token that a head does not hold has 0 there.
    double giniOf(const std::vector<Row>& rows, std::size_t first, std::size_t last) const {
        Row sum;
        for (std::size_t h = first; h < last; ++h) {
            for (const auto& [token, p] : rows[h]) {
                sum[token] += p;
            }
        }
        std::vector<double> values;
        for (const auto& [token, p] : sum) {
            values.push_back(p);
        }
        return gini(values);
    }
    /// Unbiased variance over the last decode rows, of the tokens held in all of them, summed over tokens and heads.
    double varianceOf(std::int64_t step, std::int32_t layer, std::size_t first, std::size_t last) const {
        std::vector<std::vector<Row>> window;
        for (std::int64_t s = std::max(kPrompt, step - static_cast<std::int64_t>(kWindow) + 1); s <= step; ++s) {
            window.push_back(at(s, layer));
        }
        if (window.size() < 2) {
            return kMissing;
        }
        double total = 0;
        bool any = false;
        for (std::size_t h = first; h < last; ++h) {
            for (const auto& [token, unused] : window[0][h]) {
                std::vector<double> values;
                for (const auto& rows : window) {
                    if (const auto found = rows[h].find(token); found != rows[h].end()) {
                        values.push_back(found->second);
                    }
                }
                if (values.size() != window.size()) {
                    continue;
                }
                any = true;
                double mean = 0;
                for (const double value : values) {
                    mean += value / static_cast<double>(values.size());
                }
                for (const double value : values) {
                    total += (value - mean) * (value - mean) / static_cast<double>(values.size() - 1);
                }
            }
        }
        return any ? total : kMissing;
    }

 private:
    const Trace& m_trace;
};

}  // namespace

class TraceMetricsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void rowsGiveTheNumbers_data();
    void rowsGiveTheNumbers();
    void levelsOfCapture();
    void aLevelSwitchedInMidRun();
    void switchedToAndFroOnOneToken();
    void promptRows_data();
    void promptRows();

 private:
    EngineRuns m_runs;
};

void TraceMetricsTest::rowsGiveTheNumbers_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<bool>("streaming");
    for (const bool streaming : {false, true}) {
        const char* schedule = streaming ? "streaming" : "layer-major";
        for (const bool cacheRank : {false, true}) {
            const char* positions = cacheRank ? "cache-rank" : "original";
            for (const char* policy :
                 {"full", "streaming:sinks=4,recent=20", "h2o:heavy=8,recent=8",
                  "h2o:heavy=8,recent=8,granularity=query-head", "tova:capacity=20", "snapkv:capacity=24,window=8",
                  "snapkv:capacity=24,window=8,granularity=query-head"}) {
                if (!streaming || !QString(policy).startsWith("snapkv")) {
                    QTest::addRow("%s, %s, %s", policy, positions, schedule) << policy << cacheRank << streaming;
                }
            }
        }
    }
}

void TraceMetricsTest::rowsGiveTheNumbers() {
    QFETCH(QString, policy);
    QFETCH(bool, cacheRank);
    QFETCH(bool, streaming);
    RunSpec s;
    s.ids = embeddedIds("story", kTokens);
    s.promptTokens = kPrompt;
    s.policies = {"full", policy.toStdString()};
    s.positions = cacheRank ? Positions::CacheRank : Positions::Original;
    s.streamingPrefill = streaming;
    s.chunk = 16;
    s.capture = Capture::Maps;
    const auto recording = m_runs.finish(s);
    const Trace& trace = recording->trace(1);
    const TraceShape& shape = trace.shape();
    const Rows rows(trace);
    const Rows fullRows(recording->trace(0));
    const auto units = static_cast<std::size_t>(shape.parts());
    const auto heads = static_cast<std::size_t>(shape.queryHeads);
    const std::size_t perUnit = heads / units;
    for (std::int64_t step = 0; step < kTokens; ++step) {
        const bool decode = step >= kPrompt;
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            const auto found = rows.at(step, layer);
            QCOMPARE(found.size(), heads);
            const auto full = fullRows.at(step, layer);
            const auto recorded = trace.rows(step, layer);
            double layerEntropy = 0;
            double layerRetained = 0;
            double layerVariance = 0;
            for (std::size_t u = 0; u <= units; ++u) {
                const bool whole = u == units;
                const std::size_t first = whole ? 0 : u * perUnit;
                const std::size_t last = whole ? heads : first + perUnit;
                double unitEntropy = 0;
                double retained = 0;
                for (std::size_t h = first; h < last && !whole; ++h) {
                    double sum = 0;
                    for (const auto& [token, p] : found[h]) {
                        QVERIFY(token <= step);
                        sum += p;
                        retained += full[h].at(token);
                    }
                    QVERIFY(std::abs(sum - 1) < 1e-5);
                    QCOMPARE(found[h].count(static_cast<std::int32_t>(step)), std::size_t{1});
                    unitEntropy += entropy(recorded->heads[h].probs);
                }
                layerEntropy += unitEntropy;
                layerRetained += retained;
                const auto record = trace.layer(step, layer, whole ? -1 : static_cast<std::int32_t>(u));
                const double count = static_cast<double>(last - first);
                const QString at = QString("step %1, layer %2, unit %3: ").arg(step).arg(layer).arg(u);
                const double g = rows.giniOf(found, first, last);
                QVERIFY2(close(record.gini, g), qPrintable(at + QString("gini %1, %2").arg(record.gini).arg(g)));
                const double e = (whole ? layerEntropy : unitEntropy) / count;
                QVERIFY2(close(record.entropy, e),
                         qPrintable(at + QString("entropy %1, %2").arg(record.entropy).arg(e)));
                const double r = (whole ? layerRetained : retained) / count;
                QVERIFY2(close(record.retainedMass, r),
                         qPrintable(at + QString("retained %1, %2").arg(record.retainedMass).arg(r)));
                if (!decode) {
                    QVERIFY(std::isnan(record.variance));
                    continue;
                }
                const double v = whole ? layerVariance : rows.varianceOf(step, layer, first, last);
                layerVariance += v;
                QVERIFY2(close(record.variance, v),
                         qPrintable(at + QString("variance %1, %2").arg(record.variance).arg(v)));
            }
        }
    }
    // The tokens of a row are those held before the step's eviction, per head.
    for (std::int64_t step = kPrompt; step < kTokens; ++step) {
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            const auto found = rows.at(step, layer);
            for (std::int32_t h = 0; h < shape.queryHeads; ++h) {
                const auto dropped = trace.evictedAt(step - 1, layer, shape.unitOf(h));
                std::set<std::int32_t> held{static_cast<std::int32_t>(step)};
                for (std::size_t token = 0; token < dropped.size(); ++token) {
                    if (dropped[token] < 0) {
                        held.insert(static_cast<std::int32_t>(token));
                    }
                }
                std::set<std::int32_t> seen;
                for (const auto& [token, p] : found[static_cast<std::size_t>(h)]) {
                    seen.insert(token);
                }
                QCOMPARE(seen, held);
            }
        }
    }
}

void TraceMetricsTest::aLevelSwitchedInMidRun() {
    constexpr std::int64_t kUp = 80, kDown = 98, kBack = 103;
    constexpr const char* kPolicy = "h2o:heavy=8,recent=8";
    RunSpec s;
    s.ids = embeddedIds("story", kTokens);
    s.promptTokens = kPrompt;
    s.policies = {"full", kPolicy};
    s.capture = Capture::Maps;
    const auto whole = m_runs.finish(s);
    s.capture = Capture::None;
    for (std::string& policy : s.policies) {
        policy += "/capture=maps@80/capture=rows@98/capture=none@103";
    }
    const auto switched = m_runs.finish(s);
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        const Trace &a = whole->trace(lane), &b = switched->trace(lane);
        QCOMPARE(b.events(), std::int64_t{3});
        QCOMPARE(b.event(0).kind + ' ' + b.event(0).text, std::string("capture capture = maps"));
        QCOMPARE(b.evictions(), a.evictions());
        QCOMPARE(captureAt(*switched, lane, kUp - 1), std::string("none"));
        QCOMPARE(captureAt(*switched, lane, kUp), std::string("maps"));
        QCOMPARE(captureAt(*switched, lane, kTokens), std::string("none"));
        QCOMPARE(firstWithoutRows(*switched, lane), kPrompt);
        QCOMPARE(firstWithoutRows(*whole, lane), std::int64_t{-1});
        for (std::int64_t step = kPrompt; step < kTokens; ++step) {
            QVERIFY(a.step(step).nll == b.step(step).nll);
            const LayerRecord &x = a.layer(step, 2), &y = b.layer(step, 2);
            const bool maps = step >= kUp && step < kDown, any = step >= kUp && step < kBack;
            // The recorded numbers are those of a run that recorded them from its start, and no others are there.
            QVERIFY(any ? x.gini == y.gini && x.entropy == y.entropy && x.retainedMass == y.retainedMass
                        : std::isnan(y.gini) && std::isnan(y.entropy) && std::isnan(y.retainedMass));
            QCOMPARE(b.rows(step, 2).has_value(), maps);
            // Variance needs a window of rows that follow one another.
            const bool varies = maps && step >= kUp + static_cast<std::int64_t>(kWindow) - 1;
            QVERIFY2(varies ? close(y.variance, static_cast<double>(x.variance)) : std::isnan(y.variance),
                     qPrintable(QString::number(step)));
            const auto calls =
                b.callsFrom(static_cast<std::int32_t>(step + 1)) - b.callsFrom(static_cast<std::int32_t>(step));
            QVERIFY(lane == 0 || (calls > 0) == any);
        }
        const auto rows = b.rows(kUp, 2), same = a.rows(kUp, 2);
        QVERIFY(std::ranges::equal(rows->heads[0].probs, same->heads[0].probs));
    }
    QVERIFY(whyNoHindsight(*switched, 1).english().find("token 60") != std::string::npos);
    // Switched while it goes on it is the same run, and a fork of it knows.
    s.policies = {"full", kPolicy};
    const auto run = m_runs.prefilled(s);
    while (!run->finished()) {
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            const char* level = run->position() == kUp     ? "maps"
                                : run->position() == kDown ? "rows"
                                : run->position() == kBack ? "none"
                                                           : nullptr;
            QVERIFY(level == nullptr || run->setParameter(lane, "capture", level));
        }
        QVERIFY(run->step());
    }
    const auto wrong = run->setParameter(1, "capture", "everything");
    QVERIFY(!wrong && wrong.error().sentence().find("none, rows, stats or maps") != std::string::npos);
    run->close(RunState::Finished, {});
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        QCOMPARE(firstDifference(switched->trace(lane), run->recording()->trace(lane)), std::string());
    }
    const auto fork = forkSpec(*run->recording(), 1, kDown + 2, {{kDown + 2, RunChange::Kind::Evict, {}, "97"}}, {});
    QVERIFY(fork);
    QCOMPARE(fork->policies[0], std::string("full/capture=maps@80/capture=rows@98"));
    QVERIFY(fork->policies[1].ends_with("/capture=maps@80/capture=rows@98/evict=97@100"));
    const auto forked = m_runs.finish(*fork);
    QCOMPARE(captureAt(*forked, 1, kTokens), std::string("rows"));
    QVERIFY(forked->trace(0).rows(kUp, 2).has_value());
}

void TraceMetricsTest::switchedToAndFroOnOneToken() {
    RunSpec s;
    s.ids = embeddedIds("story", kTokens);
    s.promptTokens = kPrompt;
    s.policies = {"full", "h2o:heavy=8,recent=8"};
    s.capture = Capture::None;
    const auto run = m_runs.prefilled(s);
    for (const char* level : {"maps", "stats", "maps"}) {
        QVERIFY(run->setParameter(1, "capture", level));
    }
    QVERIFY(run->step());
    const auto chain = chainBefore(*run->recording(), 1, kTokens);
    QVERIFY(chain);
    const std::string at = "@60";
    QCOMPARE(kPrompt, std::int64_t{60});
    QVERIFY2(toText(*chain).ends_with("/capture=maps" + at + "/capture=stats" + at + "/capture=maps" + at),
             toText(*chain).c_str());
    // One of the events is the change that was asked for, the others were made before it.
    const std::string asked = "full/capture=maps" + at;
    s.policies = {asked, "h2o:heavy=8,recent=8"};
    const auto planned = m_runs.prefilled(s);
    QVERIFY(planned->setParameter(0, "capture", "stats"));
    QVERIFY(planned->step());
    QCOMPARE(toText(*chainBefore(*planned->recording(), 0, kTokens)), "full/capture=stats" + at + "/capture=maps" + at);
    QCOMPARE(onlyPolicy(s), 1);
    QVERIFY(isFullCache(asked) && isFullCache("full") && !isFullCache("full/evict=3@80") && !isFullCache("h2o"));
}

void TraceMetricsTest::levelsOfCapture() {
    RunSpec s;
    s.ids = embeddedIds("story", 80);
    s.promptTokens = 40;
    s.policies = {"h2o:heavy=8,recent=8"};
    std::vector<std::shared_ptr<Recording>> recordings;
    for (const Capture capture : {Capture::None, Capture::Rows, Capture::Stats, Capture::Maps}) {
        s.capture = capture;
        recordings.push_back(m_runs.finish(s));
        const Trace& trace = recordings.back()->trace(0);
        const LayerRecord& record = trace.layer(70, 2);
        QCOMPARE(std::isnan(record.gini), capture == Capture::None);
        QCOMPARE(std::isnan(record.entropy), capture == Capture::None);
        QCOMPARE(std::isnan(record.variance), capture < Capture::Stats);
        QCOMPARE(trace.rows(70, 2).has_value(), capture == Capture::Maps);
        QVERIFY(std::isnan(record.retainedMass));
    }
    // Observing changes nothing.
    for (const auto& recording : recordings) {
        for (std::int64_t step = 0; step < 80; ++step) {
            const double expected = recordings[0]->trace(0).step(step).nll;
            const double found = recording->trace(0).step(step).nll;
            QVERIFY(found == expected || (step == 0 && std::isnan(found)));
        }
        QCOMPARE(recording->trace(0).evictions(), recordings[0]->trace(0).evictions());
    }
}

void TraceMetricsTest::promptRows_data() {
    QTest::addColumn<int>("prompt");
    QTest::addColumn<bool>("streaming");
    QTest::addColumn<int>("firstMeasured");
    QTest::addRow("all of a short prompt") << 600 << false << 0;
    QTest::addRow("all of 2048") << 2048 << false << 0;
    QTest::addRow("the last 256 of more") << 2100 << false << 2100 - 256;
    QTest::addRow("all of short passes") << 2100 << true << 0;
}

void TraceMetricsTest::promptRows() {
    QFETCH(int, prompt);
    QFETCH(bool, streaming);
    QFETCH(int, firstMeasured);
    RunSpec s;
    s.ids = embeddedIds("long-stream", static_cast<std::size_t>(prompt) + 2);
    s.promptTokens = prompt;
    s.policies = {"full", "streaming:sinks=4,recent=60"};
    s.streamingPrefill = streaming;
    s.chunk = 300;
    const auto recording = m_runs.finish(s);
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        const Trace& trace = recording->trace(lane);
        for (std::int64_t step = 0; step < prompt; ++step) {
            for (const std::int32_t part : {-1, 0}) {
                const LayerRecord& record = trace.layer(step, 3, part);
                QCOMPARE(std::isnan(record.gini), step < firstMeasured);
                QCOMPARE(std::isnan(record.entropy), step < firstMeasured);
                // Nothing has left before the first chunk ends, and in a layer-major prefill before all of it ends.
                if (lane == 0 || !streaming || step < s.chunk) {
                    QCOMPARE(record.retainedMass, 1.0F);
                } else {
                    QVERIFY(record.retainedMass > 0 && record.retainedMass < 1);
                }
            }
        }
    }
}

QTEST_GUILESS_MAIN(TraceMetricsTest)
#include "trace_metrics_test.moc"
