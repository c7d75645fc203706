// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/phrase_json.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json/json_access.h"
#include "core/base/text_format.h"

namespace kvw {

namespace {

constexpr std::string_view kNoCode = "form";
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
    for (const char* list : {"parts", "arguments"}) {
        for (const nlohmann::ordered_json& part : member(json, list)) {
            made.parts.push_back(phraseWithin(part, depth + 1));
        }
    }
    const std::string code = textOf(json, "code");
    if (const FindingForm* known = findingForm(code)) {
        made.words = known->form;
        made.code = known->code;
    } else if (code == kNoCode && !made.parts.empty()) {
        made.words = made.parts.front().words;
        made.parts.erase(made.parts.begin());
    }
    return made;
}

/// Returns whether the form has a part for each of its places, each of which stands once, and is that of its code.
bool isWhole(const Phrase& phrase) {
    std::vector<bool> filled(phrase.parts.size());
    std::size_t places = 0;
    for (std::size_t at = 0; at < phrase.words.size(); ++at) {
        if (const std::size_t place = placeAt(phrase.words, at); place > 0) {
            if (place > filled.size() || filled[place - 1]) {
                return false;
            }
            filled[place - 1] = true;
            ++places;
        }
    }
    const FindingForm* known = findingForm(phrase.code);
    return phrase.isForm && places == filled.size() &&
           (phrase.code.empty() || (known != nullptr && known->form == phrase.words));
}

/// `coded`: the code is written. Within a form without a code, such as an error, every part is written without.
nlohmann::ordered_json codedJson(const Phrase& phrase, bool coded) {
    if (!isWhole(phrase)) {
        return bundle::validUtf8(phrase.english());
    }
    coded = coded && !phrase.code.empty();
    nlohmann::ordered_json arguments = nlohmann::ordered_json::array();
    if (!coded) {
        arguments.push_back(bundle::validUtf8(phrase.words));
    }
    for (const Phrase& part : phrase.parts) {
        arguments.push_back(codedJson(part, coded));
    }
    return {{"code", coded ? phrase.code : kNoCode}, {"arguments", std::move(arguments)}};
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

nlohmann::ordered_json codedJson(const Phrase& phrase) {
    return codedJson(phrase, true);
}

Phrase phraseOf(const nlohmann::ordered_json& json) {
    Phrase made = phraseWithin(json, 0);
    return made.isForm && filledLength(made) > kLongestFilled ? Phrase(std::move(made.words)) : made;
}

}  // namespace kvw
