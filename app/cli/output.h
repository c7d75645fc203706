// SPDX-License-Identifier: Apache-2.0
/// Standard output as the place of what the command says, and of nothing else.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace kvw::cli {

/// Once, before anything else runs: from then on what plugins, and the libraries that they use, print to standard
/// output goes to standard error, and they cannot close `output`.
void takeOutput();
/// Where everything that a command prints for others goes. Files of app/cli write nowhere else.
[[nodiscard]] std::FILE* output() noexcept;
/// A file that was named /dev/stdout means what standard output was at the start.
[[nodiscard]] std::vector<std::string> withOutputNamed(std::vector<std::string> arguments);

}  // namespace kvw::cli
