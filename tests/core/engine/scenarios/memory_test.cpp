// SPDX-License-Identifier: Apache-2.0
/// Bytes: live, allocated and full by their formulas; what prefill holds at most; what half precision costs.
#include <QtTest>
#include <cmath>

#include "tests/support/driven_lane.h"
#include "tests/support/reference_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kLayers = 6, kKvHeads = 2, kQueryHeads = 6, kHeadDim = 32;  // of the embedded model

std::int64_t tiles(std::int64_t slots) {
    return (slots + 15) / 16 * 16;
}

}  // namespace

class MemoryTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bytesOfEveryStep_data();
    void bytesOfEveryStep();
    void oneShotPrefillPeaksAtBudgetAndOneLayer();
    void cascadingPeaksAtTheBudgetsAndOneLayer();
    void streamingPrefillPeaksInEveryChunk();
    void capacityStaysAtBudgetPlusOne();
    void halfPrecisionIsCloseAndHalf_data();
    void halfPrecisionIsCloseAndHalf();

 private:
    EngineParts m_engine{1};
};

void MemoryTest::bytesOfEveryStep_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<int>("storedHeads");
    QTest::addRow("full") << "full" << 0 << 2;
    QTest::addRow("full, streaming") << "full" << 24 << 2;
    QTest::addRow("streaming") << "streaming:sinks=4,recent=28" << 24 << 2;
    QTest::addRow("h2o") << "h2o:heavy=16,recent=16" << 0 << 2;
    QTest::addRow("h2o per query head") << "h2o:heavy=16,recent=16,granularity=query-head" << 24 << 6;
    QTest::addRow("snapkv") << "snapkv:capacity=40,window=8" << 0 << 2;
}

void MemoryTest::bytesOfEveryStep() {
    QFETCH(QString, policy);
    QFETCH(int, chunk);
    QFETCH(int, storedHeads);
    const auto ids = embeddedIds("story", 150);
    LaneOptions options;
    options.policy = policy.toStdString();
    options.chunk = chunk;
    const auto lane = m_engine.lane(embeddedModel(), options, 100);
    const std::int64_t row = 2 * kHeadDim * 4;
    QCOMPARE(lane->bytes().perTokenRow, row);
    lane->prefill(std::span(ids).first(100));
    for (std::size_t t = 100; t < ids.size(); ++t) {
        lane->decode(ids[t]);
        const StepRecord& step = lane->trace().step(static_cast<std::int64_t>(t));
        const TraceShape& shape = lane->trace().shape();
        std::int64_t held = 0;
        std::int64_t slots = 0;
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t unit = 0; unit < shape.units; ++unit) {
                held += lane->held(layer, unit) * storedHeads / shape.units;
                slots += lane->capacity(layer, unit) * storedHeads / shape.units;
                QCOMPARE(static_cast<std::int64_t>(lane->trace().layer(step.step, layer, unit).held),
                         lane->held(layer, unit));
                QCOMPARE(static_cast<std::int64_t>(lane->trace().layer(step.step, layer, unit).capacity),
                         lane->capacity(layer, unit));
            }
        }
        QCOMPARE(step.heldTotal, held);
        QCOMPARE(step.bytesLive, held * row);
        QCOMPARE(step.bytesAllocated, slots * row);
        QCOMPARE(step.bytesFull, static_cast<std::int64_t>(t + 1) * kLayers * kKvHeads * row);
        QVERIFY(step.bytesLive <= step.bytesAllocated);
    }
    // Within the pass of a prompt buffers come and go; what it leaves is known.
    QVERIFY(std::isnan(lane->trace().layer(98, 0).capacity));
    QVERIFY(lane->trace().layer(99, 0).capacity >= lane->trace().layer(99, 0).held);
    // Every token that came in and was not evicted is held.
    std::int64_t evicted = 0;
    for (std::int64_t step = 0; step < lane->trace().steps(); ++step) {
        evicted += lane->trace().step(step).evictedNow;
    }
    QCOMPARE(lane->trace().step(149).heldTotal, 150 * kLayers * storedHeads - evicted);
}

