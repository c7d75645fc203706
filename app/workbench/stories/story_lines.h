// SPDX-License-Identifier: GPL-3.0-or-later
/// Words and numbers of the lines of a story.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbench/stories/story.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Where a mistake is: "sinks.md, line 12".
struct StoryPlace {
    const std::string& name;
    int line = 0;
    [[nodiscard]] tl::unexpected<Error> wrong(std::string what, std::string_view found = {},
                                              std::string expected = {}) const;
};

[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view word);
[[nodiscard]] std::optional<double> numberOf(std::string_view word);
/// A line of `text` from `at`, without its end; `at` goes to the next one.
[[nodiscard]] std::string_view nextLine(std::string_view text, std::size_t& at);

/// The action of a directive of one line; `words` are those behind `:::`, at least one.
[[nodiscard]] Result<StoryAction> directiveOf(const std::vector<std::string_view>& words, const StoryPlace& place);

/// That of `on enter`, `on leave` or `on done`; null: there is none of that name.
[[nodiscard]] std::vector<StoryDirective>* hookOf(StoryPage& page, std::string_view word);
/// Whether it never waits and starts nothing.
[[nodiscard]] bool fitsAHook(const StoryAction& action);

}  // namespace kvw::wb
