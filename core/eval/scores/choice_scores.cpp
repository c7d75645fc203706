// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/choice_scores.h"

#include <algorithm>

#include "core/eval/scores/words.h"

namespace kvw::eval {
namespace {

double shareOfNumbers(std::string_view text, std::string_view gold) {
    const std::vector<std::string_view> numbers = digitRuns(text);
    return numbers.empty()
               ? 0
               : static_cast<double>(std::ranges::count(numbers, gold)) / static_cast<double>(numbers.size());
}

/// Returns the number directly behind `marker`; empty if there is none.
std::string_view numberBehind(std::string_view text, std::string_view marker) {
    for (std::size_t at = text.find(marker); at != std::string_view::npos; at = text.find(marker, at + 1)) {
        const std::string_view rest = text.substr(at + marker.size());
        const std::vector<std::string_view> numbers = digitRuns(rest);
        if (!numbers.empty() && numbers.front().data() == rest.data()) {
            return numbers.front();
        }
    }
    return {};
}

}  // namespace

double classification(std::string_view prediction, std::string_view gold, const std::vector<std::string>& classes,
                      bool corrected) {
    std::vector<std::string_view> named;
    for (const std::string& name : classes) {
        if (prediction.find(name) != std::string_view::npos) {
            named.push_back(name);
        }
    }
    const auto partOfGold = [&](std::string_view name) {
        return name != gold && gold.find(name) != std::string_view::npos;
    };
    if (corrected) {
        std::erase_if(named, partOfGold);
    } else {
        for (std::size_t i = 0; i < named.size(); ++i) {
            if (partOfGold(named[i])) {
                // Python removes the first that is equal.
                named.erase(std::ranges::find(named, named[i]));
            }
        }
    }
    const bool right = std::ranges::find(named, gold) != named.end();
    return right ? 1.0 / static_cast<double>(named.size()) : 0;
}

double countScore(std::string_view prediction, std::int64_t gold) {
    return shareOfNumbers(prediction, std::to_string(gold));
}

double retrievalScore(std::string_view prediction, std::string_view gold) {
    const std::string_view english = numberBehind(gold, "Paragraph ");
    const std::string_view number = english.empty() ? numberBehind(gold, "\u6BB5\u843D") : english;
    return number.empty() ? 0 : shareOfNumbers(prediction, number);
}

double passkeyScore(std::string_view prediction, std::string_view key) {
    const std::vector<std::string_view> numbers = digitRuns(prediction);
    if (numbers.empty() || key.empty()) {
        return 0;
    }
    const std::string_view number = numbers.front();
    std::size_t right = 0;
    for (std::size_t i = 0; i < std::min(number.size(), key.size()); ++i) {
        right += number[i] == key[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(key.size());
}

}  // namespace kvw::eval
