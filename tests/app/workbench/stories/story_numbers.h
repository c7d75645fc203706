// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers that the shipped stories say, each beside what it is measured as: on the run that is shown when its page was
/// played, as the story makes it.
#pragma once

#include <QRegularExpression>
#include <QString>
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/analysis/prune_series.h"
#include "core/trace/recording.h"

namespace kvw::tests {

struct StoryNumber {
    const char* story;
    int page;           ///< from 1
    const char* words;  ///< of the English page; the last number in them
    std::function<double(const Recording&)> measure;
    double within = 0;  ///< 0: half of the last digit that is said
};

inline auto summary(int lane, const char* key) {
    return [=](const Recording& run) { return summarize(run, lane)[key].get<double>(); };
}
/// Mean NLL of an answer, nats per token; `probe` from 1.
inline auto answer(int lane, std::size_t probe) {
    return [=](const Recording& run) { return probeResults(run, lane).at(probe - 1).nll; };
}
/// Highest of the first `count` answers with the full cache.
inline auto dearestWithFull(int lane, std::size_t count) {
    return [=](const Recording& run) {
        double highest = 0;
        const auto results = probeResults(run, lane);
        for (std::size_t i = 0; i < count; ++i) {
            highest = std::max(highest, results.at(i).nllFull);
        }
        return highest;
    };
}
/// Budget of a layer after the prompt.
inline auto budget(int lane, int layer) {
    return [=](const Recording& run) {
        return static_cast<double>(run.trace(lane).layer(run.description().promptTokens - 1, layer).budget);
    };
}
inline double perLayer(const Trace& trace, std::int64_t tokens) {
    return static_cast<double>(tokens) / trace.shape().layers / trace.shape().parts();
}
/// Tokens per layer at most, with those that the step then drops.
inline auto mostHeld(int lane) {
    return [=](const Recording& run) {
        const Trace& trace = run.trace(lane);
        double most = 0;
        for (std::int64_t step = 0; step < trace.steps(); ++step) {
            most = std::max(most, perLayer(trace, trace.step(step).heldTotal + trace.step(step).evictedNow));
        }
        return most;
    };
}
/// Tokens per layer behind a prune event, from 1.
inline auto heldBehind(int lane, std::size_t prune) {
    return [=](const Recording& run) {
        const Trace& trace = run.trace(lane);
        return perLayer(trace, trace.step(trace.pruneSteps().at(prune - 1)).heldTotal);
    };
}
inline auto pruneStep(int lane, std::size_t prune) {
    return [=](const Recording& run) { return static_cast<double>(run.trace(lane).pruneSteps().at(prune - 1)); };
}
/// Nats over the baseline behind a prune event.
inline auto spike(int lane, std::size_t prune) {
    return [=](const Recording& run) { return pruneSeries(run, lane).groups().at(prune - 1).spike->size; };
}
/// Mean NLL of the tokens from `from` to before `to`.
inline auto between(int lane, std::int64_t from, std::int64_t to) {
    return [=](const Recording& run) {
        const Trace& trace = run.trace(lane);
        double sum = 0;
        const std::int64_t end = std::min(to, trace.steps());
        for (std::int64_t step = from; step < end; ++step) {
            sum += trace.step(step).nll;
        }
        return sum / static_cast<double>(end - from);
    };
}
/// Percent of attention that the rows of a layer give to token 0 on average over rows and heads.
inline auto percentOnFirst(int layer) {
    return [=](const Recording& run) {
        const Trace& trace = run.trace(0);
        double sum = 0;
        std::int64_t rows = 0;
        for (std::int64_t step = 1; step < trace.steps(); ++step) {
            const auto row = trace.rows(step, layer);
            for (const auto& head : row.value().heads) {
                sum += head.tokens.front() == 0 ? static_cast<double>(head.probs.front()) : 0;
                ++rows;
            }
        }
        return 100 * sum / static_cast<double>(rows);
    };
}
inline auto tokens() {
    return [](const Recording& run) { return static_cast<double>(run.trace(0).steps()); };
}

inline const std::vector<StoryNumber>& storyNumbers() {
    static const std::vector<StoryNumber> numbers = {
        {"01-sinks", 1, "it gets 40", percentOnFirst(3), 3},
        {"01-sinks", 2, "keeps all 1530", tokens()},
        {"01-sinks", 3, "With four sinks the loss over the whole text is about 0.06", summary(1, "delta_nll")},
        {"01-sinks", 3, "is about 0.06", summary(2, "delta_nll"), 0.006},
        {"01-sinks", 3, "is about 0.17", summary(3, "delta_nll")},
        {"01-sinks", 5, "it gets 72", percentOnFirst(24), 1},
        {"01-sinks", 5, "leaves it 1.5", percentOnFirst(11), 0.2},

        {"02-forgotten-fact", 2, "for an answer: about 0.04", summary(0, "answers_nll")},
        {"02-forgotten-fact", 2, "would cost 7.6", [](const Recording&) { return std::log(2048.0); }},
        {"02-forgotten-fact", 3, "cost about 5", answer(1, 3)},
        {"02-forgotten-fact", 3, "cost about 5 to 6", answer(1, 1)},
        {"02-forgotten-fact", 3, "against 0.14", dearestWithFull(1, 4)},
        {"02-forgotten-fact", 3, "is only 0.1", summary(1, "delta_nll")},
        {"02-forgotten-fact", 5, "selected 260", budget(2, 0)},
        {"02-forgotten-fact", 4, "one costs 0.3", answer(1, 8)},
        {"02-forgotten-fact", 4, "one 0.9", answer(1, 6)},
        {"02-forgotten-fact", 5, "some 90",
         [](const Recording& run) {
             const Trace& trace = run.trace(2);
             return 100 * perLayer(trace, trace.step(trace.steps() - 1).heldTotal) / static_cast<double>(trace.steps());
         },
         2},
        {"02-forgotten-fact", 6, "0.18", answer(1, 1)},
        {"02-forgotten-fact", 7, "is long: 1404", heldBehind(1, 1)},
        {"02-forgotten-fact", 7, "the 36",
         [](const Recording& run) { return mostHeld(1)(run) - heldBehind(1, 1)(run); }},
        {"02-forgotten-fact", 10, "more than 4", [](const Recording& run) { return std::floor(answer(1, 1)(run)); }},

        {"03-heavy-hitters", 3, "loses about 0.41", summary(1, "delta_nll")},
        {"03-heavy-hitters", 3, "TOVA 0.38", summary(3, "delta_nll")},
        {"03-heavy-hitters", 3, "H2O 0.33", summary(2, "delta_nll")},
        {"03-heavy-hitters", 5, "About 0.27", summary(1, "delta_nll")},
        {"03-heavy-hitters", 5, "0.33", summary(2, "delta_nll")},
        {"03-heavy-hitters", 5, "0.40", summary(3, "delta_nll")},
        {"03-heavy-hitters", 5, "cost about 4", summary(1, "answers_nll")},
        {"03-heavy-hitters", 5, "and 5", summary(2, "answers_nll")},
        {"03-heavy-hitters", 5, "and 5", summary(3, "answers_nll")},
        {"03-heavy-hitters", 5, "against 0.1", summary(0, "answers_nll")},

        {"04-layer-budgets", 2, "from 466", budget(2, 0)},
        {"04-layer-budgets", 2, "466 to 46", budget(2, 5)},
        {"04-layer-budgets", 2, "some 670", budget(3, 5), 10},
        {"04-layer-budgets", 2, "than the 32", budget(3, 0), 4},
        {"04-layer-budgets", 2, "about 480", budget(4, 0), 10},
        {"04-layer-budgets", 5, "layer holds 46", budget(2, 5)},
        {"04-layer-budgets", 6, "pyramid loses about 0.17", summary(2, "delta_nll")},
        {"04-layer-budgets", 6, "about 0.09", summary(1, "delta_nll")},
        {"04-layer-budgets", 6, "about 0.09", summary(4, "delta_nll")},
        {"04-layer-budgets", 6, "CAKE about 0.04", summary(3, "delta_nll")},
        {"04-layer-budgets", 6, "about 1.5", summary(2, "answers_nll")},
        {"04-layer-budgets", 6, "0.6", summary(3, "answers_nll")},
        {"04-layer-budgets", 6, "0.6 to 0.8", summary(4, "answers_nll"), 0.06},

        {"05-lazy-pruning", 2, "rise to 388", mostHeld(2)},
        {"05-lazy-pruning", 2, "back to 260", heldBehind(2, 1)},
        {"05-lazy-pruning", 3, "at step 899", pruneStep(2, 5)},
        {"05-lazy-pruning", 3, "more than 7", [](const Recording& run) { return std::floor(spike(2, 5)(run)); }},
        {"05-lazy-pruning", 3, "those at 1283", pruneStep(2, 8)},
        {"05-lazy-pruning", 3, "and 1411", pruneStep(2, 9)},
        {"05-lazy-pruning", 3, "almost 9", [](const Recording& run) { return std::ceil(spike(2, 8)(run)); }},
        {"05-lazy-pruning", 3, "at steps 515", pruneStep(2, 2)},
        {"05-lazy-pruning", 3, "and 387", pruneStep(2, 1)},
        {"05-lazy-pruning", 4, "loses about 0.32", summary(1, "delta_nll")},
        {"05-lazy-pruning", 4, "About 0.31", summary(2, "delta_nll")},
        {"05-lazy-pruning", 4, "prunes 9", summary(2, "prune_events")},
        {"05-lazy-pruning", 5, "as lane 2, 0.30", summary(3, "delta_nll")},
        {"05-lazy-pruning", 7, "some 33", summary(1, "prune_events")},
        {"05-lazy-pruning", 7, "up to 388", mostHeld(1)},

        {"06-past-the-context", 4, "near 2.0", between(0, 512, 2000)},
        {"06-past-the-context", 4, "near 2.0", between(1, 512, 2000)},
        {"06-past-the-context", 4, "about 2.9", between(0, 3000, 4000)},
        {"06-past-the-context", 4, "2.9 against 1.8", between(1, 3000, 4000)},
        {"06-past-the-context", 4, "about 3.6", between(0, 4000, 5000)},
        {"06-past-the-context", 4, "3.6 against 1.6", between(1, 4000, 5000)},
        {"06-past-the-context", 5, "about 1.88", summary(2, "mean_nll")},
        {"06-past-the-context", 5, "against 1.81", summary(1, "mean_nll")},
    };
    return numbers;
}

/// A run that the last page of a story prepares and the learner starts.
inline const std::vector<StoryNumber>& numbersOfLastRuns() {
    static const std::vector<StoryNumber> numbers = {
        {"03-heavy-hitters", 6, "window loses about 0.01", summary(1, "delta_nll")},
        {"03-heavy-hitters", 6, "in halves 0.03", summary(3, "delta_nll")},
        {"03-heavy-hitters", 6, "0.13", summary(2, "delta_nll")},
    };
    return numbers;
}

/// The fault of it; empty: none.
inline QString wrongNumber(const StoryNumber& number, const QString& page, const Recording& run) {
    const QString words = QString::fromUtf8(number.words);
    if (!page.simplified().contains(words)) {
        return QStringLiteral("page %1 does not say “%2”").arg(number.page).arg(words);
    }
    static const QRegularExpression kNumber(QStringLiteral("([0-9]+)(\\.([0-9]+))?$"));
    const auto match = kNumber.match(words);
    const double said = match.captured().toDouble();
    const double digit = std::pow(10.0, -static_cast<double>(match.captured(3).size()));
    const double within = number.within > 0 ? number.within : digit / 2 + 1e-9;
    const double measured = number.measure(run);
    return std::abs(measured - said) <= within
               ? QString()
               : QStringLiteral("page %1 says “%2”, measured: %3").arg(number.page).arg(words).arg(measured);
}

}  // namespace kvw::tests
