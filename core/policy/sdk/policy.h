// SPDX-License-Identifier: Apache-2.0
/// Interfaces of the three kinds of plugins that evict: policies, scorers and budget allocators. Each is written once,
/// in torch, and runs unchanged on CPU and GPU.
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

/// Observes each pass and answers with the slots to free.
class Policy {
 public:
    virtual ~Policy() = default;
    /// Constant for the life of the object; may depend on the parameters given at creation.
    [[nodiscard]] virtual Needs needs() const = 0;
    /// False: the policy needs the whole prompt, and the streaming prefill schedule is refused.
    [[nodiscard]] virtual bool acceptsStreaming() const { return false; }
    [[nodiscard]] virtual Protection protection() const { return {}; }

    virtual void begin(const RunInfo& /*run*/) {}
    /// Called only with needs().rowBlocks. `layer.rows` [1, query_heads, b, slots] holds the softmax rows of queries
    /// firstRow ... firstRow + b - 1 of this pass; blocks come in order.
    virtual void observeRows(const Observation& /*layer*/, std::int64_t /*firstRow*/) {}
    /// Called after each layer of a prefill pass. May edit this layer and, in the layer-major schedule, any layer
    /// before it.
    virtual Edits prefillLayer(const Observation& /*layer*/) { return {}; }
    /// Called after the last layer of a prefill pass. Slot indices are those of the prefillLayer calls; slots evicted
    /// since then are free.
    virtual Edits prefillEnd() { return {}; }
    /// Called after every decoded token, once for all layers.
    virtual Edits step(const Observation& /*all*/) { return {}; }

    /// Called when a live-tunable parameter has changed, with all parameters; takes effect from the next step on.
    virtual void set(const Parameters& /*values*/) {}
    [[nodiscard]] virtual Report report() const { return {}; }
    /// Returns an independent copy of the whole state, for a fork. Per-slot statistics are copied by the engine.
    [[nodiscard]] virtual std::unique_ptr<Policy> clone() const = 0;
};

/// Scores each held token; larger scores are kept. Combines with any allocator (POLICIES.md, section C).
class Scorer {
 public:
    virtual ~Scorer() = default;
    /// Constant for the life of the object. The granularity says which heads share a keep-set: all heads of a layer
    /// (Layer) or each head its own (KvHead, QueryHead).
    [[nodiscard]] virtual Needs needs() const = 0;
    [[nodiscard]] virtual bool acceptsStreaming() const { return false; }
    /// True: the scorer only makes sense once, after the prompt (expected attention).
    [[nodiscard]] virtual bool onceOnly() const { return false; }
    virtual void begin(const RunInfo& /*run*/, const Protection& /*protection*/) {}
    virtual void observeRows(const Observation& /*layer*/, std::int64_t /*firstRow*/) {}
    /// Returns scores [layers, units, slots]; values at free slots do not matter. Called for each layer of every
    /// prefill pass and, unless the schedule is once, after every decoded token; also when nothing is cut, because
    /// running sums live in `observation.statistics`.
    [[nodiscard]] virtual at::Tensor score(const Observation& observation) = 0;
    /// Called in place of `score` for a decode step in which at most one token leaves per unit. The scores must be
    /// exact for the two lowest of each unit among `competing` (bool, [layers, units, slots]). Others may be lower
    /// bounds, which for competing tokens must be above those two.
    [[nodiscard]] virtual at::Tensor scoreLowestTwo(const Observation& observation, const at::Tensor& /*competing*/) {
        return score(observation);
    }
    [[nodiscard]] virtual std::unique_ptr<Scorer> clone() const = 0;
};

/// Decides from the prompt how many tokens each layer (or unit) may hold, protected tokens included.
class BudgetAllocator {
 public:
    virtual ~BudgetAllocator() = default;
    /// Without statistics, blocks of rows and a fresh encoding, which belong to the scorer, as does the granularity.
    [[nodiscard]] virtual Needs needs() const { return {}; }
    virtual void begin(const RunInfo& /*run*/, const Protection& /*protection*/) {}
    /// Called for each layer of each prefill pass, in order, with the scores [1, units, slots] that the scorer gave it.
    virtual void observeLayer(const Observation& /*layer*/, const at::Tensor& /*scores*/) {}
    /// True: budgets() does not depend on what is observed, so each layer is cut as it comes.
    [[nodiscard]] virtual bool independentOfObservations() const { return false; }
    /// Returns totals per layer, or per layer and unit ([layer * units + unit]); at least 1 each. `promptTokens` is S.
    [[nodiscard]] virtual std::vector<std::int64_t> budgets(std::int64_t promptTokens) = 0;
    [[nodiscard]] virtual bool perUnit() const { return false; }
    /// Fills in preference (CAKE's P), gini (Adap-KV's G) and warnings; the budgets are filled in by the composition.
    [[nodiscard]] virtual Report report() const { return {}; }
    [[nodiscard]] virtual std::unique_ptr<BudgetAllocator> clone() const = 0;
};

}  // namespace kvw::sdk
