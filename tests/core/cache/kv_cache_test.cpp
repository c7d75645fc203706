// SPDX-License-Identifier: Apache-2.0
#include "core/cache/kv_cache.h"

#include <QtTest>
#include <map>
#include <random>

using namespace kvw;

namespace {

/// A token as one unit holds it.
struct NaiveToken {
    std::vector<float> keys, values;  ///< [stored heads of the unit * head_dim]
    std::vector<float> statistics;
};
using NaiveUnit = std::map<std::int64_t, NaiveToken>;

CacheShape shapeOf(std::int32_t units, std::int32_t storedHeads, std::int32_t kvHeads = 2,
                   std::int32_t queryHeads = 4) {
    CacheShape shape;
    shape.layers = 2;
    shape.queryHeads = queryHeads;
    shape.kvHeads = kvHeads;
    shape.headDim = 6;
    shape.units = units;
    shape.storedHeads = storedHeads;
    shape.statistics = 2;
    return shape;
}

/// Bytes of the mapped temporary files of this process.
qint64 bytesInFiles() {
    QFile maps(QStringLiteral("/proc/self/maps"));
    qint64 bytes = 0;
    for (const QByteArray& line : maps.open(QIODevice::ReadOnly) ? maps.readAll().split('\n') : QList<QByteArray>()) {
        if (line.contains("/kvw-mapped-")) {
            const QList<QByteArray> range = line.left(line.indexOf(' ')).split('-');
            bytes += range[1].toLongLong(nullptr, 16) - range[0].toLongLong(nullptr, 16);
        }
    }
    return bytes;
}

/// A cache beside a naive copy of what it should hold.
class Pair {
 public:
    explicit Pair(const CacheShape& shape, std::uint32_t seed)
        : cache(shape), naive(static_cast<std::size_t>(shape.layers * shape.units)), random(seed) {}

    NaiveUnit& unit(std::int32_t layer, std::int32_t u) {
        return naive[static_cast<std::size_t>(layer * cache.shape().units + u)];
    }
    std::int64_t below(std::int64_t bound) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
    }
    float number() { return static_cast<float>(below(2001) - 1000) / 64.0F; }

