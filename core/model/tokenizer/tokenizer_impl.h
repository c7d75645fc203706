// SPDX-License-Identifier: Apache-2.0
/// Parts of a loaded tokenizer, for loading and encoding only.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/tokenizer/added_tokens.h"
#include "core/model/tokenizer/bpe.h"
#include "core/model/tokenizer/normalizer.h"
#include "core/model/tokenizer/pre_tokenizer.h"
#include "core/model/tokenizer/token_decoder.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw {

struct Tokenizer::Impl {
    Normalizer normalizer;
    AddedTokens rawTokens, normalizedTokens;
    PreTokenizer preTokenizer;
    TextPattern space = TextPattern::literal(" ");
    Bpe bpe;
    TokenDecoder decoder;
    std::vector<std::int32_t> prefix, suffix;           ///< ids the post-processor adds
    std::vector<std::string> pieces;                    ///< bytes of each id; empty for an unused id
    std::vector<std::uint8_t> special, isByte;          ///< by id: 1 for a special token; for a <0xAB> token
    std::vector<std::string> contents;                  ///< content of each id in the file
    std::unordered_map<std::string, std::int32_t> ids;  ///< by content in the file
    std::int64_t modelVocabulary = 0;                   ///< largest id of the BPE model + 1, without added tokens
    std::optional<std::int32_t> bos;
    std::vector<Finding> findings;
    std::string hash;
};

}  // namespace kvw
