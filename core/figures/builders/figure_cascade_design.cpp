// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_cascade_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

constexpr std::size_t kShown = 4;         ///< of the best designs
constexpr std::int64_t kMostInCaches = 1 << 24;   ///< tokens of sub-caches

FigureAxis ageAxis(std::size_t bins) {
    FigureAxis axis{"age", "tokens"};
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const std::int64_t first = bin == 0 ? 0 : std::int64_t{1} << (bin - 1);
        axis.names.push_back(bin < 2 ? std::to_string(first) : fmt::format("{}–{}", first, 2 * first - 1));
    }
    return axis;
}

FigureSeries overBins(std::string label, const std::vector<double>& values, FigureStyle style, FigureRole role,
                      std::int32_t index) {
    FigureSeries series{std::move(label), {}, values, style, role, index};
    for (std::size_t bin = 0; bin < values.size(); ++bin) {
        series.x.push_back(static_cast<double>(bin));
    }
    return series;
}

void cascadeWords(FigureCodec& codec, CascadeChoices& what) {
    codec.needed("total", what.total, kMostInCaches);
    codec.number("sinks", what.sinks, kMostInCaches);
}

}  // namespace

FigureSpec cascadeDesigns(const Recording& recording, std::int32_t lane, const CascadeStudy& study) {
    const CascadeDesign any = study.designs.empty() ? CascadeDesign() : study.designs.front().design;
    CascadeChoices choices;
    choices.total = any.total();
    choices.sinks = any.sinks;
    FigureSpec figure = startFigure(
        recording, lane,
        figureId("cascade-designs", choices, cascadeWords),
        "Designs of a cascade",
        fmt::format("Share of the full cache's attention by the age of the token, mean over layers and heads; the first "
                    "{} tokens, which get {:.3f} of it, are left out. Below: how much of it sub-caches of these sizes "
                    "and periods would hold, replayed on the recorded rows.",
                    any.sinks, study.sinks));
    FigurePanel mass = startPanel("attention by age", ageAxis(study.attention.size()), {"attention", "share"});
    FigurePanel held = startPanel("held by a design", ageAxis(study.attention.size()),
                                  {"held", "of that attention", false, 0.0, 1.05});
    if (!study.designs.empty()) {
        addSeries(mass, overBins("full cache", study.attention, FigureStyle::Bars, FigureRole::FullLane, 0));
    }
    for (std::size_t i = 0; i < std::min(kShown, study.designs.size()); ++i) {
        const JudgedCascade& judged = study.designs[i];
        addSeries(held, overBins(fmt::format("{} ({:.3f})", judged.design.policy(), judged.retained), judged.byAge,
                                 FigureStyle::Line, FigureRole::Lane, static_cast<std::int32_t>(i) + 1));
    }
    figure.panels.push_back(std::move(mass));
    figure.panels.push_back(std::move(held));
    return figure;
}

std::optional<CascadeChoices> cascadeChoicesOf(const FigureRequest& request) {
    const auto choices = figureIn(request, "cascade-designs", CascadeChoices(), cascadeWords);
    return choices && choices->total > 0 ? choices : std::nullopt;
}

}  // namespace kvw::figures
