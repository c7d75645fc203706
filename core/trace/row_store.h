// SPDX-License-Identifier: Apache-2.0
/// Stores the attention rows of a trace in mapped, unlinked temporary files, so they can exceed memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/mapped_chunk.h"
#include "core/trace/columns.h"
#include "core/trace/row_source.h"
#include "core/trace/trace.h"

namespace kvw::trace {

/// Rows are written to the files, not through memory; rows that were read leave memory after `kMostRead`. So neither a
/// long run nor its views keep more of them there.
/// Threads: one writer; `find` from any thread for rows whose step was published. The lock guards the list of chunks
/// only: the writer takes it once per chunk (MiBs), a reader for the copy of a pointer.
class RowStore {
 public:
    static constexpr std::int64_t kMostRead = std::int64_t{16} << 20U;

    /// limit: bytes on disk above which the oldest chunk is dropped; 0: none. `what`: name of the rows in errors.
    RowStore(const TraceShape& shape, std::int64_t limit, const char* what = "attention rows");
    ~RowStore();

    /// Adds the rows of a step and layer. Errors: wrong shape (Internal); the temporary folder is full, read-only or
    /// missing (Io). After an Io error nothing more is kept and further calls do nothing; rows kept before stay
    /// readable.
    Result<void> add(std::int32_t step, std::int32_t layer, std::span<const std::vector<std::int32_t>> unitTokens,
                     std::span<const std::span<const float>> headProbs);
    /// Sets the limit, from the next chunk on. Writer only.
    void setLimit(std::int64_t limit) noexcept { m_limit = limit; }
    /// Returns true if the oldest rows were dropped. Writer only.
    [[nodiscard]] bool drops() const noexcept { return m_firstKept > 0; }
    [[nodiscard]] std::optional<AttentionRows> find(std::int64_t step, std::int32_t layer) const;
    /// Sets the source of rows that were not added. Call it before the store is shared.
    void readFrom(std::shared_ptr<const RowSource> source) {
        m_source = std::move(source);
        m_sourceSteps = m_source == nullptr ? 0 : std::numeric_limits<std::int64_t>::max();
    }
    /// Returns the size of the rows; the chunks that contain them are up to twice as large.
    [[nodiscard]] std::int64_t bytes() const noexcept {
        return m_bytes.load(std::memory_order_relaxed) + (m_source == nullptr ? 0 : m_source->bytes());
    }
    [[nodiscard]] std::int64_t arrivals() const noexcept { return m_source == nullptr ? 0 : m_source->arrivals(); }
    /// Returns the part of `bytes` that is not in chunks of a store it shares with.
    [[nodiscard]] std::int64_t ownBytes() const noexcept { return std::max<std::int64_t>(bytes() - m_sharedBytes, 0); }
    /// Returns true if no rows were added or shared yet, and none are read from a source. Writer only.
    [[nodiscard]] bool empty() const noexcept { return m_chunks.empty() && m_source == nullptr; }
    [[nodiscard]] bool hasSource() const noexcept { return m_source != nullptr; }
    /// Returns true after an Io error. Writer only.
    [[nodiscard]] bool failed() const noexcept { return m_failed; }
    /// Counts the chunks that this store has now as those of the store it shares them with. Writer only.
    void countAsShared() {
        const std::lock_guard lock(m_mutex);
        m_sharedChunks = m_chunks.size();
        m_sharedBytes.store(m_bytes.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    /// Takes over the rows of steps 0 ... steps - 1 of `other`, which must be published, or added by the thread of the
    /// caller; chunks and source are shared, not copied. For an empty store; the writer of `other` may be at work.
    void share(const RowStore& other, std::int64_t steps);

 private:
    struct Place {
        std::uint32_t chunk = 0;  ///< 1-based; 0: no rows
        std::uint32_t unused = 0;
        std::uint64_t offset = 0;  ///< bytes
    };
    [[nodiscard]] std::size_t indexOf(std::int64_t step, std::int32_t layer) const noexcept;
    [[nodiscard]] Result<void> makeRoom(std::size_t bytes);
    /// Counts bytes that were read; takes all chunks out of memory when there are too many.
    void countRead(std::size_t bytes) const;

    TraceShape m_shape;
    std::int64_t m_limit;
    const char* m_what;
    std::atomic<bool> m_failed{false};
    SparseColumn<Place> m_places;
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<MappedChunk>> m_chunks;  ///< null: dropped
    std::vector<std::int64_t> m_filled;                  ///< bytes of rows in each full chunk; 0 in the open one
    std::size_t m_firstKept = 0;
    std::size_t m_sharedChunks = 0;  ///< the first ones, which another store counts
    MappedChunk* m_open = nullptr;   ///< the chunk that is being filled
    std::size_t m_used = 0;          ///< bytes of it
    mutable std::atomic<std::int64_t> m_read{0};
    std::atomic<std::int64_t> m_bytes{0}, m_sharedBytes{0};
    std::shared_ptr<const RowSource> m_source;
    std::int64_t m_sourceSteps = 0;  ///< the source has only earlier steps: a fork continues differently
};

}  // namespace kvw::trace
