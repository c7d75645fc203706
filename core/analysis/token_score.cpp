// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/token_score.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace kvw {

namespace {

/// Most steps to look back: scores are at most 16 steps apart if every step evicts.
constexpr std::int64_t kMostLooks = 4096;

/// Returns the scores of a step; none: nothing was compared there.
std::optional<AttentionRows> scoresAt(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit) {
    auto rows = trace.scores(step, layer);
    return rows && !rows->heads[static_cast<std::size_t>(unit)].tokens.empty() ? std::move(rows) : std::nullopt;
}

std::optional<AttentionRows> lastScores(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit) {
    if (trace.scoreBytes() == 0) {
        return std::nullopt;
    }
    const auto after = static_cast<std::int32_t>(
        std::min<std::int64_t>(std::min(step, trace.steps() - 1) + 1, std::numeric_limits<std::int32_t>::max()));
    std::int64_t looks = 0;
    // Records are in order of step, with several per step.
    for (std::int64_t next = trace.evictionsFrom(after); next > 0 && looks < kMostLooks; ++looks) {
        const std::int32_t at = trace.evictionStep(next - 1);
        if (auto rows = scoresAt(trace, at, layer, unit)) {
            return rows;
        }
        next = trace.evictionsFrom(at);
    }
    return std::nullopt;
}

/// Returns what all tokens of a selection have in common: all members but score and rank. The layer may have been cut
/// before in the same step: tokens evicted then were not compared in this selection.
TokenScore selectionOf(const Trace& trace, const AttentionRows& rows, std::int32_t unit) {
    TokenScore result;
    result.step = rows.step;
    const auto compared = rows.heads[static_cast<std::size_t>(unit)].tokens;
    result.among = result.kept = static_cast<std::int32_t>(compared.size());
    for (std::int64_t i = trace.evictionsFrom(rows.step); i < trace.evictions(); ++i) {
        const EvictionRecord record = trace.eviction(i);
        if (record.step > rows.step) {
            break;
        }
        if (record.layer == rows.layer && (record.head < 0 || record.head == unit) && !record.scores.empty()) {
            result.kept -= static_cast<std::int32_t>(std::ranges::count_if(
                record.tokens, [&](std::int32_t token) { return std::ranges::binary_search(compared, token); }));
            result.cut = record.cut;
        }
    }
    return result;
}

std::optional<TokenScore> scoreIn(const Trace& trace, const std::optional<AttentionRows>& rows, std::int64_t token,
                                  std::int32_t unit) {
    if (!rows) {
        return std::nullopt;
    }
    const AttentionRows::Head& head = rows->heads[static_cast<std::size_t>(unit)];
    const auto found = std::ranges::lower_bound(head.tokens, token);
    if (found == head.tokens.end() || *found != token) {
        return std::nullopt;
    }
    const auto place = static_cast<std::size_t>(found - head.tokens.begin());
    TokenScore result = selectionOf(trace, *rows, unit);
    result.score = head.probs[place];
    for (std::size_t i = 0; i < head.tokens.size(); ++i) {
        const float score = head.probs[i];
        result.rank += score > result.score || (score == result.score && i <= place) ? 1 : 0;
    }
    return result;
}

/// Returns the only unit of a layer if none is named; -1: heads have sets of their own.
std::int32_t unitOf(const Trace& trace, std::int32_t unit) {
    return unit < 0 && trace.shape().units == 1 ? 0 : unit;
}

}  // namespace

std::optional<TokenScore> tokenScore(const Trace& trace, std::int64_t token, std::int64_t step, std::int32_t layer,
                                     std::int32_t unit) {
    const std::int32_t of = unitOf(trace, unit);
    return of < 0 ? std::nullopt : scoreIn(trace, lastScores(trace, step, layer, of), token, of);
}

std::optional<TokenScore> tokenScoreAt(const Trace& trace, std::int64_t token, std::int64_t step, std::int32_t layer,
                                       std::int32_t unit) {
    const std::int32_t of = unitOf(trace, unit);
    return of < 0 ? std::nullopt : scoreIn(trace, scoresAt(trace, step, layer, of), token, of);
}

std::vector<ScoredToken> tokenScores(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit) {
    const std::int32_t of = unitOf(trace, unit);
    const auto rows = of < 0 ? std::nullopt : lastScores(trace, step, layer, of);
    std::vector<ScoredToken> tokens;
    if (!rows) {
        return tokens;
    }
    const AttentionRows::Head& head = rows->heads[static_cast<std::size_t>(of)];
    const TokenScore selection = selectionOf(trace, *rows, of);
    for (std::size_t i = 0; i < head.tokens.size(); ++i) {
        tokens.push_back({head.tokens[i], selection});
        tokens.back().of.score = head.probs[i];
    }
    std::ranges::stable_sort(tokens, std::greater<>(), [](const ScoredToken& each) { return each.of.score; });
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        tokens[i].of.rank = static_cast<std::int32_t>(i + 1);
    }
    return tokens;
}

}  // namespace kvw
