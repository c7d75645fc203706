// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/ruler/ruler_files.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"

namespace kvw::eval {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Returns the texts of a list, in which numbers become texts, or the one text that stands in its place. None: it is
/// something else, or has something else.
std::optional<std::vector<std::string>> textsOfList(const json& value) {
    if (value.is_string()) {
        return std::vector{value.get<std::string>()};
    }
    if (!value.is_array()) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const json& each : value) {
        if (!each.is_string() && !each.is_number()) {
            return std::nullopt;
        }
        texts.push_back(each.is_string() ? each.get<std::string>() : each.dump());
    }
    return texts;
}

/// Returns the place in a prompt of RULER where the question begins: the last place of the words it begins with.
std::size_t questionIn(const std::string& input, std::string_view task) {
    if (task.starts_with("niah")) {
        const std::size_t one = input.rfind("What is the special magic");
        return one != std::string::npos ? one : input.rfind("What are all the special magic");
    }
    return input.rfind(task.starts_with("qa") ? "Answer the question based on the given documents" : "Question:");
}

/// Gives each text a number and keeps it once.
class NumberedDocuments {
 public:
    std::int64_t numberOf(std::string text) {
        const auto [found, isNew] = m_numbers.try_emplace(std::move(text), std::ssize(m_numbers));
        return found->second;
    }
    [[nodiscard]] std::vector<std::string> all() const {
        std::vector<std::string> texts(m_numbers.size());
        for (const auto& [text, number] : m_numbers) {
            texts[static_cast<std::size_t>(number)] = text;
        }
        return texts;
    }

 private:
    std::map<std::string, std::int64_t> m_numbers;
};

/// Calls `use` with every record of the file that has the members; `use` may refuse it as BadInput. Errors: those of
/// reading; BadInput if the first record lacks a member.
template <class Use>
Result<void> forEachRulerRecord(const fs::path& file, const std::vector<std::string_view>& members,
                                const MalformedRecord& malformed, const Use& use) {
    KVW_TRY_ASSIGN(RecordReader reader, RecordReader::open(file));
    const auto take = [&](const Record& record) -> Result<void> {
        KVW_TRY(checkMembers(record, file, members));
        return use(record);
    };
    for (bool more = true; more;) {
        KVW_TRY_ASSIGN(more, reader.takeNext(take, malformed));
    }
    return {};
}

/// Tells whether the paragraphs of an article of SQuAD have texts, and the questions texts with answers.
bool isArticle(const json& paragraphs) {
    const auto isAnswer = [](const json& answer) { return member(answer, "text").is_string(); };
    const auto isQuestion = [&](const json& question) {
        const json& answers = member(question, "answers");
        return member(question, "question").is_string() && std::all_of(answers.begin(), answers.end(), isAnswer);
    };
    return std::all_of(paragraphs.begin(), paragraphs.end(), [&](const json& paragraph) {
        const json& questions = member(paragraph, "qas");
        return member(paragraph, "context").is_string() && std::all_of(questions.begin(), questions.end(), isQuestion);
    });
}

Result<QaSet> checkedQaSet(QaSet set, const fs::path& file, const char* expected) {
    if (set.items.empty()) {
        return fail(Code::BadInput, file.string(), "the file has no question with an answer", {}, expected);
    }
    return set;
}

}  // namespace

fs::path firstFile(const fs::path& folder, const std::vector<std::string>& names) {
    std::error_code ignored;
    for (const std::string& name : names) {
        if (!folder.empty() && fs::is_regular_file(folder / name, ignored)) {
            return folder / name;
        }
    }
    return {};
}

std::vector<std::string> blankSeparated(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n\f\v";
    std::vector<std::string> words;
    for (std::size_t at = text.find_first_not_of(kBlank); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kBlank, at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = text.find_first_not_of(kBlank, end);
    }
    return words;
}

Result<std::vector<std::string>> readEssays(const fs::path& file, const MalformedRecord& malformed) {
    std::string text;
    KVW_TRY(forEachRulerRecord(file, {"text"}, malformed, [&](const Record& record) -> Result<void> {
        if (!record.json["text"].is_string()) {
            return wrongMember(record, file, "text");
        }
        text += textOf(record.json, "text") + '\n';
        return {};
    }));
    std::vector<std::string> words = blankSeparated(text);
    if (words.empty()) {
        return fail(Code::BadInput, file.string(), "the text is empty", phrase("%1 bytes", text.size()),
                    "at least one character");
    }
    return words;
}

