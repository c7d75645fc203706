// SPDX-License-Identifier: Apache-2.0
#include "core/decode/rope_tables.h"

#include <algorithm>
#include <cmath>

namespace kvw {

RopeTables::RopeTables(std::vector<double> inverseFrequency, bool halfSplit, Angles angles)
    : m_inverseFrequency(std::move(inverseFrequency)), m_halfSplit(halfSplit), m_angles(angles) {}

void RopeTables::ensure(std::int64_t phases) {
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

}  // namespace kvw
