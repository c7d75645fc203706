// SPDX-License-Identifier: Apache-2.0
/// NeedleBench: one or several sentences in a long text, and questions for them, over depths and lengths.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "core/eval/scores/rouge.h"
#include "core/eval/scores/similarity.h"
#include "core/eval/scores/text_scores.h"
#include "core/eval/scores/words.h"
#include "core/eval/tasks/needlebench/needle_context.h"
#include "core/eval/tasks/needlebench/needle_data.h"
#include "core/eval/tasks/needlebench/tiktoken_file.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/python_random.h"
#include "core/eval/tasks/tasks.h"

namespace kvw::eval {

namespace {

enum class NeedleForm { Single, Retrieval, Reasoning };

constexpr const char *kSingle = "single", *kRetrieval = "retrieval", *kReasoning = "reasoning";
constexpr std::int64_t kPromptBuffer = 150;  // kvpress: tokens of the prompt around the haystack

/// Samples that differ in the repeat alone are one cell of a map.
struct NeedleCell {
    NeedleForm form = NeedleForm::Single;
    NeedleLanguage language = NeedleLanguage::English;
    std::int64_t sentences = 1;
    std::int64_t length = 0, depth = 0, repeat = 0;  ///< Retrieval: no depth
};

struct NeedleOptions {
    std::vector<std::int64_t> lengths, depths;
    std::vector<NeedleForm> forms;
    std::vector<NeedleLanguage> languages;
    std::vector<std::int64_t> sentences;    ///< of reasoning
    std::int64_t repeats = 0, buffer = -1;  ///< repeats 0 and buffer -1: as the benchmark
    bool shorter = false;                   ///< the setting of 8K
    NeedlePlacement placement = NeedlePlacement::NeedleBench;
    std::int64_t newTokens = 0, seed = 0;
    bool chat = false, keywords = false;

    [[nodiscard]] std::int64_t repeatsOf(NeedleForm form) const {
        return repeats > 0 ? repeats : form == NeedleForm::Retrieval ? 25 : 10;
    }
    [[nodiscard]] std::int64_t bufferOf(const NeedleCell& cell) const {
        if (buffer >= 0) {
            return buffer;
        }
        if (placement != NeedlePlacement::NeedleBench) {
            return kPromptBuffer;
        }
        if (cell.language == NeedleLanguage::Chinese) {
            return 200;
        }
        return !shorter ? 3000 : cell.form == NeedleForm::Retrieval ? 1300 : 800;
    }
};

/// Texts of a language, and what follows from the number of a repeat.
struct NeedleTexts {
    NeedleTexts(NeedleData read, const Tokenizer& counter)
        : data(std::move(read)), haystack(std::move(data.haystack), counter) {}

    NeedleData data;
    NeedleHaystack haystack;
    std::vector<Needle> retrieved;  ///< for Retrieval: different in what they are about and in what they say
    struct Repeat {
        std::vector<std::size_t> order;
        PythonRandom random;  ///< behind the shuffle
    };
    std::vector<Repeat> repeats;
};

class NeedleSource final : public PlannedSource {
 public:
    NeedleSource(NeedleOptions options, const TaskContext& context, std::unique_ptr<Tokenizer> counter)
        : m_options(std::move(options)),
          m_tokenizer(context.tokenizer),
          m_counter(std::move(counter)),
          m_maxTokens(context.maxTokens) {}

