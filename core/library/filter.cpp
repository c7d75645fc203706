// SPDX-License-Identifier: Apache-2.0
#include "core/library/filter.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "core/base/text_format.h"

namespace kvw {
namespace {

constexpr std::array<std::string_view, 9> kTexts{"model", "text", "policy", "tag", "note",
                                                 "state", "kind", "path",   "hash"};
constexpr std::array<std::string_view, 7> kNumbers{"nll", "delta", "kl", "held", "tokens", "ms", "seed"};

/// Splits at blanks; quoted text may contain blanks.
std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    bool quoted = false, any = false;
    for (const char c : text) {
        if (c == '"') {
            quoted = !quoted;
            any = true;
        } else if (!quoted && std::isspace(static_cast<unsigned char>(c)) != 0) {
            if (any) {
                words.push_back(word);
            }
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any) {
        words.push_back(word);
    }
    return words;
}

/// Returns the pattern for LIKE, with the escape character '\'.
std::string pattern(const std::string& word) {
    std::string out = "%";
    for (const char c : word) {
        if (c == '%' || c == '_' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + '%';
}

Result<void> addCondition(LibraryFilter& filter, const std::string& word) {
    const auto add = [&filter](const std::string& condition, std::variant<std::string, double> value) {
        filter.where += (filter.where.empty() ? "" : " AND ") + condition;
        filter.values.push_back(std::move(value));
    };
    const std::size_t sign = word.find_first_of(":<>=");
    const std::string name = word.substr(0, sign);
    if (sign == std::string::npos || sign == 0) {
        add("haystack LIKE ? ESCAPE '\\'", pattern(word));
        return {};
    }
    if (word[sign] == ':' && std::ranges::count(kTexts, name) > 0) {
        add('"' + name + "\" LIKE ? ESCAPE '\\'", pattern(word.substr(sign + 1)));
        return {};
    }
    if (word[sign] != ':' && std::ranges::count(kNumbers, name) > 0) {
        const bool two = word[sign] != '=' && sign + 1 < word.size() && word[sign + 1] == '=';
        const std::string value = word.substr(sign + (two ? 2 : 1));
        const auto number = value.empty() ? std::nullopt : bundle::parseNumber<double>(value);
        if (!number) {
            return fail(Code::BadUsage, "filter", phrase("\"%1\" must compare with a number", word), value,
                        name + word.substr(sign, two ? 2 : 1) + "0.5");
        }
        add('"' + name + "\" " + word.substr(sign, two ? 2 : 1) + " ?", *number);
        return {};
    }
    // Policies contain colons and equals signs, so text that is not a condition is a word to search for.
    std::vector<std::string> known(kTexts.begin(), kTexts.end());
    known.insert(known.end(), kNumbers.begin(), kNumbers.end());
    const std::string near = nearest(name, known);
    if (!near.empty() && editDistance(name, near) == 1) {
        return fail(Code::BadUsage, "filter",
                    phrase("%1; did you mean \"%2\"?", phrase("\"%1\" is not a field of a run", name), near));
    }
    add("haystack LIKE ? ESCAPE '\\'", pattern(word));
    return {};
}

}  // namespace

Result<LibraryFilter> parseFilter(const std::string& text) {
    LibraryFilter filter;
    for (const std::string& word : wordsOf(text)) {
        KVW_TRY(addCondition(filter, word));
    }
    return filter;
}

}  // namespace kvw
