// SPDX-License-Identifier: Apache-2.0
/// Checks of the files of a tokenizer: values of a tokenizer.json of another type than expected (a flag written as a
/// text would count as off), and settings of tokenizer_config.json that it does not follow.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/tokenizer_impl.h"

namespace kvw {

/// Checks the types in a whole tokenizer.json. Errors: BadInput naming `where`, the key and its value.
[[nodiscard]] Result<void> checkTokenizerTypes(const nlohmann::json& file, const std::string& where);

/// Returns one warning for each setting of tokenizer_config.json that is not followed, naming `where` and the value.
/// `config` may be null.
[[nodiscard]] std::vector<Finding> tokenizerFindings(const Tokenizer::Impl& tokenizer, const nlohmann::json& config,
                                                     const std::string& where);

}  // namespace kvw
