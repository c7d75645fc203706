// SPDX-License-Identifier: GPL-3.0-or-later
/// Where two lanes of a recording part, looked for as far as both have come.
#pragma once

#include <cstdint>
#include <memory>

#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LaneParting {
 public:
    /// The first token at which lane `b` is not what lane `a` is: of generated texts another word, of a text that is
    /// read another NLL or another number of tokens held. -1: they are the same so far. Asked again with every frame of
    /// a run, only what is new is looked at.
    [[nodiscard]] std::int64_t at(const std::shared_ptr<const Recording>& recording, int a, int b);

 private:
    std::weak_ptr<const Recording> m_of;
    int m_a = -1, m_b = -1;
    std::int64_t m_looked = 0, m_at = -1;
};

}  // namespace kvw::wb
