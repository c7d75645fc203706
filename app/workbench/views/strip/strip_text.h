// SPDX-License-Identifier: GPL-3.0-or-later
/// Text of a lane, fed to a strip, and the search for words in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/workbench/views/strip/strip_view.h"
#include "core/trace/recording.h"

namespace kvw::wb {

class StripText {
 public:
    void clear(StripView& view);
    /// Appends the tokens that `view` does not have yet.
    void appendTo(StripView& view, const RunDescription& description, const Trace& trace);
    /// Returns the tokens of the first occurrence of `word` (UTF-8) after token `after`, else from the start; empty:
    /// none.
    [[nodiscard]] std::vector<std::int32_t> find(const std::string& word, std::int64_t after) const;

 private:
    std::string m_bytes;                // the whole text
    std::vector<std::size_t> m_starts;  // [tokens] their offsets in it
};

}  // namespace kvw::wb
