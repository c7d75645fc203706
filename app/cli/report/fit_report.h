// SPDX-License-Identifier: Apache-2.0
/// Memory that a model needs at a context length, under the full cache and under a policy, compared with this machine.
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
    std::int64_t prompt = -1;  ///< of them in the prompt; -1: all
    std::string policy;        ///< as on the command line; empty: the full cache only
    std::string kvDtype = "f32";
    nlohmann::ordered_json device = nullptr;  ///< row of `deviceTable` of a device that is compared, too

    [[nodiscard]] std::int64_t promptTokens() const { return prompt < 0 ? context : prompt; }
};

/// Returns the report; all sizes are in bytes. Errors: the policy text is invalid, or the policy does not run with this
/// model and cache type.
[[nodiscard]] Result<nlohmann::ordered_json> fitJson(const ModelConfig& config, const WeightSize& weights,
                                                     const FitRequest& request, const Catalog& catalog,
                                                     const Machine& machine);

/// Parses a number of tokens: "128k" is 131072, "1M" is 1048576. Returns 0 if the text is no such number.
[[nodiscard]] std::int64_t contextTokens(const std::string& text);

}  // namespace kvw::cli
