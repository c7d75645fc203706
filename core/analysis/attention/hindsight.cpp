// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/hindsight.h"

#include <algorithm>
#include <map>

#include "core/analysis/protection.h"
#include "core/base/finite.h"
#include "core/trace/capture_changes.h"

namespace kvw {
namespace {

using Share = std::optional<double> (metrics::HindsightMass::*)() const;

/// Returns the number of steps that both lanes have and in which they read the same text.
std::int64_t commonSteps(const Recording& recording, std::int32_t lane) {
    const Trace &full = recording.trace(0), &other = recording.trace(lane);
    const std::int64_t steps = std::min(full.steps(), other.steps());
    std::int64_t same = 0;
    while (same < steps && full.step(same).tokenId == other.step(same).tokenId) {
        ++same;
    }
    return same;
}

std::int64_t firstJudged(const Recording& recording, std::int32_t lane) {
    const std::int64_t prompt = std::max<std::int64_t>(0, recording.description().promptTokens - 1);
    const Trace& trace = recording.trace(lane);
    return trace.evictions() == 0 ? prompt : std::min<std::int64_t>(prompt, trace.eviction(0).step);
}

/// Later attention of one layer per keep-set of the judged lane, summed backwards through the full lane's rows.
class LaterAttention {
 public:
    LaterAttention(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int64_t steps)
        : m_full(recording.trace(0)), m_shape(recording.trace(lane).shape()), m_layer(layer) {
        m_sums.assign(static_cast<std::size_t>(m_shape.units),
                      std::vector<double>(static_cast<std::size_t>(steps), 0.0));
    }

    /// Adds the row of `step`, as the mean over the query heads. False: it was not kept.
    bool add(std::int64_t step) {
        const auto rows = m_full.rows(step, m_layer);
        if (!rows) {
            return false;
        }
        const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, rows->heads.size()));
        for (std::size_t head = 0; head < rows->heads.size(); ++head) {
            auto& sums = m_sums[static_cast<std::size_t>(m_shape.unitOf(static_cast<std::int32_t>(head)))];
            const auto& row = rows->heads[head];
            for (std::size_t i = 0; i < row.tokens.size() && i < row.probs.size(); ++i) {
                if (const auto token = static_cast<std::size_t>(row.tokens[i]); token < sums.size()) {
                    sums[token] += static_cast<double>(row.probs[i]) * share;
                }
            }
        }
        return true;
    }
    /// Returns the sums for tokens 0 ... step over the rows added so far.
    [[nodiscard]] std::span<const double> of(std::int32_t unit, std::int64_t step) const {
        return std::span(m_sums[static_cast<std::size_t>(unit)]).first(static_cast<std::size_t>(step) + 1);
    }

 private:
    const Trace& m_full;
    TraceShape m_shape;
    std::int32_t m_layer;
    std::vector<std::vector<double>> m_sums;  ///< [units, steps]
};

/// Fills in which of tokens 0 ... step a keep-set holds at the end of `step`; `dropped` is evictedAt of a later step.
void heldAt(const std::vector<std::int32_t>& dropped, std::int64_t step, std::vector<std::uint8_t>& held) {
    held.resize(static_cast<std::size_t>(step) + 1);
    for (std::size_t token = 0; token < held.size(); ++token) {
        held[token] = dropped[token] < 0 || dropped[token] > step ? 1 : 0;
    }
}

/// Keep-set of one unit at the end of any step up to a last one. A token that was put back is held before its eviction
/// and after its return, not between.
class KeptOverTime {
 public:
    KeptOverTime(const Trace& trace, std::int64_t last, std::int32_t layer, std::int32_t unit)
        : m_dropped(trace.evictedAt(last, layer, unit)) {
        std::int64_t looked = 0;
        for (const TraceEvent& event : eventsOf(trace)) {
            const std::int64_t back = event.step;
            if (event.kind != "hand" || back <= looked || back > last) {
                continue;
            }
            looked = back;
            const std::vector<std::int32_t> before = trace.evictedAt(back - 1, layer, unit);
            const std::vector<std::int32_t> after = trace.evictedAt(back, layer, unit);
            for (std::size_t token = 0; token < before.size(); ++token) {
                if (before[token] >= 0 && after[token] != before[token]) {
                    m_gaps.push_back({token, before[token], back});
                }
            }
        }
    }
    void at(std::int64_t step, std::vector<std::uint8_t>& held) const {
        heldAt(m_dropped, step, held);
        for (const Gap& gap : m_gaps) {
            if (gap.dropped <= step && step < gap.back) {
                held[gap.token] = 0;
            }
        }
    }

