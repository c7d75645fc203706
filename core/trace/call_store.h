// SPDX-License-Identifier: Apache-2.0
/// Stores the policy calls of a trace as plain data with each text once, so that the memory of a long run does not
/// grow.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/trace/columns.h"
#include "core/trace/trace.h"

namespace kvw::trace {

/// Threads: one writer; readers may access published calls.
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
        std::uint32_t name = 0, given = 0, reason = 0;  ///< indices of `m_texts`; 0 is the empty text
        std::uint32_t violation = 0;                    ///< 1 + its index in `m_violations`; 0: none
    };
    std::uint32_t placeOf(const std::string& text);

    AppendColumn<Stored> m_calls;
    AppendColumn<std::string> m_texts;
    AppendColumn<Phrase> m_violations;
    std::map<std::string, std::uint32_t, std::less<>> m_places;  ///< writer only
};

}  // namespace kvw::trace
