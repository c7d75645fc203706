// SPDX-License-Identifier: Apache-2.0
/// Selections from a prompt that was read, by a policy and in a recorded lane. Of a policy only the selection is
/// repeated, on what the layers observed, without the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/finding.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw {

/// Tokens that one policy keeps after the prompt: bit by bit those that a run with it holds there.
struct PromptSelection {
    std::string policy;  ///< canonical text
    std::int64_t promptTokens = 0;
    std::int32_t layers = 0, units = 0;           ///< units of a layer: 1, KV heads or query heads
    std::vector<std::vector<std::int32_t>> kept;  ///< [layer * units + unit], ascending tokens
    std::vector<float> budgets;                   ///< likewise; NaN: the policy names none
    std::vector<Finding> warnings, notes;         ///< about values that the run cuts; the policy's own
    double ms = 0;

    /// Tokens held per layer, mean over its units.
    [[nodiscard]] double heldOf(std::int32_t layer) const;
};

/// Queries, keys and values that the layers of one prompt observed. It must be destroyed before the engine. Thread:
/// inference thread only, except `cancel`.
class ObservedPrompt {
 public:
    virtual ~ObservedPrompt() = default;
    /// Selects with a policy. Errors: BadUsage for a text that is no policy, or one that does not select once, on the
    /// whole prompt; those of the policy itself.
    [[nodiscard]] virtual Result<PromptSelection> select(const std::string& policy) = 0;
    /// Prepares for questions about these policies: the first answer of a policy is slower than the next ones, because
    /// it loads code and measures what all later ones share. Returns at once if the prompt is so large that other work
    /// would wait for long.
    virtual void prepare(const std::vector<std::string>& /*policies*/) {}
    /// Returns the memory this takes.
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
    /// Ends the current selection within a block of a layer; it and all later ones fail as Cancelled. Thread: any.
    virtual void cancel() noexcept {}
};

/// Returns the Jaccard index |A and B| / |A or B| of what two selections of the same prompt keep, per layer, mean over
/// the finer of their units; both empty: 1.
[[nodiscard]] std::vector<double> overlapOf(const PromptSelection& a, const PromptSelection& b);

/// Returns what a selection keeps of the first `tokens` of its prompt. With the question inside the prompt and outside of
/// it, policies are compared over these.
[[nodiscard]] PromptSelection keptOfFirst(PromptSelection selection, std::int64_t tokens);
/// Returns the run that reads prompt and question of a run that generates as one prompt, in the way of its lane `lane`,
/// and keeps what the layers observe. It has the embedded model.
[[nodiscard]] RunSpec questionInside(const RunDescription& run, std::int32_t lane);

/// Returns what a lane held, without budgets, warnings and time. Errors: BadUsage, there is no such lane; BadInput, it
/// ended before its prompt was read. Thread: any.
[[nodiscard]] Result<PromptSelection> heldBehindPrompt(const Recording& recording, std::int32_t lane);

}  // namespace kvw
