// SPDX-License-Identifier: Apache-2.0
/// Adap-KV as written in the thesis (POLICIES.md, 6a).
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::adap {

[[nodiscard]] std::unique_ptr<sdk::Policy> as_written(const sdk::Parameters& parameters);

}  // namespace kvw::adap
