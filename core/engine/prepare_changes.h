// SPDX-License-Identifier: Apache-2.0
/// Checks and prepares the changes of a run before it starts, so that one that cannot be made costs nothing.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "core/engine/lockstep_run.h"
#include "core/policy/host/loading/loader.h"
#include "core/session/spec/run_changes.h"

namespace kvw {

/// Context of a lane that is made: what the lanes of a run share, and the options of this one.
struct LaneMaking {
    const Catalog& catalog;
    PluginLoader& loader;
    const AttentionOptions& options;
    const std::shared_ptr<RopeTables>& rope;
    ThreadPool& pool;
    std::int64_t prompt = 0, total = 0;
    std::int64_t chunk = 0;    ///< tokens of the prompt that are read together; 0: all
    std::int64_t context = 0;  ///< context length of the model, in tokens; 0: it names none
};

/// Adds the changes of one lane to `all`, in order of step and each with the attention of a policy that takes over.
/// `policy` and `attention` are those the lane starts with; `attention` becomes the one it ends with. Ids, versions and
/// text of `info` become those of all its policies, the parameters those of the last one. `compared`: other lanes are
/// compared with this one. Errors: a step, parameter, token or policy that does not exist, and a policy that cannot
/// take over.
[[nodiscard]] Result<void> prepareChanges(const PolicyChain& chain, std::size_t lane, bool compared,
                                          const LaneMaking& making, ResolvedPolicy policy,
                                          const CachedAttention*& attention, LaneInfo& info,
                                          std::deque<LockstepRun::Setup::PlannedChange>& all);

/// Fills `lane` with its policy, the parameters and what follows from them.
void describeLane(const ResolvedPolicy& policy, const CachedAttention& attention, LaneInfo& lane);

}  // namespace kvw
