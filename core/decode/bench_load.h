// SPDX-License-Identifier: Apache-2.0
/// Loading a model against a plain copy of its files out of the page cache, in the same process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace kvw {

/// `rounds` times in turns: all weights read into memory; the files mapped and copied with memcpy; the files read. All
/// by as many threads, into huge pages that nobody has touched. Medians. `load_over_faster_copy` is the speed of
/// loading over that of the faster copy, `..._cpu` the same of the processor time of all threads, `best_...` of the
/// shortest times; `peak_over_weights` is what the process grew by at most while it loaded, over the size of the
/// weights in memory. Errors: those of loading.
[[nodiscard]] Result<nlohmann::ordered_json> benchLoad(const std::filesystem::path& model, std::int64_t rounds);

}  // namespace kvw
