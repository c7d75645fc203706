// SPDX-License-Identifier: Apache-2.0
/// Makes a conformance case that ends with a call of a recorded run: the lane is repeated up to the call; the inputs of
/// attention become the tensors of the case, the decisions of the policy become its expectations.
#pragma once

#include <stop_token>
#include <string>

#include "core/engine/run_factory.h"
#include "core/session/case_request.h"
#include "core/session/engine.h"

namespace kvw {

/// Returns the text of the case, after a check that it passes here. Errors: BadUsage, why a case cannot hold this call
/// (caseText, and what the model does that the format cannot express); BadInput, another model, or a lane that does not
/// come out as it was recorded; Cancelled. Thread: inference thread.
[[nodiscard]] Result<std::string> laneCase(const CaseRequest& request, const LoadedModel& model, const Catalog& catalog,
                                           PluginLoader& loader, ThreadPool& pool, const ProgressSink& progress,
                                           const std::stop_token& stop);

}  // namespace kvw
