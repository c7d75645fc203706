// SPDX-License-Identifier: Apache-2.0
/// Llama 1 to 3: RMSNorm, rotary embedding on all dimensions (half-split), grouped queries, SiLU gate, no or constant
/// biases.
#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kLlama, config, where, {"silu", "swish"}).and_then([&] {
        return checkNoWindow(kLlama, config, where);
    });
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias, config.attentionBias, config.mlpBias, {mlpNorm(config)}});
}

}  // namespace

const Family kLlama{"LlamaForCausalLM", "llama", {}, check, tensors};

}  // namespace kvw
