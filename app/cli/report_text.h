// SPDX-License-Identifier: Apache-2.0
/// What a run came to, as text for people.
#pragma once

#include <string>

#include "core/trace/recording.h"

namespace kvw::cli {

/// A run: one line per number; a comparison: one row per lane. Model, text and probes with both. `bundle`: where it was
/// written; empty: nowhere.
[[nodiscard]] std::string reportText(const Recording& recording, bool compare, const std::string& bundle);

}  // namespace kvw::cli
