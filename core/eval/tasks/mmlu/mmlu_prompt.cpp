// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/mmlu/mmlu_prompt.h"

#include <algorithm>
#include <array>
#include <map>
#include <system_error>
#include <utility>

#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"

namespace kvw::eval {
namespace {

constexpr MmluSubject kMmluSubjects[] = {{"abstract_algebra", true},
                                         {"anatomy", true},
                                         {"astronomy", true},
                                         {"business_ethics"},
                                         {"clinical_knowledge"},
                                         {"college_biology", true},
                                         {"college_chemistry", true},
                                         {"college_computer_science", true},
                                         {"college_mathematics", true},
                                         {"college_medicine"},
                                         {"college_physics", true},
                                         {"computer_security", true},
                                         {"conceptual_physics", true},
                                         {"econometrics"},
                                         {"electrical_engineering", true},
                                         {"elementary_mathematics", true},
                                         {"formal_logic"},
                                         {"global_facts"},
                                         {"high_school_biology", true},
                                         {"high_school_chemistry", true},
                                         {"high_school_computer_science", true},
                                         {"high_school_european_history"},
                                         {"high_school_geography"},
                                         {"high_school_government_and_politics"},
                                         {"high_school_macroeconomics"},
                                         {"high_school_mathematics", true},
                                         {"high_school_microeconomics"},
                                         {"high_school_physics", true},
                                         {"high_school_psychology"},
                                         {"high_school_statistics", true},
                                         {"high_school_us_history"},
                                         {"high_school_world_history"},
                                         {"human_aging"},
                                         {"human_sexuality"},
                                         {"international_law"},
                                         {"jurisprudence"},
                                         {"logical_fallacies"},
                                         {"machine_learning", true},
                                         {"management"},
                                         {"marketing"},
                                         {"medical_genetics"},
                                         {"miscellaneous"},
                                         {"moral_disputes"},
                                         {"moral_scenarios"},
                                         {"nutrition"},
                                         {"philosophy"},
                                         {"prehistory"},
                                         {"professional_accounting"},
                                         {"professional_law"},
                                         {"professional_medicine"},
                                         {"professional_psychology"},
                                         {"public_relations"},
                                         {"security_studies"},
                                         {"sociology"},
                                         {"us_foreign_policy"},
                                         {"virology"},
                                         {"world_religions"}};

/// Columns of both layouts: those of the Hugging Face copy, then those of the original files.
constexpr std::array<const char*, 2> kQuestionNames{"input", "question"}, kAnswerNames{"target", "answer"};

constexpr std::size_t kLargestForms = std::size_t{1} << 20;

const char* firstNamed(const nlohmann::json& json, const std::array<const char*, 2>& names) {
    return json.contains(names[0]) ? names[0] : names[1];
}

}  // namespace

std::span<const MmluSubject> mmluSubjects() {
    return kMmluSubjects;
}

Result<MmluQuestion> mmluQuestion(const Record& record, const std::filesystem::path& file) {
    const nlohmann::json& json = record.json;
    const char* question = firstNamed(json, kQuestionNames);
    const char* answer = firstNamed(json, kAnswerNames);
    KVW_TRY(checkMembers(record, file, {question, "A", "B", "C", "D", answer}));
    const std::string letter = textOf(json, answer);
    const std::size_t right = letter.size() == 1 ? kMmluLetters.find(letter) : std::string_view::npos;
    if (right == std::string_view::npos) {
        return wrongMember(record, file, answer, "A, B, C or D");
    }
    MmluQuestion read{textOf(json, question), {}, right};
    for (const char* name : {question, "A", "B", "C", "D"}) {
        // A file made from numbers may have them as choices.
        const nlohmann::json& value = json[name];
        if (!value.is_string() && (name == question || !value.is_number())) {
            return wrongMember(record, file, name);
        }
        if (name != question) {
            read.choices.push_back(value.is_string() ? value.get<std::string>() : value.dump());
        }
    }
    return read;
}

Result<RecordReader> openMmlu(const std::filesystem::path& file) {
    if (file.extension() != ".csv") {
        return RecordReader::open(file);
    }
    auto named = RecordReader::open(file);
    const bool header =
        named && std::ranges::all_of(kMmluLetters, [&](char letter) {
            return std::ranges::find(named->columns(), std::string(1, letter)) != named->columns().end();
        });
    return header ? std::move(named) : RecordReader::open(file, {"question", "A", "B", "C", "D", "answer"});
}

Result<MmluForms> MmluForms::read(const std::filesystem::path& data) {
    constexpr const char* kBlock = "\n\n{number}. {question}\n\nA. {A}\nB. {B}\nC. {C}\nD. {D}\n\nAnswer:";
    std::string where = "mmlu",
                shot = std::string("Multiple choice question about {subject}, with its answer:") + kBlock,
                asked = std::string("Multiple choice question about {subject}:") + kBlock;
    const std::filesystem::path file = data / "mmlu_prompt.json";
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        where = file.string();
        KVW_TRY_ASSIGN(const auto json, readJsonFile(file, kLargestForms));
        JsonDocument document(where, Code::BadInput, JsonTexts::Any);
        const JsonObject object(document, json, {}, {"shot", "question"});
        shot = object.text("shot");
        asked = object.text("question");
        KVW_TRY(document.checked());
    }
    const std::vector<std::string_view> fields{"subject", "number", "A", "B", "C", "D"};
    KVW_TRY_ASSIGN(auto shotForm, PromptTemplate::parse(shot, "question", fields, where));
    KVW_TRY_ASSIGN(auto askedForm, PromptTemplate::parse(asked, "question", fields, where));
    return MmluForms{std::move(shotForm), std::move(askedForm)};
}

std::string mmluText(const PromptTemplate& form, const MmluQuestion& question, std::string_view subject,
                     std::int64_t number) {
    std::map<std::string, std::string> values{
        {"subject", std::string(subject)}, {"number", std::to_string(number)}, {"question", question.text}};
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        values[std::string(1, kMmluLetters[i])] = question.choices[i];
    }
    const PromptTemplate::Filled filled = form.filled(values);
    return filled.context + filled.question;
}

std::vector<std::string> mmluSpellings(char letter) {
    std::vector<std::string> spellings;
    for (const char each : {letter, static_cast<char>(letter - 'A' + 'a')}) {
        for (const char* before : {"", ":", ": ", ":  "}) {
            spellings.push_back(before + std::string(1, each));
        }
    }
    return spellings;
}

}  // namespace kvw::eval
