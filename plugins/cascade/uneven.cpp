// SPDX-License-Identifier: Apache-2.0
#include "plugins/cascade/uneven.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/policy/kit/select.h"

namespace kvw::cascade {
namespace {

using Places = std::vector<std::pair<std::int64_t, std::int64_t>>;  ///< (token, slot), oldest first

std::vector<std::int64_t> leaving(Places held, std::int64_t over, const float* mu, const Uneven& step) {
    std::vector<std::int64_t> slots;
    const auto take = [&](std::ptrdiff_t at) {
        slots.push_back(held[static_cast<std::size_t>(at)].second);
        held.erase(held.begin() + at);
    };
    if (const auto older = std::ssize(held) - 2 - step.younger.value_or(0); step.younger && over > 0 && older >= 0) {
        const auto score = [&](std::ptrdiff_t at) { return mu[held[static_cast<std::size_t>(at)].second]; };
        take(step.contest.carriedWins(score(older + 1), score(older)) ? older : older + 1);
    }
    while (std::ssize(slots) < over && std::ssize(held) > step.newest) {
        take(0);
    }
    return slots;
}

}  // namespace

at::Tensor uneven_slots(const at::Tensor& tokens, const at::Tensor& mu, const Uneven& step) {
    const at::Tensor table = tokens.cpu().contiguous(), scores = mu.cpu().contiguous();
    const std::int64_t units = table.size(0) * table.size(1), slots = table.size(2);
    std::vector<std::vector<std::int64_t>> all;
    for (std::int64_t unit = 0; unit < units; ++unit) {
        const std::int64_t* row = table.const_data_ptr<std::int64_t>() + unit * slots;
        Places held;
        for (std::int64_t slot = 0; slot < slots; ++slot) {
            if (row[slot] >= step.sinks) {
                held.emplace_back(row[slot], slot);
            }
        }
        std::sort(held.begin(), held.end());
        const auto over = slots - std::count(row, row + slots, -1) - step.accounted;
        all.push_back(leaving(std::move(held), over, scores.const_data_ptr<float>() + unit * slots, step));
    }
    return sdk::padded_slots(all, tokens);
}

}  // namespace kvw::cascade