    void append(std::int32_t layer, std::int64_t token) {
        const CacheShape& s = cache.shape();
        std::vector<float> keys(static_cast<std::size_t>(s.kvHeads * s.headDim));
        std::vector<float> values(keys.size());
        std::generate(keys.begin(), keys.end(), [this] { return number(); });
        std::generate(values.begin(), values.end(), [this] { return number(); });
        cache.append(layer, token, keys.data(), values.data(), s.kvHeads);
        for (std::int32_t u = 0; u < s.units; ++u) {
            NaiveToken entry;
            for (std::int32_t h = u * s.storedPerUnit(); h < (u + 1) * s.storedPerUnit(); ++h) {
                const auto source = static_cast<std::ptrdiff_t>(h * s.kvHeads / s.storedHeads * s.headDim);
                entry.keys.insert(entry.keys.end(), keys.begin() + source, keys.begin() + source + s.headDim);
                entry.values.insert(entry.values.end(), values.begin() + source, values.begin() + source + s.headDim);
            }
            entry.statistics.assign(static_cast<std::size_t>(s.statistics), 0.0F);
            unit(layer, u)[token] = entry;
        }
    }
    void evict(std::int32_t layer, std::int32_t u, std::int64_t count) {
        std::vector<std::int32_t> slots;
        cache.slotsInTokenOrder(layer, u, slots);
        std::shuffle(slots.begin(), slots.end(), random);
        slots.resize(static_cast<std::size_t>(std::min(count, static_cast<std::int64_t>(slots.size()))));
        const auto tokens = cache.tokens(layer, u);
        for (const std::int32_t slot : slots) {
            unit(layer, u).erase(tokens[static_cast<std::size_t>(slot)]);
        }
        cache.evict(layer, u, slots);
    }
    float* statistic(std::int32_t which, std::int32_t layer, std::int32_t u, std::size_t slot) {
        const CacheShape& s = cache.shape();
        return cache.statistics() +
               ((static_cast<std::int64_t>(which) * s.layers + layer) * s.units + u) * cache.stride() +
               static_cast<std::int64_t>(slot);
    }
    void writeStatistics(std::int32_t layer, std::int32_t u) {
        const auto tokens = cache.tokens(layer, u);
        for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
            for (std::int32_t s = 0; tokens[slot] >= 0 && s < cache.shape().statistics; ++s) {
                const float value = number();
                *statistic(s, layer, u, slot) = value;
                unit(layer, u)[tokens[slot]].statistics[static_cast<std::size_t>(s)] = value;
            }
        }
    }

    /// Empty: the cache holds exactly what the naive one does.
    QString difference() {
        const CacheShape& s = cache.shape();
        std::int64_t total = 0;
        std::int64_t allocated = 0;
        for (std::int32_t layer = 0; layer < s.layers; ++layer) {
            for (std::int32_t u = 0; u < s.units; ++u) {
                const QString at = QString("layer %1, unit %2: ").arg(layer).arg(u);
                const NaiveUnit& expected = unit(layer, u);
                const auto held = static_cast<std::int64_t>(expected.size());
                total += held * s.storedPerUnit();
                allocated += cache.capacity(layer, u) * s.storedPerUnit();
                if (cache.held(layer, u) != held) {
                    return at + "held";
                }
                if (cache.used(layer, u) > cache.capacity(layer, u) || cache.capacity(layer, u) > cache.stride() ||
                    cache.capacity(layer, u) % static_cast<std::int64_t>(kTileSlots) != 0) {
                    return at + "capacity";
                }
                std::vector<std::int32_t> slots;
                cache.slotsInTokenOrder(layer, u, slots);
                if (slots.size() != expected.size()) {
                    return at + "number of occupied slots";
                }
                std::size_t i = 0;
                for (const auto& [token, entry] : expected) {
                    if (QString found = compare(layer, u, slots[i++], token, entry); !found.isEmpty()) {
                        return at + found;
                    }
                }
            }
        }
        if (cache.heldTotal() != total || cache.bytesLive() != total * 2 * s.headDim * 4 ||
            cache.bytesAllocated() != allocated * 2 * s.headDim * 4) {
            return "totals";
        }
        return {};
    }

    KvCache cache;
    std::vector<NaiveUnit> naive;
    std::mt19937 random;

 private:
    QString compare(std::int32_t layer, std::int32_t u, std::int32_t slot, std::int64_t token,
                    const NaiveToken& entry) {
        const CacheShape& s = cache.shape();
        const auto dim = static_cast<std::size_t>(s.headDim);
        if (cache.tokens(layer, u)[static_cast<std::size_t>(slot)] != token) {
            return QString("token %1 is missing").arg(token);
        }
        for (std::int32_t i = 0; i < s.storedPerUnit(); ++i) {
            std::vector<float> key(dim), value(dim);
            cache.readKey(layer, u * s.storedPerUnit() + i, slot, key.data());
            cache.readValue(layer, u * s.storedPerUnit() + i, slot, value.data());
            const auto offset = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * dim);
            if (!std::equal(key.begin(), key.end(), entry.keys.begin() + offset) ||
                !std::equal(value.begin(), value.end(), entry.values.begin() + offset)) {
                return QString("key or value of token %1").arg(token);
            }
        }
        for (std::int32_t i = 0; i < s.statistics; ++i) {
            if (*statistic(i, layer, u, static_cast<std::size_t>(slot)) !=
                entry.statistics[static_cast<std::size_t>(i)]) {
                return QString("statistic %1 of token %2").arg(i).arg(token);
            }
        }
        return {};
    }
};

}  // namespace

class KvCacheTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void randomOperations_data();
    void randomOperations();
    void copyIsIndependent();
    void nothingMovesInSteadyState();
    void statisticsStartAtZeroInAReusedSlot();
    void compactionFreesMemory();
    void raggedUnitsHaveTheirOwnCapacity();
    void halfPrecisionRoundsToNearest_data();
    void halfPrecisionRoundsToNearest();
    void lowestFreeSlotIsFilledFirst();
    void leavesMemoryAndStaysUsable_data();
    void leavesMemoryAndStaysUsable();
    void aConcatenatingCacheHoldsTheSame();
    void emptyCache();
};

void KvCacheTest::randomOperations_data() {
    QTest::addColumn<int>("units");
    QTest::addColumn<int>("storedHeads");
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 3; ++seed) {
        QTest::addRow("per layer, seed %d", seed) << 1 << 2 << seed;
        QTest::addRow("per KV head, seed %d", seed) << 2 << 2 << seed;
        QTest::addRow("per query head, seed %d", seed) << 4 << 4 << seed;
    }
}

