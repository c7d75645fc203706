// SPDX-License-Identifier: Apache-2.0
/// Base class of allocators that share out a mean `capacity` per layer above the protected tokens.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/policy/sdk/policy.h"

namespace kvw::sdk {

class CapacityBudget : public BudgetAllocator {
 public:
    /// `capacity`: tokens per layer on average, protected ones included.
    explicit CapacityBudget(std::int64_t capacity) : m_capacity(capacity) {}

    void begin(const RunInfo& run, const Protection& protection) override {
        m_layers = run.shape.layers;
        m_protected = protection.sinks + protection.recent;
    }

 protected:
    /// Returns the reason why there is nothing to share out, so that every layer gets the capacity; null: there is
    /// something to share.
    [[nodiscard]] std::optional<Finding> whyUniform(std::int64_t promptTokens) const {
        if (promptTokens <= m_capacity) {
            return finding("prompt-within-capacity");
        }
        return m_capacity <= m_protected ? std::optional(finding("capacity-within-protected")) : std::nullopt;
    }
    [[nodiscard]] std::vector<std::int64_t> uniform() const {
        return std::vector<std::int64_t>(static_cast<std::size_t>(m_layers), m_capacity);
    }
    /// Tokens that all layers may hold together beside the protected ones (`shared`), and with them (`nominal`).
    [[nodiscard]] std::int64_t shared() const { return (m_capacity - m_protected) * m_layers; }
    [[nodiscard]] std::int64_t nominal() const { return m_capacity * m_layers; }
    /// Returns the totals of layers that keep `entries` beside the protected tokens; at least 1 each.
    [[nodiscard]] std::vector<std::int64_t> totals(std::vector<std::int64_t> entries) const {
        for (std::int64_t& tokens : entries) {
            tokens = std::max<std::int64_t>(1, tokens + m_protected);
        }
        return entries;
    }

    std::int64_t m_capacity;
    std::int64_t m_layers = 0;
    std::int64_t m_protected = 0;
};

}  // namespace kvw::sdk
