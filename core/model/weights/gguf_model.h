// SPDX-License-Identifier: Apache-2.0
/// Translates a GGUF file into the layout of a Hugging Face folder (config.json, tokenizer.json, tensor names), so that
/// the rest of the program knows only one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/finding.h"
#include "core/model/weights/gguf.h"

namespace kvw {

struct GgufConfig {
    std::string text;  ///< text of a config.json
    std::vector<Phrase> warnings;
};
/// Writes the config.json of a file. Architectures: llama (also Mistral and Mixtral), qwen2, qwen3, gemma, gemma2,
/// gemma3, phi3, gptneox, granite, olmo2, smollm3, stablelm, qwen3moe, gpt-oss. Unused settings of the architecture are
/// listed in `warnings`. Errors: BadInput for another architecture, by name, for a value of another type, for settings
/// that the family does not support (such as experts), and for stored RoPE factors that are not those of Llama 3.
[[nodiscard]] Result<GgufConfig> ggufConfig(const Gguf& file, const std::string& where);

/// Returns the tensors with the names, row order and norm weights of the Hugging Face layout; those without a place in
/// it (rope_freqs) are left out. Errors: BadInput for a row count that does not fit the heads.
[[nodiscard]] Result<std::vector<TensorView>> ggufTensors(const Gguf& file, const std::string& where);

struct GgufTokenizer {
    std::string tokenizer;          ///< text of a tokenizer.json
    std::string config;             ///< text of a tokenizer_config.json: see ggufTokenizerConfig
    std::vector<Finding> findings;  ///< about values that are not followed
};
/// Writes the tokenizer of a file. Errors: BadInput, with the remedy, if the file has no tokenizer or one of an
/// unsupported kind, which is named.
[[nodiscard]] Result<GgufTokenizer> ggufTokenizer(const Gguf& file, const std::string& where);
/// Writes the tokenizer_config.json of a file: the special tokens and chat templates (by name) that it has.
[[nodiscard]] nlohmann::json ggufTokenizerConfig(const Gguf& file);

}  // namespace kvw
