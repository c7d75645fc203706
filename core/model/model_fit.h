// SPDX-License-Identifier: Apache-2.0
/// Compares the memory that a model and its cache need with the memory of this machine, before anything is loaded.
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
/// Returns the memory of this machine. The NVIDIA driver, if installed, is asked once per process.
[[nodiscard]] Machine thisMachine();

/// Refuses weights larger than the RAM of this machine; the system would kill the program. Errors: OutOfMemory.
[[nodiscard]] Result<void> checkMemory(std::int64_t weightBytes, const std::string& where);

/// Size of the weights in memory, from the files or, if they are absent, from the configuration alone.
struct WeightSize {
    std::int64_t bytes = 0, parameters = 0;
    bool fromFiles = false;
    std::string type;  ///< as in ModelInfo, or the dtype of the configuration: "bfloat16", "Q4_K" of a GGUF file
};
/// Returns the size of a model; a folder with only a config.json is enough. Errors: those of ModelConfig, and of
/// ModelFiles for weights that are wrong.
[[nodiscard]] Result<WeightSize> weightSize(const std::filesystem::path& model);
/// Returns the size of all tensors that the family requires, all in the type of the configuration.
[[nodiscard]] WeightSize weightSize(const ModelConfig& config);

/// Returns the longest context in tokens whose full cache fits beside the weights; 0 if the weights alone do not fit.
[[nodiscard]] std::int64_t longestContext(std::int64_t memory, std::int64_t weights, std::int64_t kvBytesPerToken);

}  // namespace kvw
