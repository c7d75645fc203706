// SPDX-License-Identifier: Apache-2.0
/// Mistral: Llama without biases, with a sliding window in all layers if the configuration has one.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfMistral(const ModelConfig& config) {
    return llamaTensors(config, {.norms = {mlpNorm(config)}});
}

}  // namespace

const Family kMistral{"MistralForCausalLM",
                      "mistral",
                      {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window"},
                      {.kvHeads = 8,
                       .context = 131072,
                       .windowLayers = WindowLayers::All,
                       .window = 4096,
                       .nested = {32, 4096, 14336, 32, 32000}},
                      tensorsOfMistral};

}  // namespace kvw