void KvCacheTest::randomOperations() {
    QFETCH(int, units);
    QFETCH(int, storedHeads);
    QFETCH(int, seed);
    Pair pair(shapeOf(units, storedHeads), static_cast<std::uint32_t>(seed));
    std::int64_t token = 0;
    for (int operation = 0; operation < 400; ++operation) {
        const auto layer = static_cast<std::int32_t>(pair.below(2));
        const auto unit = static_cast<std::int32_t>(pair.below(units));
        switch (pair.below(8)) {
            case 0: {
                const std::int64_t count = 1 + pair.below(40);
                QVERIFY(pair.cache.reserve(layer, count));
                for (std::int64_t i = 0; i < count; ++i) {
                    pair.append(layer, token++);
                }
                break;
            }
            case 1:
            case 2:
                pair.evict(layer, unit, pair.below(30));
                break;
            case 3:
                QVERIFY(pair.cache.compact(layer, pair.below(20)));
                break;
            case 4:
                pair.cache.shrinkTables();
                break;
            case 5:
                pair.writeStatistics(layer, unit);
                break;
            default:
                QVERIFY(pair.cache.reserve(layer, 1));
                pair.append(layer, token++);
                break;
        }
        const QString difference = pair.difference();
        QVERIFY2(difference.isEmpty(), qPrintable(QString("operation %1, %2").arg(operation).arg(difference)));
    }
    QVERIFY(token > 400);
}

void KvCacheTest::copyIsIndependent() {
    Pair pair(shapeOf(2, 2), 7);
    QVERIFY(pair.cache.reserve(0, 40));
    for (std::int64_t token = 0; token < 40; ++token) {
        pair.append(0, token);
    }
    pair.writeStatistics(0, 1);
    KvCache copy(pair.cache);
    std::vector<std::int32_t> slots;
    copy.slotsInTokenOrder(0, 0, slots);
    slots.resize(30);
    copy.evict(0, 0, slots);
    std::fill_n(copy.statistics(), 10, 99.0F);
    const std::vector<float> ones(12, 1.0F);
    for (std::int64_t token = 100; token < 120; ++token) {
        QVERIFY(copy.reserve(0, 1));
        copy.append(0, token, ones.data(), ones.data(), 2);
    }
    QCOMPARE(copy.held(0, 0), std::int64_t{30});
    QCOMPARE(copy.held(0, 1), std::int64_t{60});
    QCOMPARE(pair.difference(), QString());
    // And the other way round: the copy keeps what the original gives away.
    KvCache second(pair.cache);
    pair.evict(0, 1, 40);
    QCOMPARE(second.held(0, 1), std::int64_t{40});
    QCOMPARE(pair.cache.held(0, 1), std::int64_t{0});
}

void KvCacheTest::nothingMovesInSteadyState() {
    Pair pair(shapeOf(1, 2), 3);
    QVERIFY(pair.cache.reserve(0, 33));
    for (std::int64_t token = 0; token < 32; ++token) {
        pair.append(0, token);
    }
    const HeadSlots before = pair.cache.slots(0, 1, nullptr);
    const std::int64_t* tokens = pair.cache.tokens();
    const float* statistics = pair.cache.statistics();
    const std::int64_t allocated = pair.cache.bytesAllocated();
    for (std::int64_t token = 32; token < 500; ++token) {
        const std::vector<std::int64_t> table(pair.cache.tokens(0, 0).begin(), pair.cache.tokens(0, 0).end());
        QVERIFY(pair.cache.reserve(0, 1));
        pair.append(0, token);
        const std::int32_t slot = pair.cache.slotOfNewest(0, 0);
        pair.evict(0, 0, 1);
        const HeadSlots after = pair.cache.slots(0, 1, nullptr);
        QCOMPARE(after.keys, before.keys);
        QCOMPARE(after.values, before.values);
        QCOMPARE(pair.cache.tokens(), tokens);
        QCOMPARE(pair.cache.statistics(), statistics);
        QCOMPARE(pair.cache.bytesAllocated(), allocated);
        // Only the filled slot and the freed one changed.
        int changed = 0;
        for (std::size_t i = 0; i < table.size(); ++i) {
            changed += static_cast<std::int32_t>(i) != slot && pair.cache.tokens(0, 0)[i] != table[i] ? 1 : 0;
        }
        QVERIFY(changed <= 1);
    }
    QCOMPARE(pair.difference(), QString());
}

