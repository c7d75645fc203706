// SPDX-License-Identifier: Apache-2.0
/// Figures by their ids, and the sets of them that are exported.
#include <fmt/format.h>

#include <optional>

#include "core/analysis/attention/attention_ages.h"
#include "core/base/text_format.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_budgets.h"
#include "core/figures/builders/figure_cache.h"
#include "core/figures/builders/figure_hindsight.h"
#include "core/figures/builders/figure_layers.h"
#include "core/figures/builders/figure_margins.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figure_id_words.h"
#include "core/figures/figure_request.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

using Builder = FigureSpec (*)(const Recording&, std::int32_t);

constexpr const char *kLanes = "attention-lanes-layer-", *kSteps = "-steps", *kOverlapBelow = "-overlap-lane-";

/// Returns the number that follows `prefix` at the end of an id; none if there is anything else.
std::optional<std::int32_t> numberAfter(const std::string& id, const std::string& prefix) {
    if (id.rfind(prefix, 0) != 0) {
        return std::nullopt;
    }
    const auto number = bundle::parseInteger(std::string_view(id).substr(prefix.size()));
    return number && *number >= 0 && *number < 1000000 ? std::optional(static_cast<std::int32_t>(*number))
                                                       : std::nullopt;
}

/// Returns the reason why only the window draws that figure; empty: there is none.
Phrase whyOnlyInTheWindow(const std::string& id) {
    constexpr std::pair<const char*, const char*> kReasons[] = {
        {"what-if",
         "what another policy would keep is selected from observations of the prompt, which no bundle holds"},
        {"strip", "it is the text as it lay in the window"},
        {"playground", "its budgets follow from what was tried in the dock, which no run has"},
        {"run-difference", "it is of two runs, and a bundle is one"},
        {"sweep", "it is of many runs, and a bundle is one"}};
    for (const auto& [name, reason] : kReasons) {
        if (IdWords(id, name).named()) {
            return reason;
        }
    }
    return {};
}

/// Returns an error about the first number of the id that the run does not have; none: the words are wrong.
std::optional<Error> wrongNumber(const std::string& id, const Trace& trace) {
    const auto refuse = [&](const char* why, Phrase expected) {
        return Error{Code::BadUsage, why, "figures", std::move(expected), '"' + id + '"'};
    };
    const auto upTo = [](const char* what, std::int64_t count) {
        return fmt::format("{0}-0 ... {0}-{1}", what, count - 1);
    };
    const TraceShape& shape = trace.shape();
    for (const auto& [word, numbers] : FigureRequest::parse(id).parts) {
        const bool range = word == "steps" || word == "tokens" || word == "slots";
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double number = numbers[i];
            if (word == "layer" && number >= shape.layers) {
                return refuse("the model has no such layer", upTo("layer", shape.layers));
            }
            if (word == "head" && number >= shape.queryHeads) {
                return refuse("the model has no such head", upTo("head", shape.queryHeads));
            }
            if ((word == "step" || word == "steps" || word == "tokens") &&
                number >= static_cast<double>(trace.steps())) {
                return refuse("the run is not that long", fmt::format("0 ... {}", trace.steps() - 1));
            }
            if (range && i % 2 == 1 && numbers[i - 1] > number) {
                return refuse("the range ends before it begins", fmt::format("{}-{}-{}", word, number, numbers[i - 1]));
            }
        }
    }
    return std::nullopt;
}

