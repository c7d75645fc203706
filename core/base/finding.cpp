// SPDX-License-Identifier: Apache-2.0
#include "core/base/finding.h"

#include <algorithm>

namespace kvw {

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
        if (name == "%1" ? !parts.empty() && parts.front().words == parameter : name == parameter) {
            return true;
        }
        names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
    return false;
}

Finding joinedByAnd(std::vector<Phrase> parts) {
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

}  // namespace kvw
