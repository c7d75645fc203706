// SPDX-License-Identifier: Apache-2.0
/// Derives what a run asks of its policies from its settings (core/policy/host/choice/combination.h).
#pragma once

#include "core/model/config.h"
#include "core/policy/host/choice/combination.h"
#include "core/session/spec/run_spec.h"

namespace kvw {

[[nodiscard]] RunTraits traitsOf(const RunSpec& spec, const ModelConfig& model);

}  // namespace kvw
