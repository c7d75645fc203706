// SPDX-License-Identifier: Apache-2.0
/// Turns text into token ids and back as a tokenizer.json describes: byte-level BPE (Llama-3, Qwen, GPT-2, NeoX, the
/// embedded model) and SentencePiece-style BPE (Llama-2, Mistral, Gemma).
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
#include "core/base/finding.h"
#include "core/model/tokenizer/patterns/match_work.h"

namespace kvw {

/// Bytes [begin, end) of a token in the text given to `encode`. Empty for tokens the post-processor adds.
/// A token that holds part of a character covers that whole character, so neighbours may overlap.
struct ByteRange {
    std::int64_t begin = 0, end = 0;
    bool operator==(const ByteRange&) const = default;
};

struct Encoding {
    std::vector<std::int32_t> ids;
    std::vector<ByteRange> ranges;      ///< range of each id
    std::int64_t invalidSequences = 0;  ///< ill-formed UTF-8 sequences, each read as U+FFFD
};

/// Immutable after `load`. Thread: const access from any thread.
class Tokenizer {
 public:
    /// Reads tokenizer.json; `configPath` (tokenizer_config.json), or special_tokens_map.json beside it, names the
    /// begin token if it exists. A file without a decoder gets one that undoes its other parts. Errors: those of
    /// reading; BadInput, naming file and component, for every unsupported model, normalizer, pre-tokenizer,
    /// post-processor or decoder, a regular expression ICU cannot compile (with its text), a value of the wrong type,
    /// and inconsistent vocabulary or merges; Cancelled if `goOn` returns false.
    [[nodiscard]] static Result<Tokenizer> load(const std::filesystem::path& path,
                                                const std::filesystem::path& configPath = {},
                                                const ContinueCallback& goOn = {});
    /// Reads the text of a tokenizer.json and, if not empty, of a tokenizer_config.json; `where` and `configWhere` name
    /// them in errors. Errors: as `load`, except those of reading.
    [[nodiscard]] static Result<Tokenizer> parse(const std::string& text, const std::string& where,
                                                 const std::string& configText = {},
                                                 const std::string& configWhere = {},
                                                 const ContinueCallback& goOn = {});

    /// Makes a substitute for a model without tokenizer: `vocabulary` tokens that decode to a space and their id. It
    /// encodes nothing.
    [[nodiscard]] static Tokenizer ofIds(std::int64_t vocabulary);

    Tokenizer(Tokenizer&&) noexcept;
    Tokenizer& operator=(Tokenizer&&) noexcept;
    ~Tokenizer();

    /// Encodes `utf8`, below 2 GiB; any bytes are accepted. `addSpecial`: the post-processor adds its tokens (BOS for
    /// most models). `goOn` is called from time to time. Truncation and padding in the file are ignored; ranges are
    /// never trimmed of white space. Errors: BadInput, naming file and pattern or normalizer, if these take too many
    /// steps or make the text too large; Cancelled.
    [[nodiscard]] Result<Encoding> encode(std::string_view utf8, bool addSpecial,
                                          const ContinueCallback& goOn = {}) const;
    /// Returns well-formed UTF-8; ill-formed bytes become U+FFFD. Unknown ids are left out, and special tokens if
    /// `skipSpecial`. The space that Llama-2 and Mistral put in front of a text is removed.
    [[nodiscard]] std::string decode(std::span<const std::int32_t> ids, bool skipSpecial = false) const;
    /// Returns the bytes of one id, possibly part of a character; the content of an added token; empty if unknown.
    [[nodiscard]] const std::string& pieceBytes(std::int32_t id) const;
    [[nodiscard]] bool isSpecial(std::int32_t id) const;

    [[nodiscard]] std::int64_t vocabSize() const noexcept;  ///< largest id + 1, added tokens included
    /// Checks that an embedding of `rows` rows has one for each id of the BPE model. Added tokens may lie beyond, as in
    /// many published models: they only matter in texts that have them. Errors: BadInput naming `where`.
    [[nodiscard]] Result<void> checkFits(std::int64_t rows, const std::string& where) const;
    [[nodiscard]] std::optional<std::int32_t> bosId() const noexcept;
    /// Returns sentences on values of the files that are not followed, each naming file and value.
    [[nodiscard]] const std::vector<Finding>& findings() const noexcept;
    /// Adds findings of the code that wrote the tokenizer.json (from a GGUF file); call it before sharing the object.
    void addFindings(const std::vector<Finding>& findings);
    /// Returns the SHA-256 of tokenizer.json, 64 hex digits.
    [[nodiscard]] const std::string& tokenHash() const noexcept;

    struct Impl;  ///< private to core/model

 private:
    explicit Tokenizer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
