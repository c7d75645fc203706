// SPDX-License-Identifier: Apache-2.0
/// Mistral: Llama without biases, with a sliding window over all layers where the configuration has one.
#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kMistral, config, where, {"silu", "swish"});
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    return llamaTensors(config, {.norms = {mlpNorm(config)}});
}

}  // namespace

const Family kMistral{"MistralForCausalLM",
                      "mistral",
                      {.kvHeads = 8, .context = 131072, .windowLayers = WindowLayers::All, .window = 4096},
                      check,
                      tensors};

}  // namespace kvw
