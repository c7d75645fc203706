// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/similarity.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/eval/scores/words.h"

namespace kvw::eval {
namespace {

std::size_t editDistance(const std::u32string& a, const std::u32string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

double editSimilarityOf(const std::u32string& a, const std::u32string& b) {
    const std::size_t longer = std::max(a.size(), b.size());
    return longer == 0 ? 1 : 1 - static_cast<double>(editDistance(a, b)) / static_cast<double>(longer);
}

/// Parts [aBegin, aEnd) and [bBegin, bEnd) of two texts.
struct Parts {
    std::size_t aBegin = 0, aEnd = 0, bBegin = 0, bEnd = 0;
};

/// Finds matches as difflib.SequenceMatcher does, with its rule for code points that are frequent in b.
class SequenceMatcher {
 public:
    SequenceMatcher(const std::u32string& a, const std::u32string& b) : m_a(a), m_b(b), m_row(b.size() + 1) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            m_places[b[j]].push_back(j);
        }
        constexpr std::size_t kJunkFrom = 200, kShare = 100;
        if (b.size() >= kJunkFrom) {
            std::erase_if(m_places, [&](const auto& point) { return point.second.size() > b.size() / kShare + 1; });
        }
    }

    /// Returns the number of code points in the longest match, in those left and right of it, and so on.
    [[nodiscard]] std::size_t matched() {
        std::size_t sum = 0;
        std::vector<Parts> open = {{0, m_a.size(), 0, m_b.size()}};
        while (!open.empty()) {
            const Parts parts = open.back();
            open.pop_back();
            const Parts match = longestMatch(parts);
            if (match.aEnd == match.aBegin) {
                continue;
            }
            sum += match.aEnd - match.aBegin;
            if (parts.aBegin < match.aBegin && parts.bBegin < match.bBegin) {
                open.push_back({parts.aBegin, match.aBegin, parts.bBegin, match.bBegin});
            }
            if (match.aEnd < parts.aEnd && match.bEnd < parts.bEnd) {
                open.push_back({match.aEnd, parts.aEnd, match.bEnd, parts.bEnd});
            }
        }
        return sum;
    }

 private:
    /// Returns the longest match, the first of several, without frequent code points, then grown by equal neighbours.
    [[nodiscard]] Parts longestMatch(const Parts& parts) {
        std::size_t a = parts.aBegin, b = parts.bBegin, length = 0;
        std::vector<std::pair<std::size_t, std::size_t>> found;  // places of the row above, with their lengths
        std::vector<std::size_t> written;
        for (std::size_t i = parts.aBegin; i < parts.aEnd; ++i) {
            found.clear();
            if (const auto places = m_places.find(m_a[i]); places != m_places.end()) {
                for (const std::size_t j : places->second) {
                    if (j < parts.bBegin) {
                        continue;
                    }
                    if (j >= parts.bEnd) {
                        break;
                    }
                    // m_row[j] is the length of the match that ends before j in the row above.
                    const std::size_t run = m_row[j] + 1;
                    found.emplace_back(j + 1, run);
                    if (run > length) {
                        a = i + 1 - run;
                        b = j + 1 - run;
                        length = run;
                    }
                }
            }
            clear(written);
            for (const auto& [place, run] : found) {
                m_row[place] = run;
                written.push_back(place);
            }
        }
        clear(written);
        while (a > parts.aBegin && b > parts.bBegin && m_a[a - 1] == m_b[b - 1]) {
            --a;
            --b;
            ++length;
        }
        while (a + length < parts.aEnd && b + length < parts.bEnd && m_a[a + length] == m_b[b + length]) {
            ++length;
        }
        return {a, a + length, b, b + length};
    }

    void clear(std::vector<std::size_t>& places) {
        for (const std::size_t place : places) {
            m_row[place] = 0;
        }
        places.clear();
    }

    const std::u32string &m_a, &m_b;
    std::unordered_map<char32_t, std::vector<std::size_t>> m_places;  ///< in b, ascending
    std::vector<std::size_t> m_row;  ///< zero between calls
};

double matchedRatioOf(const std::u32string& a, const std::u32string& b) {
    if (a.empty() && b.empty()) {
        return 1;
    }
    return 2.0 * static_cast<double>(SequenceMatcher(a, b).matched()) / static_cast<double>(a.size() + b.size());
}

std::u32string withoutSpace(std::string_view text) {
    std::u32string points = codePoints(text);
    std::erase_if(points, isSpace);
    return points;
}

/// Returns the first line without a back-tick, '#' or "//"; empty if there is none.
std::string_view firstLineOfCode(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.find_first_of("`#") == std::string_view::npos && line.find("//") == std::string_view::npos) {
            return line;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

}  // namespace

double editSimilarity(std::string_view a, std::string_view b) { return editSimilarityOf(codePoints(a), codePoints(b)); }

double matchedRatio(std::string_view a, std::string_view b) { return matchedRatioOf(codePoints(a), codePoints(b)); }

double codeSimilarity(std::string_view prediction, std::string_view gold) {
    const std::string_view line = firstLineOfCode(prediction);
    constexpr double kHundred = 100;
    // fuzzywuzzy compares equal texts no further, and rounds halves to even, as nearbyint does.
    return line == gold ? 1 : std::nearbyint(kHundred * matchedRatio(line, gold)) / kHundred;
}

double needleBenchSimilarity(std::string_view prediction, std::string_view gold,
                             const std::vector<std::string>& keywords) {
    const bool named = std::ranges::any_of(
        keywords, [&](const std::string& keyword) { return prediction.find(keyword) != std::string_view::npos; });
    constexpr double kUnnamed = 0.2;
    return named ? 1 : kUnnamed * editSimilarityOf(withoutSpace(prediction), withoutSpace(gold));
}

}  // namespace kvw::eval
