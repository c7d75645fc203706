// SPDX-License-Identifier: Apache-2.0
/// Reads a model from its files into memory.
#pragma once

#include <filesystem>
#include <functional>

#include "core/engine/run_factory.h"

namespace kvw {

/// Callbacks of a load. Both may be empty.
struct LoadListener {
    std::function<bool()> goOn;  ///< asked between the parts of a load; false cancels it
    LoadProgress progress;       ///< progress of the weights
};

/// Loads a model. With `spec`, a model that cannot read its text is refused before the weights are read. Errors: those
/// of the files, Cancelled.
[[nodiscard]] Result<LoadedModel> loadModel(const std::filesystem::path& directory, const LoadListener& listener = {},
                                            const RunSpec* spec = nullptr);

}  // namespace kvw
