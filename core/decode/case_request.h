// SPDX-License-Identifier: Apache-2.0
/// A call of a recorded run that is wanted as a conformance case (lane_case.h makes it). Free of torch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

struct CaseRequest {
    std::shared_ptr<const Recording> recording;
    std::int32_t lane = 0;
    /// The newest token at the call: the case ends behind it. Of the prompt: behind the prompt.
    std::int64_t step = 0;
    std::filesystem::path model;  ///< empty: the embedded one
};

/// What such a case is of.
struct CaseText {
    std::string policy;
    std::vector<std::int32_t> ids;  ///< as far as the case goes
    std::int64_t prompt = 0;        ///< of `ids`
    std::int64_t chunk = 0;         ///< of the prompt; 0: layer-major
    std::int64_t runTokens = 0;     ///< that the run was to have
    bool cacheRank = false;
};

/// Whether caseText has an answer; at the cost of looking at the lane's events. Errors: its errors.
[[nodiscard]] Result<void> checkCase(const CaseRequest& request);
/// What can be said without the model. Errors: BadUsage, why a case cannot hold this call.
[[nodiscard]] Result<CaseText> caseText(const CaseRequest& request);

}  // namespace kvw
