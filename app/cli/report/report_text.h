// SPDX-License-Identifier: Apache-2.0
/// Formats the results of a run as text for people.
#pragma once

#include <string>

#include "core/trace/recording.h"

namespace kvw::cli {

/// Returns one line per number for a run, or one row per lane for a comparison; model, text and probes for both.
/// `bundle`: path of the written bundle; empty: none was written.
[[nodiscard]] std::string reportText(const Recording& recording, bool compare, const std::string& bundle);

}  // namespace kvw::cli
