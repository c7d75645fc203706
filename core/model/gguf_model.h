// SPDX-License-Identifier: Apache-2.0
/// A GGUF file in the words of a Hugging Face folder: config.json, tokenizer.json and tensor names, so that everything
/// behind it knows one layout.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/gguf.h"

namespace kvw {

struct GgufConfig {
    std::string text;  ///< of a config.json
    std::vector<std::string> warnings;
};
/// Architectures: llama (Mistral too), qwen2, qwen3, gemma, gemma2, gemma3, phi3, gptneox, granite,
/// olmo2, smollm3, stablelm, qwen3moe, gpt-oss, and Mixtral as llama. Settings of the architecture that
/// are not used are in the warnings. Errors: BadInput for another architecture, by name, for a value of another type,
/// for settings that no model here has (experts), and for RoPE factors that are none of Llama 3's.
[[nodiscard]] Result<GgufConfig> ggufConfig(const Gguf& file, const std::string& where);

/// The tensors under the names, in the row order and with the norm weights of the Hugging Face layout; those that have
/// no place in it (rope_freqs) are left out. Errors: BadInput for a row count that does not fit the heads.
[[nodiscard]] Result<std::vector<TensorView>> ggufTensors(const Gguf& file, const std::string& where);

struct GgufTokenizer {
    std::string tokenizer;              ///< the text of a tokenizer.json
    std::string config;                 ///< of a tokenizer_config.json: see ggufTokenizerConfig
    std::vector<std::string> findings;  ///< sentences on values that are not followed
};
/// Errors: BadInput where the file has no tokenizer or one of another kind, which is named, with what to do.
[[nodiscard]] Result<GgufTokenizer> ggufTokenizer(const Gguf& file, const std::string& where);
/// What a tokenizer_config.json would say: special tokens, chat templates by name; those the file has.
[[nodiscard]] nlohmann::json ggufTokenizerConfig(const Gguf& file);

}  // namespace kvw
