// SPDX-License-Identifier: GPL-3.0-or-later
/// List of the available stories; one click opens a story.
#pragma once

#include <QScrollArea>

#include "app/workbench/stories/story_library.h"

namespace kvw::wb {

/// Thread: GUI thread.
class StoryList : public QScrollArea {
    Q_OBJECT
 public:
    explicit StoryList(QWidget* parent = nullptr);
    /// `goOn`: label of the button that resumes the story left last; empty: there is none.
    void fill(const std::vector<StoryEntry>& entries, const QString& goOn = {});

 Q_SIGNALS:
    void chosen(const QString& file);
    void goesOn();  ///< resume the story left last
};

}  // namespace kvw::wb
