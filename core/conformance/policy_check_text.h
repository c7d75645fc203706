// SPDX-License-Identifier: Apache-2.0
/// The made-up text that a policy is judged on: a conformance case without expectations, and odd variants of it.
#pragma once

#include <cstdint>

#include "core/conformance/conformance_case.h"

namespace kvw::checks {

enum class Input { Normal, Constant, Huge, Tiny, SwappedHeads };

/// Two shapes: grouped heads; and one KV head per query head, with another number of layers and an odd number of the
/// blocks of 32 channels that codecs and kernels use.
inline constexpr sdk::ModelShape kGrouped{3, 4, 2, 32}, kUngrouped{5, 3, 3, 96};
inline constexpr double kTheta = 10000;

struct Text {
    std::int64_t prompt = 96, decode = 16;
    Input input = Input::Normal;
    int threads = 1;
    sdk::ModelShape shape = kGrouped;
};

[[nodiscard]] ConformanceCase caseOf(const Text& text);
/// Returns the member "tensors" of a conformance case with this text.
[[nodiscard]] nlohmann::json recipe();
[[nodiscard]] Result<CaseTensors> tensorsOf(const Text& text);

}  // namespace kvw::checks
