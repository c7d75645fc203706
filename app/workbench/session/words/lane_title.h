// SPDX-License-Identifier: GPL-3.0-or-later
/// Titles of lanes, wherever lanes are told apart.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <functional>

#include "core/trace/recording.h"

namespace kvw::wb {

/// Returns the policy with its parameters (laneName) and those that were changed while it ran
/// ("streaming:recent=124/sinks=0@700"). `hidden` (examiner mode): "Policy A", "Policy B", ... in the order of the
/// lanes; only the full cache is named.
[[nodiscard]] QString laneTitle(const Recording& recording, int lane, bool hidden = false);
/// Returns the same in parts: the policy, then each value ("sinks=4").
[[nodiscard]] QStringList laneTitleParts(const Recording& recording, int lane, bool hidden = false);
/// Returns the parts at the start of the run, without later changes of parameters.
[[nodiscard]] QStringList laneTitleParts(const RunDescription& description, int lane, bool hidden = false);
/// Role of the parts in the models of lists and tables.
inline constexpr int kLaneTitleRole = Qt::UserRole + 20;

/// Shortens a title that does not fit to what tells it apart from the other `titles`: among lanes of one policy, the
/// values in which they differ; without the policy's name if that is too long, and cut at its start if need be. Titles
/// are in parts.
[[nodiscard]] QString briefLaneTitle(const QStringList& title, const QList<QStringList>& titles,
                                     const std::function<bool(const QString&)>& fits);

/// Returns the sentence with "Policy A" in place of the name of each lane's policy.
[[nodiscard]] QString lettersForNames(QString sentence, const RunDescription& description);

}  // namespace kvw::wb
