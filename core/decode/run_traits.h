// SPDX-License-Identifier: Apache-2.0
/// Derives what a run asks of its policies from its settings (core/policy/host/combination.h).
#pragma once

#include "core/decode/run_spec.h"
#include "core/model/config.h"
#include "core/policy/host/combination.h"

namespace kvw {

[[nodiscard]] RunTraits traitsOf(const RunSpec& spec, const ModelConfig& model);

}  // namespace kvw
