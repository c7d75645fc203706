// SPDX-License-Identifier: Apache-2.0
/// Adap-KV as in the author's code (POLICIES.md, 6b).
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::adap {

[[nodiscard]] std::unique_ptr<sdk::Policy> as_coded(const sdk::Parameters& parameters);

}  // namespace kvw::adap
