// SPDX-License-Identifier: GPL-3.0-or-later
/// The text of a lane, as a strip is given it, and where a word is in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/workbench/docks/strip_view.h"
#include "core/trace/recording.h"

namespace kvw::wb {

class StripText {
 public:
    void clear(StripView& view);
    /// The tokens that `view` does not have yet.
    void appendTo(StripView& view, const RunDescription& description, const Trace& trace);
    /// The tokens of the first place of `word` (UTF-8) behind token `after`, else from the start; empty: nowhere.
    [[nodiscard]] std::vector<std::int32_t> find(const std::string& word, std::int64_t after) const;

 private:
    std::string m_bytes;                // the whole text
    std::vector<std::size_t> m_starts;  // of each token in it
};

}  // namespace kvw::wb
