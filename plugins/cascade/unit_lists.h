// SPDX-License-Identifier: Apache-2.0
/// Sub-caches of one layer or KV head as lists on the host, for inserting the tokens of a prefill pass one by one, in
/// O(N) each.
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
    /// `held`: the tokens in the sub-caches, ascending; `sizes` as in Layout.
    UnitLists(const std::vector<Entry>& held, const std::vector<std::int64_t>& sizes);

    /// Returns the freed slot; -1: none. Throws std::logic_error if tokens would not be in ascending order.
    std::int64_t insert(Entry entry, const Insertion& insertion, const Contest& contest);

 private:
    std::vector<std::deque<Entry>> m_lists;  ///< newest sub-cache first; each list has its oldest token first
};

}  // namespace kvw::cascade
