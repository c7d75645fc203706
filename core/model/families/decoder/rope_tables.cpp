// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/rope_tables.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kvw {

RopeTable::RopeTable(std::vector<double> inverseFrequency, bool halfSplit, Angles angles)
    : m_inverseFrequency(std::move(inverseFrequency)), m_halfSplit(halfSplit), m_angles(angles) {}

void RopeTable::ensure(std::int64_t phases) {
    if (phases <= m_phases) {
        return;
    }
    // Grown geometrically: a generated text asks for one phase more at every step.
    const std::int64_t target = std::max(phases, m_phases + m_phases / 2 + 64);
    m_cosines.resize(row(target));
    m_sines.resize(row(target));
    for (std::int64_t phase = m_phases; phase < target; ++phase) {
        for (std::size_t i = 0; i < m_inverseFrequency.size(); ++i) {
            const double angle =
                m_angles == Angles::Linear
                    ? static_cast<double>(phase) * m_inverseFrequency[i]
                    : static_cast<double>(static_cast<float>(phase) * static_cast<float>(m_inverseFrequency[i]));
            m_cosines[row(phase) + i] = static_cast<float>(std::cos(angle));
            m_sines[row(phase) + i] = static_cast<float>(std::sin(angle));
        }
    }
    m_phases = target;
}

RopeTables::RopeTables(std::vector<double> inverseFrequency, bool halfSplit, Angles angles) {
    m_tables.emplace_back(std::move(inverseFrequency), halfSplit, angles);
}

void RopeTables::setLocal(const std::vector<float>& inverseFrequency, std::vector<bool> isLocal) {
    m_tables.emplace_back(std::vector<double>(inverseFrequency.begin(), inverseFrequency.end()),
                          m_tables.front().halfSplit(), Angles::Rounded);
    m_isLocal = std::move(isLocal);
}

RopeTables RopeTables::linear() const {
    RopeTables made = *this;
    for (RopeTable& table : made.m_tables) {
        table = RopeTable(table.inverseFrequency(), table.halfSplit(), Angles::Linear);
    }
    return made;
}

void RopeTables::ensure(std::int64_t phases) {
    for (RopeTable& table : m_tables) {
        table.ensure(phases);
    }
}

}  // namespace kvw
