// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/phrase_json.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/json/json_access.h"
#include "core/base/text_format.h"

namespace kvw {

namespace {

constexpr int kDeepestPhrase = 24;
constexpr std::size_t kLongestFilled = 65536;  // bytes

/// Returns the length of the English text, without making it. It is counted up to a little above the limit: forms that
/// repeat a place may be nested in a hostile file.
std::size_t filledLength(const Phrase& phrase) {
    if (!phrase.isForm) {
        return phrase.words.size();
    }
    std::vector<std::size_t> lengths;
    for (const Phrase& part : phrase.parts) {
        lengths.push_back(filledLength(part));
    }
    std::size_t length = phrase.words.size();
    for (std::size_t at = 0; at < phrase.words.size() && length <= kLongestFilled; ++at) {
        const std::size_t place = placeAt(phrase.words, at);
        length += place > 0 && place <= lengths.size() ? lengths[place - 1] : 0;
    }
    return length;
}

Phrase phraseWithin(const nlohmann::ordered_json& json, int depth) {
    if (json.is_string()) {
        return json.get<std::string>();
    }
    Phrase made;
    if (!json.is_object() || depth > kDeepestPhrase) {
        return made;
    }
    made.words = textOf(json, "form");
    made.isForm = true;
    for (const nlohmann::ordered_json& part : member(json, "parts")) {
        made.parts.push_back(phraseWithin(part, depth + 1));
    }
    return made;
}

}  // namespace

nlohmann::ordered_json phraseJson(const Phrase& phrase) {
    if (!phrase.isForm) {
        return bundle::validUtf8(phrase.words);
    }
    nlohmann::ordered_json json{{"form", bundle::validUtf8(phrase.words)}};
    for (const Phrase& part : phrase.parts) {
        json["parts"].push_back(phraseJson(part));
    }
    return json;
}

Phrase phraseOf(const nlohmann::ordered_json& json) {
    Phrase made = phraseWithin(json, 0);
    return made.isForm && filledLength(made) > kLongestFilled ? Phrase(std::move(made.words)) : made;
}

}  // namespace kvw
