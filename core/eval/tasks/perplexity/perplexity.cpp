// SPDX-License-Identifier: Apache-2.0
/// Perplexity of texts: books as independent streams, one long stream, a second reading of a part that was read before.
#include <algorithm>
#include <cmath>

#include "core/eval/tasks/characters.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/perplexity/stored_texts.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/text/document.h"

namespace kvw::eval {

namespace {

/// Most tokens of a text that ships: without --data nobody has asked for hours.
constexpr std::int64_t kShippedTokens = 4096;
constexpr const char *kInARow = "in a row", *kSecondReading = "second reading", *kStreamed = "texts";

struct TokenStream {
    std::string name;
    std::vector<std::int32_t> ids;
};

struct PerplexityOptions {
    TextLayout layout = TextLayout::Auto;
    std::int64_t first = -1, last = -1;  ///< places in the order of the lengths, both included; -1: all, in file order
    std::int64_t tokens = 0, books = 0;  ///< 0: all
    std::int64_t prompt = 1;             ///< 0: all
    std::int64_t windows = 0;            ///< of each text, `tokens` long; 0: its beginning alone
    bool continued = false;              ///< tokens behind the prompt alone are scored
    Measured measured = Measured::Nothing;
    bool restream = false;
    std::int64_t window = 0, extra = 0, back = 0;
    bool inARow = false;
    std::int64_t stop = 0;  ///< in a row: scored tokens; 0: all
};

class PerplexitySource final : public SampleSource {
 public:
    PerplexitySource(StoredTexts texts, const Tokenizer& tokenizer, const PerplexityOptions& options)
        : m_texts(std::move(texts)), m_tokenizer(tokenizer), m_characters(tokenizer), m_options(options) {}

    /// Reads all texts and keeps those at the places that are asked for.
    Result<void> choosePlaces() {
        std::vector<TokenStream> all;
        while (true) {
            KVW_TRY_ASSIGN(std::optional<TokenStream> read, readNext());
            if (!read) {
                break;
            }
            all.push_back(*std::move(read));
        }
        if (m_options.last >= std::ssize(all)) {
            return fail(Code::BadUsage, "places", "there are not so many texts", std::to_string(all.size()),
                        phrase("at least %1", m_options.last + 1));
        }
        std::ranges::stable_sort(all, {}, [](const TokenStream& each) { return each.ids.size(); });
        m_chosen.assign(std::make_move_iterator(all.begin() + m_options.first),
                        std::make_move_iterator(all.begin() + m_options.last + 1));
        m_areChosen = true;
        return {};
    }

    Result<std::optional<Sample>> next() override {
        if (m_options.inARow) {
            return m_taken > 0 ? Result<std::optional<Sample>>(std::nullopt) : allInARow();
        }
        while (true) {
            KVW_TRY_ASSIGN(std::optional<TokenStream> stream, m_options.windows > 0 ? nextWindow() : take());
            if (!stream) {
                return std::nullopt;
            }
            if (auto sample = m_options.restream ? readAgain(*std::move(stream)) : readOnce(*std::move(stream))) {
                return sample;
            }
        }
    }

 private:
    Result<std::optional<TokenStream>> readNext() {
        KVW_TRY_ASSIGN(std::optional<StoredText> text,
                       m_texts.next([this](const Error& error) { addMalformed(error); }));
        if (!text) {
            return std::nullopt;
        }
        KVW_TRY_ASSIGN(const LackingCharacters lacking, m_characters.newIn(text->text));
        if (lacking.count > 0) {
            addFinding(phrase("%1: the model's tokenizer lacks %2", text->name, lacking.shown));
        }
        KVW_TRY_ASSIGN(TextTokens tokens, readText(m_tokenizer, text->text, true));
        return TokenStream{std::move(text->name), std::move(tokens.encoding.ids)};
    }

