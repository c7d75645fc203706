// SPDX-License-Identifier: Apache-2.0
/// Tests the content of a cache after memory ended in the middle of a compaction.
#include <QtTest>
#include <algorithm>
#include <cstdlib>

#include "tests/core/cache/coded_pair.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Number of allocations that succeed before one fails; negative: none fails.
int allocationsLeft = -1;

/// Keys and values of all tokens held in layer 0, as attention reads them.
std::vector<float> contentOf(const KvCache& cache) {
    const CacheShape& s = cache.shape();
    std::vector<float> content, row(static_cast<std::size_t>(s.headDim));
    std::vector<std::int32_t> slots;
    for (std::int32_t head = 0; head < s.storedHeads; ++head) {
        cache.slotsInTokenOrder(0, s.unitOfStored(head), slots);
        for (const std::int32_t slot : slots) {
            cache.readKey(0, head, slot, row.data());
            content.insert(content.end(), row.begin(), row.end());
            cache.readValue(0, head, slot, row.data());
            content.insert(content.end(), row.begin(), row.end());
        }
    }
    return content;
}

}  // namespace

/// In the place of the C library's, for buffers.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    if (allocationsLeft >= 0 && allocationsLeft-- == 0) {
        return nullptr;
    }
    void* memory = nullptr;
    return posix_memalign(&memory, std::max(alignment, sizeof(void*)), size) == 0 ? memory : nullptr;
}

class NoMemoryTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aCompactionThatFailsMovesNothing_data() {
        QTest::addColumn<bool>("coded");
        QTest::newRow("full precision") << false;
        QTest::newRow("coded") << true;
    }
    void aCompactionThatFailsMovesNothing() {
        QFETCH(bool, coded);
        CacheShape shape = codedShapeOf(1, 2, 16, 4, 16, 32);
        if (!coded) {
            shape.codes = {};
        }
        Pair pair(shape, 3);
        pair.pass(0, 0, 100);
        if (coded) {
            pair.encode(0, 1);
        }
        pair.evictSome(0, 0, 60);
        const std::vector<float> before = contentOf(pair.cache);
        for (int succeeding = 0; succeeding < 4; ++succeeding) {  // keys and values of two heads
            allocationsLeft = succeeding;
            const auto done = pair.cache.compact(0, 1);
            QVERIFY(!done);
            QCOMPARE(done.error().code, Code::OutOfMemory);
            QVERIFY(contentOf(pair.cache) == before);
        }
        QVERIFY(pair.cache.compact(0, 1));
        QVERIFY(contentOf(pair.cache) == before);
    }
};

QTEST_GUILESS_MAIN(NoMemoryTest)
#include "no_memory_test.moc"
