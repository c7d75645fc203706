// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the first token at which two lanes of a recording differ, among the steps that both have.
#pragma once

#include <cstdint>
#include <memory>

#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LaneDivergence {
 public:
    /// Returns the first token at which lanes `a` and `b` differ: in the token itself for generated texts, in the NLL
    /// or the number of tokens held for a text that is read. -1: they are the same so far. It is called with every
    /// frame of a run, so it looks only at new steps.
    [[nodiscard]] std::int64_t at(const std::shared_ptr<const Recording>& recording, int a, int b);

 private:
    std::weak_ptr<const Recording> m_of;
    int m_a = -1, m_b = -1;
    std::int64_t m_looked = 0, m_at = -1;
};

}  // namespace kvw::wb
