// SPDX-License-Identifier: Apache-2.0
/// Priority queues of the possible merges of a word: lowest rank first, leftmost among equal ranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

namespace kvw {

struct MergePlace {
    std::int32_t rank = 0;
    std::uint32_t position = 0;
};

/// Queue for words of usual length, a binary heap.
class MergeHeap {
 public:
    /// `entries` is the storage, kept by the caller so that words share its memory.
    explicit MergeHeap(std::vector<std::uint64_t>& entries) : m_entries(entries) { m_entries.clear(); }

    /// Adds an entry before the first `pop`, in any order; `order` must follow.
    void collect(std::int32_t rank, std::uint32_t position) { m_entries.push_back(entry(rank, position)); }
    void order() { std::make_heap(m_entries.begin(), m_entries.end(), std::greater<>()); }
    void push(std::int32_t rank, std::uint32_t position) {
        collect(rank, position);
        std::push_heap(m_entries.begin(), m_entries.end(), std::greater<>());
    }
    std::optional<MergePlace> pop() {
        if (m_entries.empty()) {
            return std::nullopt;
        }
        std::pop_heap(m_entries.begin(), m_entries.end(), std::greater<>());
        const std::uint64_t top = m_entries.back();
        m_entries.pop_back();
        return MergePlace{static_cast<std::int32_t>(top >> 32), static_cast<std::uint32_t>(top)};
    }

 private:
    static std::uint64_t entry(std::int32_t rank, std::uint32_t position) {
        return static_cast<std::uint64_t>(rank) << 32 | position;
    }
    std::vector<std::uint64_t>& m_entries;
};

/// Queue for words of megabytes, for which each step down a heap misses the cache: a list of positions for each rank. A
/// merge makes longer tokens, so a rank gets no new positions while its list is worked off, and each list is sorted
/// once.
class MergeBuckets {
 public:
    void collect(std::int32_t rank, std::uint32_t position) { push(rank, position); }
    void order() {}
    void push(std::int32_t rank, std::uint32_t position) {
        const auto index = static_cast<std::size_t>(rank);
        if (index >= m_buckets.size()) {
            m_buckets.resize(std::max(index + 1, 2 * m_buckets.size()));
        }
        Bucket& bucket = m_buckets[index];
        if (bucket.positions.empty()) {
            m_ranks.push(rank);
        }
        bucket.sorted = bucket.sorted && (bucket.positions.empty() || bucket.positions.back() <= position);
        bucket.positions.push_back(position);
    }
    std::optional<MergePlace> pop() {
        if (m_ranks.empty()) {
            return std::nullopt;
        }
        const std::int32_t rank = m_ranks.top();
        Bucket& bucket = m_buckets[static_cast<std::size_t>(rank)];
        if (!bucket.sorted) {
            std::sort(bucket.positions.begin() + static_cast<std::ptrdiff_t>(bucket.done), bucket.positions.end());
            bucket.sorted = true;
        }
        const std::uint32_t position = bucket.positions[bucket.done++];
        if (bucket.done == bucket.positions.size()) {
            bucket = {};
            m_ranks.pop();
        }
        return MergePlace{rank, position};
    }

 private:
    struct Bucket {
        std::vector<std::uint32_t> positions;
        std::size_t done = 0;
        bool sorted = true;
    };
    std::vector<Bucket> m_buckets;
    std::priority_queue<std::int32_t, std::vector<std::int32_t>, std::greater<>> m_ranks;
};

}  // namespace kvw
