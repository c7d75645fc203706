// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/cascade/leaving_tensors.h"

#include <ATen/ATen.h>

#include <limits>

#include "plugins/cascade/leaving.h"
#include "plugins/cascade/moving_average.h"

namespace kvw::test {
namespace {

template <class T>
at::Tensor matrix(const std::vector<std::vector<T>>& rows) {
    std::vector<at::Tensor> all;
    for (const auto& row : rows) {
        all.push_back(at::tensor(row));
    }
    return at::stack(all);
}

template <class T>
std::vector<T> plain(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    return {dense.const_data_ptr<T>(), dense.const_data_ptr<T>() + dense.numel()};
}

/// Does what loser_slots does, by operations on whole tensors.
at::Tensor loserByTensors(const at::Tensor& tokens, const at::Tensor& mu, std::int64_t younger,
                          const cascade::Contest& contest) {
    const auto [carried, carriedSlot] = tokens.kthvalue(tokens.size(2) - younger, -1, true);
    const at::Tensor newestSlot = std::get<1>(tokens.masked_fill(tokens.ge(carried), -1).max(-1, true));
    if (!contest.selection) {
        return contest.carriedWinsTies ? newestSlot : carriedSlot;
    }
    const at::Tensor a = mu.gather(-1, carriedSlot);
    const at::Tensor b = mu.gather(-1, newestSlot);
    return at::where(contest.carriedWinsTies ? a.ge(b) : a.gt(b), newestSlot, carriedSlot);
}

/// Does what oldest_slots does, likewise.
at::Tensor oldestByTensors(const at::Tensor& tokens, std::int64_t sinks) {
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    return std::get<1>(tokens.masked_fill(tokens.lt(sinks), kLargest).min(-1, true));
}

}  // namespace

std::vector<std::int64_t> loserSlots(const CascadeTable& table, std::int64_t younger, bool selection,
                                     bool carriedWinsTies, bool tensors) {
    const at::Tensor tokens = matrix(table.tokens).unsqueeze(0), mu = matrix(table.scores).unsqueeze(0);
    const cascade::Contest contest{selection, carriedWinsTies};
    return plain<std::int64_t>(tensors ? loserByTensors(tokens, mu, younger, contest)
                                       : cascade::loser_slots(tokens, mu, younger, contest));
}

std::vector<std::int64_t> oldestSlots(const CascadeTable& table, std::int64_t sinks, bool tensors) {
    const at::Tensor tokens = matrix(table.tokens).unsqueeze(0);
    return plain<std::int64_t>(tensors ? oldestByTensors(tokens, sinks) : cascade::oldest_slots(tokens, sinks));
}

std::vector<float> lowerMedian(const std::vector<std::vector<float>>& heads) {
    return plain<float>(cascade::lower_median(matrix(heads), 0));
}

}  // namespace kvw::test
