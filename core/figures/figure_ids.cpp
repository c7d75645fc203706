// SPDX-License-Identifier: Apache-2.0
/// Figures by their ids, and the sets of them that are exported.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/analysis/attention/attention_ages.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_budgets.h"
#include "core/figures/builders/figure_cache.h"
#include "core/figures/builders/figure_cascade_design.h"
#include "core/figures/builders/figure_hindsight.h"
#include "core/figures/builders/figure_layers.h"
#include "core/figures/builders/figure_needle.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/builders/figure_pooled.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figure_request.h"
#include "core/figures/figures.h"
#include "core/figures/print/figure_print.h"

namespace kvw::figures {
namespace {

using Builder = FigureSpec (*)(const Recording&, std::int32_t);

/// Returns the reason why only the window draws that figure; empty: there is none.
Phrase whyOnlyInTheWindow(const FigureRequest& request) {
    constexpr std::pair<const char*, const char*> kReasons[] = {
        {"what-if",
         "what another policy would keep is selected from observations of the prompt, which no bundle holds"},
        {"strip", "it is the text as it lay in the window"},
        {"playground", "its budgets follow from what was tried in the dock, which no run has"},
        {"run-difference", "it is of two runs, and a bundle is one"},
        {"sweep", "it is of many runs, and a bundle is one"}};
    for (const auto& [name, reason] : kReasons) {
        if (request.isA(name)) {
            return reason;
        }
    }
    return {};
}

/// Returns an error about the first number of the id that the run does not have; none: the words are wrong.
std::optional<Error> wrongNumber(const std::string& id, const FigureRequest& request, const Trace& trace) {
    const auto refuse = [&](const char* why, Phrase expected) {
        return Error{Code::BadUsage, why, "figures", std::move(expected), '"' + id + '"'};
    };
    const auto upTo = [](const char* what, std::int64_t count) {
        return fmt::format("{0}-0 ... {0}-{1}", what, count - 1);
    };
    const TraceShape& shape = trace.shape();
    for (const auto& [word, numbers] : request.parts) {
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

Result<FigureSpec> noSuchFigure(const std::string& id, const FigureRequest& request, const Trace& trace) {
    if (const Phrase reason = whyOnlyInTheWindow(request); !reason.empty()) {
        return fail(Code::BadUsage, "figures", phrase("this figure cannot be made from its ID: %1", reason),
                    '"' + id + '"', "a figure of the run, or the window: drop the exported file on it");
    }
    if (auto error = wrongNumber(id, request, trace)) {
        return tl::unexpected(std::move(*error));
    }
    return fail(
        Code::BadUsage, "figures", "there is no such figure", '"' + id + '"',
        phrase("nll[-lanes][-mean|-each][-threshold-N], budgets[-share|-bytes][-heads-layer-N|-all-lanes][-step-N], "
               "inequality[-exact][-head-N] (gini, entropy, variance likewise), reach[-shares][-head-N] "
               "(effective-tokens, mean-distance, span, normalised-entropy, evicted-mass likewise), memory, "
               "hindsight[-protected], ages, probes, preference[-tau1-N][-tau2-N][-capacity-N], layer-shape, cascade, "
               "comparison, perplexity, memory-length, spike, lanes-mean-nll, -mean-delta, -nll, -delta, -kl, -bytes, "
               "lanes-mean-less-lane-N, lanes-less-lane-N, overlap-lane-N[-step-N] (also behind those of lanes), "
               "cache-map[-age|-attention|-score][-by-slot][-head-N][-step-N][-tokens-N-N|-slots-N-N], "
               "keepset-layer-N[-head-N], needle-tokens-N-N[-step-N], cascade-designs-total-N[-sinks-N], "
               "attention-layer-N[-head-N][-mean][-linear][-steps-N-N][-tokens-N-N][-margins-step-N[-of-N-N]], "
               "attention-lanes-layer-N likewise with [-lanes-N-N], attention-grid likewise with "
               "[-layers-N-N][-lanes-N-N], attention-margins-layer-N[-step-N][-tokens-N-N] or "
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

FigureSpec giniOfLane(const Recording& recording, std::int32_t lane) {
    return layerMetric(recording, lane, LayerMetric::Gini);
}

/// Draws hindsight against any set.
FigureSpec hindsightOfLane(const Recording& recording, std::int32_t lane) {
    return hindsight(recording, lane, HindsightFigure{});
}

}  // namespace

std::vector<FigureSpec> standard(const Recording& recording, std::int32_t lane) {
    std::vector<FigureSpec> list{nll(recording, lane), budgets(recording, lane, {}), inequalityOf(recording, lane),
                                 memory(recording, lane)};
    const Trace& trace = recording.trace(lane);
    if (trace.steps() > 0) {
        list.push_back(keepset(recording, lane, 0, -1));
        if (FigureSpec map = attention(recording, lane, {firstMapLayer(trace)}); !map.panels[0].empty()) {
            list.push_back(std::move(map));
        }
    }
    return list;
}

std::vector<FigureSpec> exportOnly(const Recording& recording, std::int32_t lane) {
    std::vector<FigureSpec> list;
    if (recording.trace(lane).steps() == 0) {
        return list;
    }
    if (recording.trace(lane).rowBytesStored() > 0) {
        list.push_back(lorenz(recording, lane, 0, -1, recording.trace(lane).steps() - 1));
    }
    if (recording.lanes() == 1 && recording.trace(lane).pooledMaps() != nullptr) {
        if (FigureSpec maps = attentionGrid(recording, {}); !maps.panels.empty()) {
            list.push_back(std::move(maps));
        }
    }
    for (const Builder build :
         {agesOfDecode, giniOfLane, preferenceOfLane, layerShape, cascade, hindsightOfLane, probes}) {
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
        if (FigureSpec parts = spike(recording); !parts.panels[0].empty()) {
            list.push_back(std::move(parts));
        }
        const bool pooled = std::ranges::any_of(lanesOf(recording), [&recording](std::int32_t lane) {
            return recording.trace(lane).pooledMaps() != nullptr;
        });
        if (FigureSpec maps = pooled ? attentionGrid(recording, {}) : attentionLanes(recording, {});
            !maps.panels.empty()) {
            list.push_back(std::move(maps));
        }
    }
    return list;
}

bool isShared(const std::string& id) {
    const FigureRequest request = FigureRequest::parse(id);
    return std::ranges::any_of(std::array{"comparison", "perplexity", "memory-length", "attention-lanes",
                                          "attention-grid", "lanes", "overlap", "spike"},
                               [&](const char* name) { return request.isA(name); });
}

namespace {

/// Draws a figure without layer and head.
std::optional<FigureSpec> plainOf(const Recording& recording, std::int32_t lane, const FigureRequest& request) {
    constexpr std::pair<const char*, Builder> kPlain[] = {{"memory", memory},
                                                          {"ages", agesOfDecode},
                                                          {"layer-shape", layerShape},
                                                          {"cascade", cascade},
                                                          {"probes", probes}};
    if (const auto what = nllFigureOf(request)) {
        return nll(recording, lane, *what);
    }
    for (const auto& [name, build] : kPlain) {
        if (FigureCodec(request, name).known()) {
            return build(recording, lane);
        }
    }
    constexpr std::pair<const char*, FigureSpec (*)(const Recording&)> kOfAll[] = {
        {"comparison", comparison}, {"perplexity", perplexity}, {"memory-length", memoryLength}, {"spike", spike}};
    for (const auto& [name, build] : kOfAll) {
        if (FigureCodec(request, name).known()) {
            return build(recording);
        }
    }
    return std::nullopt;
}

/// Draws a figure with settings of its own, which may include a range of steps.
std::optional<FigureSpec> settingOf(const Recording& recording, std::int32_t lane, const FigureRequest& request) {
    const Trace& trace = recording.trace(lane);
    if (const auto what = budgetFigureOf(recording, lane, request)) {
        return budgets(recording, lane, *what);
    }
    if (const auto what = cacheFigureOf(trace, request)) {
        return cacheMap(recording, lane, *what);
    }
    if (const auto choices = cascadeChoicesOf(request)) {
        const auto study = studyCascades(recording, lane, kvw::cascadeDesigns(*choices));
        return cascadeDesigns(recording, lane, study.value_or(CascadeStudy()));
    }
    if (const auto what = needleFigureOf(trace, request)) {
        return needle(recording, lane, *what);
    }
    if (const auto what = hindsightFigureOf(trace, request)) {
        return hindsight(recording, lane, *what);
    }
    if (const auto plan = preferencePlanOf(recording, lane, request)) {
        return preference(recording, lane, *plan);
    }
    if (const auto what = attentionLanesOf(recording, lane, request)) {
        return attentionLanes(recording, *what);
    }
    if (const auto what = attentionGridOf(recording, lane, request)) {
        return attentionGrid(recording, *what);
    }
    if (const auto what = attentionFigureOf(recording, lane, request)) {
        return attention(recording, lane, *what);
    }
    return std::nullopt;
}

/// Draws any other figure. `steps`: the range that was cut off the request; some builders draw finer cells within it.
std::optional<FigureSpec> otherOf(const Recording& recording, std::int32_t lane, const FigureRequest& request,
                                  const std::optional<Range>& steps) {
    if (steps && FigureCodec(request, "ages").known()) {
        return ages(recording, lane, steps->first, steps->last);
    }
    if (auto figure = layerFigureOf(recording, lane, request, steps)) {
        return figure;
    }
    if (auto figure = laneFigureOf(recording, request)) {
        return figure;
    }
    for (const auto build : {plainOf, keepsetOf, lorenzOf, marginsOf}) {
        if (auto figure = build(recording, lane, request)) {
            return figure;
        }
    }
    return std::nullopt;
}

/// Draws a figure whose id has no words of printing.
Result<FigureSpec> drawnById(const Recording& recording, std::int32_t lane, const std::string& id) {
    const FigureRequest request = FigureRequest::parse(id);
    if (auto figure = settingOf(recording, lane, request)) {
        return std::move(*figure);
    }
    FigureRequest front = request;
    const FigureRequest end{{FigureRequest::Part(), request.parts.back()}};
    std::optional<Range> steps;
    if (FigureCodec words(end, {}); end.says("steps")) {
        words.range("steps", steps, recording.trace(lane).steps());
        front.parts.pop_back();
        if (!words.known()) {
            return noSuchFigure(id, request, recording.trace(lane));
        }
    }
    auto figure = otherOf(recording, lane, front, steps);
    // Ages have no step axis: the range selects their rows.
    const bool cropped = figure && (!steps || front.isA("ages") || cropSteps(*figure, *steps));
    return cropped ? Result<FigureSpec>(std::move(*figure)) : noSuchFigure(id, request, recording.trace(lane));
}

}  // namespace

Result<FigureSpec> byId(const Recording& recording, std::int32_t lane, const std::string& id) {
    KVW_TRY_ASSIGN(const auto asked, printedId(id));
    return drawnById(recording, lane, asked.figure).map([&asked](FigureSpec figure) {
        printWith(figure, asked.print);
        return figure;
    });
}

}  // namespace kvw::figures
