// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/arrays/row_files.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace kvw::bundle {
namespace {

std::int64_t placeOf(const ArrayPlace& array, std::int64_t index) {
    return array.begin + index * static_cast<std::int64_t>(npySize(array.type));
}

bool readTokens(const ArrayPlace& array, std::int64_t first, std::span<std::int32_t> to) {
    if (array.type == NpyType::I32) {
        return array.bytes->read(placeOf(array, first), to.data(), to.size_bytes());
    }
    std::vector<std::int64_t> wide(to.size());
    if (!array.bytes->read(placeOf(array, first), wide.data(), wide.size() * sizeof(std::int64_t))) {
        return false;
    }
    std::ranges::transform(wide, to.begin(), [](std::int64_t token) {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(token, -1, std::numeric_limits<std::int32_t>::max()));
    });
    return true;
}

bool readProbs(const ArrayPlace& array, std::int64_t first, std::span<float> to) {
    if (array.type == NpyType::F32) {
        return array.bytes->read(placeOf(array, first), to.data(), to.size_bytes());
    }
    std::vector<std::uint16_t> halves(to.size());
    if (!array.bytes->read(placeOf(array, first), halves.data(), halves.size() * sizeof(std::uint16_t))) {
        return false;
    }
    std::ranges::transform(halves, to.begin(), floatOf);
    return true;
}

/// Returns whether tokens ascend, from 0 or above to at most `step`.
bool areTokens(std::span<const std::int32_t> tokens, std::int64_t step) {
    return tokens.empty() || (tokens.front() >= 0 && tokens.back() <= step &&
                              std::ranges::adjacent_find(tokens, std::greater_equal<>()) == tokens.end());
}

/// Memory that the spans of a row point into.
struct RowMemory {
    RowMemory(std::size_t tokenCount, std::size_t probCount)
        : tokens(std::make_unique_for_overwrite<std::int32_t[]>(tokenCount)),
          probs(std::make_unique_for_overwrite<float[]>(probCount)) {}
    std::unique_ptr<std::int32_t[]> tokens;
    std::unique_ptr<float[]> probs;
};

}  // namespace

RowFiles::RowFiles(const TraceShape& shape, std::int64_t bytes)
    : m_shape(shape), m_bytes(bytes), m_layers(static_cast<std::size_t>(shape.layers)) {}

void RowFiles::add(std::int32_t layer, std::shared_ptr<const RowLayer> rows) {
    const std::lock_guard lock(m_mutex);
    m_layers[static_cast<std::size_t>(layer)] = std::move(rows);
    m_arrivals.fetch_add(1, std::memory_order_release);
}

std::optional<AttentionRows> RowFiles::find(std::int64_t step, std::int32_t layer) const {
    std::shared_ptr<const RowLayer> rows;
    {
        const std::lock_guard lock(m_mutex);
        rows = m_layers[static_cast<std::size_t>(layer)];
    }
    if (rows == nullptr) {
        return std::nullopt;
    }
    if (step < rows->ownFrom) {
        return rows->shared->find(step, layer);
    }
    const auto found = std::ranges::lower_bound(rows->steps, step);
    if (found == rows->steps.end() || *found != step) {
        return std::nullopt;
    }
    const auto units = static_cast<std::size_t>(m_shape.units);
    const auto group = static_cast<std::size_t>(m_shape.queryHeads / m_shape.units);
    const std::int64_t* offsets = rows->offsets.data() + static_cast<std::size_t>(found - rows->steps.begin()) * units;
    const std::int64_t first = offsets[0];
    const auto count = static_cast<std::size_t>(offsets[units] - first);
    auto memory = std::make_shared<RowMemory>(count, count * group);
    if (!readTokens(rows->tokens, first, {memory->tokens.get(), count}) ||
        !readProbs(rows->probs, first * static_cast<std::int64_t>(group), {memory->probs.get(), count * group})) {
        return std::nullopt;
    }
    AttentionRows result{static_cast<std::int32_t>(step), layer, {}, {}};
    result.heads.reserve(units * group);
    const float* probs = memory->probs.get();
    for (std::size_t unit = 0; unit < units; ++unit) {
        const std::span<const std::int32_t> tokens(memory->tokens.get() + (offsets[unit] - first),
                                                   static_cast<std::size_t>(offsets[unit + 1] - offsets[unit]));
        if (!areTokens(tokens, step)) {
            return std::nullopt;
        }
        for (std::size_t head = 0; head < group; ++head, probs += tokens.size()) {
            result.heads.push_back({tokens, {probs, tokens.size()}});
        }
    }
    result.memory = std::move(memory);
    return result;
}

}  // namespace kvw::bundle
