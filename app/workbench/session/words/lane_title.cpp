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

/// Returns "streaming:sinks=4,recent=124".
QString joined(const QStringList& parts) {
    return parts.size() < 2 ? parts.join(QString())
                            : parts.front() + QLatin1Char(':') + parts.mid(1).join(QLatin1Char(','));
}

}  // namespace

QString briefLaneTitle(const QStringList& title, const QList<QStringList>& titles,
                       const std::function<bool(const QString&)>& fits) {
    const QString whole = joined(title);
    if (fits(whole)) {
        return whole;
    }
    QStringList telling;
    for (const QString& value : title.mid(1)) {
        if (std::ranges::any_of(titles, [&](const QStringList& other) {
                return other.size() > 1 && other.front() == title.front() && other.indexOf(value, 1) < 0;
            })) {
            telling += value;
        }
    }
    if (telling.isEmpty()) {
        return whole;
    }
    QString rest = telling.join(QLatin1Char(','));
    const QString left = telling.size() + 1 < title.size() ? QString(kCut) : QString();
    if (const QString named = title.front() + QLatin1Char(':') + left + rest; fits(named)) {
        return named;
    }
    while (rest.size() > 1 && !fits(kCut + rest)) {
        rest.remove(0, 1);
    }
    return kCut + rest;
}

QStringList laneTitleParts(const RunDescription& description, int lane, bool hidden) {
    const LaneInfo& info = description.lane(lane);
    if (!hidden) {
        const LaneName name = laneNameParts(description, lane);
        QStringList parts{QString::fromStdString(name.policy)};
        for (const std::string& value : name.values) {
            parts += QString::fromStdString(value);
        }
        return parts;
    }
    if (info.isFullCache()) {
        return {QCoreApplication::translate("laneTitle", "full cache")};
    }
    const int before = description.beginsWithFull() ? lane - 1 : lane;
    return {QCoreApplication::translate("laneTitle", "Policy %1").arg(QChar(u'A' + before))};
}

QStringList laneTitleParts(const Recording& recording, int lane, bool hidden) {
    QStringList parts = laneTitleParts(recording.description(), lane, hidden);
    if (hidden || !recording.hasTrace(lane)) {
        return parts;
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
        parts.back() += joined(parts).contains(turned) ? QString() : turned;
    }
    return parts;
}

QString laneTitle(const Recording& recording, int lane, bool hidden) {
    return joined(laneTitleParts(recording, lane, hidden));
}

QString lettersForNames(QString sentence, const RunDescription& description) {
    std::vector<std::pair<QString, QString>> names;
    for (int lane = 0; lane < static_cast<int>(description.lanes.size()); ++lane) {
        const LaneInfo& info = description.lane(lane);
        for (const std::string& name : {laneName(description, lane), laneName(info), info.policyText, info.policyId}) {
            if (!name.empty() && !info.isFullCache()) {
                names.emplace_back(QString::fromStdString(name), joined(laneTitleParts(description, lane, true)));
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
