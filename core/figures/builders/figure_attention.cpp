// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_attention.h"

#include <fmt/format.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/analysis/attention/attention_row.h"
#include "core/base/text_format.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/builders/figure_pooled.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figures.h"
#include "core/metrics/quality.h"

namespace kvw::figures {

FigureTitle attentionTitle(const char* begin, const AttentionFigure& what) {
    return FigureTitle(begin)
        .with(numbered("layer %1", what.layer), !what.ofLayers)
        .with(headPart(what.head))
        .with("mean of cells", what.mean)
        .with("linear", what.linear)
        .with(numbered("margins at step %1", what.marginsAt.value_or(0)), what.marginsAt.has_value());
}

namespace {

/// Upper ends of the numbers of a request.
struct AttentionLimits {
    TraceShape shape = {};
    std::int64_t steps = 0;
    std::int32_t lanes = 0;
};

AttentionLimits limitsOf(const Recording& recording, std::int32_t lane) {
    return {recording.trace(lane).shape(), recording.trace(lane).steps(), recording.lanes()};
}

/// Names the settings in the order of the id. `several`: the figure is of several lanes or layers, without margins.
void attentionWords(FigureCodec& codec, AttentionFigure& what, const AttentionLimits& limits, bool several) {
    if (!what.ofLayers) {
        codec.needed("layer", what.layer, limits.shape.layers);
    }
    codec.number("head", what.head, limits.shape.queryHeads);
    codec.flag("mean", what.mean);
    codec.flag("linear", what.linear);
    codec.range("steps", what.steps, limits.steps);
    codec.range("tokens", what.tokens, limits.steps);
    if (std::int64_t at = what.marginsAt.value_or(-1); !several && codec.number("margins-step", at, limits.steps)) {
        what.marginsAt = at;
        codec.runs("of", what.of, limits.steps);
    }
    if (what.ofLayers && several) {
        codec.numbers("layers", what.layers, limits.shape.layers);
    }
    if (several) {
        codec.numbers("lanes", what.lanes, limits.lanes);
    }
}

}  // namespace

std::string attentionLanesId(const char* name, const AttentionFigure& what) {
    return figureId(name, what, attentionWords, AttentionLimits(), true);
}

void setAttentionScale(FigureMap& map, double most, bool linear) {
    map.maximum = most > 0 ? most : 1;
    map.minimum = linear ? 0 : map.maximum * kAttentionDecades;
}

namespace {

/// Rank of a cell in pooling; the highest shows: a value, else evicted, else missing, else future.
int rank(FigureCell cell) {
    constexpr int kRanks[] = {3, 1, 2, 0};
    return kRanks[static_cast<std::size_t>(cell)];
}

void pool(FigureMap& map, std::size_t cell, FigureCell kind, float value) {
    if (rank(kind) > rank(map.cells[cell])) {
        map.cells[cell] = kind;
    }
    if (kind == FigureCell::Value && !(value <= map.values[cell])) {
        map.values[cell] = value;
    }
}

/// Collects the probabilities of one step by token; NaN if the token is not in the row.
void collect(const AttentionRows& rows, std::int32_t queryHead, std::vector<float>& byToken) {
    std::fill(byToken.begin(), byToken.end(), kMissingF);
    const auto first = queryHead < 0 ? std::size_t{0} : static_cast<std::size_t>(queryHead);
    const std::size_t last = queryHead < 0 ? rows.heads.size() : first + 1;
    const auto scale = 1.0F / static_cast<float>(last - first);
    for (std::size_t head = first; head < last; ++head) {
        const auto& row = rows.heads[head];
        for (std::size_t i = 0; i < row.tokens.size() && i < row.probs.size(); ++i) {
            const auto token = static_cast<std::size_t>(row.tokens[i]);
            if (token < byToken.size()) {
                byToken[token] = (std::isnan(byToken[token]) ? 0.0F : byToken[token]) + row.probs[i] * scale;
            }
        }
    }
}

/// Map of the rows of a trace, by step and token.
class AttentionCells {
 public:
    AttentionCells(const Bins& tokens, const Bins& steps, const AttentionFigure& what)
        : m_tokens(tokens), m_steps(steps), m_what(what), m_map(startMap(tokens, steps)), m_means(m_map) {
        std::fill(m_map.cells.begin(), m_map.cells.end(), FigureCell::Future);
    }

