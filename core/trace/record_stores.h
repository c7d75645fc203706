// SPDX-License-Identifier: Apache-2.0
/// Stores of the evictions and policy calls of a trace as plain data in columns with each text once, so that the memory
/// of a long run does not grow: records own their lists and texts and cannot leave memory.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/columns.h"
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

}  // namespace kvw::trace
