// SPDX-License-Identifier: Apache-2.0
#include "core/trace/row_store.h"

#include <numeric>

namespace kvw::trace {
namespace {

constexpr std::size_t kSmallestChunk = std::size_t{1} << 20;
constexpr std::size_t kLargestChunk = std::size_t{64} << 20;

tl::unexpected<Error> refused(const char* what, std::size_t bytes, int number) {
    return fail(Code::Io, folderForTemporaries(), phrase("%1 are no longer recorded: %2", what, systemReason(number)),
                {}, phrase("room for %1 MiB; TMPDIR chooses another folder", (bytes + kSmallestChunk - 1) >> 20));
}

template <class T>
iovec part(const T* values, std::size_t count) {
    return {const_cast<T*>(values), count * sizeof(T)};  // only read
}

}  // namespace

RowStore::RowStore(const TraceShape& shape, std::int64_t limit, const char* what)
    : m_shape(shape), m_limit(limit), m_what(what) {}
RowStore::~RowStore() = default;

std::size_t RowStore::indexOf(std::int64_t step, std::int32_t layer) const noexcept {
    return static_cast<std::size_t>(step) * static_cast<std::size_t>(m_shape.layers) + static_cast<std::size_t>(layer);
}

Result<void> RowStore::makeRoom(std::size_t bytes) {
    if (m_open != nullptr && bytes <= m_open->size() - m_used) {
        return {};
    }
    std::size_t size = m_open == nullptr ? kSmallestChunk : std::min(2 * m_open->size(), kLargestChunk);
    if (m_limit > 0) {
        // A quarter of the limit, so that dropping the oldest chunk keeps most of what the limit allows.
        size = std::clamp(static_cast<std::size_t>(m_limit) / 4, std::size_t{4096}, size);
    }
    auto created = MappedChunk::create(std::max(size, bytes), true);
    if (!created) {
        return refused(m_what, std::max(size, bytes), created.error());
    }
    const std::shared_ptr<MappedChunk> chunk = std::move(*created);
    std::vector<std::shared_ptr<MappedChunk>> dropped;  // unmapped after the lock is released
    {
        const std::lock_guard lock(m_mutex);
        m_chunks.push_back(chunk);
        if (m_open != nullptr) {
            m_filled.back() = static_cast<std::int64_t>(m_used);
        }
        m_filled.push_back(0);
        std::int64_t onDisk = 0;
        for (std::size_t i = m_firstKept; i < m_chunks.size(); ++i) {
            onDisk += static_cast<std::int64_t>(m_chunks[i]->size());
        }
        while (m_limit > 0 && onDisk > m_limit && m_firstKept + 1 < m_chunks.size()) {
            onDisk -= static_cast<std::int64_t>(m_chunks[m_firstKept]->size());
            m_bytes.fetch_sub(m_filled[m_firstKept], std::memory_order_relaxed);
            if (m_firstKept < m_sharedChunks) {
                m_sharedBytes.fetch_sub(m_filled[m_firstKept], std::memory_order_relaxed);
            }
            dropped.push_back(std::move(m_chunks[m_firstKept++]));
        }
    }
    if (m_open != nullptr) {
        m_open->endWriting();
    }
    m_open = chunk.get();
    m_used = 0;
    return {};
}

Result<void> RowStore::add(std::int32_t step, std::int32_t layer, std::span<const std::vector<std::int32_t>> unitTokens,
                           std::span<const std::span<const float>> headProbs) {
    if (m_failed) {
        return {};
    }
    if (static_cast<std::int32_t>(unitTokens.size()) != m_shape.units ||
        static_cast<std::int32_t>(headProbs.size()) != m_shape.queryHeads) {
        return fail(Code::Internal, phrase("%1 of layer %2, step %3", m_what, layer, step), "wrong shape",
                    phrase("%1 token lists, %2 heads", unitTokens.size(), headProbs.size()),
                    phrase("%1 and %2", m_shape.units, m_shape.queryHeads));
    }
    std::size_t words = unitTokens.size();
    for (const auto& tokens : unitTokens) {
        words += tokens.size();
    }
    for (std::size_t head = 0; head < headProbs.size(); ++head) {
        const auto unit = static_cast<std::size_t>(m_shape.unitOf(static_cast<std::int32_t>(head)));
        if (headProbs[head].size() != unitTokens[unit].size()) {
            return fail(Code::Internal, phrase("%1 of layer %2, step %3, head %4", m_what, layer, step, head),
                        "wrong length", phrase("%1 probabilities", headProbs[head].size()),
                        phrase("one per token, %1", unitTokens[unit].size()));
        }
        words += headProbs[head].size();
    }
    const std::size_t bytes = words * sizeof(std::int32_t);
    if (auto room = makeRoom(bytes); !room) {
        m_failed = true;
        return room;
    }
    Place& place = m_places.make(indexOf(step, layer));
    std::vector<std::int32_t> counts;
    counts.reserve(unitTokens.size());
    std::vector<iovec> parts{part(counts.data(), unitTokens.size())};
    for (const auto& tokens : unitTokens) {
        counts.push_back(static_cast<std::int32_t>(tokens.size()));
        parts.push_back(part(tokens.data(), tokens.size()));
    }
    for (const auto& probs : headProbs) {
        parts.push_back(part(probs.data(), probs.size()));
    }
    if (const int error = m_open->write(m_used, parts); error != 0) {
        m_failed = true;
        return refused(m_what, bytes, error);
    }
    place = {static_cast<std::uint32_t>(m_chunks.size()), 0, m_used};
    m_used += bytes;
    m_bytes.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
    return {};
}

std::optional<AttentionRows> RowStore::find(std::int64_t step, std::int32_t layer) const {
    const Place* place = m_places.find(indexOf(step, layer));
    if (place == nullptr || place->chunk == 0) {
        return step < m_sourceSteps ? m_source->find(step, layer) : std::nullopt;
    }
    std::shared_ptr<MappedChunk> chunk;
    {
        const std::lock_guard lock(m_mutex);
        chunk = m_chunks[place->chunk - 1];
    }
    if (chunk == nullptr) {
        return std::nullopt;
    }
    const auto units = static_cast<std::size_t>(m_shape.units);
    const auto* counts = reinterpret_cast<const std::int32_t*>(chunk->data() + place->offset);
    const std::int32_t* next = counts + units;
    std::vector<std::span<const std::int32_t>> lists(units);
    for (std::size_t unit = 0; unit < units; ++unit) {
        lists[unit] = {next, static_cast<std::size_t>(counts[unit])};
        next += counts[unit];
    }
    AttentionRows rows{static_cast<std::int32_t>(step), layer, {}, {}};
    const auto* probs = reinterpret_cast<const float*>(next);
    for (std::int32_t head = 0; head < m_shape.queryHeads; ++head) {
        const auto tokens = lists[static_cast<std::size_t>(m_shape.unitOf(head))];
        rows.heads.push_back({tokens, {probs, tokens.size()}});
        probs += tokens.size();
    }
    countRead(static_cast<std::size_t>(reinterpret_cast<const std::byte*>(probs) - chunk->data()) - place->offset);
    rows.memory = std::move(chunk);
    return rows;
}

void RowStore::countRead(std::size_t bytes) const {
    const auto size = static_cast<std::int64_t>(bytes);
    if (m_read.fetch_add(size, std::memory_order_relaxed) + size < kMostRead) {
        return;
    }
    m_read.store(0, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    for (const std::shared_ptr<MappedChunk>& chunk : m_chunks) {
        if (chunk != nullptr) {
            chunk->leaveMemory(0, chunk->size());
        }
    }
}

void RowStore::share(const RowStore& other, std::int64_t steps) {
    const std::size_t count = indexOf(steps, 0);
    for (std::size_t i = 0; i < count; ++i) {
        if (const Place* place = other.m_places.find(i); place != nullptr && place->chunk != 0) {
            m_places.make(i) = *place;
        }
    }
    const std::scoped_lock lock(m_mutex, other.m_mutex);
    m_chunks = other.m_chunks;
    m_filled = other.m_filled;
    m_firstKept = other.m_firstKept;
    m_failed = other.m_failed.load();
    const std::int64_t bytes = other.m_bytes.load(std::memory_order_relaxed);
    m_bytes.store(bytes, std::memory_order_relaxed);
    if (!m_filled.empty()) {
        // The other store still fills this chunk; its bytes here are the total less those of the full chunks.
        m_filled.back() = 0;
        const auto first = m_filled.begin() + static_cast<std::ptrdiff_t>(m_firstKept);
        m_filled.back() = bytes - std::accumulate(first, m_filled.end(), std::int64_t{0});
    }
    m_sharedChunks = other.m_sharedChunks;
    m_sharedBytes.store(other.m_sharedBytes.load(std::memory_order_relaxed), std::memory_order_relaxed);
    if (other.m_source != nullptr) {
        m_source = other.m_source;
        m_sourceSteps = std::min(other.m_sourceSteps, steps);
    }
}

}  // namespace kvw::trace