Result<FigureSpec> noSuchFigure(const std::string& id, const Trace& trace) {
    if (const Phrase reason = whyOnlyInTheWindow(id); !reason.empty()) {
        return fail(Code::BadUsage, "figures", phrase("this figure cannot be made from its ID: %1", reason),
                    '"' + id + '"', "a figure of the run, or the window: drop the exported file on it");
    }
    if (auto error = wrongNumber(id, trace)) {
        return tl::unexpected(std::move(*error));
    }
    return fail(
        Code::BadUsage, "figures", "there is no such figure", '"' + id + '"',
        phrase("nll[-lanes][-threshold-N], budgets[-share|-bytes][-heads-layer-N|-all-lanes][-step-N], "
               "inequality[-exact][-head-N] (gini, entropy, variance likewise), reach[-shares][-head-N] "
               "(effective-tokens, mean-distance, span, normalised-entropy, evicted-mass likewise), memory, "
               "hindsight[-protected], ages, probes, preference[-tau1-N][-tau2-N][-capacity-N], layer-shape, cascade, "
               "comparison, perplexity, memory-length, lanes-mean-nll, -mean-delta, -nll, -delta, -kl, -bytes, "
               "lanes-mean-less-lane-N, lanes-less-lane-N, overlap-lane-N[-step-N] (also behind those of lanes), "
               "cache-map[-age|-attention|-score][-by-slot][-head-N][-step-N][-tokens-N-N|-slots-N-N], "
               "keepset-layer-N[-head-N], "
               "attention-layer-N[-head-N][-mean][-linear][-steps-N-N][-tokens-N-N][-margins-step-N[-of-N-N]], "
               "attention-lanes-layer-N likewise with [-lanes-N-N], attention-margins-layer-N[-step-N][-tokens-N-N] or "
               "lorenz-layer-N[-head-N][-step-N] of %1 layers; [-steps-N-N] behind those over steps",
               trace.shape().layers));
}

/// Draws the ages of the decoded rows, since rows of a prompt that was read in one piece are of another kind; of the
/// prompt's rows, if there are no others.
FigureSpec agesOfDecode(const Recording& recording, std::int32_t lane) {
    const std::int64_t steps = recording.trace(lane).steps();
    return ages(recording, lane, agesBegin(recording.description().promptTokens, steps), steps - 1);
}

/// Draws the preferences at the settings of the lane.
FigureSpec preferenceOfLane(const Recording& recording, std::int32_t lane) {
    return preference(recording, lane, preferencePlan(recording.description().lanes[static_cast<std::size_t>(lane)]));
}

/// Draws hindsight against any set.
FigureSpec hindsightOfLane(const Recording& recording, std::int32_t lane) {
    return hindsight(recording, lane, HindsightFigure{});
}

/// Removes "-step-12" from the end and returns the number.
std::optional<std::int32_t> cutNumber(std::string& id, const char* prefix) {
    const auto at = id.find(prefix);
    const auto number = at == std::string::npos ? std::nullopt : numberAfter(id.substr(at), prefix);
    if (number) {
        id.resize(at);
    }
    return number;
}

/// Draws "inequality", "gini", "entropy" or "variance", also with "-exact", of a part (-1: all heads). None: it is
/// another id, or the values were not recorded.
std::optional<FigureSpec> inequalityById(const Recording& recording, std::int32_t lane, std::string front,
                                         std::int32_t part, const std::optional<Range>& steps) {
    constexpr std::string_view kExact = "-exact";
    const bool exact = front.ends_with(kExact);
    if (measuredPart(recording.trace(lane), part) != part || (exact && recording.trace(lane).rowBytesStored() == 0)) {
        return std::nullopt;
    }
    front.resize(front.size() - (exact ? kExact.size() : 0));
    const ShapeSource source = exact ? ShapeSource::Rows : ShapeSource::Recorded;
    if (front == "inequality") {
        return inequalityOf(recording, lane, part, source);
    }
    const auto metric = layerMetricOf(front);
    return metric && !isReach(*metric) ? std::optional(layerMetric(recording, lane, *metric, part, steps, source))
                                       : std::nullopt;
}

/// Draws "reach", "reach-shares", "effective-tokens" and the like of a part (-1: all heads). None: it is another id, or
/// no rows were recorded.
std::optional<FigureSpec> reachById(const Recording& recording, std::int32_t lane, const std::string& front,
                                    std::int32_t part, const std::optional<Range>& steps) {
    const Trace& trace = recording.trace(lane);
    if (measuredPart(trace, part, LayerMetric::EffectiveTokens) != part || trace.rowBytesStored() == 0) {
        return std::nullopt;
    }
    if (front == "reach" || front == "reach-shares") {
        return reachOf(recording, lane, part, front == "reach" ? ReachFigure::Tokens : ReachFigure::Shares);
    }
    const auto metric = layerMetricOf(front);
    return metric && isReach(*metric) ? std::optional(layerMetric(recording, lane, *metric, part, steps))
                                      : std::nullopt;
}

