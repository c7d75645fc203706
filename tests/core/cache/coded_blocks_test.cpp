// SPDX-License-Identifier: Apache-2.0
/// Space that a coded cache takes: buffers, holes, tails, and the bytes of METRICS.md.
#include "tests/core/cache/coded_pair.h"

using namespace kvw;
using namespace kvw::test;

class CodedBlocksTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void nothingMovesAndNothingGrowsUnderASlidingWindow();
    void holesAreCountedUntilTheirGroupIsEmpty();
    void evictedValuesAreFreeAtTheNextBlock();
    void tailBuffersFollowWhatIsHeld();
    void bytesOfTheMetricsText();
};

void CodedBlocksTest::nothingMovesAndNothingGrowsUnderASlidingWindow() {
    // Sinks 4 and a window: one eviction per token.
    Pair pair(codedShapeOf(1, 2, 64, 2, 32, 32), 5);
    pair.pass(0, 0, 600);
    for (std::int64_t i = 0; i < 600 - 512; ++i) {
        pair.evictOldest(0, 0, 4);
    }
    pair.encode(0, 1);
    QVERIFY(pair.cache.compact(0, 1));
    std::int64_t most = 0;
    const std::int64_t stride = pair.cache.stride();
    for (std::int64_t token = 600; token < 2200; ++token) {
        pair.pass(0, token, 1);
        pair.evictOldest(0, 0, 4);
        pair.encode(0, 1);
        most = std::max(most, token < 1200 ? 0 : pair.cache.bytesAllocated());
        QCOMPARE(pair.cache.stride(), stride);
    }
    QCOMPARE(pair.difference(), QString());
    // 512 tokens of two heads at 0.375 bytes, the tails of 32 and 33 tokens in f32, and at most the blocks of the
    // sinks and of the window's ragged end.
    const double codes = 2 * 64 * 0.375;
    const double tail = 2 * 64 * 4.0 * (32 + 33);
    QVERIFY(static_cast<double>(most) <= 2 * codes * 512 + tail + 3 * 32 * codes);
    QVERIFY(static_cast<double>(most) < 0.25 * 2 * 2 * 64 * 4 * 512);
    // In place: the codes of a head stay where they are from block to block.
    const HeadSlots before = pair.cache.slots(0, 0, nullptr);
    for (std::int64_t token = 2200; token < 2600; ++token) {
        pair.pass(0, token, 1);
        pair.evictOldest(0, 0, 4);
        pair.encode(0, 1);
        const HeadSlots after = pair.cache.slots(0, 0, nullptr);
        QCOMPARE(after.keys, before.keys);
        QCOMPARE(after.values, before.values);
        QCOMPARE(after.coded.keyCodes, before.coded.keyCodes);
        QCOMPARE(after.coded.valueCodes, before.coded.valueCodes);
    }
}

void CodedBlocksTest::holesAreCountedUntilTheirGroupIsEmpty() {
    Pair pair(codedShapeOf(1, 2, 64, 2, 32, 32), 7);
    pair.pass(0, 0, 192);
    pair.encode(0, 1);
    QVERIFY(pair.cache.compact(0, 1));
    const std::int64_t before = pair.cache.bytesAllocated();
    std::vector<std::int32_t> slots;
    pair.cache.slotsInTokenOrder(0, 0, slots);
    // All of the first group but one, and all of the second.
    pair.evict(0, 0, {slots.begin() + 1, slots.begin() + 64});
    QCOMPARE(pair.cache.bytesAllocated(), before);
    pair.pass(0, 192, 32);
    pair.encode(0, 1);
    // The new block took the second group's place; the first still counts.
    const std::size_t keys = pair.cache.slots(0, 0, nullptr).coded.codedKeys;
    QCOMPARE(keys, std::size_t{192});
    pair.cache.slotsInTokenOrder(0, 0, slots);
    pair.evict(0, 0, {slots.front()});
    pair.evict(0, 0, {slots.begin() + 1, slots.begin() + 33});
    pair.pass(0, 224, 32);
    pair.encode(0, 1);
    // Two groups were free for one block: the coded part was packed.
    QCOMPARE(pair.cache.slots(0, 0, nullptr).coded.codedKeys, std::size_t{160});
    QCOMPARE(pair.difference(), QString());
}

