// SPDX-License-Identifier: Apache-2.0
/// What a loaded tokenizer consists of; shared by loading and encoding only.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/added_tokens.h"
#include "core/model/bpe.h"
#include "core/model/normalizer.h"
#include "core/model/pre_tokenizer.h"
#include "core/model/token_decoder.h"
#include "core/model/tokenizer.h"

namespace kvw {

struct Tokenizer::Impl {
    Normalizer normalizer;
    AddedTokens rawTokens, normalizedTokens;
    PreTokenizer preTokenizer;
    TextPattern space = TextPattern::literal(" ");
    Bpe bpe;
    TokenDecoder decoder;
    std::vector<std::int32_t> prefix, suffix;           ///< ids the post-processor adds
    std::vector<std::string> pieces;                    ///< bytes of each id; empty where there is no such id
    std::vector<std::uint8_t> special, isByte;          ///< 1 per special id, per id that is a <0xAB>
    std::vector<std::string> contents;                  ///< of each id as in the file
    std::unordered_map<std::string, std::int32_t> ids;  ///< by content as in the file
    std::int64_t modelVocabulary = 0;                   ///< ids of the BPE model, without those only added
    std::optional<std::int32_t> bos, eos;
    std::vector<std::string> findings;
    std::string hash;
};

}  // namespace kvw
