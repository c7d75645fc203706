// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/eval/scores/text_scores.h"
#include "core/eval/tasks/characters.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/ruler/ruler_files.h"
#include "core/eval/tasks/ruler/ruler_makers.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/text/document.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::eval {
namespace {

namespace fs = std::filesystem;

struct RulerLength {
    std::string_view beginning;
    std::int64_t newTokens;
};
constexpr std::array<RulerLength, 5> kRulerLengths{
    {{"niah_", 128}, {"vt", 30}, {"cwe", 120}, {"fwe", 50}, {"qa_", 32}}};
constexpr std::size_t kMaxNovelBytes = std::size_t{16} << 20;
constexpr std::int64_t kMaxRulerSize = std::int64_t{1} << 20;

/// The four tasks of Adap-KV's figure.
const std::vector<std::string> kAdapKvTasks{"niah_single_1", "niah_multikey_1", "qa_1", "cwe"};

constexpr const char* kRulerSamples = "validation.jsonl";
const std::vector<std::string> kRulerEssays{"PaulGrahamEssays.json", "PaulGrahamEssays.jsonl"},
    kRulerSquad{"squad.json", "dev-v2.0.json"}, kRulerHotpotQa{"hotpotqa.json", "hotpot_dev_distractor_v1.json"};

/// One task: made, or read from a file.
struct RulerPart {
    std::string task;  ///< empty: a file with rows of several tasks
    RulerMaker maker;
    fs::path file;
    std::int64_t samples = 0;  ///< made, or most of each task in the file

    [[nodiscard]] bool isMade() const { return maker.make != nullptr; }
};

struct RulerOptions {
    std::int64_t size = 0, samples = 0;
    std::vector<std::string> tasks;
    std::string haystack;
    bool chat = false;
};

class RulerSource : public SampleSource {
 public:
    RulerSource(const TaskContext& context, RulerOptions options)
        : m_tokenizer(context.tokenizer), m_data(context.data), m_seed(context.seed), m_options(std::move(options)) {}

    /// Finds where each task comes from. Errors: those of reading; NotFound if no task is left.
    Result<void> plan() {
        const std::string size = std::to_string(m_options.size);
        if (fs::path rows = firstFile(m_data, {size + ".jsonl", size + ".json", size + "/test.jsonl",
                                               size + "/test.json", "test.jsonl", "test.json"});
            !rows.empty()) {
            m_parts.push_back({{}, {}, std::move(rows), m_options.samples});
            return {};
        }
        KVW_TRY(checkFolder());
        for (const std::string& task : m_options.tasks) {
            if (fs::path file = validationFile(task); !file.empty()) {
                m_parts.push_back({task, {}, std::move(file), m_options.samples});
            } else {
                KVW_TRY(planMade(task));
            }
        }
        tellLeftOut();
        if (m_parts.empty()) {
            return fail(Code::NotFound, "ruler", "no task is left",
                        findings().empty() ? Phrase() : Phrase(findings().back()),
                        "a folder of --data with the files of the task, or tasks that need none");
        }
        return {};
    }

    [[nodiscard]] std::optional<std::int64_t> count() const override {
        std::int64_t all = 0;
        for (const RulerPart& part : m_parts) {
            if (!part.isMade()) {
                return std::nullopt;
            }
            all += part.samples;
        }
        return all;
    }

    [[nodiscard]] std::optional<std::pair<std::string, std::string>> peek() override {
        return nextIsMade() ? std::optional(std::pair(m_parts[m_part].task, std::to_string(m_index))) : std::nullopt;
    }

    [[nodiscard]] std::optional<std::map<std::string, std::int64_t>> counts() const override {
        std::map<std::string, std::int64_t> all;
        for (const RulerPart& part : m_parts) {
            if (!part.isMade()) {
                return std::nullopt;
            }
            all[part.task] = part.samples;
        }
        return all;
    }

