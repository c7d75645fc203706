// SPDX-License-Identifier: Apache-2.0
/// Stores of the evictions and policy calls of a trace as plain data in columns with each text once, so that the memory
/// of a long run does not grow: records own their lists and texts and cannot leave memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/trace/columns.h"
#include "core/trace/put_back.h"
#include "core/trace/text_column.h"
#include "core/trace/trace.h"

namespace kvw::trace {

/// Eviction records. Threads: one writer; readers may access published records.
class EvictionStore {
 public:
    void append(const EvictionRecord& eviction);
    [[nodiscard]] std::size_t size() const noexcept { return m_evictions.size(); }
    [[nodiscard]] EvictionRecord operator[](std::size_t index) const;
    [[nodiscard]] std::int32_t stepOf(std::size_t index) const { return m_evictions[index].step; }

 private:
    struct Stored {
        std::int32_t step = 0, layer = 0, head = -1;
        float cut = kMissingF;
        std::uint32_t reason = 0;              ///< index of `m_reasons`
        std::uint32_t tokens = 0, scores = 0;  ///< counts
        std::uint64_t firstToken = 0, firstScore = 0;
    };

    AppendColumn<Stored> m_evictions;
    AppendColumn<std::int32_t> m_tokens;
    AppendColumn<float> m_scores;
    UniqueTexts m_reasons;
};

/// Policy calls. Threads: one writer; readers may access published calls.
class CallStore {
 public:
    void append(const CallRecord& call);
    [[nodiscard]] std::size_t size() const noexcept { return m_calls.size(); }
    [[nodiscard]] CallRecord operator[](std::size_t index) const;
    [[nodiscard]] std::int32_t stepOf(std::size_t index) const { return m_calls[index].step; }
    [[nodiscard]] const std::string& nameOf(std::size_t index) const { return m_texts[m_calls[index].name]; }
    [[nodiscard]] float usOf(std::size_t index) const { return m_calls[index].us; }
    [[nodiscard]] bool broken(std::size_t index) const { return m_calls[index].violation != 0; }

 private:
    struct Stored {
        std::int32_t step = 0, layer = 0;
        float us = 0;
        std::int32_t edits = 0;
        std::int64_t slots = 0, held = 0, after = 0, budgetBefore = 0, budget = 0, evicted = 0;
        std::uint32_t name = 0, given = 0, reason = 0;  ///< indices of `m_texts`
        std::uint32_t violation = 0;                    ///< 1 + its index in `m_violations`; 0: none
    };
    AppendColumn<Stored> m_calls;
    UniqueTexts m_texts;
    AppendColumn<Phrase> m_violations;
};

/// Steps at which the units of a lane evicted their tokens. One writer; readers pass the number of repeated evictions
/// that was published to them.
class DropStore {
 public:
    explicit DropStore(const TraceShape& shape);

    /// Notes the eviction of the tokens by one unit, or by all of a layer (head -1). Writer only.
    void add(const EvictionRecord& eviction);
    /// Returns the number of evictions of a token by a unit that had evicted it before. Writer only.
    [[nodiscard]] std::size_t again() const noexcept { return m_again.size(); }
    /// Returns for each token up to `step` the step at which the unit evicted it, -1: the unit holds it. Unit -1: the
    /// step at which the last unit of the layer did.
    [[nodiscard]] std::vector<std::int32_t> evictedAt(std::int64_t step, std::int32_t layer, std::int32_t unit,
                                                      const PutBack& back, std::int64_t again) const;

 private:
    /// Record that a unit evicted a token again.
    struct LaterDrop {
        std::uint32_t unit = 0;
        std::int32_t token = 0, step = 0;
    };
    /// Units of a layer, or one of them: first ... last - 1.
    struct Units {
        std::size_t first = 0, last = 0;
    };
    [[nodiscard]] Units unitsOf(std::int32_t layer, std::int32_t unit) const noexcept;
    void drop(std::size_t unit, const EvictionRecord& eviction);
    /// Returns what the cell of a token holds: step + 1, and 0 while the token is held.
    [[nodiscard]] std::int32_t cell(std::size_t unit, std::size_t token) const noexcept;
    [[nodiscard]] std::int32_t droppedSince(std::int32_t undoneBelow, std::int32_t token, std::size_t unit,
                                            std::int64_t step, std::span<const LaterDrop> later) const;
    void putBack(const PutBack& back, std::int64_t step, Units units, std::int64_t again,
                 std::vector<std::int32_t>& result) const;

    TraceShape m_shape;
    std::vector<SparseColumn<std::int32_t>> m_dropped;  ///< [layers * units][tokens]
    AppendColumn<LaterDrop> m_again;                    ///< all but the first drop of a token by a unit
};

}  // namespace kvw::trace
