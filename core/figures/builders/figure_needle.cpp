// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_needle.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

constexpr std::int32_t kMostPlaces = 4096;  ///< layers or heads: every copy has a cell of its own

FigureMap placesMap(const NeedleAutopsy& autopsy) {
    FigureMap map = startMap(Bins(autopsy.units, kMostPlaces), Bins(autopsy.layers, kMostPlaces));
    map.label = "step at which the copy left";
    map.unit = "tokens";
    map.xBegin = map.yBegin = -0.5;
    map.xEnd = map.xBegin + map.columns;
    map.yEnd = map.yBegin + map.rows;
    for (const NeedleCopy& copy : autopsy.copies) {
        if (copy.left >= 0) {
            map.set(map.at(copy.layer, copy.unit), static_cast<float>(copy.left));
        }
    }
    map.minimum = 0;
    map.maximum = static_cast<double>(std::max<std::int64_t>(autopsy.needle.at, 1));
    return map;
}

void needleWords(FigureCodec& codec, Needle& what, const Trace& trace) {
    std::optional<Range> tokens;
    if (what.end > what.begin) {
        tokens = Range{what.begin, what.end - 1};
    }
    codec.range("tokens", tokens, trace.steps());
    if (tokens) {
        what.begin = static_cast<std::int32_t>(tokens->first);
        what.end = static_cast<std::int32_t>(tokens->last + 1);
    }
    codec.number("step", what.at, trace.steps(), trace.steps() - 1);
}

}  // namespace

FigureSpec needle(const Recording& recording, std::int32_t lane, const Needle& needle) {
    const std::int32_t end = needle.end - 1;
    FigureSpec figure = startFigure(recording, lane, figureId("needle", needle, needleWords, recording.trace(lane)),
                                    "Where a needle was lost", {});
    FigurePanel panel = startPanel({}, {"head"}, layersDown());
    if (const auto autopsy = needleAutopsy(recording, lane, needle)) {
        figure.caption = fmt::format(
            "Step at which a token of the needle (tokens {} to {}) left each layer and head, so that the copy there "
            "was no longer whole; an empty cell still holds all of it at step {}. {} of {} copies are whole.",
            needle.begin, end, needle.at, autopsy->whole(), autopsy->copies.size());
        panel.maps.push_back(placesMap(*autopsy));
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

std::optional<Needle> needleFigureOf(const Trace& trace, const FigureRequest& request) {
    Needle any;
    any.at = static_cast<decltype(any.at)>(trace.steps() - 1);
    const auto needle = figureIn(request, "needle", any, needleWords, trace);
    return needle && needle->end > needle->begin ? needle : std::nullopt;
}

}  // namespace kvw::figures