void KvCacheTest::statisticsStartAtZeroInAReusedSlot() {
    Pair pair(shapeOf(1, 2), 5);
    QVERIFY(pair.cache.reserve(1, 16));
    for (std::int64_t token = 0; token < 16; ++token) {
        pair.append(1, token);
    }
    pair.writeStatistics(1, 0);
    pair.evict(1, 0, 1);
    pair.append(1, 16);
    const auto slot = static_cast<std::size_t>(pair.cache.slotOfNewest(1, 0));
    QCOMPARE(*pair.statistic(0, 1, 0, slot), 0.0F);
    QCOMPARE(*pair.statistic(1, 1, 0, slot), 0.0F);
    QCOMPARE(pair.difference(), QString());
}

void KvCacheTest::compactionFreesMemory() {
    Pair pair(shapeOf(1, 2), 9);
    QVERIFY(pair.cache.reserve(0, 1000));
    for (std::int64_t token = 0; token < 1000; ++token) {
        pair.append(0, token);
    }
    pair.evict(0, 0, 968);
    const std::int64_t perSlot = 2 * pair.cache.bytesPerTokenRow();
    QCOMPARE(pair.cache.bytesAllocated(), 1008 * perSlot);
    QVERIFY(pair.cache.compact(0, 1));
    QCOMPARE(pair.cache.bytesAllocated(), 48 * perSlot);
    QCOMPARE(pair.cache.used(0, 0), std::int64_t{32});
    pair.cache.shrinkTables();
    QCOMPARE(pair.cache.stride(), std::int64_t{48});
    // Ascending in memory, too.
    QVERIFY(std::is_sorted(pair.cache.tokens(0, 0).begin(), pair.cache.tokens(0, 0).end()));
    QCOMPARE(pair.difference(), QString());
}

void KvCacheTest::raggedUnitsHaveTheirOwnCapacity() {
    Pair pair(shapeOf(2, 2), 11);
    QVERIFY(pair.cache.reserve(0, 160));
    for (std::int64_t token = 0; token < 160; ++token) {
        pair.append(0, token);
    }
    pair.evict(0, 0, 150);
    pair.evict(0, 1, 50);
    QVERIFY(pair.cache.compact(0, 1));
    QCOMPARE(pair.cache.capacity(0, 0), std::int64_t{16});
    QCOMPARE(pair.cache.capacity(0, 1), std::int64_t{112});
    QCOMPARE(pair.cache.bytesLive(), 120 * pair.cache.bytesPerTokenRow());
    QCOMPARE(pair.cache.bytesAllocated(), 128 * pair.cache.bytesPerTokenRow());
    QCOMPARE(pair.difference(), QString());
}

void KvCacheTest::halfPrecisionRoundsToNearest_data() {
    QTest::addColumn<int>("dtype");
    QTest::addColumn<double>("bound");
    QTest::addRow("bf16") << static_cast<int>(Dtype::BF16) << 1.0 / 256;
    QTest::addRow("f16") << static_cast<int>(Dtype::F16) << 1.0 / 2048;
}

void KvCacheTest::halfPrecisionRoundsToNearest() {
    QFETCH(int, dtype);
    QFETCH(double, bound);
    CacheShape shape = shapeOf(1, 2);
    shape.dtype = static_cast<Dtype>(dtype);
    KvCache cache(shape);
    QVERIFY(cache.reserve(0, 1));
    std::vector<float> keys, values;
    for (int i = 0; i < 12; ++i) {
        keys.push_back(std::sin(static_cast<float>(i + 1)));
        values.push_back(100 * std::cos(static_cast<float>(i + 1)));
    }
    cache.append(0, 0, keys.data(), values.data(), 2);
    for (std::int32_t h = 0; h < 2; ++h) {
        std::vector<float> key(6), value(6);
        cache.readKey(0, h, 0, key.data());
        cache.readValue(0, h, 0, value.data());
        for (std::size_t c = 0; c < 6; ++c) {
            const float exactKey = keys[static_cast<std::size_t>(h) * 6 + c];
            const float exactValue = values[static_cast<std::size_t>(h) * 6 + c];
            QVERIFY(std::abs(key[c] - exactKey) <= static_cast<float>(bound) * std::abs(exactKey));
            QVERIFY(std::abs(value[c] - exactValue) <= static_cast<float>(bound) * std::abs(exactValue));
        }
    }
    QCOMPARE(cache.bytesLive(), std::int64_t{2 * 2 * 6 * 2});
    QCOMPARE(cache.bytesAllocated(), 16 * cache.bytesLive());
}

