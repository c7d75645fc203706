// SPDX-License-Identifier: GPL-3.0-or-later
/// The stories there are, one click each.
#pragma once

#include <QScrollArea>

#include "app/workbench/stories/story_library.h"

namespace kvw::wb {

/// Thread: GUI thread.
class StoryList : public QScrollArea {
    Q_OBJECT
 public:
    explicit StoryList(QWidget* parent = nullptr);
    void fill(const std::vector<StoryEntry>& entries);

 Q_SIGNALS:
    void chosen(const QString& file);
};

}  // namespace kvw::wb
