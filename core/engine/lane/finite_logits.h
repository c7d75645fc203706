// SPDX-License-Identifier: Apache-2.0
/// Check that logits are finite: weights with NaN or infinity make every result worthless.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "core/base/error.h"

namespace kvw {

/// Fails if `sum` is not finite. `sum`: a number that is finite if all logits after `token` are, such as their sum or
/// log-sum-exp.
[[nodiscard]] inline Result<void> checkLogits(double sum, std::int64_t token) {
    if (std::isfinite(sum)) {
        return {};
    }
    return fail(Code::BadInput, phrase("model, step %1", token), "the logits are not all finite numbers", {},
                "weights without NaN and infinity");
}

}  // namespace kvw
