// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/pyramid.h"

#include <algorithm>

namespace kvw::sdk {

std::vector<std::int64_t> integer_pyramid(const PyramidPlan& plan) {
    const std::int64_t room = std::max<std::int64_t>(0, plan.promptTokens - plan.protectedTokens);
    const std::int64_t base = std::max<std::int64_t>(0, plan.base);
    std::vector<std::int64_t> entries(static_cast<std::size_t>(plan.layers), std::min(base, room));
    if (plan.layers < 2 || plan.promptTokens < 2 * base) {
        return entries;
    }
    std::int64_t least = base / plan.beta;
    std::int64_t most = 2 * base - least;
    if (most >= room) {
        most = room;
        least = 2 * base - most;
    }
    const std::int64_t step = std::max<std::int64_t>(0, most - least) / (plan.layers - 1);
    for (std::int64_t layer = 0; layer < plan.layers; ++layer) {
        entries[static_cast<std::size_t>(layer)] = most - layer * step;
    }
    return entries;
}

RealPyramid real_pyramid(double kept, std::int64_t window, std::int64_t promptTokens, std::int64_t layers,
                         double beta) {
    const auto whole = [](double tokens) { return std::max<std::int64_t>(1, std::llrint(tokens)); };
    const auto w = static_cast<double>(window);
    const auto prompt = static_cast<double>(promptTokens);
    // The window is added and taken off again, as the reference does.
    const double base = (w + kept) - w;
    double least = base / beta;
    double most = 2 * base - least;
    if (most >= prompt - w) {
        most = prompt - w;
        least = 2 * base - most;
    }
    RealPyramid result;
    result.uniform = layers < 2 || !(prompt >= most && most >= least && least >= w);
    const double step = result.uniform ? 0 : (most - least) / static_cast<double>(layers - 1);
    const double first = result.uniform ? kept : most;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        result.totals.push_back(whole(first - static_cast<double>(layer) * step));
    }
    return result;
}

}  // namespace kvw::sdk
