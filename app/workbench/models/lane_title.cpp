// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/lane_title.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <utility>
#include <vector>

namespace kvw::wb {

QString laneTitle(const RunDescription& description, int lane, bool hidden) {
    const LaneInfo& info = description.lanes[static_cast<std::size_t>(lane)];
    if (!hidden) {
        return QString::fromStdString(laneName(info));
    }
    if (info.policyId == "full") {
        return QCoreApplication::translate("laneTitle", "full cache");
    }
    const int before = !description.lanes.empty() && description.lanes[0].policyId == "full" ? lane - 1 : lane;
    return QCoreApplication::translate("laneTitle", "Policy %1").arg(QChar(u'A' + before));
}

QString lettersForNames(QString sentence, const RunDescription& description) {
    std::vector<std::pair<QString, QString>> names;
    for (int lane = 0; lane < static_cast<int>(description.lanes.size()); ++lane) {
        const LaneInfo& info = description.lanes[static_cast<std::size_t>(lane)];
        for (const std::string& name : {laneName(info), info.policyText, info.policyId}) {
            if (!name.empty() && info.policyId != "full") {
                names.emplace_back(QString::fromStdString(name), laneTitle(description, lane, true));
            }
        }
    }
    // The longest first: a name may stand in another one.
    std::stable_sort(names.begin(), names.end(),
                     [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    for (const auto& [name, letter] : names) {
        const QString whole = QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(QRegularExpression::escape(name));
        sentence.replace(QRegularExpression(whole, QRegularExpression::CaseInsensitiveOption), letter);
    }
    return sentence;
}

}  // namespace kvw::wb
