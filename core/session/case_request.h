// SPDX-License-Identifier: Apache-2.0
/// Request for a conformance case that ends with a call of a recorded run (lane_case.h makes it). Free of torch.
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
    /// Newest token at the call: the case ends after it, or after the prompt if the token belongs to the prompt.
    std::int64_t step = 0;
    std::filesystem::path model;  ///< empty: the embedded one
};

/// Policy, text and settings of such a case.
struct CaseText {
    std::string policy;
    std::vector<std::int32_t> ids;  ///< token ids up to the end of the case
    std::int64_t prompt = 0;        ///< number of `ids` that are the prompt
    std::int64_t chunk = 0;         ///< tokens per prefill pass; 0: layer-major
    std::int64_t runTokens = 0;     ///< tokens that the whole run was to have
    bool cacheRank = false;
};

/// Checks that caseText succeeds, at the cost of reading the lane's events. Errors: those of caseText.
[[nodiscard]] Result<void> checkCase(const CaseRequest& request);
/// Returns what the recording says about the case, without the model. Errors: BadUsage, why a case cannot hold this
/// call.
[[nodiscard]] Result<CaseText> caseText(const CaseRequest& request);

}  // namespace kvw