    Result<void> read(const std::filesystem::path& folder) {
        const std::vector<NeedleForm>& forms = m_options.forms;
        const bool reasons = std::ranges::find(forms, NeedleForm::Reasoning) != forms.end();
        const NeedleParts parts{!reasons || forms.size() > 1, reasons};
        // Both languages are in one file of sentences, whose malformed records count once.
        std::set<std::string> told;
        const MalformedRecord malformed = [&](const Error& error) {
            if (told.insert(error.sentence()).second) {
                addMalformed(error);
            }
        };
        for (const NeedleLanguage language : m_options.languages) {
            KVW_TRY_ASSIGN(NeedleData data, readNeedleData(folder, language, parts, malformed));
            NeedleTexts& texts = textsOf(language).emplace(std::move(data), m_counter ? *m_counter : m_tokenizer);
            drawNeedles(texts);
            if (std::ranges::find(forms, NeedleForm::Retrieval) != forms.end() &&
                texts.retrieved.size() < m_options.depths.size()) {
                addFinding(phrase("retrieval asks for %1 sentences in place of %2: the file has no more that differ",
                                  texts.retrieved.size(), m_options.depths.size()));
            }
            drawRepeats(texts);
            for (const NeedleForm form : m_options.forms) {
                KVW_TRY(plan(form, language));
            }
        }
        return {};
    }

    Result<std::optional<Sample>> next() override {
        while (m_next < planned()) {
            const NeedleCell& cell = m_cells[static_cast<std::size_t>(m_next++)];
            KVW_TRY_ASSIGN(Sample sample, make(cell));
            KVW_TRY_ASSIGN(const Encoding prompt,
                           m_tokenizer.encode(sample.context + sample.question, sample.specialTokens));
            const std::int64_t needed = std::ssize(prompt.ids) + sample.newTokens;
            if (m_maxTokens == 0 || needed <= m_maxTokens) {
                return sample;
            }
            if (m_tooLong.insert(cell.length).second) {
                addFinding(
                    phrase("samples of %1 tokens are left out: prompt and answer need %2 tokens, and the model "
                           "has %3 positions",
                           cell.length, needed, m_maxTokens));
            }
        }
        return std::nullopt;
    }

    using SampleSource::addFinding;

 protected:
    [[nodiscard]] std::int64_t planned() const override { return std::ssize(m_cells); }
    [[nodiscard]] std::pair<std::string, std::string> nameOf(std::int64_t number) const override {
        return nameOf(m_cells[static_cast<std::size_t>(number)]);
    }

 private:
    [[nodiscard]] std::optional<NeedleTexts>& textsOf(NeedleLanguage language) {
        return m_texts[language == NeedleLanguage::English ? 0 : 1];
    }

    [[nodiscard]] static std::pair<std::string, std::string> nameOf(const NeedleCell& cell) {
        std::string subset = cell.form == NeedleForm::Single ? kSingle : kRetrieval;
        if (cell.form == NeedleForm::Reasoning) {
            subset = fmt::format("{}-{}", kReasoning, cell.sentences);
        }
        std::string id = fmt::format("length={},repeat={}", cell.length, cell.repeat);
        if (cell.depth >= 0) {
            id = fmt::format("depth={},{}", cell.depth, id);
        }
        return {subset + "-" + toText(cell.language), std::move(id)};
    }

    void drawNeedles(NeedleTexts& texts) const {
        std::vector<Needle> shuffled = texts.data.needles;
        PythonRandom(static_cast<std::uint32_t>(m_options.seed)).shuffle(shuffled);
        std::set<std::string> about, says;
        for (const Needle& needle : shuffled) {
            if (texts.retrieved.size() < m_options.depths.size() && !about.contains(needle.about) &&
                !says.contains(needle.says)) {
                about.insert(needle.about);
                says.insert(needle.says);
                texts.retrieved.push_back(needle);
            }
        }
    }

    /// Each repeat shuffles what the one before it has left.
    void drawRepeats(NeedleTexts& texts) const {
        std::vector<std::size_t> order(texts.haystack.lines());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        const std::int64_t most =
            std::max(m_options.repeatsOf(NeedleForm::Single), m_options.repeatsOf(NeedleForm::Retrieval));
        for (std::int64_t repeat = 0; repeat < most; ++repeat) {
            PythonRandom random(static_cast<std::uint32_t>(repeat));
            random.shuffle(order);
            texts.repeats.push_back({order, random});
        }
    }

