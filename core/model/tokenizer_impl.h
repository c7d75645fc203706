// SPDX-License-Identifier: Apache-2.0
/// What a loaded tokenizer consists of; shared by loading and encoding only.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/added_tokens.h"
#include "core/model/bpe.h"
#include "core/model/pre_tokenizer.h"
#include "core/model/tokenizer.h"

namespace kvw {

struct Tokenizer::Impl {
    bool nfc = false;  ///< the normalizer: none or NFC
    AddedTokens rawTokens, normalizedTokens;
    PreTokenizer preTokenizer;
    Bpe bpe;
    std::vector<std::int32_t> prefix, suffix;           ///< ids the post-processor adds
    std::vector<std::string> pieces;                    ///< bytes of each id; empty where there is no such id
    std::vector<std::uint8_t> special;                  ///< 1 per special id
    std::unordered_map<std::string, std::int32_t> ids;  ///< by content as in the file
    std::optional<std::int32_t> bos, eos;
    std::string hash;
};

/// `text` (well-formed) in normal form C.
[[nodiscard]] std::string toNfc(const std::string& text);

}  // namespace kvw
