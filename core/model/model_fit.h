// SPDX-License-Identifier: Apache-2.0
/// What a model and its cache need, against what this machine has, before anything is loaded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/config.h"

namespace kvw {

struct Machine {
    struct Gpu {
        std::string name;
        std::int64_t total = 0, free = 0;  ///< bytes
    };
    std::int64_t ramTotal = 0, ramAvailable = 0;  ///< bytes; 0: unknown
    std::vector<Gpu> gpus;
};
/// Asks the system, and once per process the driver of NVIDIA's GPUs where it is installed.
[[nodiscard]] Machine thisMachine();

/// Refuses weights that this machine cannot hold, before the system ends the program. Errors: OutOfMemory.
[[nodiscard]] Result<void> checkMemory(std::int64_t weightBytes, const std::string& where);

/// Size of the weights in memory, from the files or, where they are absent, from the configuration alone.
struct WeightSize {
    std::int64_t bytes = 0, parameters = 0;
    bool fromFiles = false;
    std::string type;  ///< as in ModelInfo, or the configuration's: "bfloat16", "Q4_K" of a GGUF file
};
/// A folder may have no weights but for its config.json. Errors: those of ModelFiles for weights that are there and
/// wrong, of ModelConfig.
[[nodiscard]] Result<WeightSize> weightSize(const std::filesystem::path& model);
/// Of every tensor the family demands, all in the configuration's type.
[[nodiscard]] WeightSize weightSize(const ModelConfig& config);

/// Longest context whose full cache fits beside the weights; 0 where the weights alone do not.
[[nodiscard]] std::int64_t longestContext(std::int64_t memory, std::int64_t weights, std::int64_t kvBytesPerToken);

}  // namespace kvw
