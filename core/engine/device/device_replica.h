// SPDX-License-Identifier: Apache-2.0
/// Copy of a lane's cache in the memory of a device. The cache on the host stays the one that policies, views and forks
/// see: a step that the device computed is put into it, and the copy follows what happens to it between two steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/backend/backend.h"
#include "core/engine/device/device_measures.h"
#include "core/engine/device/device_memory.h"
#include "core/engine/device/device_numbers.h"
#include "core/engine/device/device_report.h"
#include "core/engine/device/device_rule.h"
#include "core/engine/lane/row_metrics.h"
#include "core/engine/lane/row_window.h"
#include "core/engine/policy/rule_answer.h"
#include "core/policy/sdk/read_rule.h"
#include "core/policy/sdk/step_rule.h"

namespace kvw {

/// Under a codec the copy holds what the codec gives back, in f32: codes are made on the host, and what they change is
/// copied before the next step.
///
/// Thread: inference thread.
class DeviceReplica final : public LaneReplica {
 public:
    /// `window`: of the lane that this one's is a fork of.
    explicit DeviceReplica(device::Device& device, std::shared_ptr<RowWindow> window = nullptr)
        : m_device(device), m_rule(device), m_measures(device, std::move(window)) {}
    [[nodiscard]] Result<std::shared_ptr<RowWindow>> window() const override { return m_measures.window(); }

    /// Brings the copy to what `store` holds before `token` of the text: by an edit if tokens only left since the last
    /// step, else by copying all. `coming`: ids of the tokens after this one, as far as they are known, of a text that
    /// does not change. `rule` decides at the end of the step; none: somebody else does. `reads` says what is read; a
    /// store with page bounds needs it. The step begins with Kernels::applyEdits, and ends with Kernels::measureRows if
    /// `wish` has anything, and Kernels::stepRule if there is a rule.
    Result<void> follow(const AttentionStore& store, std::int64_t token, std::int32_t id,
                        std::span<const std::int32_t> coming, std::optional<sdk::StepRule> rule,
                        std::optional<sdk::ReadRule> reads, RowWish wish = {});
    /// Called in place of `follow` if the device went ahead with the step. Returns true if the copy is what `store`
    /// holds, the rules those of that step, and `wish` what was measured; otherwise it is of no use.
    [[nodiscard]] bool foresaw(const AttentionStore& store, std::int64_t token,
                               const std::optional<sdk::StepRule>& rule, const std::optional<sdk::ReadRule>& reads,
                               RowWish wish);
    /// Returns true if the step behind the one that was asked for last needs nothing from the host: a rule decides, its
    /// token is known, and there is room for it.
    [[nodiscard]] bool canGoAhead() const;
    /// Makes the next `follow` copy all.
    void forget() noexcept { m_next = -1; }
    /// The copy as kernels take it; it holds until `follow` copies all.
    [[nodiscard]] const device::Lane& lane() const noexcept { return m_lane; }
    /// Arguments of the kernel that measures its rows; they hold as long.
    [[nodiscard]] const device::RowMeasures& measures() const noexcept { return m_measures.arguments(); }
    /// Moves that bring the newest keys and values together, after the step and before `takeStep`; they hold as long.
    [[nodiscard]] std::span<const device::RowMove> moves() const noexcept { return m_moves; }
    /// Number of the copy, among those of all lanes: lane(), measures() and moves() have changed if it has.
    [[nodiscard]] std::uint64_t copy() const noexcept { return m_copy; }
    /// Bytes on the device: of the copy without the rows, and of the rows, logits and what is measured.
    [[nodiscard]] std::size_t cacheBytes() const noexcept {
        return m_memory ? m_memory->bytes() - m_rowBytes + m_rule.bytes() : 0;
    }
    [[nodiscard]] std::size_t rowBytes() const noexcept { return m_memory ? m_rowBytes + m_measures.bytes() : 0; }
    /// Asks for copies of what the token's step leaves, behind its kernels: keys and values, what was measured,
    /// `withRows` rows and logits, `withRawKeys` the new keys before rotation, and of rules their answers and
    /// statistics.
    void send(DeviceCalls& calls, DeviceReport& report, std::int64_t token, bool withRows, bool withRawKeys);
    /// Copies a report, once it is there, into `store`.
    Result<void> takeStep(AttentionStore& store, const AttentionPass& pass, const DeviceReport& report);
    /// The rule of the step, and what followed from it in the one that was taken last.
    [[nodiscard]] const std::optional<sdk::StepRule>& rule() const noexcept { return m_rule.rule(); }
    [[nodiscard]] const RuleAnswer& answer() const noexcept { return m_answer; }
    /// Likewise of what it read.
    [[nodiscard]] const std::optional<sdk::ReadRule>& reads() const noexcept { return m_reads; }
    [[nodiscard]] const ReadAnswer& readAnswer() const noexcept { return m_readAnswer; }
    /// Numbers of the rows of that step, as RowMetrics::take takes them; empty: nothing was measured.
    [[nodiscard]] std::span<const PartSums> sums() const noexcept { return m_measures.sums(); }

