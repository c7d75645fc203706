// SPDX-License-Identifier: Apache-2.0
/// A call of a recorded run as a conformance case: the lane is made again up to it, and what its layers gave attention
/// becomes the tensors of the case, what its policy did becomes what it expects.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/decode/case_request.h"
#include "core/decode/engine.h"
#include "core/decode/run_factory.h"

namespace kvw {

/// The text of the file. It was run before it is given: it passes here. Errors: BadUsage, why a case cannot hold this
/// call (caseText, and what the model does that the format has no word for); BadInput, another model, or a lane that
/// does not come out as it was recorded; Cancelled. Thread: inference thread.
[[nodiscard]] Result<std::string> laneCase(const CaseRequest& request, const LoadedModel& model, const Catalog& catalog,
                                           PluginLoader& loader, ThreadPool& pool, const ProgressSink& progress,
                                           const std::stop_token& stop);

}  // namespace kvw