    Result<void> plan(NeedleForm form, NeedleLanguage language) {
        const std::vector<std::int64_t> one{1}, none{-1};
        for (const std::int64_t sentences : form == NeedleForm::Reasoning ? m_options.sentences : one) {
            const auto fits = [&](const NeedleChain& chain) { return std::ssize(chain.sentences) == sentences; };
            if (form == NeedleForm::Reasoning && std::ranges::none_of(textsOf(language)->data.chains, fits)) {
                return fail(Code::BadUsage, "sentences", phrase("there is no chain of %1 sentences", sentences));
            }
            for (const std::int64_t length : m_options.lengths) {
                if (const std::int64_t buffer = m_options.bufferOf({form, language}); length <= buffer) {
                    return fail(Code::BadUsage, "lengths", "a length leaves no tokens for the haystack",
                                std::to_string(length), phrase("more than the buffer of %1 tokens", buffer));
                }
                for (const std::int64_t depth : form == NeedleForm::Retrieval ? none : m_options.depths) {
                    for (std::int64_t repeat = 0; repeat < m_options.repeatsOf(form); ++repeat) {
                        m_cells.push_back({form, language, sentences, length, depth, repeat});
                    }
                }
            }
        }
        return {};
    }

    Result<Sample> make(const NeedleCell& cell) {
        NeedleTexts& texts = *textsOf(cell.language);
        NeedleTexts::Repeat& repeat = texts.repeats[static_cast<std::size_t>(cell.repeat)];
        const NeedlePrompts& prompts = texts.data.prompts;
        Sample sample;
        sample.newTokens = m_options.newTokens;
        sample.chat = m_options.chat;
        sample.facts = {{"length", static_cast<double>(cell.length)}};
        std::vector<std::string> sentences;
        std::string question;
        const std::string* prompt = &prompts.single;
        switch (cell.form) {
            case NeedleForm::Single: {
                const Needle& needle = PythonRandom(static_cast<std::uint32_t>(cell.repeat)).choice(texts.data.needles);
                sentences = {needle.sentence};
                question = prompts.guided(needle.question);
                sample.references = {needle.sentence, needle.says};
                break;
            }
            case NeedleForm::Retrieval: {
                std::vector<Needle> needles = texts.retrieved;
                PythonRandom random = repeat.random;
                random.shuffle(needles);
                for (const Needle& needle : needles) {
                    sentences.push_back(needle.sentence);
                    sample.references.push_back(needle.says);
                }
                question = prompts.guided(prompts.joinedQuestions(needles, cell.language));
                prompt = &prompts.retrieval;
                break;
            }
            case NeedleForm::Reasoning: {
                std::vector<const NeedleChain*> chains;
                for (const NeedleChain& chain : texts.data.chains) {
                    if (std::ssize(chain.sentences) == cell.sentences) {
                        chains.push_back(&chain);
                    }
                }
                PythonRandom random = repeat.random;
                const NeedleChain& chain = *random.choice(chains);
                sentences = chain.sentences;
                question = prompts.guided(chain.question);
                sample.references = {chain.answer};
                if (m_options.keywords) {
                    sample.classes = {"keywords"};
                }
                prompt = &prompts.reasoning;
                break;
            }
        }
        std::tie(sample.subset, sample.id) = nameOf(cell);
        if (cell.depth >= 0) {
            sample.facts.emplace_back("depth", static_cast<double>(cell.depth));
        }
        sample.facts.emplace_back("cl100k", m_counter ? 1 : 0);
        sample.facts.emplace_back("buffer", static_cast<double>(m_options.bufferOf(cell)));
        KVW_TRY_ASSIGN(const std::string haystack, haystackOf(cell, texts, repeat.order, sentences));
        setPrompt(sample, *prompt, haystack, question);
        return sample;
    }