    /// Marks a step without a row. It goes by cell, not by token: long runs often have no rows.
    void missing(std::int64_t step) {
        if (!m_steps.holds(step)) {
            return;
        }
        const std::int32_t row = m_steps.of(step);
        m_missingColumns = m_missingRow == row ? m_missingColumns : 0;
        m_missingRow = row;
        const std::int64_t last = std::min(step, m_tokens.first + m_tokens.length - 1);
        for (; last >= m_tokens.first && m_missingColumns <= m_tokens.of(last); ++m_missingColumns) {
            pool(m_map, m_map.at(row, m_missingColumns), FigureCell::Missing, kMissingF);
        }
    }

    void row(std::int64_t step, const std::vector<float>& byToken) {
        double sum = 0;
        for (const float value : byToken) {
            m_most = value > m_most ? value : m_most;
            sum += std::isnan(value) ? 0 : static_cast<double>(value);
        }
        if (!m_steps.holds(step)) {
            return;
        }
        m_sinks.add(learnedSinkShare(sum));
        m_any = true;
        const std::int64_t last = std::min(step, m_tokens.first + m_tokens.length - 1);
        for (std::int64_t token = m_tokens.first; token <= last; ++token) {
            const float value = byToken[static_cast<std::size_t>(token)];
            if (m_what.mean && !std::isnan(value)) {
                m_means.add(m_map.at(m_steps.of(step), m_tokens.of(token)), static_cast<double>(value));
                continue;
            }
            pool(m_map, m_map.at(m_steps.of(step), m_tokens.of(token)),
                 std::isnan(value) ? FigureCell::Evicted : FigureCell::Value, value);
        }
    }

    /// Returns the mean share that learned sinks take of the rows shown.
    [[nodiscard]] std::optional<double> sinkShare() const { return m_sinks.value(); }
    /// Returns the map; none: no row is shown.
    [[nodiscard]] std::optional<FigureMap> map() && {
        if (!m_any) {
            return std::nullopt;
        }
        m_means.into(m_map);
        setAttentionScale(m_map, bundle::shortestDouble(m_most), m_what.linear);
        m_map.scale = m_what.linear ? FigureScale::Linear : FigureScale::Logarithmic;
        m_map.label = "attention";
        if (m_steps.size > 1 || m_tokens.size > 1) {
            m_map.label += fmt::format(", {} of {} × {}", m_what.mean ? "mean" : "max", m_steps.size, m_tokens.size);
        }
        return std::move(m_map);
    }

 private:
    const Bins &m_tokens, &m_steps;
    const AttentionFigure& m_what;
    FigureMap m_map;
    CellMeans m_means;
    float m_most = 0;
    metrics::RunningMean m_sinks;
    bool m_any = false;
    std::int32_t m_missingRow = -1, m_missingColumns = 0;  ///< row of the map and its cells that are marked missing
};

/// Margins by token and by step of the shown part of a map.
class MapMargins {
 public:
    MapMargins(const Bins& tokens, const Bins& steps, std::span<const std::int32_t> of)
        : m_tokens(tokens), m_steps(steps), m_of(of), m_received(static_cast<std::size_t>(tokens.count)) {
        m_given.y.assign(static_cast<std::size_t>(steps.length), kMissing);
    }

    void row(std::int64_t step, const std::vector<float>& byToken) {
        if (!m_steps.holds(step)) {
            return;
        }
        double largest = kMissing, together = 0;
        for (std::int64_t token = m_tokens.first; token <= std::min(step, m_tokens.first + m_tokens.length - 1);
             ++token) {
            if (const float value = byToken[static_cast<std::size_t>(token)]; !std::isnan(value)) {
                m_received[static_cast<std::size_t>(m_tokens.of(token))].add(static_cast<double>(value));
                largest = std::fmax(largest, static_cast<double>(value));
            }
        }
        for (const std::int32_t token : m_of) {
            if (token <= step && !std::isnan(byToken[static_cast<std::size_t>(token)])) {
                together += static_cast<double>(byToken[static_cast<std::size_t>(token)]);
            }
        }
        m_given.y[static_cast<std::size_t>(step - m_steps.first)] = m_of.empty() ? largest : together;
    }

