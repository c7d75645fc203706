// SPDX-License-Identifier: Apache-2.0
/// Copy of a lane's cache in the memory of a device. The cache on the host stays the one that policies, views and forks
/// see: a step that the device computed is put into it, and the copy follows what happens to it between two steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/backend/backend.h"
#include "core/engine/device/device_memory.h"
#include "core/engine/policy/rule_answer.h"
#include "core/policy/sdk/step_rule.h"

namespace kvw {

/// Thread: inference thread.
class DeviceReplica final : public LaneReplica {
 public:
    explicit DeviceReplica(device::Device& device) : m_device(device) {}

    /// Brings the copy to what `store` holds before `token` of the text: by an edit if tokens only left since the last
    /// step, else by copying all. `ids` are those of the token and of the one after it; -1: not known. `rule` decides
    /// at the end of the step; none: somebody else does. The step begins with Kernels::applyEdits, and ends with
    /// Kernels::stepRule if there is a rule.
    Result<void> follow(const AttentionStore& store, std::int64_t token, const std::array<std::int32_t, 2>& ids,
                        std::optional<sdk::StepRule> rule);
    /// The copy as kernels take it; it holds until `follow` copies all.
    [[nodiscard]] const device::Lane& lane() const noexcept { return m_lane; }
    /// Moves that bring the newest keys and values together, after the step and before `takeStep`; they hold as long.
    [[nodiscard]] std::span<const device::RowMove> moves() const noexcept { return m_moves; }
    /// Number of the copy, among those of all lanes: lane() and moves() have changed if it has.
    [[nodiscard]] std::uint64_t copy() const noexcept { return m_copy; }
    /// Bytes on the device: of the copy without the rows, and of the rows and logits.
    [[nodiscard]] std::size_t cacheBytes() const noexcept { return m_memory ? m_memory->bytes() - m_rowBytes : 0; }
    [[nodiscard]] std::size_t rowBytes() const noexcept { return m_memory ? m_rowBytes : 0; }
    /// Copies keys and values of the step that the device has computed into `store`, `withRows` rows and logits, too,
    /// and after a rule the statistics.
    Result<void> takeStep(AttentionStore& store, const AttentionPass& pass, bool withRows = true);
    /// The rule of the step, and what followed from it.
    [[nodiscard]] const std::optional<sdk::StepRule>& rule() const noexcept { return m_rule; }
    [[nodiscard]] const RuleAnswer& answer() const noexcept { return m_answer; }

 private:
    [[nodiscard]] bool fits(const AttentionStore& store) const;
    /// Lists the slots that were freed since the last step. Returns false if anything else has changed.
    [[nodiscard]] bool listFreed(const AttentionStore& store);
    /// Returns true if the slots that listFreed listed are those of the rule's answer, which the device knows.
    [[nodiscard]] bool freedByRule() const;
    Result<void> useRule(const AttentionStore& store, std::optional<sdk::StepRule> rule);
    Result<void> takeAnswer(AttentionStore& store);
    Result<void> copyAll(const AttentionStore& store, std::int64_t token);
    void copyTables(const AttentionStore& store, std::int64_t token);
    void copyRows(const AttentionStore& store);
    void makeRows(const AttentionStore& store);
    void makeMoves(const CacheShape& shape);
    [[nodiscard]] std::size_t unitCount() const noexcept { return m_capacity.size(); }

    device::Device& m_device;
    std::unique_ptr<DeviceMemory> m_memory;  ///< of the whole copy; null: there is none
    device::Lane m_lane;
    std::size_t m_rowBytes = 0;
    std::int64_t m_next = -1;  ///< token of the next step
    std::int64_t m_idRoom = 0;
    std::int32_t* m_ids = nullptr;
    std::vector<void*> m_keys, m_values;  ///< as Lane::keys and values
    std::uint64_t m_copy = 0;
    std::vector<device::RowMove> m_moves;
    std::byte* m_newest = nullptr;        ///< keys, then values, [2, layers, stored_heads, head_dim]
    std::optional<sdk::StepRule> m_rule;  ///< Lane::rule is null if it never cuts
    RuleAnswer m_answer;                  ///< empty if there is no Lane::rule
    device::StepRule* m_ruleAt = nullptr;
    std::int32_t* m_budgets = nullptr;
    // Tables of the copy, [layers, units] and by slot.
    std::vector<std::int64_t> m_capacity;
    std::vector<std::int32_t> m_tokens;
    std::vector<std::int32_t> m_freed, m_freedCount;  ///< as Lane::editSlots and editCount
    // Results of the step that is taken: m_newest as it is stored and in f32, and the slots of its token. Reused.
    std::vector<std::byte> m_newestBytes;
    std::vector<float> m_newestRows;
    std::vector<std::int32_t> m_taken;
};

/// Returns the storage type of keys and values as kernels name it.
[[nodiscard]] device::Number numberOf(Dtype dtype) noexcept;

}  // namespace kvw