 private:
    [[nodiscard]] bool fits(const AttentionStore& store) const;
    /// Lists the slots that were freed since the last step. Returns false if anything else has changed.
    [[nodiscard]] bool listFreed(const AttentionStore& store);
    [[nodiscard]] bool anyFreed() const;
    /// Returns true if the slots that listFreed listed are those of the rule's answer, which the device knows.
    [[nodiscard]] bool freedByRule() const;
    Result<void> useReads(const AttentionStore& store, std::optional<sdk::ReadRule> reads);
    /// Copies keys and values that were coded since the last step, and the page bounds of their layers.
    Result<void> followCodes(const AttentionStore& store);
    void copyBounds(const AttentionStore& store, std::int32_t layer);
    Result<void> putIds(std::int64_t token, std::int32_t id, std::span<const std::int32_t> coming);
    /// Counts the token of a step, and what a rule then evicts. Returns true if it evicts anything.
    [[nodiscard]] bool holdStep(std::int64_t token);
    /// Gives the copy a number that no copy of any lane had before.
    void renumber() noexcept;
    Result<void> copyAll(const AttentionStore& store, std::int64_t token);
    void copyTables(const AttentionStore& store, std::int64_t token);
    void copyRows(const AttentionStore& store);
    void makeRows(const AttentionStore& store);
    void makePages(const AttentionStore& store);
    void makeMoves(const CacheShape& shape);
    void takePages(const AttentionStore& store, const DeviceReport& report);
    [[nodiscard]] std::size_t unitCount() const noexcept { return m_capacity.size(); }

    device::Device& m_device;
    std::unique_ptr<DeviceMemory> m_memory;  ///< of the whole copy; null: there is none
    device::Lane m_lane;
    std::size_t m_rowBytes = 0, m_rowCount = 0, m_rawKeyCount = 0;
    std::int64_t m_next = -1;                 ///< token of the next step
    std::int64_t m_idRoom = 0, m_idsEnd = 0;  ///< ids that there is room for; end of those that are known
    std::int32_t* m_ids = nullptr;
    std::vector<void*> m_keys, m_values;  ///< as Lane::keys and values
    std::uint64_t m_copy = 0;
    std::vector<device::RowMove> m_moves;
    std::byte* m_newest = nullptr;  ///< keys, then values, [2, layers, stored_heads, head_dim]
    DeviceRule m_rule;
    RuleAnswer m_answer;                   ///< empty if no rule decides
    std::optional<sdk::ReadRule> m_reads;  ///< none if there is no Lane::reads
    ReadAnswer m_readAnswer;
    device::ReadRule* m_readsAt = nullptr;
    std::size_t m_readersCount = 0;  ///< numbers of Lane::readers
    // Tables of the copy, [layers, units] and by slot.
    std::vector<std::int64_t> m_capacity;
    std::vector<std::int64_t> m_held;  ///< behind the step that was asked for last
    std::vector<std::int32_t> m_tokens;
    std::vector<std::uint8_t> m_coded;  ///< 1: the key is one out of codes, 2: the value; empty without a codec
    std::vector<std::int32_t> m_freed, m_freedCount;  ///< as Lane::editSlots and editCount
    std::vector<float> m_newestRows;                  ///< m_newest of the step that is taken, widened; reused
    DeviceMeasures m_measures;
};

}  // namespace kvw
