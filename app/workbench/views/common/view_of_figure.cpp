// SPDX-License-Identifier: GPL-3.0-or-later
/// Derives the view from the id of a figure whose file has none.
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <optional>
#include <utility>

#include "app/workbench/session/draft/lane_set.h"
#include "app/workbench/views/common/dock_view.h"
#include "core/figures/figure_request.h"
#include "core/metrics/prune_events.h"

namespace kvw::wb {

namespace {

constexpr qsizetype kMostNamedTokens = 64;

using figures::FigureRequest;

/// Returns the numbers that can be layers, steps or tokens.
std::vector<int> wholeNumbers(const std::vector<double>& numbers) {
    constexpr double kMost = 9'999'999;
    std::vector<int> whole;
    for (const double number : numbers) {
        if (number <= kMost) {
            whole.push_back(static_cast<int>(number));
        }
    }
    return whole;
}

/// Returns the first two numbers behind one of the words; none: there are not two.
std::optional<std::pair<int, int>> rangeOf(const FigureRequest& request, std::initializer_list<const char*> words) {
    for (const char* word : words) {
        if (const auto ends = wholeNumbers(request.numbersOf(word, 2)); ends.size() >= 2) {
            return std::pair(ends[0], ends[1]);
        }
    }
    return std::nullopt;
}

QJsonArray pairOfEnds(double first, double second) {
    return {first, second};
}

/// Adds the lanes that stand side by side: those in the id, else all.
void addLanes(QJsonObject& controls, const QString& dock, const FigureRequest& request) {
    if (dock != QLatin1String("side-by-side")) {
        return;
    }
    const std::vector<int> lanes = wholeNumbers(request.numbersOf("lanes"));
    for (int lane = 0; lane <= LaneSet::kMost; ++lane) {
        controls[QStringLiteral("viewLane") + QString::number(lane)] =
            lanes.empty() || std::ranges::find(lanes, lane) != lanes.end();
    }
}

/// Returns the tokens that the margins of an attention map are summed over.
QJsonArray tokensOf(const FigureRequest& request) {
    const char* word = request.isA("attention-margins") ? "tokens" : "of";
    const std::vector<int> ends = wholeNumbers(request.numbersOf(word, 2));
    QJsonArray tokens;
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        for (int token = ends[i]; token <= ends[i + 1] && tokens.size() < kMostNamedTokens; ++token) {
            tokens.append(token);
        }
    }
    return tokens;
}

/// Adds the controls and columns that the words after the name of a figure stand for, and the defaults of missing
/// words.
void addWords(QJsonObject& view, const QString& dock, const FigureRequest& request) {
    static const struct {
        const char *dock, *word, *control;
        QJsonValue with, without;
    } kWords[] = {{"cache", "age", "viewColour", 1, 0},
                  {"cache", "attention", "viewColour", 2, {}},
                  {"cache", "score", "viewColour", 3, {}},
                  {"cache", "by-slot", "viewOrder", 1, 0},
                  {"nll", "lanes", "viewOtherLanes", true, false},
                  {"budgets", "heads", "viewPer", 1, 0},
                  {"inequality", "exact", "viewExact", 1, 0},
                  {"budgets", "all-lanes", "viewPer", 2, {}},
                  {"hindsight", "protected", "viewAgainst", 1, 0},
                  {"attention", "mean", "viewPooling", 1, 0},
                  {"attention", "linear", "viewLog", false, true},
                  {"attention", "margins", "viewParts", true, false},
                  {"side-by-side", "linear", "viewLog", false, true}};
    QJsonObject controls = view.value(QLatin1String("controls")).toObject();
    for (const auto& known : kWords) {
        if (const QJsonValue value = request.says(known.word) ? known.with : known.without;
            dock == QLatin1String(known.dock) && !value.isNull()) {
            controls[QLatin1String(known.control)] = value;
        }
    }
    addLanes(controls, dock, request);
    static const struct {
        const char *dock, *word, *control;
        QJsonValue without;
    } kNumbers[] = {{"preference", "tau1", "viewTau1", {}},
                    {"preference", "tau2", "viewTau2", {}},
                    {"preference", "capacity", "viewCapacity", {}},
                    {"nll", "threshold", "viewThreshold", metrics::kThresholdScales}};
    for (const auto& [of, word, control, without] : kNumbers) {
        if (dock != QLatin1String(of)) {
            continue;
        }
        if (const auto numbers = request.numbersOf(word); !numbers.empty()) {
            controls[QLatin1String(control)] = numbers.front();
        } else if (!without.isNull()) {
            controls[QLatin1String(control)] = without;
        }
    }
    if (!controls.isEmpty()) {
        view[QLatin1String("controls")] = controls;
    }
    if (const auto steps = rangeOf(request, {"steps"})) {
        view[QLatin1String("steps")] = pairOfEnds(steps->first, steps->second);
    }
    if (const QJsonArray tokens = tokensOf(request); dock == QLatin1String("attention") && !tokens.isEmpty()) {
        view[QLatin1String("tokens")] = tokens;
    }
    static const QHash<QString, QString> kMaps{{QStringLiteral("cache"), QStringLiteral("viewMap")},
                                               {QStringLiteral("attention"), QStringLiteral("viewMap")},
                                               {QStringLiteral("side-by-side"), QStringLiteral("viewMap0")}};
    if (const auto map = kMaps.find(dock); map != kMaps.end() && !request.isA("attention-margins")) {
        const auto shown = rangeOf(request, {"tokens", "slots"});
        if (const auto tokens = rangeOf(request, {"tokens"})) {
            view[QLatin1String("tokenRange")] = pairOfEnds(tokens->first, tokens->second);
        }
        view[QLatin1String("columns")] =
            QJsonObject{{*map, shown ? pairOfEnds(shown->first - 0.5, shown->second + 0.5) : QJsonArray()}};
    }
}

}  // namespace