    /// Adds the panels that have a value.
    void into(FigureSpec& figure) && {
        FigureSeries received{"mean weight", {}, {}, FigureStyle::Line, kReceivedSeries.role, kReceivedSeries.index};
        for (std::int32_t bin = 0; bin < m_tokens.count; ++bin) {
            const auto first = static_cast<double>(m_tokens.first + bin * m_tokens.size);
            received.x.push_back((first + static_cast<double>(m_tokens.end(bin) - 1)) / 2);
            received.y.push_back(m_received[static_cast<std::size_t>(bin)].value().value_or(kMissing));
        }
        m_given.label = marginText(m_of);
        for (std::int64_t step = 0; step < m_steps.length; ++step) {
            m_given.x.push_back(static_cast<double>(m_steps.first + step));
        }
        // The axis is as long as that of the map.
        const auto add = [&figure](const char* title, FigureAxis along, const Bins& bins, FigureSeries series) {
            along.minimum = static_cast<double>(bins.first) - 0.5;
            along.maximum = static_cast<double>(bins.first + bins.count * bins.size) - 0.5;
            FigurePanel panel = startPanel(title, std::move(along), {series.label, "", false, 0.0, std::nullopt});
            addSeries(panel, std::move(series));
            if (!panel.empty()) {
                figure.panels.push_back(std::move(panel));
            }
        };
        add("by token", tokenAxis(), m_tokens, std::move(received));
        add("by step", stepAxis(), m_steps, std::move(m_given));
    }

