// SPDX-License-Identifier: Apache-2.0
/// Array of floats that is appended to and then read. A large one lies in a temporary file and leaves memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/base/files/mapped_chunk.h"

namespace kvw {

/// Threads: one writer; then any number of readers.
class SpilledFloats {
 public:
    /// Written or read pages leave memory after so many bytes.
    static constexpr std::size_t kPiece = std::size_t{4} << 20U;

    SpilledFloats() = default;
    /// Makes room for `capacity` floats. They are in memory if they are few, or if there is no room for a file.
    explicit SpilledFloats(std::size_t capacity) : m_file(spill(capacity * sizeof(float))) {
        if (m_file == nullptr) {
            m_memory.reserve(capacity);
        }
    }
    explicit SpilledFloats(std::span<const float> floats) : SpilledFloats(floats.size()) {
        append(floats);
        leaveMemory();
    }
    SpilledFloats(SpilledFloats&& other) noexcept
        : m_file(std::move(other.m_file)), m_memory(std::move(other.m_memory)), m_size(other.m_size) {}
    SpilledFloats& operator=(SpilledFloats&&) = delete;
    ~SpilledFloats() = default;

    void append(std::span<const float> floats) {
        if (m_file == nullptr) {
            m_memory.insert(m_memory.end(), floats.begin(), floats.end());
        } else if (!floats.empty()) {
            std::memcpy(m_file->data() + m_size * sizeof(float), floats.data(), floats.size_bytes());
        }
        m_size += floats.size();
        count(floats.size());
    }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] std::span<const float> all() const noexcept { return {data(), m_size}; }
    /// Returns `length` floats from `begin` on, and counts them as read.
    [[nodiscard]] std::span<const float> read(std::size_t begin, std::size_t length) const {
        count(length);
        return {data() + begin, length};
    }
    /// Releases the pages of a file; the floats stay readable.
    void leaveMemory() const {
        if (m_file != nullptr) {
            m_file->leaveMemory(0, m_file->size());
        }
    }

 private:
    [[nodiscard]] const float* data() const noexcept {
        return m_file == nullptr ? m_memory.data() : reinterpret_cast<const float*>(m_file->data());
    }
    void count(std::size_t floats) const {
        const std::size_t bytes = floats * sizeof(float);
        if (m_file != nullptr && m_touched.fetch_add(bytes, std::memory_order_relaxed) + bytes >= kPiece) {
            m_touched.store(0, std::memory_order_relaxed);
            leaveMemory();
        }
    }

    std::unique_ptr<MappedChunk> m_file;
    std::vector<float> m_memory;  ///< without a file
    std::size_t m_size = 0;
    mutable std::atomic<std::size_t> m_touched{0};  ///< bytes since the file left memory
};

}  // namespace kvw
