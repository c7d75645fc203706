// SPDX-License-Identifier: Apache-2.0
/// Sweeps: the axes over which runs vary, and the runs at the points of a plan. Thread: any; everything is a value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/eval/sweep_plan.h"
#include "core/policy/host/catalog.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/spec/run_spec.h"

namespace kvw {

/// Axis over which results are repeats of each other: the seed of the run and of a policy that has one.
inline constexpr const char* kSeedAxis = "seed";
/// Name of the axis that several policies form.
inline constexpr const char* kPolicyAxis = "policy";
/// Name of the axis of texts (names of shipped ones, or paths), over which candidates of a halving are averaged, too.
inline constexpr const char* kTextAxis = "text";
/// Name of the axis of models: names of stored ones, paths, or kEmbeddedModel.
inline constexpr const char* kModelAxis = "model";
inline constexpr const char* kEmbeddedModel = "embedded";
/// Name of the axis of decode steps, which a halving has.
inline constexpr const char* kStepsAxis = "steps";
/// Name of the axis that sets the budget of any policy: the parameters that may be a share of the prompt. Several of
/// one policy share it in the proportion of their defaults.
inline constexpr const char* kBudgetAxis = "budget";

/// Setting that varies along one axis: a parameter of the policies, their `budget`, or `seed`, `prompt-tokens`,
/// `steps`, `positions`, `prefill`, `text` or `model` of the run.
struct SweepAxis {
    std::string name;
    std::vector<std::string> values;  ///< as typed, in order, without duplicates
};

/// Parses "capacity=64,128,256", "capacity=64:256:64" (first, last, step) or "capacity=64:1024:x2" (times two). Numbers
/// may be decimal fractions or shares ("10%:50%:10%"). At most kMostValues values. Errors: BadUsage with what was
/// found.
[[nodiscard]] Result<SweepAxis> parseAxis(const std::string& text);

/// Returns whether the axis `budget` varies the policy.
[[nodiscard]] bool takesBudget(const ResolvedPolicy& policy);
/// Sets the budget of the policy: its parameter `budget`, or those that may be a share of the prompt, in the proportion
/// of their defaults, so that they add up to `text`: "512", "25%". Errors: BadUsage if there is none, or the text is no
/// number; those of setParameter.
[[nodiscard]] Result<void> setBudget(ResolvedPolicy& policy, const std::string& text);
/// Returns what these parameters add up to: "512", "25%"; none: there are none, or tokens and shares among them.
[[nodiscard]] std::optional<std::string> budgetOf(const ResolvedPolicy& policy);

struct Sweep {
    RunSpec base;  ///< its policies are not used
    /// Policies, at least one; several form an axis of their own, which is the first.
    std::vector<std::string> policies;
    std::vector<SweepAxis> axes;
    SweepPlan plan;
    SweepHalving halving;
};

inline constexpr std::size_t kMostValues = 1000, kMostPoints = 10000;

/// Run of a sweep: the full cache and one policy, in lock-step.
struct SweepPoint {
    std::string id;                   ///< name of its bundle: "capacity=64,window=8"; safe as a file name
    std::vector<std::string> values;  ///< [axes], with the policy first if there are several
    std::string policy;               ///< canonical
    RunSpec spec;
};

[[nodiscard]] bool hasAxis(const Sweep& sweep, const std::string& name);
/// Removes the text of the base run if the texts are an axis: no point has it.
void dropUnusedText(Sweep& sweep);
/// Returns a value as tables and names of runs show it: of a file its last part, unless another value of the axis has
/// the same.
[[nodiscard]] std::string shownValue(const SweepAxis& axis, const std::string& value);
/// Returns the names of the axes in the order of SweepPoint::values; a halving adds the steps as the last one.
[[nodiscard]] std::vector<std::string> axisNames(const Sweep& sweep);
/// Returns all points in the order of `combinations`; of a halving those of every stage, the shortest stage first
/// (sweep_halving.h says which are run). Errors: BadUsage for an axis that neither policy nor run has, a
/// value out of range (the range is named), an axis named twice, more than kMostPoints, or a name or prompt that is not
/// UTF-8, a halving without steps to divide; those of resolvePolicy and `combinations`.
[[nodiscard]] Result<std::vector<SweepPoint>> sweepPoints(const Sweep& sweep, const Catalog& catalog);

}  // namespace kvw
