// SPDX-License-Identifier: Apache-2.0
/// The rotary embedding of a configuration, in the spellings of all families.
#pragma once

#include "core/model/config.h"
#include "core/model/config_reader.h"

namespace kvw {

/// θ, share of dimensions and scaling, into `config`, whose heads and context are known. Complaints go to `top`.
void readRope(ConfigReader& top, const std::string& where, double defaultFraction, ModelConfig& config);

}  // namespace kvw
