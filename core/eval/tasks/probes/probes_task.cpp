// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/files/folder_entries.h"
#include "core/eval/scores/text_scores.h"
#include "core/eval/tasks/option_specs.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/text/document.h"
#include "core/model/tokenizer/tokenizer.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::eval {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProbesNll = "nll";

/// A document, the tokens of its whole text, and its probes.
struct ProbedDocument {
    std::string name;
    Document document;
    TextTokens tokens;
    std::vector<ProbeInfo> probes;  ///< of the same number in document.probes
};

/// Returns the beginnings of paragraphs, the text's own first.
std::vector<std::int64_t> paragraphsOf(const std::string& text) {
    std::vector<std::int64_t> beginnings{0};
    for (std::size_t at = text.find("\n\n"); at != std::string::npos; at = text.find("\n\n", at)) {
        at = std::min(text.find_first_not_of('\n', at), text.size());
        beginnings.push_back(static_cast<std::int64_t>(at));
    }
    return beginnings;
}

/// Returns the end of what stands before `at`, without blanks: these belong to the token behind them.
std::int64_t endBefore(const std::string& text, std::int64_t at) {
    while (at > 0 &&
           (text[static_cast<std::size_t>(at) - 1] == ' ' || text[static_cast<std::size_t>(at) - 1] == '\n')) {
        --at;
    }
    return at;
}

class ProbesSource : public PlannedSource {
 public:
    explicit ProbesSource(const TaskContext& context)
        : m_tokenizer(context.tokenizer), m_maxTokens(context.maxTokens) {}

    /// Makes all samples: the texts are short. Errors: those of reading; NotFound if no probe is left.
    Result<void> readAll(const std::vector<fs::path>& files, bool asked, bool nll) {
        for (const fs::path& file : files) {
            KVW_TRY_ASSIGN(Document document, Document::load(file));
            if (document.probes.empty()) {
                continue;
            }
            KVW_TRY_ASSIGN(TextTokens tokens, readText(m_tokenizer, document.text, true));
            std::vector<ProbeInfo> probes = probesIn(tokens.encoding, document.probes);
            KVW_TRY(
                read({file.stem().string(), std::move(document), std::move(tokens), std::move(probes)}, asked, nll));
        }
        if (m_samples.empty()) {
            return fail(Code::NotFound, "probes", "no probe is left",
                        findings().empty() ? Phrase() : Phrase(findings().back()), "documents with probes");
        }
        return {};
    }

    [[nodiscard]] Result<std::optional<Sample>> next() override {
        return m_next < planned() ? std::optional(m_samples[static_cast<std::size_t>(m_next++)]) : std::nullopt;
    }

 protected:
    [[nodiscard]] std::int64_t planned() const override { return std::ssize(m_samples); }
    [[nodiscard]] std::pair<std::string, std::string> nameOf(std::int64_t number) const override {
        const Sample& sample = m_samples[static_cast<std::size_t>(number)];
        return {sample.subset, sample.id};
    }

 private:
    Result<void> read(const ProbedDocument& probed, bool asked, bool nll) {
        const std::vector<std::int64_t> paragraphs = paragraphsOf(probed.document.text);
        std::int64_t tooFar = 0;
        for (std::size_t i = 0; i < probed.probes.size(); ++i) {
            const std::optional<std::int64_t> from = beginningFor(probed, i, paragraphs);
            if (!from) {
                ++tooFar;
                continue;
            }
            if (asked) {
                m_samples.push_back(askedSample(probed, i, *from));
            }
            if (nll) {
                KVW_TRY_ASSIGN(Sample sample, nllSample(probed, i, *from));
                m_samples.push_back(std::move(sample));
            }
        }
        if (tooFar > 0) {
            addFinding(finding("probes-too-far", probed.name, counted(tooFar, "probe-left-out", "probes-left-out"),
                               m_maxTokens));
        }
        return {};
    }

    /// Returns the first byte of the text that is read: its own beginning if the model has positions up to the answer,
    /// else the first paragraph from which it has. None: the fact would not be read.
    [[nodiscard]] std::optional<std::int64_t> beginningFor(const ProbedDocument& probed, std::size_t number,
                                                           const std::vector<std::int64_t>& paragraphs) const {
        const ProbeInfo& probe = probed.probes[number];
        if (m_maxTokens <= 0 || probe.answerEnd <= m_maxTokens) {
            return 0;
        }
        // A token is left for the begin token, and one for a split at the cut that differs from that of the whole text.
        const std::int64_t first = probe.answerEnd - m_maxTokens + 2;
        const std::int64_t firstByte = probed.tokens.encoding.ranges[static_cast<std::size_t>(first)].begin;
        const auto found = std::lower_bound(paragraphs.begin(), paragraphs.end(), firstByte);
        const std::int64_t fact = probed.document.probes[number].fact.begin;
        return found != paragraphs.end() && *found <= fact ? std::optional(*found) : std::nullopt;
    }