void CodedBlocksTest::evictedValuesAreFreeAtTheNextBlock() {
    Pair pair(codedShapeOf(1, 2, 64, 2, 32, 32), 9);
    pair.pass(0, 0, 320);
    pair.encode(0, 1);
    std::vector<std::int32_t> slots, every;
    pair.cache.slotsInTokenOrder(0, 0, slots);
    for (std::size_t i = 0; i < 320; ++i) {
        if (i % 8 != 0) {
            every.push_back(slots[i]);
        }
    }
    pair.evict(0, 0, every);
    pair.pass(0, 320, 32);
    pair.encode(0, 1);
    // Every group of keys has a token left, the values have no holes.
    const CodedSlots coded = pair.cache.slots(0, 0, nullptr).coded;
    QCOMPARE(coded.codedKeys, std::size_t{352});
    QCOMPARE(coded.codedValues, std::size_t{72});
    QCOMPARE(pair.difference(), QString());
}

void CodedBlocksTest::tailBuffersFollowWhatIsHeld() {
    CacheShape shape = codedShapeOf(1, 2, 16, 2, 16, 128);
    Pair pair(shape, 17);
    pair.pass(0, 0, 1000);
    const std::int64_t row = 16 * 4;
    QCOMPARE(pair.cache.bytesAllocated(), (1008 + 1000) * 2 * row);
    // A budget below the residual: nothing is ever coded, and no tail of 128 is set aside for it.
    pair.evictSome(0, 0, 980);
    pair.encode(0, 1);
    QVERIFY(pair.cache.compact(0, 1));
    QCOMPARE(pair.cache.bytesAllocated(), (32 + 21) * 2 * row);
    for (std::int64_t token = 1000; token < 1200; ++token) {
        pair.pass(0, token, 1);
        pair.evictOldest(0, 0, 0);
        pair.encode(0, 1);
        QCOMPARE(pair.cache.bytesAllocated(), (32 + 21) * 2 * row);
    }
    // Growing: never more than the residual and the token that pushes one out.
    std::int64_t most = 0;
    for (std::int64_t token = 1200; token < 1700; ++token) {
        pair.pass(0, token, 1);
        pair.encode(0, 1);
        const CodedCounts counts = pair.cache.codedUnit(0, 0)->counts();
        const std::int64_t codes = pair.cache.bytesAllocated() - 2 * (128 + 129) * row;
        most = std::max(most, codes);
        QVERIFY(counts.fullKeys < 128 && counts.fullValues <= 128);
    }
    QVERIFY(most <= static_cast<std::int64_t>(4 * 128 * 2 * 2 * 16 * pair.perElement()));
    QCOMPARE(pair.difference(), QString());
}

void CodedBlocksTest::bytesOfTheMetricsText() {
    // METRICS.md, section 3: 2 bit, groups of 32, float16: 0.375 bytes per element; 4 bit: 0.625.
    for (const std::int32_t bits : {2, 4}) {
        Pair pair(codedShapeOf(1, 2, 64, bits, 32, 32), 19);
        QCOMPARE(pair.cache.bytesPerCodedKey(), bits == 2 ? 0.375 : 0.625);
        QCOMPARE(pair.cache.bytesPerCodedValue(), bits == 2 ? 0.375 : 0.625);
        pair.pass(0, 0, 320);
        pair.encode(0, 1);
        QVERIFY(pair.cache.compact(0, 0));
        // All keys, and all values but the newest 32.
        const double elements = 2 * 64 * (320 + 288);
        const double expected = elements * pair.perElement() + 2 * 64 * 32 * 4;
        QCOMPARE(pair.cache.bytesLive(), static_cast<std::int64_t>(expected));
        // Allocated beside it: the codes that the newest values already have.
        QCOMPARE(pair.cache.bytesAllocated(), static_cast<std::int64_t>(expected + 2 * 64 * 32 * pair.perElement()));
    }
    KvCache plain(CacheShape{1, 2, 2, 8, 1, 2, 0, Dtype::F32, {}, 0, 0});
    QCOMPARE(plain.bytesPerCodedKey(), 0.0);
    QVERIFY(plain.codedUnit(0, 0) == nullptr);
}

QTEST_GUILESS_MAIN(CodedBlocksTest)
#include "coded_blocks_test.moc"