void MemoryTest::oneShotPrefillPeaksAtBudgetAndOneLayer() {
    constexpr std::int64_t kPrompt = 400, kCapacity = 40;
    const auto ids = embeddedIds("story", kPrompt);
    const std::pair<const char*, std::int64_t> cases[] = {{"kv-head", kKvHeads}, {"query-head", kQueryHeads}};
    for (const auto& [granularity, stored] : cases) {
        LaneOptions options;
        options.policy = std::string("snapkv:capacity=40,window=8,granularity=") + granularity;
        const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
        lane->prefill(ids);
        const LaneBytes bytes = lane->bytes();
        const std::int64_t perSlot = stored * bytes.perTokenRow;
        QCOMPARE(bytes.live, kLayers * kCapacity * perSlot);
        QCOMPARE(bytes.allocated, kLayers * tiles(kCapacity + 1) * perSlot);
        QCOMPARE(bytes.peakAllocated, ((kLayers - 1) * tiles(kCapacity + 1) + tiles(kPrompt)) * perSlot);
        const Trace& trace = lane->trace();
        QCOMPARE(trace.step(kPrompt - 1).bytesAllocated, bytes.allocated);
        for (const std::int64_t step : {std::int64_t{0}, kPrompt - 2}) {
            QCOMPARE(trace.step(step).bytesAllocated, bytes.peakAllocated);
        }
        // The curve over the layers: one whole layer at a time, the ones before it at their budget.
        QCOMPARE(trace.passMemories(), kLayers);
        for (std::int64_t layer = 0; layer < kLayers; ++layer) {
            const PassMemory& memory = trace.passMemory(layer);
            QCOMPARE(memory.step, static_cast<std::int32_t>(kPrompt - 1));
            QCOMPARE(memory.layer, static_cast<std::int32_t>(layer));
            QCOMPARE(memory.bytesPeak, (layer * tiles(kCapacity + 1) + tiles(kPrompt)) * perSlot);
            QCOMPARE(memory.bytesAllocated, (layer + 1) * tiles(kCapacity + 1) * perSlot);
            QCOMPARE(memory.bytesLive, (layer + 1) * kCapacity * perSlot);
        }
    }
}

void MemoryTest::streamingPrefillPeaksInEveryChunk() {
    constexpr std::int64_t kPrompt = 100, kChunk = 30, kHeld = 32;
    LaneOptions options;
    options.policy = "streaming:sinks=4,recent=28";
    options.chunk = kChunk;
    const auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
    lane->prefill(embeddedIds("story", kPrompt));
    const Trace& trace = lane->trace();
    QCOMPARE(trace.passMemories(), 4 * kLayers);
    const std::int64_t row = kKvHeads * lane->bytes().perTokenRow;
    for (std::int64_t pass = 0; pass < 4; ++pass) {
        const std::int64_t last = std::min((pass + 1) * kChunk, kPrompt) - 1;
        const PassMemory& end = trace.passMemory(pass * kLayers + kLayers - 1);
        QCOMPARE(end.step, static_cast<std::int32_t>(last));
        QCOMPARE(end.bytesLive, kLayers * std::min(last + 1, kHeld) * row);
        QCOMPARE(end.bytesPeak, trace.step(last - 1).bytesAllocated);
        QVERIFY(end.bytesAllocated <= end.bytesPeak && end.bytesLive <= end.bytesAllocated);
    }
}

