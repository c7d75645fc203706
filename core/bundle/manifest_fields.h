// SPDX-License-Identifier: Apache-2.0
/// Members of manifests that are written and read by one table each.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/bundle/manifest_json.h"
#include "core/trace/recording.h"

namespace kvw::bundle {

/// Names of the numbers of a struct.
template <class Struct, class Number, std::size_t N>
using NumberFields = std::array<std::pair<const char*, Number Struct::*>, N>;

inline constexpr NumberFields<ModelInfo, std::int64_t, 10> kModelNumbers{
    {{"layers", &ModelInfo::layers},
     {"query_heads", &ModelInfo::queryHeads},
     {"kv_heads", &ModelInfo::kvHeads},
     {"head_dim", &ModelInfo::headDim},
     {"hidden", &ModelInfo::hidden},
     {"vocabulary", &ModelInfo::vocabulary},
     {"context", &ModelInfo::context},
     {"parameters", &ModelInfo::parameters},
     {"weight_bytes", &ModelInfo::weightBytes},
     {"kv_bytes_per_token", &ModelInfo::kvBytesPerToken}}};
inline constexpr NumberFields<TraceShape, std::int32_t, 5> kShapeNumbers{{{"layers", &TraceShape::layers},
                                                                          {"query_heads", &TraceShape::queryHeads},
                                                                          {"kv_heads", &TraceShape::kvHeads},
                                                                          {"head_dim", &TraceShape::headDim},
                                                                          {"units", &TraceShape::units}}};
inline constexpr NumberFields<RowCounts, std::int64_t, 7> kRowNumbers{{{"steps", &RowCounts::steps},
                                                                       {"layers", &RowCounts::layers},
                                                                       {"evictions", &RowCounts::evictions},
                                                                       {"prefill_memory", &RowCounts::memory},
                                                                       {"calls", &RowCounts::calls},
                                                                       {"times", &RowCounts::times},
                                                                       {"rest", &RowCounts::rest}}};

/// Adds the numbers to `json`.
template <class Struct, class Number, std::size_t N>
void writeNumbers(nlohmann::ordered_json& json, const Struct& from, const NumberFields<Struct, Number, N>& fields) {
    for (const auto& [name, member] : fields) {
        json[name] = from.*member;
    }
}
/// Sets the numbers that `json` has.
template <class Struct, class Number, std::size_t N>
void readNumbers(const nlohmann::ordered_json& json, Struct& to, const NumberFields<Struct, Number, N>& fields) {
    for (const auto& [name, member] : fields) {
        to.*member = json.value(name, to.*member);
    }
}

}  // namespace kvw::bundle
