// SPDX-License-Identifier: Apache-2.0
/// The sub-caches of one layer or KV head as lists on the host: the tokens of a prefill pass are inserted one by one,
/// in O(N) each.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "plugins/cascade/contest.h"
#include "plugins/cascade/layout.h"

namespace kvw::cascade {

struct Entry {
    std::int64_t token = 0;
    std::int64_t slot = 0;
    float score = 0;
};

class UnitLists {
 public:
    /// `held`: what the sub-caches hold, in ascending token order; `sizes` as in Layout.
    UnitLists(const std::vector<Entry>& held, const std::vector<std::int64_t>& sizes);

    /// Returns the slot that is freed; -1: none. Throws std::logic_error if the order of ages were to break.
    std::int64_t insert(Entry entry, const Insertion& insertion, const Contest& contest);

 private:
    std::vector<std::deque<Entry>> m_lists;  ///< newest sub-cache first; in a list the oldest token first
};

}  // namespace kvw::cascade