    /// Returns what both samples of a probe have.
    [[nodiscard]] static Sample sampleOf(const ProbedDocument& probed, std::size_t number, std::int64_t from) {
        const ProbeInfo& probe = probed.probes[number];
        const TokenRange cut = tokensOf(probed.tokens.encoding, {0, from});
        Sample sample;
        sample.subset = probed.name;
        sample.id = fmt::format("{}-{:03}", probed.name, number + 1);
        sample.references = {probed.document.probes[number].answer};
        sample.truncated = from > 0 ? cut.end - cut.begin : 0;
        sample.facts = {{"length", static_cast<double>(probe.answerBegin - sample.truncated)},
                        {"distance", static_cast<double>(probe.answerBegin - probe.factEnd)}};
        return sample;
    }

    [[nodiscard]] static Sample askedSample(const ProbedDocument& probed, std::size_t number, std::int64_t from) {
        const Probe& probe = probed.document.probes[number];
        const std::string& text = probed.document.text;
        const auto part = [&](std::int64_t begin, std::int64_t end) {
            return text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
        };
        Sample sample = sampleOf(probed, number, from);
        const std::int64_t contextEnd = endBefore(text, probe.question.begin);
        const std::int64_t promptEnd = endBefore(text, probe.answerRange.begin);
        sample.context = part(from, contextEnd);
        // All that is asked is the prefix of the answer: behind a question, a prompt would go on in a new line.
        sample.answerPrefix = part(contextEnd, promptEnd);
        const TokenRange answer = tokensOf(probed.tokens.encoding, {promptEnd, probe.answerRange.end});
        sample.newTokens = answer.end - answer.begin;
        return sample;
    }

    [[nodiscard]] Result<Sample> nllSample(const ProbedDocument& probed, std::size_t number, std::int64_t from) const {
        const Probe& probe = probed.document.probes[number];
        const std::string& text = probed.document.text;
        Sample sample = sampleOf(probed, number, from);
        sample.subset = kProbesNll;
        sample.kind = AnswerKind::Likelihood;
        // Behind the answer nothing is read, but its last token may need what follows it, as in the whole text.
        const auto last = static_cast<std::size_t>(probed.probes[number].answerEnd) - 1;
        const std::int64_t end = std::max(probe.answerRange.end, probed.tokens.encoding.ranges[last].end);
        sample.context = text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(end - from));
        KVW_TRY_ASSIGN(const TextTokens read, readText(m_tokenizer, sample.context, true));
        const auto tokensFrom = [&](std::int64_t begin) {
            return tokensOf(read.encoding, {begin - from, probe.answerRange.end - from});
        };
        const TokenRange answer = tokensFrom(probe.answerRange.begin);
        sample.promptTokens = tokensFrom(endBefore(text, probe.question.begin)).begin;
        sample.scoredFirst = answer.begin;
        sample.scoredLast = answer.end;
        return sample;
    }

    const Tokenizer& m_tokenizer;
    std::int64_t m_maxTokens;
    std::vector<Sample> m_samples;
};

TaskInfo probesInfo() {
    TaskInfo info;
    info.name = "probes";
    info.title = "Embedded probes";
    info.description =
        "Facts that the embedded documents state and ask for later, as greedy answers and as NLL of the answer; the "
        "data folder may hold other texts with probes in their side-cars.";
    info.score = "exact match (%)";
    info.reference = "the documents of the embedded model";
    info.parameters = {
        choiceOption("form", {"both", "exact", "nll"}, "Greedy answers, the NLL of the right answers, or both.")};
    return info;
}

Result<std::unique_ptr<SampleSource>> openProbes(const TaskContext& context) {
    const std::string form = sdk::Parameters(context.values).text("form");
    KVW_TRY_ASSIGN(const std::vector<fs::path> files,
                   context.data.empty() ? embeddedDocuments() : folderEntries(context.data, ".txt"));
    auto source = std::make_unique<ProbesSource>(context);
    KVW_TRY(source->readAll(files, form != "nll", form != "exact"));
    return source;
}

Score scoreProbes(const Sample& sample, const Answer& answer) {
    if (sample.kind != AnswerKind::Likelihood) {
        return {100 * exactMatch(answer.text, sample.references.at(0)), 1, {}};
    }
    // The table's value is the exact match; the NLL stands beside it as a part.
    Score score;
    score.weight = static_cast<double>(answer.scoredTokens);
    if (answer.scoredTokens > 0) {
        score.parts = {{"nll", answer.nllSum / static_cast<double>(answer.scoredTokens)}};
    }
    return score;
}

}  // namespace

const Task kProbes{&infoOf<&probesInfo>, &openProbes, &scoreProbes};

}  // namespace kvw::eval
