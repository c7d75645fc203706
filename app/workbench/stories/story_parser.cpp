// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <utility>

#include "app/workbench/stories/story_lines.h"
#include "core/base/utf8.h"

namespace kvw::wb {

namespace {

constexpr std::string_view kMark = ":::";
/// Bytes of a file that are searched for directives, since a text may be much larger.
constexpr std::size_t kSearched = std::size_t{16} << 20;

bool isFence(std::string_view line) {
    return line.starts_with("```") || line.starts_with("~~~");
}

/// Returns whether a character reorders the text after it.
bool turns(char32_t character) {
    return (character >= 0x202A && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
}

/// Returns whether a list item starts with a bracket: it is meant as an option, even if malformed.
bool isMeantAsOption(std::string_view word) {
    const std::string_view behind = word.empty() ? word : trimmed(word.substr(1));
    return !word.empty() && std::string_view("-*+").find(word[0]) != std::string_view::npos && behind.starts_with('[');
}

Result<void> checkLine(std::string_view line, const StoryPlace& place) {
    if (line.size() > StoryLimits::kLine) {
        return place.wrong("the line is too long", phrase("%1 bytes", line.size()),
                           phrase("at most %1", StoryLimits::kLine));
    }
    for (std::size_t i = 0; i < line.size();) {
        const auto byte = static_cast<unsigned char>(line[i]);
        if ((byte < 0x20U && byte != '\t') || byte == 0x7FU) {
            return place.wrong("there is a control character", phrase("number %1", byte), "plain text");
        }
        const Utf8Step character = nextUtf8(line, i);
        if (!character.valid) {
            return place.wrong("the text is not UTF-8", phrase("byte %1", byte), "a file saved as UTF-8");
        }
        if (turns(character.codePoint)) {
            return place.wrong("there is a control character",
                               fmt::format("U+{:04X}", static_cast<std::uint32_t>(character.codePoint)), "plain text");
        }
        i += character.length;
    }
    return {};
}

/// Limits the size of the tables of a page: a few bytes of Markdown make a cell, whose layout is as expensive as a
/// page's. Counts too many cells rather than too few: all lines up to an empty one are rows of one table if there is a
/// bar (|) in any of them, even in code, since parsers disagree on what is code.
class StoryTables {
 public:
    /// Adds the next line of the page's text. Errors: the table is too wide, or all tables together are too large.
    Result<void> take(std::string_view line, const StoryPlace& place) {
        const auto bars = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
        if (bars > StoryLimits::kBars) {
            return place.wrong("the table is too wide", phrase("%1 times |", bars),
                               phrase("at most %1 in a line", StoryLimits::kBars));
        }
        if (trimmed(line).empty()) {
            m_cells += cells();
            m_lines = m_bars = 0;
            return {};
        }
        ++m_lines;
        m_bars = std::max(m_bars, bars);
        if (m_cells + cells() > StoryLimits::kCells) {
            return place.wrong("the tables of the page are too large", {},
                               phrase("at most %1 cells", StoryLimits::kCells));
        }
        return {};
    }

 private:
    [[nodiscard]] std::size_t cells() const { return m_bars == 0 ? 0 : m_lines * (m_bars + 1); }

    std::size_t m_cells = 0;              ///< of completed tables
    std::size_t m_lines = 0, m_bars = 0;  ///< since the last empty line; `m_bars`: maximum per line
};

/// Builds the pages line by line.
class Reader {
 public:
    Reader(std::string_view text, const std::string& name) : m_text(text), m_name(name) {}

    Result<Story> read() {
        std::string_view line;
        while (next(line)) {
            KVW_TRY(take(line));
        }
        if (m_error.has_value()) {
            return tl::unexpected(*m_error);
        }
        if (m_fenced) {
            return at(m_fenceLine).wrong("the code block is not closed", {}, "a line of ``` or ~~~ at its end");
        }
        if (m_story.title.empty()) {
            return at(1).wrong("the story has no title", {},
                               phrase("a line such as %1", std::string("# Why the first tokens matter")));
        }
        while (!m_story.pages.empty() && empty(m_story.pages.back())) {
            m_story.pages.pop_back();
        }
        if (m_story.summary.empty()) {
            return at(m_titleLine).wrong("the story has no summary", {}, "one sentence under the title");
        }
        if (m_story.pages.empty()) {
            return at(m_titleLine)
                .wrong("the story has no page", {},
                       phrase("a line such as %1, and text", std::string("## The first page")));
        }
        m_story.file = m_name;
        for (StoryPage& page : m_story.pages) {
            page.text.erase(page.text.find_last_not_of('\n') + 1);
        }
        return std::move(m_story);
    }

 private:
    [[nodiscard]] StoryPlace at(int line) const { return {m_name, line}; }
    static bool empty(const StoryPage& page) {
        return page.title.empty() && page.directives.empty() && page.enter.empty() && page.leave.empty() &&
               page.done.empty() && page.text.find_first_not_of(" \t\n") == std::string::npos;
    }

    /// Reads the next line. Returns false at the end, or at an invalid line (sets m_error).
    bool next(std::string_view& line) {
        if (m_at >= m_text.size()) {
            return false;
        }
        line = nextLine(m_text, m_at);
        ++m_line;
        if (auto good = checkLine(line, at(m_line)); !good) {
            m_error = good.error();
            return false;
        }
        return true;
    }

    Result<void> take(std::string_view line) {
        const std::string_view word = trimmed(line);
        if (isFence(word)) {
            m_fenced = !m_fenced;
            m_fenceLine = m_line;
            return addText(line);
        }
        if (m_fenced) {
            return addText(line);
        }
        if (m_story.title.empty()) {
            return takeTitle(word);
        }
        if (line.starts_with("# ")) {
            return at(m_line).wrong("a story has one title", word, "## for the title of a page");
        }
        if (line.starts_with("## ")) {
            return startPage(trimmed(line.substr(3)));
        }
        if (word == "---") {
            return startPage({});
        }
        if (word.starts_with(kMark)) {
            return takeDirective(trimmed(word.substr(kMark.size())));
        }
        if (m_story.pages.empty() && (m_story.summary.empty() || m_inSummary)) {
            m_inSummary = !word.empty();
            m_story.summary += (m_story.summary.empty() || word.empty() ? "" : " ") + std::string(word);
            return {};
        }
        return addText(line);
    }

    Result<void> takeTitle(std::string_view word) {
        if (word.empty() || (word.starts_with("<!--") && word.ends_with("-->"))) {
            return {};
        }
        if (!word.starts_with("# ") || trimmed(word.substr(2)).empty()) {
            return at(m_line).wrong("a story begins with its title", word,
                                    phrase("a line such as %1", std::string("# Why the first tokens matter")));
        }
        m_story.title = trimmed(word.substr(2));
        m_titleLine = m_line;
        return {};
    }

    Result<void> startPage(std::string_view title) {
        m_inSummary = false;
        if (!m_story.pages.empty() && empty(m_story.pages.back())) {
            m_story.pages.pop_back();
        }
        if (m_story.pages.size() == StoryLimits::kPages) {
            return at(m_line).wrong("there are too many pages", {}, phrase("at most %1", StoryLimits::kPages));
        }
        StoryPage page;
        page.title = title;
        page.line = m_line;
        m_story.pages.push_back(std::move(page));
        m_tables = {};
        return {};
    }

    Result<StoryPage*> page() {
        if (m_story.pages.empty()) {
            KVW_TRY(startPage({}));
        }
        return &m_story.pages.back();
    }

    Result<void> addText(std::string_view line) {
        if (m_story.title.empty()) {
            return at(m_line).wrong("a story begins with its title", trimmed(line),
                                    phrase("a line such as %1", std::string("# Sinks")));
        }
        if (m_story.pages.empty() && trimmed(line).empty()) {
            return {};
        }
        KVW_TRY_ASSIGN(const auto current, page());
        std::string& text = current->text;
        if (text.size() + line.size() > StoryLimits::kPageText) {
            return at(m_line).wrong("the text of the page is too long", {},
                                    phrase("at most %1 bytes", StoryLimits::kPageText));
        }
        KVW_TRY(m_tables.take(line, at(m_line)));
        if (!text.empty() || !trimmed(line).empty()) {
            text += line;
            text += '\n';
        }
        return {};
    }

    Result<void> takeDirective(std::string_view rest) {
        const int line = m_line;
        const std::vector<std::string_view> words = wordsOf(rest);
        if (words.empty()) {
            return at(line).wrong("a directive is missing after :::", {}, "a directive, as in ::: run");
        }
        if (++m_directives > StoryLimits::kDirectives) {
            return at(line).wrong("there are too many directives", {}, phrase("at most %1", StoryLimits::kDirectives));
        }
        KVW_TRY_ASSIGN(const auto current, page());
        if (words[0] == "on") {
            return takeHook(words, *current);
        }
        auto action =
            words[0] == "ask" ? takeQuestion(trimmed(rest.substr(3)), *current) : directiveOf(words, at(line));
        if (!action) {
            return tl::unexpected(action.error());
        }
        current->directives.push_back({line, std::move(*action)});
        return {};
    }

    Result<void> takeHook(const std::vector<std::string_view>& words, StoryPage& page) {
        std::vector<StoryDirective>* hook = words.size() > 1 ? hookOf(page, words[1]) : nullptr;
        if (hook == nullptr || words.size() < 3) {
            return at(m_line).wrong("on has no such moment", words.size() > 1 ? words[1] : std::string_view(),
                                    "::: on enter show nll, on leave or on done");
        }
        KVW_TRY_ASSIGN(auto action, directiveOf({words.begin() + 2, words.end()}, at(m_line)));
        if (!fitsAHook(action)) {
            return at(m_line).wrong("this directive cannot be used there", words[2],
                                    "goto, layer, head, lane, show, layout, highlight or pause");
        }
        hook->push_back({m_line, std::move(action)});
        return {};
    }

    Result<StoryAction> takeQuestion(std::string_view question, const StoryPage& current) {
        const StoryPlace place = at(m_line);
        for (const StoryDirective& earlier : current.directives) {
            if (isOneOf<AskAction>(earlier)) {
                return place.wrong("the page has a question already", {}, "one question per page");
            }
        }
        if (question.empty()) {
            return place.wrong("ask has no question", {}, "::: ask Which lane forgets more?");
        }
        AskAction ask;
        ask.question = question;
        std::size_t marked = 0;
        std::string_view line;
        bool closed = false;
        while (!closed && next(line)) {
            const std::string_view word = trimmed(line);
            closed = word == kMark;
            const bool right = word.starts_with("- [x] ") || word.starts_with("- [X] ");
            if (right || word.starts_with("- [ ] ")) {
                if (!ask.explanation.empty()) {
                    return at(m_line).wrong("an option stands behind the explanation", word, "options first");
                }
                if (ask.options.size() == StoryLimits::kOptions) {
                    return at(m_line).wrong("there are too many options", {},
                                            phrase("at most %1", StoryLimits::kOptions));
                }
                ask.right = right ? ask.options.size() : ask.right;
                marked += right ? 1 : 0;
                ask.options.emplace_back(trimmed(word.substr(6)));
            } else if (word.starts_with("= ") && ask.explanation.empty() && !ask.number) {
                KVW_TRY(takeNumber(word, ask));
            } else if (isMeantAsOption(word)) {
                return at(m_line).wrong("this is not an option", word, "- [ ] wrong or - [x] right");
            } else if (word.starts_with(kMark) && !closed) {
                return at(m_line).wrong("a directive stands within a question", word, "::: alone, which ends it");
            } else if (!closed && !word.empty()) {
                if (ask.choices() == 0) {
                    return at(m_line).wrong("a question is followed by its options", word,
                                            "- [ ] wrong or - [x] right, or = 128");
                }
                ask.explanation += (ask.explanation.empty() ? "" : " ") + std::string(word);
                if (ask.explanation.size() > StoryLimits::kLine) {
                    return at(m_line).wrong("the explanation is too long", {},
                                            phrase("at most %1 bytes", StoryLimits::kLine));
                }
            }
        }
        if (m_error.has_value()) {
            return tl::unexpected(*m_error);
        }
        if (!closed) {
            return place.wrong("the question is not closed", {}, "a line of ::: behind its explanation");
        }
        if (ask.number && !ask.options.empty()) {
            return place.wrong("a question has options or a number, not both", {}, "= 128 alone, or options alone");
        }
        if (!ask.number && (ask.options.size() < 2 || marked != 1)) {
            return place.wrong("a question has two options or more, and one of them is right",
                               phrase("%1 options, %2 right", ask.options.size(), marked),
                               "- [ ] wrong and - [x] right");
        }
        if (ask.explanation.empty()) {
            return place.wrong("the question has no explanation", {}, "a sentence behind its options");
        }
        return ask;
    }

    /// Takes `= 128` or `= 0.5 within 0.1`: the number that the learner is to find.
    Result<void> takeNumber(std::string_view word, AskAction& ask) const {
        const std::vector<std::string_view> words = wordsOf(word);
        const auto number = words.size() > 1 ? numberOf(words[1]) : std::nullopt;
        const auto within = words.size() == 4 && words[2] == "within" ? numberOf(words[3]) : std::nullopt;
        if (!number || (words.size() > 2 && (!within || *within < 0))) {
            return at(m_line).wrong("this is not a number to find", word, "= 128, or = 0.5 within 0.1");
        }
        ask.number = *number;
        ask.within = within.value_or(0);
        return {};
    }

    std::string_view m_text;
    const std::string& m_name;
    Story m_story;
    StoryTables m_tables;  ///< of the last page
    std::optional<Error> m_error;
    std::size_t m_at = 0, m_directives = 0;
    int m_line = 0, m_fenceLine = 0, m_titleLine = 1;
    bool m_fenced = false, m_inSummary = false;
};

/// Returns up to `most` bytes of a file; empty if it cannot be read.
std::string beginning(const std::filesystem::path& file, std::size_t most) {
    std::error_code error;
    const std::uintmax_t size =
        std::filesystem::is_regular_file(file, error) ? std::filesystem::file_size(file, error) : 0;
    std::string text(error ? 0 : static_cast<std::size_t>(std::min<std::uintmax_t>(size, most)), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, stream.gcount())));
    return text;
}

Result<std::string> contents(const std::filesystem::path& file) {
    std::error_code error;
    const std::string name = file.filename().string();
    if (!std::filesystem::is_regular_file(file, error)) {
        return std::filesystem::exists(file, error) ? fail(Code::BadInput, name, "is not a file")
                                                    : fail(Code::NotFound, name, "does not exist");
    }
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error || size > StoryLimits::kBytes) {
        return fail(Code::BadInput, name, "the file is too large for a story",
                    error ? systemReason(error) : phrase("%1 bytes", size), phrase("at most %1", StoryLimits::kBytes));
    }
    std::string text = beginning(file, static_cast<std::size_t>(size));
    return text.size() == size ? Result<std::string>(std::move(text)) : fail(Code::Io, name, "cannot be read");
}

}  // namespace

Result<Story> parseStory(std::string_view text, const std::string& name) {
    if (text.size() > StoryLimits::kBytes) {
        return fail(Code::BadInput, name, "the file is too large for a story", phrase("%1 bytes", text.size()),
                    phrase("at most %1", StoryLimits::kBytes));
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    return Reader(text, name).read();
}

Result<Story> readStory(const std::filesystem::path& file) {
    return contents(file).and_then([&](const std::string& text) { return parseStory(text, file.filename().string()); });
}

bool isStory(const std::filesystem::path& file) {
    const std::string text = beginning(file, kSearched);
    bool fenced = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view line = trimmed(nextLine(text, at));
        fenced = fenced != isFence(line);
        if (!fenced && line.starts_with(kMark)) {
            return true;
        }
    }
    return false;
}

}  // namespace kvw::wb
