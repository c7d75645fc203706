// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/comma_list.h"
#include "core/eval/scores/choice_scores.h"
#include "core/eval/tasks/characters.h"
#include "core/eval/tasks/draws.h"
#include "core/eval/tasks/made_text.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/tasks.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::eval {
namespace {

constexpr std::string_view kPasskeyTask =
    "A pass key is hidden in a block between two lines of marks; all other words mean nothing. Remember the key.\n\n";
constexpr std::string_view kPasskeyBlock =
    "\n##### PASS KEY BEGINS #####\nThe pass key is {key}. Remember it: {key} is the pass key.\n{key}\n{key}\nAgain, "
    "the "
    "pass key is {key}.\n##### PASS KEY ENDS #####\n";
constexpr std::string_view kPasskeyAsk = "\n\nWhich five digits are the pass key?";
constexpr std::string_view kPasskeyAnswer = " The pass key is";
constexpr std::int64_t kPasskeyBands = 5, kPasskeyNewTokens = 10, kLeastPasskeyWords = 10;

/// Makes sample `index` of a band: the block stands in that fifth of the words.
Sample passkeySample(const WordLists& lists, std::int64_t seed, std::int64_t length, std::int64_t band,
                     std::int64_t index, std::int64_t words) {
    Draws draws(seed, fmt::format("passkey {}/{}", length, band), index);
    const std::string key = std::to_string(draws.between(10'000, 99'999));
    const double depth = (static_cast<double>(band) + static_cast<double>(draws.below(1000)) / 1000) / kPasskeyBands;
    const auto place = static_cast<std::int64_t>(depth * static_cast<double>(words));
    Sample sample;
    sample.context = kPasskeyTask;
    for (std::int64_t i = 0; i < words; ++i) {
        if (i == place) {
            sample.context += fillBlanks(kPasskeyBlock, {{"key", key}});
        } else if (i > 0) {
            sample.context += ' ';
        }
        const bool noun = draws.below(2) == 0;
        sample.context += draws.oneOf(noun ? lists.nouns : lists.adjectives);
    }
    sample.question = kPasskeyAsk;
    sample.answerPrefix = kPasskeyAnswer;
    sample.references = {key};
    return sample;
}

class PasskeySource : public PlannedSource {
 public:
    PasskeySource(const TaskContext& context, WordLists lists, std::int64_t keys, bool chat)
        : m_tokenizer(context.tokenizer), m_lists(std::move(lists)), m_seed(context.seed), m_keys(keys), m_chat(chat) {}

    /// Takes the lengths that the model has positions for. Errors: BadUsage if none is left, or one is too short for
    /// the task; those of `checkCharacters`.
    Result<void> plan(const std::vector<std::int64_t>& lengths, std::int64_t maxTokens) {
        std::vector<std::string> tooLong;
        for (const std::int64_t length : lengths) {
            if (maxTokens > 0 && length > maxTokens) {
                tooLong.push_back(std::to_string(length));
            } else {
                m_lengths.push_back(length);
            }
        }
        if (!tooLong.empty()) {
            addFinding(finding("passkey-too-long", maxTokens, joined(tooLong)));
        }
        if (m_lengths.empty()) {
            return fail(Code::BadUsage, "passkey", "no length is left", joined(tooLong),
                        phrase("at most %1", maxTokens));
        }
        return checkCharacters(m_tokenizer, passkeySample(m_lists, m_seed, m_lengths[0], 0, 0, kLeastPasskeyWords),
                               "passkey");
    }

    /// A sample whose words are longer than those counted, so that not even the fewest fit, is left out.
    [[nodiscard]] Result<std::optional<Sample>> next() override {
        while (const auto name = peek()) {
            KVW_TRY_ASSIGN(std::optional<Sample> sample, madeNext());
            ++m_next;
            if (sample) {
                std::tie(sample->subset, sample->id) = *name;
                return sample;
            }
            if (m_tooLong.insert(name->first).second) {
                addFinding(phrase("samples of %1 that are longer than their size are left out; the first is %2",
                                  "passkey, length " + name->first, name->second));
            }
        }
        return std::nullopt;
    }

