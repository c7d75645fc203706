// SPDX-License-Identifier: Apache-2.0
/// Texts to run, with the title and probes (fact, question, answer) of their side-car JSON file if there is one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer/tokenizer.h"
#include "core/trace/recording.h"

namespace kvw {

/// Fact that the text states and asks for later; ranges are bytes of the text.
struct Probe {
    std::string name, answer;
    ByteRange fact, question, answerRange;
};

/// Tokens of a text as a run reads it.
struct TextTokens {
    Encoding encoding;
    bool ownBegin = false;  ///< the text itself starts with the begin token, so the tokenizer's was removed
};
/// Encodes `text`. `specialTokens`: the tokenizer adds its begin token if the text has none. Errors: those of
/// Tokenizer::encode.
[[nodiscard]] Result<TextTokens> readText(const Tokenizer& tokenizer, std::string_view text, bool specialTokens,
                                          const ContinueCallback& goOn = {});

/// Tokens [begin, end) of an encoding.
struct TokenRange {
    std::int32_t begin = 0, end = 0;
    bool operator==(const TokenRange&) const = default;
};

struct Document {
    std::string title;  ///< from the side-car, else the file name
    std::string description;
    std::string text;
    std::vector<Probe> probes;
    std::vector<Finding> findings;  ///< about bytes of the text that are probably unintended

    /// Reads the text and, if there is one, its side-car: the file of the same name with the extension .json.
    /// A byte order mark at the start is dropped; one of UTF-16 or UTF-32 sets the encoding of the file. Offsets in the
    /// side-car count bytes of the text or, if the file has a UTF-8 mark, of the file. Errors: those of reading;
    /// BadInput for an empty text, a file that is not text (pictures), and a side-car that is malformed or whose ranges
    /// lie outside the text.
    [[nodiscard]] static Result<Document> load(const std::filesystem::path& path);
    /// Makes a document without side-car; drops a byte order mark at the start. Errors: BadInput if empty.
    [[nodiscard]] static Result<Document> fromText(std::string text, std::string title);
    [[nodiscard]] std::string hash() const;  ///< SHA-256 of the text, 64 hex digits
};

/// Checks quickly, from the beginning of the file, that it can be read as text. Errors: those of `Document::load`.
[[nodiscard]] Result<void> checkTextFile(const std::filesystem::path& path);

/// Returns the tokens that overlap `range`; if none does, an empty range at the next token. Tokens with an empty range
/// (BOS) never count.
[[nodiscard]] TokenRange tokensOf(const Encoding& encoding, ByteRange range);
/// Returns the probes as token ranges of `encoding`, which must be of the same text. The NLL of an answer is the mean
/// over [answerBegin, answerEnd).
[[nodiscard]] std::vector<ProbeInfo> probesIn(const Encoding& encoding, const std::vector<Probe>& probes);

/// Returns the folder of the shipped files: KVW_RESOURCES, else <executable>/../share/kvworkbench, else the source tree
/// of the build; the first that holds a demo-model folder. Errors: NotFound naming the places tried.
[[nodiscard]] Result<std::filesystem::path> resourcesDir();
[[nodiscard]] Result<std::filesystem::path> embeddedModelDir();
/// Returns the folder of the shipped conformance cases, or that of the source tree if nothing is installed.
[[nodiscard]] Result<std::filesystem::path> conformanceCasesDir();
/// Returns the texts of the embedded model, sorted by name.
[[nodiscard]] Result<std::vector<std::filesystem::path>> embeddedDocuments();
/// Returns the texts of the embedded model, then the longer ones for real models.
[[nodiscard]] Result<std::vector<std::filesystem::path>> shippedTexts();

}  // namespace kvw
