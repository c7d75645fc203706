// SPDX-License-Identifier: Apache-2.0
/// Pre-tokenizers by their name in `tokenizer.ggml.pre`: how each splits a text before byte-level BPE.
#pragma once

#include <string_view>
#include <vector>

namespace kvw {

struct GgufSplitting {
    /// Spaces become "▁" and BPE merges the unsplit text, without byte-level encoding, as in SentencePiece.
    bool visibleSpaces = false;
    /// Applied in turn: each cuts every piece left by the one before into its matches and the text between them.
    std::vector<std::string_view> patterns = {};
    bool nfc = false;           ///< texts are normalised to NFC
    bool ignoreMerges = false;  ///< a word of the vocabulary is one token
    bool addBegin = false;      ///< default for files that do not state it
};

/// Returns the pre-tokenizer of a name, null if unknown.
[[nodiscard]] const GgufSplitting* ggufSplitting(std::string_view name);

}  // namespace kvw
