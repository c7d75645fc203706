// SPDX-License-Identifier: Apache-2.0
/// Samples of tasks, the answers that lanes give to them, and scores.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace kvw::eval {

/// How a lane answers a sample.
enum class AnswerKind {
    Generated,   ///< greedy tokens behind the prompt
    Choice,      ///< the likeliest of `Sample::choices` behind the prompt
    Likelihood,  ///< the text itself: every token is scored (NLL)
    Timed,       ///< greedy tokens behind the prompt; only times and bytes count, so each lane runs by itself
};

/// Measurements of the lanes of a text beside the NLL, parts of their records.
enum class Measured {
    Nothing,
    Spikes,  ///< "prunes", "spike" (nats), "spike_tokens": prune events of decoding, mean size and duration of spikes
    Overlap  ///< "overlap": of a lane with jitter, that of its keep-sets with the lane of the same text without it
};

/// One sample as text. The prompt of a lane is context, question and answer prefix in a row.
struct Sample {
    std::string subset;  ///< such as "hotpotqa", "niah_single_1", "abstract_algebra"; a table has a row for each
    std::string id;      ///< unique in its subset, the same in every run over the same data
    AnswerKind kind = AnswerKind::Generated;
    /// Part that `Compress::Context` compresses by itself. Likelihood: the whole text.
    std::string context;
    std::string question, answerPrefix;
    /// Token ids in place of texts, for tasks that are made of ids. Empty: the texts are encoded.
    std::vector<std::int32_t> ids;
    bool chat = false;           ///< the model's chat template is put around the prompt
    bool specialTokens = true;   ///< the tokenizer adds its begin token
    /// The tokenizer adds its begin token even where the chat template writes one, as transformers does by default.
    bool twoBegins = false;
    bool stopAtNewline = false;  ///< Generated: the answer ends at a newline behind the first token
    bool stopAtEnd = true;       ///< Generated, Timed: the answer ends at an end-of-sequence token
    std::int64_t newTokens = 0;  ///< Generated, Timed: most tokens of the answer
    std::int64_t promptTokens = -1;  ///< Likelihood: tokens read before the first decode step; -1: one
    std::int64_t truncated = 0;      ///< tokens that the task has cut from the prompt
    /// Likelihood: tokens [first, last) whose NLL counts; last < 0: to the end. The first token of a text has no NLL.
    std::int64_t scoredFirst = 1, scoredLast = -1;
    std::vector<std::int64_t> unscored;  ///< Likelihood: tokens within that range whose NLL does not count, ascending
    Measured measured = Measured::Nothing;          ///< Likelihood
    std::vector<std::string> references;            ///< right answers
    std::vector<std::vector<std::string>> choices;  ///< Choice: spellings of each; the last token of each spelling counts
    std::vector<std::string> classes;               ///< names that a classification chooses from
    /// Further numbers for tables and maps, such as {"depth", 0.25}, {"length", 8000}.
    std::vector<std::pair<std::string, double>> facts;
};

/// Scored tokens from one number of a running perplexity to the next.
inline constexpr std::int64_t kRunningEvery = 256;

/// Answer of a lane to a sample.
struct Answer {
    std::string text;                  ///< Generated: without special tokens
    std::vector<std::int32_t> tokens;  ///< Generated
    std::int64_t choice = -1;          ///< Choice: index
    double nllSum = 0;                 ///< Likelihood: over the scored tokens, in nats
    std::vector<double> running;       ///< Likelihood: nllSum after every kRunningEvery scored tokens
    std::int64_t scoredTokens = 0;
};

/// Score of an answer. `value` is the number that the task's table shows; `parts` are further named numbers.
struct Score {
    double value = std::numeric_limits<double>::quiet_NaN();
    double weight = 1;  ///< in the mean of its subset; Likelihood: scored tokens
    std::vector<std::pair<std::string, double>> parts;
};

}  // namespace kvw::eval
