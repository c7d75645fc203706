// SPDX-License-Identifier: Apache-2.0
/// Reads memory sizes from /proc.
#pragma once

#include <cstdint>
#include <string>

namespace kvw {

/// Returns the value of line `name` ("MemTotal", "VmHWM") of `file` (/proc/meminfo, /proc/self/status) in bytes; 0 if
/// there is no such line.
[[nodiscard]] std::int64_t procBytes(const std::string& file, const std::string& name);

}  // namespace kvw
