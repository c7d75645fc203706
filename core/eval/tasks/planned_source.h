// SPDX-License-Identifier: Apache-2.0
/// Samples of tasks that are planned before the first is made.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/eval/tasks/task.h"

namespace kvw::eval {

template <class Plan>
class PlannedSource : public SampleSource {
 public:
    [[nodiscard]] std::optional<std::int64_t> count() const final { return std::ssize(m_plans); }
    [[nodiscard]] std::optional<std::pair<std::string, std::string>> peek() final {
        return m_next < m_plans.size() ? std::optional(nameOf(m_plans[m_next])) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::map<std::string, std::int64_t>> counts() const final {
        std::map<std::string, std::int64_t> all;
        for (const Plan& plan : m_plans) {
            ++all[nameOf(plan).first];
        }
        return all;
    }
    [[nodiscard]] Result<bool> skip() final { return take() != nullptr; }

 protected:
    /// Returns subset and id of a sample.
    [[nodiscard]] virtual std::pair<std::string, std::string> nameOf(const Plan& plan) const = 0;
    /// Returns the plan of the next sample; null: there is none.
    [[nodiscard]] const Plan* take() { return m_next < m_plans.size() ? &m_plans[m_next++] : nullptr; }

    std::vector<Plan> m_plans;

 private:
    std::size_t m_next = 0;
};

}  // namespace kvw::eval
