// SPDX-License-Identifier: GPL-3.0-or-later
/// Parses words, numbers and directives in the lines of a story.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbench/stories/story.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Position of a mistake, such as "sinks.md, line 12".
struct StoryPlace {
    const std::string& name;
    int line = 0;
    [[nodiscard]] tl::unexpected<Error> wrong(Phrase what, Phrase found = {}, Phrase expected = {}) const;
};

[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view word);
[[nodiscard]] std::optional<double> numberOf(std::string_view word);
/// Returns the line of `text` that starts at `at`, without its line end; advances `at` to the next line.
[[nodiscard]] std::string_view nextLine(std::string_view text, std::size_t& at);

/// Parses a one-line directive. `words`: the words after `:::`, at least one.
[[nodiscard]] Result<StoryAction> directiveOf(const std::vector<std::string_view>& words, const StoryPlace& place);

/// Returns the page's hook for `on enter`, `on leave` or `on done`; null: unknown name.
[[nodiscard]] std::vector<StoryDirective>* hookOf(StoryPage& page, std::string_view word);
/// Returns whether the action never waits and starts nothing, as hooks require.
[[nodiscard]] bool fitsAHook(const StoryAction& action);

}  // namespace kvw::wb
