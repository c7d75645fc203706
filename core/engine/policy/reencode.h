// SPDX-License-Identifier: Apache-2.0
/// Check of policies whose tokens are encoded afresh after every eviction (Needs::reencode).
#pragma once

#include "core/policy/host/loading/created_policy.h"

namespace kvw {

/// Fails if the policy has other needs, or a codec.
[[nodiscard]] Result<void> checkReencoding(const sdk::Needs& needs, const GuardedParts& parts);

}  // namespace kvw
