// SPDX-License-Identifier: Apache-2.0
/// Weights with NaN or infinity show in the logits; nothing that follows from them is a result.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "core/base/error.h"

namespace kvw {

/// `sum`: a number that is finite where all logits after `token` are, such as their sum or log-sum-exp.
[[nodiscard]] inline Result<void> checkLogits(double sum, std::int64_t token) {
    if (std::isfinite(sum)) {
        return {};
    }
    return fail(Code::BadInput, fmt::format("model, step {}", token), "the logits are not all finite numbers", {},
                "weights without NaN and infinity");
}

}  // namespace kvw
