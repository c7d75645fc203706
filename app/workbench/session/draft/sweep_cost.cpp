// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/sweep_cost.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace kvw::wb {

namespace {

constexpr double kLanes = 2;  // the full cache and the policy

struct Words {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::SweepCost)
};

struct Unit {
    double seconds;
    const char* name;
    int digits;
};
Unit unitOf(double seconds) {
    return seconds < 90     ? Unit{1, QT_TRANSLATE_NOOP("kvw::wb::SweepCost", "s"), 0}
           : seconds < 5400 ? Unit{60, QT_TRANSLATE_NOOP("kvw::wb::SweepCost", "min"), 0}
                            : Unit{3600, QT_TRANSLATE_NOOP("kvw::wb::SweepCost", "h"), 1};
}

Spread spreadBy(const std::vector<SweepRow>& rows, double SweepRow::*number) {
    std::vector<double> values;
    for (const SweepRow& row : rows) {
        values.push_back(row.*number);
    }
    return spreadOf(values);
}

}  // namespace

std::optional<SecondsRange> secondsOfRun(const std::vector<SweepRow>& rows) {
    const Spread seconds = spreadBy(rows, &SweepRow::seconds);
    return seconds.count == 0 ? std::nullopt : std::optional(SecondsRange{seconds.mean, seconds.mean});
}

std::optional<SecondsRange> secondsOfRun(const Recording& measured, const RunDraft::Plan& planned) {
    double prefillMs = 0, decodeMs = 0, decoded = 0;
    const std::vector<std::int32_t> traced = measured.tracedLanes();
    const auto lanes = static_cast<std::int32_t>(traced.size());
    for (const std::int32_t lane : traced) {
        const Trace& trace = measured.trace(lane);
        prefillMs = std::fmax(prefillMs, measured.ttft(lane));
        for (std::int64_t step = measured.description().promptTokens; step < trace.steps(); ++step) {
            const double ms = trace.step(step).ms();
            if (std::isfinite(ms)) {
                decodeMs += ms;
                ++decoded;
            }
        }
    }
    const auto prompt = static_cast<double>(measured.description().promptTokens);
    if (decoded < 1 || decodeMs <= 0 || prompt < 1) {
        return std::nullopt;
    }
    const double decode = kLanes * static_cast<double>(planned.decode) * decodeMs / decoded / 1000;
    const double prefill = kLanes * static_cast<double>(planned.prompt) * prefillMs / lanes / prompt / 1000;
    return SecondsRange{decode, decode + prefill};
}

std::optional<SecondsRange> secondsOfRun(const std::vector<LibraryEntry>& measured, const std::string& model,
                                         const std::string& machine, const RunDraft::Plan& planned) {
    std::optional<SecondsRange> all;
    for (const LibraryEntry& entry : measured) {
        if (entry.model != model || entry.machine != machine || machine.empty() || !(entry.tpotMs > 0)) {
            continue;
        }
        const double decode = kLanes * static_cast<double>(planned.decode) * entry.tpotMs / 1000;
        const bool known = std::isfinite(entry.ttftMs) && entry.lanes > 0 && entry.promptTokens > 0;
        const double each =
            known ? entry.ttftMs / static_cast<double>(entry.lanes) / static_cast<double>(entry.promptTokens) : 0;
        const SecondsRange one{decode, decode + kLanes * static_cast<double>(planned.prompt) * each / 1000};
        all = all ? SecondsRange{std::min(all->low, one.low), std::max(all->high, one.high)} : one;
    }
    return all;
}

SecondsRange secondsOfAll(SecondsRange each, std::size_t runs, int workers) {
    const auto count = static_cast<double>(runs);
    const double together = std::clamp(static_cast<double>(workers), 1.0, std::max(1.0, count));
    return {each.low * count / together, each.high * count};
}

std::optional<double> secondsLeft(std::vector<double> durations, const std::vector<double>& elapsed,
                                  std::size_t waiting, int workers) {
    if (durations.empty()) {
        return std::nullopt;
    }
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    const double each = *middle;
    const double started = std::accumulate(elapsed.begin(), elapsed.end(), 0.0, [each](double sum, double seconds) {
        return sum + std::max(0.0, each - seconds);
    });
    const double together =
        std::clamp(static_cast<double>(workers), 1.0, std::max(1.0, static_cast<double>(waiting + elapsed.size())));
    return (each * static_cast<double>(waiting) + started) / together;
}

std::optional<SecondsRange> leftOf(SecondsRange planned, double elapsed) {
    if (elapsed >= planned.high) {
        return std::nullopt;
    }
    return SecondsRange{std::max(0.0, planned.low - elapsed), planned.high - elapsed};
}

double diskBytesOf(const std::vector<SweepRow>& rows, std::size_t runs, const RunDraft& draft) {
    constexpr double kStepBytes = 150, kLayerBytes = 60;  // a line of steps.csv and of layers.csv
    const RunDraft::ModelFacts model = draft.modelFacts();
    const double tokens = kLanes * static_cast<double>(draft.planned().total());
    const Spread known = spreadBy(rows, &SweepRow::diskBytes);
    const double each =
        known.count > 0 ? known.mean
                        : tokens * (kStepBytes + kLayerBytes * static_cast<double>(model.layers * (1 + model.kvHeads)));
    return static_cast<double>(runs) * each;
}

double memoryBytesOf(const RunDraft& draft, int workers) {
    const RunDraft::ModelFacts model = draft.modelFacts();
    const double cache = static_cast<double>(model.kvBytesPerToken * draft.planned().total());
    return workers * (static_cast<double>(model.weightBytes) + kLanes * cache);
}

QString durationText(SecondsRange seconds) {
    if (seconds.high < 1) {
        return Words::tr("less than a second");
    }
    const Unit unit = unitOf(seconds.high);
    const auto say = [&unit](double value) { return QString::number(value / unit.seconds, 'f', unit.digits); };
    const QString low = say(seconds.low), high = say(seconds.high);
    const QString both = low == high || seconds.low / unit.seconds < 0.5 ? high : Words::tr("%1 to %2").arg(low, high);
    const QString most = low != high && both == high ? Words::tr("up to %1").arg(both) : both;
    return most + QLatin1Char(' ') + Words::tr(unit.name);
}

QString aboutText(SecondsRange seconds) {
    const QString text = durationText(seconds);
    return seconds.low == seconds.high && seconds.high >= 1 ? Words::tr("about %1").arg(text) : text;
}

}  // namespace kvw::wb
