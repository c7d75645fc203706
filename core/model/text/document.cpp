// SPDX-License-Identifier: Apache-2.0
#include "core/model/text/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/files/mapped_file.h"
#include "core/base/files/sha256.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"
#include "core/base/utf8.h"
#include "core/model/text/text_encoding.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30, kMaxSideCarBytes = std::size_t{64} << 20;
constexpr std::size_t kJudgedBytes = std::size_t{64} << 10, kMostStrange = 4;  // at most one invalid byte in 4

/// Reads a byte range. `markBytes`: bytes of the mark, which the offsets count and the text does not have.
Result<ByteRange> readRange(const json& probe, const char* key, std::size_t textBytes, std::size_t markBytes,
                            const std::string& where) {
    const json range = probe.value(key, json());
    const bool pair =
        range.is_array() && range.size() == 2 && range[0].is_number_unsigned() && range[1].is_number_unsigned();
    if (!pair || range[0].get<std::uint64_t>() > range[1].get<std::uint64_t>() ||
        range[0].get<std::uint64_t>() < markBytes || range[1].get<std::uint64_t>() > textBytes + markBytes) {
        return fail(Code::BadInput, where, phrase("%1 is not a range of the text", key), range.dump(),
                    phrase("[begin, end] within its %1 bytes", textBytes));
    }
    const auto mark = static_cast<std::int64_t>(markBytes);
    return ByteRange{range[0].get<std::int64_t>() - mark, range[1].get<std::int64_t>() - mark};
}

Result<void> readSideCar(const json& object, const std::string& where, std::size_t markBytes, Document& document) {
    if (const std::string unit = textOf(object, "offsets"); !unit.empty() && unit != "utf-8 bytes") {
        return fail(Code::BadInput, where, "offsets are in an unknown unit", unit, "utf-8 bytes");
    }
    if (std::string title = textOf(object, "title"); !title.empty()) {
        document.title = std::move(title);
    }
    document.description = textOf(object, "description");
    document.probes.clear();
    const json& probes = object["probes"];
    if (!probes.is_array()) {
        return fail(Code::BadInput, where, "probes is malformed", probes.type_name(), "a list");
    }
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const std::string place = fmt::format("{}, probe {}", where, i);
        if (!probes[i].is_object()) {
            return fail(Code::BadInput, place, "is malformed", probes[i].type_name(), "an object");
        }
        const std::size_t bytes = document.text.size();
        KVW_TRY_ASSIGN(const auto fact, readRange(probes[i], "fact_char_range", bytes, markBytes, place));
        KVW_TRY_ASSIGN(const auto question, readRange(probes[i], "question_char_range", bytes, markBytes, place));
        KVW_TRY_ASSIGN(const auto answer, readRange(probes[i], "answer_char_range", bytes, markBytes, place));
        const std::string written = document.text.substr(static_cast<std::size_t>(answer.begin),
                                                         static_cast<std::size_t>(answer.end - answer.begin));
        const std::string claimed = textOf(probes[i], "answer");
        if (!claimed.empty() && claimed != written) {
            return fail(Code::BadInput, place, "the text does not have the answer where the probe says", written,
                        claimed);
        }
        document.probes.push_back({textOf(probes[i], "name"), written, fact, question, answer});
    }
    return {};
}

/// Refuses a file that is no text, by its beginning: text has no zero bytes, and few invalid ones (Latin-1 has some).
Result<void> judgeText(std::string_view text, const std::filesystem::path& path) {
    if (text.empty()) {
        return fail(Code::BadInput, path.string(), "the text is empty", phrase("%1 bytes", 0),
                    "at least one character");
    }
    const std::string_view beginning = text.substr(0, kJudgedBytes);
    std::size_t strange = 0, zeros = 0;
    for (std::size_t at = 0; at < beginning.size();) {
        const Utf8Step step = nextUtf8(beginning, at);
        zeros += step.valid && step.codePoint == 0 ? 1 : 0;
        strange += step.valid || step.truncated ? 0 : step.length;
        at += step.length;
    }
    if (zeros == 0 && strange * kMostStrange <= beginning.size()) {
        return {};
    }
    return fail(Code::BadInput, path.string(), "this file is not a text",
                zeros > 0 ? phrase("%1 zero bytes in the first %2", zeros, beginning.size())
                          : phrase("%1 bytes that are no characters in the first %2", strange, beginning.size()),
                "a text in UTF-8, or in UTF-16 or UTF-32 with a byte order mark");
}

/// Returns warnings about invisible characters, which become tokens nevertheless, and invalid sequences.
std::vector<Finding> findingsOf(std::string_view text, const std::string& title) {
    std::int64_t invalid = 0, zeros = 0, marks = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = nextUtf8(text, at);
        invalid += step.valid ? 0 : 1;
        zeros += step.valid && step.codePoint == 0 ? 1 : 0;
        marks += step.codePoint == 0xFEFF ? 1 : 0;
        at += step.length;
    }
    std::vector<Finding> findings;
    if (invalid > 0) {
        findings.push_back(finding("text-invalid", title, counted(invalid, "sequence", "sequences")));
    }
    if (marks > 0) {
        findings.push_back(finding("text-order-marks", title, counted(marks, "order-mark", "order-marks")));
    }
    if (zeros > 0) {
        findings.push_back(finding("text-zeros", title, counted(zeros, "zero-byte", "zero-bytes")));
    }
    return findings;
}

