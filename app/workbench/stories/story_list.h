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
    /// `goOn`: what the story that was left is called on its button; empty: none was.
    void fill(const std::vector<StoryEntry>& entries, const QString& goOn = {});

 Q_SIGNALS:
    void chosen(const QString& file);
    void goesOn();  ///< with the story that was left
};

}  // namespace kvw::wb
