// SPDX-License-Identifier: Apache-2.0
/// Composition for policies that score without attention, once after the prompt or at every step (POLICIES.md A:
/// expected-attention, knorm, keydiff, random).
#pragma once

#include <memory>

#include "core/policy/sdk/compose.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::sdk {

/// Returns a composition of `scorer` and the parameters `capacity`, `removed`, `sinks` and, if the manifest has them,
/// `recent`, `schedule` and `skip-layers`. Schedule once: one cut after the prompt, to the one-shot budget; no
/// parameter is live. every-step: a cut down to `capacity` after every pass; `capacity`, `sinks` and `recent` are live.
/// The first `skip-layers` layers are never cut. Throws std::invalid_argument, with a sentence, for every-step without
/// a capacity.
[[nodiscard]] Composition scheduled(std::unique_ptr<Scorer> scorer, const Parameters& parameters);

}  // namespace kvw::sdk
