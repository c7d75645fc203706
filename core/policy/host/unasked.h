// SPDX-License-Identifier: Apache-2.0
/// Which tensors of an observation a failed call used although they are not shown: torch says of such a tensor that it
/// has no device, Python that None has no such attribute, and neither says which one it is.
#pragma once

#include <functional>
#include <string>

#include "core/policy/sdk/policy.h"

namespace kvw {

/// "`values` was not asked for in needs()"; empty: none is at fault. Only for a call that has thrown `what`: it is made
/// again on copies of `policy`, each time with one tensor left out and zeros in the place of the others that are not
/// shown. In the words of policy.py where `what` is.
[[nodiscard]] std::string unaskedTensors(const sdk::Policy& policy, const sdk::ModelShape& shape,
                                         const sdk::Observation& seen, const std::string& what,
                                         const std::function<void(sdk::Policy&, const sdk::Observation&)>& call);

}  // namespace kvw
