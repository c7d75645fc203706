// SPDX-License-Identifier: Apache-2.0
#include "core/base/finding.h"

#include <algorithm>
#include <iterator>

namespace kvw {

Finding::Finding(const Phrase& phrase) {
    if (!phrase.isForm) {
        text = phrase.words;
        return;
    }
    code = "form";
    severity = Severity::Note;
    arguments.emplace_back(phrase.words);
    arguments.insert(arguments.end(), phrase.parts.begin(), phrase.parts.end());
}

Phrase Finding::asPhrase() const {
    if (code.empty()) {
        return text;
    }
    const FindingForm* known = findingForm(code);
    if (known == nullptr) {
        return sentence();
    }
    const bool ofPhrase = code == "form" && !arguments.empty();
    Phrase made(ofPhrase ? arguments.front().text.c_str() : known->form);
    std::transform(arguments.begin() + (ofPhrase ? 1 : 0), arguments.end(), std::back_inserter(made.parts),
                   [](const Finding& argument) { return argument.asPhrase(); });
    return made;
}

std::string Finding::sentence() const {
    if (code.empty() || findingForm(code) != nullptr) {
        return asPhrase().english();
    }
    std::string all = code;
    for (const Finding& argument : arguments) {
        all += (&argument == arguments.data() ? ": " : ", ") + argument.sentence();
    }
    return all;
}

bool Finding::tellsNothingEvicted() const {
    const FindingForm* known = findingForm(code);
    return known != nullptr && known->nothingEvicted;
}

bool Finding::tellsInert(std::string_view parameter) const {
    const FindingForm* known = findingForm(code);
    if (known == nullptr) {
        return false;
    }
    for (std::string_view names = known->inert; !names.empty();) {
        const std::string_view name = names.substr(0, names.find(' '));
        if (name == "%1" ? !arguments.empty() && arguments.front().text == parameter : name == parameter) {
            return true;
        }
        names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
    return false;
}

Finding joinedByAnd(std::vector<Finding> parts) {
    Finding all = std::move(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        all = finding("and", std::move(all), std::move(parts[i]));
    }
    return all;
}

Finding errorFinding(const Phrase& sentence, Severity severity) {
    Finding made = finding("error", sentence);
    made.severity = severity;
    return made;
}

std::vector<std::string> sentencesOf(const std::vector<Finding>& findings) {
    std::vector<std::string> sentences;
    std::transform(findings.begin(), findings.end(), std::back_inserter(sentences),
                   [](const Finding& each) { return each.sentence(); });
    return sentences;
}

}  // namespace kvw
