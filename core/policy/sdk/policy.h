// SPDX-License-Identifier: Apache-2.0
/// The three kinds of plugins that evict. A policy is written once, in torch, and runs unchanged on CPU and GPU.
///
/// Threads: every call comes from the inference thread, under InferenceMode. Exceptions are allowed: the host turns
/// them into a sentence that names plugin, layer and step, and ends that run only.
#pragma once

#include <ATen/ATen.h>

#include <memory>
#include <string>
#include <vector>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/report.h"

namespace kvw::sdk {

class Policy {
 public:
    virtual ~Policy() = default;
    /// Constant for the life of the object, but for what parameters decide at creation.
    [[nodiscard]] virtual Needs needs() const = 0;
    /// False: the policy needs the whole prompt and refuses the streaming prefill schedule.
    [[nodiscard]] virtual bool acceptsStreaming() const { return false; }
    [[nodiscard]] virtual Protection protection() const { return {}; }

    virtual void begin(const RunInfo& /*run*/) {}
    /// With needs().rowBlocks: rows [1, query_heads, b, slots] of queries firstRow ... firstRow + b - 1 of this pass,
    /// in order.
    virtual void observeRows(const Observation& /*layer*/, std::int64_t /*firstRow*/) {}
    /// After each layer of a prefill pass. May edit this layer and, in the layer-major schedule, any layer before it.
    virtual Edits prefillLayer(const Observation& /*layer*/) { return {}; }
    /// After the last layer of a prefill pass; slots are those of the prefillLayer calls, less what was evicted since.
    virtual Edits prefillEnd() { return {}; }
    /// After every decoded token, once for all layers.
    virtual Edits step(const Observation& /*all*/) { return {}; }

    /// A live-tunable parameter changed; takes effect from the next step on.
    virtual void set(const Parameters& /*values*/) {}
    [[nodiscard]] virtual Report report() const { return {}; }
    /// An independent copy of the whole state (fork). Per-slot statistics are copied by the engine.
    [[nodiscard]] virtual std::unique_ptr<Policy> clone() const = 0;
};

/// Observation -> a score per held token, larger = kept. Combines with any allocator (POLICIES.md, section C).
class Scorer {
 public:
    virtual ~Scorer() = default;
    /// Granularity Layer: one set per layer; KvHead or QueryHead: per head.
    [[nodiscard]] virtual Needs needs() const = 0;
    [[nodiscard]] virtual bool acceptsStreaming() const { return false; }
    /// Scorers that only make sense once, after the prompt (expected attention).
    [[nodiscard]] virtual bool onceOnly() const { return false; }
    virtual void begin(const RunInfo& /*run*/, const Protection& /*protection*/) {}
    virtual void observeRows(const Observation& /*layer*/, std::int64_t /*firstRow*/) {}
    /// Called after every pass, also when nothing is cut (running sums live in `observation.statistics`).
    /// Returns [layers, units, slots]; what stands at free slots does not matter.
    [[nodiscard]] virtual at::Tensor score(const Observation& observation) = 0;
    /// The same at decode, where at most one token per unit is to leave: exact of the two lowest of each unit among
    /// `competing` (bool, [layers, units, slots]); what stands elsewhere may be a bound from below that is above them.
    [[nodiscard]] virtual at::Tensor lowest(const Observation& observation, const at::Tensor& /*competing*/) {
        return score(observation);
    }
    [[nodiscard]] virtual std::unique_ptr<Scorer> clone() const = 0;
};

/// Observations of the prompt -> how many tokens each layer (or unit) may hold, protected tokens included.
class BudgetAllocator {
 public:
    virtual ~BudgetAllocator() = default;
    [[nodiscard]] virtual Needs needs() const { return {}; }
    virtual void begin(const RunInfo& /*run*/, const Protection& /*protection*/) {}
    /// Each layer of the prompt, in order, with the scorer's scores of it ([1, units, slots]).
    virtual void observe(const Observation& /*layer*/, const at::Tensor& /*scores*/) {}
    /// True: budgets() is known before any layer was observed, so layers are cut as they come.
    [[nodiscard]] virtual bool immediate() const { return false; }
    /// Totals per layer, or per layer and unit; at least 1 each. `promptTokens` = S.
    [[nodiscard]] virtual std::vector<std::int64_t> budgets(std::int64_t promptTokens) = 0;
    [[nodiscard]] virtual bool perUnit() const { return false; }
    /// CAKE's P, Adap-KV's G, warnings.
    [[nodiscard]] virtual Report report() const { return {}; }
    [[nodiscard]] virtual std::unique_ptr<BudgetAllocator> clone() const = 0;
};

}  // namespace kvw::sdk
