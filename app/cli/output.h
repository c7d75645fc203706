// SPDX-License-Identifier: Apache-2.0
/// Reserves standard output for the results of the command.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace kvw::cli {

/// Redirects standard output to standard error, so that nothing a plugin or its libraries print mixes with the results
/// and no plugin can close `output`. Call once, before anything else runs.
void redirectStdout();
/// Returns the stream for a command's results, the original standard output. Files of app/cli write results nowhere
/// else.
[[nodiscard]] std::FILE* output() noexcept;
/// Replaces the names of standard output (such as /dev/stdout) by the path of the original one.
[[nodiscard]] std::vector<std::string> withOutputNamed(std::vector<std::string> arguments);

}  // namespace kvw::cli
