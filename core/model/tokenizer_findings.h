// SPDX-License-Identifier: Apache-2.0
/// Where tokenizer_config.json asks for something that the tokenizer.json beside it does not do.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/model/tokenizer_impl.h"

namespace kvw {

/// One sentence for each such value, naming `where` and the value. `config` may be null.
[[nodiscard]] std::vector<std::string> tokenizerFindings(const Tokenizer::Impl& tokenizer, const nlohmann::json& config,
                                                         const std::string& where);

}  // namespace kvw
