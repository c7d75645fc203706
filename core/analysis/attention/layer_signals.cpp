// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/layer_signals.h"

#include <algorithm>
#include <cstddef>

#include "core/analysis/attention/gini_budgets.h"
#include "core/analysis/attention/hindsight.h"
#include "core/analysis/attention/preference.h"
#include "core/metrics/hindsight.h"

namespace kvw {
namespace {

/// Later attention of a layer to the tokens of the prompt, per KV head; empty: a row was not kept.
std::vector<std::vector<double>> laterRows(const Trace& full, std::int32_t layer, std::int64_t prompt) {
    const TraceShape& shape = full.shape();
    std::vector<std::vector<double>> sums(static_cast<std::size_t>(shape.kvHeads),
                                          std::vector<double>(static_cast<std::size_t>(prompt), 0.0));
    for (std::int64_t step = prompt; step < full.steps(); ++step) {
        const auto rows = full.rows(step, layer);
        if (!rows) {
            return {};
        }
        const std::size_t group = std::max<std::size_t>(1, rows->heads.size() / sums.size());
        for (std::size_t head = 0; head < rows->heads.size(); ++head) {
            auto& sum = sums[std::min(head / group, sums.size() - 1)];
            const auto& row = rows->heads[head];
            for (std::size_t i = 0; i < row.tokens.size() && i < row.probs.size(); ++i) {
                if (const auto token = static_cast<std::size_t>(row.tokens[i]); token < sum.size()) {
                    sum[token] += static_cast<double>(row.probs[i]);
                }
            }
        }
    }
    return sums;
}

}  // namespace

Result<LayerSignals> layerSignals(const Recording& recording, std::int32_t lane, std::int64_t window,
                                  const std::function<bool()>& stale) {
    KVW_TRY_ASSIGN(auto ginis, layerGinis(recording, lane, window, stale));
    KVW_TRY_ASSIGN(const auto preferences, layerPreferences(recording, lane, window, stale));
    LayerSignals signals;
    signals.gini = std::move(ginis.layers);
    for (const LayerPreference& layer : preferences.layers) {
        signals.entropy.push_back(layer.entropy);
        signals.variance.push_back(layer.variance);
    }
    signals.preference = preferenceValues(preferences, 1, 1);
    signals.prompt = preferences.prompt;
    signals.window = preferences.window;
    return signals;
}

Result<std::vector<double>> laterNeed(const Recording& recording, std::int64_t budget, std::int64_t recent,
                                      const std::function<bool()>& stale) {
    if (const Phrase reason = whyNoHindsight(recording, 0); !reason.empty()) {
        return fail(Code::BadUsage, phrase("lane %1", 0), reason);
    }
    const Trace& full = recording.trace(0);
    const std::int64_t prompt = std::min(recording.description().promptTokens, full.steps());
    const std::int64_t count = std::clamp<std::int64_t>(budget, 0, prompt);
    // The best set of a size holds the protected tokens and the best others; which others are held here is all the same.
    std::vector<std::uint8_t> held(static_cast<std::size_t>(prompt), 0);
    std::fill(held.end() - std::min(std::min(recent, count), prompt), held.end(), std::uint8_t{1});
    auto free = static_cast<std::size_t>(count - std::min(recent, count));
    for (std::size_t token = 0; free > 0; ++token) {
        free -= held[token] == 0 ? 1 : 0;
        held[token] = 1;
    }
    std::vector<double> needs;
    metrics::HindsightScratch scratch;
    for (std::int32_t layer = 0; layer < full.shape().layers; ++layer) {
        if (stale && stale()) {
            return fail(Code::Cancelled, "hindsight", "no longer wanted");
        }
        metrics::HindsightMass mass;
        for (const std::vector<double>& later : laterRows(full, layer, prompt)) {
            mass += metrics::hindsightMass(later, held, 0, recent, scratch);
        }
        needs.push_back(mass.all > 0 ? std::max(0.0, 1 - mass.bestProtected / mass.all) : kMissing);
    }
    return needs;
}

}  // namespace kvw