    Result<std::string> haystackOf(const NeedleCell& cell, NeedleTexts& texts, const std::vector<std::size_t>& order,
                                   const std::vector<std::string>& sentences) {
        std::vector<std::vector<std::int32_t>> needles;
        std::vector<std::int64_t> lengths;
        std::int64_t left = cell.length - m_options.bufferOf(cell);
        for (const std::string& sentence : sentences) {
            KVW_TRY_ASSIGN(std::vector<std::int32_t> needle, texts.haystack.needle(sentence, m_options.placement));
            lengths.push_back(std::ssize(needle));
            left -= lengths.back();
            needles.push_back(std::move(needle));
        }
        if (left <= 0) {
            return fail(Code::BadUsage, "lengths", "a length leaves no tokens for the haystack",
                        std::to_string(cell.length),
                        phrase("more than %1, which buffer and sentences take", cell.length - left));
        }
        KVW_TRY_ASSIGN(std::vector<std::int32_t> haystack, texts.haystack.tokens(order, left));
        if (std::ssize(haystack) < left && m_tooFew.emplace(cell.length, cell.language).second) {
            addFinding(phrase("the haystack for a length of %1 has %2 tokens, and %3 are needed", cell.length,
                              haystack.size(), left));
        }
        constexpr std::int64_t kStep = 10;  // per cent from one sentence of a chain to the next
        const std::int64_t count = std::ssize(haystack);
        const std::vector<std::int64_t> depths =
            cell.form == NeedleForm::Single ? std::vector<std::int64_t>{cell.depth} : m_options.depths;
        const std::vector<std::int64_t> spots =
            cell.form == NeedleForm::Reasoning ? NeedleSpots::inSteps(count, lengths, cell.depth, kStep)
                                               : NeedleSpots::atDepths(count, lengths, depths, m_options.placement);
        return texts.haystack.text(std::move(haystack), needles, spots, m_options.placement);
    }

    /// Splits the prompt behind the haystack: what follows is the question.
    static void setPrompt(Sample& sample, const std::string& prompt, const std::string& haystack,
                          const std::string& question) {
        constexpr std::string_view kContext = "{context}", kQuestion = "{question}";
        const std::size_t at = prompt.find(kContext);
        sample.context = prompt.substr(0, at) + haystack;
        sample.question = prompt.substr(at + kContext.size());
        sample.question.replace(sample.question.find(kQuestion), kQuestion.size(), question);
    }

