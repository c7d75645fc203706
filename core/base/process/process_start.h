// SPDX-License-Identifier: Apache-2.0
/// Tells a process from a later one with the same process id.
#pragma once

#include <string>

namespace kvw {

/// Returns the start time of a process in clock ticks since boot (field 22 of /proc/PID/stat); empty if there is no
/// such process or it is a zombie.
[[nodiscard]] std::string processStart(long pid);

}  // namespace kvw
