// SPDX-License-Identifier: Apache-2.0
/// Decoder of a tokenizer.json, which turns tokens into text. Source: `decoders/` of the tokenizers library.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/pre_tokenizer.h"

namespace kvw {

/// Immutable. Thread: const access from any thread.
class TokenDecoder {
 public:
    /// Reads ByteLevel, Metaspace, and a Sequence of Replace, ByteFallback, Metaspace, Fuse and Strip (at the start) in
    /// this order. Errors: BadInput naming `where` and what is not supported.
    [[nodiscard]] static Result<TokenDecoder> fromJson(const nlohmann::json& json, const std::string& where);

    /// Limit on the bytes of a token, longer than any token of a real language model.
    static constexpr std::size_t kLongestPiece = std::size_t{1} << 20;
    /// Bytes of a token inside a text, possibly part of a character.
    struct Piece {
        std::string bytes;
        bool isByte = false;  ///< a <0xAB> token
    };
    /// Returns the bytes of a token of the vocabulary; may stop early if they exceed kLongestPiece.
    [[nodiscard]] Piece piece(const std::string& content) const;
    /// Returns the bytes of a token at the start of a text.
    [[nodiscard]] std::string firstPiece(const std::string& content) const;
    /// Tells whether the first token of a text is decoded differently.
    [[nodiscard]] bool changesFirst() const noexcept {
        return m_metaspace && m_metaspace->prepend != Metaspace::Prepend::Never;
    }
    [[nodiscard]] bool byteLevel() const noexcept { return m_byteLevel; }
    /// Returns the character that is removed from the start of a text, at most `stripCount` times.
    [[nodiscard]] const std::string& stripped() const noexcept { return m_stripped; }
    [[nodiscard]] std::size_t stripCount() const noexcept { return m_stripCount; }

 private:
    enum class Step { Replace, ByteFallback, Metaspace, Fuse, Strip };
    Result<void> append(const nlohmann::json& json, const std::string& where, bool alone);
    Result<void> appendStep(Step step, const nlohmann::json& json, const std::string& where);

    bool m_byteLevel = false, m_byteFallback = false;
    std::vector<std::pair<std::string, std::string>> m_replaced;
    std::optional<Metaspace> m_metaspace;
    std::string m_stripped;
    std::size_t m_stripCount = 0;
    std::optional<Step> m_last;
};

}  // namespace kvw
