// SPDX-License-Identifier: Apache-2.0
/// Queries, keys and values of a prompt as the model gave them to attention, layer by layer; everything that a policy
/// may observe can be computed from them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/files/spilled_floats.h"
#include "core/engine/policy/prompt_memory.h"
#include "core/policy/sdk/observation.h"

namespace kvw {

class Decoder;

struct PromptTensors {
    struct Layer {
        SpilledFloats queries, keys, values;  ///< [tokens, heads, head_dim], before rotation
        void leaveMemory() const {
            queries.leaveMemory();
            keys.leaveMemory();
            values.leaveMemory();
        }
    };
    sdk::ModelShape shape;
    std::int64_t tokens = 0;
    std::vector<Layer> layers;
    PromptMemory::ColumnSums columnSums;
    // A run with the same prompt also needs these, in place of the model's layers:
    std::vector<std::int32_t> ids;
    std::vector<float> hidden;             ///< after the last layer, [tokens, hidden]
    std::weak_ptr<const Decoder> decoder;  ///< the decoder that made them
    double ms = 0;                         ///< that the layers took, without what each lane did with them

    [[nodiscard]] static std::int64_t bytesOf(const sdk::ModelShape& shape, std::int64_t tokens) {
        return tokens * shape.layers * (shape.queryHeads + 2 * shape.kvHeads) * shape.headDim *
               static_cast<std::int64_t>(sizeof(float));
    }
    void add(const float* q, const float* k, const float* v) {
        const auto size = [&](std::int64_t heads) { return static_cast<std::size_t>(tokens * heads * shape.headDim); };
        layers.push_back({SpilledFloats({q, size(shape.queryHeads)}), SpilledFloats({k, size(shape.kvHeads)}),
                          SpilledFloats({v, size(shape.kvHeads)})});
    }
};

}  // namespace kvw
