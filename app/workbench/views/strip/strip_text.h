// SPDX-License-Identifier: GPL-3.0-or-later
/// Text of a lane, fed to a strip, the search for words in it, and a second strip for another lane.
#pragma once

#include <QLabel>
#include <cstdint>
#include <string>
#include <vector>

#include "app/workbench/views/strip/strip_view.h"
#include "core/trace/recording.h"

namespace kvw::wb {

class StripText {
 public:
    void clear(StripView& view);
    /// Appends the tokens that `view` does not have yet.
    void appendTo(StripView& view, const RunDescription& description, const Trace& trace);
    /// Returns the tokens of the first occurrence of `word` (UTF-8) after token `after`, else from the start; empty:
    /// none.
    [[nodiscard]] std::vector<std::int32_t> find(const std::string& word, std::int64_t after) const;

 private:
    std::string m_bytes;                // the whole text
    std::vector<std::size_t> m_starts;  // [tokens] their offsets in it
};

/// Shows the text of another lane beside the first strip, and what that lane holds of it. Its dock links it to the
/// selection. Thread: GUI thread.
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
