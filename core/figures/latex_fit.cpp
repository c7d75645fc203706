// SPDX-License-Identifier: Apache-2.0
#include "core/figures/latex_fit.h"

#include <string_view>

#include "core/figures/latex_text.h"

namespace kvw::tables {
namespace {

constexpr std::size_t kUsualLine = 64, kSmallLine = 84,
                      kBeside = 2;      // letters: per line in usual and small type, between columns
constexpr std::size_t kLongWords = 24;  // letters from which on a column is wrapped

}  // namespace

LatexFit latexFit(const std::vector<std::size_t>& letters, const std::vector<bool>& words) {
    std::size_t all = 0;
    for (const std::size_t each : letters) {
        all += each + kBeside;
    }
    LatexFit fit;
    fit.small = all > kUsualLine;
    fit.scaled = all > kSmallLine;
    for (std::size_t column = 0; fit.scaled && column < letters.size(); ++column) {
        if (words[column] && letters[column] > kLongWords) {
            fit.wrapped.insert(column);
        }
    }
    return fit;
}

const char* wrappedColumn() noexcept {
    return "p{12em}";
}

std::string wrappedCell(const std::string& words) {
    std::string out = "\\raggedright ", part;
    for (std::size_t i = 0; i < words.size(); ++i) {
        part += words[i];
        if (std::string_view(",:/+;=@").find(words[i]) != std::string_view::npos && i + 1 < words.size()) {
            out += figures::latexText(part) + "\\allowbreak{}";
            part.clear();
        }
    }
    return out + figures::latexText(part);
}

const char* scaledBegin() noexcept {
    return "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
}

const char* scaledEnd() noexcept {
    return "}\n";
}

}  // namespace kvw::tables
