// SPDX-License-Identifier: Apache-2.0
/// Stores the eviction records of a trace as plain data in columns, which can leave memory in a long run; records own
/// their lists and cannot.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/trace/columns.h"
#include "core/trace/trace.h"

namespace kvw::trace {

/// Threads: one writer; readers may access published records.
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
    AppendColumn<std::string> m_reasons;
    std::map<std::string, std::uint32_t, std::less<>> m_places;  ///< writer only
};

}  // namespace kvw::trace