 protected:
    [[nodiscard]] std::int64_t planned() const override { return std::ssize(m_lengths) * kPasskeyBands * m_keys; }
    [[nodiscard]] std::pair<std::string, std::string> nameOf(std::int64_t number) const override {
        const PasskeyPlace place = placeOfKey(number);
        return {std::to_string(place.length), fmt::format("{}-{}", place.band, place.index)};
    }

 private:
    struct PasskeyPlace {
        std::int64_t length = 0, band = 0, index = 0;
    };
    [[nodiscard]] PasskeyPlace placeOfKey(std::int64_t number) const {
        const std::int64_t perLength = kPasskeyBands * m_keys;
        return {m_lengths[static_cast<std::size_t>(number / perLength)], number % perLength / m_keys, number % m_keys};
    }

    /// Returns the next sample without its name; none: it does not fit.
    [[nodiscard]] Result<std::optional<Sample>> madeNext() {
        const PasskeyPlace asked = placeOfKey(m_next);
        const std::int64_t length = asked.length;
        const auto of = [this, length](std::int64_t ofBand, std::int64_t ofIndex) -> MakeSample {
            return [this, length, ofBand, ofIndex](std::int64_t words) -> Result<Sample> {
                return passkeySample(m_lists, m_seed, length, ofBand, ofIndex, words);
            };
        };
        const std::string place = fmt::format("passkey, length {}", length);
        const MadeSize size{length - kPasskeyNewTokens, kLeastPasskeyWords, length};
        std::int64_t& words = m_words[length];
        if (words == 0) {
            KVW_TRY_ASSIGN(words, unitsThatFit(m_tokenizer, size, of(0, 0), place));
        }
        KVW_TRY_ASSIGN(std::optional<Sample> made,
                       sampleThatFits(m_tokenizer, size, words, of(asked.band, asked.index)));
        if (!made) {
            return made;
        }
        Sample& sample = *made;
        sample.chat = m_chat;
        sample.newTokens = kPasskeyNewTokens;
        sample.facts = {{"length", static_cast<double>(length)},
                        {"depth", (static_cast<double>(asked.band) + 0.5) / kPasskeyBands}};
        return made;
    }

    const Tokenizer& m_tokenizer;
    WordLists m_lists;
    std::int64_t m_seed, m_keys;
    bool m_chat;
    std::vector<std::int64_t> m_lengths;
    std::map<std::int64_t, std::int64_t> m_words;  ///< words that fit each length, once they are known
    std::set<std::string> m_tooLong;               ///< lengths of samples that were left out
};

TaskInfo passkeyInfo() {
    TaskInfo info;
    info.name = "passkey";
    info.title = "Passkey";
    info.takesData = false;
    info.description = "A key of five digits, in a marked block among random words, in five bands of depth; made here.";
    info.score = "digits right (%)";
    info.reference = "the authors of Cascading KV Cache (arXiv 2406.17808), the experiment of their code";
    info.parameters = {
        listOption("lengths", std::vector<std::int64_t>{2048, 4096, 8192, 16'384, 32'768, 65'536}, 256, "tok",
                   "Tokens of prompt and answer together. Lengths beyond the model's positions are left out.", 1 << 20),
        integerOption("keys", std::int64_t{25}, 1, "", "Keys for each length and band.", 10'000),
        flagOption("chat", false,
                   "Put the model's chat template around the prompt. Its tokens are not part of the length.")};
    return info;
}

Result<std::unique_ptr<SampleSource>> openPasskey(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    KVW_TRY(checkEachOnce("lengths", values.integers("lengths")));
    KVW_TRY_ASSIGN(WordLists lists, WordLists::load());
    auto source =
        std::make_unique<PasskeySource>(context, std::move(lists), values.integer("keys"), values.flag("chat"));
    KVW_TRY(source->plan(values.integers("lengths"), context.maxTokens));
    return source;
}

Score scorePasskey(const Sample& sample, const Answer& answer) {
    return {100 * passkeyScore(answer.text, sample.references.at(0)), 1, {}};
}

}  // namespace

const Task kPasskey{&infoOf<&passkeyInfo>, &openPasskey, &scorePasskey};

}  // namespace kvw::eval
