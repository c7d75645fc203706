// SPDX-License-Identifier: Apache-2.0
#include "core/base/phrase.h"

#include <fmt/format.h>

namespace kvw {

Phrase::Phrase(float number) : words(fmt::format("{}", number)) {}

Phrase::Phrase(double number) : words(fmt::format("{}", number)) {}

std::vector<std::string> englishOf(const std::vector<Phrase>& phrases) {
    std::vector<std::string> texts;
    for (const Phrase& each : phrases) {
        texts.push_back(each.english());
    }
    return texts;
}

Phrase joinedByAnd(const std::vector<Phrase>& parts) {
    Phrase all = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        all = phrase("%1 and %2", std::move(all), parts[i]);
    }
    return all;
}

std::string Phrase::english() const {
    return !isForm ? words : filledForm(words, [this](std::size_t place) {
        return place <= parts.size() ? parts[place - 1].english() : std::string();
    });
}

}  // namespace kvw
