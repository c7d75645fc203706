// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/translation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/eval/scores/porter_stem.h"
#include "core/eval/scores/words.h"

namespace kvw::eval {
namespace {

std::vector<std::string> meteorWords(std::string_view text, bool distinct) {
    std::vector<std::string> all;
    std::unordered_set<std::string_view> seen;
    for (const std::string_view word : words(text)) {
        if (!distinct || seen.insert(word).second) {
            all.push_back(lowered(word));
        }
    }
    return all;
}

/// Places of the reference, by place of the hypothesis.
using Alignment = std::vector<std::optional<std::size_t>>;

/// Aligns equal words that are free, the last ones first.
void align(const std::vector<std::string>& hypothesis, const std::vector<std::string>& reference, Alignment& alignment) {
    std::vector<bool> taken(reference.size());
    for (const std::optional<std::size_t> place : alignment) {
        if (place) {
            taken[*place] = true;
        }
    }
    std::unordered_map<std::string_view, std::vector<std::size_t>> freePlaces;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        if (!taken[j]) {
            freePlaces[reference[j]].push_back(j);
        }
    }
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        const auto places = freePlaces.find(hypothesis[i]);
        if (!alignment[i] && places != freePlaces.end() && !places->second.empty()) {
            alignment[i] = places->second.back();
            places->second.pop_back();
        }
    }
}

std::vector<std::string> stemsOf(const std::vector<std::string>& all) {
    std::vector<std::string> stems(all.size());
    std::transform(all.begin(), all.end(), stems.begin(), porterStem);
    return stems;
}

}  // namespace

double bleu(std::string_view hypothesis, std::string_view reference, int n) {
    WordNumbers numbers;
    const std::vector<int> said = numbers.of(words(hypothesis)), wanted = numbers.of(words(reference));
    const std::size_t common = commonCount(said, wanted);
    if (common == 0) {
        return 0;
    }
    const auto grams = gramsOf(said, static_cast<std::size_t>(std::max(n, 1)));
    const std::size_t right = commonCount(grams, gramsOf(wanted, static_cast<std::size_t>(std::max(n, 1))));
    if (right == 0) {
        return 0;
    }
    const double length = static_cast<double>(said.size()), wantedLength = static_cast<double>(wanted.size());
    const double brevity = length > wantedLength ? 1 : std::exp(1 - wantedLength / length);
    return brevity * static_cast<double>(right) / static_cast<double>(grams.size());
}

double meteor(std::string_view hypothesis, std::string_view reference, bool distinct) {
    const std::vector<std::string> said = meteorWords(hypothesis, distinct), wanted = meteorWords(reference, distinct);
    Alignment alignment(said.size());
    align(said, wanted, alignment);
    align(stemsOf(said), stemsOf(wanted), alignment);

    double matches = 0, chunks = 0;
    for (std::size_t i = 0; i < alignment.size(); ++i) {
        if (alignment[i]) {
            ++matches;
            chunks += i > 0 && alignment[i - 1] && *alignment[i - 1] + 1 == *alignment[i] ? 0 : 1;
        }
    }
    if (matches == 0) {
        return 0;
    }
    constexpr double kAlpha = 0.9, kGamma = 0.5;
    const double precision = matches / static_cast<double>(said.size());
    const double recall = matches / static_cast<double>(wanted.size());
    const double mean = precision * recall / (kAlpha * precision + (1 - kAlpha) * recall);
    const double fragments = chunks / matches;
    return (1 - kGamma * fragments * fragments * fragments) * mean;
}

}  // namespace kvw::eval