/// Draws "lorenz-layer-N[-head-N][-step-N]"; without a step the last one.
Result<FigureSpec> lorenzById(const Recording& recording, std::int32_t lane, const std::string& id) {
    const Trace& trace = recording.trace(lane);
    std::string front = id;
    const auto step = cutNumber(front, "-step-"), head = cutNumber(front, "-head-");
    const auto layer = numberAfter(front, "lorenz-layer-");
    if (!layer || *layer >= trace.shape().layers || head.value_or(-1) >= trace.shape().queryHeads ||
        step.value_or(-1) >= trace.steps()) {
        return noSuchFigure(id, trace);
    }
    return lorenz(recording, lane, *layer, head.value_or(-1), step ? *step : trace.steps() - 1);
}

/// Draws "attention-margins-layer-N[-step-N][-tokens-N-N]"; without a step the last one.
Result<FigureSpec> marginsById(const Recording& recording, std::int32_t lane, const std::string& id) {
    const Trace& trace = recording.trace(lane);
    std::int64_t step = trace.steps() - 1;
    std::vector<std::int32_t> tokens;
    IdWords words(id, "attention-margins-layer");
    const std::int32_t layer = words.number(trace.shape().layers);
    while (words.more()) {
        if (words.take("step")) {
            step = words.number(trace.steps());
        } else if (words.take("tokens")) {
            tokens = words.runs(trace.steps());
        } else {
            words.refuse();
        }
    }
    if (!words.known()) {
        return noSuchFigure(id, trace);
    }
    return attentionMargins(recording, lane, layer, step, tokens);
}

/// Draws "lanes-kl", "lanes-less-lane-N", "overlap-lane-N[-step-N]", "lanes-kl-overlap-lane-N-step-N"; without a step
/// the last one.
Result<FigureSpec> lanesById(const Recording& recording, const std::string& id) {
    const auto refused = [&] { return noSuchFigure(id, recording.trace(0)); };
    if (const auto both = id.find(kOverlapBelow); both != std::string::npos && id.starts_with("lanes-")) {
        auto curves = lanesById(recording, id.substr(0, both));
        auto below = lanesById(recording, id.substr(both + 1));
        if (!curves || !below) {
            return refused();
        }
        addOverlap(*curves, std::move(*below));
        return curves;
    }
    std::string front = id;
    const auto step = cutNumber(front, "-step-"), lane = cutNumber(front, "-lane-");
    const auto curve = laneCurveOf(front);
    const bool less = curve == LaneCurve::MeanLess || curve == LaneCurve::Less;
    if (lane && (*lane >= recording.lanes() || !recording.hasTrace(*lane))) {
        return refused();
    }
    if (curve && less == lane.has_value() && !step) {
        return laneCurves(recording, *curve, lane.value_or(0));
    }
    if (front == "overlap" && lane && step.value_or(0) < recording.trace(*lane).steps()) {
        return overlap(recording, *lane, step ? *step : recording.trace(*lane).steps() - 1);
    }
    return refused();
}

}  // namespace

std::vector<FigureSpec> exportOnly(const Recording& recording, std::int32_t lane) {
    std::vector<FigureSpec> list;
    if (recording.trace(lane).steps() == 0) {
        return list;
    }
    if (recording.trace(lane).rowBytesStored() > 0) {
        list.push_back(lorenz(recording, lane, 0, -1, recording.trace(lane).steps() - 1));
    }
    for (const Builder build : {agesOfDecode, gini, preferenceOfLane, layerShape, cascade, hindsightOfLane, probes}) {
        if (FigureSpec figure = build(recording, lane); !figure.panels[0].empty()) {
            list.push_back(std::move(figure));
        }
    }
    return list;
}

std::vector<FigureSpec> shared(const Recording& recording) {
    std::vector<FigureSpec> list;
    if (recording.lanes() > 1) {
        list.push_back(comparison(recording));
        list.push_back(perplexity(recording));
        list.push_back(memoryLength(recording));
        if (FigureSpec maps = attentionLanes(recording, {}); !maps.panels.empty()) {
            list.push_back(std::move(maps));
        }
    }
    return list;
}

bool isShared(const std::string& named) {
    const std::string id = named.substr(0, named.find(kSteps));
    return id == "comparison" || id == "perplexity" || id == "memory-length" || id.starts_with(kLanes) ||
           id.starts_with("lanes-") || id.starts_with("overlap-");
}

