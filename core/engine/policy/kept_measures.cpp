// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/kept_measures.h"

#include <algorithm>

namespace kvw {
namespace {

/// Most measurements that are kept: those of six lanes and of a seventh that is tried out beside them. A lane has those
/// of a scorer and a budget, or cake's three and one for every sixteen rows of its window.
constexpr std::size_t kMost = 32;

}  // namespace

at::Tensor KeptMeasures::recall(const std::string& name, const sdk::Measure& measure) {
    const auto known =
        std::find_if(m_kept.begin(), m_kept.end(), [&name](const Kept& kept) { return kept.name == name; });
    if (known != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, known);
        return m_kept.front().value;
    }
    at::Tensor value = measure();  // may recall other measurements
    m_kept.push_front({name, value});
    if (m_kept.size() > kMost) {
        m_kept.pop_back();
    }
    return value;
}

std::int64_t KeptMeasures::bytes() const noexcept {
    std::int64_t bytes = 0;
    for (const Kept& kept : m_kept) {
        bytes += kept.value.defined() ? static_cast<std::int64_t>(kept.value.nbytes()) : 0;
    }
    return bytes;
}

}  // namespace kvw
