// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/token_mass.h"

#include <algorithm>
#include <bit>

namespace kvw {

void TokenMass::sumTo(std::vector<float>& sums) {
    constexpr std::size_t kBits = 64;
    std::size_t tokens = 0;
    for (const auto& entry : m_entries) {
        tokens = std::max(tokens, static_cast<std::size_t>(entry.first) + 1);
    }
    m_present.assign((tokens + kBits - 1) / kBits, 0);
    m_place.resize(std::max(m_place.size(), tokens));
    for (const auto& entry : m_entries) {
        const auto token = static_cast<std::size_t>(entry.first);
        std::uint64_t& word = m_present[token / kBits];
        const std::uint64_t bit = std::uint64_t{1} << (token % kBits);
        m_place[token] = (word & bit) != 0 ? m_place[token] + 1 : 1;
        word |= bit;
    }
    const auto forEachToken = [this](const auto& visit) {
        for (std::size_t i = 0; i < m_present.size(); ++i) {
            for (std::uint64_t word = m_present[i]; word != 0; word &= word - 1) {
                visit(m_place[i * kBits + static_cast<std::size_t>(std::countr_zero(word))]);
            }
        }
    };
    std::uint32_t begin = 0;
    forEachToken([&begin](std::uint32_t& place) { begin += std::exchange(place, begin); });
    m_masses.resize(m_entries.size());
    for (const auto& entry : m_entries) {
        m_masses[m_place[static_cast<std::size_t>(entry.first)]++] = entry.second;
    }
    sums.clear();
    begin = 0;
    forEachToken([&](std::uint32_t end) {
        const auto first = m_masses.begin() + begin, last = m_masses.begin() + end;
        std::sort(first, last);
        float sum = *first;
        for (auto mass = first + 1; mass != last; ++mass) {
            sum += *mass;
        }
        sums.push_back(sum);
        begin = end;
    });
}

}  // namespace kvw
