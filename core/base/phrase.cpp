// SPDX-License-Identifier: Apache-2.0
#include "core/base/phrase.h"

#include <fmt/format.h>

namespace kvw {

Phrase::Phrase(float number) : words(fmt::format("{}", number)) {}

Phrase::Phrase(double number) : words(fmt::format("{}", number)) {}

std::string Phrase::english() const {
    return !isForm ? words : filledForm(words, [this](std::size_t place) {
        return place <= parts.size() ? parts[place - 1].english() : std::string();
    });
}

}  // namespace kvw
