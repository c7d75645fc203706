// SPDX-License-Identifier: Apache-2.0
/// What a model needs at a context length, under the full cache and under a policy, and what of it fits this machine.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "core/model/config.h"
#include "core/model/model_fit.h"
#include "core/policy/host/catalog.h"

namespace kvw::cli {

struct FitRequest {
    std::int64_t context = 0;  ///< tokens
    std::int64_t prompt = -1;  ///< of them; -1: all
    std::string policy;        ///< as on the command line; empty: the full cache only
    std::string kvDtype = "f32";

    [[nodiscard]] std::int64_t promptTokens() const { return prompt < 0 ? context : prompt; }
};

/// Bytes throughout. Errors: those of the policy's text, what does not go together.
[[nodiscard]] Result<nlohmann::ordered_json> fitJson(const ModelConfig& config, const WeightSize& weights,
                                                     const FitRequest& request, const Catalog& catalog,
                                                     const Machine& machine);

/// "128k" is 131072, "1M" is 1048576; 0: not such a number.
[[nodiscard]] std::int64_t contextTokens(const std::string& text);

}  // namespace kvw::cli