    [[nodiscard]] Result<std::optional<Sample>> next() override {
        for (; m_part < m_parts.size(); nextPart()) {
            const RulerPart& part = m_parts[m_part];
            KVW_TRY_ASSIGN(std::optional<Sample> sample, part.isMade() ? made(part) : read(part));
            if (sample) {
                sample->chat = m_options.chat;
                return sample;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] Result<bool> skip() override {
        if (nextIsMade()) {
            ++m_index;
            return true;
        }
        return SampleSource::skip();
    }

 private:
    /// Moves behind made parts that are at their end, and tells whether a sample of another one follows.
    bool nextIsMade() {
        while (m_part < m_parts.size() && m_parts[m_part].isMade() && m_index >= m_parts[m_part].samples) {
            nextPart();
        }
        return m_part < m_parts.size() && m_parts[m_part].isMade();
    }

    void nextPart() {
        ++m_part;
        m_index = 0;
        m_units = 0;
        m_reader.reset();
        m_readOf.clear();
    }

    [[nodiscard]] MadeSize sizeOf(const RulerPart& part) const {
        return {m_options.size - rulerNewTokens(part.task), part.maker.leastUnits, part.maker.mostUnits};
    }

    // Where each task comes from.

    /// Returns the file with the samples of a task, at the root of the data for one task alone; empty: there is none.
    [[nodiscard]] fs::path validationFile(const std::string& task) const {
        std::vector<std::string> names{task + "/" + kRulerSamples,
                                       std::to_string(m_options.size) + "/" + task + "/" + kRulerSamples};
        if (m_options.tasks.size() == 1) {
            names.emplace_back(kRulerSamples);
        }
        return firstFile(m_data, names);
    }

    /// Checks that the folder of the data, if there is one, has a file of RULER. Errors: NotFound with the layouts.
    [[nodiscard]] Result<void> checkFolder() const {
        const auto& tasks = m_options.tasks;
        const bool any =
            m_data.empty() || !firstFile(m_data, kRulerEssays).empty() || !firstFile(m_data, kRulerSquad).empty() ||
            !firstFile(m_data, kRulerHotpotQa).empty() ||
            std::ranges::any_of(tasks, [&](const std::string& task) { return !validationFile(task).empty(); });
        if (any) {
            return {};
        }
        return fail(Code::NotFound, m_data.string(), "the folder has no file of RULER", {},
                    std::string("SIZE.jsonl, SIZE/test.jsonl, test.jsonl, TASK/validation.jsonl, "
                                "PaulGrahamEssays.json, squad.json, hotpotqa.json"));
    }

    /// Adds a task that is made here; one that lacks a file or does not fit is left out with a finding.
    Result<void> planMade(const std::string& task) {
        RulerPart part{task, {}, {}, m_options.samples};
        const auto* niah = std::ranges::find_if(kNiahKinds, [&](const NiahKind& kind) { return kind.task == task; });
        if (niah != std::end(kNiahKinds)) {
            NiahKind kind = *niah;
            if (kind.haystack == RulerHaystack::Prose) {
                if (m_options.haystack == "noise") {
                    kind.haystack = RulerHaystack::Noise;
                } else {
                    KVW_TRY(loadProse());
                    if (!m_prose) {
                        m_lackEssays.push_back(task);
                        return {};
                    }
                }
                if (m_options.haystack != "essays") {
                    m_otherHaystack.push_back(task);
                }
            }
            KVW_TRY(loadWords());
            part.maker = makeNiahMaker(kind, m_seed, m_words, m_prose);
        } else if (task == "vt") {
            part.maker = makeChainMaker(m_seed);
        } else if (task == "cwe") {
            KVW_TRY(loadWords());
            part.maker = makeCommonWordsMaker(m_seed, m_options.size, m_words);
        } else if (task == "fwe") {
            part.maker = makeFrequentWordsMaker(m_seed, m_options.size);
        } else {
            const bool squad = task == "qa_1";
            const std::vector<std::string>& names = squad ? kRulerSquad : kRulerHotpotQa;
            const fs::path file = firstFile(m_data, names);
            if (file.empty()) {
                addFinding(finding("ruler-lacks-documents", task, names.front()));
                return {};
            }
            KVW_TRY_ASSIGN(QaSet set, squad ? readSquad(file, m_malformed) : readHotpotQa(file, m_malformed));
            part.samples = std::min(part.samples, static_cast<std::int64_t>(set.items.size()));
            part.maker = makeQaMaker(task, m_seed, std::make_shared<const QaSet>(std::move(set)));
        }
        const Sample smallest = part.maker.make(0, part.maker.leastUnits);
        KVW_TRY(checkCharacters(m_tokenizer, smallest, "ruler, " + task));
        KVW_TRY_ASSIGN(const std::int64_t tokens, promptTokens(m_tokenizer, smallest));
        if (tokens > sizeOf(part).tokens) {
            addFinding(finding("ruler-too-long", task, tokens, rulerNewTokens(task)));
            return {};
        }
        m_parts.push_back(std::move(part));
        return {};
    }

    Result<void> loadWords() {
        if (!m_words) {
            KVW_TRY_ASSIGN(WordLists words, WordLists::load());
            m_words = std::make_shared<const WordLists>(std::move(words));
        }
        return {};
    }
    /// Loads the essays or the novel; m_prose stays null if --data has no essays.
    Result<void> loadProse() {
        if (m_prose) {
            return {};
        }
        std::vector<std::string> words;
        if (m_options.haystack == "novel") {
            KVW_TRY_ASSIGN(const fs::path resources, resourcesDir());
            KVW_TRY_ASSIGN(const std::string text, readFile(resources / "texts" / "persuasion.txt", kMaxNovelBytes));
            words = blankSeparated(text);
        } else if (const fs::path file = firstFile(m_data, kRulerEssays); !file.empty()) {
            KVW_TRY_ASSIGN(words, readEssays(file, m_malformed));
        }
        if (!words.empty()) {
            m_prose = std::make_shared<const std::vector<std::string>>(std::move(words));
        }
        return {};
    }

    void tellLeftOut() {
        if (!m_lackEssays.empty()) {
            addFinding(finding("ruler-lacks-essays", joined(m_lackEssays)));
        }
        if (!m_otherHaystack.empty()) {
            addFinding(finding("ruler-other-haystack", joined(m_otherHaystack), m_options.haystack));
        }
        if (std::ranges::any_of(m_parts, [](const RulerPart& part) { return part.isMade(); })) {
            addFinding(finding("ruler-own-sentences"));
        }
    }

    // Samples.

    Result<std::optional<Sample>> made(const RulerPart& part) {
        if (m_index >= part.samples) {
            return std::nullopt;
        }
        const std::string place = "ruler, " + part.task;
        if (m_units == 0) {
            const MakeSample first = [&](std::int64_t units) -> Result<Sample> { return part.maker.make(0, units); };
            KVW_TRY_ASSIGN(m_units, unitsThatFit(m_tokenizer, sizeOf(part), first, place));
        }
        const MakeSample make = [&](std::int64_t units) -> Result<Sample> { return part.maker.make(m_index, units); };
        for (; m_index < part.samples; ++m_index) {
            KVW_TRY_ASSIGN(std::optional<Sample> sample, sampleThatFits(m_tokenizer, sizeOf(part), m_units, make));
            if (sample) {
                sample->subset = part.task;
                sample->id = std::to_string(m_index++);
                sample->newTokens = rulerNewTokens(part.task);
                sample->facts.emplace_back("length", static_cast<double>(m_options.size));
                return sample;
            }
            if (m_tooLong.insert(part.task).second) {
                addFinding(phrase("samples of %1 that are longer than their size are left out; the first is %2", place,
                                  m_index));
            }
        }
        return std::nullopt;
    }

    Result<std::optional<Sample>> read(const RulerPart& part) {
        static const std::vector<std::string_view> kRow{"context", "question", "answer_prefix", "answer", "task"};
        static const std::vector<std::string_view> kValidation{"input", "outputs"};
        const bool rows = part.task.empty();
        if (!m_reader) {
            KVW_TRY_ASSIGN(m_reader, RecordReader::open(part.file));
        }
        std::optional<Sample> sample;
        const auto take = [&](const Record& record) -> Result<void> {
            KVW_TRY(checkMembers(record, part.file, rows ? kRow : kValidation));
            const std::int64_t number = m_index++;
            KVW_TRY_ASSIGN(Sample made,
                           rows ? sampleOfRow(record, part.file) : sampleOfValidation(record, part.file, part.task));
            const auto& tasks = m_options.tasks;
            if (std::ranges::find(tasks, made.subset) != tasks.end() && ++m_readOf[made.subset] <= part.samples) {
                made.id = made.id.empty() ? std::to_string(number) : made.id;  // records of an array may share a line
                sample = std::move(made);
            }
            return {};
        };
        for (bool more = true; more && !sample;) {
            KVW_TRY_ASSIGN(more, m_reader->takeNext(take, m_malformed));
        }
        return sample;
    }

    const Tokenizer& m_tokenizer;
    fs::path m_data;
    std::int64_t m_seed;
    RulerOptions m_options;
    std::vector<RulerPart> m_parts;
    std::shared_ptr<const WordLists> m_words;
    std::shared_ptr<const std::vector<std::string>> m_prose;
    std::vector<std::string> m_lackEssays, m_otherHaystack;
    std::set<std::string> m_tooLong;  ///< tasks with samples that were left out
    const MalformedRecord m_malformed = [this](const Error& error) { addMalformed(error); };
    // The part that is read.
    std::size_t m_part = 0;
    std::int64_t m_index = 0;  ///< sample to make next; records read
    std::int64_t m_units = 0;  ///< units of the haystack; 0: not found yet
    std::optional<RecordReader> m_reader;
    std::map<std::string, std::int64_t> m_readOf;  ///< samples of each task in the file
};

TaskInfo rulerInfo() {
    TaskInfo info;
    info.name = "ruler";
    info.title = "RULER";
    info.description =
        "Needles, chains of variables, frequent words and questions in prompts of a wanted length; made here, or read "
        "from RULER's validation.jsonl or kvpress' rows in the data folder.";
    info.score = "score";
    info.reference = "RULER (Hsieh et al. 2024, arXiv 2404.06654); Figure 4.3 of Adap-KV";
    std::vector<std::string> tasks{"all", "niah", "adap-kv"};
    tasks.insert(tasks.end(), rulerTasks().begin(), rulerTasks().end());
    info.parameters = {
        integerOption("size", std::int64_t{4096}, 256, "tok",
                      "Tokens of the prompt and of the longest answer together.", static_cast<double>(kMaxRulerSize)),
        choiceOption("tasks", std::move(tasks),
                     "All 13, the eight with needles, the four of Adap-KV's figure, or one."),
        integerOption("samples", std::int64_t{500}, 1, "", "Samples of each task.", 100'000),
        choiceOption(
            "haystack", {"essays", "novel", "noise"},
            "Text around the needles of tasks that RULER hides in essays: these from the data folder, the novel that "
            "ships, or noise."),
        flagOption(
            "chat", true,
            "Put the model's chat template, if it has one, around the prompt. Its tokens are not part of size.")};
    return info;
}

Result<std::unique_ptr<SampleSource>> openRuler(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    const std::string& chosen = values.text("tasks");
    RulerOptions options{
        values.integer("size"), values.integer("samples"), {}, values.text("haystack"), values.flag("chat")};
    if (context.maxTokens > 0 && options.size > context.maxTokens) {
        return fail(Code::BadUsage, "ruler", "size is beyond the positions of the model", std::to_string(options.size),
                    phrase("at most %1", context.maxTokens));
    }
    for (const std::string& task : rulerTasks()) {
        const bool adapKv = std::ranges::find(kAdapKvTasks, task) != kAdapKvTasks.end();
        if (chosen == "all" || chosen == task || (chosen == "niah" && task.starts_with("niah")) ||
            (chosen == "adap-kv" && adapKv)) {
            options.tasks.push_back(task);
        }
    }
    auto source = std::make_unique<RulerSource>(context, std::move(options));
    KVW_TRY(source->plan());
    return source;
}

Score scoreRuler(const Sample& sample, const Answer& answer) {
    // Questions on documents have several right answers; everywhere else all references are asked for.
    const bool all = !sample.subset.starts_with("qa_");
    return {100 * substringMatch(answer.text, sample.references, all), 1, {}};
}

}  // namespace

std::int64_t rulerNewTokens(std::string_view task) {
    const std::vector<std::string>& tasks = rulerTasks();
    if (std::ranges::find(tasks, task) == tasks.end()) {
        return 0;
    }
    const auto* found =
        std::ranges::find_if(kRulerLengths, [&](const RulerLength& each) { return task.starts_with(each.beginning); });
    return found == kRulerLengths.end() ? 0 : found->newTokens;
}

const std::vector<std::string>& rulerTasks() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names;
        for (const NiahKind& kind : kNiahKinds) {
            names.emplace_back(kind.task);
        }
        names.insert(names.end(), {"vt", "cwe", "fwe", "qa_1", "qa_2"});
        return names;
    }();
    return all;
}

const Task kRuler{&infoOf<&rulerInfo>, &openRuler, &scoreRuler};

}  // namespace kvw::eval