    /// Returns the next text within the number of books, cut to the most tokens.
    Result<std::optional<TokenStream>> take() {
        std::optional<TokenStream> stream;
        if (m_options.books > 0 && m_taken == m_options.books) {
            return stream;
        }
        if (!m_areChosen) {
            KVW_TRY_ASSIGN(stream, readNext());
        } else if (m_taken < std::ssize(m_chosen)) {
            stream = std::move(m_chosen[static_cast<std::size_t>(m_taken)]);
        }
        if (stream) {
            ++m_taken;
            if (m_options.windows == 0 && m_options.tokens > 0 && std::ssize(stream->ids) > m_options.tokens) {
                stream->ids.resize(static_cast<std::size_t>(m_options.tokens));
            }
        }
        return stream;
    }

    /// Returns the next window, "emma/2" for the second one of a text: the first of every text, then the second of
    /// every text, so that a few samples are of many texts. Windows lie at equal distances, none at an end of the text,
    /// where novels have titles; each begins with the begin token that the text has.
    Result<std::optional<TokenStream>> nextWindow() {
        const std::int64_t needed = m_options.windows * m_options.tokens;
        while (!m_areCut) {
            KVW_TRY_ASSIGN(std::optional<TokenStream> stream, take());
            m_areCut = !stream;
            if (stream && std::ssize(stream->ids) < needed) {
                tooShort(*stream, needed);
            } else if (stream) {
                m_cut.push_back(*std::move(stream));
            }
        }
        const std::int64_t texts = std::ssize(m_cut);
        if (m_window == texts * m_options.windows) {
            return std::nullopt;
        }
        const TokenStream& text = m_cut[static_cast<std::size_t>(m_window % texts)];
        const std::int64_t place = m_window++ / texts;
        const std::int64_t room = std::ssize(text.ids) - m_options.tokens;
        const auto first = text.ids.begin() + room * (2 * place + 1) / (2 * m_options.windows);
        TokenStream window{text.name + '/' + std::to_string(place + 1), {first, first + m_options.tokens}};
        if (m_tokenizer.bosId() == text.ids.front()) {
            window.ids.front() = text.ids.front();
        }
        return window;
    }

    [[nodiscard]] Sample sampleOf(const char* subset, std::string name, std::vector<std::int32_t> ids) const {
        Sample sample;
        sample.subset = subset;
        sample.id = std::move(name);
        sample.kind = AnswerKind::Likelihood;
        sample.promptTokens = m_options.prompt > 0 ? m_options.prompt : std::ssize(ids);
        sample.scoredFirst = m_options.continued ? m_options.prompt : 1;
        sample.measured = m_options.measured;
        sample.facts = {{"length", static_cast<double>(ids.size())}};
        sample.ids = std::move(ids);
        return sample;
    }

    std::optional<Sample> tooShort(const TokenStream& stream, std::int64_t needed) {
        addFinding(
            phrase("%1 is left out: it has %2 tokens, and %3 are needed", stream.name, stream.ids.size(), needed));
        return std::nullopt;
    }

    std::optional<Sample> readOnce(TokenStream stream) {
        const std::int64_t least = m_options.continued ? m_options.prompt + 1 : 2;  // the first token has no NLL
        if (std::ssize(stream.ids) < least) {
            return tooShort(stream, least);
        }
        return sampleOf(kStreamed, std::move(stream.name), std::move(stream.ids));
    }

    /// Reads until the cache is full and some more, then goes back and reads as many tokens again as the cache holds.
    std::optional<Sample> readAgain(TokenStream stream) {
        const std::int64_t read = m_options.window + m_options.extra, from = read - m_options.back;
        const std::int64_t again = std::min(m_options.window, m_options.back);
        if (std::ssize(stream.ids) < read) {
            return tooShort(stream, read);
        }
        std::vector<std::int32_t> ids(stream.ids.begin(), stream.ids.begin() + read);
        ids.insert(ids.end(), stream.ids.begin() + from, stream.ids.begin() + from + again);
        Sample sample = sampleOf(kSecondReading, std::move(stream.name), std::move(ids));
        // Nothing of the text says that it begins again, so the first token read again does not count.
        sample.scoredFirst = read + 1;
        return sample;
    }

