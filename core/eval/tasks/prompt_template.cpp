// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/prompt_template.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/base/comma_list.h"
#include "core/base/json/json_reader.h"

namespace kvw::eval {
namespace {

constexpr std::size_t kLargestPromptFile = std::size_t{4} << 20;
constexpr std::int64_t kMostNewTokens = 1 << 20;

tl::unexpected<Error> badTemplate(const std::string& where, std::string_view found, Phrase expected) {
    return fail(Code::BadInput, where, "the template cannot be read", found, std::move(expected));
}

}  // namespace

Result<PromptTemplate> PromptTemplate::parse(std::string_view text, std::string context,
                                             const std::vector<std::string_view>& others, const std::string& where) {
    PromptTemplate made;
    made.m_context = std::move(context);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c != '{' && c != '}') {
            plain += c;
        } else if (i + 1 < text.size() && text[i + 1] == c) {
            plain += c;
            ++i;
        } else {
            const std::size_t end = text.find('}', i);
            const std::string_view name = text.substr(i + 1, end - i - 1);
            const bool known = name == made.m_context || std::ranges::find(others, name) != others.end();
            if (c == '}' || end == std::string_view::npos || !known) {
                return badTemplate(where, text.substr(i, 30),
                                   phrase("one of %1, or a brace that is written twice",
                                          "{" + joined(others, "}, {") + "}, {" + made.m_context + "}"));
            }
            made.m_parts.push_back({false, std::move(plain)});
            made.m_parts.push_back({true, std::string(name)});
            plain.clear();
            i = end;
        }
    }
    made.m_parts.push_back({false, std::move(plain)});
    if (std::ranges::none_of(made.m_parts,
                             [&](const Part& part) { return part.field && part.text == made.m_context; })) {
        return badTemplate(where, {}, "{" + made.m_context + "}");
    }
    return made;
}

PromptTemplate::Filled PromptTemplate::filled(const std::map<std::string, std::string>& values) const {
    Filled filled;
    for (const Part& part : m_parts) {
        const auto value = part.field ? values.find(part.text) : values.end();
        const std::size_t newline = part.field ? std::string::npos : part.text.rfind('\n');
        if (newline != std::string::npos) {
            filled.lastLine = filled.question.size() + newline + 1;
        }
        filled.question += value != values.end() ? value->second : part.field ? std::string() : part.text;
        if (part.field && part.text == m_context) {
            filled.context += filled.question;
            filled.question.clear();
            filled.lastLine.reset();
        }
    }
    return filled;
}

Result<std::filesystem::path> findDataFile(const std::filesystem::path& data, const std::vector<std::string>& names) {
    if (data.empty()) {
        return fail(Code::BadUsage, "data", "this task needs a folder with the files of its benchmark");
    }
    for (const std::string& name : names) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(data / name, ignored)) {
            return data / name;
        }
    }
    return fail(Code::NotFound, data.string(), "a file of the task is missing", {}, joined(names));
}

Result<std::filesystem::path> findRecordFile(const std::filesystem::path& data, const std::vector<std::string>& folders,
                                             const std::string& name) {
    std::vector<std::string> names;
    for (const char* ending : {".jsonl", ".json", ".csv", ".parquet"}) {
        for (const std::string& folder : folders) {
            names.push_back(folder + name + ending);
        }
    }
    return findDataFile(data, names);
}

Result<PromptFiles> PromptFiles::read(const std::filesystem::path& data, const std::string& prompts,
                                      const std::string& lengths) {
    PromptFiles files;
    KVW_TRY_ASSIGN(files.promptFile, findDataFile(data, {prompts, "config/" + prompts}));
    KVW_TRY_ASSIGN(files.lengthFile, findDataFile(data, {lengths, "config/" + lengths}));
    KVW_TRY_ASSIGN(const auto promptJson, readJsonFile(files.promptFile, kLargestPromptFile));
    KVW_TRY_ASSIGN(const auto lengthJson, readJsonFile(files.lengthFile, kLargestPromptFile));
    JsonDocument promptDocument(files.promptFile.string(), Code::BadInput, JsonTexts::Any);
    const JsonObject promptObject(promptDocument, promptJson);
    for (const auto& [name, value] : promptJson.items()) {
        files.prompts[name] = promptObject.text(name);
    }
    KVW_TRY(promptDocument.checked());
    JsonDocument lengthDocument(files.lengthFile.string(), Code::BadInput);
    const JsonObject lengthObject(lengthDocument, lengthJson);
    for (const auto& [name, value] : lengthJson.items()) {
        files.newTokens[name] = lengthObject.integerOr(name, 0, 1, kMostNewTokens);
    }
    KVW_TRY(lengthDocument.checked());
    return files;
}

Result<SubtaskPrompt> PromptFiles::of(const std::string& subtask, std::string context,
                                      const std::vector<std::string_view>& others) const {
    const auto prompt = prompts.find(subtask);
    const auto tokens = newTokens.find(subtask);
    if (prompt == prompts.end() || tokens == newTokens.end() || tokens->second == 0) {
        const auto& file = prompt == prompts.end() ? promptFile : lengthFile;
        return fail(Code::BadInput, file.string(), phrase("there is no member \"%1\"", subtask));
    }
    KVW_TRY_ASSIGN(auto form, PromptTemplate::parse(prompt->second, std::move(context), others,
                                                    promptFile.string() + ", " + subtask));
    return SubtaskPrompt{std::move(form), tokens->second};
}

}  // namespace kvw::eval
