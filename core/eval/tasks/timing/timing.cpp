// SPDX-License-Identifier: Apache-2.0
/// Times and bytes of prompts of some lengths with so many new tokens, in trials. The runner warms each lane up.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/perplexity/stored_texts.h"
#include "core/eval/tasks/python_random.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/text/document.h"

namespace kvw::eval {

namespace {

struct TimingPreset {
    const char* name;
    std::vector<std::int64_t> lengths;
    std::int64_t newTokens;
    const char* source;
};

const std::vector<TimingPreset>& timingPresets() {
    static const std::vector<TimingPreset> presets{
        {"usual", {512, 1024, 2048}, 128, "of KV Workbench"},
        {"lazy", {2048}, 1024, "000, Tables 1 and 2: a window of 2048; perplexity has the PPL of the same text"},
        {"adap-kv", {2000, 4000, 8000}, 150, "002, Fig. 4.1"},
        {"cache-op", {100}, 4096, "003, Table 4: 100 tokens of burn-in, then 4096"},
        {"cake", {7168, 15360, 31744, 64512, 130048}, 1024, "004, Fig. 7 and Table 13"}};
    return presets;
}

/// A prompt of so many tokens in one of the rounds.
struct TimingTrial {
    std::int64_t length = 0, trial = 0;
};

class TimingSource final : public PlannedSource {
 public:
    TimingSource(std::vector<TimingTrial> trials, std::int64_t newTokens, std::vector<std::int32_t> ids)
        : m_trials(std::move(trials)), m_newTokens(newTokens), m_ids(std::move(ids)) {}

    Result<std::optional<Sample>> next() override {
        if (m_next == planned()) {
            return std::nullopt;
        }
        const TimingTrial& trial = m_trials[static_cast<std::size_t>(m_next)];
        Sample sample;
        sample.kind = AnswerKind::Timed;
        std::tie(sample.subset, sample.id) = nameOf(m_next++);
        sample.ids.assign(m_ids.begin(), m_ids.begin() + trial.length);
        sample.newTokens = m_newTokens;
        sample.stopAtEnd = false;
        sample.facts = {{"length", static_cast<double>(trial.length)},
                        {"new", static_cast<double>(m_newTokens)},
                        {"trial", static_cast<double>(trial.trial)}};
        return sample;
    }

    using SampleSource::addFinding;
    using SampleSource::addMalformed;

 protected:
    [[nodiscard]] std::int64_t planned() const override { return std::ssize(m_trials); }
    [[nodiscard]] std::pair<std::string, std::string> nameOf(std::int64_t number) const override {
        const TimingTrial& trial = m_trials[static_cast<std::size_t>(number)];
        return {fmt::format("{}+{}", trial.length, m_newTokens), fmt::format("trial={}", trial.trial)};
    }

