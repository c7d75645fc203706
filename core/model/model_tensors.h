// SPDX-License-Identifier: Apache-2.0
/// The tensors of a file, compared with those that its configuration demands.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/model/config.h"
#include "core/model/weights/shards.h"

namespace kvw {

/// Returns the tensor that the family calls `name`, whichever of the usual prefixes the file gives it; null: none.
[[nodiscard]] const TensorView* findTensor(const ModelTensors& weights, std::string_view name);

/// Checks that each tensor the family needs is there, with the shape that the configuration requires and a type usable
/// as weights. Removes from `weights` what the architecture does not have, adds warnings to `config` and clears its
/// tied flag if the head is one of its own. Errors: BadInput at `where`, Cancelled (`goOn` returned false).
[[nodiscard]] Result<void> checkTensors(ModelTensors& weights, ModelConfig& config, const std::string& where,
                                        const std::function<bool()>& goOn);

}  // namespace kvw
