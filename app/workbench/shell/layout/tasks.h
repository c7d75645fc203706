// SPDX-License-Identifier: GPL-3.0-or-later
/// Tasks of the window: each shows few, large views. Other docks open into the task that is shown.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/transport_icon.h"

namespace kvw::wb {

struct Task {
    struct View {
        const char* dock;  ///< id
        Place place;
    };
    const char* id;     ///< under which layouts are saved; never changes
    const char* title;  ///< for QObject::tr, as the tip
    const char* tip;
    Sign sign;
    std::vector<View> views;  ///< the first gets the keys; of one place, the first is in front
    int top;                  ///< percent of the height for what is on top

    [[nodiscard]] QStringList ids() const;  ///< of the docks that it shows first
    /// Returns the place that the task gives a dock; none: the dock's own.
    [[nodiscard]] std::optional<Place> placeOf(const QString& dock) const;
};

/// Returns the tasks in the order of their buttons; the first is shown at first.
[[nodiscard]] const std::vector<Task>& tasks();
/// Returns the task; null: there is none.
[[nodiscard]] const Task* taskOf(const QString& id);
/// Returns the name of the command that turns to a task.
[[nodiscard]] inline QString commandOf(const Task& task) {
    return QStringLiteral("task-") + QLatin1String(task.id);
}

}  // namespace kvw::wb
