// SPDX-License-Identifier: Apache-2.0
/// Queries, keys and values of a prompt as the model gave them to attention, layer by layer: from these everything a
/// policy may observe follows again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/policy/sdk/observation.h"

namespace kvw {

class Decoder;

struct PromptTensors {
    struct Layer {
        std::vector<float> queries, keys, values;  ///< [tokens, heads, head_dim], before rotation
    };
    sdk::ModelShape shape;
    std::int64_t tokens = 0;
    std::vector<Layer> layers;
    /// [layers][query_heads * tokens]: what each token is given by the prompt.
    std::vector<std::vector<double>> columnSums;
    // What a run that has the same prompt needs beside, in place of the model's layers:
    std::vector<std::int32_t> ids;
    std::vector<float> hidden;             ///< behind the last layer, [tokens, hidden]
    std::weak_ptr<const Decoder> decoder;  ///< that made them
    double ms = 0;                         ///< that they took, without what each lane did with them

    [[nodiscard]] static std::int64_t bytesOf(const sdk::ModelShape& shape, std::int64_t tokens) {
        return tokens * shape.layers * (shape.queryHeads + 2 * shape.kvHeads) * shape.headDim *
               static_cast<std::int64_t>(sizeof(float));
    }
    void add(const float* q, const float* k, const float* v) {
        const auto size = [&](std::int64_t heads) { return tokens * heads * shape.headDim; };
        layers.push_back({{q, q + size(shape.queryHeads)}, {k, k + size(shape.kvHeads)}, {v, v + size(shape.kvHeads)}});
    }
};

}  // namespace kvw
