// SPDX-License-Identifier: GPL-3.0-or-later
/// A second strip beside the first: what another lane wrote, and what it holds of it, at the same step, layer and head.
#pragma once

#include <QLabel>
#include <QWidget>

#include "app/workbench/docks/strip_text.h"
#include "app/workbench/docks/strip_view.h"

namespace kvw::wb {

/// Shows what it is told to; the dock it is in links it to the selection. Thread: GUI thread.
class StripBeside : public QWidget {
 public:
    explicit StripBeside(QWidget* parent = nullptr);

    [[nodiscard]] StripView& view() const noexcept { return *m_view; }
    /// `title`: of the lane. The text of another lane than before starts anew.
    void show(const Recording& recording, int lane, const QString& title, TokenStates states);
    /// There is nothing to be shown, or another recording.
    void forget();

 private:
    QLabel* m_title;
    StripView* m_view;
    StripText m_text;
    const Trace* m_shown = nullptr;
};

}  // namespace kvw::wb
