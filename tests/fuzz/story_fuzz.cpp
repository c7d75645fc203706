// SPDX-License-Identifier: Apache-2.0
// A guided story of any bytes: a sentence, or pages within their limits.
#include <cstdlib>
#include <string_view>

#include "app/workbench/stories/story_parser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kvw::wb;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto story = parseStory(text, "story.md");
    if (!story) {
        const std::string sentence = story.error().sentence();
        if (sentence.find("story.md") == std::string::npos || sentence.find('\n') != std::string::npos) {
            std::abort();
        }
        return 0;
    }
    std::size_t directives = 0;
    for (const StoryPage& page : story->pages) {
        directives += page.directives.size() + page.enter.size() + page.leave.size() + page.done.size();
        if (page.text.size() > StoryLimits::kPageText + 1) {
            std::abort();
        }
    }
    if (story->pages.empty() || story->pages.size() > StoryLimits::kPages || directives > StoryLimits::kDirectives) {
        std::abort();
    }
    return 0;
}
