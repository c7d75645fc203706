// SPDX-License-Identifier: Apache-2.0
/// Finds the tensors that a failed call used although the observation does not show them: torch says that such a tensor
/// has no device, Python that None has no such attribute, and neither says which one it is.
#pragma once

#include <functional>

#include "core/base/phrase.h"
#include "core/policy/sdk/policy.h"

namespace kvw {

/// Returns a sentence such as "`values` was not asked for in needs()"; empty: no such tensor was used. Only for a call
/// that has thrown `what`: it is repeated on copies of `policy`, each time with one tensor left out and zeros in place
/// of the others that are not shown. `python`: names are spelt as in Python.
[[nodiscard]] Phrase missingTensors(const sdk::Policy& policy, const sdk::ModelShape& shape,
                                    const sdk::Observation& seen, const Phrase& what, bool python,
                                    const std::function<void(sdk::Policy&, const sdk::Observation&)>& call);

}  // namespace kvw
