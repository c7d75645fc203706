// SPDX-License-Identifier: GPL-3.0-or-later
/// How a lane is called wherever lanes are told apart.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

#include "core/trace/recording.h"

namespace kvw::wb {

/// The policy with its parameters, those that differ from the other lanes and those that were turned while it ran
/// ("streaming:recent=124/sinks=0@700"). `hidden` (examiner mode): "Policy A", "Policy B", ... in the order of the
/// lanes, only the full cache is named.
[[nodiscard]] QString laneTitle(const Recording& recording, int lane, bool hidden = false);
/// The same at the start of the run: without what was turned.
[[nodiscard]] QString laneTitle(const RunDescription& description, int lane, bool hidden = false);

/// Of a title without room what tells it apart from the others of `titles`: of lanes of one policy the parameters that
/// they have not alike, without the policy's name if that is not enough, and without beginnings if need be.
[[nodiscard]] QString briefLaneTitle(const QString& title, const QStringList& titles,
                                     const std::function<bool(const QString&)>& fits);

/// The sentence with "Policy A" wherever a lane's policy is named.
[[nodiscard]] QString lettersForNames(QString sentence, const RunDescription& description);

}  // namespace kvw::wb