/// Makes a document of the text as it is, including a mark at its start.
Result<Document> documentOf(std::string text, std::string title) {
    if (text.empty()) {
        return fail(Code::BadInput, title, "the text is empty", phrase("%1 bytes", 0), "at least one character");
    }
    Document document;
    document.title = std::move(title);
    document.text = std::move(text);
    document.findings = findingsOf(document.text, document.title);
    return document;
}

}  // namespace

Result<Document> Document::fromText(std::string text, std::string title) {
    if (text.starts_with(kUtf8Mark)) {
        text.erase(0, kUtf8Mark.size());
    }
    return documentOf(std::move(text), std::move(title));
}

Result<void> checkTextFile(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(const auto file, MappedFile::open(path));
    const auto bytes = file.bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string_view beginning = text.substr(0, kJudgedBytes);
    return textWithoutMark(std::string(beginning), path.string(), beginning.size() == text.size())
        .and_then([&](const std::string& decoded) { return judgeText(decoded, path); });
}

Result<Document> Document::load(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto stored, readFile(path, kMaxTextBytes));
    const std::size_t markBytes = stored.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
    KVW_TRY_ASSIGN(auto text, textWithoutMark(std::move(stored), path.string()));
    KVW_TRY(judgeText(text, path));
    auto document = documentOf(std::move(text), path.filename().string());
    std::filesystem::path sideCar = path;
    sideCar.replace_extension(".json");
    std::error_code ignored;
    if (sideCar == path || !std::filesystem::exists(sideCar, ignored)) {
        return document;
    }
    KVW_TRY_ASSIGN(const auto sideText, readFile(sideCar, kMaxSideCarBytes).and_then([&](const std::string& bytes) {
        return textWithoutMark(bytes, sideCar.string());
    }));
    const bool deep = isTooDeepJson(sideText);
    const json object = deep ? json() : json::parse(sideText, nullptr, false);
    if (deep || object.is_discarded()) {
        return fail(Code::BadInput, sideCar.string(), "the side-car of the text is not JSON",
                    phrase("%1 bytes", sideText.size()), "an object with title and probes");
    }
    // A JSON file without probes only happens to have the name of the text and is ignored.
    if (object.is_object() && object.contains("probes")) {
        // Some programs count the mark, some do not: the right choice is where the answers match the text.
        auto read = readSideCar(object, sideCar.string(), markBytes, *document);
        if (!read && markBytes > 0) {
            read = readSideCar(object, sideCar.string(), 0, *document);
        }
        KVW_TRY(read);
    }
    return document;
}

std::string Document::hash() const {
    return sha256(text);
}

Result<TextTokens> readText(const Tokenizer& tokenizer, std::string_view text, bool specialTokens,
                            const ContinueCallback& goOn) {
    KVW_TRY_ASSIGN(auto encoded, tokenizer.encode(text, specialTokens, goOn));
    TextTokens read{std::move(encoded)};
    std::vector<std::int32_t>& ids = read.encoding.ids;
    if (specialTokens && ids.size() > 1 && ids[0] == tokenizer.bosId() && ids[1] == ids[0] &&
        read.encoding.ranges[0].begin == read.encoding.ranges[0].end) {
        ids.erase(ids.begin());
        read.encoding.ranges.erase(read.encoding.ranges.begin());
        read.ownBegin = true;
    }
    return read;
}

TokenRange tokensOf(const Encoding& encoding, ByteRange range) {
    TokenRange tokens{-1, -1};
    for (std::size_t i = 0; i < encoding.ranges.size(); ++i) {
        const ByteRange token = encoding.ranges[i];
        if (token.begin < token.end && token.end > range.begin && token.begin < range.end) {
            tokens.begin = tokens.begin < 0 ? static_cast<std::int32_t>(i) : tokens.begin;
            tokens.end = static_cast<std::int32_t>(i) + 1;
        }
    }
    if (tokens.begin < 0) {
        const auto next = std::ranges::find_if(encoding.ranges, [&](const ByteRange& token) {
            return token.begin < token.end && token.begin >= range.end;
        });
        tokens.begin = tokens.end = static_cast<std::int32_t>(next - encoding.ranges.begin());
    }
    return tokens;
}

std::vector<ProbeInfo> probesIn(const Encoding& encoding, const std::vector<Probe>& probes) {
    std::vector<ProbeInfo> result;
    for (const Probe& probe : probes) {
        const TokenRange fact = tokensOf(encoding, probe.fact);
        const TokenRange question = tokensOf(encoding, probe.question);
        const TokenRange answer = tokensOf(encoding, probe.answerRange);
        result.push_back(
            {probe.name, probe.answer, fact.begin, fact.end, question.begin, question.end, answer.begin, answer.end});
    }
    return result;
}

}  // namespace kvw
