// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/lane_title.h"

#include <QCoreApplication>

namespace kvw::wb {

QString laneTitle(const RunDescription& description, int lane, bool hidden) {
    const LaneInfo& info = description.lanes[static_cast<std::size_t>(lane)];
    if (!hidden) {
        return QString::fromStdString(info.policyText.empty() ? info.policyId : info.policyText);
    }
    if (info.policyId == "full") {
        return QCoreApplication::translate("laneTitle", "full cache");
    }
    const int before = !description.lanes.empty() && description.lanes[0].policyId == "full" ? lane - 1 : lane;
    return QCoreApplication::translate("laneTitle", "Policy %1").arg(QChar(u'A' + before));
}

}  // namespace kvw::wb
