// SPDX-License-Identifier: Apache-2.0
/// A model family: which tensors a configuration demands, and what of a configuration the family cannot do. One file
/// per family in families/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/config.h"

namespace kvw {

struct TensorSpec {
    std::string name;
    std::vector<std::int64_t> shape;
    bool optional = false;
};

/// Plain functions, so that a family is constant data. Thread: any.
struct Family {
    const char* architecture;  ///< as in config.json: "LlamaForCausalLM"
    /// The sentence for something in the configuration that this family does not support. `where` is the file.
    Result<void> (*check)(const ModelConfig& config, const std::string& where);
    /// Every tensor of the checkpoint that the engine reads, with its shape.
    std::vector<TensorSpec> (*tensors)(const ModelConfig& config);
};

[[nodiscard]] const std::vector<const Family*>& families();
/// Null when unknown.
[[nodiscard]] const Family* findFamily(std::string_view architecture);
/// "LlamaForCausalLM, ..."
[[nodiscard]] std::string knownArchitectures();

}  // namespace kvw