    NeedleOptions m_options;
    const Tokenizer& m_tokenizer;
    std::unique_ptr<Tokenizer> m_counter;  ///< cl100k; null: the model's tokenizer counts
    std::int64_t m_maxTokens;
    std::array<std::optional<NeedleTexts>, 2> m_texts;
    std::vector<NeedleCell> m_cells;
    std::set<std::int64_t> m_tooLong;
    std::set<std::pair<std::int64_t, NeedleLanguage>> m_tooFew;  ///< lengths that the haystack is too short for
};

TaskInfo needleInfo() {
    TaskInfo info;
    info.name = "needlebench";
    info.title = "NeedleBench";
    info.description =
        "Sentences are hidden in a long text and asked for, over depths and lengths. The data folder is "
        "data/needlebench of OpenCompass; without it, sentences that ship are hidden in a novel that ships.";
    info.score = "score";
    info.weights = {{kSingle, 0.4}, {kRetrieval, 0.3}, {kReasoning, 0.3}};
    info.reference =
        "OpenCompass, opencompass/datasets/needlebench and configs/datasets/needlebench: PaulGrahamEssays.jsonl, "
        "zh_finance.jsonl, needles.jsonl, multi_needle_reasoning_{en,zh}.json. Prompts: prompts.json in the folder "
        "(resources/eval/needles). Placements: kvpress, KVCache-Factory.";
    const std::string word = "auto", withChains = "subtask=reasoning|subtask=all|subtask=auto";
    info.parameters = {
        choiceOption(
            "subtask", {"auto", "all", kSingle, kRetrieval, kReasoning},
            "one sentence, several sentences, or a chain of sentences; auto: all of the data folder, else single"),
        choiceOption("language", {"auto", "both", "en", "zh"}, "auto: both of the data folder, else en"),
        choiceOption("setting", {"32k", "8k"}, "lengths, depths and buffers of the benchmark"),
        listOption("lengths", word, 1, "tok",
                   "lengths of the prompts; auto: those of the setting; without data, a quarter, a half and all of "
                   "what the model reads, at most 4096"),
        listOption("depths", word, 0, "%",
                   "places of the sentences; auto: those of the setting; without data 0/25/50/75/100", 100),
        integerOption("buffer", word, 0, "tok",
                      "tokens of a length that are not haystack; auto: 3000 (8k: 800, retrieval 1300; zh: 200), 150 "
                      "for other placements and without data"),
        onlyIf(withChains, listOption("sentences", std::vector<std::int64_t>{2, 3, 4, 5}, 2, "",
                                      "reasoning: sentences of a chain")),
        integerOption("repeats", word, 1, "", "shuffles of each cell; auto: 10, retrieval 25; without data 2", 10'000),
        choiceOption("placement", {"needlebench", "kvpress", "factory"},
                     "needlebench: between newlines at the share of the tokens; kvpress: there without newlines; "
                     "factory: behind the full stop before"),
        onlyIf(withChains,
               choiceOption("reasoning-score", {"edit", "keywords"},
                            "edit: edit distance, or 100 with the answer in it; keywords: share of the answer's "
                            "words")),
        choiceOption(
            "count", {"auto", "cl100k", "model"},
            "vocabulary that counts the lengths: cl100k_base.tiktoken in the folder (auto: if it is there), or "
            "that of the model"),
        integerOption("new", std::int64_t{100}, 1, "tok", "most tokens of an answer"),
        choiceOption("chat", {"auto", "yes", "no"}, "the model's chat template around the prompt; auto: with data")};
    return info;
}

Result<std::unique_ptr<SampleSource>> openNeedleBench(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    const bool shipped = context.data.empty();
    for (const char* list : {"lengths", "depths", "sentences"}) {
        if (!values.isAuto(list)) {
            KVW_TRY(checkEachOnce(list, values.integers(list)));
        }
    }
    NeedleOptions options;
    options.seed = context.seed;
    options.newTokens = values.integer("new");
    options.sentences = values.integers("sentences");
    options.chat = values.text("chat") == "yes" || (values.isAuto("chat") && !shipped);
    options.keywords = values.text("reasoning-score") == "keywords";
    options.shorter = values.text("setting") == "8k";
    options.placement = values.text("placement") == "kvpress"   ? NeedlePlacement::Kvpress
                        : values.text("placement") == "factory" ? NeedlePlacement::Factory
                                                                : NeedlePlacement::NeedleBench;
    options.buffer = !values.isAuto("buffer") ? values.integer("buffer") : shipped ? kPromptBuffer : -1;
    options.repeats = !values.isAuto("repeats") ? values.integer("repeats") : shipped ? 2 : 0;
    const std::string subtask = values.isAuto("subtask") ? shipped ? kSingle : "all" : values.text("subtask");
    for (const auto& [name, form] : {std::pair(kSingle, NeedleForm::Single),
                                     {kRetrieval, NeedleForm::Retrieval},
                                     {kReasoning, NeedleForm::Reasoning}}) {
        if (subtask == "all" || subtask == name) {
            options.forms.push_back(form);
        }
    }
    const std::string language = values.isAuto("language") ? shipped ? "en" : "both" : values.text("language");
    for (const NeedleLanguage each : {NeedleLanguage::English, NeedleLanguage::Chinese}) {
        if (language == "both" || language == toText(each)) {
            options.languages.push_back(each);
        }
    }
    if (!values.isAuto("depths")) {
        options.depths = values.integers("depths");
    } else if (shipped) {
        options.depths = {0, 25, 50, 75, 100};
    } else if (options.shorter) {
        for (std::int64_t i = 0; i < 20; ++i) {
            options.depths.push_back(100 * i / 19);
        }
    } else {
        options.depths = {0, 10, 21, 31, 42, 52, 63, 73, 84, 94, 100};
    }
    if (!values.isAuto("lengths")) {
        options.lengths = values.integers("lengths");
    } else if (shipped) {
        constexpr std::int64_t kMost = 4096;
        const std::int64_t most =
            context.maxTokens > 0 ? std::min(kMost, context.maxTokens - options.newTokens) : kMost;
        options.lengths = {most / 4, most / 2, most};
    } else {
        options.lengths = options.shorter
                              ? std::vector<std::int64_t>{5000, 6000, 7000, 8000}
                              : std::vector<std::int64_t>{9000, 13000, 17000, 21000, 25000, 29000, 31000, 32000};
    }
    const std::filesystem::path vocabulary =
        shipped || values.text("count") == "model" ? std::filesystem::path() : cl100kIn(context.data);
    if (vocabulary.empty() && values.text("count") == "cl100k") {
        return fail(Code::NotFound, shipped ? std::string("--data") : context.data.string(),
                    "the vocabulary cl100k is not there", {},
                    "cl100k_base.tiktoken, or a tokenizer.json as cl100k.json");
    }
    std::unique_ptr<Tokenizer> counter;
    if (!vocabulary.empty()) {
        KVW_TRY_ASSIGN(Tokenizer read, readCl100k(vocabulary));
        counter = std::make_unique<Tokenizer>(std::move(read));
    }
    const bool other = !counter && !shipped;
    auto source = std::make_unique<NeedleSource>(std::move(options), context, std::move(counter));
    if (other) {
        source->addFinding(phrase("lengths count tokens of the model, not of cl100k as in the benchmark"));
    }
    KVW_TRY(source->read(context.data));
    return source;
}

Score scoreNeedleBench(const Sample& sample, const Answer& answer) {
    Score score;
    const auto holds = [&](const std::string& words) { return answer.text.find(words) != std::string::npos; };
    if (sample.subset.starts_with(kRetrieval)) {
        double found = 0;
        for (std::size_t i = 0; i < sample.references.size(); ++i) {
            const bool hit = holds(sample.references[i]);
            found += hit ? 1 : 0;
            score.parts.emplace_back(fmt::format("needle {}", i + 1), hit ? 100 : 0);
        }
        score.value = 100 * found / static_cast<double>(std::max<std::size_t>(sample.references.size(), 1));
        return score;
    }
    const std::string& gold = sample.references.front();
    if (sample.subset.starts_with(kReasoning)) {
        const double edit = 100 * needleBenchSimilarity(answer.text, gold, {gold});
        const std::string said = lowered(answer.text), asked = lowered(gold);
        const std::vector<std::string_view> all = words(asked);
        const auto hits =
            std::ranges::count_if(all, [&](std::string_view word) { return said.find(word) != std::string::npos; });
        const double keywords = all.empty() ? 0 : 100 * static_cast<double>(hits) / static_cast<double>(all.size());
        score.value = sample.classes.empty() ? edit : keywords;
        score.parts = {{"edit", edit}, {"keywords", keywords}};
        return score;
    }
    const std::string& keyword = sample.references.back();
    score.value = 100 * needleBenchSimilarity(answer.text, gold, {keyword});
    score.parts = {{"keyword", holds(keyword) ? 100 : 0},
                   {"factory map", 100 * answerWordsFound(answer.text, keyword)},
                   {"factory rouge-1", 10 * rouge1Stemmed(answer.text, gold).f},
                   {"kvpress rouge-l f", rougeL(gold, answer.text).f}};
    return score;
}

}  // namespace

const Task kNeedleBench{&infoOf<&needleInfo>, &openNeedleBench, &scoreNeedleBench};

}  // namespace kvw::eval