void KvCacheTest::lowestFreeSlotIsFilledFirst() {
    Pair pair(shapeOf(1, 2), 1);
    QVERIFY(pair.cache.reserve(0, 16));
    for (std::int64_t token = 0; token < 16; ++token) {
        pair.append(0, token);
    }
    const std::vector<std::int32_t> slots{9, 3, 12};
    pair.cache.evict(0, 0, slots);
    const std::vector<float> ones(12, 1.0F);
    for (const std::int32_t expected : {3, 9, 12}) {
        pair.cache.append(0, 100 + expected, ones.data(), ones.data(), 2);
        QCOMPARE(pair.cache.slotOfNewest(0, 0), expected);
    }
}

void KvCacheTest::leavesMemoryAndStaysUsable_data() {
    QTest::addColumn<qint64>("tokens");
    QTest::addColumn<bool>("file");
    QTest::newRow("large") << qint64{1500} << true;
    QTest::newRow("too small for a file") << qint64{16} << false;
}

void KvCacheTest::leavesMemoryAndStaysUsable() {
    QFETCH(qint64, tokens);
    QFETCH(bool, file);
    Pair pair(shapeOf(2, 2), 1);
    for (std::int32_t layer = 0; layer < 2; ++layer) {
        QVERIFY(pair.cache.reserve(layer, tokens));
        for (std::int64_t token = 0; token < tokens; ++token) {
            pair.append(layer, token);
        }
    }
    const qint64 before = bytesInFiles();
    QVERIFY(pair.cache.leaveMemory());
    QCOMPARE(bytesInFiles() > before, file);
    QCOMPARE(pair.difference(), QString());
    const KvCache copy(pair.cache);
    QVERIFY(pair.cache.leaveMemory());  // it was read
    // A copy lies in memory; both go on.
    const qint64 with = bytesInFiles();
    QCOMPARE(copy.bytesAllocated(), pair.cache.bytesAllocated());
    QVERIFY(pair.cache.reserve(0, 64));
    for (std::int64_t token = tokens; token < tokens + 64; ++token) {
        pair.append(0, token);
    }
    QCOMPARE(pair.difference(), QString());
    QVERIFY(bytesInFiles() <= with);
}

/// The same slots and numbers, in new memory after every append and eviction.
void KvCacheTest::aConcatenatingCacheHoldsTheSame() {
    CacheShape concatenating = shapeOf(2, 2);
    concatenating.concatenates = true;
    Pair pair(concatenating, 3), usual(shapeOf(2, 2), 3);
    for (Pair* each : {&pair, &usual}) {
        for (std::int64_t token = 0; token < 60; ++token) {
            QVERIFY(each->cache.reserve(0, 1));
            each->append(0, token);
            if (each->cache.held(0, 1) > 20) {
                each->evict(0, 0, 1);
                each->evict(0, 1, 1);
            }
        }
        QCOMPARE(each->difference(), QString());
    }
    for (std::int32_t unit = 0; unit < 2; ++unit) {
        const auto a = pair.cache.tokens(0, unit), b = usual.cache.tokens(0, unit);
        QVERIFY(std::equal(a.begin(), a.end(), b.begin(), b.end()));
    }
    QCOMPARE(pair.cache.bytesAllocated(), usual.cache.bytesAllocated());
    const void* before = pair.cache.slots(0, 0, nullptr).keys;
    pair.evict(0, 0, 1);
    QVERIFY(pair.cache.slots(0, 0, nullptr).keys != before);
    before = usual.cache.slots(0, 0, nullptr).keys;
    usual.evict(0, 0, 1);
    QVERIFY(usual.cache.slots(0, 0, nullptr).keys == before);
}

void KvCacheTest::emptyCache() {
    Pair pair(shapeOf(2, 2), 1);
    QCOMPARE(pair.cache.heldTotal(), std::int64_t{0});
    QCOMPARE(pair.cache.bytesAllocated(), std::int64_t{0});
    QVERIFY(pair.cache.compact(0, 1));
    pair.cache.shrinkTables();
    const KvCache copy(pair.cache);
    QCOMPARE(copy.heldTotal(), std::int64_t{0});
    QCOMPARE(pair.difference(), QString());
}

QTEST_GUILESS_MAIN(KvCacheTest)
#include "kv_cache_test.moc"
