// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/lane_title.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/trace/lane_name.h"
#include "core/trace/parameter_changes.h"

namespace kvw::wb {

namespace {

constexpr QChar kCut(0x2026);

/// Returns "a=1" and "b=2" of "policy:a=1,b=2"; nothing of compositions.
QStringList parametersOf(const QString& title) {
    static const QRegularExpression kPlain(
        QStringLiteral("^[\\w-]+:[\\w-]+=[^,;()\\[\\]]*(,[\\w-]+=[^,;()\\[\\]]*)*$"));
    return kPlain.match(title).hasMatch() ? title.section(QLatin1Char(':'), 1).split(QLatin1Char(',')) : QStringList();
}

}  // namespace

QString briefLaneTitle(const QString& title, const QStringList& titles,
                       const std::function<bool(const QString&)>& fits) {
    const QStringList parameters = parametersOf(title);
    if (fits(title) || parameters.isEmpty()) {
        return title;
    }
    const QString policy = title.section(QLatin1Char(':'), 0, 0) + QLatin1Char(':');
    QStringList telling;
    for (const QString& parameter : parameters) {
        if (std::ranges::any_of(titles, [&](const QString& other) {
                return other.startsWith(policy) && !parametersOf(other).contains(parameter);
            })) {
            telling += parameter;
        }
    }
    if (telling.isEmpty()) {
        return title;
    }
    QString rest = telling.join(QLatin1Char(','));
    if (const QString named = policy + (telling.size() < parameters.size() ? QString(kCut) : QString()) + rest;
        fits(named)) {
        return named;
    }
    while (rest.size() > 1 && !fits(kCut + rest)) {
        rest.remove(0, 1);
    }
    return kCut + rest;
}

QString laneTitle(const RunDescription& description, int lane, bool hidden) {
    const LaneInfo& info = description.lanes[static_cast<std::size_t>(lane)];
    if (!hidden) {
        return QString::fromStdString(laneName(description, lane));
    }
    if (info.policyId == "full") {
        return QCoreApplication::translate("laneTitle", "full cache");
    }
    const int before = !description.lanes.empty() && description.lanes[0].policyId == "full" ? lane - 1 : lane;
    return QCoreApplication::translate("laneTitle", "Policy %1").arg(QChar(u'A' + before));
}

QString laneTitle(const Recording& recording, int lane, bool hidden) {
    QString title = laneTitle(recording.description(), lane, hidden);
    if (hidden || !recording.hasTrace(lane)) {
        return title;
    }
    std::map<std::string, const bundle::ParameterChange*> last;  // last change of each parameter
    const auto changes = bundle::parameterChanges(recording.trace(lane));
    for (const bundle::ParameterChange& change : changes) {
        last[change.parameter] = &change;
    }
    for (const auto& [parameter, change] : last) {
        const QString turned = QStringLiteral("/%1=%2@%3")
                                   .arg(QString::fromStdString(parameter), QString::fromStdString(change->value))
                                   .arg(change->step);
        title += title.contains(turned) ? QString() : turned;
    }
    return title;
}

QString lettersForNames(QString sentence, const RunDescription& description) {
    std::vector<std::pair<QString, QString>> names;
    for (int lane = 0; lane < static_cast<int>(description.lanes.size()); ++lane) {
        const LaneInfo& info = description.lanes[static_cast<std::size_t>(lane)];
        for (const std::string& name : {laneName(description, lane), laneName(info), info.policyText, info.policyId}) {
            if (!name.empty() && info.policyId != "full") {
                names.emplace_back(QString::fromStdString(name), laneTitle(description, lane, true));
            }
        }
    }
    // Longest first, because a name may be part of another one.
    std::stable_sort(names.begin(), names.end(),
                     [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    for (const auto& [name, letter] : names) {
        const QString whole = QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(QRegularExpression::escape(name));
        sentence.replace(QRegularExpression(whole, QRegularExpression::CaseInsensitiveOption), letter);
    }
    return sentence;
}

}  // namespace kvw::wb
