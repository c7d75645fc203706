// SPDX-License-Identifier: Apache-2.0
#include "plugins/cascade/unit_lists.h"

#include <stdexcept>
#include <string>

namespace kvw::cascade {
namespace {

void append(std::deque<Entry>& list, const Entry& entry) {
    if (!list.empty() && list.back().token >= entry.token) {
        throw std::logic_error("token " + std::to_string(entry.token) + " enters a sub-cache after token " +
                               std::to_string(list.back().token) + ", tokens must enter in ascending order");
    }
    list.push_back(entry);
}

}  // namespace

UnitLists::UnitLists(const std::vector<Entry>& held, const std::vector<std::int64_t>& sizes) : m_lists(sizes.size()) {
    auto oldest = held.begin();
    for (std::size_t i = sizes.size(); i-- > 0; oldest += sizes[i]) {
        m_lists[i].assign(oldest, oldest + sizes[i]);
    }
}

std::int64_t UnitLists::insert(Entry entry, const Insertion& insertion, const Contest& contest) {
    for (std::int64_t level = 0; level < insertion.level; ++level) {
        std::deque<Entry>& list = m_lists[static_cast<std::size_t>(level)];
        append(list, entry);
        entry = list.front();
        list.pop_front();
    }
    switch (insertion.end) {
        case Insertion::End::Sink:
            return -1;
        case Insertion::End::Room:
            append(m_lists[static_cast<std::size_t>(insertion.level)], entry);
            return -1;
        case Insertion::End::Overflow:
            return entry.slot;
        case Insertion::End::Contest:
            break;
    }
    std::deque<Entry>& list = m_lists[static_cast<std::size_t>(insertion.level)];
    if (!contest.carriedWins(entry.score, list.back().score)) {
        return entry.slot;
    }
    const std::int64_t loser = list.back().slot;
    list.pop_back();
    append(list, entry);
    return loser;
}

}  // namespace kvw::cascade
