// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes the inputs of a policy's decisions, in the words of its plugin's manifest.
#pragma once

#include <QString>

#include "core/policy/host/catalog.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Returns "last 32 rows at prefill, attention row at decode", with the lane's own window. Empty: the policy scores
/// nothing, or is not installed here.
[[nodiscard]] QString whatItReads(const LaneInfo& lane, const Catalog& catalog);

}  // namespace kvw::wb
