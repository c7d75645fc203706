// SPDX-License-Identifier: GPL-3.0-or-later
/// Second strip beside the first: the text of another lane and what that holds of it, at the same step, layer and head.
#pragma once

#include <QLabel>
#include <QWidget>

#include "app/workbench/views/strip/strip_text.h"
#include "app/workbench/views/strip/strip_view.h"

namespace kvw::wb {

/// Shows what it is given; its dock links it to the selection. Thread: GUI thread.
class StripBeside : public QWidget {
 public:
    explicit StripBeside(QWidget* parent = nullptr);

    [[nodiscard]] StripView& view() const noexcept { return *m_view; }
    /// `title`: title of the lane. The text starts anew if another lane is shown than before.
    void show(const Recording& recording, int lane, const QString& title, TokenStates states);
    /// Hides the strip, if nothing is to be shown or the recording has changed.
    void forget();

 private:
    QLabel* m_title;
    StripView* m_view;
    StripText m_text;
    const Trace* m_shown = nullptr;
};

}  // namespace kvw::wb