 private:
    const Bins &m_tokens, &m_steps;
    std::span<const std::int32_t> m_of;
    std::vector<metrics::RunningMean> m_received;
    FigureSeries m_given{{}, {}, {}, FigureStyle::Line, FigureRole::Lane, 0};
};

}  // namespace

FigureSpec attention(const Recording& recording, std::int32_t lane, const AttentionFigure& wanted,
                     std::optional<double>* sinks) {
    AttentionFigure what = wanted;
    if (!what.marginsAt) {
        what.of.clear();
    }
    what.lanes.reset();
    const Trace& trace = recording.trace(lane);
    const auto pooled = trace.pooledMaps() == nullptr ? std::nullopt : trace.pooledMaps()->map(what.layer, what.head);
    if (pooled) {
        what.marginsAt.reset();  // they are of single rows
    }
    FigureSpec figure = startFigure(
        recording, lane, figureId("attention", what, attentionWords, limitsOf(recording, lane), false),
        attentionTitle("Attention", what),
        fmt::format(
            "Attention of each step to the tokens held, layer {}, {}; evicted tokens have no value, which is not zero.",
            what.layer, headPart(what.head).english()));
    // As attention maps are printed: one row per query, the first one on top.
    FigureAxis queries = stepAxis();
    queries.reversed = true;
    FigurePanel panel = startPanel({}, tokenAxis(), queries);
    const std::int64_t steps = trace.steps();
    const Bins across(rangeWithin(what.tokens, steps), what.side), down(rangeWithin(what.steps, steps), what.side);
    AttentionCells cells(across, down, what);
    MapMargins margins(across, down, what.of);
    std::vector<float> byToken;
    for (std::int64_t step = 0; step < steps && trace.pooledMaps() == nullptr; ++step) {
        if (const auto rows = trace.rows(step, what.layer)) {
            byToken.resize(static_cast<std::size_t>(step) + 1);
            collect(*rows, what.head, byToken);
            cells.row(step, byToken);
            if (what.marginsAt) {
                margins.row(step, byToken);
            }
        } else {
            cells.missing(step);
        }
    }
    const std::optional<double> share = cells.sinkShare();
    figure.caption += sinkSentence(share);
    if (sinks != nullptr) {
        *sinks = share;
    }
    auto map = pooled ? pooledMap(*pooled, what.steps, what.tokens, what.side) : std::move(cells).map();
    if (map && pooled) {
        setAttentionScale(*map, map->maximum, what.linear);
        map->scale = what.linear ? FigureScale::Linear : FigureScale::Logarithmic;
        figure.caption += fmt::format(" The map was pooled while it was recorded: a cell is the {} of {} × {} weights.",
                                      pooled->pool == MapPool::Mean ? "mean" : "largest", pooled->cellSize(),
                                      pooled->cellSize());
    }
    if (map) {
        panel.maps.push_back(std::move(*map));
    }
    addMarks(panel, recording, lane);
    // Pruned tokens already show as evicted cells; a mark would hide the oldest tokens.
    std::erase_if(panel.marks, [](const FigureMark& mark) { return mark.kind == "prune"; });
    for (FigureMark& mark : panel.marks) {
        mark.vertical = false;
    }
    figure.panels.push_back(std::move(panel));
    if (what.marginsAt) {
        std::move(margins).into(figure);
        FigureSpec below = attentionMargins(recording, lane, what.layer, *what.marginsAt, what.of);
        figure.caption +=
            " By token: mean weight while it is held; by step: " + marginText(what.of) + ". " + below.caption;
        std::move(below.panels.begin(), below.panels.end(), std::back_inserter(figure.panels));
    }
    if (what.steps) {
        cropSteps(figure, *what.steps);
    }
    return figure;
}

std::optional<AttentionFigure> attentionFigureOf(const Recording& recording, std::int32_t lane,
                                                 const FigureRequest& request) {
    return figureIn(request, "attention", AttentionFigure(), attentionWords, limitsOf(recording, lane), false);
}

std::optional<AttentionFigure> attentionLanesOf(const Recording& recording, std::int32_t lane,
                                                const FigureRequest& request) {
    return figureIn(request, "attention-lanes", AttentionFigure(), attentionWords, limitsOf(recording, lane), true);
}

std::optional<AttentionFigure> attentionGridOf(const Recording& recording, std::int32_t lane,
                                               const FigureRequest& request) {
    AttentionFigure grid;
    grid.ofLayers = true;
    return figureIn(request, "attention-grid", grid, attentionWords, limitsOf(recording, lane), true);
}

namespace {

FigurePanel bars(std::string title, std::string along, const std::string& what, const std::vector<double>& values) {
    FigurePanel panel = startPanel(std::move(title), {std::move(along)}, {what, "", false, 0.0, std::nullopt});
    FigureSeries series{what, {}, {}, FigureStyle::Bars, FigureRole::Layer, 0};
    for (std::size_t i = 0; i < values.size(); ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(values[i]);
    }
    addSeries(panel, std::move(series));
    return panel;
}

/// Returns "token 40", "tokens 40 to 44", "tokens 3, 9, 12", "120 tokens from 3 to 900".
std::string named(std::span<const std::int32_t> tokens) {
    constexpr std::size_t kMostNamed = 64;
    const auto [first, last] = std::minmax_element(tokens.begin(), tokens.end());
    return tokens.size() == 1 ? fmt::format("token {}", *first)
           : *last - *first + 1 == static_cast<std::int32_t>(tokens.size())
               ? fmt::format("tokens {} to {}", *first, *last)
           : tokens.size() <= kMostNamed ? fmt::format("tokens {}", fmt::join(tokens, ", "))
                                         : fmt::format("{} tokens from {} to {}", tokens.size(), *first, *last);
}

struct MarginsFigure {
    std::int32_t layer = -1;
    std::int64_t step = -1;
    std::vector<std::int32_t> tokens;
};

/// Names the settings in the order of the id.
void marginsWords(FigureCodec& codec, MarginsFigure& what, const Trace& trace) {
    codec.needed("layer", what.layer, trace.shape().layers);
    codec.number("step", what.step, trace.steps());
    codec.runs("tokens", what.tokens, trace.steps());
}

}  // namespace

std::string marginText(std::span<const std::int32_t> tokens) {
    return tokens.empty() ? "largest weight" : "attention on " + named(tokens);
}

std::optional<FigureSpec> marginsOf(const Recording& recording, std::int32_t lane, const FigureRequest& request) {
    const Trace& trace = recording.trace(lane);
    const auto what =
        figureIn(request, "attention-margins", MarginsFigure{-1, trace.steps() - 1, {}}, marginsWords, trace);
    return what ? std::optional(attentionMargins(recording, lane, what->layer, what->step, what->tokens))
                : std::nullopt;
}

FigureSpec attentionMargins(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int64_t step,
                            std::span<const std::int32_t> tokens) {
    const Trace& trace = recording.trace(lane);
    const std::string what = marginText(tokens);
    const MarginsFigure margins{layer, std::max<std::int64_t>(0, step), {tokens.begin(), tokens.end()}};
    FigureSpec figure =
        startFigure(recording, lane, figureId("attention-margins", margins, marginsWords, trace),
                    FigureTitle("Attention by layer and head").with(numbered("step %1", step)),
                    fmt::format("{} of the row of step {}: by layer, mean over heads, and by query head of layer {}.",
                                tokens.empty() ? "Largest weight" : "Attention on " + named(tokens), step, layer));
    const StepMarginals found =
        step >= 0 && step < trace.steps() ? stepMarginals(trace, step, layer, tokens) : StepMarginals{};
    figure.panels.push_back(
        bars(fmt::format("by layer, step {}", step), "layer (mean over heads)", what, found.layers));
    figure.panels.push_back(bars(fmt::format("by head of layer {}, step {}", layer, step),
                                 fmt::format("query head of layer {}", layer), what, found.heads));
    return figure;
}

}  // namespace kvw::figures
