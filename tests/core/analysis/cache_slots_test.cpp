// SPDX-License-Identifier: Apache-2.0
/// The slots that views rebuild from a trace are those of the cache.
#include "core/analysis/cache_slots.h"

#include <QtTest>
#include <random>

#include "core/cache/kv_cache.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

class CacheSlotsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void followTheCache_data() {
        QTest::addColumn<int>("kept");
        QTest::newRow("much is cut: the prompt is gathered") << 20;
        QTest::newRow("little is cut: holes stay") << 62;
    }
    void followTheCache() {
        QFETCH(int, kept);
        constexpr std::int32_t kPrompt = 64, kSteps = 160;
        CacheShape shape;
        shape.layers = 1;
        shape.queryHeads = shape.kvHeads = shape.storedHeads = 1;
        shape.headDim = 4;
        KvCache cache(shape);
        Trace trace({1, 1, 1, 4, 1}, {});
        std::mt19937 random(7);
        const std::vector<float> row(4, 1.0F);
        QVERIFY(cache.reserve(0, kPrompt).has_value());
        for (std::int32_t step = 0; step < kSteps; ++step) {
            if (step >= kPrompt) {
                QVERIFY(cache.reserve(0, 1).has_value());
            }
            cache.append(0, step, row.data(), row.data(), 1);
            std::vector<std::int32_t> slots, tokens;
            while (step + 1 >= kPrompt && cache.held(0, 0) - static_cast<std::int64_t>(slots.size()) > kept) {
                const auto slot = static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(cache.used(0, 0)));
                const auto token = static_cast<std::int32_t>(cache.tokens(0, 0)[static_cast<std::size_t>(slot)]);
                if (token >= 0 && std::find(slots.begin(), slots.end(), slot) == slots.end()) {
                    slots.push_back(slot);
                    tokens.push_back(token);
                }
            }
            StepRecord record;
            record.step = step;
            QVERIFY(trace.addStep(record, "t", std::vector<LayerRecord>(2)).has_value());
            if (!tokens.empty()) {
                std::sort(tokens.begin(), tokens.end());
                trace.addEviction(evictionOf(step, 0, -1, tokens));
                cache.evict(0, 0, slots);
            }
            if (step + 1 == kPrompt) {
                QVERIFY(cache.compact(0, 1).has_value());
            }
            trace.publish();
            const std::vector<std::int32_t> rebuilt = cacheSlots(trace, step, 0, -1, kPrompt);
            QCOMPARE(static_cast<std::int64_t>(rebuilt.size()), cache.used(0, 0));
            for (std::size_t slot = 0; slot < rebuilt.size(); ++slot) {
                QCOMPARE(std::int64_t{rebuilt[slot]}, cache.tokens(0, 0)[slot]);
            }
        }
    }
};

QTEST_GUILESS_MAIN(CacheSlotsTest)
#include "cache_slots_test.moc"
