// SPDX-License-Identifier: Apache-2.0
/// Policies whose tokens are encoded afresh after every eviction (Needs::reencode): what else they may ask for.
#pragma once

#include "core/policy/host/created_policy.h"

namespace kvw {

/// Refuses other needs and a codec, with a sentence.
[[nodiscard]] Result<void> checkReencoding(const sdk::Needs& needs, const GuardedParts& parts);

}  // namespace kvw