 private:
    std::vector<TimingTrial> m_trials;
    std::int64_t m_newTokens;
    std::vector<std::int32_t> m_ids;  ///< of the longest prompt
};

TaskInfo timingInfo() {
    TaskInfo info;
    info.name = "timing";
    info.title = "Timing and memory";
    info.hasQuestions = false;
    info.description =
        "Each lane reads prompts of some lengths by itself and generates; times and bytes count. --data: texts for the "
        "prompts; without it, the ids 0, 1, 2, ...";
    info.score = "tokens";
    std::vector<std::string> names;
    for (const TimingPreset& preset : timingPresets()) {
        names.emplace_back(preset.name);
        info.reference += fmt::format("{}{}: {}", info.reference.empty() ? "" : "; ", preset.name, preset.source);
    }
    const std::string word = "auto";
    info.parameters = {
        choiceOption("preset", names, "lengths and new tokens of a work's measurement"),
        listOption("lengths", word, 1, "tok", "tokens of the prompts; auto: those of the preset"),
        integerOption("new", word, 1, "tok", "new tokens; auto: those of the preset"),
        integerOption(
            "trials", std::int64_t{5}, 1, "",
            "rounds; each has every length once, in an order of its own; a warm-up of each lane is not counted",
            10'000),
        choiceOption(
            "prompt", {"auto", "ids", "text"},
            "ids: 0, 1, 2, ..., from the beginning behind the last token of the vocabulary; text: of --data, else "
            "the novel that ships; auto: text with --data")};
    return info;
}

/// Returns `count` tokens of texts in a row, which begin again at their end.
Result<std::vector<std::int32_t>> textTokens(const TaskContext& context, std::int64_t count,
                                             std::vector<Error>& malformed) {
    KVW_TRY_ASSIGN(StoredTexts texts, StoredTexts::open(context.data, TextLayout::Texts));
    std::vector<std::int32_t> ids;
    while (std::ssize(ids) < count) {
        KVW_TRY_ASSIGN(const std::optional<StoredText> text,
                       texts.next([&](const Error& error) { malformed.push_back(error); }));
        if (!text) {
            break;
        }
        KVW_TRY_ASSIGN(const TextTokens tokens, readText(context.tokenizer, text->text, ids.empty()));
        ids.insert(ids.end(), tokens.encoding.ids.begin(), tokens.encoding.ids.end());
    }
    if (ids.empty()) {
        return fail(Code::BadInput, context.data.string(), "the texts have no tokens");
    }
    for (const std::size_t read = ids.size(); std::ssize(ids) < count;) {
        ids.push_back(ids[ids.size() - read]);
    }
    return ids;
}

/// Times are not in the answer; tables have them.
Score scoreTiming(const Sample&, const Answer& answer) {
    Score score;
    score.value = static_cast<double>(answer.tokens.size());
    return score;
}

Result<std::unique_ptr<SampleSource>> openTiming(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    const TimingPreset& preset = *std::ranges::find_if(
        timingPresets(), [&](const TimingPreset& each) { return values.text("preset") == each.name; });
    const std::vector<std::int64_t> asked = values.isAuto("lengths") ? preset.lengths : values.integers("lengths");
    KVW_TRY(checkEachOnce("lengths", asked));
    const std::int64_t newTokens = values.isAuto("new") ? preset.newTokens : values.integer("new");
    const std::int64_t most = context.maxTokens > 0 ? context.maxTokens : std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> lengths;
    std::ranges::copy_if(asked, std::back_inserter(lengths),
                         [&](std::int64_t length) { return length <= most - newTokens; });
    if (lengths.empty()) {
        return fail(Code::BadUsage, "lengths", "no prompt fits into the model with its new tokens",
                    phrase("%1 and %2 new tokens", kvw::toText(sdk::Value(asked)), newTokens),
                    phrase("at most %1 tokens together", context.maxTokens));
    }
    std::vector<TimingTrial> trials;
    for (std::int64_t trial = 1; trial <= values.integer("trials"); ++trial) {
        std::vector<std::int64_t> round = lengths;
        PythonRandom(static_cast<std::uint32_t>(context.seed) + static_cast<std::uint32_t>(trial)).shuffle(round);
        for (const std::int64_t length : round) {
            trials.push_back({length, trial});
        }
    }
    const std::int64_t longest = std::ranges::max(lengths);
    std::vector<std::int32_t> ids;
    std::vector<Error> malformed;
    if (values.text("prompt") == "text" || (values.isAuto("prompt") && !context.data.empty())) {
        KVW_TRY_ASSIGN(ids, textTokens(context, longest, malformed));
    } else {
        const auto vocabulary = std::max<std::int64_t>(context.tokenizer.vocabSize(), 1);
        for (std::int64_t id = 0; id < longest; ++id) {
            ids.push_back(static_cast<std::int32_t>(id % vocabulary));
        }
    }
    auto source = std::make_unique<TimingSource>(std::move(trials), newTokens, std::move(ids));
    for (const Error& each : malformed) {
        source->addMalformed(each);
    }
    if (lengths.size() < asked.size()) {
        source->addFinding(phrase("lengths of more than %1 tokens are left out: the model has %2 positions",
                                  context.maxTokens - newTokens, context.maxTokens));
    }
    return source;
}

}  // namespace

const Task kTiming{&infoOf<&timingInfo>, &openTiming, &scoreTiming};

}  // namespace kvw::eval