void MemoryTest::cascadingPeaksAtTheBudgetsAndOneLayer() {
    constexpr std::int64_t kPrompt = 400, kCapacity = 40, kWindow = 8;
    const auto ids = embeddedIds("story", kPrompt + 20);
    const auto prefilled = [&](const char* policy) {
        LaneOptions options;
        options.policy = policy;
        auto lane = m_engine.lane(embeddedModel(), options, kPrompt);
        lane->prefill(std::span(ids).first(kPrompt));
        return lane;
    };
    const auto cascade = prefilled("cake:capacity=40,window=8");
    const auto atOnce = prefilled("cake:capacity=40,window=8,cascading=false");
    const std::int64_t perSlot = kKvHeads * cascade->bytes().perTokenRow;
    // Before the last layer comes, the others share (C - w) L tokens beside their windows, one tile each for rounding.
    const std::int64_t shared = (kCapacity - kWindow) * kLayers + (kLayers - 1) * (kWindow + tiles(1));
    QVERIFY(cascade->bytes().peakAllocated <= (shared + tiles(kPrompt)) * perSlot);
    QVERIFY(cascade->bytes().peakAllocated >= tiles(kPrompt) * perSlot);
    QCOMPARE(atOnce->bytes().peakAllocated, kLayers * tiles(kPrompt) * perSlot);
    QVERIFY(cascade->bytes().live <= kLayers * kCapacity * perSlot);
    // The window comes beside CAKE's budgets; the trace shows totals, which what is held never exceeds.
    for (std::size_t t = kPrompt; t < ids.size(); ++t) {
        cascade->decode(ids[t]);
        std::int64_t budgets = 0;
        for (std::int32_t layer = 0; layer < kLayers; ++layer) {
            const LayerRecord& record = cascade->trace().layer(static_cast<std::int64_t>(t), layer);
            QVERIFY(record.held <= record.budget);
            budgets += static_cast<std::int64_t>(record.budget);
        }
        QCOMPARE(budgets, kLayers * kCapacity);
    }
}

void MemoryTest::capacityStaysAtBudgetPlusOne() {
    const auto ids = embeddedIds("story", 300);
    LaneOptions options;
    options.policy = "streaming:sinks=4,recent=28";
    const auto lane = m_engine.lane(embeddedModel(), options, 100);
    lane->prefill(std::span(ids).first(100));
    const std::int64_t after = lane->bytes().allocated;
    QCOMPARE(after, kLayers * kKvHeads * tiles(33) * lane->bytes().perTokenRow);
    for (std::size_t t = 100; t < ids.size(); ++t) {
        lane->decode(ids[t]);
        QCOMPARE(lane->bytes().allocated, after);
        QCOMPARE(lane->held(3, 0), std::int64_t{32});
    }
}

void MemoryTest::halfPrecisionIsCloseAndHalf_data() {
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<double>("bound");
    for (const bool cacheRank : {false, true}) {
        // Rounding K and V costs about 2^-9 (bf16) or 2^-12 (f16) relative; the bound leaves it a factor of some ten.
        QTest::addRow("bf16%s", cacheRank ? ", cache-rank" : "") << "bf16" << cacheRank << 2e-2;
        QTest::addRow("f16%s", cacheRank ? ", cache-rank" : "") << "f16" << cacheRank << 2.5e-3;
    }
}

void MemoryTest::halfPrecisionIsCloseAndHalf() {
    QFETCH(QString, dtype);
    QFETCH(bool, cacheRank);
    QFETCH(double, bound);
    const auto ids = embeddedIds("story", 160);
    LaneOptions options;
    options.cacheRank = cacheRank;
    options.policy = "streaming:sinks=4,recent=60";
    const auto exact = m_engine.lane(embeddedModel(), options, 80);
    options.kvDtype = dtype.toStdString();
    const auto rounded = m_engine.lane(embeddedModel(), options, 80);
    exact->prefill(std::span(ids).first(80));
    rounded->prefill(std::span(ids).first(80));
    double worst = 0;
    for (std::size_t t = 80; t < ids.size(); ++t) {
        exact->decode(ids[t]);
        rounded->decode(ids[t]);
        worst = std::max(worst, relativeL2(rounded->logits(), exact->logits()));
    }
    QVERIFY2(worst > 0 && worst <= bound, qPrintable(QString::number(worst)));
    QCOMPARE(2 * rounded->bytes().live, exact->bytes().live);
    QCOMPARE(2 * rounded->bytes().allocated, exact->bytes().allocated);
}

QTEST_GUILESS_MAIN(MemoryTest)
#include "memory_test.moc"
