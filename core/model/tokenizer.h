// SPDX-License-Identifier: Apache-2.0
/// Text to token ids and back, as a tokenizer.json describes it: byte-level BPE (Llama-3, Qwen, GPT-2, NeoX, the
/// embedded model) and BPE in the manner of SentencePiece (Llama-2, Mistral, Gemma).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/match_work.h"

namespace kvw {

/// One token's bytes [begin, end) of the text given to `encode`. Empty for tokens the post-processor adds.
/// A token that holds part of a character covers that whole character, so neighbours may overlap.
struct ByteRange {
    std::int64_t begin = 0, end = 0;
    bool operator==(const ByteRange&) const = default;
};

struct Encoding {
    std::vector<std::int32_t> ids;
    std::vector<ByteRange> ranges;      ///< one per id
    std::int64_t invalidSequences = 0;  ///< ill-formed UTF-8 sequences, each read as U+FFFD
};

/// Immutable after `load`. Thread: every const function from any thread at once.
class Tokenizer {
 public:
    /// Reads tokenizer.json; `configPath` (tokenizer_config.json), or special_tokens_map.json beside that, names the
    /// BOS and EOS tokens if it exists. Errors: those of reading; BadInput, naming file and component, for every model,
    /// normalizer, pre-tokenizer, post-processor or decoder that is not supported, a regular expression ICU cannot
    /// compile (with its text), a value of another type than it should have, and inconsistent vocabulary or merges;
    /// Cancelled when `goOn` says so. A file without a decoder gets the one that undoes its other parts.
    [[nodiscard]] static Result<Tokenizer> load(const std::filesystem::path& path,
                                                const std::filesystem::path& configPath = {}, const GoOn& goOn = {});
    /// The same from the text of a tokenizer.json and, if not empty, of a tokenizer_config.json; `where` and
    /// `configWhere` name them in errors.
    [[nodiscard]] static Result<Tokenizer> parse(const std::string& text, const std::string& where,
                                                 const std::string& configText = {},
                                                 const std::string& configWhere = {}, const GoOn& goOn = {});

    /// For a model without one: `vocabulary` tokens that read as their ids, with a space in front. It encodes nothing.
    [[nodiscard]] static Tokenizer ofIds(std::int64_t vocabulary);

    Tokenizer(Tokenizer&&) noexcept;
    Tokenizer& operator=(Tokenizer&&) noexcept;
    ~Tokenizer();

    /// `addSpecial`: the post-processor adds what it is asked to (BOS for most). `utf8` below 2 GiB; any bytes are
    /// accepted. `goOn` is asked now and then. Errors: BadInput, naming file and pattern or normalizer, where these
    /// take too many steps or make the text too large; Cancelled. Truncation and padding that the file asks for are
    /// ignored; ranges are never trimmed of white space.
    [[nodiscard]] Result<Encoding> encode(std::string_view utf8, bool addSpecial, const GoOn& goOn = {}) const;
    /// Well-formed UTF-8; ill-formed bytes become U+FFFD; special tokens are left out if `skipSpecial`. Unknown ids are
    /// left out. The space that Llama-2 and Mistral put in front of a text goes away.
    [[nodiscard]] std::string decode(std::span<const std::int32_t> ids, bool skipSpecial = false) const;
    /// The bytes one id stands for, which may be part of a character; the content for an added token; empty when
    /// unknown.
    [[nodiscard]] const std::string& pieceBytes(std::int32_t id) const;
    [[nodiscard]] bool isSpecial(std::int32_t id) const;
    /// The id of a token by its content as in the file ("<|bos|>").
    [[nodiscard]] std::optional<std::int32_t> idOf(std::string_view content) const;

    [[nodiscard]] std::int64_t vocabSize() const noexcept;  ///< largest id + 1, added tokens included
    /// Whether an embedding of `rows` rows has one for each id of the BPE model. Added tokens may lie beyond, as in
    /// many published models: they matter where a text has them. Errors: BadInput naming `where`.
    [[nodiscard]] Result<void> checkFits(std::int64_t rows, const std::string& where) const;
    [[nodiscard]] std::optional<std::int32_t> bosId() const noexcept;
    [[nodiscard]] std::optional<std::int32_t> eosId() const noexcept;
    /// Sentences on values of the files that are not followed, each naming file and value.
    [[nodiscard]] const std::vector<std::string>& findings() const noexcept;
    /// For whoever made the text of the tokenizer.json, before it is shared.
    void addFindings(const std::vector<std::string>& findings);
    /// 64 hex digits: SHA-256 of tokenizer.json.
    [[nodiscard]] const std::string& tokenHash() const noexcept;

    struct Impl;  ///< private to core/model

 private:
    friend class StreamDecoder;
    explicit Tokenizer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Text of a growing sequence of tokens, never half a character. Thread: one at a time. The tokenizer must outlive it.
class StreamDecoder {
 public:
    explicit StreamDecoder(const Tokenizer& tokenizer, bool skipSpecial = false)
        : m_tokenizer(&tokenizer), m_skipSpecial(skipSpecial) {}

    /// The characters that are complete with this token; may be empty. Ill-formed bytes become U+FFFD: together the
    /// text of `decode`, but that well-formed characters beside ill-formed byte tokens (<0xAB>) stay.
    [[nodiscard]] std::string push(std::int32_t id);
    /// What an incomplete character at the end gives: U+FFFD or nothing. The decoder is then as new.
    [[nodiscard]] std::string finish();

 private:
    /// Takes the complete characters out of m_pending, or all of it.
    std::string complete(bool all);
    /// Without what the decoder takes off the start of a text.
    std::string withoutStart(std::string text);

    const Tokenizer* m_tokenizer;
    bool m_skipSpecial, m_first = true;
    std::size_t m_stripped = 0;
    std::string m_pending;
};

}  // namespace kvw