    /// Joins the texts. The begin token of each, and the first token of a text without one, does not count.
    Result<std::optional<Sample>> allInARow() {
        std::vector<std::int32_t> ids;
        std::vector<std::int64_t> unscored;
        std::int64_t scored = 0;
        std::string last;
        while (m_options.stop == 0 || scored < m_options.stop) {
            KVW_TRY_ASSIGN(std::optional<TokenStream> stream, take());
            if (!stream) {
                break;
            }
            if (stream->ids.empty()) {
                continue;
            }
            if (!ids.empty()) {
                unscored.push_back(std::ssize(ids));
            }
            const std::int64_t most = m_options.stop == 0 ? std::ssize(stream->ids) - 1 : m_options.stop - scored;
            const auto more = std::min(std::ssize(stream->ids), most + 1);
            ids.insert(ids.end(), stream->ids.begin(), stream->ids.begin() + more);
            scored += more - 1;
            last = std::move(stream->name);
        }
        if (scored == 0) {
            return std::nullopt;
        }
        Sample sample = sampleOf(kInARow, "to " + last, std::move(ids));
        sample.unscored = std::move(unscored);
        return sample;
    }

    StoredTexts m_texts;
    const Tokenizer& m_tokenizer;
    CharacterCheck m_characters;
    PerplexityOptions m_options;
    std::vector<TokenStream> m_chosen;  ///< with places
    bool m_areChosen = false;
    std::int64_t m_taken = 0;
    std::vector<TokenStream> m_cut;  ///< with windows: the texts that are cut
    bool m_areCut = false;           ///< all of them are there
    std::int64_t m_window = 0;       ///< number of the next one
};

TaskInfo perplexityInfo() {
    TaskInfo info;
    info.name = "perplexity";
    info.title = "Perplexity";
    info.hasQuestions = false;
    info.description =
        "Every token of a text is scored. The data folder has texts (PG19), or rows with a member \"text\" in JSON "
        "lines, or WikiText; without it, the novel that ships.";
    info.score = "perplexity";
    info.total = Total::Perplexity;
    info.higherIsBetter = false;
    info.reference =
        "PG19 (DeepMind; emozilla/pg19-test), WikiText (wikitext-103-raw-v1, wikitext-2-raw-v1). Strides: --chunk with "
        "a streaming prefill, and prompt=0.";
    const std::string word = "auto";
    info.parameters = {
        choiceOption("layout", {"auto", "texts", "wikitext"},
                     "texts: each file and each row is a stream of its own; wikitext: the rows of a file are one "
                     "stream; auto: by the names of file and folder"),
        listOption("places", word, 0, "",
                   "first and last place, from 0, in the ascending order by tokens, such as 19/43; auto: all texts, in "
                   "the order of the files"),
        integerOption("tokens", word, 0, "tok",
                      "most tokens of a text, 0: all; auto: all of the data folder, 4096 of the novel that ships"),
        integerOption("books", std::int64_t{0}, 0, "", "number of texts, 0: all"),
        integerOption("windows", std::int64_t{0}, 0, "",
                      "parts of each text, tokens long and at equal distances, each a sample; 0: its beginning alone",
                      10'000),
        choiceOption("scored", {"all", "continued"},
                     "all: every token but the first; continued: those behind the prompt"),
        choiceOption("measured", {"nothing", "spikes", "overlap"},
                     "beside the NLL: spikes behind prune events; overlap of the keep-sets of a lane with jitter with "
                     "those of the same lane without it"),
        integerOption("prompt", std::int64_t{1}, 0, "tok",
                      "tokens read before the first decode; 1: token by token; 0: all, in strides of the prefill"),
        flagOption("restream", false,
                   "the text is read until the window is full and some more, then a part of it once more; the second "
                   "reading alone is scored"),
        onlyIf("restream=true",
               integerOption("window", std::int64_t{1024}, 1, "tok", "restream: tokens that fill the caches")),
        onlyIf("restream=true", integerOption("extra", std::int64_t{2048}, 0, "tok", "restream: tokens read then")),
        onlyIf("restream=true", integerOption("back", std::int64_t{2048}, 1, "tok",
                                              "restream: tokens to go back; as many as the window has are read again")),
        choiceOption("style", {"books", "streaming-llm"},
                     "books: each text has an empty cache; streaming-llm: texts in a row on a cache that is not "
                     "emptied"),
        onlyIf("style=streaming-llm",
               integerOption("stop", std::int64_t{0}, 0, "tok", "streaming-llm: total of scored tokens, 0: all"))};
    return info;
}

/// Refuses windows and scored tokens that the other options leave no room for.
Result<void> checkParts(const PerplexityOptions& options) {
    const std::string other = options.restream ? "restream=true" : options.inARow ? "style=streaming-llm" : "";
    if ((options.windows > 0 || options.continued) && !other.empty()) {
        return fail(Code::BadUsage, std::string(options.windows > 0 ? "windows" : "scored"),
                    "goes with texts that are read once, each by itself", other, "texts without it");
    }
    if (options.windows > 0 && options.tokens == 0) {
        return fail(Code::BadUsage, std::string("windows"), "have no length", std::string("tokens=0"),
                    std::string("tokens of at least 2"));
    }
    const bool nothing = options.prompt == 0 || (options.tokens > 0 && options.prompt >= options.tokens);
    if (options.continued && nothing) {
        return fail(Code::BadUsage, std::string("scored"), "no token is behind the prompt",
                    phrase("prompt=%1, tokens=%2", options.prompt, options.tokens), "a prompt below tokens");
    }
    return {};
}

Result<std::unique_ptr<SampleSource>> openPerplexity(const TaskContext& context) {
    const sdk::Parameters values(context.values);
    PerplexityOptions options;
    options.layout = values.text("layout") == "wikitext" ? TextLayout::WikiText
                     : values.text("layout") == "texts"  ? TextLayout::Texts
                                                         : TextLayout::Auto;
    if (!values.isAuto("places")) {
        const std::vector<std::int64_t>& places = values.integers("places");
        if (places.size() != 2 || places[0] > places[1]) {
            return fail(Code::BadUsage, "places", "are not a first and a last place", kvw::toText(sdk::Value(places)),
                        "two places such as 19/43");
        }
        options.first = places[0];
        options.last = places[1];
    }
    const bool shipped = context.data.empty();
    options.tokens = values.isAuto("tokens") ? shipped ? kShippedTokens : 0 : values.integer("tokens");
    options.books = values.integer("books");
    options.prompt = values.integer("prompt");
    options.windows = values.integer("windows");
    options.continued = values.text("scored") == "continued";
    options.measured = values.text("measured") == "spikes"    ? Measured::Spikes
                       : values.text("measured") == "overlap" ? Measured::Overlap
                                                              : Measured::Nothing;
    options.restream = values.flag("restream");
    options.window = values.integer("window");
    options.extra = values.integer("extra");
    options.back = values.integer("back");
    options.inARow = values.text("style") == "streaming-llm";
    options.stop = values.integer("stop");
    if (options.restream && options.inARow) {
        return fail(Code::BadUsage, std::string("restream"), "texts in a row are not read again",
                    std::string("style=streaming-llm"), std::string("style=books"));
    }
    if (options.restream && options.back > options.window + options.extra) {
        return fail(Code::BadUsage, "back", "goes back beyond the beginning of the text", std::to_string(options.back),
                    phrase("at most %1", options.window + options.extra));
    }
    KVW_TRY(checkParts(options));
    KVW_TRY_ASSIGN(StoredTexts texts, StoredTexts::open(context.data, options.layout));
    auto source = std::make_unique<PerplexitySource>(std::move(texts), context.tokenizer, options);
    if (options.first >= 0) {
        KVW_TRY(source->choosePlaces());
    }
    return source;
}

Score scorePerplexity(const Sample&, const Answer& answer) {
    Score score;
    const auto tokens = static_cast<double>(answer.scoredTokens);
    score.weight = tokens;
    if (answer.scoredTokens > 0) {
        score.value = answer.nllSum / tokens;
        score.parts = {{"tokens", tokens}, {"perplexity", std::exp(score.value)}};
    }
    return score;
}

}  // namespace

const Task kPerplexity{&infoOf<&perplexityInfo>, &openPerplexity, &scorePerplexity};

}  // namespace kvw::eval
