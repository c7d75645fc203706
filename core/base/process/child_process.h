// SPDX-License-Identifier: Apache-2.0
/// Runs another program with a text as its input and returns its output, within limits.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Returns pointers to the words, as functions that start a program take them.
[[nodiscard]] std::vector<char*> pointersTo(std::vector<std::string>& words);

struct ChildLimits {
    std::chrono::milliseconds time{10'000};  ///< from the start of the program to its end
    std::size_t output = std::size_t{64} << 20;
    bool errors = false;  ///< standard error is part of the output
};

/// Standard output of a program and how it ended.
struct ChildAnswer {
    std::string output;
    int code = 0, signal = 0;               ///< signal: the one that ended it; 0: it ended by itself
    bool tooLate = false, tooLong = false;  ///< it was killed because of the limit on time or output
};

/// Runs `program` without a shell and waits for its end. It runs in a process group of its own, which is killed when
/// this returns at the latest, and in the folder /. Only standard input (`input`, then end of file) and standard output
/// are open; standard error is discarded unless the limits ask for it. `environment` ("NAME=value") is its whole
/// environment. Thread: any. Errors: Io if the program cannot be started.
[[nodiscard]] Result<ChildAnswer> runChild(const std::filesystem::path& program,
                                           const std::vector<std::string>& arguments,
                                           const std::vector<std::string>& environment, std::string_view input,
                                           const ChildLimits& limits);

/// Returns the environment of this process, as `runChild` takes one.
[[nodiscard]] std::vector<std::string> ownEnvironment();

/// Returns every executable file of that name in the absolute folders of PATH, each once.
[[nodiscard]] std::vector<std::filesystem::path> findPrograms(const std::string& name);

}  // namespace kvw
