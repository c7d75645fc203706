// SPDX-License-Identifier: Apache-2.0
/// A small made-up recording with everything a bundle can hold: evictions, rows, probes, problems, bytes that are no
/// UTF-8.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/trace/recording.h"

namespace kvw::sample {

struct Options {
    std::int32_t lanes = 1;
    std::int32_t units = 2;  ///< 1 or 2
    std::int32_t steps = 40;
    double slowness = 1;     ///< factor on all times
    bool reads = false;      ///< read selection: decode steps read a part of what is held
    bool coded = false;      ///< a codec stores the cache from the first decode step on
    bool planned = false;    ///< the change of a parameter stands in the policy's text
    bool generated = false;  ///< the tokens behind the prompt are each lane's own
};
[[nodiscard]] std::shared_ptr<Recording> recording(const Options& options = {});

/// All files below a folder, by name.
[[nodiscard]] std::map<std::string, std::string> contents(const std::filesystem::path& folder);
[[nodiscard]] std::string slurp(const std::filesystem::path& file);
void spill(const std::filesystem::path& file, const std::string& text);

}  // namespace kvw::sample
