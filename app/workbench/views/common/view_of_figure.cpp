// SPDX-License-Identifier: GPL-3.0-or-later
/// Derives the view from the id of a figure whose file has none.
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <utility>

#include "app/workbench/session/draft/lane_set.h"
#include "app/workbench/views/common/dock_view.h"
#include "core/metrics/prune_events.h"

namespace kvw::wb {

namespace {

constexpr qsizetype kMostNamedTokens = 64;

QJsonArray pairOfEnds(double first, double second) {
    return {first, second};
}

/// Adds the lanes that stand side by side: those in the id, else all.
void addLanes(QJsonObject& controls, const QString& dock, const QString& id) {
    if (dock != QLatin1String("side-by-side")) {
        return;
    }
    static const QRegularExpression kPattern(QStringLiteral("-lanes((?:-\\d{1,7})+)"));
    const QString found = kPattern.match(id, static_cast<qsizetype>(qstrlen("attention-lanes"))).captured(1);
    const QStringList lanes = found.split(QLatin1Char('-'), Qt::SkipEmptyParts);
    for (int lane = 0; lane <= LaneSet::kMost; ++lane) {
        const QString name = QString::number(lane);
        controls[QStringLiteral("viewLane") + name] = lanes.isEmpty() || lanes.contains(name);
    }
}

/// Returns the tokens that the margins of an attention map are summed over.
QJsonArray tokensOf(const QString& id) {
    static const QRegularExpression kOf(QStringLiteral("-of((?:-\\d{1,7}-\\d{1,7})+)"));
    static const QRegularExpression kTokens(QStringLiteral("^attention-margins-.*-tokens((?:-\\d{1,7}-\\d{1,7})+)"));
    const QString found = kOf.match(id).captured(1) + kTokens.match(id).captured(1);
    const QStringList ends = found.split(QLatin1Char('-'), Qt::SkipEmptyParts);
    QJsonArray tokens;
    for (qsizetype i = 0; i + 1 < ends.size(); i += 2) {
        for (int token = ends[i].toInt(); token <= ends[i + 1].toInt() && tokens.size() < kMostNamedTokens; ++token) {
            tokens.append(token);
        }
    }
    return tokens;
}

/// Adds the controls and columns that the words after the name of a figure stand for, and the defaults of missing
/// words.
void addWords(QJsonObject& view, const QString& dock, const QString& id) {
    static const struct {
        const char *dock, *word, *control;
        QJsonValue with, without;
    } kWords[] = {{"cache", "-age", "viewColour", 1, 0},
                  {"cache", "-attention", "viewColour", 2, {}},
                  {"cache", "-score", "viewColour", 3, {}},
                  {"cache", "-by-slot", "viewOrder", 1, 0},
                  {"nll", "-lanes", "viewOtherLanes", true, false},
                  {"budgets", "-heads", "viewPer", 1, 0},
                  {"inequality", "-exact", "viewExact", 1, 0},
                  {"budgets", "-all-lanes", "viewPer", 2, {}},
                  {"hindsight", "-protected", "viewAgainst", 1, 0},
                  {"attention", "-mean", "viewPooling", 1, 0},
                  {"attention", "-linear", "viewLog", false, true},
                  {"attention", "-margins", "viewParts", true, false},
                  {"side-by-side", "-linear", "viewLog", false, true}};
    QJsonObject controls = view.value(QLatin1String("controls")).toObject();
    for (const auto& known : kWords) {
        const bool has = (id + QLatin1Char('-')).contains(QLatin1String(known.word) + QLatin1Char('-'));
        if (const QJsonValue value = has ? known.with : known.without;
            dock == QLatin1String(known.dock) && !value.isNull()) {
            controls[QLatin1String(known.control)] = value;
        }
    }
    addLanes(controls, dock, id);
    static const struct {
        const char *dock, *word, *control;
        QJsonValue without;
    } kNumbers[] = {{"preference", "tau1", "viewTau1", {}},
                    {"preference", "tau2", "viewTau2", {}},
                    {"preference", "capacity", "viewCapacity", {}},
                    {"nll", "threshold", "viewThreshold", metrics::kThresholdScales}};
    for (const auto& [of, word, control, without] : kNumbers) {
        static const QString kPattern = QStringLiteral("-%1-([0-9p]{1,20})");
        const auto found = QRegularExpression(kPattern.arg(QLatin1String(word))).match(id);
        if (dock != QLatin1String(of)) {
            continue;
        }
        if (found.hasMatch()) {
            controls[QLatin1String(control)] = found.captured(1).replace(QLatin1Char('p'), QLatin1Char('.')).toDouble();
        } else if (!without.isNull()) {
            controls[QLatin1String(control)] = without;
        }
    }
    if (!controls.isEmpty()) {
        view[QLatin1String("controls")] = controls;
    }
    const auto range = [&id](const char* axis) {
        static const QString kPattern = QStringLiteral("-(?:%1)-(\\d{1,7})-(\\d{1,7})");
        return QRegularExpression(kPattern.arg(QLatin1String(axis))).match(id);
    };
    if (const auto found = range("steps"); found.hasMatch()) {
        view[QLatin1String("steps")] = pairOfEnds(found.captured(1).toInt(), found.captured(2).toInt());
    }
    if (const QJsonArray tokens = tokensOf(id); dock == QLatin1String("attention") && !tokens.isEmpty()) {
        view[QLatin1String("tokens")] = tokens;
    }
    static const QString kMargins = QStringLiteral("attention-margins");
    static const QHash<QString, QString> kMaps{{QStringLiteral("cache"), QStringLiteral("viewMap")},
                                               {QStringLiteral("attention"), QStringLiteral("viewMap")},
                                               {QStringLiteral("side-by-side"), QStringLiteral("viewMap0")}};
    if (const auto map = kMaps.find(dock); map != kMaps.end() && !id.startsWith(kMargins)) {
        const auto found = range("tokens|slots"), tokens = range("tokens");
        if (tokens.hasMatch()) {
            view[QLatin1String("tokenRange")] = pairOfEnds(tokens.captured(1).toInt(), tokens.captured(2).toInt());
        }
        view[QLatin1String("columns")] = QJsonObject{
            {*map, found.hasMatch() ? pairOfEnds(found.captured(1).toInt() - 0.5, found.captured(2).toInt() + 0.5)
                                    : QJsonArray()}};
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
    const QString name = QString::fromStdString(id);
    for (const auto& known : kFigures) {
        if (name != QLatin1String(known.figure) && !name.startsWith(QLatin1String(known.figure) + QLatin1Char('-'))) {
            continue;
        }
        QJsonObject view{{QLatin1String("dock"), QLatin1String(known.dock)}, {QLatin1String("lane"), lane}};
        for (const char* part : {"lane", "layer", "head", "step"}) {
            static const QString kPattern = QStringLiteral("-%1-(\\d{1,7})");
            const auto found = QRegularExpression(kPattern.arg(QLatin1String(part))).match(name);
            if (found.hasMatch()) {
                view[QLatin1String(part)] = found.captured(1).toInt();
            }
        }
        if (known.control != nullptr) {
            QJsonObject controls{{QLatin1String(known.control), known.value}};
            if (known.metric >= 0) {
                controls[QLatin1String("viewMetric")] = known.metric;
            }
            view[QLatin1String("controls")] = controls;
        }
        addWords(view, QLatin1String(known.dock), name);
        return QString::fromUtf8(QJsonDocument(view).toJson(QJsonDocument::Compact));
    }
    return {};
}

}  // namespace kvw::wb
