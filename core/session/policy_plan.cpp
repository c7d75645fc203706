// SPDX-License-Identifier: Apache-2.0
#include "core/session/policy_plan.h"

#include <fmt/format.h>

#include <utility>

namespace kvw {

std::string budgetsText(const std::vector<std::int64_t>& budgets, std::size_t most) {
    std::vector<std::pair<std::int64_t, int>> runs;
    for (const std::int64_t budget : budgets) {
        if (runs.empty() || runs.back().first != budget) {
            runs.emplace_back(budget, 0);
        }
        ++runs.back().second;
    }
    const bool alike = runs.size() < budgets.size();
    std::string text;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool skips = runs.size() > most && i + 1 >= most;
        if (skips) {
            text += " ...";
            i = runs.size() - 1;
        }
        const auto& [budget, count] = runs[i];
        text += text.empty() ? "" : alike && !skips ? ", " : " ";
        text += count > 1 ? fmt::format("{} x {}", count, budget) : std::to_string(budget);
    }
    return text;
}

}  // namespace kvw
