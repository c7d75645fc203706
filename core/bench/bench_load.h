// SPDX-License-Identifier: Apache-2.0
/// `kvw bench --part load`: the time to load a model, compared with plain copies of its files out of the page cache in
/// the same process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace kvw {

/// Measures three operations in turns, `rounds` times: loading all weights; mapping the files and copying them with
/// memcpy; reading the files. All use the same number of threads and write to huge pages that were not touched before.
/// Results are medians. `load_over_faster_copy` is the speed of loading over that of the faster copy, `..._cpu` the
/// same for the processor time of all threads, `best_...` for the shortest times; `peak_over_weights` is the highest
/// growth of the process during a load over the size of the weights in memory. Errors: those of loading.
[[nodiscard]] Result<nlohmann::ordered_json> benchLoad(const std::filesystem::path& model, std::int64_t rounds);

}  // namespace kvw
