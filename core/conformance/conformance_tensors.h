// SPDX-License-Identifier: Apache-2.0
/// Queries, keys and values of a conformance case: from the generator `splitmix64-normal`, or written out in the file.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/sdk/observation.h"

namespace kvw {

/// q [layers, query_heads, tokens, head_dim], k and v [layers, kv_heads, tokens, head_dim], before rotation.
struct CaseTensors {
    sdk::ModelShape shape;
    std::int64_t tokens = 0;
    std::vector<float> q, k, v;

    [[nodiscard]] const float* query(std::int64_t layer, std::int64_t head, std::int64_t token) const {
        return q.data() + ((layer * shape.queryHeads + head) * tokens + token) * shape.headDim;
    }
    [[nodiscard]] const float* key(std::int64_t layer, std::int64_t head, std::int64_t token) const {
        return k.data() + ((layer * shape.kvHeads + head) * tokens + token) * shape.headDim;
    }
    [[nodiscard]] const float* value(std::int64_t layer, std::int64_t head, std::int64_t token) const {
        return v.data() + ((layer * shape.kvHeads + head) * tokens + token) * shape.headDim;
    }
};

/// Returns the tensors that the member `tensors` describes, and checks its `probe` if it has one. Source: golden
/// format, section 3.
[[nodiscard]] Result<CaseTensors> caseTensors(const nlohmann::json& tensors, const sdk::ModelShape& shape,
                                              std::int64_t tokens, const std::string& where);

}  // namespace kvw
