// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/policy_check_text.h"

#include <algorithm>
#include <cmath>

namespace kvw::checks {

ConformanceCase caseOf(const Text& text) {
    ConformanceCase c;
    c.name = c.where = "kvw check-policy";
    c.kind = "eviction";
    c.shape = text.shape;
    c.prompt = text.prompt;
    c.decode = text.decode;
    std::vector<float> frequencies;
    const auto width = static_cast<double>(text.shape.headDim);
    for (std::int64_t m = 0; m < text.shape.headDim / 2; ++m) {
        frequencies.push_back(static_cast<float>(std::pow(kTheta, -2.0 * static_cast<double>(m) / width)));
    }
    c.rope = std::make_shared<RopeTables>(frequencies, true);
    return c;
}

nlohmann::json recipe() {
    return {{"generator", "splitmix64-normal"},
            {"seed", 11},
            {"sharpness", 1.0},
            {"query_gain", 0.5},
            {"sinks", 4},
            {"sink_gain", 1.0},
            {"heavy_every", 11},
            {"heavy_gain", 0.6},
            {"topics", 5},
            {"topic_block", 8},
            {"topic_gain", 0.5}};
}

Result<CaseTensors> tensorsOf(const Text& text) {
    KVW_TRY_ASSIGN(auto tensors, caseTensors(recipe(), text.shape, text.prompt + text.decode, "kvw check-policy"));
    const auto scale = [&](float factor) {
        for (auto* list : {&tensors.q, &tensors.k, &tensors.v}) {
            std::for_each(list->begin(), list->end(), [factor](float& x) { x *= factor; });
        }
    };
    switch (text.input) {
        case Input::Normal:
            break;
        case Input::Constant:
            for (auto* list : {&tensors.q, &tensors.k, &tensors.v}) {
                std::fill(list->begin(), list->end(), 0.5F);
            }
            break;
        case Input::Huge:
            scale(1e8F);
            break;
        case Input::Tiny:
            scale(1e-20F);
            break;
        case Input::SwappedHeads: {
            const auto row = static_cast<std::ptrdiff_t>((text.prompt + text.decode) * text.shape.headDim);
            for (std::int64_t head = 0; head < text.shape.layers * text.shape.queryHeads; head += text.shape.group()) {
                const auto first = tensors.q.begin() + head * row;
                // Two heads of a group change places.
                std::swap_ranges(first, first + row, first + row);
            }
            break;
        }
    }
    return tensors;
}

}  // namespace kvw::checks
