// SPDX-License-Identifier: GPL-3.0-or-later
/// Derives the view from the id of a figure whose file has none.
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workbench/views/common/dock_view.h"
#include "core/base/comma_list.h"
#include "core/figures/figure_request.h"
#include "core/figures/print/figure_print.h"

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

/// Adds the ranges and tokens that the id names.
void addRanges(QJsonObject& view, const QString& dock, const FigureRequest& request) {
    if (const auto steps = rangeOf(request, {"steps"})) {
        view[QLatin1String("steps")] = QJsonArray{steps->first, steps->second};
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
            view[QLatin1String("tokenRange")] = QJsonArray{tokens->first, tokens->second};
        }
        view[QLatin1String("columns")] =
            QJsonObject{{*map, shown ? QJsonArray{shown->first - 0.5, shown->second + 0.5} : QJsonArray()}};
    }
}

}  // namespace

QString viewOfFigure(const std::string& id, int lane) {
    // The first that fits counts: "memory-length" comes before "memory".
    static const struct {
        const char *dock, *names;
    } kDocks[] = {{"nll", "nll"},
                  {"budgets", "budgets"},
                  {"lanes", "perplexity memory-length comparison lanes overlap"},
                  {"memory", "memory"},
                  {"inequality",
                   "inequality gini entropy variance effective-tokens mean-distance span normalised-entropy "
                   "evicted-mass reach lorenz ages"},
                  {"side-by-side", "attention-lanes"},
                  {"attention", "attention"},
                  {"strip", "keepset strip"},
                  {"cache", "cache-map"},
                  {"hindsight", "hindsight"},
                  {"playground", "playground"},
                  {"preference", "preference layer-shape cascade"},
                  {"probes", "probes"}};
    const std::string plain = figures::withPrint(id, {});  // printing changes no view
    const FigureRequest request = FigureRequest::parse(plain);
    for (const auto& [dock, names] : kDocks) {
        const std::vector<std::string> known = splitAt(names, ' ');
        if (std::ranges::none_of(known, [&](const std::string& name) { return request.isA(name); })) {
            continue;
        }
        QJsonObject view{{QLatin1String("dock"), QLatin1String(dock)},
                         {QLatin1String("lane"), lane},
                         {QLatin1String("figure"), QString::fromStdString(plain)}};
        for (const char* part : {"lane", "layer", "head", "step"}) {
            if (const auto numbers = wholeNumbers(request.numbersOf(part)); !numbers.empty()) {
                view[QLatin1String(part)] = numbers.front();
            }
        }
        addRanges(view, QLatin1String(dock), request);
        return QString::fromUtf8(QJsonDocument(view).toJson(QJsonDocument::Compact));
    }
    return {};
}

}  // namespace kvw::wb
