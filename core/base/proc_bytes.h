// SPDX-License-Identifier: Apache-2.0
/// What the system says of memory.
#pragma once

#include <cstdint>
#include <string>

namespace kvw {

/// The line `name` ("MemTotal", "VmHWM") of /proc/meminfo or /proc/self/status, in bytes; 0 where there is none.
[[nodiscard]] std::int64_t procBytes(const std::string& file, const std::string& name);

}  // namespace kvw
