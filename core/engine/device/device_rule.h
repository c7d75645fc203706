// SPDX-License-Identifier: Apache-2.0
/// Step rule of a lane in the memory of a device, with what its kernels need beside the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/engine/attention/attention_store.h"
#include "core/engine/device/device_memory.h"
#include "core/engine/device/device_report.h"
#include "core/policy/sdk/step_rule.h"

namespace kvw {

/// Thread: inference thread.
class DeviceRule {
 public:
    explicit DeviceRule(device::Device& device) : m_device(device) {}

    /// Gives the memory back, which the lane of `use` must not name any more.
    void leave() noexcept {
        m_memory.reset();
        m_planRoom = 0;
        m_decides = false;
    }
    /// Returns true if this rule needs another entry in the lane than the one in use.
    [[nodiscard]] bool changes(const std::optional<sdk::StepRule>& rule) const {
        return decides(rule) != m_decides || (m_decides && m_rule != rule);
    }
    /// Makes this the rule of `lane`, with statistics of `store`.
    Result<void> use(const AttentionStore& store, std::optional<sdk::StepRule> rule, device::Lane& lane);
    /// The rule of the step, which need not ever cut.
    [[nodiscard]] const std::optional<sdk::StepRule>& rule() const noexcept { return m_rule; }
    /// Returns true if the device decides by the rule, which is then that of the lane.
    [[nodiscard]] bool decides() const noexcept { return m_decides; }
    /// Returns true if a plan says that tokens leave in the token's step.
    [[nodiscard]] bool evictsByPlan(std::int64_t token) const;
    /// Returns how many of `held` tokens of a unit are held after the token's step, or more if that is not sure. The
    /// rule decides.
    [[nodiscard]] std::int64_t kept(std::size_t unit, std::int64_t held, std::int64_t token) const;
    /// Asks for copies of what the rule's step leaves: its answer if it may evict, and statistics.
    void send(DeviceCalls& calls, DeviceReport& report, const device::Lane& lane, bool evicts) const;
    [[nodiscard]] std::size_t bytes() const noexcept { return m_memory ? m_memory->bytes() : 0; }

 private:
    [[nodiscard]] static bool decides(const std::optional<sdk::StepRule>& rule) { return rule && rule->every > 0; }
    [[nodiscard]] std::int64_t budgetOf(std::size_t unit) const;
    /// Makes room for the numbers that the rule's kernels read and write, with the statistics of the store.
    void makeRoom(const AttentionStore& store, device::Lane& lane);
    /// Puts the rule's budgets or plan on the device, and names them in `made`.
    void putBudgets(device::StepRule& made);
    void putPlan(device::StepRule& made);

    device::Device& m_device;
    std::unique_ptr<DeviceMemory> m_memory;  ///< null: no rule decided yet
    std::optional<sdk::StepRule> m_rule;
    bool m_decides = false;
    std::size_t m_units = 0, m_unitsInAll = 0;  ///< of a layer; of all layers
    device::StepRule* m_at = nullptr;
    std::int32_t* m_budgets = nullptr;
    device::PlannedStep* m_plan = nullptr;
    std::size_t m_planRoom = 0;
};

}  // namespace kvw
