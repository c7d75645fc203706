// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/cut_scores.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace kvw {

namespace {

using ScoredTokens = std::vector<std::pair<std::int32_t, float>>;

/// Drops protected tokens from `kept`, which is ascending, by rule B3: the newest, then the sinks as far as there is
/// room.
void dropProtected(const sdk::Protection& protection, ScoredTokens& kept) {
    const auto all = static_cast<std::int64_t>(kept.size());
    const std::int64_t recent = std::min(protection.recent, all);
    kept.resize(static_cast<std::size_t>(all - recent));
    const auto sinks = std::ranges::find_if(kept, [&](const auto& each) { return each.first >= protection.sinks; });
    kept.erase(kept.begin(), sinks);
}

/// Returns the scores of the unit's tokens that stay, without protected ones, and of those of the cut, by token. scores
/// [slots].
ScoredTokens scoresOfUnit(const EvictionRecord& cut, std::span<const float> scores, const KvCache& cache,
                          bool slotsAreTokens, const sdk::Protection& protection) {
    // Tokens that stay have kept their slots; if the policy's slots are token indices, scores are by token.
    const auto table = cache.tokens(cut.layer, cut.unit());
    ScoredTokens scored;
    scored.reserve(table.size() + cut.tokens.size());
    for (std::size_t slot = 0; slot < table.size(); ++slot) {
        const std::int64_t token = table[slot];
        const auto at = slotsAreTokens ? static_cast<std::size_t>(token) : slot;
        if (token >= 0 && at < scores.size()) {
            scored.emplace_back(static_cast<std::int32_t>(token), scores[at]);
        }
    }
    std::ranges::sort(scored, {}, &std::pair<std::int32_t, float>::first);
    dropProtected(protection, scored);
    const auto kept = static_cast<std::ptrdiff_t>(scored.size());
    for (std::size_t i = 0; i < cut.tokens.size(); ++i) {
        scored.emplace_back(cut.tokens[i], cut.scores[i]);
    }
    std::ranges::inplace_merge(scored, scored.begin() + kept, {}, &std::pair<std::int32_t, float>::first);
    return scored;
}

}  // namespace

std::optional<ScoredLayer> scoresOfCuts(std::int32_t layer, const sdk::Edits& edits,
                                        std::span<const EvictionRecord> cuts, const KvCache& cache, bool slotsAreTokens,
                                        const sdk::Protection& protection) {
    std::optional<ScoredLayer> made;
    for (const sdk::Edit& edit : edits) {
        const std::int64_t line = layer - edit.firstLayer;
        // Scores of layers that `evict` does not cover were not checked.
        if (!edit.scores.defined() || edit.scores.dim() != 3 || !edit.evict.defined() || line < 0 ||
            line >= edit.evict.size(0)) {
            continue;
        }
        const at::Tensor scores = edit.scores.select(0, line).to(at::kCPU, at::kFloat).contiguous();
        const std::int64_t units = scores.size(0), slots = scores.size(1);
        if (!made) {
            const auto count = static_cast<std::size_t>(units);
            made = ScoredLayer{layer, std::vector<std::vector<std::int32_t>>(count),
                               std::vector<std::vector<float>>(count)};
        }
        for (const EvictionRecord& cut : cuts) {
            if (cut.layer != layer || cut.scores.empty()) {
                continue;
            }
            const std::span<const float> row(scores.const_data_ptr<float>() + cut.unit() * slots,
                                             static_cast<std::size_t>(slots));
            auto& tokens = made->tokens[static_cast<std::size_t>(cut.unit())];
            auto& values = made->scores[static_cast<std::size_t>(cut.unit())];
            tokens.clear();
            values.clear();
            for (const auto& [token, score] : scoresOfUnit(cut, row, cache, slotsAreTokens, protection)) {
                tokens.push_back(token);
                values.push_back(score);
            }
        }
    }
    return made;
}

}  // namespace kvw
