// SPDX-License-Identifier: Apache-2.0
/// A text with, where a side-car JSON lies beside it, a title and probes (fact, question, answer).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/tokenizer.h"
#include "core/trace/recording.h"

namespace kvw {

/// A fact stated in the text and asked for later; byte ranges of the text.
struct Probe {
    std::string name, answer;
    ByteRange fact, question, answerRange;
};

/// A text as a run reads it.
struct TextTokens {
    Encoding encoding;
    bool ownBegin = false;  ///< the text begins with the begin token itself: the tokenizer's was left out
};
/// `specialTokens`: the tokenizer adds its begin token, where the text has none. Errors: those of Tokenizer::encode.
[[nodiscard]] Result<TextTokens> readText(const Tokenizer& tokenizer, std::string_view text, bool specialTokens,
                                          const GoOn& goOn = {});

/// Tokens [begin, end) of an encoding.
struct TokenRange {
    std::int32_t begin = 0, end = 0;
    bool operator==(const TokenRange&) const = default;
};

struct Document {
    std::string title;  ///< of the side-car; otherwise the file name
    std::string description;
    std::string text;
    std::vector<Probe> probes;
    std::vector<std::string> findings;  ///< sentences on what in the text is probably not meant

    /// Reads the text and, if there is one, the side-car: same name with .json for .txt.
    /// A byte order mark at the start is no part of the text; behind that of UTF-16 or UTF-32 the file is read as such.
    /// Offsets of a side-car count the bytes of the text or, with a mark of UTF-8, of the file. Errors: those of
    /// reading; BadInput for an empty text, for a file that is no text (pictures) and for a side-car that is malformed
    /// or whose ranges lie outside the text.
    [[nodiscard]] static Result<Document> load(const std::filesystem::path& path);
    /// A text without side-car; a byte order mark at its start is dropped. Errors: BadInput when empty.
    [[nodiscard]] static Result<Document> fromText(std::string text, std::string title);
    [[nodiscard]] std::string hash() const;  ///< SHA-256 of the text, 64 hex digits
};

/// Whether the file can be read as a text, as far as its beginning tells; quick. Errors: those of `Document::load`.
[[nodiscard]] Result<void> checkTextFile(const std::filesystem::path& path);

/// The tokens that overlap `range`; empty (at the next token) when none does. Tokens with an empty range (BOS) never
/// count.
[[nodiscard]] TokenRange tokensOf(const Encoding& encoding, ByteRange range);
/// The probes in tokens of `encoding`, which must be of the same text. The NLL of an answer is the mean over
/// [answerBegin, answerEnd).
[[nodiscard]] std::vector<ProbeInfo> probesIn(const Encoding& encoding, const std::vector<Probe>& probes);

/// Where the shipped files lie: KVW_RESOURCES, else <executable>/../share/kvworkbench, else the source tree this was
/// built from; the first that holds a demo-model folder. Errors: NotFound naming the places tried.
[[nodiscard]] Result<std::filesystem::path> resourcesDir();
/// The directory of the embedded model.
[[nodiscard]] Result<std::filesystem::path> embeddedModelDir();
/// Folder of the shipped conformance cases; where nothing is installed, that of the source tree.
[[nodiscard]] Result<std::filesystem::path> conformanceCasesDir();
/// The texts of the embedded model, sorted by name.
[[nodiscard]] Result<std::vector<std::filesystem::path>> embeddedDocuments();
/// These, then the longer ones for real models.
[[nodiscard]] Result<std::vector<std::filesystem::path>> shippedTexts();

}  // namespace kvw
