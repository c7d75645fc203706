// SPDX-License-Identifier: Apache-2.0
/// Runs that pool their attention rows while they are recorded: the maps are those of the rows that a run of all rows
/// has, and nothing else of the run changes.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/trace/capture_changes.h"
#include "core/trace/pooled_maps.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"
#include "tests/support/pooled_copy.h"

using namespace kvw;
using namespace kvw::test;

class PooledMapsRunTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theMapsAreThoseOfTheRows_data() {
        QTest::addColumn<bool>("streaming");
        QTest::addColumn<bool>("mean");
        QTest::addColumn<int>("prompt");
        QTest::newRow("prompt and decode, largest") << false << false << 200;
        QTest::newRow("prompt and decode, mean") << false << true << 200;
        QTest::newRow("chunks, largest") << true << false << 200;
        QTest::newRow("a prompt alone") << false << false << 300;
    }
    void theMapsAreThoseOfTheRows() {
        QFETCH(bool, streaming);
        QFETCH(bool, mean);
        QFETCH(int, prompt);
        RunSpec spec;
        spec.ids = embeddedIds("story", 300);
        spec.promptTokens = prompt;
        spec.policies = {"full", "streaming:sinks=4,recent=60"};
        spec.streamingPrefill = streaming;
        spec.chunk = 64;
        spec.capture = Capture::Maps;
        const auto whole = m_runs.finish(spec);
        spec.pooling = {128, {1}, true, mean ? MapPool::Mean : MapPool::Max};
        const auto pooled = m_runs.finish(spec);
        QCOMPARE(pooled->description().capture, captureText(spec));
        QCOMPARE(captureAt(*pooled, 0, 299), captureText(spec));
        const auto expected = pooledCopy(*whole, spec.pooling, 300);
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            const Trace& trace = pooled->trace(lane);
            QCOMPARE(firstDifference(trace, whole->trace(lane)), std::string());
            QCOMPARE(trace.rowBytesStored(), std::int64_t{0});
            QVERIFY(!trace.rows(299, 1));
            QVERIFY(!trace.pooledMaps()->map(0));
            for (std::int32_t head = -1; head < trace.shape().queryHeads; ++head) {
                const auto a = trace.pooledMaps()->map(1, head), b = expected->trace(lane).pooledMaps()->map(1, head);
                QVERIFY(a && b);
                QCOMPARE(a->rows, b->rows);
                QVERIFY(std::ranges::equal(a->cells, b->cells, [](const PooledCell& x, const PooledCell& y) {
                    return x.held == y.held && x.entries == y.entries && std::abs(x.value - y.value) < 1e-9;
                }));
            }
        }
    }

    void aLayerThatIsNotThereIsRefused() {
        RunSpec spec;
        spec.ids = embeddedIds("story", 20);
        spec.capture = Capture::Maps;
        spec.pooling = {.side = 128, .layers = {1000}};
        std::string sentence;
        try {
            static_cast<void>(m_runs.start(spec));
        } catch (const std::runtime_error& error) {
            sentence = error.what();
        }
        QVERIFY2(contains(sentence, "no such layer"), sentence.c_str());
    }

    /// A limit of rows says at the end what it left.
    void theLimitOfRowsNamesTheFirstThatStayed() {
        RunSpec spec;
        spec.ids = embeddedIds("story", 400);
        spec.promptTokens = 200;
        spec.policies = {"full"};
        spec.capture = Capture::Maps;
        spec.rowsLimit = 1;
        const auto limited = m_runs.finish(spec);
        const Trace& trace = limited->trace(0);
        std::int64_t first = 0;
        while (first < trace.steps() && !trace.rows(first, 0)) {
            ++first;
        }
        const std::string wanted = "recorded from token " + std::to_string(first) + " on";
        const auto problems = limited->problems();
        QVERIFY(first > 0 && std::ranges::any_of(problems, [&](const Recording::Problem& problem) {
                    return problem.sentence().find(wanted) != std::string::npos;
                }));
    }

 private:
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(PooledMapsRunTest)
#include "pooled_maps_test.moc"