namespace {

/// Draws a figure without layer and head, by an id without "-steps-100-300" at its end.
std::optional<FigureSpec> plainById(const Recording& recording, std::int32_t lane, const std::string& id) {
    constexpr std::pair<const char*, Builder> kPlain[] = {{"memory", memory},
                                                          {"ages", agesOfDecode},
                                                          {"layer-shape", layerShape},
                                                          {"cascade", cascade},
                                                          {"probes", probes}};
    if (const auto what = nllFigureOf(id)) {
        return nllFigure(recording, lane, *what);
    }
    for (const auto& [name, build] : kPlain) {
        if (id == name) {
            return build(recording, lane);
        }
    }
    constexpr std::pair<const char*, FigureSpec (*)(const Recording&)> kOfAll[] = {
        {"comparison", comparison}, {"perplexity", perplexity}, {"memory-length", memoryLength}};
    for (const auto& [name, build] : kOfAll) {
        if (id == name) {
            return build(recording);
        }
    }
    return std::nullopt;
}

/// Draws a figure with settings of its own, which may include a range of steps.
std::optional<FigureSpec> settingById(const Recording& recording, std::int32_t lane, const std::string& id) {
    const Trace& trace = recording.trace(lane);
    if (const auto what = budgetFigureOf(recording, lane, id)) {
        return budgets(recording, lane, *what);
    }
    if (const auto what = cacheFigureOf(trace, id)) {
        return cacheMap(recording, lane, *what);
    }
    if (const auto what = hindsightFigureOf(trace, id)) {
        return hindsight(recording, lane, *what);
    }
    if (const auto plan = preferencePlanOf(recording, lane, id)) {
        return preference(recording, lane, *plan);
    }
    if (const auto what = attentionLanesOf(recording, lane, id)) {
        return attentionLanes(recording, *what);
    }
    if (const auto what = attentionFigureOf(trace, id)) {
        return attention(recording, lane, *what);
    }
    return std::nullopt;
}

/// Draws a figure. `steps`: the range that was cut off the id; some builders draw finer cells within it.
Result<FigureSpec> byIdWithoutSteps(const Recording& recording, std::int32_t lane, const std::string& id,
                                    const std::optional<Range>& steps) {
    if (id == "ages" && steps) {
        return ages(recording, lane, steps->first, steps->last);
    }
    if (auto figure = plainById(recording, lane, id)) {
        return std::move(*figure);
    }
    if (id.starts_with("lanes-") || id.starts_with("overlap-")) {
        return lanesById(recording, id);
    }
    const Trace& trace = recording.trace(lane);
    const TraceShape& shape = trace.shape();
    const auto head = id.find("-head-");
    const std::string front = id.substr(0, head);
    std::int32_t unit = -1;
    if (head != std::string::npos) {
        unit = numberAfter(id.substr(head), "-head-").value_or(1000000);
    }
    if (const auto figure = inequalityById(recording, lane, front, unit, steps)) {
        return *figure;
    }
    if (const auto figure = reachById(recording, lane, front, unit, steps)) {
        return *figure;
    }
    if (const auto layer = numberAfter(front, "keepset-layer-"); layer && *layer < shape.layers && unit < shape.units) {
        return keepset(recording, lane, *layer, unit);
    }
    if (id.starts_with("attention-margins-")) {
        return marginsById(recording, lane, id);
    }
    if (front.rfind("lorenz-layer-", 0) == 0) {
        return lorenzById(recording, lane, id);
    }
    return noSuchFigure(id, trace);
}

}  // namespace

Result<FigureSpec> byId(const Recording& recording, std::int32_t lane, const std::string& id) {
    if (auto figure = settingById(recording, lane, id)) {
        return std::move(*figure);
    }
    const Trace& trace = recording.trace(lane);
    const auto at = id.find(kSteps);
    if (at == std::string::npos) {
        return byIdWithoutSteps(recording, lane, id, std::nullopt);
    }
    IdWords words(std::string_view(id).substr(at), kSteps);
    const Range steps = words.range(trace.steps());
    if (!words.known()) {
        return noSuchFigure(id, trace);
    }
    const std::string front = id.substr(0, at);
    auto figure = byIdWithoutSteps(recording, lane, front, steps);
    // Ages have no step axis: the range selects their rows.
    return !figure || front == "ages" || cropSteps(*figure, steps) ? figure : noSuchFigure(id, trace);
}

}  // namespace kvw::figures
