// SPDX-License-Identifier: Apache-2.0
/// The names in `tokenizer.ggml.pre` and how each splits a text before byte-level BPE.
#pragma once

#include <string_view>
#include <vector>

namespace kvw {

struct GgufSplitting {
    /// No bytes and no words: spaces become "▁", and merging sees the whole text, as with SentencePiece.
    bool visibleSpaces = false;
    /// Each cuts what the one before has left: matches and what lies between them.
    std::vector<std::string_view> patterns = {};
    bool nfc = false;           ///< the models of this name normalise their texts
    bool ignoreMerges = false;  ///< a word of the vocabulary is one token
    bool addBegin = false;      ///< unless the file says something else
};

/// Null for a name that is not known.
[[nodiscard]] const GgufSplitting* ggufSplitting(std::string_view name);

}  // namespace kvw