 private:
    struct Gap {
        std::size_t token;
        std::int64_t dropped, back;  ///< steps that evicted it and that put it back
    };
    std::vector<std::int32_t> m_dropped;
    std::vector<Gap> m_gaps;
};

struct Judge {
    const Recording& recording;
    std::int32_t lane;
    std::int64_t steps;
    const std::function<bool()>& stale;

    [[nodiscard]] bool isStale() const { return stale && stale(); }
    /// Fills row `layer` of `result`; false: stale.
    bool layer(Hindsight& result, std::int32_t layer) const {
        const Trace& trace = recording.trace(lane);
        const Protections protections(recording, lane);
        LaterAttention later(recording, lane, layer, steps);
        std::vector<KeptOverTime> kept;
        for (std::int32_t unit = 0; unit < trace.shape().units; ++unit) {
            kept.emplace_back(trace, steps - 1, layer, unit);
        }
        metrics::HindsightScratch scratch;
        std::vector<std::uint8_t> held;
        std::int64_t row = steps;
        for (std::size_t index = result.steps.size(); index-- > 0;) {
            const std::int64_t step = result.steps[index];
            while (--row > step) {
                if (isStale()) {
                    return false;
                }
                later.add(row);
            }
            ++row;
            const ProtectedEnds ends = protections.at(step);
            auto& mass = result.masses[static_cast<std::size_t>(layer) * result.steps.size() + index];
            for (std::int32_t unit = 0; unit < trace.shape().units; ++unit) {
                kept[static_cast<std::size_t>(unit)].at(step, held);
                mass += metrics::hindsightMass(later.of(unit, step), held, ends.sinks, ends.recent, scratch);
            }
        }
        return true;
    }
};

/// Returns the mean of those of `valueOf(0 ... count - 1)` that exist; NaN: none does.
template <class ValueOf>
double meanOf(std::size_t count, const ValueOf& valueOf) {
    double sum = 0;
    std::int64_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (const std::optional<double> value = valueOf(i)) {
            sum += *value;
            ++found;
        }
    }
    return found > 0 ? sum / static_cast<double>(found) : kMissing;
}

}  // namespace

double Hindsight::mean(std::size_t index, Share share) const {
    return meanOf(static_cast<std::size_t>(layers),
                  [&](std::size_t layer) { return (at(static_cast<std::int32_t>(layer), index).*share)(); });
}

double Hindsight::layerMean(std::int32_t layer, Share share) const {
    return meanOf(steps.size(), [&](std::size_t index) { return (at(layer, index).*share)(); });
}

double Hindsight::overall(Share share) const {
    return meanOf(steps.size(), [&](std::size_t index) { return ifFinite(mean(index, share)); });
}

std::size_t Hindsight::worst() const {
    std::size_t found = steps.size();
    double most = -1;
    for (std::size_t index = 0; index < steps.size(); ++index) {
        if (const double value = mean(index, &metrics::HindsightMass::regret); value > most) {
            most = value;
            found = index;
        }
    }
    return found;
}

Phrase whyNoHindsight(const Recording& recording, std::int32_t lane) {
    if (!recording.description().beginsWithFull() || !recording.hasTrace(0)) {
        return "hindsight is judged by the full cache's attention, and this run has no lane with the full cache";
    }
    if (!recording.hasTrace(lane)) {
        return "there is no such lane";
    }
    const TraceShape &full = recording.trace(0).shape(), &other = recording.trace(lane).shape();
    if (full.layers != other.layers || full.queryHeads != other.queryHeads) {
        return "the lane and the full cache are of different models";
    }
    if (recording.trace(0).rowBytesStored() == 0) {
        return "hindsight is judged by the full cache's attention rows, and this run has none; capture \"maps\" "
               "records them";
    }
    if (const std::int64_t first = firstWithoutRows(recording, 0); first >= 0) {
        return rowsSwitchedOff(first);
    }
    if (commonSteps(recording, lane) < firstJudged(recording, lane) + 2) {
        return "hindsight needs a step after the prompt";
    }
    return {};
}

