// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/phrase_json.h"

#include "core/base/json/json_access.h"
#include "core/base/text_format.h"

namespace kvw {

namespace {

constexpr int kDeepestPhrase = 24;

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
    return phraseWithin(json, 0);
}

}  // namespace kvw
