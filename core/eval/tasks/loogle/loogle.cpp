// SPDX-License-Identifier: Apache-2.0
/// LooGLE: questions, clozes and summaries of long documents, asked as kvpress or LooGLE's own code does.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/eval/tasks/loogle/loogle_scores.h"
#include "core/eval/tasks/loogle/python_literal.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/prompt_template.h"
#include "core/eval/tasks/record_source.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::eval {
namespace {

constexpr const char *kLoogleCloze = "shortdep_cloze", *kLoogleSummaries = "longdep_summarization";
constexpr const char* kLoogleTasks[] = {"shortdep_qa", "longdep_qa", kLoogleCloze, kLoogleSummaries};
/// Tokens that a question and a chat template may take where the limit is that of the model.
constexpr std::int64_t kLoogleQuestionRoom = 512, kLoogleChatRoom = 64;

using LooglePrompts = std::map<std::string, SubtaskPrompt>;

/// Reads the templates of the tasks. Errors: those of PromptFiles and PromptTemplate.
Result<LooglePrompts> looglePrompts(const std::filesystem::path& data, const std::vector<std::string>& tasks) {
    KVW_TRY_ASSIGN(const PromptFiles files, PromptFiles::read(data, "task2prompt.json", "task2maxlen.json"));
    LooglePrompts prompts;
    for (const std::string& task : tasks) {
        KVW_TRY_ASSIGN(auto prompt, files.of(task, "input", {"Q"}));
        prompts.emplace(task, std::move(prompt));
    }
    return prompts;
}

/// Returns an answer as text: a list is that of the masks in their order.
std::string answerText(const nlohmann::json& answer) {
    if (answer.is_string()) {
        return answer.get<std::string>();
    }
    nlohmann::json masks = answer;
    if (answer.is_array()) {
        masks = nlohmann::json::object();
        for (const nlohmann::json& each : answer) {
            masks["<mask-" + std::to_string(masks.size()) + ">"] = each;
        }
    }
    return masks.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class LoogleSource final : public RecordSource {
 public:
    LoogleSource(const TaskContext& context, std::vector<Part> parts, Result<LooglePrompts> prompts, bool kvpress)
        : RecordSource(std::move(parts)),
          m_tokenizer(context.tokenizer),
          m_maxTokens(context.maxTokens),
          m_prompts(std::move(prompts)),
          m_kvpress(kvpress) {
        // Its encoder is a model of its own.
        addFinding(finding("bertscore-absent"));
    }
    using RecordSource::Part;

 protected:
    [[nodiscard]] Result<std::int64_t> take(const Part& part, Record record) override {
        const nlohmann::json& document = record.json;
        const bool pairs = document.contains("qa_pairs");
        m_ready = document.contains("answer_prefix");
        KVW_TRY(pairs ? checkMembers(record, part.file, {"input", "qa_pairs"})
                      : checkMembers(record, part.file, {"context", "question", "answer"}));
        m_number = record.number;
        m_cut.reset();
        m_questions.clear();
        if (!m_ready && !m_prompts) {
            Error noTemplates = m_prompts.error();
            noTemplates.reason = kOtherMembers;
            return tl::unexpected(std::move(noTemplates));
        }
        for (const char* name : {"input", "context", "question", "answer_prefix"}) {
            const nlohmann::json& value = member(document, name);
            if (!value.is_null() && !value.is_string()) {
                return wrongMember(record, part.file, name);
            }
        }
        if (pairs) {
            KVW_TRY(takePairs(record, part.file));
        } else if (document["answer"].is_null()) {
            return wrongMember(record, part.file, "answer");
        } else {
            m_questions.push_back({textOf(document, "question"), answerText(document["answer"])});
        }
        m_text = textOf(document, pairs ? "input" : "context");
        m_newTokens = m_ready ? wholeOf(document, "max_new_tokens") : 0;
        if (m_newTokens <= 0) {
            if (!m_prompts) {
                return fail(Code::BadInput, placeOf(record, part.file), "the record has no max_new_tokens");
            }
            m_newTokens = m_prompts->at(part.subset).newTokens;
        }
        m_prefix = textOf(document, "answer_prefix");
        return static_cast<std::int64_t>(m_questions.size());
    }

    [[nodiscard]] std::pair<std::string, std::string> nameOf(const Part& part, std::int64_t index) const override {
        return {part.subset, std::to_string(m_number) + (m_questions.size() > 1 ? "-" + std::to_string(index) : "")};
    }

    [[nodiscard]] Result<Sample> sample(const Part& part, std::int64_t index) override {
        if (!m_cut) {
            KVW_TRY(cutEnd(part));
        }
        const Question& asked = m_questions[static_cast<std::size_t>(index)];
        Sample sample;
        std::tie(sample.subset, sample.id) = nameOf(part, index);
        sample.newTokens = m_newTokens;
        sample.chat = m_kvpress;
        sample.truncated = *m_cut;
        sample.references = {asked.answer};
        if (m_ready) {
            sample.context = m_text;
            sample.question = asked.question;
            sample.answerPrefix = m_prefix;
            return sample;
        }
        PromptTemplate::Filled filled = filledWith(part, asked.question);
        sample.context = std::move(filled.context);
        sample.question = std::move(filled.question);
        if (filled.lastLine) {
            // The last line of the template is the beginning of the answer, behind the chat template's turn.
            sample.answerPrefix = std::string(sample.question, *filled.lastLine);
            sample.question.resize(*filled.lastLine);
        }
        if (m_kvpress) {
            sample.answerPrefix.erase(0, sample.answerPrefix.find_first_not_of(' '));
        }
        return sample;
    }

 private:
    struct Question {
        std::string question, answer;
    };

    [[nodiscard]] PromptTemplate::Filled filledWith(const Part& part, const std::string& question) const {
        return m_prompts->at(part.subset).form.filled({{"input", m_text}, {"Q", question}});
    }

    /// Takes the questions of a document: a list, a text that holds one, or "none" for a summary.
    [[nodiscard]] Result<void> takePairs(const Record& record, const std::filesystem::path& file) {
        std::optional<nlohmann::json> pairs = record.json["qa_pairs"];
        if (pairs->is_string() && *pairs == "none") {
            if (!member(record.json, "output").is_string()) {
                return wrongMember(record, file, "output");
            }
            m_questions.push_back({{}, textOf(record.json, "output")});
            return {};
        }
        if (pairs->is_string()) {
            pairs = jsonOrLiteral(pairs->get_ref<const std::string&>());
        }
        const bool fits = pairs && pairs->is_array() && !pairs->empty() &&
                          std::all_of(pairs->begin(), pairs->end(), [](const nlohmann::json& pair) {
                              return member(pair, "Q").is_string() && !member(pair, "A").is_null();
                          });
        if (!fits) {
            return wrongMember(record, file, "qa_pairs",
                               "a list of questions Q with answers A, or a text that holds one");
        }
        for (const nlohmann::json& pair : *pairs) {
            m_questions.push_back({textOf(pair, "Q"), answerText(pair["A"])});
        }
        return {};
    }

    /// Keeps the first tokens of a document that the model has too few positions for; all its questions see the same.
    [[nodiscard]] Result<void> cutEnd(const Part& part) {
        m_cut = 0;
        if (m_maxTokens == 0) {
            return {};
        }
        std::int64_t room = kLoogleQuestionRoom;
        const auto longest = std::max_element(
            m_questions.begin(), m_questions.end(),
            [](const Question& a, const Question& b) { return a.question.size() < b.question.size(); });
        if (std::ssize(longest->question) > kLoogleQuestionRoom - kLoogleChatRoom) {
            KVW_TRY_ASSIGN(const Encoding question, m_tokenizer.encode(longest->question, false));
            room = std::max(room, std::ssize(question.ids) + 2 * kLoogleChatRoom);
        }
        if (!m_ready) {
            // The text that the template writes around the document.
            const std::string text = std::exchange(m_text, {});
            const PromptTemplate::Filled around = filledWith(part, {});
            m_text = text;
            KVW_TRY_ASSIGN(const Encoding form, m_tokenizer.encode(around.context + around.question, true));
            room += std::ssize(form.ids);
        }
        const std::int64_t most = std::max<std::int64_t>(m_maxTokens - m_newTokens - room, 1);
        KVW_TRY_ASSIGN(const Encoding encoding, m_tokenizer.encode(m_text, false));
        if (std::ssize(encoding.ids) > most) {
            m_cut = std::ssize(encoding.ids) - most;
            m_text = m_tokenizer.decode(std::span(encoding.ids).first(static_cast<std::size_t>(most)), true);
        }
        return {};
    }

    const Tokenizer& m_tokenizer;
    std::int64_t m_maxTokens;
    Result<LooglePrompts> m_prompts;  ///< the error counts only where a record needs a template
    bool m_kvpress;

    // The record that was taken:
    std::int64_t m_number = 0, m_newTokens = 0;
    std::string m_text, m_prefix;
    bool m_ready = false;  ///< a row of kvpress, whose texts are those of the prompt
    std::vector<Question> m_questions;
    std::optional<std::int64_t> m_cut;  ///< tokens cut from the document; none: it was not looked at
};

TaskInfo loogleInfo() {
    TaskInfo info;
    info.name = "loogle";
    info.title = "LooGLE";
    info.description =
        "Questions about long documents, clozes, and summaries. The data folder holds TASK.jsonl, and task2prompt.json "
        "and task2maxlen.json, also in config; or rows of kvpress, which need no templates.";
    info.score = "ROUGE-L recall";
    info.needsData = true;
    std::vector<std::string> words(std::begin(kLoogleTasks), std::end(kLoogleTasks));
    words.emplace_back("all");
    info.parameters = {
        choiceOption("tasks", std::move(words), "tasks; the score of a cloze is its share of masks", true),
        choiceOption("form", {"kvpress", "loogle"},
                     "kvpress asks with the model's chat template and begins the answer; loogle takes the template as "
                     "it is")};
    info.reference = "LooGLE (arXiv:2311.04939); prompts of its repository, scores of kvpress";
    return info;
}

Result<std::unique_ptr<SampleSource>> openLoogle(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    const std::vector<std::string> chosen = splitAt(values.text("tasks"), '+');
    std::vector<std::string> tasks;
    const bool all = std::ranges::find(chosen, "all") != chosen.end();
    std::vector<LoogleSource::Part> parts;
    for (const std::string task : kLoogleTasks) {
        if (!all && std::ranges::find(chosen, task) == chosen.end()) {
            continue;
        }
        auto file = findRecordFile(context.data, {"", "data/", "LooGLE-testdata/"}, task);
        if (!file && task == kLoogleSummaries) {
            if (auto other = findRecordFile(context.data, {"", "data/"}, "summarization")) {
                file = std::move(other);
            }
        }
        KVW_TRY(file);
        parts.push_back({task, *file});
        tasks.push_back(task);
    }
    return std::make_unique<LoogleSource>(context, std::move(parts), looglePrompts(context.data, tasks),
                                          values.text("form") == "kvpress");
}

Score scoreLoogle(const Sample& sample, const Answer& answer) {
    const std::string reference = sample.references.empty() ? std::string() : sample.references.front();
    return sample.subset == kLoogleCloze ? loogleClozeScore(answer.text, reference)
                                         : loogleTextScore(answer.text, reference);
}

}  // namespace

const Task kLoogle{&infoOf<&loogleInfo>, &openLoogle, &scoreLoogle};

}  // namespace kvw::eval
