// SPDX-License-Identifier: Apache-2.0
/// The two caches that `kvw bench` times against each other hold the same rows at every step.
#include <ATen/ATen.h>

#include <QtTest>
#include <algorithm>
#include <vector>

#include "core/bench/concat_cache.h"
#include "core/cache/kv_cache.h"

using namespace kvw;

namespace {

constexpr std::int64_t kSinks = 2, kRecent = 5;

CacheShape shape() {
    CacheShape shape;
    shape.layers = 2;
    shape.queryHeads = 4;
    shape.kvHeads = shape.storedHeads = 2;
    shape.headDim = 4;
    return shape;
}

/// [kv_heads, head_dim]: says which token, head and channel it is.
std::vector<float> rowOf(std::int64_t token, float sign) {
    std::vector<float> row;
    for (int i = 0; i < 8; ++i) {
        row.push_back(sign * static_cast<float>(token * 8 + i + 1));
    }
    return row;
}

}  // namespace

class ConcatCacheTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void holdsWhatTheSlotsHold();
    void waitsUntilItIsFull();
};

void ConcatCacheTest::holdsWhatTheSlotsHold() {
    KvCache slots(shape());
    ConcatCache concatenated(shape());
    for (std::int64_t token = 0; token < 30; ++token) {
        std::vector<float> keys = rowOf(token, 1);
        std::vector<float> values = rowOf(token, -1);
        for (std::int32_t layer = 0; layer < 2; ++layer) {
            QVERIFY(slots.reserve(layer, 1));
            slots.append(layer, token, keys.data(), values.data(), 2);
            concatenated.append(layer, at::from_blob(keys.data(), {1, 2, 1, 4}).clone(),
                                at::from_blob(values.data(), {1, 2, 1, 4}).clone());
            if (slots.held(layer, 0) > kSinks + kRecent) {
                std::vector<std::int32_t> order;
                slots.slotsInTokenOrder(layer, 0, order);
                slots.evict(layer, 0, {&order[kSinks], 1});
            }
        }
        concatenated.evict(kSinks, kRecent);
        for (std::int32_t layer = 0; layer < 2; ++layer) {
            std::vector<std::int32_t> order;
            slots.slotsInTokenOrder(layer, 0, order);
            QCOMPARE(concatenated.held(layer), static_cast<std::int64_t>(order.size()));
            for (std::size_t i = 0; i < order.size(); ++i) {
                for (std::int32_t head = 0; head < 2; ++head) {
                    float key[4];
                    float value[4];
                    slots.readKey(layer, head, order[i], key);
                    slots.readValue(layer, head, order[i], value);
                    for (std::int64_t c = 0; c < 4; ++c) {
                        const auto at = static_cast<std::int64_t>(i);
                        QCOMPARE(concatenated.keys(layer)[0][head][at][c].item<float>(), key[c]);
                        QCOMPARE(concatenated.values(layer)[0][head][at][c].item<float>(), value[c]);
                    }
                }
            }
        }
    }
}

void ConcatCacheTest::waitsUntilItIsFull() {
    ConcatCache cache(shape());
    cache.append(0, at::ones({1, 2, kSinks + kRecent, 4}), at::ones({1, 2, kSinks + kRecent, 4}));
    cache.evict(kSinks, kRecent);
    QCOMPARE(cache.held(0), kSinks + kRecent);
    QCOMPARE(cache.held(1), std::int64_t{0});
}

QTEST_GUILESS_MAIN(ConcatCacheTest)
#include "concat_cache_test.moc"
