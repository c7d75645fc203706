// SPDX-License-Identifier: Apache-2.0
/// A grid over parameters: what is varied, and the runs it stands for. Thread: any; everything is a value.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/decode/run_spec.h"
#include "core/policy/host/catalog.h"

namespace kvw {

/// The axis over which results are repeats of each other: the run's seed, and that of a policy that has one.
inline constexpr const char* kSeedAxis = "seed";
/// The name of the axis that several policies are.
inline constexpr const char* kPolicyAxis = "policy";

/// What varies along one side of the grid: a parameter of the policies, or `seed`, `prompt-tokens`, `positions` or
/// `prefill` of the run.
struct SweepAxis {
    std::string name;
    std::vector<std::string> values;  ///< as typed, in order, none twice
};

/// "capacity=64,128,256", "capacity=64:256:64" (first, last, step) or "capacity=64:1024:x2" (times two); numbers may
/// have a point, and be shares ("10%:50%:10%"). Errors: BadUsage with what was found. At most kMostValues.
[[nodiscard]] Result<SweepAxis> parseAxis(const std::string& text);

struct Sweep {
    RunSpec base;  ///< its policies are not used
    /// One or more; several are an axis of their own, the first.
    std::vector<std::string> policies;
    std::vector<SweepAxis> axes;
};

inline constexpr std::size_t kMostValues = 1000, kMostPoints = 10000;

/// One run of the grid: the full cache and one policy, in lock-step.
struct SweepPoint {
    std::string id;                   ///< the name of its bundle: "capacity=64,window=8"; safe as a file name
    std::vector<std::string> values;  ///< [axes], with the policy in front where there are several
    std::string policy;               ///< canonical
    RunSpec spec;
};

/// Names of the axes as `values` of points has them.
[[nodiscard]] std::vector<std::string> axisNames(const Sweep& sweep);
/// All points, the last axis fastest. Errors: BadUsage for an axis that no policy or run knows, a value out of its
/// range (the range is said), the same axis twice, more than kMostPoints; what resolvePolicy says.
[[nodiscard]] Result<std::vector<SweepPoint>> sweepPoints(const Sweep& sweep, const Catalog& catalog);

}  // namespace kvw
