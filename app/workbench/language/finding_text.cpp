// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/finding_text.h"

#include <QCoreApplication>

#include "app/workbench/language/control_names.h"
#include "app/workbench/language/engine_sentence.h"
#include "app/workbench/language/form_places.h"

namespace kvw::wb {

namespace {

QString translatedFinding(const Finding& finding) {
    const FindingForm* known = findingForm(finding.code);
    if (known == nullptr) {
        return QString::fromStdString(finding.sentence());
    }
    const auto argument = [&finding](int number) {
        const auto at = static_cast<std::size_t>(number - 1);
        return at < finding.arguments.size() ? translatedFinding(finding.arguments[at]) : QString();
    };
    // The parts of an error have no codes.
    return finding.code == "error" ? engineSentence(argument(1))
                                   : fillPlaces(QCoreApplication::translate("Finding", known->form), argument);
}

}  // namespace

QString findingText(const Finding& finding) {
    return withControlNames(translatedFinding(finding));
}

}  // namespace kvw::wb
