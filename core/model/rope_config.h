// SPDX-License-Identifier: Apache-2.0
/// The rotary embedding of a configuration, in the spellings of all families.
#pragma once

#include "core/model/config.h"
#include "core/model/config_reader.h"
#include "core/model/family.h"

namespace kvw {

/// θ, share of dimensions and scaling, into `config`, whose heads and context are known: from `rope_parameters` (new),
/// or `rope_theta` with `rope_scaling` (old); of layers that slide into `localRope`, where the family has that.
/// Complaints and notes go to `top`.
void readRope(ConfigReader& top, const std::string& where, const Family& family, ModelConfig& config);

}  // namespace kvw
