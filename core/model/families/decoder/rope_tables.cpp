// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/rope_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

bool sameRope(const RopeConfig& rope, std::int64_t a, std::int64_t b) noexcept {
    const auto beyond = [&](std::int64_t tokens) { return static_cast<double>(tokens) > rope.originalContext; };
    return rope.scaling != RopeScaling::LongRope || beyond(a) == beyond(b);
}

std::shared_ptr<RopeTables> ropeTables(const ModelConfig& config, std::int64_t tokens) {
    auto tables = std::make_shared<RopeTables>(config.rope.inverseFrequencies(config.rotaryDim(), tokens), true);
    if (!config.secondaryRopeLayers.empty()) {
        // Layers without rotation have angles of 0, which change no bit.
        const std::vector<float> still(static_cast<std::size_t>(config.rotaryDim() / 2));
        tables->setLocal(
            config.secondaryRope ? config.secondaryRope->inverseFrequencies(config.rotaryDim(), tokens) : still,
            config.secondaryRopeLayers);
    }
    return tables;
}

Result<void> checkRope(const RopeConfig& rope, std::int64_t tokens, bool cacheRank) {
    if (rope.scaling != RopeScaling::Dynamic) {
        return {};
    }
    if (cacheRank) {
        return fail(Code::BadUsage, "--positions",
                    "this model's RoPE has dynamic scaling: its frequencies follow the length of the text, which is "
                    "not known from ranks in a cache",
                    "cache-rank", "original");
    }
    if (static_cast<double>(tokens) > rope.originalContext) {
        return fail(Code::BadUsage, "the run",
                    "this model's RoPE has dynamic scaling: beyond its original context every further token would "
                    "rotate all keys again",
                    phrase("%1 tokens", tokens), phrase("at most %1", fmt::format("{:.0f}", rope.originalContext)));
    }
    return {};
}

}  // namespace kvw
