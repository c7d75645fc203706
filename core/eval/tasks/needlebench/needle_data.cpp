// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/needlebench/needle_data.h"

#include <algorithm>
#include <optional>

#include "core/base/comma_list.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/eval/tasks/perplexity/stored_texts.h"
#include "core/model/text/document.h"

namespace kvw::eval {

namespace {

namespace fs = std::filesystem;

constexpr const char *kNeedles = "needles.jsonl", *kPrompts = "prompts.json";

/// Reads the records of a file; `take` returns false for one that lacks something.
Result<void> eachNeedleRecord(const fs::path& file, const std::vector<std::string_view>& members,
                              const MalformedRecord& malformed,
                              const std::function<bool(const nlohmann::json&)>& take) {
    KVW_TRY_ASSIGN(RecordReader reader, RecordReader::open(file));
    std::optional<Error> first;
    const auto skip = [&](const Error& wrong) {
        malformed(wrong);
        first = first ? first : wrong;
    };
    const auto check = [&](const Record& record) -> Result<void> {
        if (auto checked = checkMembers(record, file, members); !checked) {
            checked.error().reason = {};  // later records may have them
            return checked;
        }
        return take(record.json)
                   ? Result<void>()
                   : fail(Code::BadInput, placeOf(record, file), "a member of the record has another type");
    };
    bool any = false;
    for (bool more = true; more; any = any || more) {
        KVW_TRY_ASSIGN(more, reader.takeNext(check, skip));
    }
    return any     ? Result<void>()
           : first ? tl::unexpected(*std::move(first))
                   : fail(Code::BadInput, file.string(), "the file has no records");
}

/// Cuts a novel into parts of some pages, between paragraphs, which are shuffled as essays are.
std::vector<std::string> novelParts(const std::string& novel) {
    constexpr std::size_t kPartBytes = 16384;
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < novel.size();) {
        const std::size_t blank = novel.find("\n\n", std::min(at + kPartBytes, novel.size()));
        const std::size_t end = blank == std::string::npos ? novel.size() : blank + 2;
        parts.push_back(novel.substr(at, end - at));
        at = end;
    }
    return parts;
}

Result<NeedlePrompts> readNeedlePrompts(const fs::path& file, NeedleLanguage language) {
    constexpr std::size_t kMostBytes = 1 << 20;
    KVW_TRY_ASSIGN(const nlohmann::json json, readJsonFile(file, kMostBytes));
    const nlohmann::json& part = member(json, toText(language));
    NeedlePrompts prompts{textOf(part, "single"), textOf(part, "retrieval"), textOf(part, "reasoning"),
                          textOf(part, "guide"),  textOf(part, "before"),    textOf(part, "format")};
    for (const std::string* prompt : {&prompts.single, &prompts.retrieval, &prompts.reasoning}) {
        const std::size_t context = prompt->find("{context}"), question = prompt->find("{question}");
        if (context == std::string::npos || question == std::string::npos || question < context) {
            return fail(Code::BadInput, phrase("%1, language %2", file.string(), toText(language)),
                        "a prompt lacks a place", {}, "\"{context}\" and behind it \"{question}\" in each prompt");
        }
    }
    return prompts;
}

}  // namespace

std::string NeedlePrompts::guided(const std::string& question) const {
    const std::size_t at = before.empty() ? std::string::npos : question.find(before);
    return at == std::string::npos ? question + guide : question.substr(0, at) + guide + question.substr(at);
}

std::string NeedlePrompts::joinedQuestions(const std::vector<Needle>& needles, NeedleLanguage language) const {
    const bool english = language == NeedleLanguage::English;
    const std::string mark = english ? "?" : "？", stop = english ? "." : "。";
    std::vector<std::string> questions, formats;
    for (const Needle& needle : needles) {
        questions.push_back(needle.question.substr(0, needle.question.find(mark)) + mark);
        const std::vector<std::string> quoted = splitAt(needle.question, '\'');
        const std::string inside = quoted.size() > 1 ? quoted[1] : std::string();
        formats.push_back(inside.substr(0, inside.find(stop)));
    }
    std::string text = joined(questions, "、") + format;
    constexpr std::string_view kPlace = "{format}";
    if (const std::size_t at = text.rfind(kPlace); at != std::string::npos) {
        text.replace(at, kPlace.size(), joined(formats, "、"));
    }
    return text;
}

Result<NeedleData> readNeedleData(const fs::path& folder, NeedleLanguage language, const NeedleParts& parts,
                                  const MalformedRecord& malformed) {
    const bool english = language == NeedleLanguage::English;
    const char* name = english ? "English" : "Chinese";
    KVW_TRY_ASSIGN(const fs::path shipped, resourcesDir());
    const fs::path needles = folder.empty() ? shipped / "eval" / "needles" : folder;
    NeedleData data;
    if (folder.empty()) {
        KVW_TRY_ASSIGN(const std::vector<fs::path> novels, shippedNovels());
        KVW_TRY_ASSIGN(const Document novel, Document::load(novels.front()));
        data.haystack = novelParts(novel.text);
    } else {
        KVW_TRY(eachNeedleRecord(folder / (english ? "PaulGrahamEssays.jsonl" : "zh_finance.jsonl"), {"text"},
                                 malformed, [&](const nlohmann::json& record) {
                                     if (!member(record, "text").is_string()) {
                                         return false;
                                     }
                                     data.haystack.push_back(textOf(record, "text"));
                                     return true;
                                 }));
    }
    if (parts.needles) {
        KVW_TRY(eachNeedleRecord(needles / kNeedles, {"needle", "retrieval_question", "arg1", "arg2", "language"},
                                 malformed, [&](const nlohmann::json& record) {
                                     Needle needle{textOf(record, "needle"), textOf(record, "retrieval_question"),
                                                   textOf(record, "arg1"), textOf(record, "arg2")};
                                     if (needle.sentence.empty() || needle.question.empty() || needle.says.empty()) {
                                         return false;
                                     }
                                     if (textOf(record, "language") == name) {
                                         data.needles.push_back(std::move(needle));
                                     }
                                     return true;
                                 }));
        if (data.needles.empty()) {
            return fail(Code::BadInput, (needles / kNeedles).string(), "the file has no needles of this language", {},
                        name);
        }
    }
    if (parts.chains) {
        KVW_TRY(eachNeedleRecord(needles / (std::string("multi_needle_reasoning_") + toText(language) + ".json"),
                                 {"derivation_count", "derivations", "question", "answer"}, malformed,
                                 [&](const nlohmann::json& record) {
                                     NeedleChain chain{{}, textOf(record, "question"), textOf(record, "answer")};
                                     for (const nlohmann::json& each : member(record, "derivations")) {
                                         if (!each.is_string()) {
                                             return false;
                                         }
                                         chain.sentences.push_back(each.get<std::string>());
                                     }
                                     if (chain.sentences.empty() || chain.question.empty() || chain.answer.empty() ||
                                         wholeOf(record, "derivation_count") != std::ssize(chain.sentences)) {
                                         return false;
                                     }
                                     data.chains.push_back(std::move(chain));
                                     return true;
                                 }));
    }
    std::error_code unknown;
    const fs::path own = folder / kPrompts;
    KVW_TRY_ASSIGN(
        data.prompts,
        readNeedlePrompts(!folder.empty() && fs::exists(own, unknown) ? own : shipped / "eval" / "needles" / kPrompts,
                          language));
    return data;
}

}  // namespace kvw::eval
