// SPDX-License-Identifier: Apache-2.0
#include "core/eval/studies/predictors.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/comma_list.h"
#include "core/eval/studies/study_columns.h"
#include "core/policy/kit/gini_shares.h"
#include "core/policy/kit/random.h"

namespace kvw::eval {
namespace {

constexpr double kLargestWeight = 1e6;  // weights are integers

using Numbers = std::vector<double>;

/// Returns the mean over the samples and its interval; `valueOf` may return NaN.
template <class ValueOf>
std::pair<double, Interval> overSamples(std::span<const PredictorSample> samples, const ValueOf& valueOf) {
    Numbers values;
    for (const PredictorSample& sample : samples) {
        values.push_back(valueOf(sample));
    }
    return {weightedMean(values), bootstrapMean(values)};
}

/// Returns what `of` returns for the samples, in one list.
template <class Of>
Numbers joinedNumbers(std::span<const PredictorSample> samples, const Of& of) {
    Numbers all;
    for (const PredictorSample& sample : samples) {
        const Numbers& numbers = of(sample);
        all.insert(all.end(), numbers.begin(), numbers.end());
    }
    return all;
}

const Numbers& nllOf(const PredictorSample& sample, LayerSignal signal) {
    static const Numbers kNone;
    const auto found = sample.nll.find(signal);
    return found != sample.nll.end() ? found->second : kNone;
}

Paired differenceFromUniform(std::span<const PredictorSample> samples, LayerSignal signal) {
    if (samples.size() == 1) {
        Numbers theirs = nllOf(samples[0], signal), uniform = samples[0].uniformNll;
        const std::size_t common = std::min(theirs.size(), uniform.size());
        theirs.resize(common);
        uniform.resize(common);
        return pairedDifference(theirs, uniform);
    }
    Numbers theirs, uniform, tokens;
    for (const PredictorSample& sample : samples) {
        theirs.push_back(weightedMean(nllOf(sample, signal)));
        uniform.push_back(weightedMean(sample.uniformNll));
        tokens.push_back(static_cast<double>(sample.uniformNll.size()));
    }
    return pairedDifference(theirs, uniform, tokens);
}

PredictorRow signalRow(std::span<const PredictorSample> samples, LayerSignal signal) {
    PredictorRow row;
    row.signal = toText(signal);
    const auto weights = [signal](const PredictorSample& sample) -> const Numbers& { return sample.weights.at(signal); };
    if (signal != LayerSignal::Oracle) {
        std::tie(row.spearman, row.ofSpearman) = overSamples(
            samples, [&](const PredictorSample& sample) { return spearman(weights(sample), sample.needs); });
        std::tie(row.kendall, row.ofKendall) = overSamples(
            samples, [&](const PredictorSample& sample) { return kendallTau(weights(sample), sample.needs); });
    }
    row.nll = weightedMean(
        joinedNumbers(samples, [&](const PredictorSample& sample) -> const Numbers& { return nllOf(sample, signal); }));
    row.bytes = overSamples(samples, [&](const PredictorSample& sample) {
                    const auto found = sample.bytes.find(signal);
                    return found != sample.bytes.end() ? found->second : kMissing;
                }).first;
    row.difference = differenceFromUniform(samples, signal);
    return row;
}

}  // namespace

const char* toText(LayerSignal signal) noexcept {
    switch (signal) {
        case LayerSignal::Gini:
            return "gini";
        case LayerSignal::Entropy:
            return "entropy";
        case LayerSignal::Variance:
            return "variance";
        case LayerSignal::Preference:
            return "preference";
        case LayerSignal::Random:
            return "random";
        case LayerSignal::Oracle:
            break;
    }
    return "oracle";
}

std::vector<double> signalWeights(LayerSignal signal, const LayerSignals& measured, std::span<const double> needs,
                                  std::uint64_t seed) {
    switch (signal) {
        case LayerSignal::Gini:
            return sdk::gini_shares(measured.gini);
        case LayerSignal::Entropy:
            return measured.entropy;
        case LayerSignal::Variance:
            return measured.variance;
        case LayerSignal::Preference:
            return measured.preference;
        case LayerSignal::Random: {
            Numbers weights;
            for (std::uint64_t layer = 0; layer < needs.size(); ++layer) {
                weights.push_back(0.5 + static_cast<double>(sdk::hash(seed, {layer}) >> 11U) * 0x1.0p-53);
            }
            return weights;
        }
        case LayerSignal::Oracle:
            break;
    }
    return {needs.begin(), needs.end()};
}

std::string weightsText(std::span<const double> weights) {
    double largest = 0;
    for (const double weight : weights) {
        largest = std::isfinite(weight) ? std::max(largest, weight) : largest;
    }
    return joined(weights, "/", [largest](double weight) {
        const double share = largest > 0 && std::isfinite(weight) ? weight / largest : largest > 0 ? 0.0 : 1.0;
        return std::to_string(std::max<std::int64_t>(1, std::llround(share * kLargestWeight)));
    });
}

std::vector<PredictorRow> predictorRows(std::span<const PredictorSample> samples) {
    PredictorRow full, uniform;
    full.signal = "full cache";
    full.nll = weightedMean(
        joinedNumbers(samples, [](const PredictorSample& sample) -> const Numbers& { return sample.fullNll; }));
    uniform.signal = "uniform";
    uniform.nll = weightedMean(joinedNumbers(
        samples, [](const PredictorSample& sample) -> const Numbers& { return sample.uniformNll; }));
    uniform.bytes = overSamples(samples, [](const PredictorSample& sample) { return sample.uniformBytes; }).first;
    std::vector<PredictorRow> rows{std::move(full), std::move(uniform)};
    for (const LayerSignal signal : kLayerSignals) {
        rows.push_back(signalRow(samples, signal));
    }
    return rows;
}

tables::Table predictorTable(std::span<const PredictorRow> rows, std::string caption) {
    tables::Table table;
    table.caption = std::move(caption);
    table.columns = {{"signal", "signal"},
                     studyNumber("spearman", "Spearman", 3),
                     studyNumber("spearman_low", "low", 3),
                     studyNumber("spearman_high", "high", 3),
                     studyNumber("kendall", "Kendall", 3),
                     studyNumber("kendall_low", "low", 3),
                     studyNumber("kendall_high", "high", 3),
                     studyNumber("nll", "NLL", 4, "nats"),
                     studyNumber("delta_nll", "less equal budgets", 4, "nats"),
                     studyNumber("delta_low", "low", 4),
                     studyNumber("delta_high", "high", 4),
                     {"bytes", "K and V", "bytes", true, nullptr}};
    for (const PredictorRow& row : rows) {
        table.add({row.signal, row.spearman, row.ofSpearman.low, row.ofSpearman.high, row.kendall, row.ofKendall.low,
                   row.ofKendall.high, row.nll, row.difference.mean, row.difference.interval.low,
                   row.difference.interval.high, row.bytes});
    }
    return table;
}

tables::Table layerTable(const PredictorSample& sample) {
    tables::Table table;
    table.columns = {{"layer", "layer", {}, true}, studyNumber("need", "needed", 4)};
    for (const LayerSignal signal : kLayerSignals) {
        if (signal != LayerSignal::Oracle) {
            table.columns.push_back(studyNumber(toText(signal), toText(signal), 4));
        }
    }
    table.columns.push_back({"held_uniform", "tokens: uniform", {}, true});
    for (const LayerSignal signal : kLayerSignals) {
        table.columns.push_back({std::string("held_") + toText(signal), toText(signal), {}, true});
    }
    for (std::size_t layer = 0; layer < sample.needs.size(); ++layer) {
        std::vector<tables::Cell> cells{static_cast<std::int64_t>(layer), sample.needs[layer]};
        for (const LayerSignal signal : kLayerSignals) {
            if (signal != LayerSignal::Oracle) {
                cells.emplace_back(sample.weights.at(signal)[layer]);
            }
        }
        const auto held = [&](const std::vector<std::int64_t>& tokens) {
            cells.push_back(layer < tokens.size() ? tables::Cell(tokens[layer]) : tables::Cell(kMissing));
        };
        held(sample.uniformHeld);
        for (const LayerSignal signal : kLayerSignals) {
            const auto found = sample.held.find(signal);
            held(found != sample.held.end() ? found->second : std::vector<std::int64_t>());
        }
        table.add(std::move(cells));
    }
    return table;
}

}  // namespace kvw::eval
