// SPDX-License-Identifier: Apache-2.0
/// LongBench and LongBench-E: questions about long texts in English and Chinese.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/base/utf8.h"
#include "core/eval/tasks/longbench/longbench_tasks.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/prompt_template.h"
#include "core/eval/tasks/record_source.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::eval {
namespace {

/// Tokens that the texts of a chat template may take where the limit is that of the model.
constexpr std::int64_t kLongBenchChatRoom = 64;

/// Returns the texts of a list, which is absent where it is null. Errors: BadInput.
Result<std::vector<std::string>> textList(const Record& record, const std::filesystem::path& file, const char* name) {
    const nlohmann::json& list = member(record.json, name);
    std::vector<std::string> texts;
    for (const nlohmann::json& item : list) {
        if (!list.is_array() || !item.is_string()) {
            return wrongMember(record, file, name, "a list of texts");
        }
        texts.push_back(item.get<std::string>());
    }
    return texts;
}

class LongBenchSource final : public RecordSource {
 public:
    struct Options {
        std::int64_t maxLength = 0;  ///< tokens of a prompt; 0: the model's positions less the answer
        bool chat = true, twoBegins = false, extended = false;
    };
    LongBenchSource(const TaskContext& context, std::vector<Part> parts, std::map<std::string, SubtaskPrompt> prompts,
                    Options options)
        : RecordSource(std::move(parts)),
          m_tokenizer(context.tokenizer),
          m_maxTokens(context.maxTokens),
          m_prompts(std::move(prompts)),
          m_options(options) {}
    using RecordSource::addFinding;
    using RecordSource::Part;

 protected:
    [[nodiscard]] Result<std::int64_t> take(const Part& part, Record record) override {
        KVW_TRY(m_options.extended ? checkMembers(record, part.file, {"input", "context", "answers", "length"})
                                   : checkMembers(record, part.file, {"input", "context", "answers"}));
        const nlohmann::json& json = record.json;
        for (const char* name : {"input", "context"}) {
            if (!json[name].is_string()) {
                return wrongMember(record, part.file, name);
            }
        }
        if (!json["answers"].is_array() || json["answers"].empty()) {
            return wrongMember(record, part.file, "answers", "a list of texts");
        }
        Sample sample;
        KVW_TRY_ASSIGN(sample.references, textList(record, part.file, "answers"));
        KVW_TRY_ASSIGN(sample.classes, textList(record, part.file, "all_classes"));
        const LongBenchTask& task = *longBenchTask(part.subset);
        const double length = numberOf(json, "length");
        if (m_options.extended && std::isnan(length)) {
            return fail(Code::BadInput, placeOf(record, part.file), "the record has no length, which says its bucket");
        }
        if (task.score == LongBenchScore::Classification && sample.classes.empty()) {
            return fail(Code::BadInput, placeOf(record, part.file), "the record names no classes to choose from");
        }
        sample.subset = m_options.extended ? part.subset + "/" + std::string(longBenchBucket(length)) : part.subset;
        sample.id = textOf(json, "_id");
        sample.id = sample.id.empty() ? std::to_string(record.number) : sample.id;
        sample.chat = m_options.chat && task.chat;
        sample.twoBegins = m_options.twoBegins;
        sample.stopAtNewline = task.name == "samsum";
        if (!std::isnan(length)) {
            sample.facts.emplace_back("length", length);
        }
        m_sample = std::move(sample);
        m_values = {{"input", json["input"].get<std::string>()}, {"context", json["context"].get<std::string>()}};
        return 1;
    }

    [[nodiscard]] std::pair<std::string, std::string> nameOf(const Part&, std::int64_t) const override {
        return {m_sample.subset, m_sample.id};
    }

    [[nodiscard]] Result<Sample> sample(const Part& part, std::int64_t) override {
        const SubtaskPrompt& prompt = m_prompts.at(part.subset);
        Sample sample = m_sample;
        PromptTemplate::Filled filled = prompt.form.filled(m_values);
        sample.context = std::move(filled.context);
        sample.question = std::move(filled.question);
        sample.newTokens = prompt.newTokens;
        const std::size_t lastLine = sample.question.size() - filled.lastLine.value_or(0);
        KVW_TRY(cutMiddle(sample));
        if (!sample.chat) {
            // Nothing is written behind the last line of the template, which the answer follows.
            std::size_t at = sample.question.size() - std::min(sample.question.size(), lastLine);
            while (at < sample.question.size() && isContinuation(sample.question[at])) {
                ++at;
            }
            sample.answerPrefix = sample.question.substr(at);
            sample.question.resize(at);
        }
        return sample;
    }

