// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/prune_events.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kvw::metrics {

namespace {

constexpr std::int64_t kMergeDistance = 4;     // events closer than this are one group
constexpr std::int64_t kMaxGroupEvents = 8;    // more events are continuous pruning
constexpr std::int64_t kFirstAffected = 2;     // the pass of event e, which predicts e + 1, still saw all tokens
constexpr std::int64_t kWindowAfterLast = 33;  // the window reaches to g + 33
constexpr std::size_t kBaselineTokens = 32;
constexpr std::size_t kMinBefore = 8;
constexpr std::size_t kMinWindow = 4;
constexpr std::size_t kCalmRun = 3;
constexpr double kMadToSigma = 1.4826;  // for a normal distribution
constexpr double kMinScale = 0.05;      // nats

/// Values of tokens [begin, end), clipped to the series.
std::span<const double> tokens(const NllSeries& series, std::int64_t begin, std::int64_t end) {
    const auto size = static_cast<std::int64_t>(series.values.size());
    const std::int64_t from = std::clamp<std::int64_t>(begin - series.firstToken, 0, size);
    const std::int64_t to = std::clamp<std::int64_t>(end - series.firstToken, from, size);
    return series.values.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
}

/// Median of 1 to 32 values; of an even number the mean of the middle two. Sorts `values`.
double median(std::span<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::optional<Spike> judge(std::span<const double> before, std::span<const double> window, std::int64_t windowBegin,
                           double thresholdScales) {
    const auto isFinite = [](double value) { return std::isfinite(value); };
    if (before.size() < kMinBefore || window.size() < kMinWindow || !std::ranges::all_of(before, isFinite) ||
        !std::ranges::all_of(window, isFinite)) {
        return std::nullopt;
    }
    std::array<double, kBaselineTokens> buffer{};
    const auto scratch = std::span(buffer).first(before.size());
    Spike spike;
    std::ranges::copy(before, scratch.begin());
    spike.baseline = median(scratch);
    std::ranges::transform(before, scratch.begin(), [&](double d) { return std::abs(d - spike.baseline); });
    spike.scale = std::max(kMadToSigma * median(scratch), kMinScale);
    spike.threshold = spike.baseline + thresholdScales * spike.scale;

    const auto peak = std::ranges::max_element(window);
    spike.size = std::max(0.0, *peak - spike.baseline);
    spike.sizeInScales = spike.size / spike.scale;
    spike.peakToken = windowBegin + (peak - window.begin());
    for (const double d : window) {
        spike.excess += std::max(0.0, d - spike.baseline);
    }

    const auto above = [&](double d) { return d > spike.threshold; };
    const auto start = std::ranges::find_if(window, above);
    if (start == window.end()) {
        return spike;
    }
    const auto calm = std::search_n(start, window.end(), kCalmRun, spike.threshold,
                                    [](double d, double threshold) { return d <= threshold; });
    spike.duration = calm - start;
    spike.open = calm == window.end();
    return spike;
}

std::vector<PruneGroup> group(std::span<const std::int64_t> events) {
    std::vector<std::int64_t> sorted(events.begin(), events.end());
    std::ranges::sort(sorted);
    // Not std::ranges::unique: clang 14 does not compile this library's subranges.
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<PruneGroup> groups;
    for (const std::int64_t event : sorted) {
        if (groups.empty() || event - groups.back().last >= kMergeDistance) {
            groups.emplace_back().first = event;
        }
        groups.back().last = event;
        ++groups.back().events;
    }
    return groups;
}

}  // namespace

std::vector<PruneGroup> analysePruneEvents(const NllSeries& series, std::span<const std::int64_t> events,
                                           double thresholdScales) {
    auto groups = group(events);
    const std::int64_t seriesEnd = series.firstToken + static_cast<std::int64_t>(series.values.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        PruneGroup& one = groups[i];
        one.continuous = one.events > kMaxGroupEvents;
        one.windowBegin = one.first + kFirstAffected;
        one.windowEnd = std::min(one.last + kWindowAfterLast + 1, seriesEnd);
        if (i + 1 < groups.size()) {
            one.windowEnd = std::min(one.windowEnd, groups[i + 1].first + kFirstAffected);
        }
        one.windowEnd = std::max(one.windowEnd, one.windowBegin);
        const auto window = tokens(series, one.windowBegin, one.windowEnd);
        double sum = 0;
        for (const double d : window) {
            sum += d;
        }
        if (!window.empty() && std::isfinite(sum)) {
            one.windowMean = sum / static_cast<double>(window.size());
        }
        if (!one.continuous) {
            const auto before =
                tokens(series, one.windowBegin - static_cast<std::int64_t>(kBaselineTokens), one.windowBegin);
            one.spike = judge(before, window, one.windowBegin, thresholdScales);
        }
    }
    return groups;
}

}  // namespace kvw::metrics
