// SPDX-License-Identifier: Apache-2.0
/// Columns that grow without moving their elements: the storage of the trace, for one writer and many readers without a
/// lock.
///
/// Segment s of a column holds 1024 * 2^s elements, so a directory of 40 atomic pointers is enough and addresses never
/// change. A column does not publish anything: a reader may access only elements whose existence it learned by an
/// acquire load elsewhere.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "core/base/files/mapped_chunk.h"

namespace kvw::trace {

inline constexpr unsigned kFirstSegmentBits = 10;
inline constexpr unsigned kSegments = 40;

struct Place {
    unsigned segment = 0;
    std::size_t offset = 0;
};

[[nodiscard]] inline std::size_t segmentSize(unsigned segment) noexcept {
    return std::size_t{1} << (kFirstSegmentBits + segment);
}

[[nodiscard]] inline Place placeOf(std::size_t index) noexcept {
    const std::size_t shifted = index + segmentSize(0);
    const unsigned segment = static_cast<unsigned>(std::bit_width(shifted)) - 1 - kFirstSegmentBits;
    return {segment, shifted - segmentSize(segment)};
}

/// Column of any movable type, appended in order. Large segments of plain data are spilled, and written pieces leave
/// memory, so a long run does not grow in memory.
template <class T>
class AppendColumn {
    static constexpr std::size_t kPiece = std::size_t{4} << 20U;

 public:
    AppendColumn() = default;
    AppendColumn(const AppendColumn&) = delete;
    AppendColumn& operator=(const AppendColumn&) = delete;
    ~AppendColumn() {
        if constexpr (!std::is_trivially_destructible_v<T>) {
            for (std::size_t i = 0; i < m_size; ++i) {
                std::destroy_at(&at(i));
            }
        }
        for (std::size_t i = 0; i < kSegments; ++i) {
            if (m_files[i] == nullptr) {
                ::operator delete (m_segments[i].load(std::memory_order_relaxed), std::align_val_t{alignof(T)});
            }
        }
    }

    /// Appends an element. Writer only. Throws std::bad_alloc; then nothing was appended.
    void append(T value) {
        const Place place = placeOf(m_size);
        T* segment = m_segments[place.segment].load(std::memory_order_relaxed);
        if (segment == nullptr) {
            segment = allocate(place.segment);
            m_segments[place.segment].store(segment, std::memory_order_release);
        }
        std::construct_at(segment + place.offset, std::move(value));
        ++m_size;
        if (m_files[place.segment] != nullptr) {
            leaveMemory(place);
        }
    }
    /// Writer only.
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    /// Returns an element that no reader may see yet. Writer only.
    [[nodiscard]] T& at(std::size_t index) noexcept {
        const Place place = placeOf(index);
        return m_segments[place.segment].load(std::memory_order_relaxed)[place.offset];
    }
    [[nodiscard]] const T& operator[](std::size_t index) const noexcept {
        const Place place = placeOf(index);
        return m_segments[place.segment].load(std::memory_order_acquire)[place.offset];
    }

 private:
    T* allocate(unsigned segment) {
        const std::size_t bytes = segmentSize(segment) * sizeof(T);
        if constexpr (std::is_trivially_copyable_v<T>) {
            if ((m_files[segment] = spill(bytes)) != nullptr) {
                return reinterpret_cast<T*>(m_files[segment]->data());
            }
        }
        return static_cast<T*>(::operator new (bytes, std::align_val_t{alignof(T)}));
    }
    /// Releases the piece that the element at `place` completes.
    void leaveMemory(Place place) const noexcept {
        const std::size_t begin = place.offset * sizeof(T), end = begin + sizeof(T);
        if (begin / kPiece != end / kPiece || end == m_files[place.segment]->size()) {
            m_files[place.segment]->leaveMemory(begin / kPiece * kPiece, end);
        }
    }

    std::array<std::atomic<T*>, kSegments> m_segments{};
    std::array<std::unique_ptr<MappedChunk>, kSegments> m_files;  ///< null: the segment is on the heap
    std::size_t m_size = 0;
};

/// Column of plain data that starts as zeros and is written in any order. Segments never written take no memory; large
/// ones are spilled.
template <class T>
class SparseColumn {
    static_assert(std::is_trivially_copyable_v<T>);

 public:
    SparseColumn() = default;
    SparseColumn(const SparseColumn&) = delete;
    SparseColumn& operator=(const SparseColumn&) = delete;
    ~SparseColumn() {
        for (std::size_t i = 0; i < kSegments; ++i) {
            if (m_files[i] == nullptr) {
                std::free(m_segments[i].load(std::memory_order_relaxed));
            }
        }
    }

    /// Returns an element to write. Writer only. Throws std::bad_alloc.
    [[nodiscard]] T& make(std::size_t index) {
        const Place place = placeOf(index);
        T* segment = m_segments[place.segment].load(std::memory_order_relaxed);
        if (segment == nullptr) {
            segment = allocate(place.segment);
            m_segments[place.segment].store(segment, std::memory_order_release);
        }
        return segment[place.offset];
    }
    /// Returns an element; null: its segment was never written, so it is zero.
    [[nodiscard]] T* find(std::size_t index) const noexcept {
        const Place place = placeOf(index);
        T* segment = m_segments[place.segment].load(std::memory_order_acquire);
        return segment == nullptr ? nullptr : segment + place.offset;
    }

 private:
    T* allocate(unsigned segment) {
        if ((m_files[segment] = spill(segmentSize(segment) * sizeof(T))) != nullptr) {
            return reinterpret_cast<T*>(m_files[segment]->data());
        }
        auto* memory = static_cast<T*>(std::calloc(segmentSize(segment), sizeof(T)));
        if (memory == nullptr) {
            throw std::bad_alloc();
        }
        return memory;
    }

    std::array<std::atomic<T*>, kSegments> m_segments{};
    std::array<std::unique_ptr<MappedChunk>, kSegments> m_files;  ///< null: the segment is on the heap
};

}  // namespace kvw::trace