 private:
    /// Keeps the first and the last tokens of a prompt that is too long.
    [[nodiscard]] Result<void> cutMiddle(Sample& sample) const {
        const std::int64_t room = m_maxTokens - sample.newTokens - kLongBenchChatRoom;
        const std::int64_t most = m_options.maxLength > 0 ? m_options.maxLength : std::max<std::int64_t>(room, 2);
        if (m_options.maxLength == 0 && m_maxTokens == 0) {
            return {};
        }
        KVW_TRY_ASSIGN(const Encoding encoding, m_tokenizer.encode(sample.context + sample.question, true));
        const auto half = static_cast<std::size_t>(most / 2);
        const std::span<const std::int32_t> ids(encoding.ids);
        if (std::ssize(ids) <= most) {
            return {};
        }
        const std::string text = m_tokenizer.decode(ids.first(half), true) + m_tokenizer.decode(ids.last(half), true);
        sample.truncated = std::ssize(ids) - static_cast<std::int64_t>(2 * half);
        // The question is the end of the prompt, and so that of the last tokens.
        std::size_t at = text.size() - std::min(text.size(), sample.question.size());
        while (at < text.size() && isContinuation(text[at])) {
            ++at;
        }
        sample.context = text.substr(0, at);
        sample.question = text.substr(at);
        return {};
    }

    const Tokenizer& m_tokenizer;
    std::int64_t m_maxTokens;
    std::map<std::string, SubtaskPrompt> m_prompts;
    Options m_options;
    Sample m_sample;  ///< of the record that was taken, without its texts
    std::map<std::string, std::string> m_values;
};

TaskInfo longBenchInfo() {
    TaskInfo info;
    info.name = "longbench";
    info.title = "LongBench";
    info.description =
        "Answers, summaries, classes and code behind long texts. The data folder holds TASK.jsonl or data/TASK.jsonl, "
        "and dataset2prompt.json and dataset2maxlen.json, also in config.";
    info.score = "score";
    info.needsData = true;
    info.parameters = {
        choiceOption("tasks", longBenchWords(), "tasks, or a group of them", true),
        integerOption(
            "max-length", std::string("auto"), 2, "tok",
            "a longer prompt is cut in the middle; auto: the model's positions less the answer and a chat template"),
        flagOption("chat", true,
                   "puts the model's chat template around the prompts of the tasks that the benchmark wraps"),
        onlyIf("chat=true",
               flagOption("double-bos", false,
                          "adds the begin token to a prompt whose chat template has it, as the benchmark does")),
        flagOption("e", false, "LongBench-E: TASK_e.jsonl, in three buckets of length")};
    info.reference = "LongBench (arXiv:2308.14508); prompts, lengths and scores of its repository";
    return info;
}

Result<std::unique_ptr<SampleSource>> openLongBench(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    LongBenchSource::Options options;
    options.maxLength = values.isAuto("max-length") ? 0 : values.integer("max-length");
    options.chat = values.flag("chat");
    options.twoBegins = values.flag("double-bos");
    options.extended = values.flag("e");
    KVW_TRY_ASSIGN(const PromptFiles files,
                   PromptFiles::read(context.data, "dataset2prompt.json", "dataset2maxlen.json"));
    std::vector<LongBenchSource::Part> parts;
    std::map<std::string, SubtaskPrompt> prompts;
    bool chinese = false;
    for (const LongBenchTask* task : longBenchSelected(values.text("tasks"), options.extended)) {
        const std::string name(task->name);
        if (options.extended && !task->extended) {
            return fail(Code::BadUsage, "longbench", "LongBench-E does not have this task", name);
        }
        KVW_TRY_ASSIGN(auto prompt, files.of(name, "context", {"input"}));
        prompts.emplace(name, std::move(prompt));
        KVW_TRY_ASSIGN(auto file, findRecordFile(context.data, {"data/", ""}, name + (options.extended ? "_e" : "")));
        parts.push_back({name, std::move(file)});
        chinese = chinese || (task->chinese && task->score != LongBenchScore::Classification &&
                              task->score != LongBenchScore::Retrieval);
    }
    if (parts.empty()) {
        return fail(Code::BadUsage, "longbench", "LongBench-E has none of these tasks", values.text("tasks"));
    }
    auto source = std::make_unique<LongBenchSource>(context, std::move(parts), std::move(prompts), options);
    if (chinese) {
        source->addFinding(finding("chinese-words"));
    }
    return source;
}

Score scoreLongBench(const Sample& sample, const Answer& answer) {
    const LongBenchTask* task = longBenchTask(sample.subset);
    return task == nullptr ? Score() : longBenchScore(*task, sample, answer.text);
}

}  // namespace

const Task kLongBench{&infoOf<&longBenchInfo>, &openLongBench, &scoreLongBench};

}  // namespace kvw::eval
