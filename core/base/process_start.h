// SPDX-License-Identifier: Apache-2.0
/// Tells a process from a later one that was given the same number.
#pragma once

#include <string>

namespace kvw {

/// When it started, in clock ticks since boot (field 22 of /proc/PID/stat); empty: there is no such process, or it
/// has ended and only its parent has not noticed.
[[nodiscard]] std::string processStart(long pid);

}  // namespace kvw
