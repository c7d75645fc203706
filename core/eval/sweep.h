// SPDX-License-Identifier: Apache-2.0
/// Sweeps: a grid over parameters and the runs at its points. Thread: any; everything is a value.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"
#include "core/session/spec/run_spec.h"

namespace kvw {

/// Axis over which results are repeats of each other: the seed of the run and of a policy that has one.
inline constexpr const char* kSeedAxis = "seed";
/// Name of the axis that several policies form.
inline constexpr const char* kPolicyAxis = "policy";

/// Setting that varies along one axis of the grid: a parameter of the policies, or `seed`, `prompt-tokens`, `positions`
/// or `prefill` of the run.
struct SweepAxis {
    std::string name;
    std::vector<std::string> values;  ///< as typed, in order, without duplicates
};

/// Parses "capacity=64,128,256", "capacity=64:256:64" (first, last, step) or "capacity=64:1024:x2" (times two). Numbers
/// may be decimal fractions or shares ("10%:50%:10%"). At most kMostValues values. Errors: BadUsage with what was
/// found.
[[nodiscard]] Result<SweepAxis> parseAxis(const std::string& text);

struct Sweep {
    RunSpec base;  ///< its policies are not used
    /// Policies, at least one; several form an axis of their own, which is the first.
    std::vector<std::string> policies;
    std::vector<SweepAxis> axes;
};

inline constexpr std::size_t kMostValues = 1000, kMostPoints = 10000;

/// Run of the grid: the full cache and one policy, in lock-step.
struct SweepPoint {
    std::string id;                   ///< name of its bundle: "capacity=64,window=8"; safe as a file name
    std::vector<std::string> values;  ///< [axes], with the policy first if there are several
    std::string policy;               ///< canonical
    RunSpec spec;
};

/// Returns the names of the axes in the order of SweepPoint::values.
[[nodiscard]] std::vector<std::string> axisNames(const Sweep& sweep);
/// Returns all points; the last axis varies fastest. Errors: BadUsage for an axis that neither policy nor run has, a
/// value out of range (the range is named), an axis named twice, more than kMostPoints, or a name or prompt that is not
/// UTF-8; those of resolvePolicy.
[[nodiscard]] Result<std::vector<SweepPoint>> sweepPoints(const Sweep& sweep, const Catalog& catalog);

}  // namespace kvw
