// SPDX-License-Identifier: Apache-2.0
/// A program that is given a text and answers with one, within limits.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

struct ChildLimits {
    std::chrono::milliseconds time{10'000};  ///< from start to end
    std::size_t output = std::size_t{64} << 20;
};

/// How it ended and what it wrote to standard output.
struct ChildAnswer {
    std::string output;
    int code = 0, signal = 0;               ///< signal: 0 where it ended by itself
    bool tooLate = false, tooLong = false;  ///< it was killed for it
};

/// Runs `program` without a shell: in a process group of its own, which is killed at the latest when this returns; in
/// the folder /; with only standard input (`input`, then its end) and output open, errors thrown away; with
/// `environment` ("NAME=value") as all of its environment. Thread: any. Errors: Io where it cannot be started.
[[nodiscard]] Result<ChildAnswer> runChild(const std::filesystem::path& program,
                                           const std::vector<std::string>& arguments,
                                           const std::vector<std::string>& environment, std::string_view input,
                                           const ChildLimits& limits);

/// Every file of that name in the folders of PATH that can be executed, each once.
[[nodiscard]] std::vector<std::filesystem::path> programsCalled(const std::string& name);

}  // namespace kvw
