// SPDX-License-Identifier: Apache-2.0
/// What a policy would keep of a prompt that was read: the selection alone, on what the layers observed, without the
/// model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// What one policy keeps behind the prompt: what a run with it holds there, bit by bit.
struct PromptSelection {
    std::string policy;  ///< canonical text
    std::int64_t promptTokens = 0;
    std::int32_t layers = 0, units = 0;           ///< units of a layer: 1, KV heads or query heads
    std::vector<std::vector<std::int32_t>> kept;  ///< [layer * units + unit], ascending tokens
    std::vector<float> budgets;                   ///< likewise; NaN: the policy names none
    std::vector<std::string> warnings, notes;     ///< values that the run cuts, and what the policy says about itself
    double ms = 0;

    /// Tokens held per layer, mean over its units.
    [[nodiscard]] double heldOf(std::int32_t layer) const;
};

/// What the layers of one prompt observed: queries, keys and values. Ends before the engine. Thread: inference thread
/// only, but for `cancel`.
class ObservedPrompt {
 public:
    virtual ~ObservedPrompt() = default;
    /// Errors: BadUsage for a text that is no policy, or one that does not select once, on the whole prompt; what the
    /// policy itself meets.
    [[nodiscard]] virtual Result<PromptSelection> select(const std::string& policy) = 0;
    /// The first answer of a policy is slower than the next ones: it loads code, and measures of the prompt what all
    /// later ones share. Does that beforehand, for policies that can be asked about. Returns at once where the prompt
    /// is so large that what waits meanwhile would wait for long.
    virtual void prepare(const std::vector<std::string>& /*policies*/) {}
    /// Memory this takes.
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
    /// Ends a selection under way within a block of a layer; it and all later ones fail as Cancelled. Any thread.
    virtual void cancel() noexcept {}
};

/// Jaccard |A and B| / |A or B| of what two selections of the same prompt keep, per layer, mean over the finer of their
/// units; both empty: 1.
[[nodiscard]] std::vector<double> overlapOf(const PromptSelection& a, const PromptSelection& b);

}  // namespace kvw