QString viewOfFigure(const std::string& id, int lane) {
    static const struct {
        const char *figure, *dock, *control;
        int value;
        int metric = -1;
    } kFigures[] = {{"nll", "nll", nullptr, 0},
                    {"perplexity", "lanes", nullptr, 0},
                    {"budgets-share", "budgets", "viewUnit", 1},
                    {"budgets-bytes", "budgets", "viewUnit", 2},
                    {"budgets", "budgets", "viewUnit", 0},
                    {"memory-length", "lanes", "viewCurve", 5},
                    {"memory", "memory", nullptr, 0},
                    {"inequality", "inequality", "viewWhat", 0},
                    {"gini", "inequality", "viewWhat", 3, 0},
                    {"entropy", "inequality", "viewWhat", 3, 1},
                    {"variance", "inequality", "viewWhat", 3, 2},
                    {"reach-shares", "inequality", "viewWhat", 5},
                    {"reach", "inequality", "viewWhat", 4},
                    {"effective-tokens", "inequality", "viewWhat", 3, 3},
                    {"mean-distance", "inequality", "viewWhat", 3, 4},
                    {"span", "inequality", "viewWhat", 3, 5},
                    {"normalised-entropy", "inequality", "viewWhat", 3, 6},
                    {"evicted-mass", "inequality", "viewWhat", 3, 7},
                    {"lorenz", "inequality", "viewWhat", 1},
                    {"ages", "inequality", "viewWhat", 2},
                    {"attention-lanes", "side-by-side", nullptr, 0},
                    {"attention", "attention", nullptr, 0},
                    {"keepset", "strip", nullptr, 0},
                    {"strip", "strip", nullptr, 0},
                    {"cache-map", "cache", nullptr, 0},
                    {"hindsight", "hindsight", nullptr, 0},
                    {"playground", "playground", nullptr, 0},
                    {"preference", "preference", "viewWhat", 0},
                    {"layer-shape", "preference", "viewWhat", 0},
                    {"cascade", "preference", "viewWhat", 1},
                    {"probes", "probes", nullptr, 0},
                    {"comparison", "lanes", nullptr, 0},
                    {"lanes", "lanes", nullptr, 0},
                    {"overlap", "lanes", nullptr, 0}};
    const FigureRequest request = FigureRequest::parse(id);
    for (const auto& known : kFigures) {
        if (!request.isA(known.figure)) {
            continue;
        }
        QJsonObject view{{QLatin1String("dock"), QLatin1String(known.dock)}, {QLatin1String("lane"), lane}};
        for (const char* part : {"lane", "layer", "head", "step"}) {
            if (const auto numbers = wholeNumbers(request.numbersOf(part)); !numbers.empty()) {
                view[QLatin1String(part)] = numbers.front();
            }
        }
        if (known.control != nullptr) {
            QJsonObject controls{{QLatin1String(known.control), known.value}};
            if (known.metric >= 0) {
                controls[QLatin1String("viewMetric")] = known.metric;
            }
            view[QLatin1String("controls")] = controls;
        }
        addWords(view, QLatin1String(known.dock), request);
        return QString::fromUtf8(QJsonDocument(view).toJson(QJsonDocument::Compact));
    }
    return {};
}

}  // namespace kvw::wb
