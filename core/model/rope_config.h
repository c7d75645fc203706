// SPDX-License-Identifier: Apache-2.0
/// Reads the rotary embedding of a configuration, in the spellings of all families.
#pragma once

#include "core/model/config.h"
#include "core/model/config_reader.h"
#include "core/model/family.h"

namespace kvw {

/// Reads θ, share of rotated dimensions and scaling into `config`, whose heads and context must be set: from
/// `rope_parameters` (new), or `rope_theta` with `rope_scaling` (old). Families with a separate RoPE for layers with a
/// sliding window get it in `secondaryRope`. Errors and notes go to `top`.
void readRope(ConfigReader& top, const std::string& where, const Family& family, ModelConfig& config);

}  // namespace kvw