Result<QaSet> readSquad(const fs::path& file, const MalformedRecord& malformed) {
    QaSet set;
    NumberedDocuments documents;
    KVW_TRY(forEachRulerRecord(file, {"paragraphs"}, malformed, [&](const Record& article) -> Result<void> {
        if (!isArticle(article.json["paragraphs"])) {
            return wrongMember(article, file, "paragraphs", "SQuAD 2.0: paragraphs of context and qas");
        }
        std::set<std::int64_t> all;
        const std::size_t first = set.items.size();
        for (const json& paragraph : member(article.json, "paragraphs")) {
            const std::int64_t number = documents.numberOf(textOf(paragraph, "context"));
            all.insert(number);
            for (const json& question : member(paragraph, "qas")) {
                QaItem item{textOf(question, "question"), {}, {number}, {}};
                for (const json& answer : member(question, "answers")) {
                    item.answers.push_back(textOf(answer, "text"));
                }
                if (!flagOf(question, "is_impossible") && !item.answers.empty()) {
                    set.items.push_back(std::move(item));
                }
            }
        }
        for (std::size_t i = first; i < set.items.size(); ++i) {
            std::copy_if(all.begin(), all.end(), std::back_inserter(set.items[i].related),
                         [&](std::int64_t number) { return number != set.items[i].gold[0]; });
        }
        return {};
    }));
    set.documents = documents.all();
    return checkedQaSet(std::move(set), file, "SQuAD 2.0: data, each with paragraphs of context and qas");
}

Result<QaSet> readHotpotQa(const fs::path& file, const MalformedRecord& malformed) {
    QaSet set;
    NumberedDocuments documents;
    const std::vector<std::string_view> members{"question", "answer", "context"};
    KVW_TRY(forEachRulerRecord(file, members, malformed, [&](const Record& record) -> Result<void> {
        const auto answers = textsOfList(record.json["answer"]);
        if (!record.json["question"].is_string()) {
            return wrongMember(record, file, "question");
        }
        if (!answers || answers->empty()) {
            return wrongMember(record, file, "answer");
        }
        std::vector<std::string> texts;
        for (const json& document : record.json["context"]) {
            const bool pair = document.is_array() && document.size() == 2 && document[0].is_string();
            const auto sentences = pair ? textsOfList(document[1]) : std::nullopt;
            if (!sentences) {
                texts.clear();
                break;
            }
            texts.push_back(document[0].get<std::string>() + '\n');
            for (const std::string& sentence : *sentences) {
                texts.back() += sentence;
            }
        }
        if (texts.empty()) {
            return wrongMember(record, file, "context", "a list of title and sentences");
        }
        QaItem item{textOf(record.json, "question"), *answers, {}, {}};
        for (std::string& text : texts) {
            item.gold.push_back(documents.numberOf(std::move(text)));
        }
        set.items.push_back(std::move(item));
        return {};
    }));
    set.documents = documents.all();
    return checkedQaSet(std::move(set), file, "HotpotQA: question, answer and context, a list of title and sentences");
}

Result<Sample> sampleOfValidation(const Record& record, const fs::path& file, const std::string& task) {
    std::string input = textOf(record.json, "input");
    Sample sample;
    sample.subset = task;
    if (const auto index = wholeOf(member(record.json, "index"))) {
        sample.id = std::to_string(*index);
    }
    sample.references = textsOfList(member(record.json, "outputs")).value_or(std::vector<std::string>());
    sample.answerPrefix = textOf(record.json, "answer_prefix");
    if (!sample.answerPrefix.empty() && input.ends_with(sample.answerPrefix)) {
        input.resize(input.size() - sample.answerPrefix.size());
    }
    const std::size_t question = questionIn(input, task);
    if (question == std::string::npos || sample.references.empty()) {
        return fail(Code::BadInput, placeOf(record, file),
                    question == std::string::npos ? "the input has no question of this task" : "there is no answer",
                    task, "a sample as RULER's scripts write it");
    }
    sample.context = input.substr(0, question);
    sample.question = input.substr(question);
    sample.newTokens = rulerNewTokens(task);
    if (const std::int64_t length = wholeOf(record.json, "length"); length > 0) {
        sample.facts.emplace_back("length", static_cast<double>(length));
    }
    return sample;
}

Result<Sample> sampleOfRow(const Record& record, const fs::path& file) {
    Sample sample;
    sample.subset = textOf(record.json, "task");
    sample.context = textOf(record.json, "context");
    sample.question = textOf(record.json, "question");
    sample.answerPrefix = textOf(record.json, "answer_prefix");
    sample.references = textsOfList(member(record.json, "answer")).value_or(std::vector<std::string>());
    sample.newTokens = wholeOf(record.json, "max_new_tokens", rulerNewTokens(sample.subset));
    if (rulerNewTokens(sample.subset) == 0) {
        return fail(Code::BadInput, placeOf(record, file), "this is not a task of RULER", sample.subset,
                    "a task such as niah_single_1");
    }
    if (sample.context.empty() || sample.references.empty() || sample.newTokens <= 0) {
        return fail(Code::BadInput, placeOf(record, file), "context, answer or max_new_tokens is malformed", {},
                    "a text, a list of texts and a positive number");
    }
    return sample;
}

}  // namespace kvw::eval
