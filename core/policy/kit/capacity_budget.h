// SPDX-License-Identifier: Apache-2.0
/// Base classes of allocators that share out a mean `capacity` per layer above the protected tokens.
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
        m_runTokens = run.promptTokens;
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

    /// Returns the length of the prompt, of which `seen` tokens are read. With a chunked prompt it is known from the
    /// start, so all chunks get the same budgets.
    [[nodiscard]] std::int64_t promptLength(std::int64_t seen) const { return std::max(seen, m_runTokens); }

    std::int64_t m_capacity;
    std::int64_t m_layers = 0;
    std::int64_t m_protected = 0;

 private:
    std::int64_t m_runTokens = 0;
};

/// Shares by a number per layer, measured over the last `window` rows of the prompt.
class MeasuredBudget : public CapacityBudget {
 public:
    MeasuredBudget(std::int64_t capacity, std::int64_t window) : CapacityBudget(capacity), m_window(window) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.lastRows = m_window;
        return needs;
    }
    void begin(const RunInfo& run, const Protection& protection) override {
        CapacityBudget::begin(run, protection);
        m_measured.clear();
        m_seen = 0;
    }
    void observeLayer(const Observation& layer, const at::Tensor& /*scores*/) override {
        m_seen = layer.seen;
        if (!whyUniform(m_seen)) {
            m_measured.push_back(measure(layer, std::max<std::int64_t>(1, std::min(m_window, layer.seen - 1))));
        }
    }
    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t promptTokens) override {
        return whyUniform(m_seen) ? uniform() : shares(m_measured, promptTokens);
    }
    [[nodiscard]] Report report() const override {
        Report report;
        if (m_capacity <= m_protected) {
            report.warnings.push_back(finding("layers-equal"));
        }
        return report;
    }

 protected:
    /// Measures a layer by its last `window` rows over the tokens before them.
    [[nodiscard]] virtual double measure(const Observation& layer, std::int64_t window) const = 0;
    /// Returns the totals of the layers from what was measured.
    [[nodiscard]] virtual std::vector<std::int64_t> shares(const std::vector<double>& measured,
                                                           std::int64_t promptTokens) const = 0;

    std::vector<double> m_measured;

 private:
    std::int64_t m_window;
    std::int64_t m_seen = 0;
};

}  // namespace kvw::sdk
