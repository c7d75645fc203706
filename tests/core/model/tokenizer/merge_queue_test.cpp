// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/merge_queue.h"

#include <QtTest>
#include <random>
#include <set>

#include "core/model/tokenizer/pair_map.h"

class MergeQueueTest : public QObject {
    Q_OBJECT private Q_SLOTS :
        /// Both give what a sorted set would, whatever is pushed between two pops.
        void
        bothQueuesKeepTheOrder() {
        std::mt19937 random(5);
        std::vector<std::uint64_t> entries;
        kvw::MergeHeap heap(entries);
        kvw::MergeBuckets buckets;
        std::set<std::pair<std::int32_t, std::uint32_t>> expected;
        const auto next = [&] { return std::pair(static_cast<std::int32_t>(random() % 50), random() % 1000); };
        for (int i = 0; i < 300; ++i) {
            const auto [rank, position] = next();
            if (expected.emplace(rank, static_cast<std::uint32_t>(position)).second) {
                heap.collect(rank, static_cast<std::uint32_t>(position));
                buckets.collect(rank, static_cast<std::uint32_t>(position));
            }
        }
        heap.order();
        buckets.order();
        for (int i = 0; !expected.empty(); ++i) {
            const auto [rank, position] = *expected.begin();
            expected.erase(expected.begin());
            const auto fromHeap = heap.pop(), fromBuckets = buckets.pop();
            QVERIFY(fromHeap && fromHeap->rank == rank && fromHeap->position == position);
            QVERIFY(fromBuckets && fromBuckets->rank == rank && fromBuckets->position == position);
            const auto [newRank, newPosition] = next();
            if (i < 500 && expected.emplace(newRank, static_cast<std::uint32_t>(newPosition)).second) {
                heap.push(newRank, static_cast<std::uint32_t>(newPosition));
                buckets.push(newRank, static_cast<std::uint32_t>(newPosition));
            }
        }
        QVERIFY(!heap.pop() && !buckets.pop());
    }

    void theLastValueOfAPairHolds() {
        kvw::PairMap map;
        QVERIFY(map.find(1, 2) == nullptr);
        for (std::int32_t i = 0; i < 2000; ++i) {
            map.assign(i % 1000, i % 7, {i, i + 1});
        }
        for (std::int32_t i = 1000; i < 2000; ++i) {
            QVERIFY(map.find(i % 1000, i % 7) != nullptr);
            QCOMPARE(map.find(i % 1000, i % 7)->rank, i);
        }
        QVERIFY(map.find(7, 1000) == nullptr);
    }
};

QTEST_GUILESS_MAIN(MergeQueueTest)
#include "merge_queue_test.moc"