bool onlySelectsReads(const Recording& recording, std::int32_t lane) {
    if (!recording.hasTrace(lane)) {
        return false;
    }
    const Trace& trace = recording.trace(lane);
    return trace.evictions() == 0 && trace.steps() > 0 && trace.step(trace.steps() - 1).bytesRead >= 0;
}

Result<Hindsight> hindsight(const Recording& recording, std::int32_t lane, std::int64_t mostSteps,
                            const std::function<bool()>& stale) {
    if (const Phrase reason = whyNoHindsight(recording, lane); !reason.empty()) {
        return fail(Code::BadUsage, phrase("lane %1", lane), reason);
    }
    const Judge judge{recording, lane, commonSteps(recording, lane), stale};
    const std::int64_t first = firstJudged(recording, lane), end = judge.steps - 1;
    Hindsight result;
    result.layers = recording.trace(lane).shape().layers;
    result.every = std::max<std::int64_t>(1, (end - first + mostSteps - 1) / std::max<std::int64_t>(1, mostSteps));
    for (std::int64_t step = first; step < end; step += result.every) {
        result.steps.push_back(static_cast<std::int32_t>(step));
    }
    result.masses.resize(static_cast<std::size_t>(result.layers) * result.steps.size());
    for (std::int32_t layer = 0; layer < result.layers; ++layer) {
        if (!judge.layer(result, layer)) {
            return fail(Code::Cancelled, "hindsight", "no longer wanted");
        }
    }
    return result;
}

std::vector<MissedToken> missedTokens(const Recording& recording, std::int32_t lane, std::int32_t layer,
                                      std::int64_t step, std::size_t most, const std::function<bool()>& stale) {
    if (!whyNoHindsight(recording, lane).empty()) {
        return {};
    }
    const std::int64_t steps = commonSteps(recording, lane);
    const Trace& trace = recording.trace(lane);
    if (step < 0 || step >= steps - 1 || layer < 0 || layer >= trace.shape().layers) {
        return {};
    }
    LaterAttention later(recording, lane, layer, steps);
    for (std::int64_t row = step + 1; row < steps; ++row) {
        if (stale && stale()) {
            return {};
        }
        later.add(row);
    }
    metrics::HindsightScratch scratch;
    std::vector<std::uint8_t> held;
    std::map<std::int32_t, MissedToken> missed;
    double all = 0;
    for (std::int32_t unit = 0; unit < trace.shape().units; ++unit) {
        const auto future = later.of(unit, step);
        const std::vector<std::int32_t> dropped = trace.evictedAt(step, layer, unit);
        heldAt(dropped, step, held);
        const auto count = static_cast<std::size_t>(std::ranges::count(held, std::uint8_t{1}));
        const double cut = metrics::bestSetCut(future, count, scratch);
        for (std::size_t token = 0; token < future.size(); ++token) {
            all += future[token];
            if (held[token] == 0 && future[token] >= cut && future[token] > 0) {
                MissedToken& entry = missed[static_cast<std::int32_t>(token)];
                entry.token = static_cast<std::int32_t>(token);
                entry.share += future[token];
                entry.evictedAt = std::max(entry.evictedAt, dropped[token]);
            }
        }
    }
    std::vector<MissedToken> list;
    for (const auto& [token, entry] : missed) {
        list.push_back({entry.token, entry.share / all, entry.evictedAt});
    }
    std::ranges::stable_sort(list, [](const MissedToken& a, const MissedToken& b) { return a.share > b.share; });
    list.resize(std::min(list.size(), most));
    return list;
}

}  // namespace kvw
