// SPDX-License-Identifier: Apache-2.0
/// Finds settings of tokenizer_config.json that the tokenizer.json beside it does not follow.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/model/tokenizer/tokenizer_impl.h"

namespace kvw {

/// Returns one warning for each such setting, naming `where` and the value. `config` may be null.
[[nodiscard]] std::vector<Finding> tokenizerFindings(const Tokenizer::Impl& tokenizer, const nlohmann::json& config,
                                                     const std::string& where);

}  // namespace kvw
