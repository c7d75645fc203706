// SPDX-License-Identifier: Apache-2.0
/// MMLU: questions with four choices, behind worked ones of the same subject.
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/comma_list.h"
#include "core/eval/tasks/characters.h"
#include "core/eval/tasks/mmlu/mmlu_prompt.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/prompt_template.h"
#include "core/eval/tasks/record_source.h"
#include "core/eval/tasks/tasks.h"

namespace kvw::eval {
namespace {

/// Names of the three splits: of the Hugging Face copy, and of the original files.
constexpr const char *kMmluShots[] = {"train", "dev"}, *kMmluMoreShots[] = {"validation", "val"},
                     *kMmluTest[] = {"test"};

/// Returns the file of a split: SUBJECT/SPLIT, SPLIT/SUBJECT_SPLIT or SPLIT/SUBJECT, also in data. Errors: NotFound.
Result<std::filesystem::path> splitFile(const std::filesystem::path& data, const std::string& subject,
                                        std::span<const char* const> names) {
    std::vector<std::string> files;
    for (const std::string split : names) {
        for (const std::string& file : {subject + "/" + split, split + "/" + subject + "_" + split,
                                        subject + "_" + split, split + "/" + subject}) {
            for (const char* ending : {".jsonl", ".json", ".csv", ".parquet"}) {
                files.push_back(file + ending);
                files.push_back("data/" + file + ending);
            }
        }
    }
    auto found = findDataFile(data, files);
    if (!found && found.error().code == Code::NotFound) {
        found.error().expected =
            phrase("%1, as .jsonl, .json or .csv",
                   joined(std::vector<std::string>{subject + "/" + names.front(),
                                                   std::string(names.back()) + "/" + subject + "_" + names.back()}));
    }
    return found;
}

class MmluSource final : public RecordSource {
 public:
    using ShotFiles = std::map<std::string, std::vector<std::filesystem::path>>;  ///< by subject
    MmluSource(std::vector<Part> parts, ShotFiles shots, std::int64_t most, MmluForms forms)
        : RecordSource(std::move(parts)), m_shots(std::move(shots)), m_most(most), m_forms(std::move(forms)) {}
    using RecordSource::Part;

 protected:
    [[nodiscard]] Result<RecordReader> openPart(const Part& part) override {
        m_context.clear();
        m_number = 1;
        for (const std::filesystem::path& file : m_shots.at(part.subset)) {
            KVW_TRY_ASSIGN(RecordReader reader, openMmlu(file));
            const auto take = [&](const Record& record) -> Result<void> {
                KVW_TRY_ASSIGN(const MmluQuestion question, mmluQuestion(record, file));
                m_context += m_context.empty() ? "" : "\n\n";
                m_context += mmluText(m_forms.shot, question, part.subset, m_number);
                m_context += kMmluLetters[question.answer];
                ++m_number;
                return {};
            };
            for (bool more = true; more && m_number <= m_most;) {
                KVW_TRY_ASSIGN(more, reader.takeNext(take, [this](const Error& error) { addMalformed(error); }));
            }
        }
        return openMmlu(part.file);
    }

    [[nodiscard]] Result<std::int64_t> take(const Part& part, Record record) override {
        KVW_TRY_ASSIGN(m_question, mmluQuestion(record, part.file));
        m_id = record.number;
        return 1;
    }

    [[nodiscard]] std::pair<std::string, std::string> nameOf(const Part& part, std::int64_t) const override {
        return {part.subset, std::to_string(m_id)};
    }

    [[nodiscard]] Result<Sample> sample(const Part& part, std::int64_t index) override {
        Sample sample;
        std::tie(sample.subset, sample.id) = nameOf(part, index);
        sample.kind = AnswerKind::Choice;
        sample.context = m_context;
        sample.question =
            (m_context.empty() ? "" : "\n\n") + mmluText(m_forms.asked, m_question, part.subset, m_number);
        sample.references = {std::string(1, kMmluLetters[m_question.answer])};
        for (const char letter : kMmluLetters) {
            sample.choices.push_back(mmluSpellings(letter));
        }
        return sample;
    }

 private:
    ShotFiles m_shots;
    std::int64_t m_most;
    MmluForms m_forms;
    std::string m_context;      ///< worked questions of the subject
    std::int64_t m_number = 1;  ///< of the question behind them
    MmluQuestion m_question;
    std::int64_t m_id = 0;
};

TaskInfo mmluInfo() {
    TaskInfo info;
    info.name = "mmlu";
    info.title = "MMLU";
    info.description =
        "Questions with four choices, behind worked ones of the same subject. The data folder holds the splits of each "
        "subject: "
        "SUBJECT/train, validation and test, or dev/SUBJECT_dev, val/SUBJECT_val and test/SUBJECT_test, as .jsonl, "
        ".json or .csv; and, for other words of the prompt, mmlu_prompt.json.";
    info.score = "accuracy (%)";
    info.needsData = true;
    std::vector<std::string> words{"stem", "all"};
    for (const MmluSubject& subject : mmluSubjects()) {
        words.emplace_back(subject.name);
    }
    info.parameters = {
        choiceOption("subjects", std::move(words), "subjects, or a group of them", true),
        integerOption("shots", std::int64_t{20}, 0, "", "worked questions: the first of train and validation")};
    info.reference = "MMLU (arXiv:2009.03300), asked as the authors of cascading KV caches do, in other words";
    return info;
}

Result<std::unique_ptr<SampleSource>> openMmlu(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    const std::vector<std::string> chosen = splitAt(values.text("subjects"), '+');
    const std::int64_t most = values.integer("shots");
    KVW_TRY_ASSIGN(MmluForms forms, MmluForms::read(context.data));
    std::vector<MmluSource::Part> parts;
    MmluSource::ShotFiles shots;
    for (const MmluSubject& subject : mmluSubjects()) {
        const bool asked = std::ranges::any_of(chosen, [&](const std::string& word) {
            return word == subject.name || word == "all" || (word == "stem" && subject.stem);
        });
        if (!asked) {
            continue;
        }
        const std::string name(subject.name);
        KVW_TRY_ASSIGN(auto test, splitFile(context.data, name, kMmluTest));
        std::vector<std::filesystem::path>& files = shots[name];
        if (most > 0) {
            KVW_TRY_ASSIGN(auto first, splitFile(context.data, name, kMmluShots));
            KVW_TRY_ASSIGN(auto second, splitFile(context.data, name, kMmluMoreShots));
            files = {std::move(first), std::move(second)};
        }
        parts.push_back({name, std::move(test)});
    }
    Sample letters;
    for (const char letter : kMmluLetters) {
        letters.references.emplace_back(1, letter);
    }
    KVW_TRY(checkCharacters(context.tokenizer, letters, "mmlu"));
    return std::make_unique<MmluSource>(std::move(parts), std::move(shots), most, std::move(forms));
}

Score scoreMmlu(const Sample& sample, const Answer& answer) {
    const bool right =
        answer.choice >= 0 && answer.choice < std::ssize(kMmluLetters) &&
        sample.references.front() == std::string(1, kMmluLetters[static_cast<std::size_t>(answer.choice)]);
    Score score;
    score.value = right ? 100 : 0;
    return score;
}

}  // namespace

const Task kMmlu{&infoOf<&mmluInfo>, &openMmlu, &scoreMmlu};

}  // namespace kvw::eval
